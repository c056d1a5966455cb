"""Checks of the options of decisions.

E419: a decision has more than 2^20 options. The number of options of an alternative is the product of the sizes of the
declared domains of its parameters. Lowering checks the same limit for all decisions together
(`machine/lower/linking.py`). E204: two alternatives of a decision have the same label, or one is called `pass` where a
player may decline, or `done` where a choice of several things may end. E420: a `require` is neither next to a `choose`
nor at the head of an action or branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...diagnostics import Span
from ...model.naming import DONE, PASS
from ...model.symbols import DomainSymbol, KeepSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, branches_of, walk
from ..alternatives import Alternatives, LabelledAlternative, head_role, name_of_choice, procedure_lets
from ..checked import CheckedModel
from ..checker import Checker
from ..type_relations import domain_of, item_of, size

MOST = 2**20


def numbers(c: Checker, model: CheckedModel) -> None:
    for named, offered in Alternatives(c).decisions():
        total = 0
        for one in offered:
            sizes = [_options(c, picks) for picks in one.parameters]
            total += prod(sizes)
            if prod(sizes) > MOST:
                _far_too_many(c, one, sizes)
                break
            if total > MOST:
                _too_many_together(c, named.statement, one, sizes, total)
                break


def _options(c: Checker, picks: s.Pick) -> int:
    t = c.types.get(picks.binder.domain)
    item = item_of(t) if t is not None else None
    usual = size(item) if item is not None else 1
    if getattr(picks, "otherwise", None) is None:
        return usual
    local = c.binds.get(picks.binder)
    if local is None:
        return usual + 1
    # the value after `otherwise` may be far outside the range that is chosen from
    return max(usual + 1, size(local.type))


def _far_too_many(c: Checker, one: LabelledAlternative, sizes: Sequence[int]) -> None:
    """Report an alternative with too many options, at the parameter that exceeds the limit."""
    last = next(at for at in range(len(sizes)) if prod(sizes[: at + 1]) > MOST)
    picks, clause = one.parameters[last], one.clause
    what = f"{clause.kind} `{clause.name.text}` has {prod(sizes)} options ({_factors(one, sizes)})"
    split = f"split it before `choose {picks.binder.name.text}`: after an effect, such as `show`, a new decision begins"
    advice = [*([split] if last else []), *(line for pick in one.parameters for line in _counted(c, pick))]
    message = f"{what} in one decision; the most is {MOST}"
    c.report.add("E419", picks.binder.name.span, message, help=list(dict.fromkeys(advice)))


def _factors(one: LabelledAlternative, sizes: Sequence[int]) -> str:
    return " x ".join(f"{n} for `{pick.binder.name.text}`" for n, pick in zip(sizes, one.parameters, strict=True))


def _counted(c: Checker, pick: s.Pick) -> list[str]:
    """Return advice that explains from what the number of a pick's options is computed; empty if the text of the pick
    shows it."""
    name, node = pick.binder.name.text, pick.binder.domain
    symbol, domain = c.refs.get(node), domain_of(item_of(c.types[node])) if node in c.types else None
    if domain is not None and domain.board is not None and domain.board.capacity is not None:
        taken = f"`{domain.name}` is `open for {domain.board.capacity}`, which takes {len(domain)} sites"
        return [f"{taken}; all of them count, whatever follows `where`"]
    if domain is not None:
        all_count = f"`{name}` counts as all {len(domain)} of `{domain.name}`, whatever `{node.span.text}` leaves"
        return [] if isinstance(symbol, DomainSymbol) else [all_count]
    kept = {c.refs.get(part) for part in walk(node)}
    return [
        f"declare a smaller range for `{one.name}`: the numbers of `{name}` come from it"
        for one in sorted((one for one in kept if isinstance(one, KeepSymbol)), key=lambda one: one.name)
    ]


def _too_many_together(c: Checker, asks: s.Stmt, one: LabelledAlternative, sizes: Sequence[int], total: int) -> None:
    """Report a decision with too many options, at the alternative that exceeds the limit."""
    named = one.name or one.clause.name
    action, choice = does(asks, "choice"), name_of_choice(asks)
    what = f"action `{named.text}`" if action else f"`{named.text}`"
    where = f"`{choice.text}`" if action and choice else "its decision"
    own = f" with its {prod(sizes)} ({_factors(one, sizes)})" if sizes else ""
    message = f"{what} brings {where} to {total} options{own}; the most is {MOST}"
    advice = [f"let {'an action' if action else 'it'} choose in two decisions, with an effect between them"]
    advice += (line for pick in one.parameters for line in _counted(c, pick))
    c.report.add("E419", named.span, message, help=list(dict.fromkeys(advice)))


def requires(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        _body(c, body_of(placed.clause), isinstance(placed.clause, s.ActionClause))


def _body(c: Checker, body: tuple[s.Stmt, ...], offered: bool) -> None:
    """Check the requirements in a body. `offered` says that the statements at its front are part of an option."""
    waiting: list[s.Stmt] = []
    calls = procedure_lets(body, c.refs)
    for stmt in body:
        role = head_role(stmt, calls)
        if role == "requires":
            waiting.append(stmt)
        elif role == "picks":
            offered = True
        elif role != "names":
            _end(c, waiting, offered)
            waiting, offered = [], False
            branches = {id(branch.body) for branch in branches_of(stmt)}
            for inner in bodies(stmt):
                _body(c, inner, id(inner) in branches)
    _end(c, waiting, offered)


def _end(c: Checker, waiting: list[s.Stmt], offered: bool) -> None:
    for stmt in [] if offered else waiting:
        c.report.add(
            "E420",
            stmt.span,
            "this requires something of no option: no choice is made here",
            help=[
                "`require` stands beside a `choose`, or at the head of an action or branch",
                "elsewhere say what happens otherwise: `if …:`",
            ],
        )


MEANS = {PASS: "declining", DONE: "ending the choice"}


def distinct_labels(c: Checker, model: CheckedModel) -> None:
    alternatives = Alternatives(c)
    for named, offered in alternatives.decisions():
        first: dict[str, LabelledAlternative] = {}
        for one in offered:
            other = first.setdefault(one.label, one)
            if other is one or one.name is None:
                continue
            if other.name is not None and one.clause in alternatives.any_time:
                message = f"the action `{one.label}` is offered beside this at any time, and has the same name"
                c.report.add("E204", other.name.span, message, labels=[(one.name.span, "the action")])
            elif other.name is not None:
                c.report.add("E204", one.name.span, f"two branches are called `{one.label}`")
            else:
                message = f"`{one.label}` is what {MEANS[one.label]} is called, and this is offered beside it"
                mend = "choose another name: options are told apart by their names"
                c.report.add("E204", one.name.span, message, labels=_beside(named.statement), help=[mend])


def _beside(asks: s.Stmt) -> list[tuple[Span, str]]:
    """Return a label for the message at the statement that asks, if the statement has a name to point at."""
    name = name_of_choice(asks)
    return [] if name is None else [(name.span, "asked here")]
