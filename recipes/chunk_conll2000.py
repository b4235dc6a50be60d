"""Chunking on CoNLL-2000, words and their parts of speech: F1 of the test file.

    python recipes/chunk_conll2000.py ../shared/data

The regularisation is chosen on every tenth sentence of the training file; then the whole of it is learned.
"""

import argparse
from pathlib import Path

from tagshift import Tagger
from tagshift.data import formats

CHOICES = (0.5, 1.0, 2.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder of corpora")
    parser.add_argument("--templates", default="chunk")
    parser.add_argument("--l2", type=float, help="leave the choice out")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    train, test = (list(formats.read(options.data / "chunk" / name, task="tag")) for name in FILES)
    l2 = options.l2 or choose(train, options)
    tagger = Tagger(templates=options.templates, l2=l2).fit(train, threads=options.threads)
    print(f"conll2000.test: F1 {tagger.score(test):.2f} (l2 {l2:g}; {tagger.model_.chain.report})")


def choose(train: list, options: argparse.Namespace) -> float:
    """The regularisation that labels every tenth sentence best, learned from the others."""
    held, rest = train[9::10], [s for n, s in enumerate(train) if n % 10 != 9]
    scores = {}
    for l2 in CHOICES:
        tagger = Tagger(templates=options.templates, l2=l2).fit(rest, threads=options.threads)
        scores[l2] = tagger.score(held)
        print(f"held out: F1 {scores[l2]:.2f} (l2 {l2:g})", flush=True)
    return max(scores, key=scores.__getitem__)


FILES = ("conll2000.train.txt.gz", "conll2000.test.txt")

if __name__ == "__main__":
    main()
