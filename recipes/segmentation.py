"""Word segmentation in Japanese and Chinese from one source each: word F at home and in other domains.

    python recipes/segmentation.py ../shared/data            # development files
    python recipes/segmentation.py ../shared/data --test     # and, with the chosen settings, the test files

The source teaches, and nothing else: no other domain's text and no word list.
"""

from results import keep
from segmenting import SOURCES, parse, parser, score, train


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--sources", default=",".join(SOURCES), help="some of these")
    options, tried = parse(arguments)
    for name in options.sources.split(","):
        corpora = SOURCES[name]
        segmenter, said = train(options.data, corpora, threads=options.threads, **tried)
        scores = [score(segmenter, options.data, file) for file in corpora.dev]
        if options.test:
            scores += [score(segmenter, options.data, file, bars) for file, bars in corpora.tests.items()]
        if tried:
            print(
                f"with {tried}: {', '.join(f'{found.what} {found.value:.2f}' for found in scores)}",
                flush=True,
            )
        else:
            keep(f"segmentation {name}", f"Segmentation learned from {name}", said, scores)


if __name__ == "__main__":
    main()
