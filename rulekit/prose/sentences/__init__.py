"""From clauses to trees: one handler for each form of the language, entered by the modules of this room.

    tree_context                         what all handlers know, and the tables in which they are entered
    rule_sentences, component_sentences  clauses: what is done and what is true; what is in the box
    example_sentences                    clauses: examples, invariants, figures
    control_steps, effect_steps          statements: choices, chance and order; what changes
    table_changes                        what changed at a table during play
    conditions, superlatives             expressions that are true or false; the most and the least of a kind
    phrases, builtin_phrases             expressions that are values
    member_phrases                       where members come from, and how many there are

How a tree is said, in which language, is nothing to them.
"""

from . import (  # noqa: F401  # noqa: F401
    builtin_phrases,
    component_sentences,
    conditions,
    control_steps,
    effect_steps,
    example_sentences,
    member_phrases,
    phrases,
    rule_sentences,
)
from .tree_context import CONDITIONS, PHRASES, SENTENCES, STEPS, Context

__all__ = ["CONDITIONS", "PHRASES", "SENTENCES", "STEPS", "Context"]
