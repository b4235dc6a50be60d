"""Prose into tokens and sentences, by rule; every token keeps its place in the text.

The rules, the first that fits wins:

1. An address (``http://...``, ``www...``, ``name@host``) is one token, without the punctuation after it.
2. A number keeps its inner ``. , : /``, and its sign where nothing stands before: ``1,250.75``, ``-4``.
3. Letters with dots between them (``U.S.``, ``e.g.``), one capital with a dot (``J.``) and the titles of a
   short list (``Dr.``, ``Prof.``, ``St.``) keep their dots.
4. A word is letters, digits and combining marks, with ``-``, ``'``, ``’``, ``&``, ``_`` or ``.`` inside but
   not at its end: ``well-known``, ``O'Neil``, ``AT&T``. English endings are cut off: ``n't``, ``'s``,
   ``'re``, ``'ve``, ``'ll``, ``'d``, ``'m``; and ``cannot`` is ``can`` ``not``.
5. Dots in a row, hyphens in a row, and quotes in a row of one kind are one token.
6. Any other character that is no white space is a token by itself.

A sentence ends after ``. ! ? …`` or their ideographic forms and whatever closes with them (quotes,
brackets), where white space or the end follows and the next token does not begin in lower case; a line end
of one's own is not needed. The text itself is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_TITLES = "Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Gov|Sen|Rep|No|Vol|Nos|vs|Inc|Corp|Co|Ltd"
_TOKEN = re.compile(
    rf"""
    (?:https?://|www\.)[^\s<>"]*[^\s<>"'’.,;:!?)\]}}]
  | [\w.+-]{{1,64}}@\w[\w-]*(?:\.\w[\w-]*)+
  | (?:(?<![^\s(\[])[-+−])?\d+(?:[.,:/]\d+)*(?![\w-])
  | (?:[^\W\d_]\.){{2,}}
  | (?:{_TITLES})\.(?=\s)
  | [A-Z]\.(?=\s+[^\W\d_])
  | \w+(?:[-'’&._]\w+)*
  | \.{{2,}} | [-–—]{{2,}} | `{{2}} | '{{2}}
  | \S
    """,
    re.VERBOSE,
)
_ENDING = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))$", re.IGNORECASE)
_STOPS = frozenset(".!?…。！？") | {"..", "..."}
_CLOSERS = frozenset("\"'”’»)]}」』）") | {"''"}


def tokenize(text: str) -> list[Span]:
    """The places of the tokens, ends exclusive.

    >>> text = "Don't tell Dr. O'Neil: the U.S. paid $1,250.75!"
    >>> [text[a:b] for a, b in tokenize(text)]
    ['Do', "n't", 'tell', 'Dr.', "O'Neil", ':', 'the', 'U.S.', 'paid', '$', '1,250.75', '!']
    """
    return [piece for found in _TOKEN.finditer(text) for piece in _pieces(text, *found.span())]


def sentences(text: str) -> Iterator[list[Span]]:
    """The tokens of each sentence of a text.

    >>> text = "It rained. (Hard!) e.g. in May."
    >>> [[text[a:b] for a, b in sentence] for sentence in sentences(text)]
    [['It', 'rained', '.'], ['(', 'Hard', '!', ')', 'e.g.', 'in', 'May', '.']]
    """
    current: list[Span] = []
    stopped = False
    for start, end in tokenize(text):
        token = text[start:end]
        apart = bool(current) and current[-1][1] < start
        if stopped and apart and not token[0].islower():
            yield current
            current, stopped = [], False
        current.append((start, end))
        stopped = token in _STOPS or (stopped and token in _CLOSERS)
    if current:
        yield current


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """A word, or its stem and its English ending."""
    word = text[start:end]
    ending = _ENDING.search(word)
    cut = ending.start() if ending else 3 if word.lower() == "cannot" else 0
    if 0 < cut < len(word):
        yield start, start + cut
        start += cut
    yield start, end
