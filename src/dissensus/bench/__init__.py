"""Benchmarks: how well a judge does on labelled data, trivial baselines beside it."""
