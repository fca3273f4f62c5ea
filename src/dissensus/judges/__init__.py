"""(claim, document) -> label."""

from dissensus.judges.base import JUDGES, Judge, JudgeSettings, Request, open_judge

__all__ = ["JUDGES", "Judge", "JudgeSettings", "Request", "open_judge"]
