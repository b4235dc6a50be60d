"""The BMES scheme: B M... E, or S for a word of one character."""

from tagshift.data.schemes.words import WordScheme

#: Words of 1, 2 and 4 characters give S, B E, B M M E.
BMES = WordScheme(opening=("B",), middle="M", end="E", single="S")
