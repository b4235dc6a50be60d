"""Train a segmenter on everyday prose, meet hospital notes, add a word list: what does each step bring?

The list was made by people who knew the notes: the gain shows how it is done, not how much it is elsewhere.

python examples/segment_another_domain.py
"""

from importlib.resources import files

from tagshift import Segmenter
from tagshift.data.formats import read
from tagshift.features.wordlists import from_file

SAMPLES = files("tagshift") / "samples"


def sentences(name):
    return list(read(str(SAMPLES / name), task="segment"))


def show(name, segmenter, target):
    scores = segmenter.evaluate(target).scores()
    print(f"{name:24} word F {scores.f1:5.2f}   recall of unseen words {scores.unseen_recall:5.2f}")


source, target = sentences("ja.source.seg"), sentences("ja.target.seg")
plain = Segmenter(threads=2).fit(source)
listed = Segmenter(threads=2, words=[from_file(str(SAMPLES / "ja.target.words"))]).fit(source)
show("source alone", plain, target)
show("with a word list", listed, target)

text = target[0].text
print("\n" + text)
print(" | ".join(plain(text)))
print(" | ".join(listed(text)))

# How sure is it of each boundary? Ask an expert about the doubtful ones.
probabilities = listed.predict_marginals([text])[0]
for place in abs(probabilities - 0.5).argsort()[:3]:
    print(f"{text[max(0, place - 4) : place + 1]}|{text[place + 1 : place + 6]}   {probabilities[place]:.2f}")
