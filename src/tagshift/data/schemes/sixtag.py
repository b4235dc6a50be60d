"""The six-tag scheme: B B2 B3 M... E, or S for a word of one character."""

from tagshift.data.schemes.words import WordScheme

#: Words of 1, 2, 3, 4 and 6 characters:
#:
#: >>> SIXTAG.encode([1, 2, 3]), SIXTAG.encode([4, 6])
#: (['S', 'B', 'E', 'B', 'B2', 'E'], ['B', 'B2', 'B3', 'E', 'B', 'B2', 'B3', 'M', 'M', 'E'])
SIXTAG = WordScheme(opening=("B", "B2", "B3"), middle="M", end="E", single="S")
