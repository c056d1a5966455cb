"""Finds the structure of a text for an editor: chapters with their clauses, blocks, colours of words, and remarks above
clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from ..diagnostics import Span
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.lexer import PATTERN
from ..syntax.parse_table import keywords
from ..syntax.piecewise import ParsedText, TextPiece
from .mentions import GLOBAL, Mention, Names, clause_id, mentions_in, mentions_of
from .navigation import family_members, file_stem, nodes_of
from .workspace import Workspace

COLOURS: Final = (
    *("keyword", "string", "comment", "number", "operator", "type", "function", "method", "variable", "enumMember"),
    *("property", "parameter", "namespace"),
)
"""The kinds of coloured tokens; the protocol sends their index in this tuple."""
LEXICAL: Final = ("keyword", "string", "comment", "number", "operator")
"""The kinds that an editor's own grammar can find, since they do not depend on declared names."""
OF_GROUP: Final = {"comment": "comment", "text": "string", "quoted": "string", "number": "number", "sign": "operator"}
OF_KIND: Final = {
    "enum": "type", "table": "type", "piece": "type", "board": "type", "place": "variable", "keep": "variable",
    "option": "variable", "position": "variable", "fact": "function", "procedure": "method", "action": "method",
    "event": "method", "choice": "method",
}  # fmt: skip # several entries share a line
OF_SPACE: Final = {
    "member": "enumMember", "field": "property", "local": "parameter", "argument": "parameter", "step": "method",
    "branch": "method", "source": "namespace", "chapter": "namespace", "section": "namespace",
}  # fmt: skip # several entries share a line
INDENTED: Final = (" ", "\t")


@frozen(eq=False)
class OutlineItem:
    """A chapter, a clause, or a part of a clause, in the outline of a text. `span` is its whole text, `at` the place of
    its name, and `inside` its parts."""

    name: str
    kind: str
    title: str
    span: Span
    at: Span
    inside: tuple[OutlineItem, ...] = ()


def outline_of(parsed: ParsedText) -> list[OutlineItem]:
    """Return the outline of a text: the clauses before the first chapter, then the chapters with their clauses."""
    found: list[OutlineItem] = []
    chapter: tuple[OutlineItem, list[OutlineItem]] | None = None
    for piece in parsed.pieces:
        item = _item(piece.node) if piece.node is not None else None
        if item is None:
            continue
        if item.kind == "chapter":
            found += _closed(chapter)
            chapter = item, []
        elif chapter is not None:
            chapter[1].append(item)
        else:
            found.append(item)
    return [*found, *_closed(chapter)]


def _closed(chapter: tuple[OutlineItem, list[OutlineItem]] | None) -> list[OutlineItem]:
    if chapter is None:
        return []
    head, inside = chapter
    span = head.span.to(inside[-1].span) if inside else head.span
    return [OutlineItem(head.name, head.kind, head.title, span, head.at, tuple(inside))]


def _item(node: s.Node) -> OutlineItem | None:
    match node:
        case s.Header(name=name, form=form, title=title):
            return OutlineItem(name.text, form, title.value if title else "", node.span, name.span)
        case s.Under(condition=condition, body=body):
            inside = tuple(item for one in body if (item := _item(one)) is not None)
            return OutlineItem(f"under {condition.span.text}", "under", "", node.span, condition.span, inside)
        case s.Replace(clause=clause):
            item = _item(clause)
            return item and OutlineItem(item.name, item.kind, item.title, node.span, item.at, item.inside)
        case s.Clause(name=name, tags=tags):
            said = tags.title.value if tags.title else ""
            at = name.span if name.span.end > name.span.start else node.span
            return OutlineItem(name.text or node.kind, node.kind, said, node.span, at, tuple(_parts(node)))
        case s.Set(name=name) | s.Strike(name=name) | s.Amendment(name=name) | s.BodyAmendment(name=name):
            word = getattr(node, "verb", type(node).__name__.lower())
            return OutlineItem(f"{word} {name.text}", "edit", "", node.span, name.span)
    return None


def _parts(clause: s.Clause) -> Iterator[OutlineItem]:
    for part in (*getattr(clause, "items", ()), *getattr(clause, "rows", ()), *(getattr(clause, "body", None) or ())):
        item = part.item if isinstance(part, s.Row) else part
        title = getattr(item, "title", None) or getattr(getattr(item, "tags", None), "title", None)
        if isinstance(item, s.Item) or does(item, "woven"):
            kind = "member" if isinstance(item, s.Item) else "step"
            yield OutlineItem(item.name.text, kind, title.value if title else "", part.span, item.name.span)


