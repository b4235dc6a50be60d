"""Schemes: how words and spans are written as labels, one file each."""

from tagshift.data.schemes.bmes import BMES
from tagshift.data.schemes.grammar import Grammar
from tagshift.data.schemes.iob2 import IOB2
from tagshift.data.schemes.iobes import IOBES
from tagshift.data.schemes.sixtag import SIXTAG
from tagshift.data.schemes.spans import Span, SpanScheme, read_spans
from tagshift.data.schemes.words import WordScheme

__all__ = ["BMES", "IOB2", "IOBES", "SIXTAG", "Grammar", "Span", "SpanScheme", "WordScheme", "read_spans"]
