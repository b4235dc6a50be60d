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
tagger = Tagger(threads=2).fit([s for n, s in enumerate(source) if n % 5])
for name, gold in (("home", home), ("harbour", target)):
    found = tagger.evaluate(gold)
    print(f"{name:8} span F {found.percent:5.2f}   {found.scores().accuracy:.2f} % of labels right")

tokens = target[3].tokens
print()
for token, label, row in zip(tokens, tagger(tokens), tagger.predict_marginals([tokens])[0], strict=True):
    print(f"{token:16} {label:8} {row.max():.2f}")
