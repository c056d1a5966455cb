"""`rulekit layers GAME` and `rulekit sources GAME…`: what each layer changes, and what each source is cited for.

`layers` lists the edits of each book of the stack, chapter by chapter. `sources` lists each section and statement with
the clauses that cite it, or each clause with its citations; then the open questions and assumptions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from ..diagnostics.printable import counted
from ..model.amendments import names_of_parts
from ..model.assembly import assemble
from ..model.coverage import CitedSource, MetStatement, OpenQuestion, SourceReport
from ..model.edits import KIND_WORDS, clause_word
from ..model.meaning_hash import stack_identity
from ..model.outline import heading, outline
from ..model.rulebook import Config, Rulebook
from ..pipeline import configurations
from ..play.loaded_book import load
from ..rulebook_files import origin
from ..syntax import nodes as s
from ..syntax.format import body_lines
from .game_runs import book_of
from .parameters import Arguments
from .result import OK, Result


def run_layers(args: Arguments) -> Result:
    book = book_of(args)
    rulebook = book.apply_layers(args.players, args.options)
    chapters = _chapters(rulebook, book.books)
    layers = [
        {**_layer(one, book.books[: at + 1], chapters), "from": origin(Path(file))}
        for at, (one, file) in enumerate(zip(book.books, book.files, strict=True))
    ]
    options = dict(rulebook.options)
    data = {"game": args.game, "players": rulebook.players, "layers": layers, "options": options}
    lines: list[str] = []
    for layer in layers:
        title = f' "{layer["title"]}"' if layer["title"] else ""
        base = f" of {layer['base']}" if layer["base"] else ""
        lines.append(f"{layer['form']} {layer['name']}{base}{title}  [{layer['identity']}]")
        where = FROM.get(layer["from"], f" ({layer['from']})")
        lines.append(f"  {'text in':8} {layer['file']}{where}")
        wide = max([len("replace "), *(len(edit["edit"]) for edit in layer["edits"])])
        for chapter in dict.fromkeys([*chapters.values(), *(edit["chapter"] for edit in layer["edits"])]):
            edits = [edit for edit in layer["edits"] if edit["chapter"] == chapter]
            lines += [f"  {chapter}"] if edits and chapter else []
            lines += [f"    {edit['edit']:{wide}} {edit['clause']}{_under(edit['under'])}" for edit in edits]
    if options:
        lines += ["", "options in force", *(f"  {name} = {value}" for name, value in options.items())]
    return Result(OK, data, "\n".join(lines))


FROM: Final = {"project": " (of the project)", "library": " (of the library)", "file": ""}
"""What follows a file, by where it was found; a package has its own name."""


def _chapters(rulebook: Rulebook, books: Sequence[s.Book]) -> dict[str, str]:
    """Return the chapter title of each clause, keyed by the clause's id, in the order of the chapters. Clauses that a
    layer removed are included."""
    stacks = (books[:count] for count in range(len(books), 0, -1))
    below = (assemble(stack, Config())[0] for stack in stacks)
    found: dict[str, str] = {}
    for one in (rulebook, *(one for one in below if one is not None)):
        for chapter in outline(one).chapters:
            for id_ in (f"chapter {chapter.name}", *(placed.id for placed in chapter.clauses)):
                found.setdefault(id_, heading(chapter))
    return found


def _layer(book: s.Book, stack: Sequence[s.Book], chapters: Mapping[str, str]) -> dict[str, Any]:
    header = book.header
    return {
        "form": header.form,
        "name": header.name.text,
        "base": header.base.text if header.base else None,
        "title": header.title.value if header.title else None,
        "file": header.span.source.name,
        "identity": stack_identity(stack),
        "edits": [
            {"edit": edit, "clause": clause, "under": list(under), "chapter": _chapter(clause, chapters)}
            for edit, clause, under in _edits(book.members, ())
        ],
    }


def _chapter(clause: str, chapters: Mapping[str, str]) -> str:
    """Return the chapter title of a clause that an edit names; "" if it is not known. For the edit `set`, the clause is
    "name = value", and the chapter is that of the option or kept value."""
    clause = clause.partition(":")[0]  # the names of changed parts come after the colon
    clause = "flow flow" if clause == "flow" else clause
    kind, _, name = clause.partition(" ")
    known = [clause, *(f"{one} {kind}" for one in ("option", "keep"))] if name.startswith("= ") else [clause]
    known += [f"{KIND_WORDS.get(kind, kind)} {name}"]
    return next((chapters[id_] for id_ in known if id_ in chapters), "")


def _edits(members: Sequence[s.Member], under: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each edit of a layer as its verb, the changed clause, and the conditions under which it applies."""
    for member in members:
        match member:
            case s.Under(condition=condition, body=body, binder=binder):
                who = f"for each {' '.join(binder.span.text.split())} where " if binder else ""
                yield from _edits(body, (*under, who + " ".join(condition.span.text.split())))
            case s.Replace(clause=clause):
                yield "replace", _clause_name(clause_word(clause), clause.name), under
            case s.Strike(kind=kind, name=name):
                yield "strike", _clause_name(kind, name), under
            case s.BodyAmendment(verb=verb, kind=kind, name=name):
                yield HOW[verb], f"{_clause_name(kind, name)}: {_quote_changes(member)}", under
            case s.Amendment(verb=verb, kind=kind, name=name):
                parts = f": {', '.join(named)}" if (named := names_of_parts(member)) else ""
                yield HOW[verb], f"{kind} {name.text}{parts}", under
            case s.Set(name=name, value=value, examples=examples):
                where = " for each example" if examples else ""
                yield "set", f"{name.text} = {' '.join(value.span.text.split())}{where}", under
            case s.ChapterClause(tags=s.Tags(title=None), name=name):
                yield "go on", f"chapter {name.text}", under
            case _:
                yield "add", _clause_name(clause_word(member), member.name), under


