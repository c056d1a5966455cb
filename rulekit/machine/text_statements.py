"""Statements of a machine as lines of text, two spaces deeper for each block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from . import program as m
from .text_expressions import OR, commas, element_text, expression, over

INDENT = "  "


def lines_of(body: Sequence[m.Stmt]) -> Iterator[str]:
    for statement in body:
        yield from FORMS[type(statement)](statement)


def deeper(body: Sequence[m.Stmt]) -> Iterator[str]:
    for line in lines_of(body):
        yield INDENT + line


def _fault(number: int | None) -> str:
    return "" if number is None else f" !{number}"


def _assign(s: m.Write) -> Iterator[str]:
    yield f"{element_text(s.cell, s.index)} := {expression(s.value)}{_fault(s.fault)}"


def _insert(s: m.Insert) -> Iterator[str]:
    verb, word = ("drop", "from") if s.drop else ("add", "to")
    yield f"{verb} {expression(s.member)} {word} {element_text(s.cell, s.index)}"


def _push(s: m.Push) -> Iterator[str]:
    yield f"push {expression(s.value)} on {s.end} of {element_text(s.cell, s.index)}{_fault(s.fault)}"


def _pull(s: m.Pull) -> Iterator[str]:
    yield f"pull {expression(s.position)} out of {element_text(s.cell, s.index)}{_fault(s.fault)}"


def _define(s: m.Define) -> Iterator[str]:
    yield f"let %{s.name} = {expression(s.value)}"


def _when(s: m.IfStatement) -> Iterator[str]:
    yield f"if {expression(s.condition)}:"
    yield from deeper(s.then)
    if s.otherwise:
        yield "else:"
        yield from deeper(s.otherwise)


def _each(s: m.Each) -> Iterator[str]:
    yield f"for {over(s.name, s.over, s.where)}:"
    yield from deeper(s.body)


def _while(s: m.While) -> Iterator[str]:
    limit = "" if s.limit is None else f", at most {expression(s.limit, OR)}{_fault(s.fault)}"
    yield f"while {expression(s.condition)}{limit}:"
    yield from deeper(s.body)


def _break(s: m.Break) -> Iterator[str]:
    yield "break"


def _run(s: m.Run) -> Iterator[str]:
    into = "" if s.into is None else f"let %{s.into} = "
    yield f"{into}run {s.routine}({commas(s.args)})"


def _return(s: m.ReturnResult) -> Iterator[str]:
    yield "return" if s.value is None else f"return {expression(s.value)}"


def _raise(s: m.Raise) -> Iterator[str]:
    yield f"fault{_fault(s.fault)}"


def _note(s: m.Note) -> Iterator[str]:
    yield f"{'forget' if s.forget else 'record'} {s.position}"


def _show(s: m.Reveal) -> Iterator[str]:
    told = "" if s.value is None else f" = {expression(s.value)} as {s.domain or 'number'}"
    yield f"show {shown_thing(s)}{told} to {expression(s.audience)}"


def shown_thing(s: m.Reveal) -> str:
    """Of what: an element of a cell, or words between quotes with what they speak of."""
    if s.cell is not None:
        return f"{s.cell}[{commas(s.index)}]" if s.index else s.cell
    of = [f'" {expression(part)} as {dim or "number"} "' for part, dim in zip(s.index, s.dims, strict=True)]
    return f'"{"".join(part for pair in zip_longest(s.what, of, fillvalue="") for part in pair)}"'


def _mark(s: m.Mark) -> Iterator[str]:
    yield f"mark {s.clause}"


FORMS: dict[type, Callable[..., Iterator[str]]] = {
    m.Write: _assign,
    m.Insert: _insert,
    m.Push: _push,
    m.Pull: _pull,
    m.Define: _define,
    m.IfStatement: _when,
    m.Each: _each,
    m.While: _while,
    m.Break: _break,
    m.Run: _run,
    m.ReturnResult: _return,
    m.Raise: _raise,
    m.Note: _note,
    m.Reveal: _show,
    m.Mark: _mark,
}
