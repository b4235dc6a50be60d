"""Named entities on CoNLL-2002, Spanish and Dutch, from the words alone: F1 of testa and testb.

    python recipes/ner_conll2002.py ../shared/data

The regularisation is chosen on testa, testb is read once; default templates, no word list, no unlabelled
text.
"""

import argparse
from pathlib import Path

from tagshift import Tagger
from tagshift.data import formats

FILES = ("train.txt.gz", "testa.txt", "testb.txt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder of corpora")
    parser.add_argument("--languages", default="esp,ned")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    for language in options.languages.split(","):
        paths = [options.data / "ner" / f"conll2002.{language}.{name}" for name in FILES]
        train, dev, test = (list(formats.read(path, task="tag")) for path in paths)
        tagger = Tagger().fit(train, dev=dev, threads=options.threads)
        scores = f"testa {tagger.score(dev):.2f}, testb {tagger.score(test):.2f}"
        print(f"{language}: F1 {scores} (l2 {tagger.l2_:g}; {tagger.model_.chain.report})", flush=True)


if __name__ == "__main__":
    main()
