from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentences import segments
from streams import GAP, alphabet_of, corpus_of, spelled

from tagshift.data.corpus import Corpus, code_points
from tagshift.data.schemes.sixtag import SIXTAG
from tagshift.data.sentence import CUT, UNKNOWN, SegmentSentence
from tagshift.errors import ModelError, ParameterError
from tagshift.features.segmentindex import DICTIONARY, OWN, SegmentIndex, tag_sets, word_places
from tagshift.features.segmenttemplates import NAMED, named
from tagshift.features.stream import TextStream
from tagshift.features.wordlists import MOST_CLASSES, WordList

LINES = ("外国 人 参政 権", "外国 人 参政 権", "Ａb 12 人", "", "権", "Ａb 12 人 権")
DEFAULT, TSUBOI, GAO = map(named, NAMED)
corpora = st.lists(segments(), max_size=4).map(Corpus.from_segments)


def events(encoded, *, without=()):
    return {
        block.name: sorted(zip(block.anchors.tolist(), block.ids.tolist(), strict=True))
        for block in encoded.blocks
        if block.name not in without
    }


def fitted(*lines, templates=DEFAULT, lists=(), **rest):
    return SegmentIndex.fit(corpus_of(*lines), templates, lists, **rest)


# Words and tags of partly cut texts


def certain_words(sentence):
    """The spans with a cut or an edge on both sides and no doubt inside."""
    cuts = [CUT, *sentence.cuts, CUT]
    size = len(sentence.text)
    for begin in range(size):
        for end in range(begin + 1, size + 1):
            inside = cuts[begin + 1 : end]
            if cuts[begin] == cuts[end] == CUT and not any(cut in (CUT, UNKNOWN) for cut in inside):
                yield begin, end


@given(st.lists(segments(), max_size=4))
def test_the_words_of_a_corpus_are_those_with_cuts_on_both_sides_and_no_doubt_inside(sentences):
    corpus = Corpus.from_segments(sentences)
    stream = TextStream.of(corpus, alphabet_of(""), GAP)
    begins, ends = word_places(corpus, stream)
    expected = [
        (int(start) + begin, int(start) + end)
        for start, sentence in zip(stream.starts, sentences, strict=True)
        for begin, end in certain_words(sentence)
    ]
    assert list(zip(begins.tolist(), ends.tolist(), strict=True)) == expected


@given(st.lists(segments(), max_size=4))
def test_every_character_may_take_the_tags_that_its_two_cuts_leave(sentences):
    found = tag_sets(Corpus.from_segments(sentences))
    expected = [SIXTAG.allowed(sentence.cuts).tolist() for sentence in sentences if sentence.text]
    assert found.tolist() == [row for rows in expected for row in rows]


# Encoding


def test_a_boundary_scheme_labels_the_places_between_characters():
    sentences = [SegmentSentence("abc", bytes([CUT, UNKNOWN]), weight=2.0), SegmentSentence.raw("d")]
    corpus = Corpus.from_segments([*sentences, SegmentSentence.raw("")])
    _, encoded = SegmentIndex.fit(corpus, DEFAULT)
    assert encoded.labels == ("-", "|")
    assert encoded.lengths.tolist() == [2, 0, 0]
    assert encoded.weights.tolist() == [2.0, 1.0, 1.0]
    start = int(encoded.starts[0])
    assert encoded.masks[encoded.allowed[start : start + 2]].tolist() == [[False, True], [True, True]]
    assert set(np.delete(encoded.allowed, start)) == {0}
    assert encoded.legal.follow.all()


def test_a_tag_scheme_labels_the_characters_by_the_grammar():
    _, encoded = fitted("ab c", "d", templates=GAO)
    assert encoded.labels == SIXTAG.names
    assert encoded.lengths.tolist() == [3, 1]
    allowed = encoded.masks[encoded.allowed[encoded.starts[0] :][:3]]
    assert [[SIXTAG.names[n] for n in np.flatnonzero(row)] for row in allowed] == [["B"], ["E"], ["S"]]
    assert not encoded.legal.follow[SIXTAG.names.index("B"), SIXTAG.names.index("S")]


@pytest.mark.parametrize("templates", NAMED.values(), ids=NAMED)
def test_training_sees_what_labelling_sees_but_for_what_is_withheld(templates):
    # Every word stands in another sentence too, and nothing is hidden.
    index, encoded = fitted(*LINES, templates=templates, hide=0.0)
    again = index.encode(corpus_of(*LINES))
    assert events(again) == events(encoded)
    assert index.shapes() == {block.name: (block.rows, block.width) for block in encoded.blocks}
    for name in ("size", "labels"):
        assert getattr(again, name) == getattr(encoded, name)
    for name in ("allowed", "masks", "starts", "lengths", "weights"):
        assert np.array_equal(getattr(again, name), getattr(encoded, name))


