"""Response -> claims."""

from dissensus.decompose.base import DECOMPOSERS, DEFAULT, Decomposer, Decomposition, claims_of

__all__ = ["DECOMPOSERS", "DEFAULT", "Decomposer", "Decomposition", "claims_of"]
