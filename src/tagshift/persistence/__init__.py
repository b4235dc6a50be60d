"""The model file: one file, no pickle, safe to open when it comes from a stranger.

>>> import numpy, pathlib, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> path = pathlib.Path(folder.name, "small.model")
>>> save(path, {"task": "segment"}, {"weights": numpy.arange(3, dtype="float32")})
>>> header, arrays = load(path)
>>> header, arrays["weights"].tolist()
({'task': 'segment'}, [0.0, 1.0, 2.0])
>>> folder.cleanup()
"""

from tagshift.persistence.model_file import load, peek, save
from tagshift.persistence.provenance import provenance
from tagshift.persistence.replacing import replacing
from tagshift.persistence.strings import pack_strings, unpack_strings

__all__ = ["load", "pack_strings", "peek", "provenance", "replacing", "save", "unpack_strings"]
