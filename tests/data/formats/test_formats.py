import io
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentences import read as read_bytes
from sentences import segments, tagged, written

from tagshift.data import formats
from tagshift.data.formats import all_formats, by_ending, by_name, read, write
from tagshift.data.sentence import CUT, SegmentSentence, TagSentence
from tagshift.errors import CorpusError, OutputError, ParameterError

TEXTUAL = pytest.mark.parametrize("form", [f for f in all_formats() if not f.binary], ids=lambda f: f.name)
# Pieces that readers of one format or another take for something.
PIECES = [
    *[
        "\t",
        "\n",
        "\r\n",
        " ",
        "/",
        "|",
        "-",
        "?",
        "&",
        "\\",
        "#",
        "# id = x\n",
        "# doc = d\n",
        "_",
        "1",
        "2",
        "a",
        "外",
    ],
    *[
        "-DOCSTART-",
        "1-2",
        "1.1",
        "\t_" * 8,
        '{"text": "ab", "cuts": [1]}',
        '{"tokens": ["a"], "labels": [null]}',
    ],
    *[
        '{"words": ["a"], "entities": ["U-X"]}',
        '{"text": "a b", "spans": [{"start": 0, "end": 1, "label": "X"}]}',
    ],
    *[
        '"text"',
        '"tokens"',
        ":",
        "[",
        "]",
        "{",
        "}",
        ",",
        "null",
        "1e999",
        "NaN",
        '"',
        "\\ud800",
        "[" * 2000,
        "9" * 5000,
    ],
]


def refusal(act):
    """What the corpus error of an act says, or None where it went well; no other error is let pass."""
    try:
        act()
    except CorpusError as error:
        return str(error)
    return None


def test_every_format_is_found_by_its_names():
    names = [form.name for form in all_formats()]
    assert len(set(names)) == len(names)
    expected = {
        "seg",
        "raw",
        "tok",
        "columns",
        "jsonl",
        "kytea",
        "part",
        "conllu",
        "spacy",
        "docbin",
        "prodigy",
    }
    assert expected | {"vaporetto", "vaporetto-part", "vaporetto-dict"} <= set(names)
    for form in all_formats():
        assert by_name(form.name) is form
        assert all(by_name(alias) is form for alias in form.aliases)
        assert form.summary


@pytest.mark.parametrize(
    ("path", "task", "name"),
    [
        ("a.seg", None, "seg"),
        ("a.b.raw.gz", "segment", "raw"),
        ("a.TSV", None, "tok"),
        ("a.tok.xz", "tag", "tok"),
        ("a.txt.bz2", "tag", "columns"),
        ("a.txt", "segment", "raw"),
        ("a.jsonl", None, "jsonl"),
        ("a.part", None, "part"),
        ("a.conllu", None, "conllu"),
        ("a.spacy", None, "docbin"),
        ("-", "segment", "seg"),
        ("-", "tag", "columns"),
        ("noending", "tag", "columns"),
    ],
)
def test_a_format_is_told_by_the_ending_and_the_task(path, task, name):
    assert by_ending(path, task).name == name


def test_an_ending_that_tells_nothing_asks_for_the_format():
    with pytest.raises(
        CorpusError, match=r"a\.txt: the ending .txt belongs to columns and raw; name the format"
    ):
        by_ending("a.txt")
    with pytest.raises(CorpusError, match=r"a\.doc: the ending .doc belongs to no format; name the format"):
        by_ending("a.doc", "tag")
    with pytest.raises(CorpusError, match="there is no ending"):
        by_ending("-")


def test_a_misspelt_format_is_answered_with_the_nearest():
    with pytest.raises(ParameterError, match="no format 'vaporeto', did you mean 'vaporetto'"):
        by_name("vaporeto")


@TEXTUAL
def test_an_empty_file_has_no_sentence(form):
    assert read_bytes(form, b"") == []
    assert written(form, []) == b""


@TEXTUAL
def test_invalid_utf8_is_located_and_can_be_replaced(form):
    with pytest.raises(CorpusError, match=r"demo:2: .*--errors replace"):
        read_bytes(form, b"\n\xff\n")
    # The line may still be none of the format, but it is UTF-8 now.
    assert "UTF-8" not in (refusal(lambda: read_bytes(form, b"\n\xff\n", errors="replace")) or "")


@settings(max_examples=60)
@given(content=st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3))).map("".join))
@TEXTUAL
def test_any_text_is_read_or_refused_with_its_line(form, content):
    data = content.encode("utf-8", "surrogatepass")
    for task in ("segment", "tag", None):
        said = refusal(lambda task=task: read_bytes(form, data, task=task))
        assert said is None or said.startswith("demo:")


