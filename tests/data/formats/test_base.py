import io

import pytest

from tagshift.data.formats.base import ReadOptions, Source, WriteOptions, refuse, segmented, tagged
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError


def test_an_error_of_a_source_begins_with_file_and_line():
    source = Source("a.seg", io.BytesIO(b""), ReadOptions())
    assert str(source.error(3, "too short")) == "a.seg:3: too short"


def test_an_error_of_a_writer_names_the_sentence():
    assert str(refuse(WriteOptions("a.seg"), 2, "too long")) == "a.seg: sentence 2: too long"


def test_sentences_become_what_the_format_holds():
    assert segmented(TagSentence((["ab", "c"],), [None, None]), WriteOptions("a"), 1).words() == ["ab", "c"]
    assert tagged(SegmentSentence.from_words(["ab", "c"]), WriteOptions("a"), 1).tokens == ["ab", "c"]


def test_a_sentence_that_cannot_is_located():
    with pytest.raises(CorpusError, match="a: sentence 1: an empty token"):
        segmented(TagSentence(([""],), [None]), WriteOptions("a"), 1)
    with pytest.raises(CorpusError, match="a: sentence 4: place 1 is undecided"):
        tagged(SegmentSentence.raw("ab"), WriteOptions("a"), 4)
