"""Where two sentences are turned against each other in words, and what limits what each of them states."""

from dissensus.opposition.clash import Opposition, oppositions
from dissensus.opposition.conditions import Condition, conditions
from dissensus.opposition.modality import Modal, modals
from dissensus.opposition.negation import Negation, Polarity, negations, polarity
from dissensus.opposition.quantity import Quantifier, quantifiers

__all__ = [
    "Condition",
    "Modal",
    "Negation",
    "Opposition",
    "Polarity",
    "Quantifier",
    "conditions",
    "modals",
    "negations",
    "oppositions",
    "polarity",
    "quantifiers",
]
