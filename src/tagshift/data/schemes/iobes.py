"""The IOBES scheme: IOB2 with E at a span's last token and S for a span of one."""

from tagshift.data.schemes.spans import SpanScheme

#: >>> IOBES.encode([(0, 2, "LOC"), (2, 3, "PER")], 3)
#: ['B-LOC', 'E-LOC', 'S-PER']
IOBES = SpanScheme(first="B", inner="I", last="E", single="S")