HOW: Final = {"add": "add to", "replace": "replace in", "strike": "strike from"}


def _clause_name(kind: str, name: s.Name) -> str:
    return kind if kind == "flow" else f"{kind} {name.text}"


def _quote_changes(change: s.BodyAmendment) -> str:
    """Return text with the lines that an amendment adds, replaces or strikes, quoted."""
    within = "".join(f"in `{head.text}` " for head in change.within)
    if change.struck:
        return within + ", ".join(f"`{line.text}`" for line in change.struck)
    if change.changes:
        return within + ", ".join(f"`{one.line.text}` by {_quote_lines(one.lines)}" for one in change.changes)
    place = f" {change.side} `{change.beside.text}`" if change.side and change.beside else ""
    return f"{within}{_quote_lines(change.lines)}{place}"


def _quote_lines(lines: Sequence[s.BodyLine]) -> str:
    return ", ".join(f"`{row}`" for row in body_lines(lines) if not row.startswith(" "))


def _under(conditions: object) -> str:
    return f"  (under {' and '.join(conditions)})" if isinstance(conditions, list) and conditions else ""


WIDTH: Final = 120
STATES: Final = ("said", "ruled", "shown", "assumed otherwise", "not covered", "open")
"""How a clause may account for a statement of a source, or "open" if none does; counts are printed in this order."""


def run_sources(args: Arguments) -> Result:
    report = SourceReport()
    for name in args.games:
        book = load(name, args.layers)
        report.read(book.apply_layers(args.players, args.options))
        if args.players is None and not args.options:
            _every_answer(book.books, report)
    return Result(OK, _data(args.games, report), "\n".join(_source_lines(report, args.by_clause)))


def _every_answer(books: Sequence[s.Book], report: SourceReport) -> None:
    """Add the rulebook of each configuration to the report. For each non-default answer, also add which clauses change
    compared with its default."""
    for config in configurations(books):
        rulebook, _ = assemble(books, config)
        if rulebook is None:
            continue
        report.read(rulebook)
        for name in config.options:
            others = {other: answer for other, answer in config.options.items() if other != name}
            if (usual := assemble(books, Config(rulebook.players, others))[0]) is not None:
                report.add_answer(name, usual, rulebook)


def _source_lines(report: SourceReport, by_clause: bool) -> Iterator[str]:
    open_ones = list(_open(report))
    if open_ones:
        yield from ("open: statements that nothing says", *open_ones, "")
    if by_clause:
        yield from _clauses(report)
    for source in () if by_clause else report.sources.values():
        yield from _source(source)
        yield ""
    if report.questions:
        yield "open questions, and how many clauses another answer would concern"
        for question in sorted(report.questions.values(), key=lambda q: -len(q.used_in)):
            yield from _question(question)
        yield ""
    if report.assumptions:
        yield "assumed, and in how many other clauses it is used"
        for one in sorted(report.assumptions.values(), key=lambda a: -a.used_in):
            yield f"  {one.used_in:3}  {one.clause}: {one.why}" if one.why else f"  {one.used_in:3}  {one.clause}"
        yield ""
    yield _summary(report)


def _source(source: CitedSource) -> Iterator[str]:
    yield f"{source.name}  {source.title}"
    what = " (no such section)" if source.sections else ""
    rows = {
        **{section: source.without_numbers(section) for section in source.sections},
        **{f"{said}{what}": tuple(citing) for said, citing in source.elsewhere.items()},
        **({"as a whole": tuple(source.whole)} if source.whole else {}),
    }
    width = min(30, max(map(len, rows), default=0))
    for section, citing in rows.items():
        listed = source.statements.get(section, {})
        if listed and not citing:
            yield f"  {section}"
        else:
            yield _wrap(f"  {section:{width}}  ", ", ".join(citing) or "cited by nothing")
        for number, met in listed.items():
            yield from _statement(number, met)
    if not rows:
        yield "  cited by nothing"


