"""Taking a part of the sentences, and renaming labels on the way in."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from tagshift.data.sentence import Label, TagSentence
from tagshift.errors import ParameterError

Item = TypeVar("Item")


def shares(sizes: Sequence[int], limit: int) -> list[int]:
    """How many sentences to take of each file: equal shares; a file with fewer gives all, the others fill up.

    >>> shares([100, 3, 100], 10), shares([2, 2], 10)
    ([4, 3, 3], [2, 2])
    """
    if limit < 0:
        raise ParameterError(f"limit must be at least 0, got {limit}")
    found = [0] * len(sizes)
    left = min(limit, sum(sizes))
    # The smallest file first: what it cannot give is shared among those that come after it.
    order = sorted(range(len(sizes)), key=lambda n: sizes[n])
    for done, n in enumerate(order):
        found[n] = min(sizes[n], left // (len(order) - done))
        left -= found[n]
    return _spread_rest(found, sizes)


def _spread_rest(found: list[int], sizes: Sequence[int]) -> list[int]:
    """Where the shares differ by one, the earlier files have the larger ones."""
    full = [n for n in range(len(sizes)) if found[n] < sizes[n]]
    ordered = sorted((found[n] for n in full), reverse=True)
    for n, share in zip(full, ordered, strict=True):
        found[n] = share
    return found


def evenly(items: Sequence[Item], count: int) -> list[Item]:
    """``count`` of the items, evenly spaced, the first one included.

    >>> evenly("abcdefgh", 4)
    ['a', 'c', 'e', 'g']
    """
    return [items[n * len(items) // count] for n in range(count)]


def take(files: Sequence[Sequence[Item]], limit: int | None) -> list[list[Item]]:
    """At most ``limit`` sentences of several files, in equal shares, each evenly spaced; None takes all.

    >>> take(["abcd", "xy"], 4)
    [['a', 'c'], ['x', 'y']]
    """
    if limit is None:
        return [list(items) for items in files]
    counts = shares([len(items) for items in files], limit)
    return [evenly(items, count) for items, count in zip(files, counts, strict=True)]


def parse_label_map(text: str) -> dict[str, str]:
    """What ``--map-labels`` says: ``OLD=NEW``, commas between; a comma or = of a label's own follows a
    backslash.

    >>> parse_label_map(r"VBZ=V,\\,=PUNCT")
    {'VBZ': 'V', ',': 'PUNCT'}
    """
    found: dict[str, str] = {}
    cells = [""]
    pairs = [cells]
    characters = iter(text)
    for character in characters:
        if character == "\\":
            cells[-1] += next(characters, "")
        elif character == ",":
            cells = [""]
            pairs.append(cells)
        elif character == "=":
            cells.append("")
        else:
            cells[-1] += character
    for pair in pairs:
        if len(pair) != 2 or not all(pair) or pair[0] in found:
            raise ParameterError(
                f"expected OLD=NEW,OLD=NEW,... with each OLD once, got {'='.join(pair)!r} in {text!r}; "
                "a comma or = inside a label is written with a backslash before it"
            )
        found[pair[0]] = pair[1]
    return found


def map_labels(sentences: Iterable[TagSentence], mapping: dict[str, str]) -> list[TagSentence]:
    """The sentences with labels renamed, by their exact names; a name that never occurs is warned of.

    >>> map_labels([TagSentence((["runs"],), ["VBZ"])], {"VBZ": "V"})[0].labels
    ['V']
    """
    unseen = set(mapping)

    def rename(label: Label) -> Label:
        if isinstance(label, str):
            unseen.discard(label)
            return mapping.get(label, label)
        if label is None:
            return None
        unseen.difference_update(label)
        renamed = tuple(dict.fromkeys(mapping.get(one, one) for one in label))
        return renamed[0] if len(renamed) == 1 else renamed

    found = [replace(sentence, labels=[rename(label) for label in sentence.labels]) for sentence in sentences]
    if unseen:
        names = ", ".join(repr(name) for name in sorted(unseen))
        warnings.warn(f"labels to be renamed that do not occur: {names}", UserWarning, stacklevel=2)
    return found
