"""`rulekit layers GAME`: the stack of books, and what each says, replaces, strikes and sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..model.meaning_hash import identity
from ..syntax import nodes as s
from .arguments import book_of
from .parameters import Arguments
from .result import OK, Result


def run(args: Arguments) -> Result:
    book = book_of(args)
    rulebook = book.layered(args.players, args.options)
    layers = [_layer(one, book.books[: at + 1]) for at, one in enumerate(book.books)]
    options = dict(rulebook.options)
    data = {"game": args.game, "players": rulebook.players, "layers": layers, "options": options}
    lines: list[str] = []
    for layer in layers:
        title = f' "{layer["title"]}"' if layer["title"] else ""
        base = f" of {layer['base']}" if layer["base"] else ""
        lines.append(f"{layer['form']} {layer['name']}{base}{title}  [{layer['identity']}]")
        lines.append(f"  {'text in':8} {layer['file']}")
        for edit in layer["edits"]:
            lines.append(f"  {edit['edit']:8} {edit['clause']}{_under(edit['under'])}")
    if options:
        lines += ["", "options in force", *(f"  {name} = {value}" for name, value in options.items())]
    return Result(OK, data, "\n".join(lines))


def _layer(book: s.Book, stack: Sequence[s.Book]) -> dict[str, Any]:
    header = book.header
    return {
        "form": header.form,
        "name": header.name.text,
        "base": header.base.text if header.base else None,
        "title": header.title.value if header.title else None,
        "file": header.span.source.name,
        "identity": identity(stack),
        "edits": [{"edit": e, "clause": c, "under": list(u)} for e, c, u in _edits(book.members, ())],
    }


def _edits(members: Sequence[s.Member], under: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What is done, to which clause, under which conditions."""
    for member in members:
        match member:
            case s.Under(condition=condition, body=body):
                yield from _edits(body, (*under, " ".join(condition.span.text.split())))
            case s.Replace(clause=clause):
                yield "replace", f"{clause.kind} {clause.name.text}", under
            case s.Strike(kind=kind, name=name):
                yield "strike", f"{kind} {name.text}", under
            case s.Set(name=name, value=value):
                yield "set", f"{name.text} = {' '.join(value.span.text.split())}", under
            case _:
                yield "add", f"{member.kind} {member.name.text}", under


def _under(conditions: object) -> str:
    return f"  (under {' and '.join(conditions)})" if isinstance(conditions, list) and conditions else ""
