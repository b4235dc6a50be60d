"""Speed, memory and size, side by side with other tools; ``python -m benchmarks.run`` writes RESULTS.md."""
