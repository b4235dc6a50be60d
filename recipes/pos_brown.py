"""Parts of speech across the genres of the Brown corpus: accuracy on six kinds of fiction.

    python recipes/pos_brown.py ../shared/data

Source: 9,000 sentences spread evenly over learned, editorial, news and reviews. Features: Toepfer's base
features (the word, its endings, case and length; no context). Labels: the simplified tags, VBZ taken as V.
The model is that of the thesis: a normal prior of variance 1/2, and only parameters that the source shows.
"""

import argparse
from pathlib import Path

from tagshift import Tagger
from tagshift.data import formats
from tagshift.data.sampling import map_labels, take
from tagshift.learners.crf import CRF
from tagshift.learners.observed import ObservedCRF

SOURCE = ("learned.tsv.gz", "editorial.tsv", "news.tsv.gz", "reviews.tsv")
TARGET = (
    "adventure.tsv.gz",
    "fiction.tsv.gz",
    "humor.tsv",
    "mystery.tsv",
    "romance.tsv.gz",
    "science_fiction.tsv",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder of corpora")
    parser.add_argument("--templates", default="toepfer2012")
    parser.add_argument("--l2", type=float, default=2.0)
    parser.add_argument("--all-parameters", action="store_true", help="a plain CRF, with all parameters")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    source = [sentence for part in take([read(options, name) for name in SOURCE], 9000) for sentence in part]
    learner = (CRF if options.all_parameters else ObservedCRF)(l2=options.l2)
    tagger = Tagger(templates=options.templates, learner=learner).fit(source, threads=options.threads)
    everything = []
    for name in TARGET:
        sentences = read(options, name)
        everything += sentences
        print(f"{name.partition('.')[0]}: accuracy {tagger.score(sentences):.2f}", flush=True)
    print(f"all six: accuracy {tagger.score(everything):.2f} ({tagger.model_.chain.report})")


def read(options: argparse.Namespace, name: str) -> list:
    path = options.data / "pos" / f"brown.{name}"
    return map_labels(formats.read(path, task="tag", label_column=3), {"VBZ": "V"})


if __name__ == "__main__":
    main()
