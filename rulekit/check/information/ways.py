"""Ways into a clause: what its walk rests on, in such terms that it is the same wherever that is the same.

What is remembered now is told of as such, whichever version that is, and the variables around go by numbers, so that
two calls with other names for the same are one way in.  Where a clause comes back to itself it may not have more than a
few, so that the walk ends: more are joined.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from attrs import define, field

from .knowledge_state import KnowledgeState
from .labels import Label, Policy, grown, joined
from .terms import Term, term_outline

NOW = "now"
"""The version that something has here."""
MOST_WAYS = 12
"""Ways into a clause that are told apart, and joins of more from which on what is new is known to nobody."""


def undated_term(term: Any, st: KnowledgeState) -> Any:
    """What is remembered now is told of whenever it is now."""
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain", "var"):
        return term
    if term[0] == "cell":
        version = NOW if term[3] == st.version(term[1]) else term[3]
        return (*term[:2], undated_term(term[2], st), version)
    return tuple(undated_term(part, st) for part in term)


class WayIn:
    """Terms and labels of a state as they are in a way in; `names` takes the variables."""

    def __init__(self, st: KnowledgeState, names: dict[Term, Term]) -> None:
        self.st, self.names = st, names

    def term(self, term: Any) -> Any:
        if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
            return term
        if term[0] == "var":
            return self.names.setdefault(term, ("var", ("around", len(self.names)), term[2]))
        if term[0] == "cell":
            version = NOW if term[3] == self.st.version(term[1]) else term[3]
            return (*term[:2], self.term(term[2]), version)
        return tuple(map(self.term, term))

    def label(self, label: Label) -> Hashable:
        found = []
        for p in sorted(label, key=_outline) if len(label) > 1 else label:
            readers = sorted(p.readers, key=term_outline) if len(p.readers) > 1 else p.readers
            places = ((at[0], self.term(at[1])) if at is not None else None for at in (p.picked, p.content, p.origin))
            found.append((frozenset(map(self.term, readers)), self.term(p.premises), *places, p.at))
        return frozenset(found)


@lru_cache(maxsize=20_000)
def _outline(policy: Policy) -> tuple[str, ...]:
    """What a policy looks like, but for the names of variables."""
    places = (term_outline(at[1]) if at is not None else "" for at in (policy.picked, policy.content, policy.origin))
    return (term_outline(policy.premises), *places, *sorted(map(term_outline, policy.readers)))


@define(eq=False)
class JoinedWays:
    """Ways into a clause that comes back to itself: of those that differ only in who can know what, or in what an
    argument is, there are not many."""

    constants: dict[str, set[tuple[Term, ...]]] = field(factory=dict)
    apart: dict[Hashable, set[tuple[Label, ...]]] = field(factory=dict)
    together: dict[Hashable, tuple[Label, ...]] = field(factory=dict)
    joins: dict[Hashable, int] = field(factory=dict)

    def told_apart(self, id_: str, constants: tuple[Term, ...]) -> bool:
        """Are these arguments taken as what they are?  Beyond so many they are anything."""
        known = self.constants.setdefault(id_, set())
        if len(known) < MOST_WAYS:
            known.add(constants)
        return constants in known

    def joined(self, shape: Hashable, labels: tuple[Label, ...]) -> tuple[Label, ...]:
        """These labels, or such as tell no less carefully."""
        known = self.apart.setdefault(shape, set())
        if labels in known or len(known) < MOST_WAYS:
            known.add(labels)
            return labels
        before = self.together.get(shape, tuple(joined(column) for column in zip(*known, strict=True)))
        widen = self.joins.get(shape, 0) >= MOST_WAYS
        after = tuple(grown(old, new, widen) for old, new in zip(before, labels, strict=True))
        if after != before:
            self.joins[shape] = self.joins.get(shape, 0) + 1
        self.together[shape] = after
        return after
