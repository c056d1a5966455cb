"""What was shown on the way: of which expressions it tells, and to whom.

`show` and `, reveals` tell a value; said in a loop, they tell it of every member.  A term that was shown is found
again by its form (`terms.matched`); who may know it all the same by its audiences is `reading.py`'s.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from ...syntax import nodes as s
from ...syntax.traversal import children as parts
from .knowledge_state import KnowledgeState
from .labels import ALL, Label
from .terms import Term, matched, substitute
from .valuing import SORTS, Valuer


class ShownMatcher(Valuer):
    """Matches what was shown in a state with what is read there."""

    @abstractmethod
    def label(self, node: s.Node | None, st: KnowledgeState) -> Label:
        """Who can know the value (`reading.Reader`)."""

    def shown_to(self, term: Term, st: KnowledgeState) -> Iterator[tuple[Term, tuple[Term, ...]]]:
        """To whom it was shown; if that was for every member of something, of which one this is."""
        for shown in st.shown:
            swap: dict[Term, Term] = {}
            if shown.term not in shown.variables and matched(shown.term, term, shown.variables, swap):
                who = substitute(shown.who, swap)
                where = who if shown.premise is None else ("where", substitute(shown.premise, swap), who)
                yield where, tuple(of for of in swap.values() if of[0] != "value")
        if term[:2] == SORTS:  # who knows what lies there knows which sorts do
            yield from self.shown_to(term[2][0], st)

    def found_by(self, node: s.Node, terms: tuple[Term, ...], st: KnowledgeState) -> Label | None:
        """Who can know which members an expression reads; None if no part of it says them.

        What was shown of every member is known of this one only to those who know which one it is.
        """
        found = ALL
        for term in terms:
            said = next((part for part in _inside(node) if self.term(part, st) == term), None)
            if said is None:
                return None
            found |= self.label(said, st)
        return found


def _inside(node: s.Node) -> Iterator[s.Expr]:
    """The expressions that stand in another, but for those under names of their own."""
    for part in parts(node):
        if isinstance(part, s.Arg):
            yield from _inside(part)
        elif not isinstance(part, s.Name | s.Binder):
            yield part  # type: ignore[misc]
            if not isinstance(part, s.Quantified | s.SetComprehension | s.Reach):
                yield from _inside(part)
