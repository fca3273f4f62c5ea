"""Typed values out of text, and how two of them stand to each other."""

from dissensus.quantities.compare import compare
from dissensus.quantities.extract import values
from dissensus.quantities.matching import match
from dissensus.quantities.model import Comparison, Match, Relation, Value

__all__ = ["Comparison", "Match", "Relation", "Value", "compare", "match", "values"]
