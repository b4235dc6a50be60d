"""Small segmenters with random weights, and texts drawn to trip them up: what decoding is tested on."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import SegmentSentence
from tagshift.decode.segment_model import SegmentModel
from tagshift.features.ngrams import NgramSpec
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.segmenttemplates import SegmentTemplates, named
from tagshift.features.wordlists import WordList

SENTENCES = (
    "外国 人 参政 権 を 考える 会 が あり ます 。",
    "ab ab c d",
    "きょう は 二十一 日 、 AB社 の 本社 で 会い ましょう",
    "外国 の 人 は 長い長い長い名前 を 持つ",
    "カメラ と カタカナ カタカナ語辞典編集部 の 人",
    "一",
    "ア ア アア アアア アアアア アアアアア アアアアアア",
)
LIST = (
    "参政権",
    "長い長い長い名前を",
    "人",
    "abab",
    "日本社",
    "の人",
    "ましょう。",
    "アアアアアアアアアアア",
)

# The default's n-grams with fewer types: their table is small enough for kernels that run as Python.
SMALL = SegmentTemplates(
    "small",
    "boundary",
    tuple(NgramSpec.window("char", order, 4) for order in range(1, 5))
    + tuple(NgramSpec.window("type", order, 3) for order in range(1, 3)),
)

# Letters of the sentences, characters that no model knows, and those that end lines or words elsewhere.
letters = st.one_of(
    st.sampled_from("外国人参政権をの一二日abAＢ長いカア、。  \u3000"),
    st.sampled_from("ア"),
    st.sampled_from(["長い長い長い名前を", "カタカナ語辞典編集部", "アアアアアア", "外国人参政権", "本社"]),
    st.integers(0, 0x10FFFF).map(chr),
    st.sampled_from("\0\r\n\t\x85\u2028\ufeff\ud800\udfff\U0010ffff\U00020000é"),
)
texts = st.lists(letters, max_size=40).map("".join)


def random_model(
    seed: int,
    templates: str | SegmentTemplates = "default",
    *,
    lists: bool = False,
    chained: bool = False,
    largest: int = 40,
) -> SegmentModel:
    """Weights drawn for every feature of the sentences above; half of all n-grams dropped to leave holes."""
    rng = np.random.default_rng(seed)
    corpus = Corpus.from_segments(SegmentSentence.from_words(line.split(" ")) for line in SENTENCES)
    listed = list(dict.fromkeys([*LIST, *" ".join(SENTENCES[:-1]).split(" ")]))
    words = [WordList("list", listed, [n % 3 for n in range(len(listed))], 3)] if lists else []
    chosen = named(templates) if isinstance(templates, str) else templates
    index, encoded = SegmentIndex.fit(corpus, chosen, words, hide=0.0)
    assert len(index.lexicons) == 1 + lists
    columns = encoded.columns
    weights = {
        block.name: drawn(rng, (block.rows, block.width), columns, largest) for block in encoded.blocks
    }
    labels = len(encoded.labels)
    chain = rng.integers(-50, 50, labels * (labels + 2)) * chained
    return SegmentModel(index, weights, chain.astype(np.int64), 256.0, 0.7)


def drawn(rng, shape, columns, largest):
    """Weights, a third of them 0."""
    shape = shape if columns == 1 else (*shape, columns)
    kept = rng.random(shape) < 2 / 3
    return (rng.integers(-largest, largest + 1, shape) * kept).astype(np.int16)