@settings(max_examples=60)
@given(
    sentence=st.one_of(
        segments(), tagged(columns=2), tagged(), tagged(labels=st.sampled_from(["O", "B-X", None]))
    )
)
@TEXTUAL
def test_any_sentence_is_written_or_refused(form, sentence):
    said = refusal(lambda: written(form, [sentence]))
    assert said is None or said.startswith("demo:")
    if said is None and form.name != "vaporetto-dict":
        assert len(read_bytes(form, written(form, [sentence]))) <= 1


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=2)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=6,
)
FOREIGN = [
    "tags",
    "level",
    "label_column",
    "skipped",
    "comments",
    "starts",
    "text",
    "offsets",
    "scheme",
    "spans",
]
FOREIGN += ["conllu_beside", "conllu_comments", "doc", "answer", "note"]


@settings(max_examples=80)
@given(extra=st.dictionaries(st.sampled_from(FOREIGN), JSON), data=st.data())
@TEXTUAL
def test_whatever_a_foreign_key_holds_no_writer_stumbles_over_it(form, extra, data):
    tokens = TagSentence((["a", "b"],), ["B-X", "O"], extra=dict(extra))
    text = SegmentSentence.from_words(["ab", "c"], extra=dict(extra))
    sentence = data.draw(st.sampled_from([tokens, text]))
    said = refusal(lambda: written(form, [sentence]))
    assert said is None or said.startswith("demo:")


def test_files_are_read_and_written_by_their_endings(tmp_path):
    sentences = [SegmentSentence.from_words(["外国", "人"]), SegmentSentence("", b"")]
    write(tmp_path / "a.seg.gz", sentences)
    assert list(read(tmp_path / "a.seg.gz")) == sentences
    with pytest.raises(OutputError, match="exists already"):
        write(tmp_path / "a.seg.gz", [])
    write(tmp_path / "a.seg.gz", [], force=True)
    assert list(read(tmp_path / "a.seg.gz")) == []


def test_a_format_that_fails_half_way_leaves_no_file(tmp_path):
    with pytest.raises(CorpusError, match="sentence 2"):
        write(tmp_path / "a.seg", [SegmentSentence.from_words(["a"]), SegmentSentence.raw("ab")])
    assert list(tmp_path.iterdir()) == []


def test_standard_input_and_output_are_called_by_a_hyphen(monkeypatch):
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("外国 人".encode()), encoding="utf-8"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8"))
    write("-", read("-", task="segment"), format="part")
    assert out.getvalue() == "外-国|人\n".encode()


def test_tokens_become_words_and_words_tokens_as_the_task_wants(tmp_path):
    path = tmp_path / "a.tok"
    path.write_text("外国\tN\n人\tN\n", encoding="utf-8")
    (sentence,) = read(path, task="segment")
    assert sentence.words() == ["外国", "人"]
    (tmp_path / "a.kytea").write_text("外国/N 人/S\n", encoding="utf-8")
    (sentence,) = read(tmp_path / "a.kytea", task="tag")
    assert (sentence.tokens, sentence.labels) == (["外国", "人"], ["N", "S"])


def test_a_place_undecided_is_no_token_and_the_sentence_is_named(tmp_path):
    (tmp_path / "a.part").write_text("a b\n")
    with pytest.raises(CorpusError, match=r"a\.part: sentence 1: place 1 is undecided"):
        list(read(tmp_path / "a.part", task="tag"))


def test_a_token_without_a_label_is_unknown_or_what_it_is_said_to_be(tmp_path):
    path = tmp_path / "a.tok"
    path.write_text("a\t_\nb\tN\n")
    assert next(iter(read(path))).labels == [None, "N"]
    assert next(iter(read(path, unlabelled="O"))).labels == ["O", "N"]


@pytest.mark.parametrize("column", [1, -1])
def test_the_first_column_is_the_token_and_never_the_label(tmp_path, column):
    with pytest.raises(CorpusError, match="columns count from 1"):
        read(tmp_path / "a.tok", label_column=column)


def test_bad_bytes_are_refused_or_replaced_and_never_dropped(tmp_path):
    with pytest.raises(ParameterError, match="errors must be 'strict' or 'replace', got 'ignore'"):
        read(tmp_path / "a.seg", errors="ignore")


def test_a_feature_column_that_words_do_not_have_is_refused(tmp_path):
    (tmp_path / "a.seg").write_text("a b\n")
    with pytest.raises(CorpusError, match="column 1 alone"):
        list(read(tmp_path / "a.seg", task="tag", format="kytea", feature_columns=[2]))


def test_sentences_are_read_one_at_a_time(tmp_path):
    path = tmp_path / "a.part"
    path.write_text("a|b\n" * 300_000 + "broken line\n")
    assert next(iter(read(path))).cuts == bytes([CUT])
    with pytest.raises(CorpusError, match=r"a\.part:300001: "):
        list(read(path))


def test_public_names_are_there():
    assert all(hasattr(formats, name) for name in formats.__all__)
