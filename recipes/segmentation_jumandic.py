"""Japanese word segmentation with the words of a MeCab dictionary: kwdlc with the package ``jumandic``.

python recipes/segmentation_jumandic.py ../shared/data           # development files
python recipes/segmentation_jumandic.py ../shared/data --test    # and kwdlc.test with the chosen settings
"""

from results import keep
from segmenting import KWDLC, parse, parser, score, train

from tagshift.features import wordlists

TEST, BARS = "jws/kwdlc.test.seg", (97.8, 98.5)


def main() -> None:
    options, tried = parse(parser(__doc__))
    words = (wordlists.load("jumandic"),)
    segmenter, said = train(options.data, KWDLC, words, threads=options.threads, **tried)
    scores = [score(segmenter, options.data, file) for file in KWDLC.dev]
    if options.test:
        scores.append(score(segmenter, options.data, TEST, BARS))
    if tried:
        print(f"with {tried}: {', '.join(f'{found.what} {found.value:.2f}' for found in scores)}", flush=True)
    else:
        keep("segmentation_jumandic", "Segmentation learned from kwdlc and jumandic's words", said, scores)


if __name__ == "__main__":
    main()
