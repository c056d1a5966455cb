"""Conversions for parts of expressions, statements and sections that do not map to one field, and builders of
productions that have no row in the table of forms (`forms.txt`).

A `Pair` converts parsed parts to fields, and fields back to parts when a tree is written; rows of the table name it.
`clause_parts.py` has those of clauses, headers and edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from attrs import evolve, frozen

from ..diagnostics import Diagnostic, Help, Label, RulekitError, Span
from . import nodes as s
from .forms import does
from .traversal import bodies, copy_tree, lines_of_body, unit_left


@frozen(eq=False)
class Production:
    """Parts of a node that are written by a production of their own but are no node themselves; `label` is the label of
    that production."""

    label: str
    values: tuple[Any, ...] = ()


class Property(NamedTuple):
    """A property of a clause, as parsed: the values that it gives to `fields` of the clause. `once` names the property,
    which may occur only once."""

    once: str
    span: Span
    fields: dict[str, Any]


class Pair(NamedTuple):
    """A conversion between parsed parts and the fields of a node. `read` takes the span, the fields so far and `width`
    parts, and returns fields. `write` takes a node and returns the parts."""

    fields: tuple[str, ...]
    read: Callable[..., dict[str, Any]]
    write: Callable[[Any], Any]
    width: int = 1


def index_unique(at: Span, parts: Iterable[tuple[str, Span, Any]]) -> dict[str, Any]:
    """Return a mapping from keys to values. Each of the `parts` is a key, a span and a value; raise RulekitError (E131)
    if a key occurs twice."""
    seen: dict[str, Span] = {}
    out: dict[str, Any] = {}
    for what, span, value in parts:
        if what in seen:
            message = f"`{what}` is said twice"
            raise RulekitError(Diagnostic("E131", message, span, (Label(seen[what], "said first here"),)))
        seen[what] = span
        out[what] = value
    return out


def drop_missing(at: Span, *parts: Any) -> tuple[Any, ...]:
    """Return the parts without None, which the parser gives for an empty pair of brackets."""
    return tuple(part for part in parts if part is not None)


# ------------------------------------------------------------------------------------------ conversions for expressions


def without_test(binder: s.Binder) -> s.Binder:
    """Return a binder without its `where`."""
    if binder.where is None:
        return binder
    return s.Binder(binder.name, binder.domain, span=evolve(binder.span, end=binder.domain.span.end))


def _read_bound(at: Span, said: dict[str, Any], binders: tuple[s.Binder, ...]) -> dict[str, Any]:
    """Return two fields: the binders, and the condition `where` of the last binder, which applies to all of them."""
    *first, last = binders
    return {"binders": (*first, without_test(last)), "where": last.where}


def _write_bound(node: Any) -> tuple[s.Binder, ...] | None:
    *first, last = node.binders or (None,)
    return None if last is None else (*first, evolve(last, where=node.where))


def let_in(at: Span, *parts: Any) -> s.Expr:
    *named, body = parts
    for name, value in reversed(named):
        body = s.LetExpression(name, value, body, span=at)
    return body  # type: ignore[no-any-return]  # the last part is an expression


def let_parts(node: s.LetExpression) -> Production:
    named, body = [Production("naming", (node.name, node.value))], node.body
    while isinstance(body, s.LetExpression):
        named.append(Production("naming", (body.name, body.value)))
        body = body.body
    return Production("let_in", (*named, body))


def _pattern(one: s.Pattern) -> s.Pattern:
    return one.name if isinstance(one, s.Param) else one


# ------------------------------------------------------------------------------------------- conversions for statements


def read_block(at: Span, *parts: Any) -> tuple[s.Stmt, ...]:
    """Return the statements of a body from its lines; a line with several statements is a tuple."""
    return tuple(stmt for part in parts for stmt in (part if isinstance(part, tuple) else (part,)))


def block_lines(body: tuple[s.Stmt, ...]) -> tuple[Any, ...]:
    """Return the lines of a body: each is a statement, or a tuple of the choices that are on one line."""
    return tuple(line[0] if len(line) == 1 else line for line in lines_of_body(body))


def _read_else(at: Span, said: dict[str, Any], other: Any) -> dict[str, Any]:
    return {"otherwise": (other,) if isinstance(other, s.Node) else other or ()}


def _write_else(node: Any) -> Any:
    """Return the part that is written after `else`: an `if` if this is the only statement, otherwise a block."""
    first = node.otherwise[0] if len(node.otherwise) == 1 else None
    return first if first is not None and does(first, "tests") else node.otherwise or None


def _read_numbered(at: Span, said: dict[str, Any], call: s.Call) -> dict[str, Any]:
    """Return the fields of `item(PLACE, NUMBER)`, which names a piece by its position. Raise RulekitError for any other
    call."""
    match call.args:
        case (s.Arg(None, s.Ref() | s.Index() as place), s.Arg(None, number)) if call.name.text == "item":
            return {"value": number, "place": place}
    text = call.span.text
    advice = f"write `{text} from PLACE`, or `item(PLACE, NUMBER)` for the piece that lies there at that number"
    raise RulekitError(Diagnostic("E103", "it is not said out of what this is taken", call.span, help=(Help(advice),)))


def _write_numbered(node: Any) -> s.Call:
    args = tuple(s.Arg(None, part, span=node.span) for part in (node.place, node.value) if part is not None)
    return s.Call(s.Name("item", span=node.span), args, span=node.span)


Picks = tuple[s.Binder, ...]
"""The binders chosen on one line, each with its own `where`."""


class ChooseLine(NamedTuple):
    """The parsed parts of a line with `choose`."""

    amount: s.Amount | None
    picks: Picks
    total: s.Expr | None
    least: s.Expr | None
    holds: s.Expr | None
    audience: s.SeenBy | None
    otherwise: s.Expr | None
    reveals: str | None
    phrase: s.Text | None


def choose(at: Span, *parts: Any) -> s.Choose | tuple[s.Stmt, ...]:
    """Return the `choose` statement of a line. If the line chooses several names, return a statement for each; all have
    the audience that is written at the end."""
    line = ChooseLine(*parts)
    *first, last = line.picks
    limits = (
        (line.amount, "an amount"),
        (line.total, "`totalling`"),
        (line.holds, "`so that`"),
        (line.otherwise, "`otherwise`"),
    )
    for part, what in limits if first else ():
        if part is not None:
            advice = Help("write a `choose` of its own for each name, one line under the other")
            message = f"{what} is said of one name, and here several are chosen"
            raise RulekitError(Diagnostic("E104", message, part.span, help=(advice,)))
    shown = line.reveals is not None
    end = s.Choose(
        line.amount,
        without_test(last),
        last.where,
        line.total,
        line.least,
        line.audience,
        line.otherwise,
        line.phrase,
        shown,
        so_that=line.holds,
        span=Span(at.source, last.span.start, at.end) if first else at,
    )
    return (*(_earlier_pick(one, line.audience, shown) for one in first), end) if first else end


def _earlier_pick(one: s.Binder, audience: s.SeenBy | None, shown: bool) -> s.Choose:
    """Return the `choose` statement for a name that is followed by others on the same line."""
    seen, span = copy_tree(audience), one.span if audience is None else one.span.to(audience.span)
    return s.Choose(None, without_test(one), one.where, None, None, seen, None, None, shown, joined=True, span=span)


def choose_parts(line: tuple[s.Choose, ...]) -> Production:
    """Return the parts from which `choose` statements are written on one line."""
    first, *more = (evolve(one.binder, where=one.where) for one in line)
    picks, last = Production("one_pick", (first,)), line[-1]
    for one in more:
        picks = Production("more_picks", (picks, one))
    total, least = last.total, last.total_least
    seen, shown = last.audience, last.reveals
    return Production(
        "choose", (last.amount, picks, total, least, last.so_that, seen, last.otherwise, shown, last.phrase)
    )


LoopHead = tuple[s.Binder, s.Expr | None, str | None, s.Expr | None]
"""One loop on a line with several: its binder, where it starts, the direction, and its condition."""


def for_each(
    at: Span, heads: tuple[LoopHead, ...], in_chosen_order: Span | None, reveals: str | None, body: tuple[s.Stmt, ...]
) -> s.ForEach:
    """Return a loop; if several names are written on one line, nested loops, one for each of `heads`."""
    shown = reveals is not None
    if len(heads) > 1 and in_chosen_order is not None:
        raise _which_loop("the order is chosen for one name", in_chosen_order)
    left = next(_loop_exits(body), None)
    if len(heads) > 1 and left is not None:
        raise _which_loop("`leave loop` does not say which of the loops ends", left.span)
    inner, joined = body, False
    for number, (binder, start, way, where) in reversed(tuple(enumerate(heads))):
        span = Span(at.source, binder.span.start, at.end) if number else at
        goes: s.Way = "anticlockwise" if way == "anticlockwise" else "clockwise"
        chosen = in_chosen_order is not None
        loop = s.ForEach(binder, start, goes, where, chosen, inner, shown, joined=joined, span=span)
        inner, joined = (loop,), True
    return loop


def inner_loop(node: s.Node) -> s.ForEach | None:
    """Return the body of a loop if it is a loop that is written on the same line; otherwise None."""
    match node:
        case s.ForEach(joined=True, body=(s.ForEach() as inner,)):
            return inner
    return None


def loop_parts(node: s.ForEach) -> Production:
    """Return the parts from which a loop is written, together with the inner loops on the same line."""
    heads: Production | None = None
    while True:
        head = Production("each_of", (node.binder, node.start, node.way, node.where))
        heads = Production("more_loops", (heads, head)) if heads else Production("one_loop", (head,))
        inner = inner_loop(node)
        if inner is None:
            chosen = Production("chosen") if node.chosen else None
            return Production("for_each", (heads, chosen, node.reveals, node.body))
        node = inner


def _loop_exits(body: tuple[s.Stmt, ...]) -> Iterator[s.Stmt]:
    """Yield the statements of a body that leave the loop around the body."""
    for stmt in body:
        if unit_left(stmt) == "loop":
            yield stmt
        elif not does(stmt, "loop"):
            for inner in bodies(stmt):
                yield from _loop_exits(inner)


def _which_loop(message: str, at: Span) -> RulekitError:
    advice = Help("write a `for each` of its own for each name, one inside the other")
    return RulekitError(Diagnostic("E104", message, at, help=(advice,)))


# --------------------------------------------------------------------------------------------- conversions for sections


def _read_named(at: Span, said: dict[str, Any], *names: s.Name | None) -> dict[str, Any]:
    return dict(zip(("kind", "name", "step"), names if len(names) == 3 else (None, *names), strict=True))


def _write_named(node: s.Named) -> tuple[s.Name | None, ...]:
    return (*(() if node.kind is None else (node.kind,)), node.name, node.step)


def _read_section_tags(at: Span, said: dict[str, Any], tags: s.Tags) -> dict[str, Any]:
    if tags.summary is not None:
        message = "the text of a section stands in a line of its own under its heading"
        advice = Help("write `:` at the end of the heading and the text in a line under it")
        raise RulekitError(Diagnostic("E104", message, tags.summary.span, help=(advice,)))
    return {"tags": tags}


def _section_text(at: Span, *texts: s.Text) -> Property:
    """Return the text property of a section, which joins several strings with spaces."""
    return Property("text", at, {"text": s.Text(" ".join(one.value for one in texts), span=at)})


SectionLine = Property | s.ShowsLine | s.SectionTable


def _read_section_lines(at: Span, said: dict[str, Any], *lines: SectionLine) -> dict[str, Any]:
    """Return the fields of a section from its lines. Raise RulekitError if there are two texts or two tables."""
    texts = [("text", one.span, one.fields["text"]) for one in lines if isinstance(one, Property) and one.once]
    tables = [("table", one.span, one) for one in lines if isinstance(one, s.SectionTable)]
    told = section_lines(at, *(one for one in lines if not isinstance(one, s.SectionTable)))
    tags, text = said["tags"], index_unique(at, texts).get("text")
    return {
        "tags": tags if text is None else evolve(tags, summary=text, span=tags.span.to(text.span)),
        "says": tuple(one for one in told if isinstance(one, s.Named)),
        "shows": tuple(one for one in told if isinstance(one, s.ShowsLine)),
        "table": index_unique(at, tables).get("table"),
    }


def section_lines(at: Span, *lines: Property | s.ShowsLine) -> tuple[s.Named | s.ShowsLine, ...]:
    """Return the references to clauses and the pictures in the lines of a section. Raise RulekitError if one occurs
    twice."""
    told: list[s.Named | s.ShowsLine] = []
    for line in lines:
        if isinstance(line, Property):
            told += line.fields.get("says", ())
        else:
            told.append(line)
    index_unique(at, [(one.head_text, one.span, one) for one in told if isinstance(one, s.Named)])
    index_unique(at, [(f"shows {one.head_text}", one.span, one) for one in told if isinstance(one, s.ShowsLine)])
    return tuple(told)


def _write_section_lines(node: s.SectionClause) -> tuple[Any, ...]:
    text = (Production("section_text", (node.tags.summary,)),) if node.tags.summary else ()
    table = () if node.table is None else (node.table,)
    return (*text, *_write_told((*node.says, *node.shows)), *table)


def _write_told(told: Iterable[Any]) -> tuple[Any, ...]:
    named = tuple(one for one in told if isinstance(one, s.Named))
    says = (Production("section_says", named),) if named else ()
    return (*says, *(one for one in told if isinstance(one, s.ShowsLine)))


PAIRS: Final = {
    "bound": Pair(("binders", "where"), _read_bound, _write_bound),
    "exact": Pair(
        ("low", "high"),
        lambda at, said, low, high: {"low": low, "high": high or low},
        lambda node: (node.low, None if node.high is node.low else node.high),
        2,
    ),
    "numbered": Pair(("value", "place"), _read_numbered, _write_numbered),
    "else_if": Pair(("otherwise",), _read_else, _write_else),
    "heads": Pair(
        ("params",),
        lambda at, said, heads: {"params": heads or ()},
        lambda node: tuple(map(_pattern, node.params)) or None,
    ),
    "named": Pair(("kind", "name", "step"), _read_named, _write_named),
    "section_tags": Pair(("tags",), _read_section_tags, lambda node: evolve(node.tags, summary=None)),
    "section_lines": Pair(("says", "shows", "table"), _read_section_lines, _write_section_lines),
    "told_lines": Pair(
        ("parts",),
        lambda at, said, *lines: {"parts": section_lines(at, *lines)},
        lambda node: _write_told(node.parts),
    ),
}

WHOLE: Final[dict[type, Callable[[Any], Production]]] = {
    s.Choose: lambda node: choose_parts((node,)),
    s.ForEach: loop_parts,
    s.LetExpression: let_parts,
}
"""By class of node, a function that returns the parts to write, for nodes whose rows in `forms.py` list none."""
MADE: Final[dict[str, Callable[..., object]]] = {
    "head_member": lambda at, base, name: s.Attribute(s.Ref(base, span=base.span), name, span=at),
    "let_in": let_in,
    "naming": lambda at, name, value: (name, value),
    "block": read_block,
    "choose": choose,
    "one_pick": lambda at, first: (first,),
    "more_picks": lambda at, before, last: (*before, last),
    "for_each": for_each,
    "each_of": lambda at, *parts: parts,
    "one_loop": lambda at, first: (first,),
    "more_loops": lambda at, before, last: (*before, last),
    "chosen": lambda at: at,
    "section_text": lambda at, *texts: Property(
        "text", at, {"text": s.Text(" ".join(one.value for one in texts), span=at)}
    ),
    "section_says": lambda at, *named: Property("", at, {"says": named}),
}
"""By label, the builders of productions without a row in `forms.py`."""
