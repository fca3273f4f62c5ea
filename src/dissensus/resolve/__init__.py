"""Which documents of a conflict are kept, and why: one policy per file."""

from dissensus.resolve.base import POLICIES, Component, Outcome, Ruling
from dissensus.resolve.resolution import Decision, Resolution

__all__ = ["POLICIES", "Component", "Decision", "Outcome", "Resolution", "Ruling"]
