"""Worker: our tagger of chunks and crfsuite's on the same sentences, by seconds of the processor.

``python -m benchmarks.tagger_worker MODEL TRAINING TEXT``. crfsuite learns briefly: its speed does not depend
on its accuracy.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import answer
from tagshift import Tagger
from tagshift.data import formats
from tagshift.data.sentence import TagSentence

ITERATIONS = 30


def attributes(columns: Sequence[Sequence[str]]) -> list[list[str]]:
    """The templates ``chunk`` for every token, as one writes them in Python."""
    tokens, tags = (["", "", *column, "", ""] for column in columns[:2])
    found = []
    for n in range(2, len(tokens) - 2):
        here = [f"w{k}={tokens[n + k]}" for k in range(-2, 3)]
        here += [f"p{k}={tags[n + k]}" for k in range(-2, 3)]
        here += [f"w{k}w={tokens[n + k]} {tokens[n + k + 1]}" for k in (-1, 0)]
        here += [f"p{k}p={tags[n + k]} {tags[n + k + 1]}" for k in range(-2, 2)]
        here += [f"p{k}pp={tags[n + k]} {tags[n + k + 1]} {tags[n + k + 2]}" for k in range(-2, 1)]
        found.append(here)
    return found


def crfsuite(sentences: list[TagSentence]) -> Any:
    """A tagger of crfsuite's."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"max_iterations": ITERATIONS, "c2": 1.0})
    for sentence in sentences:
        trainer.append(attributes(sentence.columns), sentence.labels)
    with tempfile.NamedTemporaryFile() as model:
        trainer.train(model.name)
        tagger = pycrfsuite.Tagger()
        tagger.open(model.name)
    return tagger


class Desk:
    """The sentences and both taggers; crfsuite's is made when it is first asked for."""

    def __init__(self, model: Path, training: Path, test: Path) -> None:
        self.training, self.tagger = training, Tagger.load(model)
        self.sentences = [sentence.columns for sentence in formats.read(test, task="tag")]
        self.inputs = [TagSentence(columns, [None] * len(columns[0])) for columns in self.sentences]
        self.peer_tagger: Any = None
        self.ready: list[Any] = []

    def ours(self) -> None:
        self.tagger.predict(self.inputs)

    def peer(self) -> None:
        for columns in self.sentences:
            self.peer_tagger.tag(attributes(columns))

    def peer_ready(self) -> None:
        for items in self.ready:
            self.peer_tagger.tag(items)

    def prepare(self, who: str) -> None:
        if who != "ours" and self.peer_tagger is None:
            import pycrfsuite

            self.peer_tagger = crfsuite(list(formats.read(self.training, task="tag")))
            self.ready = [pycrfsuite.ItemSequence(attributes(columns)) for columns in self.sentences]


def main() -> None:
    desk = Desk(*map(Path, sys.argv[1:4]))
    tokens = sum(len(columns[0]) for columns in desk.sentences)

    def respond(who: str) -> dict[str, Any]:
        desk.prepare(who)
        start = time.process_time()
        getattr(desk, who)()
        return {"seconds": time.process_time() - start, "tokens": tokens}

    answer(respond)


if __name__ == "__main__":
    main()
