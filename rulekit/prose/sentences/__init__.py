"""From clauses to trees: one handler for each form of the language, entered by the modules of this room."""

from . import builtins, conditions, control, domains, effects, phrases, quantities, rules, things, trials  # noqa: F401
from .context import CONDITIONS, PHRASES, SENTENCES, STEPS, Context, noun_of

__all__ = ["CONDITIONS", "PHRASES", "SENTENCES", "STEPS", "Context", "noun_of"]
