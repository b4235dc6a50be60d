"""Segmentations beside gold."""

from __future__ import annotations

from tagshift.cli.corpora import Reading
from tagshift.cli.log import Log
from tagshift.cli.scored_words import ScoredWords, WordSystem


def test_mistakes_are_counted_most_frequent_first():
    system = WordSystem(None, [])
    for predicted in (["ab"], ["ab"], ["a", "b"]):
        system.add(["a", "b"], predicted)
    system.add(["cd"], ["c", "d"])
    assert system.top(None) == [("a b", "ab", 2), ("cd", "c d", 1)]
    assert system.top(1) == [("a b", "ab", 2)]


def test_a_space_of_the_text_is_no_word(desk):
    (desk / "gold.jsonl").write_text('{"text": "ab c", "cuts": [0, 1, 1]}\n')
    (desk / "mine.seg").write_text("ab c\n")
    scored = ScoredWords(["gold.jsonl"], Reading(), None)
    scored.add("mine.seg", None, Log(True, False))
    assert scored.counts()[0].tolist() == [[2, 2, 2]]
    assert scored.table().splitlines()[1].split()[:4] == ["mine.seg", "100.00", "100.00", "100.00"]
