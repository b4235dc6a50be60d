"""Chunking on CoNLL-2000, words and their parts of speech: F1 of chunks.

    python recipes/chunk_conll2000.py ../shared/data            # every tenth sentence
    python recipes/chunk_conll2000.py ../shared/data --test     # and the test file

The regularisation was chosen on every tenth sentence.
"""

from segmenting import parse, parser
from tagging import SETTINGS, score, tell, train

from tagshift.data import formats

SOURCE, TEST, BARS = "chunk/conll2000.train.txt.gz", "chunk/conll2000.test.txt", (93.9, 94.4)
CHOSEN = {"templates": "chunk", "l2": 2.0}


def main() -> None:
    options, tried = parse(parser(__doc__, SETTINGS), SETTINGS)
    settings = CHOSEN | tried
    source = list(formats.read(options.data / SOURCE, task="tag"))
    rest = [sentence for number, sentence in enumerate(source) if number % 10 != 9]
    tagger, said = train(rest, threads=options.threads, **settings)
    scores = [score(tagger, "every tenth sentence of the source", source[9::10])]
    if options.test:
        tagger, said = train(source, threads=options.threads, **settings)
        scores.append(score(tagger, TEST, list(formats.read(options.data / TEST, task="tag")), BARS))
    tell(tried, "chunk_conll2000", "Chunks of CoNLL-2000", f"Source `{SOURCE}`; {said}", scores)


if __name__ == "__main__":
    main()
