import numpy as np

from tagshift.features.templates import Source
from tagshift.features.tokens import Column
from tagshift.features.values import ColumnValues, ValueTable


def column(*strings):
    return Column(np.arange(len(strings), dtype=np.int32), list(strings))


def test_learning_numbers_values_and_number_only_looks_up():
    table = ValueTable(Source("lower"))
    assert table.learn(["A", "b", "a"]).tolist() == [0, 1, 0]
    assert [table.number(text) for text in ("B", "c")] == [1, -1]
    assert table.strings == ["a", "b"]


def test_keeping_closes_the_gaps():
    table = ValueTable(Source("token"), ["a", "b", "c"])
    assert table.keep(np.array([True, False, True])).tolist() == [0, -1, 1]
    assert table.strings == ["a", "c"]


def test_a_row_of_numbers_for_each_string_grows_with_the_strings():
    tables = [ValueTable(Source("lower"), ["a"]), ValueTable(Source("length"), ["1", "2"])]
    values = ColumnValues(tables)
    assert values.of(column("A", "bb")).tolist() == [[0, 0], [-1, 1]]
    many = [f"w{n}" for n in range(3000)]
    assert len(values.of(column(*many))) == 3000
    assert values.of(column("bb", "A")).tolist() == [[-1, 1], [0, 0]]
    assert values.of(column()).shape == (0, 2)
