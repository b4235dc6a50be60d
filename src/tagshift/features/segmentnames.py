"""What a segmenter's features are called, for people: the n-gram with a bar at the boundary, the word, the
state.

``外国|人`` is a trigram across the boundary, ``外国·|`` a bigram one character before it (a dot for each
character between them and the boundary). ``⊢`` and ``⊣`` stand for the text's beginning and end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from tagshift.features import chartypes
from tagshift.features.alphabet import FIRST, GAP, Alphabet
from tagshift.features.lexicon import CAP, ROW_LENGTH, ROWS
from tagshift.features.ngrams import BITS, Ngrams
from tagshift.features.segmentindex import SegmentIndex

Namer = Callable[[int, int], str]  # row, place in the row
BEGIN, END, BAR, BETWEEN = "⊢", "⊣", "|", "·"


def namers(index: SegmentIndex) -> Mapping[str, Namer]:
    """For each block, by name, what its rows are called at each place."""
    found: dict[str, Namer] = {
        ngrams.spec.name: _of_ngrams(ngrams, index.alphabet) for ngrams in index.ngrams
    }
    for name, lexicon in index.used_lexicons.items():
        if index.templates.lists == "terms":
            for spec in (ngrams.spec for ngrams in index.ngrams if ngrams.spec.kind == "char"):
                found[f"{name}.entry{spec.order}"] = _of_entries(name, spec.order, spec.shift)
            found[f"{name}.edges"] = _of_edges(name)
        else:
            of_types = lexicon.n_classes == chartypes.COUNT
            found[f"{name}.words"] = _of_words(name, chartypes.NAMES["fine"] if of_types else None)
            found[f"{name}.lattice"] = _of_states(name)
    return found


def barred(symbols: list[str], place: int, between: str = "") -> str:
    """Symbols with a bar after ``place`` of them; a place outside leaves a dot for each character skipped.

    >>> barred(["外", "国", "人"], 2), barred(["外", "国"], 3), barred(["国"], -1)
    ('外国|人', '外国·|', '|·国')
    """
    if place < 0:
        return BAR + BETWEEN * -place + between.join(symbols)
    if place > len(symbols):
        return between.join(symbols) + BETWEEN * (place - len(symbols)) + BAR
    return between.join(symbols[:place]) + BAR + between.join(symbols[place:])


def _of_ngrams(ngrams: Ngrams, alphabet: Alphabet) -> Namer:
    spec = ngrams.spec
    names = chartypes.NAMES[spec.types]
    letters: NDArray[np.uint32] = alphabet.characters

    def symbol(number: int) -> str:
        return chr(letters[number - FIRST]) if spec.kind == "char" else names[number]

    def name(row: int, place: int) -> str:
        key = int(ngrams.table.keys[row])
        numbers = [key >> BITS * (spec.order - 1 - n) & 0xFFFF for n in range(spec.order)]
        inside = [n for n, number in enumerate(numbers) if number != GAP]
        symbols = [
            symbol(number) if number != GAP else BEGIN if n < inside[0] else END
            for n, number in enumerate(numbers)
        ]
        joined = barred(symbols, spec.shift + place + 1, "" if spec.kind == "char" else "+")
        return joined if spec.kind == "char" else f"types {joined}"

    return name


def _of_words(name: str, classes: tuple[str, ...] | None) -> Namer:
    def called(row: int, place: int) -> str:
        kind, form = divmod(row, ROWS)
        what = f"class {kind}" if classes is None else "mixed" if kind == GAP else classes[kind]
        if form < ROW_LENGTH:
            return f"{name}: {what} word of {form + 1} {_where(place, form + 1)}"
        part = ("begins", "goes on", "ends")[form - ROW_LENGTH]
        return f"{name}: {what} word of {ROW_LENGTH + 1} or more {part}" + (f" {place:+d}" if place else "")

    return called


def _where(place: int, length: int) -> str:
    """Where a boundary stands that is ``place`` characters behind the beginning of a word."""
    if place == 0:
        return "begins"
    if place == length:
        return "ends"
    return f"goes on after {place}" if place < length else f"ended {place - length} before"


def _of_states(name: str) -> Namer:
    kinds = chartypes.NAMES["fine"]

    def length(number: int) -> str:
        return "no word" if not number else f"a word of {number}" + "+" * (number == CAP)

    def called(row: int, place: int) -> str:
        state, pair = divmod(row, chartypes.COUNT**2)
        ending, rest = divmod(state, (CAP + 1) ** 2)
        starting, across = divmod(rest, CAP + 1)
        types = f"{kinds[pair // chartypes.COUNT]}|{kinds[pair % chartypes.COUNT]}"
        words = f"{length(ending)} ends, {length(starting)} begins, {length(across)} lies across"
        return f"{name}: {words}, {types}"

    return called


def _of_entries(name: str, order: int, shift: int) -> Namer:
    return lambda row, place: f"{name}: entry {barred(['x'] * order, shift + place + 1)}"


def _of_edges(name: str) -> Namer:
    return lambda row, place: f"{name}: an entry {('starts', 'ends')[row]}"
