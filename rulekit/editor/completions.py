"""Computes what may be written at a place, and the parameters of the call around it.

The parser says which words are possible there and whether a name is. Forms of statements come with blanks to fill in.
Names are filtered by their kind and shown with their type.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from ..check.builtin_types import BUILTINS
from ..check.checked import CheckedModel
from ..check.type_relations import domain_of, show
from ..model.body_lines import lines_of_clause
from ..model.symbols import DomainSymbol, LocalSymbol, PlaceSymbol
from ..model.types import DomainType, Type
from ..syntax import nodes as s
from ..syntax.lexer import DEDENT, END, INDENT, NAME, NEWLINE, Token
from ..syntax.lr_driver import clause_words, expression_starts, next_terminals, statement_words
from ..syntax.parse_table import keywords
from ..syntax.syntax_help import EXPRESSIONS, FORMS
from .hovers import declared_type
from .mentions import GLOBAL, Names, edited_kind
from .navigation import nodes_of, usable_names
from .text_cursor import TextCursor, cursor_at, words_of_line
from .workspace import Workspace

BLANK: Final = re.compile(r"\b[A-Z]{2,}\b")
OPTIONAL: Final = re.compile(r" ?\[[^\[\]]*\]")
TYPES: Final = frozenset(["enum", "table", "piece", "board"])
KINDS_AFTER: Final = {
    "announce": ("event",), "when": ("event",), "record": ("position",),
    "forget": ("position",), "seen": ("position",), "to": ("fact",), "in": ("choice",), "set": ("option", "keep"),
    "before": ("procedure", "action"), "after": ("procedure", "action"), "play": ("action",), "allow": ("action",),
    "refuse": ("action",), "one": ("piece",), "look": ("enum", "table", "piece", "board", "place", "keep"),
}  # fmt: skip # several entries share a line # several entries share a line
"""A mapping from a word to the kinds of clauses whose names may follow it."""


OF: Final = {"instead": ("procedure",), "one": ("choice",), "heap": ("piece",), "row": ("piece",), "stack": ("piece",)}
"""A mapping from the word before `of` to the kinds of clauses whose names may follow `of`. After other
words, it is a place."""


MOST_VALUES: Final = 40
"""Values are offered one by one only for a type with at most so many."""


@frozen
class Completion:
    """A text that may be written at the cursor. `kind` says what it is, `detail` describes it further, for example by
    its type. `snippet` is a longer text with blanks such as `${1:NAME}` to insert instead, or ""."""

    text: str
    kind: str
    detail: str = ""
    snippet: str = ""


@frozen
class Signature:
    """The name and the parameters of a call, and the index of the parameter at the cursor."""

    name: str
    parameters: tuple[str, ...]
    at: int


def completions(workspace: Workspace, path: str, offset: int) -> list[Completion]:
    """Return the completions at an offset: names before words of the language."""
    cursor = cursor_at(workspace, path, offset)
    if cursor is None:
        return []
    can = next_terminals(cursor.stack)
    names = Names.of(nodes_of(workspace, workspace.below(path)), workspace.model(path))
    if words_of_line(cursor)[:1] == ["set"] and cursor.tokens[-1].text == "=":
        return list(_expected(cursor, names))
    found = [*_quotable(cursor, names), *(_names(cursor, can, names) if NAME in can else ())]
    found += _words(cursor, can)
    return list({one.text + one.snippet: one for one in found}.values())


def _quotable(cursor: TextCursor, names: Names) -> Iterator[Completion]:
    """Yield a completion for each line of the clause named in `replace in …`: the line in backquotes, and below it a
    copy to change. Yield nothing if the cursor is not directly below `replace in`."""
    kinds = Counter(token.kind for token in cursor.tokens)
    words = [token.text for token in cursor.tokens if token.kind not in (NEWLINE, INDENT, DEDENT)][:4]
    if not cursor.begins or kinds[INDENT] - kinds[DEDENT] != 1 or words[:2] != ["replace", "in"]:
        return
    for text in _lines_of(f"{edited_kind(words[2])} {words[3]}", names):
        yield Completion(f"`{text}`", "form", f"`{text}`:", f"`{_as_snippet(text)}`:\n  ${{1:{_as_snippet(text)}}}")


def _lines_of(id_: str, names: Names) -> list[str]:
    """Return the lines of a clause that a layer can quote. A line that the clause has twice cannot be quoted."""
    name = id_.partition(" ")[2]
    declared = (*names.declared.get((GLOBAL, name), ()), *names.declared.get(tuple(id_.split()), ()))
    owners = [one.owner for one in declared if isinstance(one.owner, s.Clause) and one.clause == id_]
    lines = [one.text for one in lines_of_clause(owners[-1]) if one.sort == "line"] if owners else []
    return [one for one in lines if lines.count(one) == 1 and "`" not in one and "\n" not in one]


def _words(cursor: TextCursor, can: frozenset[str]) -> Iterator[Completion]:
    forms = FORMS if cursor.begins else EXPRESSIONS if expression_starts() <= can else {}
    for word in sorted(can & keywords()):
        for form in forms.get(word, ()):
            yield Completion(word, "form", form, snippet(form))
        yield Completion(word, "word")


def snippet(form: str) -> str:
    """Return the form of a statement or clause without its optional parts and with blanks to fill in, such as `choose
    ${1:NAME} in ${2:DOMAIN}`."""
    text = form
    while OPTIONAL.search(text):
        text = OPTIONAL.sub("", text)
    text, below, rest = text.partition(": and below it ")
    number = iter(range(1, 100))
    filled = BLANK.sub(lambda blank: f"${{{next(number)}:{blank[0]}}}", text.replace("$", "\\$"))
    return f"{filled}:\n  $0" if below and rest else filled


def _names(cursor: TextCursor, can: frozenset[str], names: Names) -> Iterator[Completion]:
    """Yield the names that fit at the cursor. After a dot, these are attributes or members, and where a type is
    required, types. Elsewhere the word before the cursor decides; in an expression, every name with a value fits."""
    before = [token.text for token in cursor.tokens[-2:]]
    last = before[-1] if before else ""
    if last == ".":
        yield from _after_dot(cursor, names)
        return
    yield from _expected(cursor, names)
    kinds = _kinds(cursor, can, last, before)
    yield from _whole_clauses(cursor, kinds, names)
    model = names.model
    if kinds is None or "local" in kinds:
        yield from _locals(cursor, names)
    for name, kind in usable_names(names).items():
        if kinds is None or kind in kinds:
            found = declared_type(name, model) if model is not None else None
            yield Completion(name, kind, show(found) if found is not None else kind)
    if kinds is None or "member" in kinds:
        for key in names.declared:
            if key[0] == "member":
                yield Completion(key[2], "member", key[1])
        for name in (*BUILTINS, "me", "active", "players", "ended", "winners", "Player"):
            yield Completion(name, "builtin", "built in")
    for key in names.declared:
        if kinds is not None and len(key) == 2 and key[0] in kinds and key[0] != GLOBAL:
            yield Completion(key[1], key[0], key[0])


def _expected(cursor: TextCursor, names: Names) -> Iterator[Completion]:
    """Yield the values to which the name before `=`, `==` or `!=` can be set or compared."""
    if len(cursor.tokens) < 2 or cursor.tokens[-1].text not in ("=", "==", "!="):
        return
    name = _receiver(cursor.tokens[:-1])
    labels: Sequence[str] = names.members_of(name)
    if not labels and names.model is not None:
        domain = domain_of(_type_of_local(cursor, name, names.model) or declared_type(name, names.model))
        labels = domain.labels if domain is not None and len(domain.labels) <= MOST_VALUES else ()
    yield from (Completion(one, "member", name) for one in labels)


def _whole_clauses(cursor: TextCursor, kinds: frozenset[str] | None, names: Names) -> Iterator[Completion]:
    """Yield, after `replace` and a kind of clause, the full text of each clause of this kind, for the user to
    change."""
    line = [token.text for token in cursor.tokens[-2:]]
    if line[:1] != ["replace"] or kinds is None or line[-1] == "in":
        return
    for found in names.declared.values():
        owner = found[-1].owner
        if isinstance(owner, s.Clause) and owner.kind in kinds and owner.name is found[-1].name:
            text = owner.span.source.text[owner.name.span.start : owner.span.end]
            yield Completion(owner.name.text, "form", f"{owner.name.text}: all of it, to change", _as_snippet(text))


def _as_snippet(text: str) -> str:
    """Return a text as a snippet without blanks: characters with a meaning in snippets are escaped."""
    return re.sub(r"([\\$}])", r"\\\1", text)


def _kinds(cursor: TextCursor, can: frozenset[str], last: str, before: Sequence[str]) -> frozenset[str] | None:
    """Return the kinds of names that may be written at the cursor; None if every name that has a value may."""
    if cursor.begins:
        in_body = statement_words() <= can
        return frozenset(["procedure", "place", "keep", "local"]) if in_body else frozenset()
    if before == ["given", "at"]:
        return frozenset(["procedure"])
    if expression_starts() <= can:
        return None
    line = words_of_line(cursor)
    changes = line[:1] in (["replace"], ["strike"], ["add"])
    if last in clause_words() and not changes and last not in KINDS_AFTER:
        return frozenset()  # the user declares a new name here
    if changes and last in clause_words():
        return frozenset([edited_kind(last)])
    if last == "[":
        return frozenset(["source"])
    if last in ("rank", "<"):
        return frozenset(["rank"])
    if last == "over":
        return frozenset(["rule", "exception"])
    if "truth" in can or line[:1] in (["keep"], ["fact"], ["table"], ["piece"], ["event"], ["procedure"]):
        return TYPES
    if last == "of":
        return frozenset(OF.get(before[0], ("place",)))
    kinds = KINDS_AFTER.get(last)
    return frozenset(kinds) if kinds else frozenset([*TYPES, "choice", "fact", "place", "keep", "option", "position"])


def _locals(cursor: TextCursor, names: Names) -> Iterator[Completion]:
    """Yield the local names of the clause at the cursor: those in the last version of the clause that could be parsed,
    and those declared in the text before the cursor."""
    found: dict[str, str] = {}
    for one, after in pairwise(cursor.tokens):
        if one.text in ("let", "each", "choose", "draw", "some", "all", "keep") and after.kind == NAME:
            found[after.text] = ""
    for one, after, type_ in zip(cursor.tokens, cursor.tokens[1:], cursor.tokens[2:], strict=False):
        if one.text in ("(", ",") and after.kind == type_.kind == NAME:
            found[after.text] = ""  # a parameter, as its type follows
    found = {name: "" for name in found if name not in keywords()}
    here = _clause_here(cursor.tokens)
    for key in names.declared:
        if key[0] == "local" and key[1] == here:
            found.setdefault(key[2], "")
    for name in found:
        yield Completion(name, "local", _local_type(cursor, name, names.model))


def _clause_here(tokens: Sequence[Token]) -> str:
    """Return the id of the clause that begins in these tokens, such as `fact full`; "" if no clause begins there."""
    edits = ("replace", "strike", "add")
    for one, after in pairwise(tokens):
        if one.text in clause_words() and one.text not in edits:
            return f"{edited_kind(one.text)} {after.text}"
    return ""


def _local_type(cursor: TextCursor, name: str, model: CheckedModel | None) -> str:
    found = _type_of_local(cursor, name, model)
    return show(found) if found is not None else "in this clause"


def _type_of_local(cursor: TextCursor, name: str, model: CheckedModel | None) -> Type | None:
    if model is None or cursor.clause is None:
        return None
    span = cursor.clause.span
    for key, symbol in model.binds.items():
        node = key[0] if isinstance(key, tuple) else key
        if isinstance(symbol, LocalSymbol) and symbol.name == name and isinstance(node, s.Node):
            if node.span.source is span.source and span.start <= node.span.start < span.end:
                return symbol.type
    return None


def _after_dot(cursor: TextCursor, names: Names) -> Iterator[Completion]:
    """Yield what may follow a dot: the members of a type or the attributes of a value. If the type of the value is
    unknown, yield all attributes of all types."""
    name = _receiver(cursor.tokens[:-1])
    for kind in ("member", "step"):
        yield from (members := [Completion(one, kind, name) for one in names.members_of(name, kind)])
        if members:
            return
    found = _type_of_local(cursor, name, names.model)
    said = _said_domain(cursor, name, names)
    if found is None and (attributes := names.members_of(said, "field")):
        yield from (Completion(one, "field", said) for one in attributes)
        return
    if found is None and names.model is not None:
        symbol = names.model.symbols.get(said or name)
        if isinstance(symbol, PlaceSymbol):
            found = DomainType(symbol.piece)
        elif isinstance(symbol, DomainSymbol):
            found = DomainType(symbol.domain)
        else:
            found = declared_type(name, names.model)
    domain = domain_of(found)
    if domain is not None:
        for field in domain.fields:
            yield Completion(field.name, "field", show(field.type))
        return
    for key in names.declared:
        if key[0] == "field":
            yield Completion(key[2], "field", key[1])


def _said_domain(cursor: TextCursor, name: str, names: Names) -> str:
    """Return the type or the place in the last declaration of a name before the cursor, as in `(i Inn)` or `choose i in
    Inn`; "" if there is no such declaration."""
    words = [token.text for token in cursor.tokens]
    for at in range(len(words) - 2, 0, -1):
        if words[at] == name:
            said = words[at + 2] if words[at + 1 : at + 2] == ["in"] and at + 2 < len(words) else words[at + 1]
            if (GLOBAL, said) in names.declared:
                return said
    return ""


def _receiver(tokens: Sequence[Token]) -> str:
    """Return the name that ends the tokens, skipping its arguments and indices: PLACE for `PLACE[x]`. Return "" if
    there is none."""
    at = len(tokens) - 1
    depth = 0
    while at >= 0:
        depth += {")": 1, "]": 1, "(": -1, "INDEX": -1}.get(tokens[at].kind, 0)
        if depth == 0 and tokens[at].kind == NAME:
            return tokens[at].text
        at -= 1
    return ""


def signature(workspace: Workspace, path: str, offset: int) -> Signature | None:
    """Return the parameters of the call around an offset. Return None outside of calls, or if the parameters are
    unknown."""
    cursor = cursor_at(workspace, path, offset)
    tokens = [token for token in cursor.tokens if token.kind not in (NEWLINE, INDENT, DEDENT, END)] if cursor else []
    depth = commas = 0
    for at in range(len(tokens) - 1, 0, -1):
        kind = tokens[at].kind
        depth += {")": 1, "]": 1, "}": 1, "(": -1, "INDEX": -1, "CITE": -1, "{": -1}.get(kind, 0)
        commas += kind == "," and depth == 0
        if depth < 0:
            names = Names.of(nodes_of(workspace, workspace.below(path)), None)
            parameters = _parameters(tokens[at - 1].text, names)
            return Signature(tokens[at - 1].text, parameters, commas) if parameters else None
    return None


def _parameters(name: str, names: Names) -> tuple[str, ...]:
    declared = names.declared.get((GLOBAL, name), ())
    for one in declared:
        for part in ("params", "fields", "dimensions"):
            found = getattr(one.owner, part, ())
            if found:
                return tuple(parameter.span.text for parameter in found)
    locals_ = (key[2] for key in names.declared if key[0] == "local" and key[1] == f"action {name}")
    return tuple(locals_)
