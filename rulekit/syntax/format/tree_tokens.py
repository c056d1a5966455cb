"""Writes trees as tokens, with no more brackets than needed: each node in the words of its production (see the table of
forms, `forms.txt`).

The tokens are those that the lexer would make of the text, so one formatter does all spacing and lines (`spacing.py`,
`text_layout.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from .. import nodes as s
from ..build import BUILDERS, ITSELF, LISTS, WORDS
from ..clause_parts import PAIRS
from ..form_parts import WHOLE, Production, block_lines, choose_parts
from ..forms import FORMS, Form, by_kind, field_types, forms_of, unwritten
from ..lexer import CITE, DEDENT, INDENT, INDEX, INT, NAME, NEWLINE, QUOTED, STRING, Token
from ..operators import OPERATORS, Binding
from ..parse_table import Rule, table

_LEVELS: Final = {
    "expr": Binding.TOP,
    "or_expr": Binding.OR,
    "and_expr": Binding.AND,
    "not_expr": Binding.NOT,
    "compared": Binding.COMPARED,
    "product": Binding.PRODUCT,
    "unary": Binding.UNARY,
    "atom": Binding.ATOM,
    **dict.fromkeys(("sum", "domain", "who", "look_value"), Binding.SUM),
}
"""By symbol of the grammar for an expression, how tightly the expression must bind there to need no brackets."""
_BINDS: Final = re.compile(r"[A-Za-z_]\w* in\b")
_MISREAD: Final = {
    ("set_literal", 0): _BINDS,
    ("set_image", 0): _BINDS,
    ("whenever", 0): _BINDS,
    ("piece_each", 3): re.compile("one$"),
    ("take_value", 0): re.compile("random$"),
    ("take_count", 0): re.compile("(top|bottom|all)$"),
    ("amount_exact", 0): re.compile("up$"),
    ("put_amount", 0): re.compile("(top|bottom)$"),
    ("put", 0): re.compile("every ?[-(]"),
    ("put", 1): re.compile("every ?[-(]"),
    ("show", 1): re.compile("(all|nobody)$"),
    ("seen_by", 0): re.compile("(all|nobody)$"),
    ("counted_by", 0): re.compile("(all|nobody)$"),
}
"""Parts of productions, by label and position, that need brackets if their text matches, since it would be misread."""
_LEAVES: Final[dict[str, tuple[type, ...]]] = {
    NAME: (s.Name, str),
    INT: (s.Number, int),
    STRING: (s.Text,),
    QUOTED: (s.QuotedLine,),
}
_EXPRESSIONS: Final = frozenset(s.Expr.__args__)
_LEAF_SYMBOLS: Final = {s.Name: NAME, s.Number: INT, s.Text: STRING, s.QuotedLine: QUOTED}
_SPELT: Final = {INDEX: "[", CITE: "[", NEWLINE: "", INDENT: "", DEDENT: ""}


@cache
def _productions() -> dict[str, list[Rule]]:
    """Return a mapping from each label to its productions, first those with the fewest parts and words."""
    found: dict[str, list[Rule]] = {}
    for rule in table().rules:
        if not rule.alone:
            found.setdefault(rule.label, []).append(rule)
    for rules in found.values():
        rules.sort(key=lambda rule: (len(rule.take), rule.size, rule.symbols))
    return found


@cache
def _words_of(label: str) -> frozenset[str]:
    return frozenset(" ".join(rule.symbols) for rule in _productions().get(label, ()))


@by_kind
def _forms_in_order(written: tuple[Any, str]) -> tuple[Form, ...]:
    """Return the rows of the table of forms for a class of node, first those whose production the grammar allows at
    this symbol. `written` is the pair of class and symbol."""
    kind, symbol = written
    return tuple(
        sorted(forms_of(kind), key=lambda form: all(one.origin != symbol for one in _productions()[form.label]))
    )


class Place(NamedTuple):
    """A symbol of a production, and what it writes. `part` is the index of the part that it writes; None means that it
    is a word. `several` is the number of parts if it writes a list. Text that matches `misread` needs brackets."""

    symbol: str
    part: int | None
    several: int | None
    misread: re.Pattern[str] | None


@cache
def _matching_productions(label: str, sorts: tuple[str, ...]) -> tuple[tuple[Place, ...], ...]:
    """Return the productions of a label that can write certain parts. `sorts` says of each part whether it is absent
    (`-`), present (`x`) or either (`?`)."""
    return tuple(_places(rule, len(sorts)) for rule in _productions()[label] if _fits(_slots(rule), sorts))


def _places(rule: Rule, count: int) -> tuple[Place, ...]:
    more = count - len(_slots(rule)) + 1
    out = [Place(symbol, None, None, None) for symbol in rule.symbols]
    at = 0
    for number, (index, star, absent) in enumerate(rule.take):
        misread = _MISREAD.get((rule.label, number))
        out[index] = Place(rule.symbols[index], at + absent, more if star else None, misread)
        at += absent + (more if star else 1)
    return tuple(out)


def _slots(rule: Rule) -> str:
    slots = "".join("-" * absent + ("*" if joined else "x") for _, joined, absent in rule.take)
    return slots + "-" * rule.absent


def _fits(slots: str, parts: Sequence[str]) -> bool:
    star = slots.find("*")
    if star >= 0:
        more = len(parts) - len(slots)
        slots = slots[:star] + "x" * (more + 1) + slots[star + 1 :]
    return len(slots) == len(parts) and all(part in ("?", slot) for slot, part in zip(slots, parts, strict=True))


def _sort(value: object, may_be_left_out: bool) -> str:
    if value is None or value is False:
        return "-"
    return "?" if may_be_left_out else "x"


Item = tuple[Any, Any, re.Pattern[str] | None]
"""Work to do: a symbol of the grammar with its value; or a position in the tokens from which brackets are needed if the
text is misread."""


class TreeWriter:
    """A writer that collects the tokens of nodes and their terminals. It is not recursive."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.terminals: list[str] = []

    def put(self, terminal: str, text: str) -> None:
        self.tokens.append(Token(terminal, text, 0, 0))
        self.terminals.append(terminal)

    def write(self, symbol: str | None, value: Any) -> None:
        """Append the tokens that write a value in the form of this symbol of the grammar."""
        waiting: list[Item] = [(symbol, value, None)]
        while waiting:
            symbol, value, misread = waiting.pop()
            if isinstance(symbol, int):
                self._bracket(symbol, misread)
            elif symbol and symbol[0] != "@":
                self._terminal(symbol, value)
            else:
                waiting += reversed(self._items(symbol[1:] if symbol else "", value, misread))

    def _bracket(self, start: int, misread: re.Pattern[str] | None) -> None:
        if misread is not None and misread.match(" ".join(token.text for token in self.tokens[start:])):
            self.tokens.insert(start, Token("(", "(", 0, 0))
            self.terminals.insert(start, "(")
            self.put(")", ")")

    def _terminal(self, terminal: str, value: Any) -> None:
        match value:
            case s.Text(value=text):
                self.put(STRING, '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"')
            case s.QuotedLine(text=text):
                self.put(QUOTED, f"`{text}`")
            case s.Number(value=number):
                self.put(INT, str(number))
            case s.Name(text=text):
                self.put(terminal, text)
            case _:
                self.put(terminal, str(value) if terminal in (NAME, INT) else _SPELT.get(terminal, terminal))

    def _items(self, rule: str, value: Any, misread: re.Pattern[str] | None) -> list[Item]:
        """Return the symbols and values that are written next to write `value` in the form of this rule of the
        grammar."""
        if isinstance(value, Production):
            return _require_production(value.label, value.values)
        if rule in ITSELF or (rule in _productions() and rule not in BUILDERS):
            return _require_production(rule, (value,))
        if isinstance(value, str):
            return [(word, True, None) for word in value.split()]
        if not isinstance(value, tuple):
            return self._node_items(rule, value, misread)
        if rule == "block":
            return _require_production(rule, block_lines(value))
        if rule in _productions():
            return _require_production(rule, value)
        choices = choose_parts(value)
        return _require_production(choices.label, choices.values)

    def _node_items(self, symbol: str, node: Any, misread: re.Pattern[str] | None) -> list[Item]:
        if type(node) in _LEAF_SYMBOLS:
            return [(_LEAF_SYMBOLS[type(node)], node, None)]
        level = _LEVELS.get(symbol) if type(node) in _EXPRESSIONS else None
        if level is None or (isinstance(node, s.Range) and symbol == "domain"):
            return _form_items(symbol, node, level)
        if _binding(node) < level:
            return [("(", True, None), *_form_items(symbol, node, level), (")", True, None)]
        items = _form_items(symbol, node, level)
        return items if misread is None else [*items, (len(self.tokens), None, misread)]


