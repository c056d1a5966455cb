"""Statements as text: a list of lines, those of a body two spaces deeper."""

from __future__ import annotations

from collections.abc import Sequence

from .. import nodes as s
from ..traversal import written_lines
from .expression_text import args, binder, expr, summed, summed_beside, tags, text, type_expr, where


def body(heading: str, statements: Sequence[s.Stmt]) -> list[str]:
    """A heading with its block."""
    inner = [line for together in written_lines(tuple(statements)) for line in _line(together)]
    return [heading + ":", *("  " + line for line in inner)]


def _line(together: Sequence[s.Stmt]) -> list[str]:
    """What was written on one line, or on one and the deeper ones below it."""
    *before, last = together
    if not before:
        return statement(last)
    assert isinstance(last, s.Choose)
    picks = [f"{binder(one.binder)}{where(one.where)}" for one in before if isinstance(one, s.Choose)]
    return [f"choose {', '.join([*picks, _choose(last).removeprefix('choose ')])}"]


def who(audience: s.Audience | s.Expr) -> str:
    return audience if isinstance(audience, str) else summed_beside(audience, "(all|nobody)$")


def audience_text(seen: s.SeenBy) -> str:
    """`hidden`, `seen by …`, `counted by …`."""
    if seen.what == "seen" and seen.who == "nobody":
        return "hidden"
    return f"{seen.what} by {who(seen.who)}"


def way(turn: s.Way) -> str:
    return "" if turn == "clockwise" else " anticlockwise"


def amount(many: s.Amount) -> str:
    if many.low is None and many.high is None:
        return "any number"
    if many.low is None:
        assert many.high is not None
        return f"up to {summed(many.high)}"
    if many.high is None:
        return f"at least {summed(many.low)}"
    if many.high is many.low:
        return summed(many.low)
    return f"{summed_beside(many.low, 'up$')} to {summed(many.high)}"


def take(taken: s.Take) -> str:
    place = expr(taken.place)
    match taken.which:
        case "value":
            assert taken.value is not None
            return f"{summed_beside(taken.value, 'random$')} from {place}"
        case "item":
            assert taken.value is not None
            return f"item({place}, {expr(taken.value)})"
        case "random":
            return f"random from {place}"
        case "single":
            return place
    return f"{taken.which} of {place}"


def destination(to: s.Destination) -> str:
    return ("bottom of " if to.end == "bottom" else "") + expr(to.place)


def branch(one: s.Branch, word: str = "either") -> list[str]:
    return body(f"{word} {one.name.text}{tags(one.tags)}", one.body)


def statement(one: s.Stmt) -> list[str]:
    """Any statement."""
    if isinstance(one, s.If):
        return _if(one)
    if isinstance(one, s.Either):
        words = ["may" if one.optional else "either", *["or"] * (len(one.branches) - 1)]
        out = [line for b, word in zip(one.branches, words, strict=True) for line in branch(b, word)]
        return out + _otherwise(one)
    if isinstance(one, s.Do):
        first = ("may " if one.optional else "") + f"do one of {one.choice.text}"
        return [first, *_otherwise(one)]
    heading = _heading(one)
    if heading:
        return body(heading + reveals(one), _inmost(one).body)  # type: ignore[union-attr]
    return [_choose(one) if isinstance(one, s.Choose) else _simple(one) + reveals(one)]


def reveals(one: s.Stmt | s.When | s.Whenever | s.AtStep) -> str:
    """`, reveals`, where a statement or trigger says so."""
    return ", reveals" if getattr(one, "reveals", False) else ""


def _otherwise(one: s.Do | s.Either) -> list[str]:
    return body(f"otherwise{reveals(one)}", one.otherwise) if one.otherwise is not None else []


def _if(one: s.If) -> list[str]:
    out: list[str] = []
    word, current = "if", one
    while True:
        out += body(f"{word} {expr(current.condition)}{reveals(current)}", current.then)
        rest = current.otherwise
        if len(rest) != 1 or not isinstance(rest[0], s.If):
            return out + (body("else", rest) if rest else [])
        word, current = "else if", rest[0]


