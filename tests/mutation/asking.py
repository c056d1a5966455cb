"""Operators on conditions and other expressions: each place with an expression is made to depend on something
hidden."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.syntax import nodes as s

from .mutants import Edit, Site, outright
from .operators import either, instead


def _and(site: Site, condition: s.Expr) -> Edit:
    return Edit.at(condition.span, f"(({condition.span.text}) and {site.secret})")


def _where(site: Site, condition: s.Expr | None, behind: s.Node) -> Edit:
    if condition is not None:
        return _and(site, condition)
    return Edit.behind(behind.span, f" where {site.secret}")


def _fewer(site: Site, domain: s.Expr) -> Edit:
    text = f"{{secret_one in {domain.span.text} where {site.secret}}}"
    return Edit.at(domain.span, text)


@outright
def if_asks(site: Site) -> Iterator[Edit]:
    if site.secret:
        yield from (_and(site, stmt.condition) for stmt in site.statements(s.If) if not stmt.reveals)


@outright
def for_each_where(site: Site) -> Iterator[Edit]:
    if site.secret:
        yield from (
            _where(site, x.where, x.start or x.binder) for x in site.statements(s.ForEach) if x.way == "clockwise"
        )


@outright
def for_each_over(site: Site) -> Iterator[Edit]:
    if site.secret:
        yield from (_fewer(site, stmt.binder.domain) for stmt in site.statements(s.ForEach))


@outright
def for_each_from(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.ForEach):
            if stmt.start is not None and (alternative := instead(site, stmt.start)) is not None:
                yield either(site, stmt.start, alternative)


@outright
def repeat_while(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.Repeat):
            if stmt.condition is not None:
                joint = "or" if stmt.until else "and"
                text = f"(({stmt.condition.span.text}) {joint} {site.secret})"
                yield Edit.at(stmt.condition.span, text)


@outright
def at_most(site: Site) -> Iterator[Edit]:
    """Make the number of repetitions or rounds depend on something hidden."""
    if site.secret:
        for stmt in site.statements(s.Repeat, s.Rounds):
            if stmt.limit is not None:
                yield either(site, stmt.limit, "1" if stmt.limit.span.text != "1" else "2")


@outright
def turns_where(site: Site) -> Iterator[Edit]:
    if site.secret:
        yield from (_where(site, x.where, x.start) for x in site.statements(s.Turns, s.Window) if x.way == "clockwise")


@outright
def turns_from(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.Turns, s.Window):
            alternative = instead(site, stmt.start)
            if alternative is not None:
                yield either(site, stmt.start, alternative)


@outright
def at_once_where(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.AtOnce):
            yield _where(site, stmt.where, stmt.binder)
            yield _fewer(site, stmt.binder.domain)


@outright
def rule_where(site: Site) -> Iterator[Edit]:
    if not site.secret:
        return
    for clause in site.clauses:
        if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.When | s.AtStep):
            yield _where(site, clause.trigger.where, clause.trigger)
        if isinstance(clause, s.ExceptionClause) and clause.where is not None:
            yield _and(site, clause.where)


@outright
def whenever_asks(site: Site) -> Iterator[Edit]:
    if site.secret:
        for clause in site.clauses:
            if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.Whenever):
                yield _and(site, clause.trigger.condition)


@outright
def draw_where(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.Draw):
            if stmt.where is not None:
                yield _and(site, stmt.where)
            else:
                yield _fewer(site, stmt.binder.domain)


@outright
def draw_weighted(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.Draw):
            if stmt.weight is not None:
                yield either(site, stmt.weight, "1")
            else:
                where = stmt.where or stmt.binder
                yield Edit.behind(where.span, f" weighted (if {site.secret} then 3 else 1)")


@outright
def by_whom(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.By):
            alternative = instead(site, stmt.player)
            if alternative is not None:
                yield either(site, stmt.player, alternative)


@outright
def requirement(site: Site) -> Iterator[Edit]:
    if site.secret:
        yield from (_and(site, stmt.condition) for stmt in site.statements(s.Require))


@outright
def requirement_added(site: Site) -> Iterator[Edit]:
    """Add a requirement on something hidden to an option."""
    if not site.secret:
        return
    for node in site.nodes(s.Branch, s.ActionClause):
        first = node.body[0]
        before = site.base.text[: first.span.start]
        margin = " " * (first.span.start - (before.rfind("\n") + 1))
        yield Edit(first.span.start, first.span.start, f"require {site.secret}\n{margin}")


@outright
def chosen_where(site: Site) -> Iterator[Edit]:
    if site.secret:
        yield from (_where(site, stmt.where, stmt.binder) for stmt in site.statements(s.Choose))


@outright
def chosen_from(site: Site) -> Iterator[Edit]:
    if site.secret:
        yield from (_fewer(site, stmt.binder.domain) for stmt in site.statements(s.Choose))


@outright
def chosen_how_many(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.Choose):
            if stmt.amount is not None and stmt.amount.low is not None:
                yield either(site, stmt.amount.low, "1")
