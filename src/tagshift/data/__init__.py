"""Sentences, label sets, schemes and file formats."""
