"""What whole-numbered weights cost: word F of development files with weights as learned, and as saved.

    python recipes/quantisation.py ../shared/data

Each scale (units in 1) and each cut-off (n-grams whose weights are all below so many units are left out) is
scored on the development files, with the size of the model file. Then the saved model labels every corpus
twice, by its compiled tables and by its encoded features, and both must agree to the last boundary.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from results import Score, keep
from segmenting import KWDLC, Corpora, parse, parser

from tagshift import Segmenter
from tagshift.data import formats
from tagshift.data.corpus import Corpus
from tagshift.data.sentence import SegmentSentence
from tagshift.decode import segment_model
from tagshift.decode.segment_model import SegmentModel
from tagshift.decode.segment_reader import SegmentReader
from tagshift.features.segmentindex import SegmentIndex
from tagshift.learners.model import ChainModel
from tagshift.learners.stream import Stream
from tagshift.optimize.pieces import Workers
from tagshift.scoring.words import WordScorer

SCALES, CUTOFFS = (16, 32, 64, 128, 256, 512), (0, 1, 2, 3, 4, 6)
BATCH = 2000
Gold = dict[str, list[SegmentSentence]]


class Unrounded:
    """A segmenter trained as always, and its weights as they were before they became whole numbers."""

    def __init__(self, data: Path, corpora: Corpora, threads: int) -> None:
        seen: list[tuple[SegmentIndex, ChainModel, list[str]]] = []
        rounding = SegmentModel.of

        def remember(index: SegmentIndex, model: ChainModel, names: list[str]) -> SegmentModel:
            seen.append((index, model, names))
            return rounding(index, model, names)

        SegmentModel.of = staticmethod(remember)
        try:
            source = formats.read(data / corpora.source, task="segment")
            self.segmenter = Segmenter(threads=threads).fit(source)
        finally:
            SegmentModel.of = rounding
        self.index, self.model, self.names = seen[0]  # the first is learned from all of the source

    def rounded(self, scale: int, cutoff: int) -> SegmentModel:
        """The model of other constants than the library's."""
        kept = segment_model.SCALE, segment_model.FEWEST
        segment_model.SCALE, segment_model.FEWEST = scale, cutoff
        try:
            return SegmentModel.of(self.index, self.model, self.names)
        finally:
            segment_model.SCALE, segment_model.FEWEST = kept

    def words(self, sentences: list[SegmentSentence]) -> Iterator[list[str]]:
        """Point-wise decisions by the weights as learned."""
        encoded = self.index.encode(Corpus.from_segments(SegmentSentence.raw(one.text) for one in sentences))
        scores = np.zeros(encoded.size)
        with Workers(1) as workers:
            Stream(encoded, workers).scores(self.model.theta(), scores)
        for sentence, start, length in zip(sentences, encoded.starts, encoded.lengths, strict=True):
            yield cut(sentence.text, scores[start : start + length])

    def size(self, model: SegmentModel) -> float:
        """Megabytes of the model file."""
        own = self.segmenter.model_
        self.segmenter.model_ = model
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "some.model"
                self.segmenter.save(path)
                return path.stat().st_size / 1e6
        finally:
            self.segmenter.model_ = own


def cut(text: str, scores: np.ndarray) -> list[str]:
    """The words where a score above 0 is a cut."""
    return SegmentSentence(text, (scores > 0).astype(np.uint8).tobytes()).words() if text else []


def f1(gold: list[SegmentSentence], found: Iterator[list[str]]) -> float:
    scorer = WordScorer()
    for sentence, words in zip(gold, found, strict=True):
        scorer.add(sentence.words(), words)
    return scorer.scores().f1


def main() -> None:
    options, tried = parse(parser(__doc__))
    unrounded = Unrounded(options.data, KWDLC, options.threads)
    if tried or not unrounded.segmenter.model_.is_pointwise:
        raise SystemExit("this recipe is about the default segmenter, which decides point by point")
    gold = {file: list(formats.read(options.data / file, task="segment")) for file in KWDLC.dev}
    keep(
        "quantisation",
        "Whole-numbered weights",
        f"Source `{KWDLC.source}`. Mean F of {', '.join(KWDLC.dev)}. The library's own: "
        f"scale {segment_model.SCALE}, cut-off {segment_model.FEWEST}.",
        [
            *as_learned(unrounded, gold),
            *as_rounded(unrounded, gold),
            agreement(unrounded.segmenter, options.data),
        ],
    )


def as_learned(unrounded: Unrounded, gold: Gold) -> Iterator[Score]:
    """The weights as they were learned."""
    found = [f1(sentences, unrounded.words(sentences)) for sentences in gold.values()]
    yield Score("weights as learned", float(np.mean(found)), beside(found))


def as_rounded(unrounded: Unrounded, gold: Gold) -> Iterator[Score]:
    """Every scale with the library's cut-off in its own units, every cut-off at the library's scale."""
    pairs = [(scale, max(segment_model.FEWEST * scale // segment_model.SCALE, 1)) for scale in SCALES]
    pairs += [(segment_model.SCALE, cutoff) for cutoff in CUTOFFS]
    for scale, cutoff in dict.fromkeys(pairs):
        model = unrounded.rounded(scale, cutoff)
        reader = SegmentReader(model)
        found = [f1(some, (reader.plain_words(one.text) for one in some)) for some in gold.values()]
        said = f"{beside(found)}; {unrounded.size(model):.2f} MB"
        yield Score(f"scale {scale}, cut-off {cutoff}", float(np.mean(found)), said)


def beside(found: list[float]) -> str:
    return " / ".join(f"{value:.2f}" for value in found)


def agreement(segmenter: Segmenter, data: Path) -> Score:
    """Lines of every corpus on which the compiled and the plain form of the saved model agree."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kwdlc.model"
        segmenter.save(path)
        reader = Segmenter.load(path).reader_
    files = sorted(
        file
        for room in ("jws", "cws")
        for file in (data / room).iterdir()
        if {".seg", ".raw"} & set(file.suffixes)
    )
    same = lines = 0
    for file in files:
        texts = [sentence.text for sentence in formats.read(file, task="segment")]
        for first in range(0, len(texts), BATCH):
            some = texts[first : first + BATCH]
            lines += len(some)
            same += sum(
                reader.words(text) == words for text, words in zip(some, plain(reader, some), strict=True)
            )
    if same != lines:
        raise SystemExit(f"{lines - same} of {lines} lines are cut otherwise by the compiled tables")
    said = f"{same} of {lines} lines of {len(files)} files"
    return Score(
        "compiled tables and encoded features agree, % of lines", 100.0 * same / lines, said, must=100.0
    )


def plain(reader: SegmentReader, texts: list[str]) -> Iterator[list[str]]:
    """The same model's decisions, from encoded features."""
    flat = reader.boundary_scores(SegmentSentence.raw(text) for text in texts)
    ends = np.cumsum([max(len(text) - 1, 0) for text in texts])
    for text, end in zip(texts, ends, strict=True):
        yield cut(text, flat[end - max(len(text) - 1, 0) : end])


if __name__ == "__main__":
    main()
