"""Runs the check: from a rulebook with all its layers, in one configuration, to a CheckedModel, or to the diagnostics
that explain why there is none.

E452, E453: an example that was requested by name is missing, or is about another configuration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from ..diagnostics import Diagnostic, Help, Label, did_you_mean
from ..diagnostics.printable import with_article
from ..model.clause_table import is_unsaid
from ..model.header import players_line
from ..model.rulebook import Placed, Rulebook
from ..model.settings import example_setting, has_players, players_in_words
from ..syntax import nodes as s
from . import call_types, choice_types, clause_types, move_types, operator_types, quantifiers, references, text_types  # noqa: F401  (each enters its handlers)
from .builtin_types import BUILTINS
from .checked import CheckedModel, PickAudience
from .checker import NAMED_KINDS, Checker
from .checks.missing_and_unused import report_unsaid
from .declarations import check_audiences, declare, type_fact
from .effect_analysis import classify
from .layer_mistakes import at_layers
from .registry import CHECKS, KNOWLEDGE, SAID, TEXTS, WORDS, CheckFunction
from .report import TooManyErrors, repeats_cut
from .symbol_table import RESERVED

CALLED_KINDS = frozenset({"board", "fact", "piece", "table"})
"""The kinds of clauses whose name may be called in an expression, where the built-in function of that name would be
meant."""


@define(eq=False)
class BegunCheck:
    """A check of a rulebook that is in progress, with the results of the checks that have run so far."""

    checker: Checker
    spared: frozenset[CheckFunction] = frozenset()
    """Checks that will not run; tables that only they read stay empty."""
    tables: CheckedModel | None = field(init=False)
    """None if a name or type is wrong."""
    clean: set[CheckFunction] = field(factory=set)
    """The checks that have found nothing."""

    def __attrs_post_init__(self) -> None:
        try:
            self.tables = _tables(self.checker, self.spared)
        except TooManyErrors:
            self.tables = None

    def run(self, checks: Sequence[CheckFunction]) -> None:
        """Run these checks, unless there was an error in a name or type."""
        tables, report = self.tables, self.checker.report
        if tables is None:
            return
        try:
            for check in checks:
                before = report.found
                check(self.checker, tables)
                if report.found == before:
                    self.clean.add(check)
        except TooManyErrors:
            self.tables = None

    @property
    def result(self) -> tuple[CheckedModel | None, list[Diagnostic]]:
        """Return the model and the diagnostics so far. The model is None if there is an error, or if an edition must
        still supply something."""
        report = self.checker.report
        whole = not report.has_errors and not any(is_unsaid(p.clause) for p in self.checker.book.clauses)
        found = at_layers(self.checker.book, report.diagnostics)
        return (self.tables if whole else None), repeats_cut(sort_diagnostics(found))


def check_rulebook(
    rulebook: Rulebook, knowledge: bool = True, texts: bool = True
) -> tuple[CheckedModel | None, list[Diagnostic]]:
    """Return the model and the diagnostics of a rulebook. The model is None if there is an error, or if an edition must
    still supply something. `knowledge` and `texts` say whether to include the checks of hidden information and of
    texts."""
    return begin_check(rulebook, (frozenset() if knowledge else KNOWLEDGE) | (frozenset() if texts else TEXTS)).result


def begin_check(
    rulebook: Rulebook,
    left: frozenset[CheckFunction],
    spared: frozenset[CheckFunction] = frozenset(),
    wide: frozenset[str] = frozenset(),
) -> BegunCheck:
    """Run the checks of a rulebook except those that are `left` for later, and return the check, which can be
    continued. Checks in `spared` will never run, and the model lacks what only they read. Open boards whose names are
    in `wide` are made large enough for coordinates in any case."""
    return _run(rulebook, [check for check in CHECKS if check not in left | spared], spared, wide)


def readable_model(rulebook: Rulebook) -> CheckedModel | None:
    """Return a model that is good enough for putting the rulebook into words: names, types and words are correct, but
    other checks are skipped. Return None if there is an error."""
    return _run(rulebook, SAID).result[0]


def _run(
    rulebook: Rulebook,
    checks: Sequence[CheckFunction],
    spared: frozenset[CheckFunction] = frozenset(),
    wide: frozenset[str] = frozenset(),
) -> BegunCheck:
    """Check a rulebook. If it uses coordinates of open boards, find its types a second time, with boards large enough
    for coordinates."""
    while True:
        begun = BegunCheck(Checker(rulebook, declare, type_fact, wide), spared)
        measured = begun.checker.boards.measured
        if measured <= wide:
            begun.run(checks)
            return begun
        wide = wide.union(measured)


def _tables(c: Checker, spared: frozenset[CheckFunction]) -> CheckedModel | None:
    """Return a model with the names and types of a rulebook; None if there is an error."""
    names(c)
    text_types.texts(c, not spared >= WORDS)
    if c.declaring.waits:
        c.report.drop_unknown_names()  # such as the directions of a board whose size is still to be said
        report_unsaid(c)
        return None
    if c.report.has_errors:
        return None
    return CheckedModel(
        c.book,
        c.players,
        c.symbols,
        c.refs,
        c.types,
        c.binds,
        c.arguments,
        c.initial,
        classify(c.book.clauses),
        frozenset(placed.id for placed, _ in c.examples.clauses),
        c.patterns,
        c.examples.printed,
        c.texts,
        c.rows,
        *(({}, frozenset()) if spared >= KNOWLEDGE else _picks_and_layings(c)),
    )


def _picks_and_layings(c: Checker) -> tuple[Mapping[s.Pick, PickAudience], frozenset[s.Stmt]]:
    from .information.picks import picks_and_layings  # imported here, because loading it takes as long as a small check

    return picks_and_layings(c)


def names(c: Checker) -> None:
    """Declare all clauses, then find the names and types in each, except in texts."""
    for placed in c.book.clauses:
        _enter(c, placed)
    for placed in c.book.clauses:
        if placed.clause.kind in ("enum", "option"):
            c.names.lookup(placed.clause.name.text)
    for name, placed in c.names.declared.items():
        if placed.clause.kind not in ("fact",):
            c.names.lookup(name)
    for placed in c.book.clauses:
        clause_types.clause(c, placed)
    check_audiences(c)
    clause_types.examples_in_force(c)


def _enter(c: Checker, placed: Placed) -> None:
    clause = placed.clause
    name = clause.name
    if isinstance(clause, s.ExceptionClause):
        c.exceptions.setdefault(clause.fact.text, []).append(placed)
    if clause.kind not in NAMED_KINDS:
        return
    if name.text in RESERVED:
        c.report.add("E203", name.span, f"`{name.text}` is a word of the language")
        return
    called = clause.kind in CALLED_KINDS or (isinstance(clause, s.ProcedureClause) and clause.result is not None)
    if called and name.text in BUILTINS:
        message = f"`{BUILTINS[name.text].form}` is a function of the language"
        c.report.add("E203", name.span, message, help=["choose another name: a word means one thing"])
        return
    other = c.names.declared.get(name.text)
    if other is not None:
        message = f"there is already {with_article(other.clause.kind)} called `{name.text}`"
        advice = ["a word means one thing: choose another name"]
        c.report.add("E203", name.span, message, labels=[(other.clause.name.span, "here")], help=advice)
        return
    c.names.declared[name.text] = placed


def sort_diagnostics(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics sorted by location; errors come first at the same location."""
    return sorted(
        diagnostics,
        key=lambda d: (d.span.source.name, d.span.start, d.severity != "error") if d.span else ("", -1, False),
    )


def example_refusal(book: Rulebook, name: str) -> Diagnostic:
    """Return the diagnostic for an example that was requested by name but is missing or about another game."""
    clauses = {p.clause.name.text: p.clause for p in book.clauses if isinstance(p.clause, s.ExampleClause)}
    clause = clauses.get(name)
    if clause is None:
        return Diagnostic("E453", f"there is no example `{name}`", help=did_you_mean(name, clauses))
    wanted = example_setting(book, clause)
    span = (clause.players or clause.name).span
    if not has_players(book, wanted.players):
        allowed = players_in_words(book.header)
        message = f"the example `{name}` is for {wanted.players} players, and this game is for {allowed}"
        return Diagnostic("E452", message, span, (Label(players_line(book.header), "said here"),))
    about = [f"{item} = {value}" for item, value in wanted.options.items()]
    players = min(book.header.player_counts, default=None) if wanted.players is None else wanted.players
    asked = ", ".join([f"{players} players", *about, *(["the other options as usual"] if book.options else [])])
    here = ", ".join([f"{book.players} players", *(f"{item} = {value}" for item, value in book.options.items())])
    message = f"the example `{name}` does not apply here"
    return Diagnostic("E452", message, span, help=(Help(f"it is about {asked}; this is {here}"),))