def _statement(number: int, met: MetStatement) -> Iterator[str]:
    """Yield the lines of a source's statement: its text, and the clauses that implement it."""
    yield _wrap(f"  {number:>6} ", met.sentence.text.value)
    told = [*met.by("said")]
    told += [f"{how} by {of}" for how in ("ruled", "shown") for of in met.by(how)]
    if met.sentence.aside:
        told.insert(0, f"{met.sentence.aside}: {met.sentence.why.value if met.sentence.why else ''}")
    yield _wrap(" " * 12, ", ".join(told) or "OPEN")


def _clauses(report: SourceReport) -> Iterator[str]:
    """Yield lines for each clause with its citations."""
    for clause in report.citing:
        cited = [(source, *one) for source in report.sources.values() for one in source.citations_of(clause)]
        if cited:
            yield clause
        for source, section, named in cited:
            yield f"  {source.name}  {section}".rstrip()
            for met in named:
                yield _wrap(f"  {met.sentence.number.value:>6} ", met.sentence.text.value)
    yield ""


def _open(report: SourceReport) -> Iterator[str]:
    """Yield the statements of sources that no clause implements."""
    for source in report.sources.values():
        for section, met in source.statements_by_section:
            if met.state == "open":
                cited = f'[{source.name} "{section}: {met.sentence.number.value}"]'
                yield _wrap(f"  {cited} ", met.sentence.text.value)


def _wrap(start: str, text: str) -> str:
    return fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def _question(question: OpenQuestion) -> Iterator[str]:
    yield f"  {len(question.used_in):3}  {question.name}: {question.title}"
    yield _wrap("       ", f"{question.in_force}; or: {'; '.join(question.others)}")
    if question.used_in:
        yield _wrap("       ", ", ".join(question.used_in))
    if question.cites:
        yield _wrap("       ", f"[{'; '.join(question.cites)}]")


def _summary(report: SourceReport) -> str:
    sections = [section for source in report.sources.values() for section in source.sections]
    uncited = sum(len(source.sections_without_citation) for source in report.sources.values())
    told = f"{counted(len(sections), 'section')}, {f'{uncited} cited by nothing' if uncited else 'all cited'}"
    rest = f"{counted(len(report.questions), 'open question')}, {counted(len(report.assumptions), 'assumption')}"
    states = Counter(met.state for source in report.sources.values() for _, met in source.statements_by_section)
    counts = ", ".join(f"{states[state]} {state}" for state in STATES if states[state])
    said = f"; {counted(states.total(), 'statement')}: {counts}" if states else ""
    return f"{told if sections else 'no sections declared'}{said}; {rest}"


def _section(source: CitedSource, name: str) -> dict[str, Any]:
    """Return a section as JSON, with its statements if the rulebook lists them."""
    section: dict[str, Any] = {"section": name, "clauses": list(source.sections[name])}
    statements = [_statement_json(number, met) for number, met in source.statements.get(name, {}).items()]
    return {**section, "statements": statements} if statements else section


def _statement_json(number: int, met: MetStatement) -> dict[str, Any]:
    why = {"why": met.sentence.why.value} if met.sentence.why else {}
    cited = [{"clause": of, "how": how} for of, how in met.cited.items()]
    return {"number": number, "text": met.sentence.text.value, "state": met.state, **why, "cited": cited}


def _citations(report: SourceReport, clause: str) -> list[dict[str, Any]]:
    return [
        {"source": source.name, "section": section, "statements": [met.sentence.number.value for met in named]}
        for source in report.sources.values()
        for section, named in source.citations_of(clause)
    ]


def _data(games: Iterable[str], report: SourceReport) -> dict[str, Any]:
    return {
        "games": list(games),
        "sources": [
            {
                "source": source.name,
                "title": source.title,
                "sections": [_section(source, name) for name in source.sections],
                "elsewhere": [{"cited": said, "clauses": list(by)} for said, by in source.elsewhere.items()],
                "whole": list(source.whole),
            }
            for source in report.sources.values()
        ],
        "clauses": [
            {"clause": clause, "cites": cites} for clause in report.citing if (cites := _citations(report, clause))
        ],
        "rulings": [
            {
                "ruling": one.name,
                "title": one.title,
                "in_force": one.in_force,
                "others": list(one.others),
                "cites": list(one.cites),
                "used_in": list(one.used_in),
            }
            for one in report.questions.values()
        ],
        "assumptions": [
            {"clause": one.clause, "why": one.why, "used_in": one.used_in} for one in report.assumptions.values()
        ],
    }
