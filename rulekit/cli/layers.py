"""`rulekit layers GAME`: the stack of books, and what each says, replaces, strikes and sets, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..model.amendments import named_parts
from ..model.assembly import assemble
from ..model.edits import KIND_WORDS, clause_word
from ..model.meaning_hash import stack_identity
from ..model.outline import heading, outline
from ..model.rulebook import Config, Rulebook
from ..syntax import nodes as s
from ..syntax.format import body_lines
from .arguments import book_of
from .parameters import Arguments
from .result import OK, Result


def run(args: Arguments) -> Result:
    book = book_of(args)
    rulebook = book.layered(args.players, args.options)
    chapters = _chapters(rulebook, book.books)
    layers = [_layer(one, book.books[: at + 1], chapters) for at, one in enumerate(book.books)]
    options = dict(rulebook.options)
    data = {"game": args.game, "players": rulebook.players, "layers": layers, "options": options}
    lines: list[str] = []
    for layer in layers:
        title = f' "{layer["title"]}"' if layer["title"] else ""
        base = f" of {layer['base']}" if layer["base"] else ""
        lines.append(f"{layer['form']} {layer['name']}{base}{title}  [{layer['identity']}]")
        lines.append(f"  {'text in':8} {layer['file']}")
        wide = max([len("replace "), *(len(edit["edit"]) for edit in layer["edits"])])
        for chapter in dict.fromkeys([*chapters.values(), *(edit["chapter"] for edit in layer["edits"])]):
            edits = [edit for edit in layer["edits"] if edit["chapter"] == chapter]
            lines += [f"  {chapter}"] if edits and chapter else []
            lines += [f"    {edit['edit']:{wide}} {edit['clause']}{_under(edit['under'])}" for edit in edits]
    if options:
        lines += ["", "options in force", *(f"  {name} = {value}" for name, value in options.items())]
    return Result(OK, data, "\n".join(lines))


def _chapters(rulebook: Rulebook, books: Sequence[s.Book]) -> dict[str, str]:
    """The title of the chapter of each clause, also of those that a layer struck, in the order of the chapters."""
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
    """Of what is done to a clause; `set` names an option or a kept value, of which only the name is said."""
    clause = clause.partition(":")[0]  # behind it stand the parts that are changed
    clause = "flow flow" if clause == "flow" else clause
    kind, _, name = clause.partition(" ")
    known = [clause, *(f"{one} {kind}" for one in ("option", "keep"))] if name.startswith("= ") else [clause]
    known += [f"{KIND_WORDS.get(kind, kind)} {name}"]
    return next((chapters[id_] for id_ in known if id_ in chapters), "")


def _edits(members: Sequence[s.Member], under: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What is done, to which clause, under which conditions."""
    for member in members:
        match member:
            case s.Under(condition=condition, body=body, binder=binder):
                who = f"for each {' '.join(binder.span.text.split())} where " if binder else ""
                yield from _edits(body, (*under, who + " ".join(condition.span.text.split())))
            case s.Replace(clause=clause):
                yield "replace", _written(clause_word(clause), clause.name), under
            case s.Strike(kind=kind, name=name):
                yield "strike", _written(kind, name), under
            case s.BodyAmendment(verb=verb, kind=kind, name=name):
                yield HOW[verb], f"{_written(kind, name)}: {_lines(member)}", under
            case s.Amendment(verb=verb, kind=kind, name=name):
                parts = f": {', '.join(named)}" if (named := named_parts(member)) else ""
                yield HOW[verb], f"{kind} {name.text}{parts}", under
            case s.Set(name=name, value=value):
                yield "set", f"{name.text} = {' '.join(value.span.text.split())}", under
            case s.ChapterClause(tags=s.Tags(title=None), name=name):
                yield "go on", f"chapter {name.text}", under
            case _:
                yield "add", _written(clause_word(member), member.name), under


HOW: Final = {"add": "add to", "replace": "replace in", "strike": "strike from"}


def _written(kind: str, name: s.Name) -> str:
    return kind if kind == "flow" else f"{kind} {name.text}"


def _lines(change: s.BodyAmendment) -> str:
    """The lines that an amendment adds, replaces or strikes."""
    within = "".join(f"in `{head.text}` " for head in change.within)
    if change.struck:
        return within + ", ".join(f"`{line.text}`" for line in change.struck)
    if change.changes:
        return within + ", ".join(f"`{one.line.text}` by {_quoted(one.lines)}" for one in change.changes)
    place = f" {change.side} `{change.beside.text}`" if change.side and change.beside else ""
    return f"{within}{_quoted(change.lines)}{place}"


def _quoted(lines: Sequence[s.BodyLine]) -> str:
    return ", ".join(f"`{row}`" for row in body_lines(lines) if not row.startswith(" "))


def _under(conditions: object) -> str:
    return f"  (under {' and '.join(conditions)})" if isinstance(conditions, list) and conditions else ""
