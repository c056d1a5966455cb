"""Types in worked examples: positions, options by label with arguments, expectations.

`alternatives.py` has the labels. This file evaluates the value of each parameter and writes it in the way a game prints
it (`model/naming.py`), so that different spellings of a value give the same label. A line about an option that can
never be offered is reported, because its result would not depend on the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..diagnostics import Help, did_you_mean
from ..model.naming import value_text
from ..model.rulebook import Placed
from ..model.symbols import ActionSymbol, ProcedureSymbol
from ..model.types import DomainType, ErrorType, NumberType, OptionType, SetType, Type, Value
from ..syntax import nodes as s
from .alternatives import Alternatives, LabelSignature, LabelSignatures
from .checker import Checker
from .constant_evaluation import evaluate
from .domain_construction import type_contains
from .evaluation_context import NotConstant
from .expression_types import condition, infer
from .statement_types import type_statements
from .symbol_table import Scope
from .type_relations import fits, show


def example(c: Checker, placed: Placed, node: s.ExampleClause, signatures: LabelSignatures) -> None:
    for line in node.lines:
        match line:
            case s.Given():
                if line.procedure is not None and (line.procedure.text != "flow" or c.names.exists("flow")):
                    c.symbol_of_kind(line.procedure, ProcedureSymbol, "a procedure", "procedure")
                type_statements(c, line.body, Scope("given", "no", placed))
            case s.Expect():
                condition(c, line.condition, Scope("fact", owner=placed), "what is expected")
            case s.Played():
                _check_play(c, placed, line, signatures)


def _check_play(c: Checker, placed: Placed, line: s.Played, signatures: LabelSignatures) -> None:
    name = line.label.text
    symbol = c.names.lookup(name)
    if isinstance(symbol, ActionSymbol):
        c.refs[line.label] = symbol
    found = signatures.get(name)
    if not found and name in c.names.struck:
        c.names.report_missing(name, line.label.span, f"no move is called `{name}`", signatures)
        return
    if not found:
        c.report.add(
            "E211",
            line.label.span,
            f"no move is called `{name}`",
            expected=sorted(signatures) if len(signatures) <= 12 else (),
            help=[f"this action is never offered: nothing says `do one of {symbol.clause.choice.text}`"]
            if isinstance(symbol, ActionSymbol)
            else _suggest_labels(c, line) or did_you_mean(name, signatures, line.label.span),
        )
        return
    wanted = [_argument_types(c, line, place, found) for place in range(len(line.args))]
    for arg in line.args:
        if isinstance(arg.value, s.Ref) and _is_a_move(c, arg.value.name.text, signatures):
            move = arg.value.name.text
            advice = [f"`{move}` is a move of its own: `{line.verb} {move}()`"]
            c.report.add("E201", arg.value.span, f"there is no value called `{move}`", help=advice)
            return
    values = [_argument(c, arg.value, kinds) for arg, kinds in zip(line.args, wanted, strict=True)]
    if not all(wanted):
        return
    whole = [
        signature
        for signature in found
        if None not in (slots := _slots(signature, line)) and len({*slots}) == len(slots)
    ]
    if not whole:
        _no_such(c, line, found)
    elif not any(isinstance(v, ErrorType) for v in values):
        _ranges(c, placed, line, whole, values)


def _is_a_move(c: Checker, name: str, signatures: LabelSignatures) -> bool:
    """Return whether a name is that of an option without parameters, and of nothing else."""
    alone = any(not one.params for one in signatures.get(name, ()))
    return alone and name not in c.names.constants and not c.names.exists(name)


def _suggest_labels(c: Checker, line: s.Played) -> list[Help]:
    """Return advice: the labels of options that pick something with this name, or that are picked in a clause with this
    name."""
    name, found = line.label.text, set[str]()
    for _, offered in Alternatives(c).decisions():
        for one in offered:
            owners = {owner for pick in one.parameters for owner in _owners(c, pick)}
            if name in owners | {pick.binder.name.text for pick in one.parameters}:
                found.add(one.label)
    where = line.label.span
    return [Help(f"what is picked in `{name}` is played as `{label}`", where, label) for label in sorted(found)][:3]


def _owners(c: Checker, pick: s.Node) -> list[str]:
    """Return the name of the clause that contains a pick, in a list that is empty if there is none."""
    at = pick.span
    spans = ((placed.clause.name.text, placed.clause.span) for placed in c.book.clauses)
    return [name for name, span in spans if span.source is at.source and span.start <= at.start < span.end]


def _slots(signature: LabelSignature, line: s.Played) -> list[int | None]:
    """Return, for each argument of a line, the position of its parameter in the signature; None if it has no such
    parameter."""
    names: list[str] = [name for name, _ in signature.params]
    found: list[int | None] = []
    for n, arg in enumerate(line.args):
        if arg.name is None:
            found.append(n if n < len(names) else None)
        else:
            found.append(names.index(arg.name.text) if arg.name.text in names else None)
    return found


def _no_such(c: Checker, line: s.Played, found: list[LabelSignature]) -> None:
    """Report arguments that do not fit any signature together, though each of them fits one."""
    for n, arg in enumerate(line.args):
        for signature in found:
            slots = _slots(signature, line)
            if None not in slots and slots[n] in slots[:n]:
                c.report.add("E207", arg.span, f"`{signature.params[slots[n] or 0][0]}` is given twice")
                return
    message = f"no decision or chance called `{line.label.text}` has all of these parameters"
    c.report.add("E440", line.span, message, expected=[_form(line.label.text, signature) for signature in found])


def _argument_types(c: Checker, line: s.Played, place: int, found: list[LabelSignature]) -> list[Type]:
    """Return the types that an argument may have. Return an empty list if an error was reported."""
    arg, label = line.args[place], line.label.text
    wanted = [signature.params[at][1] for signature in found if (at := _slots(signature, line)[place]) is not None]
    if wanted:
        return wanted
    if arg.name is not None:
        names = {n for signature in found for n, _ in signature.params}
        message = f"`{label}` has no parameter `{arg.name.text}`"
        advice = did_you_mean(arg.name.text, names, arg.name.span)
        c.report.add("E207", arg.name.span, message, expected=sorted(names), help=advice)
    else:
        most = max(len(signature.params) for signature in found)
        c.report.add("E206", arg.span, f"`{label}` carries {most} parameters", expected=[n for n, _ in found[0].params])
    return []


def _argument(c: Checker, node: s.Expr, wanted: Iterable[Type]) -> Value | ErrorType:
    """Return the value of an argument, as one of the first type that it fits; ErrorType if an error was reported."""
    kinds, scope, error = list(wanted), Scope("constant"), ErrorType()
    hint = next((t for t in kinds if isinstance(node, s.Ref) and _is_constant(c, node.name.text, t)), None)
    said = len(c.report.diagnostics)
    t = infer(c, node, scope, hint or (kinds[0] if kinds else None))
    if isinstance(t, ErrorType) or not kinds or len(c.report.diagnostics) > said:
        return error
    if hint is None and not any(fits(t, k) for k in kinds):
        c.report.add(
            "E301", node.span, f"this must be {show(kinds[0])}, but it is {show(t)}", expected=[show(k) for k in kinds]
        )
        return error
    try:
        value = evaluate(c, node, {})
    except NotConstant as problem:
        inside = (
            node.span.source is problem.node.span.source and node.span.start <= problem.node.span.start < node.span.end
        )
        c.report.add(
            "E620",
            problem.node.span if inside else node.span,
            f"what a label carries is known before the game, but this {problem.why}",
            labels=[] if inside else [(problem.node.span, "here")],
        )
        return error
    c.examples.printed[node] = value_text(t, value)
    return value


def _ranges(
    c: Checker, placed: Placed, line: s.Played, whole: list[LabelSignature], values: Sequence[Value | ErrorType]
) -> None:
    """Report a value that is outside the range of its parameter, if this is so for all signatures."""
    outside: tuple[int, str, Type] | None = None
    for signature in whole:
        wrong = None
        for n, (at, value) in enumerate(zip(_slots(signature, line), values, strict=True)):
            assert at is not None and not isinstance(value, ErrorType)
            name, t = signature.params[at]
            if not type_contains(t, value) or not fits(c.types[line.args[n].value], t):
                wrong = wrong or (n, name, t)
        if wrong is None:
            return
        outside = outside or wrong
    assert outside is not None
    n, name, t = outside
    arg = line.args[n]
    what = f"`{name}` of `{line.label.text}` can never be {c.examples.printed[arg.value]}: it is in {_range_text(t)}"
    if line.verb == "refuse":
        # in a variant, the line may still hold trivially, which is no mistake of its author
        if placed.layer == c.book.layers[-1]:
            c.report.add("W440", arg.span, f"{what}, so this is refused in every position")
    else:
        c.report.add("E441", arg.span, what, expected=[_range_text(t)])


def _range_text(t: Type) -> str:
    item = t.item if isinstance(t, OptionType) else t
    return f"{item.low}..{item.high}" if isinstance(item, NumberType) and t is item else show(t)


def _form(label: str, signature: LabelSignature) -> str:
    return f"{label}({', '.join(f'{name}: …' for name, _ in signature.params)})" if signature.params else label


def _is_constant(c: Checker, name: str, t: Type) -> bool:
    item = t.item if isinstance(t, OptionType | SetType) else t
    return isinstance(item, DomainType) and any(d is item.domain for d, _ in c.names.constants.get(name, ()))