def test_the_own_words_of_one_sentence_alone_are_withheld_from_it():
    index, encoded = fitted("外国 人", "人 x", hide=0.0)
    seen = index.encode(corpus_of("外国 人", "人 x"))
    name = f"{OWN}.words"
    assert len(events(encoded)[name]) == 2  # 人 twice
    assert len(events(seen)[name]) == 4
    ngrams = (f"{OWN}.words", f"{OWN}.lattice")
    assert events(encoded, without=ngrams) == events(seen, without=ngrams)


def test_what_is_hidden_is_drawn_by_the_seed():
    draws = [events(fitted(*LINES * 9, hide=0.5, seed=seed)[1])[f"{OWN}.words"] for seed in (1, 1, 2)]
    every = events(fitted(*LINES * 9, hide=0.0)[1])[f"{OWN}.words"]
    assert draws[0] == draws[1] != draws[2]
    assert len(draws[0]) < len(every)
    assert not Counter(draws[0]) - Counter(every)


@settings(max_examples=40)
@given(st.lists(st.text("外国人bＡ1x", max_size=7), max_size=4))
def test_the_features_of_a_text_do_not_depend_on_its_neighbours(texts):
    index = INDEX
    whole = index.encode(Corpus.from_segments(map(SegmentSentence.raw, texts)))
    expected = {block.name: [] for block in whole.blocks}
    for text, start in zip(texts, whole.starts.tolist(), strict=True):
        alone = index.encode(Corpus.from_segments([SegmentSentence.raw(text)]))
        moved = start - int(alone.starts[0])
        for name, found in events(alone).items():
            expected[name] += [(anchor + moved, row) for anchor, row in found]
    assert events(whole) == {name: sorted(found) for name, found in expected.items()}


INDEX = fitted(*LINES, lists=[WordList("list", ["外国人", "人", "権", "外国", "12"], [1, 2, 0, 1, 2], 3)])[0]


@settings(max_examples=40)
@given(corpora)
def test_any_corpus_gives_an_index_whose_events_are_within_its_blocks(corpus):
    index, encoded = SegmentIndex.fit(corpus, DEFAULT)
    for block in (*encoded.blocks, *index.encode(corpus).blocks):
        assert (np.diff(block.anchors) >= 0).all()
        reach = block.anchors + block.shift
        assert ((block.ids >= 0) & (block.ids < block.rows)).all()
        assert ((reach >= 0) & (reach + block.width <= encoded.size)).all()


def test_ngrams_frequent_in_raw_text_alone_are_kept():
    raw = Corpus.from_segments([SegmentSentence.raw("血")])
    plain, _ = fitted("外 国")
    index, encoded = fitted("外 国", raw=raw)
    assert plain.alphabet.size + 1 == index.alphabet.size
    assert {name: rows > plain.shapes()[name][0] for name, (rows, _) in index.shapes().items()}["char1"]
    assert len(events(index.encode(raw))["char1"]) == 1
    assert encoded.lengths.tolist() == [1]  # raw text is not trained on


# Word lists


def held(share):
    """A corpus of four words, and a list that holds this many quarters of them."""
    return ["外国 人", "参政 権"], WordList("list", [*("外国", "人", "参政", "権")[: int(4 * share)], "x"])


def test_a_list_that_holds_half_of_the_source_is_a_dictionary_with_features_of_its_own():
    lines, words = held(DICTIONARY)
    index, encoded = fitted(*lines, lists=[words], hide=0.0)
    assert list(index.lexicons) == [OWN, "list"]
    assert index.joined == ()
    assert "list.words" in events(encoded)
    assert len(events(encoded)["list.words"]) == 2  # nothing of it is withheld


def test_a_list_that_holds_less_joins_the_own_list_after_training():
    lines, words = held(DICTIONARY - 0.25)
    index, encoded = fitted(*lines, lists=[words], hide=0.0)
    assert list(index.lexicons) == [OWN]
    assert index.joined == ("list",)
    assert spelled(index.lexicons[OWN].words, index.alphabet) == ["外国", "人", "参政", "権", "x"]
    assert events(encoded)[f"{OWN}.words"] == []  # each own word stands in one sentence alone
    assert index.own_words == 4
    # x is found by the weights that own words have; the alphabet knows it from the list.
    assert len(events(index.encode(corpus_of("x人")))[f"{OWN}.words"]) == 2


def test_the_share_is_of_running_words_not_of_distinct_ones():
    words = WordList("list", ["a"])
    assert fitted("a a a b c", lists=[words])[0].joined == ()
    assert fitted("a b b c c", lists=[words])[0].joined == ("list",)


