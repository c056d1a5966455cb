"""Finding earlier `show` statements by their term: who saw the value, and for which members one must know which member
it was."""

from __future__ import annotations

from rulekit.check.checker import Checker
from rulekit.check.information.knowledge_state import KnowledgeState, ShownTerm, Versions
from rulekit.check.information.labels import ALL, Label, Policy
from rulekit.check.information.terms import Term
from rulekit.check.information.valuing import ShownMatcher
from rulekit.model.symbols import Symbol
from rulekit.model.types import NumberType
from rulekit.syntax import nodes as s

from ..books import named, value

SEAT = NumberType(0, 2)
HAND = Symbol("hand")
X, Y, Z = (("var", name, SEAT) for name in "xyz")
P1, P2 = ("value", 0), ("value", 1)


class Fixed(ShownMatcher):
    """A matcher in which the name `who` has the label `secret`, and everything else is public."""

    secret: Label = frozenset({Policy(frozenset())})

    def label(self, node: s.Node | None, st: KnowledgeState) -> Label:
        return self.secret if isinstance(node, s.Ref) and node.name.text == "who" else ALL


def hand(index: Term, version: int = 0) -> Term:
    return ("cell", HAND, (index,), version)


def told(*shown: ShownTerm) -> tuple[ShownMatcher, KnowledgeState]:
    c: Checker = named("keep n: 0..9\n")
    return ShownMatcher(c), KnowledgeState(P1, ALL, Versions(), {}, {}, shown=shown)  # type: ignore[abstract]


def test_what_was_shown_is_known_as_it_was() -> None:
    showing, st = told(ShownTerm(hand(P1), P2), ShownTerm(hand(P1), ("domain", 2)), ShownTerm(hand(P2), P1))
    assert list(showing.audiences_shown(hand(P1), st)) == [(P2, ()), (("domain", 2), ())]
    assert list(showing.audiences_shown(hand(P1, version=1), st)) == []  # it was written since it was shown
    assert list(showing.audiences_shown(hand(X), st)) == []  # X may be P1, or another player


def test_what_was_shown_of_every_member_is_known_of_this_one() -> None:
    showing, st = told(ShownTerm(hand(X), X, frozenset({X})))
    assert list(showing.audiences_shown(hand(P2), st)) == [(P2, ())]
    assert list(showing.audiences_shown(hand(Y), st)) == [(Y, (Y,))]  # shown to those who know the value of Y
    assert list(showing.audiences_shown(P2, st)) == []
    bare, there = told(ShownTerm(X, P1, frozenset({X})))
    assert list(bare.audiences_shown(hand(P2), there)) == []  # showing the variable itself says nothing about hands


def test_of_those_members_for_which_it_was_said() -> None:
    showing, st = told(ShownTerm(hand(X), P1, frozenset({X}), ("op", ">", X, P1)))
    assert list(showing.audiences_shown(hand(Y), st)) == [(("where", ("op", ">", Y, P1), P1), (Y,))]


def test_one_name_is_one_member() -> None:
    pair = ("op", "+", hand(X), hand(X))
    showing, st = told(ShownTerm(pair, P1, frozenset({X})))
    assert len(list(showing.audiences_shown(("op", "+", hand(Y), hand(Y)), st))) == 1
    assert list(showing.audiences_shown(("op", "+", hand(Y), hand(Z)), st)) == []


def test_which_member_it_is_must_be_said_where_it_is_read() -> None:
    c = named("keep hand[Player]: 0..9\nkeep who: Player\nkeep other: Player\nfact f = hand[who]\nfact g = other\n")
    showing, st = Fixed(c), told()[1]
    node, who, other = value(c, "f"), None, showing.term(value(c, "g"), st)
    assert isinstance(node, s.Index)
    who = showing.term(node.args[0], st)
    assert showing.label_of_members(node, (who,), st) == Fixed.secret
    assert showing.label_of_members(node, (), st) == ALL
    assert showing.label_of_members(node, (who, other), st) is None
