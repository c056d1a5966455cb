"""The table of forms (`forms.txt`): for each production of the grammar, its node, and which part goes into which field.

A row is used in both directions: `build.py` makes nodes from parsed parts; `format/tree_tokens.py` takes the parts from
a node and writes them in the words of the production. A new form needs its production, its node and its row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
from attrs import frozen

from . import nodes as s


@frozen
class Part:
    """One part of a form: its name, and how it is marked in the table. `starred` (`*`): a list; `paired` (`<…>`): a
    pair of `form_parts.py` or `clause_parts.py`; `optional` (`&`): optional properties."""

    name: str
    starred: bool = False
    paired: bool = False
    optional: bool = False


@frozen(eq=False)
class Form:
    """A row of the table. `kind` is the class of the node. `fixed` has the values of fields that the production sets
    without a part; `once` names a property that may occur only once. `flags` (after `!` in the row) say what the node
    does, `asked` (after `?`) which fields it evaluates first, `written` (after `>`) which fields it writes."""

    label: str
    kind: Any
    parts: tuple[Part, ...]
    fixed: dict[str, object]
    once: str = ""
    flags: frozenset[str] = frozenset()
    asked: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


_NAMED: Final = re.compile(r"(\*?)(<?)(&?)(\w+)>?")
_FIRST: Final = re.compile(r"Literal\['([^']+)'")


def _read(line: str) -> Form:
    label, node, *written = line.split()
    fixed: dict[str, object] = {}
    parts: list[Part] = []
    marked = {sign: tuple(word[1:] for word in written if word[0] == sign) for sign in "!?>"}
    for word in written:
        if word[0] in marked:
            continue
        field, equals, value = word.partition("=")
        if equals:
            fixed[field] = {"yes": True, "no": False}.get(value, value)
            continue
        match = _NAMED.fullmatch(word)
        assert match, line
        star, paired, optional, name = match.groups()
        parts.append(Part(name, bool(star), bool(paired), bool(optional)))
    if node[0] == "+":
        return Form(label, None, tuple(parts), fixed, node[1:].replace("_", " "))
    return Form(label, getattr(s, node), tuple(parts), fixed, "", frozenset(marked["!"]), marked["?"], marked[">"])


_TABLE: Final = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
FORMS: Final = {form.label: form for form in (_read(line) for line in _TABLE.splitlines() if line and line[0] != "#")}


Found = TypeVar("Found")


def by_kind(find: Callable[[Any], Found]) -> Callable[[Any], Found]:
    """Return the function with a cache: it is called once for each kind of node."""
    known: dict[Any, Found] = {}

    def lookup(kind: Any) -> Found:
        if kind not in known:
            known[kind] = find(kind)
        return known[kind]

    return lookup


@by_kind
def forms_of(kind: type[s.Node]) -> tuple[Form, ...]:
    """Return the rows for a kind of node, in the order of the table."""
    return tuple(form for form in FORMS.values() if form.kind is kind)


@by_kind
def _flags(kind: type[s.Node]) -> dict[str, list[dict[str, object]]]:
    """Return a mapping from each flag of a kind of node to conditions, one for each row that has the flag. A condition
    gives the values of fields with which a node has the flag."""
    found: dict[str, list[dict[str, object]]] = {}
    rows = forms_of(kind)
    for form in rows:
        for written in form.flags:
            flag, _, field = written.partition("=")
            everywhere = not field and all(written in other.flags for other in rows)
            found.setdefault(flag, []).append({field: True} if field else {} if everywhere else form.fixed)
    return found


def does(node: s.Node, *flags: str) -> bool:
    """Return whether a node has one of these flags in the table of forms, such as `turn` or `about_book`."""
    for fields in _fields_of_flags((type(node), flags)):
        if all(getattr(node, name) == value for name, value in fields.items()):
            return True
    return False


@by_kind
def _fields_of_flags(asked: tuple[type[s.Node], tuple[str, ...]]) -> list[dict[str, object]]:
    kind, flags = asked
    return [fields for flag in flags for fields in _flags(kind).get(flag, ())]


def clause_kinds(*flags: str) -> frozenset[str]:
    """Return the keywords of the kinds of clauses that have one of these flags."""
    return frozenset(word for kind, word in s.KINDS.items() if any(flag in _flags(kind) for flag in flags))


def first_asked(stmt: s.Node) -> tuple[str, ...]:
    """Return the names of the fields that a statement evaluates once, before it does anything."""
    for form in forms_of(type(stmt)):
        if form.asked and all(getattr(stmt, name) == value for name, value in form.fixed.items()):
            return form.asked
    return ()


@by_kind
def field_types(kind: type[s.Node]) -> dict[str, str]:
    """Return a mapping from the fields of a kind of node, except its span, to their declared types."""
    return {field.name: str(field.type) for field in attrs.fields(kind) if field.name != "span"}


@by_kind
def unwritten(kind: type[s.Node]) -> dict[str, object]:
    """Return a mapping from each field that a text may leave out to the value it then has: its default, None, False, or
    its first literal."""
    found: dict[str, object] = {}
    for field in attrs.fields(kind):
        declared, first = str(field.type), _FIRST.match(str(field.type))
        if field.default is not attrs.NOTHING:
            found[field.name] = field.default
        elif "None" in declared:
            found[field.name] = None
        elif declared == "bool":
            found[field.name] = False
        elif declared.startswith("tuple"):
            found[field.name] = ()
        elif declared == "Way" or first:
            found[field.name] = "clockwise" if declared == "Way" else first and first[1]
    return found
