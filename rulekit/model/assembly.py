"""Assembly: applies the layers for one configuration, and makes one rulebook from many books.

The lines of `assemble` are in the order of work. `rulekit.check` decides to what names refer, and whether the result is
a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from ..diagnostics import Diagnostic, DiagnosticSink, Help, Label, Source, Span, did_you_mean
from ..syntax import nodes as s
from ..syntax.traversal import copy_tree
from .clause_table import ClauseTable
from .edits import edits_of
from .header import Stack, book_name, has_front_line, merge_headers, order_stack
from .meaning_hash import check_pins
from .outline import chapter_errors
from .partial_evaluation import World
from .rulebook import STRUCK_ADVICE, USED, Config, Placed, Rulebook, StruckClause, choices_at_any_time
from .sections import section_errors
from .settings import check_rulesets, count_players, decide
from .word_catalogs import ids_in_books, with_meant_words


def assemble(books: Sequence[s.Book], config: Config) -> tuple[Rulebook | None, list[Diagnostic]]:
    """Apply each book to those below it. Return the rulebook (None if there is an error) and all diagnostics."""
    problems = DiagnosticSink()
    stack = order_stack(books, problems)
    if problems:
        return None, problems.diagnostics
    misnamed = DiagnosticSink()
    stack = with_meant_words(stack, misnamed)
    header = merge_headers(stack, problems)
    check_pins(stack, problems)
    players = count_players(header, config, problems)
    if players is None:
        return None, problems.diagnostics
    world = decide(stack, config, players, problems)
    table = ClauseTable(stack, problems)
    for book in stack.books:
        for edit in edits_of(book, world, problems):
            table.apply(edit)
    clauses = _with_choice_conditions(table.finish())
    check_rulesets(stack, clauses, world, problems)
    _check_ranks(clauses, header.ranks, problems)
    problems.add(*misnamed.diagnostics)
    problems.add(*chapter_errors(clauses, book_name(stack.books[0])), *section_errors(clauses, table.strikes))
    if problems.has_errors:
        return None, _merge_struck_options(problems.diagnostics, table.strikes)
    problems.add(*_idle(stack, table))
    rulebook = Rulebook(
        name=header.name.text,
        title=header.title.value if header.title else header.name.text,
        header=header,
        layers=tuple(book_name(b) for b in stack.books),
        players=players,
        seats=tuple(i.name.text for i in header.seats[:players]) or tuple(f"p{n}" for n in range(1, players + 1)),
        sources={d.name.text: d.title.value for d in header.sources},
        ranks=tuple(r.text for r in header.ranks),
        options={name: value for name, value in world.values.items() if name != "players"},
        clauses=clauses,
        changed=_options_changed(stack, config, players, world),
        players_from=[book_name(b) for b in stack.books if b.header.numbers][-1],
        struck=table.strikes,
        layer_titles={book_name(b): b.header.title for b in stack.books if b.header.title},
        part=all(b.header.form == "expansion" for b in stack.books[1:]),
        answerable=frozenset(_answerable(stack)),
        written=ids_in_books(stack.books),
        files=tuple(b.header.span.source for b in stack.books),
        changes_of=table.changes,
    )
    return rulebook, problems.diagnostics


def _answerable(stack: Stack) -> Iterator[Source]:
    for book in reversed(stack.books):
        yield book.header.span.source
        if book.header.form != "edition":
            return


def _options_changed(stack: Stack, config: Config, players: int, world: World) -> frozenset[str]:
    """Return the names of the options whose values are not their defaults."""
    if not config.options:
        return frozenset()
    usual = decide(stack, Config(players), players, DiagnosticSink()).values
    return frozenset(name for name, value in world.values.items() if usual.get(name) != value)


def _check_ranks(clauses: Iterable[Placed], ranks: tuple[s.Name, ...], problems: DiagnosticSink) -> None:
    known = [r.text for r in ranks]
    for rank in (p.clause.rank for p in clauses if isinstance(p.clause, s.RuleClause | s.ExceptionClause)):
        if rank is not None and rank.text not in known:
            message, advice = f"no header declares the rank `{rank.text}`", did_you_mean(rank.text, known, rank.span)
            problems.add(Diagnostic("E235", message, rank.span, expected=tuple(known), help=advice))


def _idle(stack: Stack, table: ClauseTable) -> list[Diagnostic]:
    """Return a warning for each layer that changes nothing. Those with `under` blocks may change other
    configurations."""
    found = []
    for book in stack.books[1:]:
        header = book.header
        says = bool(header.numbers) or header.seats or header.ranks or header.sources or has_front_line(header)
        waits = any(isinstance(m, s.Under) for m in book.members)
        if book_name(book) not in table.effective and not says and not waits:
            message = f"`{book_name(book)}` changes nothing"
            found.append(Diagnostic("W220", message, header.span))
    return found


def _with_choice_conditions(clauses: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """Return the clauses, with the conditions of choices at any time added to the actions of these choices."""
    asked = {name: c.where for name, c in choices_at_any_time(clauses).items() if c.where is not None}
    return tuple(
        evolve(p, conditions=(*p.conditions, copy_tree(asked[p.clause.choice.text])))
        if isinstance(p.clause, s.ActionClause) and p.clause.choice.text in asked
        else p
        for p in clauses
    )


_SHOWN = 5  # the greatest number of uses of a struck option to which its message points; more would hide the message


def _merge_struck_options(found: Sequence[Diagnostic], struck: Mapping[str, StruckClause]) -> list[Diagnostic]:
    """Return the diagnostics. Those that are caused by the same struck option become one, at the place of the
    strike."""
    out: list[Diagnostic] = []
    places: dict[str, int] = {}
    for diagnostic in found:
        use = _use(diagnostic, struck)
        if use is None:
            out.append(diagnostic)
            continue
        name, span = use
        if name not in places:
            places[name] = len(out)
            gone = struck[name]
            out.append(Diagnostic("E201", gone.still_used(name), gone.span, (), (), (Help(STRUCK_ADVICE),)))
        told = out[places[name]]
        if all(label.span != span for label in told.labels) and len(told.labels) < _SHOWN:
            out[places[name]] = evolve(told, labels=(*told.labels, Label(span, USED)))
    return out


def _use(diagnostic: Diagnostic, struck: Mapping[str, StruckClause]) -> tuple[str, Span] | None:
    """If a struck option causes a diagnostic, return its name and the span of its use; otherwise None."""
    spans = [label.span for label in diagnostic.labels] if diagnostic.code == "E228" else []
    if diagnostic.code == "E600" and diagnostic.span:
        spans.append(diagnostic.span)
    for span in spans:
        for word in re.findall(r"\w+", span.text):
            if word in struck:
                return word, span
    return None
