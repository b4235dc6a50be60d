"""The file of a tagger: its model, its words, how it was trained and from what."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from tagshift import persistence
from tagshift.decode.tag_model import TagModel
from tagshift.errors import ModelError


@dataclass(frozen=True)
class Kept:
    """What a file holds."""

    model: TagModel
    vocabulary: frozenset[str]
    learner: str
    l2: float | None
    margin: float | None
    provenance: dict[str, Any]
    header: dict[str, Any] = field(default_factory=dict)  # all that the file said

    def write(self, path: str | PathLike[str], force: bool) -> None:
        """One model file."""
        header, arrays = self.model.to_parts()
        settings = {
            "learner": self.learner,
            "templates": self.model.index.declared.name,
            "columns": list(self.model.index.columns),
            "l2": self.l2,
            "margin": self.margin,
        }
        packed = persistence.pack_strings(sorted(self.vocabulary))
        arrays["vocabulary.text"], arrays["vocabulary.ends"] = packed
        head = {"task": "tag", "settings": settings, "provenance": self.provenance, **header}
        persistence.save(path, head, arrays, force)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Kept:
        """What ``write`` wrote; anything else is a ModelError that names the file."""
        header, arrays = persistence.load(path)
        if header.get("task") != "tag":
            raise ModelError(f"{path}: expected a tagger, got a model for {header.get('task')!r}")
        try:
            return cls._from_parts(header, arrays)
        except ModelError as error:
            raise ModelError(f"{path}: {error}") from None

    @classmethod
    def _from_parts(cls, header: dict[str, Any], arrays: dict[str, Any]) -> Kept:
        settings = header.get("settings")
        if not isinstance(settings, dict):
            raise ModelError("the model says nothing of its settings: the file is damaged")
        model = TagModel.from_parts(header, arrays)
        try:
            packed = arrays["vocabulary.text"], arrays["vocabulary.ends"]
        except KeyError:
            raise ModelError("the model has no vocabulary: the file is damaged") from None
        vocabulary = frozenset(persistence.unpack_strings(*packed, "vocabulary"))
        learner = str(settings.get("learner", "crf"))
        provenance = header.get("provenance", {})
        trained = settings.get("l2"), settings.get("margin")
        return cls(model, vocabulary, learner, *trained, provenance, header)
