"""The list of checks, in order.

1. `run.py` enters the clauses that expressions can name (after refusing duplicate names), then finds the names and
types in every clause.

2. The checks in CHECKS, each in a file of `checks/`, run one after the other on the finished tables: structure first,
then hidden information, then what is never used. They change no table. They run only if there was no error in names and
types, because they would otherwise report false mistakes.
"""

from __future__ import annotations

from collections.abc import Callable

from .checked import CheckedModel
from .checker import Checker
from .checks.blind_branches import blind_branches
from .checks.citations import citations, statements
from .checks.completions import completions
from .checks.deciders import afters, deciders, questions_in_setup
from .checks.decision_options import distinct_labels, numbers, requires
from .checks.deck_order import deck_order
from .checks.exceptions import exceptions
from .checks.flow_endings import flow_endings
from .checks.members import members, sets
from .checks.missing_and_unused import clauses_without_use, complete
from .checks.printed_names import printed_names
from .checks.recursion import recursion
from .checks.section_names import section_names, section_references
from .checks.section_words import section_words
from .checks.stale_texts import stale_texts
from .checks.steps import steps
from .checks.text_numbers import text_numbers
from .checks.told_sections import told_sections
from .checks.turns_and_rounds import exits, resets
from .checks.word_forms import word_forms

CheckFunction = Callable[[Checker, CheckedModel], None]


def knowledge(c: Checker, model: CheckedModel) -> None:
    """Check who can know what. The modules for this are imported only here, because after most changes this check need
    not run again."""
    from .checks import information_flow

    information_flow.knowledge(c, model)


CHECKS: tuple[CheckFunction, ...] = (
    citations,
    statements,
    word_forms,
    section_words,
    section_names,
    complete,
    recursion,
    deciders,
    afters,
    exits,
    flow_endings,
    deck_order,
    resets,
    requires,
    blind_branches,
    steps,
    exceptions,
    questions_in_setup,
    distinct_labels,
    numbers,
    members,
    sets,
    completions,
    knowledge,
    told_sections,
    stale_texts,
    text_numbers,
    printed_names,
    section_references,
    clauses_without_use,
)
"""All checks, in the order in which they run. Messages are sorted (`run.sort_diagnostics`); at the same place, that of
the earlier check comes first."""

KNOWLEDGE = frozenset({knowledge})
"""The checks of hidden information. Some tests leave them out and play the game, to find the leaks that they would
refuse."""

TEXTS = frozenset({told_sections, stale_texts, text_numbers, printed_names, section_references})
"""The checks that only warn about texts for readers. Playing, printing or comparing a game does not need them."""

RULES = KNOWLEDGE | {recursion, exits, requires, blind_branches, exceptions, distinct_labels, numbers}
"""Checks that read neither texts for readers nor clauses that no rule can name: examples, invariants, sections, …"""

WORDS = TEXTS | {citations, statements, word_forms, section_words, section_names}
"""Checks that read only the headings of examples and invariants, unless something describes or changes these."""

SAID: tuple[CheckFunction, ...] = (word_forms,)
"""The checks that a rulebook must pass before it can be put into words."""
