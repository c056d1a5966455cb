"""Makes trees from clauses: the modules of this package register one handler for each form of the language.

    tree_context                         the context and the tables of all handlers
    rule_sentences, component_sentences  clauses: rules and facts; the components of the game
    example_sentences                    clauses: examples, invariants, figures
    control_steps, effect_steps          statements: choices, chance and order; changes
    table_changes                        changes at the table during play
    conditions                           expressions that are true or false
    phrases, builtin_phrases             expressions that are values
    member_phrases                       the source and the number of members; the most and the least of a kind

The handlers do not depend on the language into which a grammar puts the trees.
"""

from . import (  # noqa: F401
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