def _form_items(symbol: str, node: Any, level: int | None) -> list[Item]:
    """Return the symbols and values that write a node, by the first row of the table of forms that fits it."""
    match node:
        case s.Unary(op="not", item=item):
            # The operand of `not` may extend to the right without limit (like `some … : …`) only if `not` itself may.
            return [("not", True, None), ("@expr" if not level and _is_open(item) else "@not_expr", item, None)]
    if type(node) in WHOLE:
        whole = WHOLE[type(node)](node)
        return _require_production(whole.label, whole.values)
    # The second pass also allows fields that no production writes, such as an option's default set by a layer.
    for whole_node in (True, False):
        for form in _forms_in_order((type(node), symbol)):
            parts = _parts_of(form, node, whole_node)
            items = None if parts is None else _production(form.label, *parts)
            if items is not None:
                return items
    raise TypeError(f"no production writes this: {node!r}")


def _require_production(label: str, values: Sequence[Any]) -> list[Item]:
    items = _production(label, values, [_sort(value, value == () or value == "clockwise") for value in values])
    if items is None:
        raise TypeError(f"`{label}` does not write this: {values!r}")
    return items


def _production(label: str, values: Sequence[Any], sorts: Sequence[str]) -> list[Item] | None:
    """Return the symbols and values that write these parts by the first production of a label that can; None if none
    can."""
    if not sorts and not _matching_productions(label, ()):
        sorts, values = ("-",), (None,)

    for places in _matching_productions(label, tuple(sorts)):
        if not all(_suits(place, values) for place in places):
            continue
        out: list[Item] = []
        for symbol, part, several, misread in places:
            if part is None:
                out.append((symbol, True, None))
            elif several is None:
                out.append((symbol, values[part], misread))
            else:
                for member in values[part : part + several]:
                    out += _require_production(symbol[1:], (member,))
        return out
    return None


