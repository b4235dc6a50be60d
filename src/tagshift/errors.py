"""The tree of errors.

::

    TagshiftError
    ├── CorpusError (ValueError)      a file or sentence that cannot be read as what it should be
    ├── ParameterError (ValueError)   an option or argument outside its rules
    ├── ModelError (ValueError)       a model file that is broken, foreign or too new
    ├── LabelError (ValueError)       label sets that cannot hold: empty, contradictory, unknown
    ├── OutputError (OSError)         an output that exists, or cannot be written
    ├── NotFittedError (AttributeError, ValueError)
    ├── MissingDependencyError (ImportError)
    └── ProcessorError (ImportError)  kernels built for a newer processor than this one
"""


class TagshiftError(Exception):
    """What every error of this package is."""


class CorpusError(TagshiftError, ValueError):
    """A corpus cannot be read; the message starts with ``file:line``."""


class ParameterError(TagshiftError, ValueError):
    """A parameter breaks its rule."""


class ModelError(TagshiftError, ValueError):
    """A model file cannot be used."""


class LabelError(TagshiftError, ValueError):
    """Labels cannot be what they are said to be."""


class OutputError(TagshiftError, OSError):
    """An output cannot be written."""


class NotFittedError(TagshiftError, AttributeError, ValueError):
    """Something learned was asked for before ``fit``."""


class MissingDependencyError(TagshiftError, ImportError):
    """An optional package is needed; the message says how to install it."""


class ProcessorError(TagshiftError, ImportError):
    """The compiled kernels need a newer processor; the message says how to build them for this one."""
