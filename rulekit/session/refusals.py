"""Why an option cannot be chosen, with expressions of the checked model, so that prose can say it in any language.

`play/whynot.py` finds the reason and refers to places in the text; this file finds the expressions at these places.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from ..check.checked import CheckedModel
from ..diagnostics import Span
from ..engine.interface import State
from ..machine import program as m
from ..machine.source_map import ReasonKind
from ..model.naming import OWN_LABELS
from ..model.symbols import ActionSymbol
from ..play.game import ConfiguredGame
from ..play.whynot import WhyNot
from ..prose import Refusal
from ..prose.happenings import RefusalGround
from ..syntax import nodes as s
from ..syntax.traversal import walk

GROUNDS: Final[Mapping[ReasonKind, RefusalGround]] = {
    "require": "holds-not",
    "where": "holds-not",
    "layer": "holds-not",
    "unless": "holds",
    "domain": "outside",
    "let": "missing",
    "none": "none",
    "amount": "later",
    "limits": "later",
    "order": "later",
    "several": "later",
    "done": "later",
    "turn": "turn",
}
"""How a failing requirement is explained to a reader, by its kind."""


def refusal_of(game: ConfiguredGame, told: WhyNot, state: State) -> Refusal | None:
    """Return the refusal that an explanation describes, with expressions of the model. Return None if it would tell a
    reader nothing new."""
    if told.moment is not None:
        return Refusal(told.moment, offers=_offers(game, state))
    reason = told.reason
    if reason is None:
        return None
    model = game.model
    ground = GROUNDS[reason.what]
    expr = expression(model, (told.failing or reason).span)
    if ground in ("holds-not", "holds", "outside", "missing") and expr is None:
        return None
    picked = told.scope.get(told.picked)
    chosen = picked + reason.shift if isinstance(picked, int) else None
    found = ((expression(model, said.span), value) for said, value in told.told)
    return Refusal(
        ground,
        expr,
        chosen,
        told.picked,
        {name: value for name, value in told.scope.items() if isinstance(value, int | frozenset)},
        tuple((part, value) for part, value in found if part is not None),
        "flow flow" if told.clause == "flow" else told.clause,
    )


def _offers(game: ConfiguredGame, state: State) -> tuple[str, ...]:
    """Return the labels of the options in a state, except those for declining and for ending a pick."""
    there = next((n for n in game.machine.nodes if n.id == state.node), None)
    if not isinstance(there, m.Decision):
        return ()
    options = game.engine.options(state)
    labels = dict.fromkeys(game.resolver.labels.alternative(state.node, option).label for option in options)
    return tuple(x for x in labels if x not in OWN_LABELS or isinstance(game.model.symbols.get(x), ActionSymbol))


def expression(model: CheckedModel, span: Span) -> s.Expr | None:
    """Return the expression of the rulebook that has this span; None if there is none."""
    return _expressions(model).get((span.source.name, span.start, span.end))


@lru_cache(maxsize=8)
def _expressions(model: CheckedModel) -> Mapping[tuple[str, int, int], s.Expr]:
    found: dict[tuple[str, int, int], s.Expr] = {}
    for placed in model.rulebook.clauses:
        for root in placed.roots:
            for node in walk(root):
                if isinstance(node, s.Expr):
                    found.setdefault((node.span.source.name, node.span.start, node.span.end), node)
    return found
