"""Writes a machine as text, one line for each item, for people to read and for tests to compare line by line. The same
machine always gives the same text.

There is no parser for this text, because machines are made only from rulebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from . import program as m
from .form_table import form_of, parts_of
from .operator_intervals import bits_of

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
    """Return the text of an expression. It is in brackets if its operator binds less tightly than `strength`, the
    binding strength of the context."""
    own, text = EXPRESSION_TEXT[type(expr)](expr)
    return f"({text})" if own < strength else text


def commas(exprs: Sequence[m.Expr]) -> str:
    return ", ".join(expression(e) for e in exprs)


def element_text(cell: str, index: Sequence[m.Expr]) -> str:
    return f"{cell}[{commas(index)}]" if index else cell


def _some(template: str, expr: m.Expr | None) -> str:
    """Return the template filled with the text of the expression, or "" if the expression is None."""
    return "" if expr is None else template.format(expression(expr))


def _fault(number: int | None) -> str:
    return "" if number is None else f" !{number}"


def over(name: str, loop: m.LoopDomain, where: m.Expr | None) -> str:
    """Return the head of a loop as text, such as `%x in 0..3 where …`."""
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
    """Return the binding strength and the text of a left-associative operator. Comparisons never chain, so a comparison
    on either side of another one gets brackets."""
    first = own + 1 if own == COMPARISON else own
    texts = [expression(a, first if i == 0 else own + 1) for i, a in enumerate(args)]
    return own, f" {sign} ".join(texts)


def _fold(e: m.Fold) -> BindingText:
    rest = _some(": {}", e.body) + _some(" otherwise {}", e.otherwise) + _fault(e.fault)
    return ATOM, f"{e.kind}({over(e.name, e.over, e.where)}{rest})"


def _set_const(e: m.SetConst) -> BindingText:
    members = ", ".join(map(str, bits_of(e.bits)))
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
    """Yield statements as lines of text; nested blocks are indented by two spaces."""
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
    """Return the text of what a `Reveal` shows: an element of a cell, or a description in quotes with values in it."""
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
"""By class of statement, a function to its first line of text; nested blocks follow that line."""


def machine_text(machine: m.Machine) -> str:
    """Return a whole machine as text, ending in a newline."""
    return "\n".join(_lines(machine)) + "\n"


def _lines(machine: m.Machine) -> Iterator[str]:
    yield f"machine {machine.name}: {machine.players} players ({', '.join(machine.seats)})"
    yield f"start {machine.start}"
    yield f"fuel {machine.fuel} !{machine.fuel_fault}"
    yield checks_left(machine)
    yield from _section("domains", (_domain(d) for d in machine.domains))
    yield from _section("tables", (_table(t) for t in machine.tables))
    yield from _section("cells", (_cell(c) for c in machine.cells))
    yield from _section("positions", (_position(p) for p in machine.positions))
    yield from _section("functions", (_function(f) for f in machine.functions))
    yield from _section("routines", (line for r in machine.routines for line in _routine(r)))
    yield from _section("nodes", (line for n in machine.nodes for line in node_lines(n)))
    yield from _section("turns begin at", iter(machine.turn_starts))
    yield from _section("rounds begin at", iter(machine.round_starts))
    yield from _section("steps", (f"{step} at {node}" for step, node in machine.step_starts))
    yield from _section("invariants", (f"{i.when} {i.name}: {i.function}" for i in machine.invariants))
    yield from _section("figures", map(_figure, machine.figures))
    yield from _section("examples", (line for e in machine.examples for line in _example(e)))
    yield from _section("faults", (_fault_line(i, f) for i, f in enumerate(machine.faults)))


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield ""
        yield title
        yield from (INDENT + line for line in found)


def checks_left(machine: m.Machine) -> str:
    """Return a line of text that says how many assignments still check their range at run time, and how many other
    checks there are."""
    assigns = [part for part in parts_of(machine) if isinstance(part, m.Write)]
    checks = sum(isinstance(part, m.Check) for part in parts_of(machine))
    left = sum(s.fault is not None for s in assigns)
    return f"range checks left: {left} of {len(assigns)} assignments; other checks: {checks}"


# ------------------------------------------------------------------------- lines of domains, tables, cells, functions …


def _domain(d: m.PrintedDomain) -> str:
    kind = " (0 is none)" if d.optional else f" from {d.low}" if d.low else ""
    return f"{d.name}{kind}: {' '.join(d.labels)}".rstrip()


def _table(t: m.Table) -> str:
    kind = "numbers" if t.kind == m.NUMBER else f"sets of {t.kind}"
    values = (str(v) if t.kind == m.NUMBER else f"{v:#x}" for v in t.values)
    return f"{t.name}{{{', '.join(map(str, t.shape))}}} {kind}: {' '.join(values)}"


def _cell(c: m.Cell) -> str:
    sizes = zip(c.shape, c.dims + ("",) * len(c.shape), strict=False)
    dims = ", ".join(f"{dim} {size}".lstrip() for size, dim in sizes)
    path = f"{c.name}[{dims}]" if c.shape else c.name
    holds = f"of {c.domain}" if c.domain else ""
    values = c.initial if len(set(c.initial)) > 1 else c.initial[:1]
    initial = " ".join(f"{v:#x}" if c.kind == "set" else str(v) for v in values)
    if c.kind == "ring":
        kind = f"ring of up to {c.capacity} in 1..{c.high}"
    elif c.kind == "set":
        kind = f"set of 0..{c.high} = {initial}"
    else:
        kind = f"number {c.low}..{c.high} = {initial}"
    words = [f"{path}: {kind}", holds, c.role, "heap" if c.heap else ""]
    words += [f"seen by {c.seen}" if c.seen else "", f"counted by {c.counted}" if c.counted else ""]
    words += [c.open] if c.open else []
    return ", ".join(word for word in words if word)


def _position(p: m.Position) -> str:
    return f"{p.name}: {', '.join(p.cells)}; at most {p.capacity} !{p.fault}"


def _parameters(params: Sequence[m.Parameter]) -> str:
    return ", ".join(f"%{p.name}" if p.kind == m.NUMBER else f"%{p.name}/{p.kind}" for p in params)


def _head(callee: m.Function | m.Routine) -> str:
    kind = "" if not callee.kind else f"/{callee.kind}"
    nested = f" nested {callee.nested} !{callee.fault}" if callee.nested else ""
    remembered = " remembered" if isinstance(callee, m.Function) and callee.remembered else ""
    return f"{callee.name}({_parameters(callee.params)}){kind}{nested}{remembered}"


def _comment(clause: str) -> str:
    return f"  # {clause}" if clause else ""


def _function(f: m.Function) -> str:
    return f"{_head(f)} = {expression(f.body)}{_comment(f.clause)}"


def _routine(r: m.Routine) -> Iterator[str]:
    yield f"{_head(r)}{' gives' if r.kind is not None else ''}:{_comment(r.clause)}"
    yield from deeper(r.body)


def _fault_line(index: int, f: m.Fault) -> str:
    place = f" ({f.place[0]}:{f.place[1]})" if f.place else ""
    return f"!{index} {f.code} {f.clause}: {f.message}{place}"


def _figure(f: m.MeasuredFigure) -> str:
    dims = (f"{labels[0]}..{labels[-1]} from {low}" for low, labels in zip(f.lows, f.labels, strict=True))
    where = f" where {f.where}" if f.where else ""
    return f"{'share' if f.truth else 'mean'} {f.name}[{', '.join(dims)}]{where}: {f.function}".replace("[]", "")


def _example(e: m.Example) -> Iterator[str]:
    yield f"{e.name}:{_comment(e.clause)}"
    for line in e.lines:
        args = ", ".join(text if name is None else f"{name}: {text}" for name, text in line.args)
        what = f"{line.label}({args})" if args else line.label or line.name
        yield (
            f"{INDENT}{'opening ' if line.opening else ''}{line.verb} {what}"
            + (f" to {line.laid}" if line.laid else "")
            + (f" at {' '.join(line.at)}" if line.at else "")
        )


# ------------------------------------------------------------------------------------------------------- lines of nodes


NODE_WORDS = {m.StepNode: "step", m.Decision: "decision", m.Chance: "chance", m.End: "end"}


def node_lines(node: m.Node) -> Iterator[str]:
    """Yield the lines of one node: the first with its id, then its statements or options, then where the game
    continues."""
    yield f"{NODE_WORDS[type(node)]} {node.id}{_comment(node.clause)}"
    if isinstance(node, m.StepNode):
        yield from deeper(node.body)
        yield INDENT + _next(node.next)
    elif isinstance(node, m.Decision):
        yield from (INDENT + line for line in _decision(node))
    elif isinstance(node, m.Chance):
        yield from (INDENT + line for line in _chance(node))


def _next(way: m.Next) -> str:
    if isinstance(way, m.Jump):
        return f"go {way.target}"
    if isinstance(way, m.Fork):
        return f"go if {expression(way.condition)} then {way.then} else {way.otherwise}"
    return f"go by {expression(way.value, OR)} to {', '.join(way.targets)}"


def _audience(audience: m.Expr | None) -> str:
    return "" if audience is None else f", seen by {expression(audience)}"


def _decision(d: m.Decision) -> Iterator[str]:
    rest = f"!{d.fault}" if d.otherwise is None else f"otherwise {d.otherwise}"
    picks = "" if d.picks is None else f", {expression(d.picks)} to pick"
    yield f"by {expression(d.who)}{', a move' if d.move else ''}{picks}{_audience(d.audience)}, {rest}"
    for alternative in d.alternatives:
        order = f"({', '.join(alternative.label_order)})" if alternative.label_order else ""
        yield f"option {alternative.label}{order} from {alternative.base}{_comment(alternative.clause)}"
        yield from (INDENT + line for line in _tests(alternative.tests))
        for level in alternative.levels:
            where = element_text(level.cell, level.index)
            over = f"{level.low}..{level.high}" if level.within is None else expression(level.within)
            seen = f", seen by {level.seen}" if level.seen else ""
            yield f"{INDENT}for %{level.name} {level.domain or 'number'} {over} into {where}{seen}"
            yield from (INDENT * 2 + line for line in _tests(level.tests))
        yield f"{INDENT}go {alternative.target}"


def _tests(tests: Sequence[m.Test]) -> Iterator[str]:
    for test in tests:
        yield f"let %{test.name} = {expression(test.value)}" if test.name else f"where {expression(test.value)}"


def _chance(c: m.Chance) -> Iterator[str]:
    yield f"draw {c.label}({c.name}) {c.domain or 'number'} {c.low}..{c.high} into {element_text(c.cell, c.index)}"
    yield f"weight {expression(c.weight)} !{c.fault}"
    yield f"stream {c.stream}{_audience(c.audience)}"
    yield f"go {c.target}"
