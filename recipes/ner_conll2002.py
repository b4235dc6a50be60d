"""Named entities on CoNLL-2002, Spanish and Dutch, from the words alone: F1 of entities.

    python recipes/ner_conll2002.py ../shared/data            # testa, which chooses the regularisation
    python recipes/ner_conll2002.py ../shared/data --test     # and testb

Default templates, no word list, no unlabelled text.
"""

from segmenting import parse, parser
from tagging import SETTINGS, score, tell, train

from tagshift.data import formats

LANGUAGES = {"esp": ("Spanish", (80.5, 82.0)), "ned": ("Dutch", (78.5, 80.5))}


def main() -> None:
    arguments = parser(__doc__, SETTINGS)
    arguments.add_argument("--languages", default=",".join(LANGUAGES), help="some of these")
    options, tried = parse(arguments, SETTINGS)
    for language in options.languages.split(","):
        name, bars = LANGUAGES[language]
        files = [f"ner/conll2002.{language}.{part}" for part in ("train.txt.gz", "testa.txt", "testb.txt")]
        source, dev = (list(formats.read(options.data / file, task="tag")) for file in files[:2])
        tagger, said = train(source, dev, threads=options.threads, **tried)
        scores = [score(tagger, files[1], dev)]
        if options.test:
            scores.append(
                score(tagger, files[2], list(formats.read(options.data / files[2], task="tag")), bars)
            )
        title = f"{name} entities of CoNLL-2002"
        tell(tried, f"ner_conll2002 {language}", title, f"Source `{files[0]}`; {said}", scores)


if __name__ == "__main__":
    main()