def _suits(place: Place, values: Sequence[Any]) -> bool:
    """Return whether the part that this place writes can be written as its symbol of the grammar."""
    if place.part is None or place.several is not None:
        return True
    symbol, value = place.symbol, values[place.part]
    if symbol in _LEAVES:
        return isinstance(value, _LEAVES[symbol])
    if symbol[0] != "@":
        return value is True or symbol == (value.text if isinstance(value, s.Name) else value)
    rule = symbol[1:]
    if rule in ITSELF:
        return True
    if rule in WORDS:
        return value in _words_of(rule)
    if isinstance(value, Production):
        return rule not in ("body", "example_body") or rule == value.label
    if isinstance(value, tuple):
        return rule in LISTS or rule in ("block", "sections", "quotes", "parts", "stmt", "example_part")
    return rule not in LISTS and rule != "block"


def _parts_of(form: Form, node: s.Node, whole_node: bool) -> tuple[list[Any], list[str]] | None:
    """Return the parts of a node in the order of a row of the table of forms, and for each whether it is absent (`-`),
    present (`x`) or either (`?`). Return None if the row does not fit the node."""
    plain = unwritten(type(node))
    if any(getattr(node, name) != value for name, value in form.fixed.items()):
        return None
    if (
        whole_node
        and len(forms_of(type(node))) > 1
        and any(getattr(node, name) != plain[name] for name in _fields_without_text(form))
    ):
        return None
    out: list[tuple[Any, str]] = []
    for part in form.parts:
        if part.optional:
            out += [(one, "x") for one in _properties(part.name, node)]
        elif part.paired:
            value, pair = PAIRS[part.name].write(node), PAIRS[part.name]
            values = value if part.starred or pair.width > 1 else (value,)
            out += [(one, _sort(one, one == ())) for one in values]
        elif part.starred:
            out += [(one, "x") for one in getattr(node, part.name)]
        else:
            value = getattr(node, part.name)
            out.append((value, _sort(value, part.name in plain and value == plain[part.name])))
    return [part for part, _ in out], [sort for _, sort in out]


def _properties(name: str, node: s.Node) -> Iterator[Any]:
    """Yield the parts that write an optional property, if it differs from its default. If the property is a list of
    nodes, yield the nodes."""
    form = FORMS.get(name)
    if form is None or form.kind is not None:
        yield from getattr(node, name)
        return
    plain = unwritten(type(node))
    values = [getattr(node, part.name) for part in form.parts]
    said = [*(part.name for part in form.parts), *form.fixed]
    if all(getattr(node, field) == value for field, value in form.fixed.items()) and any(
        getattr(node, field) != plain[field] for field in said
    ):
        yield Production(name, tuple(values))


@cache
def _fields_without_text(form: Form) -> tuple[str, ...]:
    """Return the fields that have a default and that a row of the table of forms does not mention."""
    said = set(form.fixed)
    for part in form.parts:
        other = FORMS.get(part.name)
        said |= set(PAIRS[part.name].fields) if part.paired else {part.name}
        if part.optional and other is not None and other.kind is None:
            said |= {one.name for one in other.parts} | set(other.fixed)
    return tuple(name for name in field_types(form.kind) if name not in said and name in unwritten(form.kind))


def _binding(value: s.Expr) -> int:
    """Return how tightly an expression binds (see `Binding`)."""
    if isinstance(value, s.Binary):
        return OPERATORS[value.op].binds
    if isinstance(value, s.Unary):
        return Binding.UNARY if value.op == "-" else Binding.NOT
    return Binding.TOP if _is_open(value) else Binding.ATOM


def _is_open(value: s.Expr) -> bool:
    """Return whether an expression extends to the right without limit, like `not …` or `some … : …`."""
    if isinstance(value, s.Unary):
        return value.op == "not" and _is_open(value.item)
    if isinstance(value, s.Quantified):
        return value.kind in ("some", "all", "the", "any")
    return isinstance(value, s.Conditional | s.Reach | s.After | s.LetExpression)
