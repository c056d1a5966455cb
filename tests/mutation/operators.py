"""Operators on declarations and statements: audiences, `show`, branches, written values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import walk

from .mutants import Edit, Site, operator, outright
from .secrets import other

EFFECTS = (s.Move, s.Put, s.Remove, s.Assign, s.Show, s.Announce, s.Over, s.Leave, s.Shuffle, s.Perform, s.Record)
ASKING = (s.Do, s.Either, s.Turns, s.AtOnce, s.Window, s.Rounds, s.Draw)


# ------------------------------------------------------------------------------------------------------ who sees what


@operator
def audience_narrowed(site: Site) -> Iterator[Edit]:
    """Hide a place or kept value from everybody; its uses stay as they are."""
    for clause in site.clauses:
        if not isinstance(clause, s.PlaceClause | s.KeepClause):
            continue
        seen = next((a for a in clause.audiences if a.what == "seen"), None)
        if seen is None:
            ends = [clause.piece.span] if isinstance(clause, s.PlaceClause) else [clause.type.span]
            if isinstance(clause, s.KeepClause) and clause.initial is not None:
                ends.append(clause.initial.span)
            yield Edit.behind(max(ends, key=lambda span: span.end), ", hidden")
        elif seen.who != "nobody":
            yield Edit.at(seen.span, "hidden")


@operator
def audience_to_one(site: Site) -> Iterator[Edit]:
    """Let only the first player see a place or kept value."""
    first = site.model.players.labels[0]
    for clause in site.clauses:
        if isinstance(clause, s.PlaceClause) and not clause.audiences:
            yield Edit.behind(clause.piece.span, f", seen by {first}")
        elif isinstance(clause, s.PlaceClause | s.KeepClause):
            declared = [a for a in clause.audiences if a.what == "seen" and a.who != "nobody"]
            yield from (Edit.at(a.span, f"seen by {first}") for a in declared)


@operator
def count_hidden(site: Site) -> Iterator[Edit]:
    """Hide the number of pieces in a place."""
    for clause in site.clauses:
        if isinstance(clause, s.PlaceClause) and clause.audiences:
            counted = next((a for a in clause.audiences if a.what == "counted"), None)
            if counted is not None:
                yield Edit.at(counted.span, "counted by nobody")
            else:
                yield Edit.behind(clause.audiences[-1].span, ", counted by nobody")


@operator
def audience_asks(site: Site) -> Iterator[Edit]:
    """Make an audience depend on something hidden."""
    if site.secret:
        for clause in site.clauses:
            if isinstance(clause, s.PlaceClause | s.KeepClause):
                for seen in clause.audiences:
                    yield Edit.at(seen.span, f"{seen.what} by {{x in Player where {site.secret}}}")


@operator
def reveals_dropped(site: Site) -> Iterator[Edit]:
    spans = [clause.span for clause in site.clauses]
    for found in re.finditer(r",\s*reveals\b", site.base.text):
        if any(span.start <= found.start() < span.end for span in spans):
            yield Edit(found.start(), found.end(), "")


@operator
def show_dropped(site: Site) -> Iterator[Edit]:
    for stmt in site.statements(s.Show):
        yield Edit.at(stmt.span, "nothing")


@outright
def show_to_asks(site: Site) -> Iterator[Edit]:
    """Make the audience of a `show` depend on something hidden."""
    if site.secret:
        for stmt in site.statements(s.Show):
            yield _replaced(stmt, f"show {stmt.value.span.text} to {{x in Player where {site.secret}}}")


@operator
def pick_seen_early(site: Site) -> Iterator[Edit]:
    """Let everybody see a choice inside `at once` immediately."""
    for stmt in site.statements(s.AtOnce):
        for node in walk(stmt):
            if isinstance(node, s.Choose) and node.audience is None:
                behind = node.total_least or node.where or node.binder
                yield Edit.behind(behind.span, ", seen by all")


# ------------------------------------------------------------------------------------------------ effects and values


@outright
def effect_guarded(site: Site) -> Iterator[Edit]:
    """Make a statement depend on a hidden condition."""
    if site.secret:
        for stmt in site.statements(*EFFECTS):
            yield _guarded(site, stmt)


@operator
def shown_to_one(site: Site) -> Iterator[Edit]:
    """Show a hidden condition to the first player, and make a statement depend on its value before that."""
    first = site.model.players.labels[0]
    if site.secret:
        for stmt in site.statements(*EFFECTS):
            secret, margin = site.secret, _margin(site, stmt)
            known = f"let secret_known = {secret}\n{margin}show {secret} to {first}\n{margin}"
            yield _guarded(site, stmt, "secret_known", known)


@operator
def shown_too_early(site: Site) -> Iterator[Edit]:
    """Show a hidden condition to all players, then let a statement depend on another one."""
    if site.secret:
        for stmt in site.statements(*EFFECTS):
            yield _guarded(site, stmt, site.secret, f"show {site.secret} to all\n{_margin(site, stmt)}")


@outright
def asking_guarded(site: Site) -> Iterator[Edit]:
    """Make a question to a player, or a draw, depend on a hidden condition."""
    if site.secret:
        for stmt in site.statements(*ASKING):
            yield _guarded(site, stmt)


@outright
def written_in_the_open(site: Site) -> Iterator[Edit]:
    """Make the value of an assignment depend on something hidden."""
    if site.secret:
        for stmt in site.statements(s.Assign):
            alternative = instead(site, stmt.value)
            if alternative is not None:
                yield either(site, stmt.value, alternative)


@outright
def index_hidden(site: Site) -> Iterator[Edit]:
    """Make the index of a written element depend on something hidden."""
    if not site.secret:
        return
    for stmt in site.statements(s.Assign, s.Move, s.Put, s.Remove):
        targets = [node for node in _targets(stmt) if isinstance(node, s.Index)]
        for target in targets:
            for arg in target.args:
                alternative = instead(site, arg)
                if alternative is not None:
                    yield either(site, arg, alternative)


@outright
def amount_put(site: Site) -> Iterator[Edit]:
    if site.secret:
        for stmt in site.statements(s.Put):
            if isinstance(stmt.amount, s.Node):
                yield either(site, stmt.amount, "1")


@operator
def let_asks(site: Site) -> Iterator[Edit]:
    """Make the value of a `let` or `return` depend on something hidden."""
    if site.secret:
        for stmt in site.statements(s.Let, s.Return):
            if stmt.value is not None and (alternative := instead(site, stmt.value)) is not None:
                yield either(site, stmt.value, alternative)


@operator
def fact_asks(site: Site) -> Iterator[Edit]:
    """Make the value of a fact or exception depend on something hidden."""
    if site.secret:
        for clause in site.clauses:
            if isinstance(clause, s.FactClause | s.ExceptionClause) and clause.value is not None:
                alternative = instead(site, clause.value)
                if alternative is not None:
                    yield either(site, clause.value, alternative)


@operator
def argument_asks(site: Site) -> Iterator[Edit]:
    """Make an argument of an announcement or procedure depend on something hidden."""
    if site.secret:
        for stmt in site.statements(s.Announce, s.Perform):
            for arg in stmt.call.args:
                alternative = instead(site, arg.value)
                if alternative is not None:
                    yield either(site, arg.value, alternative)


@outright
def result_asks(site: Site) -> Iterator[Edit]:
    """Make the winner or the payoff depend on something hidden."""
    if not site.secret:
        return
    first = site.model.players.labels[0]
    for stmt in site.statements(s.Over):
        if stmt.how == "drawn":
            yield _replaced(stmt, f"game over, won by {{x in Player where {site.secret}}}")
        elif stmt.how in ("won", "lost"):
            yield _replaced(stmt, f"game over, {stmt.how} by {{x in Player where {site.secret}}}")
        else:
            yield Edit.at(stmt.value.span, f"(({stmt.value.span.text}) + (if {site.secret} then 1 else 0))")
        if stmt.how in ("won", "lost"):
            yield _replaced(stmt, f"game over, {stmt.how} by (if {site.secret} then {{{first}}} else {{}})")


# ----------------------------------------------------------------------------------------------------------- helpers


def _replaced(stmt: s.Node, text: str) -> Edit:
    """Return the edit that replaces a statement, but keeps the line end after it."""
    whole = stmt.span.text
    return Edit(stmt.span.start, stmt.span.start + len(whole.rstrip()), text)


def _guarded(site: Site, stmt: s.Node, condition: str = "", before: str = "") -> Edit:
    """Return the edit that puts a statement under a condition, by default a hidden one, after the lines `before`."""
    whole = stmt.span.text.rstrip()
    deeper = "\n".join([f"  {line}" if line.strip() else line for line in whole.split("\n")])
    text = f"{before}if {condition or site.secret}:\n{_margin(site, stmt)}{deeper}"
    return Edit(stmt.span.start, stmt.span.start + len(whole), text)


def _margin(site: Site, stmt: s.Node) -> str:
    """Return the spaces before a statement."""
    before = site.base.text[: stmt.span.start]
    return " " * (stmt.span.start - (before.rfind("\n") + 1))


def either(site: Site, node: s.Node, alternative: str) -> Edit:
    return Edit.at(node.span, f"(if {site.secret} then {alternative} else {node.span.text})")


def instead(site: Site, node: s.Expr) -> str | None:
    """Return a constant of the expression's type that differs from it; None if there is none."""
    kind = site.model.types.get(node)
    constant = other(kind) if kind is not None else None
    if constant == node.span.text:
        labels = kind.domain.labels if hasattr(kind, "domain") else ()
        return (
            labels[1]
            if len(labels) > 1
            else "yes"
            if constant == "no"
            else str(int(constant) + 1)
            if constant.isdigit()
            else None
        )
    return constant


def _targets(stmt: s.Node) -> Iterator[s.Node]:
    match stmt:
        case s.Assign(target=target):
            yield target
        case s.Move(take=take, to=to):
            yield take.place
            yield to.place
        case s.Put(to=to):
            yield to.place
        case s.Remove(take=take):
            yield take.place
