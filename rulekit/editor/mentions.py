"""Finds where names are written in all layers of a family, and what each name means.

Each place where a name is written is a mention. A name is looked up by its text: first among the local names of its
clause, then among declared names, then among members and attributes. Several types may have members or attributes of
the same name. In this case the last checked model decides which one is meant.

A `Key` identifies what a name means: `("name", "travel")`, `("rule", "x")`, `("member", "Colour", "red")`, `("field",
"Inn", "guard")`, `("local", "fact full", "i")`, `("step", "deal", "last")`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from attrs import define, field

from ..check.checked import CheckedModel
from ..check.checker import NAMED_KINDS
from ..diagnostics import RulekitError, Source, Span
from ..model.edits import KIND_WORDS
from ..model.symbols import ConstantSymbol, FieldSymbol
from ..syntax import nodes as s
from ..syntax.lexer import NAME, scan
from ..syntax.text_values import text_values, texts_with_values
from ..syntax.traversal import children, inside, names_declared_by
from ..syntax.word_reading import unusable_names

Key = tuple[str, ...]
GLOBAL: Final = "name"
SPACES: Final = {
    ("Citation", "source"): "source",
    ("SourceDecl", "name"): "source",
    ("StatementsClause", "name"): "source",
    ("RuleClause", "rank"): "rank",
    ("ExceptionClause", "rank"): "rank",
    ("Header", "ranks"): "rank",
    ("RuleClause", "over"): "rule",
    ("ExceptionClause", "over"): "exception",
    ("ChapterClause", "after"): "chapter",
    ("SectionClause", "parent"): "section",
    ("SectionClause", "beside"): "section",
}
"""A mapping from a node's class and field to the name space of the name in this field. It has
only fields that need no other case of `_mention`."""
UNNAMED: Final = frozenset(
    [
        *(("Header", "name"), ("Header", "base"), ("Header", "requires"), ("Header", "language")),
        *(("WordForm", "key"), ("LookProp", "key"), ("WordsClause", "name"), ("FlowClause", "name")),
    ]
)
"""Fields whose contents are not looked up: words of a language or of rulekit, and names of files."""
LOOKED_UP: Final = ""
"""Stands for the name space of a name whose name space is not known from the syntax."""
PATTERN: Final = "pattern"
"""The name space of a parameter in the head of a rule or an exception: a constant if there is one of
this name, else a new variable."""


class Mention(NamedTuple):
    """A name as written at one place.

    `space` is the name space in which it is looked up, `clause` the id of the clause around it. `owner` is the syntax
    node that contains the name; tables of the checked model are keyed by it. `declares` is True if the name is declared
    here. `inside` is the type, clause or procedure that the name belongs to, or ""."""

    name: s.Name
    space: str
    clause: str
    owner: s.Node
    declares: bool = False
    inside: str = ""


def edited_kind(word: str) -> str:
    """Return the kind of clause that a word after `replace`, `add` or `strike` means: `ruling` means an option."""
    return KIND_WORDS.get(word, word)


def clause_id(member: s.Node) -> str:
    """Return the id of the clause that a member of a book is or changes, such as `fact full`; "" if it is or changes
    none."""
    match member:
        case s.Replace(clause=clause) | (s.Clause() as clause):
            return f"{clause.kind} {clause.name.text}"
        case s.Strike(kind=kind, name=name) | s.Amendment(kind=kind, name=name) | s.BodyAmendment(kind=kind, name=name):
            return f"{edited_kind(kind)} {name.text}"
    return ""


def mentions_in(member: s.Header | s.Member) -> tuple[Mention, ...]:
    """Return all mentions of names in a member of a book, including those in braces in its texts and those in quoted
    lines."""
    plain, inner = _kept(member)
    return (*plain, *(one for part, here in inner for one in _made(part, here))) if inner else plain


_Inner = tuple[tuple[s.Text | s.QuotedLine, str], ...]


@lru_cache(maxsize=8192)
def _kept(member: s.Header | s.Member) -> tuple[tuple[Mention, ...], _Inner]:
    """Return the mentions in the nodes of a member, and its texts and quoted lines with the id of the clause around
    each. The names inside these are not cached, since the cached ones would keep their old places when the text
    moves."""
    plain, inner = list[Mention](), list[tuple[s.Text | s.QuotedLine, str]]()
    for one, here in _clauses(member):
        plain += _inside(one, here)
        inner += [(text, here) for text in texts_with_values(one) if "{" in text.value]
        inner += [(node, here) for node in inside(one, s.QuotedLine)]
    return tuple(plain), tuple(inner)


def _clauses(member: s.Node) -> Iterator[tuple[s.Node, str]]:
    if isinstance(member, s.Under):
        yield member.condition, ""
        for inner in member.body:
            yield from _clauses(inner)
    else:
        yield member, clause_id(member)


def _made(part: s.Text | s.QuotedLine, here: str) -> Iterator[Mention]:
    if isinstance(part, s.QuotedLine):
        source, at = part.span.source, part.span.start
        tokens = scan(Source(source.name, part.span.text.strip("`"))).tokens
        for number, token in enumerate(tokens):
            if token.kind == NAME and token.text not in unusable_names():
                name = s.Name(token.text, span=Span(source, at + 1 + token.start, at + 1 + token.end))
                attribute = number and tokens[number - 1].kind == "."
                yield Mention(name, "field" if attribute else LOOKED_UP, here, part)
        return
    try:
        values = text_values(part)
    except RulekitError:
        return
    for value in values:
        yield from _inside(value.node, here)


def _inside(node: s.Node, here: str) -> Iterator[Mention]:
    table = node.clause if isinstance(node, s.Replace) else node
    columns = {id(one) for one in table.binders} if isinstance(table, s.TableClause) else set()
    stack: list[tuple[s.Node, str]] = [(node, "")]
    while stack:
        owner, callee = stack.pop()
        if id(owner) in columns and isinstance(owner, s.Binder):  # a table's domains become its attributes
            yield Mention(owner.name, "field", here, owner, True, here.partition(" ")[2])
            stack += [(child, "") for child in children(owner) if child is not owner.name]
            continue
        declared = {id(name) for name in names_declared_by((owner,))}
        for child in children(owner):
            if isinstance(child, s.Name):
                if child.span.end > child.span.start:
                    yield from _mention(owner, child, here, id(child) in declared, callee)
            else:
                called = owner.name.text if isinstance(owner, s.Call) else callee if isinstance(child, s.Arg) else ""
                if isinstance(owner, s.Played):
                    called = owner.label.text
                stack.append((child, called))


def _mention(owner: s.Node, name: s.Name, here: str, declared: bool, callee: str) -> Iterator[Mention]:
    kind = type(owner).__name__
    place = next((one for one in owner.__attrs_attrs__ if _holds(getattr(owner, one.name), name)), None)
    where = kind, place.name if place is not None else ""
    if where in UNNAMED:
        return
    thing = here.partition(" ")[2]
    match owner:
        case s.Clause() if owner.name is name:
            space = GLOBAL if owner.kind in NAMED_KINDS else SPACES.get(where, owner.kind)
            yield Mention(name, LOOKED_UP if owner.kind == "look" else space, here, owner, True)
        case s.Strike(kind=word) | s.Amendment(kind=word) | s.BodyAmendment(kind=word) if owner.name is name:
            edited = edited_kind(word)
            yield Mention(name, GLOBAL if edited in NAMED_KINDS else edited, here, owner)
        case s.Item():
            yield Mention(name, "member", here, owner, True, thing or "Player")
        case s.Field():
            yield Mention(name, "field", here, owner, True, thing)
        case _ if isinstance(owner, s.TitledPart):
            yield Mention(name, kind.lower(), here, owner, True, thing)
        case s.AtStep(procedure=procedure) | s.Given(procedure=s.Name() as procedure) if where[1] == "step":
            yield Mention(name, "step", here, owner, inside=procedure.text)
        case s.Attribute():
            yield Mention(name, "field", here, owner)
        case s.Arg():
            yield Mention(name, "argument", here, owner, inside=callee)
        case s.Named(name=thing_named, kind=given, step=step):
            if name is step:
                yield Mention(name, "inner", here, owner, inside=thing_named.text)
            elif name is thing_named:
                yield Mention(name, edited_kind(given.text) if given else LOOKED_UP, here, owner)
        case s.Word(kind=given, name=thing_named, item=item):
            if name is item:
                yield Mention(name, "inner", here, owner, inside=thing_named.text)
            elif name is thing_named:
                yield Mention(name, edited_kind(given.text) if given else LOOKED_UP, here, owner)
        case _ if where[1] == "params" and isinstance(owner, s.When | s.AtStep | s.ExceptionClause):
            yield Mention(name, PATTERN, here, owner)
        case _:
            local = declared or isinstance(owner, s.Reach) or where in (("When", "seat"), ("Window", "name"))
            apart = where in (("Header", "ranks"), ("SourceDecl", "name"))
            yield Mention(name, "local" if local else SPACES.get(where, LOOKED_UP), here, owner, local or apart)


def _holds(value: object, name: s.Name) -> bool:
    return value is name or (isinstance(value, tuple) and any(one is name for one in value))


@define(eq=False)
class Names:
    """The declarations of all names in a family: `declared` maps keys to mentions. If several types have a member or
    attribute of the same name, `model` decides which is meant."""

    model: CheckedModel | None
    declared: dict[Key, list[Mention]] = field(factory=dict)
    _owners: dict[tuple[str, str], dict[str, None]] = field(factory=dict)

    @classmethod
    def of(cls, members: Iterable[s.Header | s.Member], model: CheckedModel | None) -> Names:
        found, patterns = cls(model), list[Mention]()
        for member in members:
            for one in mentions_in(member):
                if one.declares:
                    found._declare(one)
                elif one.space == PATTERN:
                    patterns.append(one._replace(space="local"))
        for one in patterns:
            if found._look_up(one) is None:
                found._declare(one)
        return found

    def _declare(self, one: Mention) -> None:
        space, text = one.space, one.name.text
        if space == LOOKED_UP:  # the name of a `look` clause: it declares nothing
            return
        inside = one.inside or (one.clause if space == "local" else "")
        key = (space, inside, text) if inside else (space, text)
        self.declared.setdefault(key, []).append(one)
        if inside:
            self._owners.setdefault((space, text), {})[inside] = None

    def key(self, one: Mention) -> Key | None:
        """Return the key of what a mention means; None if that is unknown."""
        space, text, inside = one.space, one.name.text, one.inside
        if one.declares and space != LOOKED_UP:
            inside = inside or (one.clause if space == "local" else "")
            return (space, inside, text) if inside else (space, text)
        if space == "field":
            return self._attribute(one)
        if space == "argument":
            return self._first(("field", inside, text), *(("local", f"{kind} {inside}", text) for kind in CALLED))
        if space in ("inner", "step"):
            kinds = ("step", "branch", "member", "field") if space == "inner" else ("step",)
            locals_ = (("local", clause, text) for clause in self._owners.get(("local", text), ()))
            inner = (key for key in locals_ if key[1].partition(" ")[2] == inside)
            return self._first(*((kind, inside, text) for kind in kinds), *inner)
        if space not in (LOOKED_UP, PATTERN):
            return (GLOBAL, text) if space in NAMED_KINDS else (space, text)
        return self._look_up(one)

    def _look_up(self, one: Mention) -> Key | None:
        text = one.name.text
        constant = self._constant(one)
        own = ("local", one.clause, text), ("field", one.clause.partition(" ")[2], text)
        found = self._first(constant, *own, (GLOBAL, text), *self._members("member", text))
        return found or self._first(*self._members("branch", text), *((kind, text) for kind in APART_KINDS))

    def _constant(self, one: Mention) -> Key | None:
        symbol = self.model.refs.get(one.owner) if self.model is not None else None
        if isinstance(symbol, ConstantSymbol):
            return "member", symbol.domain.name, one.name.text
        return None

    def _attribute(self, one: Mention) -> Key | None:
        text, owner = one.name.text, one.owner
        symbol = self.model.refs.get(owner) if self.model is not None else None
        if isinstance(symbol, FieldSymbol):
            return self._first(("field", symbol.domain.name, text))
        base = owner.base if isinstance(owner, s.Attribute) else None
        named = base.name.text if isinstance(base, s.Ref) else ""
        return self._first(self._constant(one), ("member", named, text), *self._members("field", text))

    def _members(self, space: str, text: str) -> list[Key]:
        return [(space, inside, text) for inside in self._owners.get((space, text), ())]

    def _first(self, *keys: Key | None) -> Key | None:
        return next((key for key in keys if key is not None and key in self.declared), None)

    def members_of(self, thing: str, space: str = "member") -> list[str]:
        """Return the names of the members, attributes or local names that belong to a type or a clause, in the order of
        their declarations."""
        return [key[2] for key in self.declared if key[0] == space and key[1:2] == (thing,)]


APART_KINDS: Final = ("rule", "exception", "example", "invariant", "figure", "ruleset", "section", "chapter", "source")
CALLED: Final = ("fact", "procedure", "event", "action")


def mentions_of(key: Key, names: Names, members: Iterable[s.Header | s.Member]) -> Iterator[Mention]:
    """Yield all mentions that mean this key."""
    for member in members:
        for one in mentions_in(member):
            if one.name.text == key[-1] and names.key(one) == key:
                yield one


def mention_at(members: Iterable[s.Header | s.Member], offset: int) -> Mention | None:
    """Return the mention at an offset of a text; None if there is no name."""
    for member in members:
        if member.span.start <= offset <= member.span.end:
            for one in mentions_in(member):
                if one.name.span.start <= offset <= one.name.span.end:
                    return one
    return None


def declaration(key: Key, names: Names) -> Mapping[str, Span]:
    """Return a mapping from texts to the place where the text declares this key, the last one if there are several."""
    return {one.name.span.source.name: one.name.span for one in names.declared.get(key, ())}
