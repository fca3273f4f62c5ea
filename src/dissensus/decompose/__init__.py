"""Response -> claims."""

from dissensus.decompose.base import DECOMPOSERS, Decomposer, Decomposition

__all__ = ["DECOMPOSERS", "Decomposer", "Decomposition"]
