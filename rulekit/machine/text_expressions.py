"""Expressions of a machine as text: infix, with only the brackets needed.

Locals are `%x`, elements of cells `room[%i, 2]`, of tables `next{%d, %s}`; a set over n members ends in `/n`; `!3` is
fault number 3; sets are joined by `|`, met by `&`, lessened by `\\`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import program as m

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
    own, text = FORMS[type(expr)](expr)
    return f"({text})" if own < strength else text


def commas(exprs: Sequence[m.Expr]) -> str:
    return ", ".join(expression(e) for e in exprs)


def element_text(cell: str, index: Sequence[m.Expr]) -> str:
    return f"{cell}[{commas(index)}]" if index else cell


def over(name: str, loop: m.LoopDomain, where: m.Expr | None) -> str:
    """The head of a loop: `%x in 0..3 where …`."""
    if loop.within is not None:
        values = expression(loop.within, COMPARISON)
    else:
        assert loop.low is not None and loop.high is not None
        values = f"{expression(loop.low, SUM)}..{expression(loop.high, SUM)}"
    return f"%{name} in {values}" + (f" where {expression(where)}" if where is not None else "")


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


def _if(e: m.IfElse) -> BindingText:
    arms = f"{expression(e.then, OR)} else {expression(e.otherwise)}"
    return LOOSE, f"if {expression(e.condition)} then {arms}"


def _fold(e: m.Fold) -> BindingText:
    text = over(e.name, e.over, e.where)
    if e.body is not None:
        text += f": {expression(e.body)}"
    if e.otherwise is not None:
        text += f" otherwise {expression(e.otherwise)}"
    if e.fault is not None:
        text += f" !{e.fault}"
    return ATOM, f"{e.kind}({text})"


def _set_const(e: m.SetConst) -> BindingText:
    members = ", ".join(str(i) for i in range(e.bits.bit_length()) if e.bits >> i & 1)
    return ATOM, f"{{{members}}}/{e.size}"


def _set_build(e: m.SetBuild) -> BindingText:
    image = f"{expression(e.image)} for " if e.image is not None else ""
    return ATOM, f"{{{image}{over(e.name, e.over, e.where)}}}/{e.size}"


def _reach(e: m.Reach) -> BindingText:
    return ATOM, f"reach({expression(e.seed)}, %{e.source} to {over(e.target, e.over, e.where)})/{e.size}"


def _grow(e: m.Grow) -> BindingText:
    return ATOM, f"grow(%{e.name} from {expression(e.seed)} by {expression(e.more)})/{e.size}"


def _compare(e: m.Compare) -> BindingText:
    return _infix("same" if e.op == "same" else "within", COMPARISON, (e.left, e.right))


FORMS: dict[type, Callable[..., BindingText]] = {
    m.Const: lambda e: (ATOM if e.value >= 0 else TIGHT, str(e.value)),
    m.Local: lambda e: (ATOM, f"%{e.name}"),
    m.Load: lambda e: (ATOM, element_text(e.cell, e.index)),
    m.RingSize: lambda e: (ATOM, f"height({element_text(e.cell, e.index)})"),
    m.RingAt: lambda e: (ATOM, f"item({element_text(e.cell, e.index)}, {expression(e.position)})"),
    m.Op: _op,
    m.IfElse: _if,
    m.Call: lambda e: (ATOM, f"{e.function}({commas(e.args)})"),
    m.Bind: lambda e: (LOOSE, f"let %{e.name} = {expression(e.value, OR)} in {expression(e.body)}"),
    m.Fold: _fold,
    m.Lookup: lambda e: (ATOM, f"{e.table}{{{commas(e.index)}}}"),
    m.SetConst: _set_const,
    m.SetOp: lambda e: _infix(*SET_SIGNS[e.op], (e.left, e.right)),
    m.SetBuild: _set_build,
    m.SetOf: lambda e: (ATOM, f"{{{commas(e.items)}}}/{e.size}"),
    m.Has: lambda e: _infix("in", COMPARISON, (e.member, e.set)),
    m.SizeOf: lambda e: (ATOM, f"size({expression(e.set)})"),
    m.Compare: _compare,
    m.Reach: _reach,
    m.Shift: lambda e: (ATOM, f"shift({expression(e.set)} by {e.by})/{e.size}"),
    m.Grow: _grow,
    m.After: lambda e: (LOOSE, f"after {e.routine}({commas(e.args)}): {expression(e.body)}"),
    m.Seen: lambda e: (ATOM, f"times({e.position})"),
    m.Check: lambda e: (ATOM, f"check({expression(e.condition)} !{e.fault}, {expression(e.value)})"),
}
