"""Worker: ours and the peers label the same lines, in one process and one thread.

Seconds are those of the processor, all threads of the process together: the machine's other work does not
count, and a second thread would. ``python -m benchmarks.labelling_worker MODEL TEXT``; a request names who
labels and what is wanted.
"""

from __future__ import annotations

import lzma
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.measure import answer
from tagshift import Segmenter

Job = Callable[[], object]


class Desk:
    """The text, and every tool that has been asked for, loaded once."""

    def __init__(self, model: Path, text: Path) -> None:
        self.text, self.output = text, text.with_suffix(".labelled")
        self.lines = text.read_text("utf-8").split("\n")[:-1]
        self.segmenter = Segmenter.load(model)
        self.characters = sum(map(len, self.lines))

    def ours_file(self) -> Job:
        """From a file of UTF-8 to a file of UTF-8."""

        def job() -> None:
            with self.text.open("rb") as source, self.output.open("wb") as target:
                self.segmenter.label_stream(source, target, name=str(self.text))

        return job

    def ours_list(self) -> Job:
        return lambda: self.segmenter.predict(self.lines)

    def ours_call(self) -> Job:
        return lambda: [self.segmenter(line) for line in self.lines]

    def vaporetto_string(self, model: str) -> Job:
        tokenize = vaporetto(model).tokenize_to_string
        return lambda: [tokenize(line) for line in self.lines]

    def vaporetto_list(self, model: str) -> Job:
        tokenize = vaporetto(model).tokenize
        return lambda: [[token.surface() for token in tokenize(line)] for line in self.lines]

    def fugashi_string(self) -> Job:
        """MeCab's own joining of words, ``-Owakati``: no word becomes a Python object."""
        import fugashi
        import ipadic

        parse = fugashi.GenericTagger(f"{ipadic.MECAB_ARGS} -Owakati").parse
        return lambda: [parse(line) for line in self.lines]

    def sudachipy_list(self) -> Job:
        from sudachipy import Dictionary

        tokenize = Dictionary(dict="core").tokenizer().tokenize
        return lambda: [[word.surface() for word in tokenize(line)] for line in self.lines]

    def jieba_list(self) -> Job:
        import logging

        import jieba

        jieba.setLogLevel(logging.WARNING)
        jieba.initialize()
        return lambda: [jieba.lcut(line) for line in self.lines]

    def check(self) -> None:
        """What was written is the text that was read, with spaces; whoever loses text has no speed."""
        self.ours_file()()
        read, written = self.text.read_text("utf-8"), self.output.read_text("utf-8")
        if read.replace(" ", "") != written.replace(" ", ""):
            raise ValueError(f"{self.output} is not the text of {self.text}")


@cache
def vaporetto(model: str) -> Any:
    """Vaporetto with a model of KyTea's; text is not normalised, as KyTea does not, which is also faster."""
    import vaporetto

    return vaporetto.Vaporetto.create_from_kytea_model(lzma.decompress(Path(model).read_bytes()), norm=False)


def main() -> None:
    desk = Desk(Path(sys.argv[1]), Path(sys.argv[2]))
    desk.check()
    jobs: dict[str, Job] = {}

    def respond(who: str, **arguments: Any) -> dict[str, Any]:
        if who not in jobs:
            jobs[who] = getattr(desk, who)(**arguments)
            jobs[who]()  # once without a clock: caches fill, pages come in
        start = time.process_time()
        jobs[who]()
        return {"seconds": time.process_time() - start, "characters": desk.characters}

    answer(respond)


if __name__ == "__main__":
    main()