def _heading(one: s.Stmt) -> str:
    """The heading of a statement that has one body; empty for the others."""
    match one:
        case s.By():
            return f"by {expr(one.player)}"
        case s.AtOnce():
            return f"at once each {binder(one.binder)}{where(one.where)}"
        case s.Window():
            mode = "" if one.mode == "until all pass" else f", {one.mode}"
            return f"window from {summed(one.start)}{way(one.way)} each {one.name.text}{where(one.where)}{mode}"
        case s.ForEach():
            return f"for each {_gone_through(one)}{', in chosen order' if one.chosen else ''}"
        case s.Repeat():
            limit = f" at most {summed(one.limit)} times" if one.limit else ""
            test = f" {'until' if one.until else 'while'} {expr(one.condition)}" if one.condition else ""
            return f"repeat{limit}{test}"
        case s.Rounds():
            return "rounds" + (f" at most {summed(one.limit)}" if one.limit else "")
        case s.Turns():
            once = ", once each" if one.once else ""
            return f"turns from {summed(one.start)}{way(one.way)}{where(one.where)}{once}"
        case s.Step():
            return f"step {one.name.text}{tags(one.tags)}"
    return ""


def _gone_through(one: s.ForEach) -> str:
    """The names of a loop with their domains, and of the loops written on the same line."""
    start = f" from {summed(one.start)}{way(one.way)}" if one.start else ""
    name = f"{binder(one.binder)}{start}{where(one.where)}"
    (inner,) = one.body if one.joined else (None,)
    return f"{name}, {_gone_through(inner)}" if isinstance(inner, s.ForEach) else name


def _inmost(one: s.Stmt) -> s.Stmt:
    """The statement whose body stands under this one's heading."""
    while isinstance(one, s.ForEach) and one.joined:
        (one,) = one.body
    return one


def _simple(one: s.Stmt) -> str:
    match one:
        case s.Draw():
            weight = f" weighted {expr(one.weight)}" if one.weight else ""
            seen = f", {audience_text(one.audience)}" if one.audience else ""
            return f"draw {binder(one.binder)}{where(one.where)}{weight}{seen}"
        case s.Shuffle():
            return f"shuffle {expr(one.place)}"
        case s.Move():
            return f"move {take(one.take)} to {destination(one.to)}"
        case s.Put():
            return f"put {_how_many(one)}{summed_beside(one.value, 'every ?[-(]')} in {destination(one.to)}"
        case s.Remove():
            return f"remove {take(one.take)}"
        case s.Let():
            return f"let {one.name.text} {'in' if one.member else '='} {expr(one.value)}"
        case s.Require():
            return f"require {expr(one.condition)}"
        case s.Assign():
            return f"{expr(one.target)} {one.op} {expr(one.value)}"
        case s.Leave():
            return "another turn" if one.what == "again" else f"leave {one.what}"
        case s.Perform():
            return expr(one.call)
        case s.Announce():
            return f"announce {one.call.name.text}" + (args(one.call.args) if one.call.args else "")
        case s.Show():
            return f"show {expr(one.value)} to {who(one.to)}"
        case s.Record():
            return f"{'forget' if one.forget else 'record'} {one.name.text}"
        case s.Over():
            return _over(one)
        case s.Return():
            return f"return {expr(one.value)}" if one.value else "return"
        case s.KeepHere():
            initial = f" = {expr(one.initial)}" if one.initial else ""
            return f"keep {one.name.text}: {type_expr(one.type)}{initial}"
        case s.DoNothing():
            return "nothing"
    raise TypeError(f"not a statement: {type(one).__name__}")


def _how_many(one: s.Put) -> str:
    if one.amount is None or isinstance(one.amount, str):
        return f"{one.amount} " if one.amount else ""
    return f"{summed_beside(one.amount, '(top|bottom)$')} of "


def _choose(one: s.Choose) -> str:
    many = f"{amount(one.amount)} of " if one.amount else ""
    total = ""
    if one.total and one.total_least:
        total = f" totalling {expr(one.total)} at least {summed(one.total_least)}"
    total += f" so that {expr(one.so_that)}" if one.so_that else ""
    seen = f", {audience_text(one.audience)}" if one.audience else ""
    other = f" otherwise {expr(one.otherwise)}" if one.otherwise else ""
    phrase = f" {text(one.phrase)}" if one.phrase else ""
    return f"choose {many}{binder(one.binder)}{where(one.where)}{total}{seen}{other}{reveals(one)}{phrase}"


def _over(one: s.Over) -> str:
    value = expr(one.value) if one.value else ""
    if one.binder:
        then = "".join(f", then {expr(part)}" for part in one.then)
        return f"game over, {'ranked by' if one.how == 'ranked' else one.how} {binder(one.binder)}: {value}{then}"
    return "game over, " + (f"{one.how} by {value}" if one.value else one.how)