def test_a_joined_list_with_classes_of_its_own_takes_those_of_types():
    words = WordList("list", ["外国", "漢ア", "アア"], [60, 61, 62], 64)
    index, _ = fitted("外国 人 参政 権", lists=[words])
    own = index.lexicons[OWN]
    kinds = dict(zip(spelled(own.words, index.alphabet), own.classes.tolist(), strict=True))
    assert index.joined == ("list",)
    # アア is of a type that the source never saw, and that has no relative in it: it stays katakana.
    assert kinds == {"外国": 3, "人": 3, "参政": 3, "権": 3, "漢ア": 0, "アア": 2}


def test_lists_as_terms_are_never_joined_for_each_has_features_of_its_own():
    index, encoded = fitted("a b b c c", templates=TSUBOI, lists=[WordList("list", ["a"])])
    assert index.joined == ()
    assert "list.edges" in events(encoded)


def test_each_list_is_hidden_by_itself():
    texts = ["ab"] * 200
    lists = [WordList(name, ["ab"]) for name in ("one", "two")]
    _, encoded = fitted(*texts, lists=lists, hide=0.5)
    one, two = (events(encoded)[f"{name}.words"] for name in ("one", "two"))
    assert 60 < len(one) < 140
    assert one != two


@pytest.mark.parametrize(
    ("templates", "lists", "what"),
    [
        (GAO, [WordList("list", ["a"])], "'gao2010' have no features of word lists; leave 'list' out"),
        (DEFAULT, [WordList("list", ["a"])] * 2, "two word lists are called 'list'; rename one"),
        (DEFAULT, [WordList(OWN, ["a"])], "two word lists are called 'own'; rename one"),
        (DEFAULT, [WordList("list", ["a"], [0], MOST_CLASSES + 1)], "at most 64 classes"),
    ],
)
def test_lists_that_cannot_be_used_are_refused(templates, lists, what):
    with pytest.raises(ParameterError, match=what):
        fitted("a b", templates=templates, lists=lists)


def test_the_vocabulary_is_the_own_words_folded_without_the_joined_ones():
    index, _ = fitted("Ａb人 12 人", lists=[WordList("list", ["外国"])])
    found = index.vocabulary()
    assert index.joined == ("list",)
    assert len(found) == 3
    assert all(word in found for word in ("Ａb人", "aB人", "１2", "人"))
    assert not any(word in found for word in ("外国", "b人", ""))


@pytest.mark.parametrize("templates", [TSUBOI, GAO])
def test_templates_that_do_not_fold_tell_width_and_case_apart(templates):
    found = fitted("Ａb 人", templates=templates)[0].vocabulary()
    assert "Ａb" in found
    assert "ab" not in found


# Saving


@pytest.mark.parametrize("templates", NAMED.values(), ids=NAMED)
def test_an_index_comes_back_from_its_state(templates):
    lists = [WordList("list", ["外国", "人", "権"], [1, 2, 0], 3), WordList("towns", ["京都"])]
    index, _ = fitted(*LINES, templates=templates, lists=lists if templates.lists != "none" else ())
    header, arrays = index.to_state()
    again = SegmentIndex.from_state(json.loads(json.dumps(header)), arrays)
    text = corpus_of("外国 人 ａＢ", "京都 x 権", "")
    assert events(again.encode(text)) == events(index.encode(text))
    assert (again.templates, again.joined, again.own_words) == (
        index.templates,
        index.joined,
        index.own_words,
    )
    assert again.vocabulary().words == index.vocabulary().words
    assert again.shapes() == index.shapes()
    more, kept = again.to_state()
    assert more == header
    assert all(np.array_equal(kept[name], found) for name, found in arrays.items())


def damaged(header, arrays, **changed):
    return {**header, **{name: value for name, value in changed.items() if name in header}}, {
        **arrays,
        **{name.replace("_", "."): value for name, value in changed.items() if name not in header},
    }


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"lists": []}, "own words are missing"),
        ({"own_words": 10**6}, "number of own words"),
        ({"own_words": -1}, "number of own words"),
        ({"keys_char2": np.array([1 << 40], np.uint64)}, "char2 n-grams are too long"),
        ({"list0_lengths": np.zeros(6, np.uint8)}, "word list 'own' has words of no possible length"),
        ({"alphabet": np.array([5, 3], np.uint32)}, "alphabet does not ascend"),
    ],
)
def test_a_state_that_is_not_an_index_is_refused(changed, what):
    state = fitted("外国 人 参政 権 Ａb 12")[0].to_state()
    SegmentIndex.from_state(*state)
    with pytest.raises(ModelError, match=what):
        SegmentIndex.from_state(*damaged(*state, **changed))


def test_no_text_and_texts_without_places_are_an_index_of_little():
    for lines in ([], [""], ["a"]):
        index, encoded = fitted(*lines)
        assert encoded.lengths.tolist() == [0] * len(lines)
        assert index.own_words == len("".join(lines))
        assert np.array_equal(index.alphabet.characters, code_points("".join(lines)))
