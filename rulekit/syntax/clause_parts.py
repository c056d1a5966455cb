"""Conversions for parts of clauses, headers and edits that do not map to one field, and builders of productions that
have no row in the table of forms (`forms.txt`).

A `Pair` converts parsed parts to fields, and fields back to parts when a tree is written; rows of the table name it. It
also rejects what the grammar cannot: duplicates (E131) and parts that do not belong together (E104).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, Final, NamedTuple

from attrs import evolve

from ..diagnostics import Diagnostic, Help, Label, RulekitError, Span
from ..diagnostics.printable import with_article
from . import form_parts
from . import nodes as s
from .form_parts import Pair, Production, Property, block_lines, index_unique

UNIQUE: Final[dict[str, Callable[[Any], s.Name | s.Text | s.QuotedLine | s.Word]]] = {
    "words": lambda word: word,
    "statements": lambda section: section.title,
    "look_elements": lambda prop: prop.key,
    "look_whole": lambda prop: prop.key,
    "replace_lines": lambda change: change.line,
}
"""By the label of a form whose last part is a list without duplicates: the function from a member to its key."""


def check_unique(label: str, at: Span, members: tuple[Any, ...]) -> None:
    """Raise RulekitError if two members of a list, at the end of a form with this label in `UNIQUE`, have the same
    key."""
    if label in UNIQUE:
        keys = [UNIQUE[label](member) for member in members]
        index_unique(at, [(_identifier(key), key.span, key) for key in keys])


def _identifier(key: Any) -> str:
    return str(key.head_text if isinstance(key, s.Word) else key.value if isinstance(key, s.Text) else key.text)


def unique_list(at: Span, *parts: Any) -> tuple[Any, ...]:
    """Return the parts (texts, names or quoted lines) unchanged. Raise RulekitError if one occurs twice."""
    index_unique(at, [(_identifier(part), part.span, part) for part in parts])
    return parts


# ---------------------------------------------------------------------------------------------- conversions for clauses


def _read_bounds(at: Span, said: dict[str, Any], floor: s.Expr | None, ceiling: s.Expr | None) -> dict[str, Any]:
    limit, how = floor or ceiling, said["combining"]
    if limit is not None and how != "add":
        message = f"this keeps a sum within bounds, and `combining {how}` makes no sum"
        raise RulekitError(Diagnostic("E104", message, limit.span, help=(Help("leave it out"),)))
    return {"floor": floor, "ceiling": ceiling}


def _read_grid(at: Span, said: dict[str, Any], kind: str | None) -> dict[str, Any]:
    words = (kind or "").replace(",", " ").split()
    return {"shape": next((w for w in words if w != "wrapped"), "square"), "wrapped": "wrapped" in words}


def _write_grid(node: s.BoardClause) -> str | None:
    words = [node.shape] * (node.shape != "square") + ["wrapped"] * node.wrapped
    return " , ".join(words) or None


MOST_TIMES: Final = 1_000  # plays in one line of an example: far more than a test needs


def _read_times(at: Span, said: dict[str, Any], times: s.Number | None) -> dict[str, Any]:
    if times is not None and said["verb"] != "play":
        message = f"`{said['verb']}` asks whether a move is on offer, and asks once"
        raise RulekitError(Diagnostic("E104", message, times.span, help=(Help("leave out how many times"),)))
    if times is not None and not 1 <= times.value <= MOST_TIMES:
        message = f"a move is played from 1 to {MOST_TIMES} times in one line"
        raise RulekitError(Diagnostic("E113", message, times.span))
    return {"times": 1 if times is None else times.value}


class OpeningBlock(NamedTuple):
    """The block `opening:` of an example with its lines, before these are merged into the example's lines."""

    span: Span
    lines: tuple[s.Played | s.Expect, ...]


def opening(at: Span, *lines: s.Played | s.Expect) -> OpeningBlock:
    return OpeningBlock(at, tuple(evolve(line, opening=True) for line in lines))


