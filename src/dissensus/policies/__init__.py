"""Which documents of a conflict are kept, and why: one policy per file."""

from dissensus.policies.base import POLICIES, Component, Outcome, Ruling
from dissensus.policies.resolution import Decision, Resolution

__all__ = ["POLICIES", "Component", "Decision", "Outcome", "Resolution", "Ruling"]
