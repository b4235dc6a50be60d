"""Train an entity tagger on the news, meet the harbour: scores at home and away, and what it is unsure of.

python examples/tag_names_elsewhere.py
"""

from importlib.resources import files

from tagshift import Tagger
from tagshift.data.formats import read

SAMPLES = files("tagshift") / "samples"


def sentences(name):
    return list(read(str(SAMPLES / name), task="tag"))


source, target = sentences("en.source.tsv"), sentences("en.target.tsv")
home = source[::5]
tagger = Tagger().fit([s for n, s in enumerate(source) if n % 5], threads=2)
for name, gold in (("home", home), ("harbour", target)):
    found = tagger.predict(gold)
    right = sum(
        g == p for s, labels in zip(gold, found, strict=True) for g, p in zip(s.labels, labels, strict=True)
    )
    print(f"{name:8} {100 * right / sum(len(s.labels) for s in gold):.2f} % of labels right")

tokens = target[3].tokens
print()
for token, label, row in zip(tokens, tagger(tokens), tagger.predict_marginals([tokens])[0], strict=True):
    print(f"{token:16} {label:8} {row.max():.2f}")
