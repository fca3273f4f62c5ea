"""Long document -> the passages that a judge reads."""

from dissensus.evidence.context import contexts
from dissensus.evidence.selection import select, terms
from dissensus.evidence.windows import windows

__all__ = ["contexts", "select", "terms", "windows"]
