"""E416 to E418: exceptions of one fact contradict each other, or `over` names no other exception of the fact or is
cyclic. (`over` says that an exception prevails over another.)

E431: `over`, `rank` or `never both` has no effect, because order does not matter there. E432: `over` contradicts the
ranks. The `over` of rules is checked, too.
"""

from __future__ import annotations

from itertools import combinations

from ...diagnostics import did_you_mean
from ...model.rulebook import Placed
from ...model.symbols import EventSymbol, FactSymbol
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..precedence import clause_with_order, clauses_below, disjoint, guard_cases, too_many


def exceptions(c: Checker, model: CheckedModel) -> None:
    for fact, found in c.exceptions.items():
        symbol = c.symbols.get(fact)
        combining = symbol.clause.combining if isinstance(symbol, FactSymbol) else None
        if combining is not None:
            _report_order_without_use(c, found, f"fact `{fact}` combines all its exceptions that hold")
            continue
        if too_many(c.report, found, f"exceptions to fact `{fact}`"):
            continue
        _over(c, found, f"exception to `{fact}`")
        if not isinstance(symbol, FactSymbol):
            continue
        ranks: dict[str, list[Placed]] = {}
        for placed in found:
            rank = clause_with_order(placed).rank
            ranks.setdefault(rank.text if rank else "", []).append(placed)
        for rivals in ranks.values():
            _conflicts(c, fact, rivals)
    _rules(c)


def _rules(c: Checker) -> None:
    """Check the `over` of rules that run at the same moment. For rules that replace a step, only the first that applies
    runs."""
    rules: dict[tuple[str, str], list[Placed]] = {}
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.RuleClause):
            rules.setdefault(_moment(placed.clause), []).append(placed)
    for (moment, event), found in rules.items():
        if too_many(c.report, found, f"rules {moment}"):
            continue
        symbol = c.symbols.get(event)
        if moment.startswith("by ") and isinstance(symbol, EventSymbol) and not symbol.clause.ranked:
            _report_order_without_use(c, found, f"event `{event}` lets a player with several answers pick their order")
        else:
            _over(c, found, f"other rule {moment}")


def _moment(rule: s.RuleClause) -> tuple[str, str]:
    """Return the moment at which a rule runs, in words, and the event that it answers ("" for none)."""
    match rule.trigger:
        case s.When(event=event, seat=None):
            return f"when `{event.text}` is announced", event.text
        case s.When(event=event):
            return f"by a player when `{event.text}` is announced", event.text
        case s.AtStep(when=when, procedure=procedure, step=step):
            return f"{when} `{procedure.text}.{step.text}`", ""
    return "`whenever`", ""


def _report_order_without_use(c: Checker, found: list[Placed], why: str) -> None:
    for placed in found:
        clause = clause_with_order(placed)
        said = [("rank", clause.rank)] if clause.rank else []
        said += [("over", name) for name in clause.over[:1]]
        for word, name in said:
            ways = [f"leave out `{word}`", *["or say `in rank order` at the event"] * isinstance(clause, s.RuleClause)]
            c.report.add("E431", name.span, f"`{word}` puts nothing in order here: {why}", help=ways)
        if isinstance(clause, s.ExceptionClause) and clause.never_both:
            text = f"`never both` says nothing here: {why}"
            c.report.add("E431", clause.name.span, text, help=["leave out `never both`"])


def _over(c: Checker, found: list[Placed], what: str) -> None:
    """Check that `over` (which says which clause prevails) names existing clauses, is not cyclic, and does not
    contradict ranks."""
    known = {p.clause.name.text: clause_with_order(p) for p in found}
    for placed in found:
        clause = clause_with_order(placed)
        for name in clause.over:
            other = known.get(name.text)
            if other is None:
                message = f"there is no {what} called `{name.text}`"
                c.report.add("E416", name.span, message, help=did_you_mean(name.text, known, name.span))
            elif _height(c, other) > _height(c, clause):
                assert other.rank is not None
                message = f"`{clause.name.text}` cannot come over `{name.text}`, whose rank is higher"
                advice = [f"give `{clause.name.text}` the rank `{other.rank.text}` too, or leave out `over`"]
                c.report.add("E432", name.span, message, labels=[(other.rank.span, "this rank")], help=advice)
    for one, others in clauses_below(found).items():
        if one in others:
            c.report.add("E417", known[one].name.span, f"`{one}` comes over itself, by way of `over`")


def _height(c: Checker, clause: s.ExceptionClause | s.RuleClause) -> int:
    return -1 if clause.rank is None else c.book.ranks.index(clause.rank.text)


def _conflicts(c: Checker, fact: str, rivals: list[Placed]) -> None:
    if len(rivals) < 2:
        return
    beats = clauses_below(rivals)
    guards = {id(p): guard_cases(c, p) for p in rivals}
    for earlier, later in combinations(rivals, 2):
        a, b = earlier.clause, later.clause
        assert isinstance(a, s.ExceptionClause) and isinstance(b, s.ExceptionClause)
        if a.never_both or b.never_both:
            continue
        if b.name.text in beats[a.name.text] or a.name.text in beats[b.name.text]:
            continue
        if disjoint(c, guards[id(earlier)], guards[id(later)]):
            continue
        c.report.add(
            "E418",
            b.name.span,
            f"exceptions `{a.name.text}` and `{b.name.text}` to fact `{fact}` may hold at once",
            labels=[(a.name.span, "the other")],
            help=[
                f"say which wins (`over {a.name.text}`, or a `rank`), or that they are `never both`",
                f"or let fact `{fact}` combine them: `combining add`",
            ],
        )
