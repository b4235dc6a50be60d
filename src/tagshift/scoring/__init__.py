"""Scores, spans, significance and tables."""
