"""Makes trees from clauses. Each module of this package registers handlers, one for each form of the rules language.

    tree_context                         the context and the tables of all handlers
    rule_sentences, component_sentences  clauses: rules and facts; the components of the game
    example_sentences                    clauses: examples, invariants, figures
    control_steps, effect_steps          statements: choices, chance and order; changes
    table_changes                        changes at the table during play
    conditions                           expressions that are true or false
    phrases, builtin_phrases             expressions that are values
    member_phrases                       members: where they are taken from, how many, the most and the least of a kind

A handler does not depend on the natural language; a grammar turns its trees into words later.
"""

from . import (  # noqa: F401 (these modules register their handlers when they are imported)
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
