"""Optimisers that see an objective and a gradient, no sentence."""
