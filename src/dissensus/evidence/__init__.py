"""Long document -> the passages that a judge reads."""

from dissensus.evidence.windows import windows

__all__ = ["windows"]
