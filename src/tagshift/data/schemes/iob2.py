"""The IOB2 scheme: B at a span's first token, I at the others, O outside."""

from tagshift.data.schemes.spans import SpanScheme

#: >>> IOB2.encode([(0, 2, "LOC")], 3)
#: ['B-LOC', 'I-LOC', 'O']
IOB2 = SpanScheme(first="B", inner="I", last="I", single="B")
