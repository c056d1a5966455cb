"""From clauses to trees: one handler for each form of the language, entered by the modules of this room.

    context                        what all of them know, and the tables in which they are entered
    rules, things, examples        clauses: what is done and what is so; what is in the box; examples and invariants
    control, effects               statements: choices, chance and order; what changes
    conditions                     expressions that are so or not
    phrases, builtins, quantities  expressions that are values
    domains                        where the members of a choice, a loop or a quantifier come from

How a tree is said, in which language, is nothing to them.
"""

from . import builtins, conditions, control, domains, effects, examples, phrases, quantities, rules, things  # noqa: F401
from .context import CONDITIONS, PHRASES, SENTENCES, STEPS, Context, noun_of

__all__ = ["CONDITIONS", "PHRASES", "SENTENCES", "STEPS", "Context", "noun_of"]
