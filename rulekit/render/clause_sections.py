"""Renders a clause as a section: number, title, address, summary, exact rules in words, and the tables of its kind.

Options and rulesets are tables of answers. For each answer that is not the default, the section lists the clauses that
this answer changes. `inventory.py` has tables of pieces and members, `worked_examples.py` has examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from attrs import frozen

from ..diagnostics import RulekitError
from ..diagnostics.printable import capital
from ..model import change_kinds as ch
from ..model.difference import default_of
from ..model.rulebook import Placed
from ..model.symbols import OptionSymbol
from ..prose import Paragraph, ProseTable, Speaker
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.forms import does
from ..syntax.traversal import inside
from . import inventory
from . import page_blocks as d
from .anchors import NumberedChapter, Section, anchor, place_behind
from .editions import Editions
from .footnotes import notes
from .games import Games
from .page_pictures import Pictures
from .subject import Subject, line_text
from .worked_examples import example

CHAPTER_LEVEL = 2
CLAUSE_LEVEL = 3


@frozen(eq=False)
class Writer:
    """Everything from which the sections of one page are made: the rulebook, its played games, their pictures, and
    other editions."""

    subject: Subject
    games: Games
    pictures: Pictures
    editions: Editions


def chapter(writer: Writer, one: NumberedChapter) -> Iterator[d.PageBlock]:
    """Yield the blocks of a chapter: heading, summary and sections."""
    subject = writer.subject
    yield d.Heading(CHAPTER_LEVEL, (subject.chapter_title(one),), one.anchor, one.number)
    summary = subject.chapter_summary(one)
    marks = notes(subject, one.chapter.cites)
    if summary or marks:
        yield d.PageParagraph((summary, *marks), "rk-summary")
    new = len(one.sections) > 1 and writer.editions.is_new(subject, (section.placed for section in one.sections))
    if new:
        yield from writer.editions.new_here(subject)
    for section in one.sections:
        yield from clause_section(writer, section, new)


def clause_section(writer: Writer, section: Section, new: bool = False) -> Iterator[d.PageBlock]:
    """Yield the blocks of a clause with its heading. `new` says that the chapter has already remarked that all its
    clauses are new in this edition."""
    subject, placed = writer.subject, section.placed
    prose = subject.prose(placed)
    yield d.Heading(CLAUSE_LEVEL, prose.title, anchor(placed.id), section.number)
    marks = notes(subject, placed.clause.tags.cites)
    shown = _with_facts(writer, placed, tuple(exact_text(writer, section)), new)
    if prose.summary:
        yield d.PageParagraph((*prose.summary, *marks), "rk-summary")
    elif marks:
        shown = _with_marks(shown, marks)
    if subject.full:
        law = d.CodeBlock(format_node(placed.clause))
        yield d.Box("rk-law", (d.Box("rk-text", shown), d.Box("rk-source", (law,))))
    else:
        yield from shown
    yield from writer.editions.was(subject, placed, new)


def _with_facts(writer: Writer, host: Placed, shown: tuple[d.PageBlock, ...], new: bool) -> tuple[d.PageBlock, ...]:
    """Return the blocks of the clause `host` with explanations of the facts that only it uses, each after the sentence
    that names it."""
    for placed in writer.subject.explanations.get(host.id, ()):
        shown = place_behind(shown, placed.id, d.Aside(tuple(_explanation(writer, placed, new))))
    return shown


def _explanation(writer: Writer, placed: Placed, new: bool) -> Iterator[d.PageBlock]:
    """Yield the blocks that explain a fact: its address, title, summary and exact rules."""
    subject = writer.subject
    prose = subject.prose(placed)
    title = d.Strong(f"{line_text(prose.title)}.")
    summary = (" ", *prose.summary) if prose.summary else ()
    marks = notes(subject, placed.clause.tags.cites)
    yield d.PageParagraph((d.Target(anchor(placed.id)), title, *summary, *marks))
    yield from _with_facts(writer, placed, prose.exact, new)
    if subject.full:
        yield d.CodeBlock(format_node(placed.clause))
    yield from writer.editions.was(subject, placed, new)


def _prose_beside_tables(subject: Subject, node: s.Clause, exact: tuple[d.PageBlock, ...]) -> tuple[d.PageBlock, ...]:
    """Return the exact rules of a clause without the tables that the page shows in a better form."""
    match node:
        case s.EnumClause() | s.TableClause():
            return tuple(block for block in exact if not isinstance(block, ProseTable))
        case s.OptionClause(items=items) if items:
            return exact[:1]
        case s.BoardClause():
            return tuple(_fold(subject, block) if isinstance(block, ProseTable) else block for block in exact)
    return exact


def _fold(subject: Subject, table: ProseTable) -> d.PageBlock:
    """Return a table in a folded note, for a table whose contents a picture also shows."""
    return d.Remark("abstract", subject.ui("page-as-table"), (table,), folded=True)


def _with_marks(blocks: tuple[d.PageBlock, ...], marks: d.InlineLine) -> tuple[d.PageBlock, ...]:
    """Return the blocks with citation marks at the end of the first block if that is a paragraph. Otherwise the marks
    are in a paragraph of their own at the end."""
    if blocks and isinstance(first := blocks[0], Paragraph):
        return (d.PageParagraph((*first.text, *marks)), *blocks[1:])
    return (*blocks, d.PageParagraph(marks, "rk-cites"))


def exact_text(writer: Writer, section: Section) -> Iterator[d.PageBlock]:
    """Yield the exact rules of a clause, with the tables and pictures of its kind."""
    subject, placed = writer.subject, section.placed
    node = placed.clause
    match node:
        case s.ExampleClause():
            elsewhere = writer.editions.example_elsewhere(subject, placed)
            yield from elsewhere or example(subject, placed, writer.games, writer.pictures)
            return
        case s.BoardClause() | s.EnumClause() | s.TableClause():
            yield from writer.pictures.board(node.name.text)
    yield from _prose_beside_tables(subject, node, subject.prose(placed).exact)
    match node:
        case s.EnumClause():
            yield from inventory.items(subject, node, writer.pictures)
        case s.TableClause():
            yield from inventory.table(subject, node, writer.pictures)
        case s.PieceClause():
            yield from inventory.sorts(subject, node, writer.pictures)
        case s.OptionClause():
            yield from option(subject, writer.games, node)
        case s.RulesetClause():
            yield from ruleset(subject, node)


def option(subject: Subject, games: Games, clause: s.OptionClause) -> Iterator[d.PageBlock]:
    """Yield a table of an option's answers, with the page's own answer in bold, and for each other answer what it
    changes. If the answers are a range of numbers, the table is empty."""
    name = clause.name.text
    usual = default_of(clause)
    rows: list[tuple[d.InlineLine, ...]] = []
    for item in clause.items:
        answer = item.name.text
        chosen = answer == subject.rulebook.options.get(name, usual)
        target = d.Target(anchor(f"{clause.kind} {name}.{answer}"))
        title = capital(subject.title(name, answer))
        usually: d.InlineLine = (f" ({subject.ui('page-usual')})",) if chosen else ()
        rows.append(((target, d.Strong(title) if chosen else title, *usually, *notes(subject, item.cites)),))
    yield d.PageTable((), tuple(rows), "rk-answers")
    for item in clause.items:
        if item.name.text != subject.rulebook.options.get(name, usual):
            told = answer_effects(subject, games, None, {name: item.name.text})
            if told:
                title = f"{subject.ui('page-effect')}: {subject.title(name, item.name.text)}"
                yield d.Remark("question", title, told, folded=True)


def ruleset(subject: Subject, clause: s.RulesetClause) -> Iterator[d.PageBlock]:
    """Yield a table of the options that a ruleset sets, with their answers."""
    rows: list[tuple[d.InlineLine, ...]] = []
    for setting in clause.settings:
        name = setting.name.text
        value = " ".join(setting.value.span.text.split())
        answered = isinstance(setting.value, s.Ref)
        told = subject.title(name, value) if answered else value
        rows.append(((subject.link(f"option {name}"),), (told,)))
    yield d.PageTable(((subject.ui("page-option"),), (subject.ui("page-answer"),)), tuple(rows))


def answer_effects(
    subject: Subject, games: Games, players: int | None, options: Mapping[str, int | str]
) -> tuple[d.PageBlock, ...]:
    """Return blocks with the clauses that these answers change. Return () if they change none, or if this configuration
    is impossible."""
    changed = clauses_that_change(games, players, options)
    named = {placed.id for change in changed if (placed := ch.subject_of(change)) is not None}
    asking = [placed for placed in _clauses_about(subject, options) if placed.id not in named]
    if not changed and not asking:
        return ()
    try:
        models = partial(games.models, options) if players is None else None
        says = subject.speaker_of(games.model(players, options), models)
    except RulekitError:
        return ()
    blocks = [block for change in changed for block in _change(subject, says, change)]
    for placed in asking:
        if says.exact(placed) != subject.prose(placed).exact:
            blocks += _clause(subject, says, "page-changed-rule", placed, placed.id)
    return tuple(blocks)


def _clauses_about(subject: Subject, options: Mapping[str, int | str]) -> Iterator[Placed]:
    """Yield the clauses that use one of these options, so that their words depend on the answer."""
    for placed in subject.shown.values():
        if does(placed.clause, "about_book") or placed.clause.kind in ("example", "option", "ruling"):
            continue
        if any(
            isinstance(symbol := subject.model.refs.get(ref), OptionSymbol) and symbol.name in options
            for ref in inside(placed.clause, s.Ref)
        ):
            yield placed


def clauses_that_change(games: Games, players: int | None, options: Mapping[str, int | str]) -> list[ch.Change]:
    """Return the changes of clauses from the page's configuration to another one, as far as they matter to players.
    Return [] if the other one is impossible."""
    try:
        return [change for change in games.changes(players, options) if _matters_to_players(change)]
    except RulekitError:
        return []


def _matters_to_players(change: ch.Change) -> bool:
    """Return whether a change is in a clause that players read. Examples do not count."""
    placed = ch.subject_of(change)
    return placed is not None and placed.clause.kind != "example" and not does(placed.clause, "about_book")


def _change(subject: Subject, says: Speaker, change: ch.Change) -> Iterator[d.PageBlock]:
    match change:
        case ch.Struck(before=before):
            yield d.PageParagraph((d.Emphasis(subject.ui("page-gone-rule")), " ", subject.link(before.id)))
        case ch.Added(after=after):
            yield from _clause(subject, says, "page-new-rule", after, "")
        case ch.Replaced(after=after):
            yield from _clause(subject, says, "page-changed-rule", after, after.id)


def _clause(subject: Subject, says: Speaker, how: str, placed: Placed, target: str) -> Iterator[d.PageBlock]:
    """Yield a clause in the words of another configuration. `how` is the key of the words for the kind of change.
    `target` is the clause to link to; "" if this page does not have it."""
    prose = says.clause(placed)
    title = line_text(prose.title)
    named = subject.link(target, title) if target else d.Strong(title)
    yield d.PageParagraph((d.Emphasis(subject.ui(how)), " ", named))
    if prose.summary:
        yield d.PageParagraph(prose.summary)
    yield from prose.exact
