"""Which thing of a rulebook a word is for, where several kinds of things may have one name.

All that expressions and statements name shares one space of names, so its name alone says which thing is meant.  Rules,
chapters, branches and the like are called apart from these and from one another: their kind is a part of the name.
"""

from __future__ import annotations

from typing import Final

BRANCH: Final = "branch"
LAYER: Final = "layer"
SOURCE: Final = "source"
RANK: Final = "rank"
APART: Final = frozenset(
    ["ruleset", "exception", "rule", "example", "invariant", "figure", "chapter", BRANCH, LAYER, SOURCE, RANK]
)
"""Kinds whose names are no names in expressions; each has a space of its own."""


def word_name(kind: str, name: str) -> str:
    """Return the name by which words are kept: `travel` of an action, `rule travel` of a rule."""
    return f"{kind} {name}" if kind in APART else name


def word_name_of(clause: str) -> str:
    """Return the same for the identity of a clause: `travel` for `action travel`."""
    kind, _, name = clause.partition(" ")
    return word_name(kind, name)


def bare_name(word: str) -> str:
    """Return a name without its kind."""
    return word.rpartition(" ")[2]
