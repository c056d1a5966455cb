"""Expressions and statements of a machine as text: infix, with only the brackets needed; a line for a statement.

Locals are `%x`, elements of cells `room[%i, 2]`, of tables `next{%d, %s}`; a set over n members ends in `/n`; `!3` is
fault number 3; sets are joined by `|`, met by `&`, lessened by `\\`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from . import program as m
from .forms import form_of

LOOSE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, TIGHT, ATOM = range(9)

INFIX = {
    "or": ("or", OR),
    "and": ("and", AND),
    "eq": ("==", COMPARISON),
    "ne": ("!=", COMPARISON),
    "lt": ("<", COMPARISON),
    "le": ("<=", COMPARISON),
    "gt": (">", COMPARISON),
    "ge": (">=", COMPARISON),
    "add": ("+", SUM),
    "sub": ("-", SUM),
    "mul": ("*", PRODUCT),
    "div": ("div", PRODUCT),
    "mod": ("mod", PRODUCT),
}
PREFIX = {"not": ("not ", NOT), "neg": ("-", TIGHT)}
SET_SIGNS = {"union": ("|", SUM), "minus": ("\\", SUM), "common": ("&", PRODUCT)}


def expression(expr: m.Expr, strength: int = LOOSE) -> str:
    """The text of an expression where something of this strength stands around it."""
    own, text = EXPRESSION_TEXT[type(expr)](expr)
    return f"({text})" if own < strength else text


def commas(exprs: Sequence[m.Expr]) -> str:
    return ", ".join(expression(e) for e in exprs)


def element_text(cell: str, index: Sequence[m.Expr]) -> str:
    return f"{cell}[{commas(index)}]" if index else cell


def _some(template: str, expr: m.Expr | None) -> str:
    """Return the template with the expression in it, or nothing if there is none."""
    return "" if expr is None else template.format(expression(expr))


def _fault(number: int | None) -> str:
    return "" if number is None else f" !{number}"


def over(name: str, loop: m.LoopDomain, where: m.Expr | None) -> str:
    """The head of a loop: `%x in 0..3 where …`."""
    if loop.within is not None:
        values = expression(loop.within, COMPARISON)
    else:
        assert loop.low is not None and loop.high is not None
        values = f"{expression(loop.low, SUM)}..{expression(loop.high, SUM)}"
    return f"%{name} in {values}" + _some(" where {}", where)


BindingText = tuple[int, str]


def _op(e: m.Op) -> BindingText:
    if e.op in ("min", "max"):
        return ATOM, f"{e.op}({commas(e.args)})"
    if e.op in PREFIX:
        sign, own = PREFIX[e.op]
        return own, sign + expression(e.args[0], own)
    return _infix(*INFIX[e.op], e.args)


def _infix(sign: str, own: int, args: Sequence[m.Expr]) -> BindingText:
    """Operators lean to the left: only later arguments of the same strength take brackets; comparisons never chain."""
    first = own + 1 if own == COMPARISON else own
    texts = [expression(a, first if i == 0 else own + 1) for i, a in enumerate(args)]
    return own, f" {sign} ".join(texts)


def _fold(e: m.Fold) -> BindingText:
    rest = _some(": {}", e.body) + _some(" otherwise {}", e.otherwise) + _fault(e.fault)
    return ATOM, f"{e.kind}({over(e.name, e.over, e.where)}{rest})"


def _set_const(e: m.SetConst) -> BindingText:
    members = ", ".join(str(i) for i in range(e.bits.bit_length()) if e.bits >> i & 1)
    return ATOM, f"{{{members}}}/{e.size}"


EXPRESSION_TEXT: dict[type, Callable[..., BindingText]] = {
    m.Const: lambda e: (ATOM if e.value >= 0 else TIGHT, str(e.value)),
    m.Local: lambda e: (ATOM, f"%{e.name}"),
    m.Load: lambda e: (ATOM, element_text(e.cell, e.index)),
    m.RingSize: lambda e: (ATOM, f"height({element_text(e.cell, e.index)})"),
    m.RingAt: lambda e: (ATOM, f"item({element_text(e.cell, e.index)}, {expression(e.position)})"),
    m.Op: _op,
    m.IfElse: lambda e: (
        LOOSE,
        f"if {expression(e.condition)} then {expression(e.then, OR)} else {expression(e.otherwise)}",
    ),
    m.Call: lambda e: (ATOM, f"{e.function}({commas(e.args)})"),
    m.Bind: lambda e: (LOOSE, f"let %{e.name} = {expression(e.value, OR)} in {expression(e.body)}"),
    m.Fold: _fold,
    m.Lookup: lambda e: (ATOM, f"{e.table}{{{commas(e.index)}}}"),
    m.SetConst: _set_const,
    m.SetOp: lambda e: _infix(*SET_SIGNS[e.op], (e.left, e.right)),
    m.SetBuild: lambda e: (
        ATOM,
        f"{{{_some('{} for ', e.image)}{over(e.name, e.over, e.where)}}}/{e.size}",
    ),
    m.SetOf: lambda e: (ATOM, f"{{{commas(e.items)}}}/{e.size}"),
    m.Has: lambda e: _infix("in", COMPARISON, (e.member, e.set)),
    m.SizeOf: lambda e: (ATOM, f"size({expression(e.set)})"),
    m.Compare: lambda e: _infix(e.op, COMPARISON, (e.left, e.right)),
    m.Reach: lambda e: (
        ATOM,
        f"reach({expression(e.seed)}, %{e.source} to {over(e.target, e.over, e.where)})/{e.size}",
    ),
    m.Shift: lambda e: (ATOM, f"shift({expression(e.set)} by {e.by})/{e.size}"),
    m.Grow: lambda e: (ATOM, f"grow(%{e.name} from {expression(e.seed)} by {expression(e.more)})/{e.size}"),
    m.After: lambda e: (LOOSE, f"after {e.routine}({commas(e.args)}): {expression(e.body)}"),
    m.Seen: lambda e: (ATOM, f"times({e.position})"),
    m.Check: lambda e: (ATOM, f"check({expression(e.condition)} !{e.fault}, {expression(e.value)})"),
}


INDENT = "  "


def lines_of(body: Sequence[m.Stmt]) -> Iterator[str]:
    """Yield the lines of statements, two spaces deeper for each block."""
    for statement in body:
        yield STATEMENT_TEXT[type(statement)](statement)
        for name in form_of(type(statement)).blocks:
            inner = getattr(statement, name)
            if name == "otherwise" and inner:
                yield "else:"
            yield from deeper(inner)


def deeper(body: Sequence[m.Stmt]) -> Iterator[str]:
    for line in lines_of(body):
        yield INDENT + line


def thing_text(s: m.Reveal) -> str:
    """Return the text of what is shown: an element of a cell, or words between quotes with what they speak of."""
    if s.cell is not None:
        return element_text(s.cell, s.index)
    of = [f'" {expression(part)} as {dim or "number"} "' for part, dim in zip(s.index, s.dims, strict=True)]
    return f'"{"".join(part for pair in zip_longest(s.what, of, fillvalue="") for part in pair)}"'


def _insert(s: m.Insert) -> str:
    verb, word = ("drop", "from") if s.drop else ("add", "to")
    return f"{verb} {expression(s.member)} {word} {element_text(s.cell, s.index)}"


def _while(s: m.While) -> str:
    limit = "" if s.limit is None else f", at most {expression(s.limit, OR)}{_fault(s.fault)}"
    return f"while {expression(s.condition)}{limit}:"


def _run(s: m.Run) -> str:
    into = "" if s.into is None else f"let %{s.into} = "
    return f"{into}run {s.routine}({commas(s.args)})"


def _reveal(s: m.Reveal) -> str:
    value = "" if s.value is None else f" = {expression(s.value)} as {s.domain or 'number'}"
    return f"show {thing_text(s)}{value} to {expression(s.audience)}"


STATEMENT_TEXT: dict[type, Callable[..., str]] = {
    m.Write: lambda s: f"{element_text(s.cell, s.index)} := {expression(s.value)}{_fault(s.fault)}",
    m.Insert: _insert,
    m.Push: lambda s: f"push {expression(s.value)} on {s.end} of {element_text(s.cell, s.index)}{_fault(s.fault)}",
    m.Pull: lambda s: f"pull {expression(s.position)} out of {element_text(s.cell, s.index)}{_fault(s.fault)}",
    m.Define: lambda s: f"let %{s.name} = {expression(s.value)}",
    m.IfStatement: lambda s: f"if {expression(s.condition)}:",
    m.Each: lambda s: f"for {over(s.name, s.over, s.where)}:",
    m.While: _while,
    m.Break: lambda s: "break",
    m.Run: _run,
    m.ReturnResult: lambda s: "return" + _some(" {}", s.value),
    m.Raise: lambda s: f"fault{_fault(s.fault)}",
    m.Note: lambda s: f"{'forget' if s.forget else 'record'} {s.position}",
    m.Reveal: _reveal,
    m.Mark: lambda s: f"mark {s.clause}",
}
"""The line that a statement begins with; its blocks follow."""