def _insert_opening(lines: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the lines of an example, with those of `opening:` in its place. It must come before all other lines."""
    found: list[Any] = []
    for line in lines:
        if isinstance(line, OpeningBlock):
            first = next((one for one in found if isinstance(one, s.Given | s.Played | s.Expect)), None)
            if first is not None:
                message = "an opening is played from the very beginning of the game, and so it comes before this"
                advice = Help("write `opening:` once, before all other lines of this block")
                label = Label(first.span, "before this")
                raise RulekitError(Diagnostic("E104", message, line.span, (label,), help=(advice,)))
            found += line.lines
        else:
            found.append(line)
    return tuple(found)


def _read_example(at: Span, said: dict[str, Any], *given: Any) -> dict[str, Any]:
    lines = _insert_opening(given)
    properties = [line for line in lines if isinstance(line, Property)]
    players = index_unique(at, [(one.once, one.span, one.fields["players"]) for one in properties]).get("players")
    settings = tuple(line for line in lines if isinstance(line, s.Setting))
    rest = tuple(line for line in lines if isinstance(line, s.Given | s.Played | s.Expect))
    return {"players": players, "settings": settings, "lines": rest}


def _write_example(node: s.ExampleClause) -> tuple[Any, ...]:
    players = (Production("e_players", (node.players,)),) if node.players else ()
    return (*players, *lines_of_example((*node.settings, *node.lines)))


def lines_of_example(lines: Iterable[s.BodyLine]) -> tuple[Any, ...]:
    """Return the lines of an example, or statements, as parts that the productions of the grammar can write."""
    out: list[Any] = []
    for sort, group in groupby(lines, _sort_of_line):
        if sort == "opening":
            out.append(Production("opening", tuple(group)))
        elif sort == "statement":
            out += block_lines(tuple(one for one in group if isinstance(one, s.Stmt)))
        else:
            out += [Production("e_set", (one,)) if isinstance(one, s.Setting) else one for one in group]
    return tuple(out)


def _sort_of_line(line: s.BodyLine) -> str:
    if isinstance(line, s.Stmt):
        return "statement"
    return "opening" if isinstance(line, s.Played | s.Expect) and line.opening else "line"


def word_name(at: Span, *names: s.Name | None) -> tuple[s.Name | None, ...]:
    """Return the kind (None if it is not written), name and item at the start of a line in a catalog of words."""
    return names if len(names) == 3 else (None, *names)


def _write_word_name(node: s.Word) -> Production:
    kind = () if node.kind is None else (node.kind,)
    return Production("word_name", (*kind, node.name, node.item))


def word_titled(at: Span, title: s.Text, summary: s.Text | None, *forms: s.WordForm) -> tuple[Any, ...]:
    return title, summary, tuple(index_unique(at, [(form.key.text, form.span, form) for form in forms]).values())


def word_forms(at: Span, *forms: s.WordForm) -> tuple[Any, ...]:
    return None, *word_titled(at, None, None, *forms)[1:]  # type: ignore[arg-type]  # such a line has no title


def _write_word_says(node: s.Word) -> Production:
    if node.title is None:
        return Production("word_forms", node.forms)
    return Production("word_titled", (node.title, node.summary, *node.forms))


def look_layout(at: Span, names: tuple[s.Name, ...], *rows: s.Text) -> Property:
    if [name.text for name in names] != ["layout"]:
        span = Span(at.source, names[0].span.start, names[-1].span.end)
        hint = Help("rows of names stand under `layout:`; what an element looks like stands behind its colon")
        raise RulekitError(Diagnostic("E104", "only `layout:` has rows under it", span, help=(hint,)))
    return Property("layout", names[0].span, {"layout": rows})


def _read_look(at: Span, said: dict[str, Any], *lines: Any) -> dict[str, Any]:
    layouts = [(one.once, one.span, one.fields["layout"]) for one in lines if isinstance(one, Property)]
    elements = tuple(line for line in lines if isinstance(line, s.LookLine))
    return {"lines": elements, "layout": index_unique(at, layouts).get("layout", ())}


def _write_look(node: s.LookClause) -> tuple[Any, ...]:
    name = s.Name("layout", span=node.span)
    layout = (Production("look_layout", ((name,), *node.layout)),) if node.layout else ()
    return (*layout, *node.lines)


# ------------------------------------------------------------------------------------ conversions for headers and edits


def _read_header(at: Span, said: dict[str, Any], *lines: Any) -> dict[str, Any]:
    form, name, base = said["form"], said["name"], said["base"]
    properties = [line for line in lines if isinstance(line, Property)]
    fields: dict[str, Any] = {
        "sources": tuple(line for line in lines if isinstance(line, s.SourceDecl)),
        "requires": tuple(line for line in lines if isinstance(line, s.PathName)),
        "over": tuple(line for line in lines if isinstance(line, s.Name)),
    }
    for one in index_unique(at, [(one.once, one.span, one) for one in properties]).values():
        fields.update({field: value for field, value in one.fields.items() if value is not None})
        if one.once == "players":
            fields["players_line"] = s.Line(span=one.span)
            fields["anticlockwise"] = one.fields["anticlockwise"] is not None
    if (base is None) != (form == "rulebook"):
        raise RulekitError(_wrong_base(form, name, base))
    return fields


def _wrong_base(form: str, name: s.Name, base: s.PathName | None) -> Diagnostic:
    if base is None:
        article = "a" if form == "variant" else "an"
        message = f"{article} {form} must say what it is based on"
        return Diagnostic("E103", message, name.span, help=(Help(f"write `{form} {name.text} of BASE`"),))
    message = "a rulebook stands on its own and is not `of` another"
    return Diagnostic("E104", message, base.span, help=(Help("begin with `edition`, `variant` or `expansion`"),))


def _write_header(node: s.Header) -> tuple[Any, ...]:
    out: list[Any] = []
    if node.numbers:
        out.append(Production("h_players", (*node.numbers, node.anticlockwise, node.seats or None)))
    lines: tuple[tuple[str, Any], ...] = (
        ("h_summary", node.summary),
        *(("", source) for source in node.sources),
        ("h_ranks", node.ranks),
        *(("h_requires", path) for path in node.requires),
        *(("h_over", name) for name in node.over),
        ("h_credits", node.credits),
        ("h_time", node.time),
        ("h_age", node.age),
        ("h_pinned", node.pinned),
        ("h_language", node.language),
        ("h_syntax", node.version),
    )
    for label, value in lines:
        if value:
            out.append(Production(label, value if isinstance(value, tuple) else (value,)) if label else value)
    return tuple(out)


PART_FORMS: Final[dict[str, str]] = {
    "enum": "items are written `name, name`",
    "option": "answers are written `name, name`",
    "ruling": "answers are written `name, name`",
    "table": "a row is written `| NAME | VALUE |`",
    "board": "a site is written `| NAME | {NEIGHBOUR} |`",
}
"""By kind of clause, how its parts are written; only of kinds whose parts a layer may change one by one."""


def _read_amended_parts(at: Span, said: dict[str, Any], found: tuple[Any, ...]) -> dict[str, Any]:
    _check_amended(said["kind"], said["name"], found)
    return {"parts": found}


def _write_amended_parts(node: s.Amendment) -> Production:
    """Return the parts to write: each row is one part, but all items on a line are one part together."""
    items = all(isinstance(part, s.Item) for part in node.parts)
    return Production("parts", (node.parts,) if items else node.parts)


def flatten_items(at: Span, *found: Any) -> tuple[Any, ...]:
    """Return the parts as one tuple; the parser gives a line of items as a tuple already."""
    return found[0] if isinstance(found[0], tuple) else found


def _read_struck(at: Span, said: dict[str, Any], struck: tuple[s.Name, ...]) -> dict[str, Any]:
    _check_amended(said["kind"], said["name"], ())
    return {"struck": unique_list(at, *struck)}


def _check_amended(kind: str, name: s.Name, found: tuple[Any, ...]) -> None:
    """Raise RulekitError if such clauses have no parts that layers can change, or if a part is wrong or occurs
    twice."""
    clause = kind if kind in s.JOINED else with_article(kind)
    if kind not in PART_FORMS:
        whole = f"write `replace {kind} {name.text}` and the whole of it"
        more = f"write `{kind} {name.text}:` again with what is new: it joins what is there"
        advice = Help(more if kind in s.JOINED else whole)
        message = f"the parts of {clause} have no names by which a layer could change them one by one"
        raise RulekitError(Diagnostic("E104", message, name.span, help=(advice,)))
    form = s.Row if kind in ("table", "board") else s.Item
    wrong = next((part for part in found if not isinstance(part, form)), None)
    if wrong is not None:
        message = f"this is no part of {clause}"
        raise RulekitError(Diagnostic("E104", message, wrong.span, help=(Help(PART_FORMS[kind]),)))
    unique_list(name.span, *(part.item.name if isinstance(part, s.Row) else part.name for part in found))


def _read_beside(at: Span, said: dict[str, Any], place: Production | None) -> dict[str, Any]:
    if place is None:
        return {}
    return {"side": place.label.partition("_")[0], "beside": place.values[0]}


def _write_beside(node: Any) -> Production | None:
    if node.side is None:
        return None
    sort = "line" if isinstance(node, s.BodyAmendment) else "part"
    return Production(f"{node.side}_{sort}", (node.beside,))


def _read_amended(at: Span, said: dict[str, Any], body: Production) -> dict[str, Any]:
    """Return the fields that say which clause an edit amends, and in which of its blocks. For the flow, one word is
    both kind and name."""
    kind, *rest = body.values
    name, *within = (kind, *rest) if isinstance(kind, s.Name) else rest
    return {"kind": kind.text if isinstance(kind, s.Name) else kind, "name": name, "within": tuple(within)}


def _write_amended(node: s.BodyAmendment) -> Production:
    kind = () if node.kind == "flow" else (node.kind,)
    return Production("example_body" if node.kind == "example" else "body", (*kind, node.name, *node.within))


def _read_added(at: Span, said: dict[str, Any], *added: Any) -> dict[str, Any]:
    return _read_changed(at, said, *added) if said["kind"] == "example" else {"lines": added[0]}


def _write_added(node: s.BodyAmendment) -> tuple[Any, ...]:
    return lines_of_example(node.lines) if node.kind == "example" else (node.lines,)


def _read_changed(at: Span, said: dict[str, Any], *lines: Any) -> dict[str, Any]:
    """Return the field with the new lines of an edit. Raise RulekitError if a line sets the number of players of an
    example, which only a replacement of the whole example may change."""
    found = _insert_opening(lines)
    number = next((line.span for line in found if isinstance(line, Property)), None)
    if number is not None:
        advice = Help("write `replace example` with all of it for another number of players")
        message = "for how many players an example is cannot be changed by a line"
        raise RulekitError(Diagnostic("E104", message, number, help=(advice,)))
    return {"lines": found}


PAIRS: Final = {
    **form_parts.PAIRS,
    "bounds": Pair(("floor", "ceiling"), _read_bounds, lambda node: (node.floor, node.ceiling), 2),
    "grid": Pair(("shape", "wrapped"), _read_grid, _write_grid),
    "ruling": Pair(
        ("ruling",),
        lambda at, said, kind: {"ruling": kind == "ruling"},
        lambda node: "ruling" if node.ruling else "option",
    ),
    "times": Pair(("times",), _read_times, lambda node: None if node.times == 1 else node.times),
    "example_lines": Pair(("players", "settings", "lines"), _read_example, _write_example),
    "word_name": Pair(
        ("kind", "name", "item"),
        lambda at, said, names: dict(zip(("kind", "name", "item"), names, strict=True)),
        _write_word_name,
    ),
    "word_says": Pair(
        ("title", "summary", "forms"),
        lambda at, said, parts: dict(zip(("title", "summary", "forms"), parts, strict=True)),
        _write_word_says,
    ),
    "look_lines": Pair(("lines", "layout"), _read_look, _write_look),
    "path": Pair(
        ("text",),
        lambda at, said, *names: {"text": "/".join(name.text for name in names)},
        lambda node: tuple(node.text.split("/")),
    ),
    "span": Pair(
        ("low", "high"),
        lambda at, said, low, high: {"low": low.value, "high": (high or low).value},
        lambda node: (node.low, None if node.high == node.low else node.high),
        2,
    ),
    "header_lines": Pair((), _read_header, _write_header),
    "parts": Pair(("parts",), _read_amended_parts, _write_amended_parts),
    "struck": Pair(("struck",), _read_struck, lambda node: node.struck),
    "beside": Pair(("side", "beside"), _read_beside, _write_beside),
    "amended": Pair(("kind", "name", "within"), _read_amended, _write_amended),
    "added_lines": Pair(("lines",), _read_added, _write_added),
    "lines_of_example": Pair(("lines",), _read_changed, lambda node: lines_of_example(node.lines)),
}


def _production_builder(label: str) -> Callable[..., Production]:
    return lambda at, *parts: Production(label, parts)


MADE: Final[dict[str, Callable[..., object]]] = {
    **form_parts.MADE,
    "one_each": lambda at: s.Number(1, span=at),
    "piece_one": lambda at, name, fields, tags, one: s.PieceClause(fields, one, name=name, tags=tags, span=at),
    "opening": opening,
    "word_name": word_name,
    "word_titled": word_titled,
    "word_forms": word_forms,
    "look_layout": look_layout,
    "sections": unique_list,
    "quotes": unique_list,
    "parts": flatten_items,
    **{
        label: _production_builder(label)
        for label in ("before_part", "after_part", "before_line", "after_line", "body", "example_body")
    },
}