def folds(parsed: ParsedText) -> list[tuple[int, int]]:
    """Return the blocks of a text that an editor can fold. Each is a pair of its heading's line and its last line,
    counted from 0."""
    lines = parsed.source.text.split("\n")
    depths = [len(line) - len(line.lstrip()) if line.strip() else -1 for line in lines]
    found: list[tuple[int, int]] = []
    waiting: list[tuple[int, int]] = []
    last = 0
    for number, depth in enumerate(depths):
        if depth < 0:
            continue
        while waiting and waiting[-1][1] >= depth:
            start, _ = waiting.pop()
            if last > start:
                found.append((start, last))
        waiting.append((number, depth))
        last = number
    found += [(start, last) for start, _ in waiting if last > start]
    marks = [*(n for n, line in enumerate(lines) if line.startswith("chapter ")), len(lines) - 1]
    found += [(start, end - 1) for start, end in pairwise(marks) if end - 1 > start]
    return sorted(found)


def coloured(workspace: Workspace, path: str, low: int = 0, high: int | None = None) -> Iterator[tuple[int, int, str]]:
    """Yield the offset, the length and the kind of each coloured token of a text. With `low` and `high`, yield only the
    tokens of those pieces of the text that overlap this range."""
    parsed = workspace.parsed(path)
    names = Names.of(family_members(workspace, path), workspace.models.get(path))
    kinds = {key[1]: one[0].clause.partition(" ")[0] for key, one in names.declared.items() if key[0] == GLOBAL}
    end = len(parsed.source.text) if high is None else high
    for piece in parsed.pieces or (TextPiece(parsed.source.text, 0, None),):
        if piece.start < end and piece.end > low:
            yield from _piece_colours(piece, names, kinds)


def _piece_colours(piece: TextPiece, names: Names, kinds: dict[str, str]) -> Iterator[tuple[int, int, str]]:
    mentioned = {one.name.span.start: one for one in mentions_in(piece.node)} if piece.node is not None else {}
    for found in PATTERN.finditer(piece.text):
        group, at = found.lastgroup or "", piece.start + found.start()
        colour = OF_GROUP.get(group, "")
        if group == "word":
            one = mentioned.get(at)
            colour = _name_colour(one, names, kinds) if one is not None else "keyword" if found[0] in keywords() else ""
        if colour:
            yield at, len(found[0].rstrip()), colour


def _name_colour(one: Mention, names: Names, kinds: dict[str, str]) -> str:
    key = names.key(one)
    if key is None:
        return "type" if one.name.text[:1].isupper() else "function" if isinstance(one.owner, s.Call) else "variable"
    return OF_KIND.get(kinds.get(key[1], ""), "method") if key[0] == GLOBAL else OF_SPACE.get(key[0], "method")


@frozen(eq=False)
class Lens:
    """A remark that an editor shows above a clause. `command` says what a click does: `run` or `step through` the
    example named `argument`, or `show` the `places`."""

    span: Span
    text: str
    command: str = ""
    argument: str = ""
    places: tuple[Span, ...] = ()


def lenses(workspace: Workspace, path: str) -> list[Lens]:
    """Return the remarks above the clauses of a text. They say that an example can be run, how many examples mention a
    clause, that a clause replaces one of a layer below, or that layers above change it."""
    related = workspace.related(path)
    members = nodes_of(workspace, related)
    names = Names.of(members, workspace.models.get(path))
    order = {one: number for number, one in enumerate(related)}
    layers: dict[str, list[s.Node]] = {}
    for member in members:
        layers.setdefault(clause_id(member), []).append(member)
    examples = [one for one in members if clause_id(one).startswith("example ")]
    cited = Counter(key for one in examples for key in {names.key(each) for each in mentions_in(one)})
    found: list[Lens] = []
    for piece in workspace.parsed(path).pieces:
        node = piece.node
        id_ = clause_id(node) if node is not None else ""
        if node is None or not id_:
            continue
        kind, _, name = id_.partition(" ")
        if kind == "example" and not isinstance(node, s.Strike):
            found += [Lens(node.span, f"{verb} this example", verb, name) for verb in ("run", "step through")]
            found += _layer_lenses(node, layers[id_], order)
            continue
        key = (GLOBAL, name) if (GLOBAL, name) in names.declared else (kind, name)
        if isinstance(node, s.Clause) and cited[key]:
            places = tuple(one.name.span for one in mentions_of(key, names, examples))
            text = f"{cited[key]} example{'s' * (cited[key] != 1)} mention{'s' * (cited[key] == 1)} this"
            found.append(Lens(node.span, text, "show", name, places))
        found += _layer_lenses(node, layers[id_], order)
    return found


def _layer_lenses(node: s.Node, layers: Sequence[s.Node], order: dict[str, int]) -> Iterator[Lens]:
    own = order.get(node.span.source.name, 0)
    others = [(order.get(one.span.source.name, 0), one) for one in layers]
    below = [one for at, one in others if at < own and isinstance(one, s.Clause | s.Replace)]
    above = [one for at, one in others if at > own and not isinstance(one, s.Clause)]
    if below and not isinstance(node, s.Clause):
        verb = {"Replace": "replaces", "Strike": "strikes"}.get(type(node).__name__, "changes")
        yield Lens(node.span, f"{verb} that of {file_stem(below[-1])}", "show", "", (below[-1].span,))
    if above:
        books = ", ".join(dict.fromkeys(file_stem(one) for one in above))
        yield Lens(node.span, f"changed in {books}", "show", "", tuple(one.span for one in above))
