"""What a word list brings a segmenter: as features of its own, or joined to the source's own words.

    python recipes/word_lists.py ../shared/data

The lists of a target stand for an expert's: the most frequent words of wac.train that the source lacks. The
dictionary is jumandic's surfaces alone. Development files only: this is where ``DICTIONARY`` was chosen.
"""

from collections import Counter
from pathlib import Path

from results import Score, keep
from segmenting import KWDLC, parse, parser, score, train

from tagshift.data import formats
from tagshift.features import segmentindex, wordlists
from tagshift.features.wordlists import WordList

POOL = "jws/wac.train.seg.gz"
SIZES = (300, 5000)
# What share of the source a list must hold to get features of its own.
WAYS = {"features of its own": 0.0, "joined to the source's words": 1.1}


def main() -> None:
    arguments = parser(__doc__)
    options, tried = parse(arguments)
    if options.test:
        arguments.error("development files only: --test has nothing to score")
    scores = scored(options.data, "no list", (), options.threads, tried)
    for words in (*target_lists(options.data), WordList("jumandic", wordlists.load("jumandic").words)):
        for way, share in WAYS.items():
            segmentindex.DICTIONARY = share
            scores += scored(options.data, f"{words.name}, {way}", (words,), options.threads, tried)
    if not tried:
        said = f"Source `{KWDLC.source}`. Mean F of {', '.join(KWDLC.dev)}; beside it each."
        keep("word_lists", "Word lists: features of their own, or joined", said, scores)


def target_lists(data: Path) -> list[WordList]:
    """The most frequent words of the target that the source has not, several sizes."""
    source, pool = (
        Counter(word for sentence in formats.read(data / name, task="segment") for word in sentence.words())
        for name in (KWDLC.source, POOL)
    )
    new = [word for word, _ in pool.most_common() if word not in source and len(word) > 1]
    return [WordList(f"{size} words of wac", new[:size]) for size in SIZES]


def scored(
    data: Path, what: str, words: tuple[WordList, ...], threads: int, tried: dict[str, object]
) -> list[Score]:
    """One row: the mean over the development files."""
    segmenter, _ = train(data, KWDLC, words, threads=threads, **tried)
    found = [score(segmenter, data, file).value for file in KWDLC.dev]
    row = Score(what, sum(found) / len(found), " / ".join(f"{value:.2f}" for value in found))
    print(f"{row.what}: {row.value:.2f} {row.beside}", flush=True)
    return [row]


if __name__ == "__main__":
    main()
