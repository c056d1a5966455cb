"""Repairs of what beginners write instead of a sign or a word of the language: `apples - n`, `=+`, `is`, `size deck`,
`d = draw 1..6`, `if` for `where`, `put all Card`, a default after the answers of an option.

`repairs.py` tries them before repairs that insert signs and words, like those of `everyday_forms.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..diagnostics import Diagnostic, Help, Span
from .broken_line import BrokenLine, Repair, line_end, replacement_help, try_parse
from .lexer import INDEX, NAME, NEWLINE, STRING, Token
from .lr_driver import next_terminals

TYPES: Final = (
    "a type is `Player`, a range of numbers such as `0..10`, `truth`, or the name of an enumeration, table or piece"
)
FROM: Final = "such as `in 1..6` or `in Player`"
_EQUAL: Final = frozenset(["is", "equals", "ist", "gleich"])
_CONDITIONS: Final = frozenset(["if", "when"])
_PARTS: Final = {
    "keep": ((":", NAME), "its type is missing: `:` and a type", TYPES),
    "choose": (("in", NAME), "what to choose from is missing: `in` and a range or a set", FROM),
    "draw": (("in", NAME), "what to draw from is missing: `in` and a range or a set", FROM),
}
"""From the first word of a line to two words that may be missing together, the message, and the advice."""


def change_in_place(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair of an operator for a change in place: `apples - n` and `apples =- n` become `apples -= n`."""
    token, before = line.token, line.tokens[line.at - 1]
    if token.kind in ("+", "-") and f"{token.kind}=" in next_terminals(line.stack):
        message = f"`{token.kind}` computes; `{token.kind}=` changes the value before it"
        yield from _replaced(line, token, token, f"{token.kind}=", message, line.at)
    elif token.kind == "+" and before.kind == "=" and "+=" in next_terminals(line.before(line.at - 1)):
        yield from _replaced(line, before, token, "+=", "`+=` is written with the plus first", line.at - 1)


def is_for_equals(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that replaces `is` by `==`, and `is not` by `!=`."""
    token, after = line.token, line.tokens[line.at + 1]
    if token.kind != NAME or token.text.lower() not in _EQUAL or "==" not in next_terminals(line.stack):
        return
    denied = after.text in ("not", "nicht", "niet")
    sign = "!=" if denied else "=="
    yield from _replaced(line, token, after if denied else token, sign, f"`{sign}` compares values", line.at)


def is_empty(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that writes `empty(deck)` for `deck is empty`, and `not empty(deck)` for `deck not empty`."""
    at, words = line.at, [token.text for token in line.tokens[line.at : line.at + 3]]
    if words[0] == "empty" and line.tokens[at - 1].text == "not":
        place, last, denied = at - 2, at, True
    elif words[0] in _EQUAL and (words[1:2] == ["empty"] or words[1:] == ["not", "empty"]):
        place, last, denied = at - 1, at + words.index("empty"), words[1] == "not"
    else:
        return
    first = place
    if line.tokens[place].kind == "]":
        first = next((n for n in range(place, line.first, -1) if line.tokens[n].kind == INDEX), place) - 1
    inserted = [*(["not"] if denied else []), NAME, "(", NAME, ")"]
    done = try_parse(line.before(first), inserted, line.tokens, last + 1) if first >= line.first else None
    if done:
        right = f"{'not ' if denied else ''}empty({line.span(line.tokens[first], line.tokens[place]).text})"
        span = line.span(line.tokens[first], line.tokens[last])
        message = "whether a set or a place is empty is asked with brackets"
        yield Repair(Diagnostic("E105", message, span, (), (), (Help(f"write `{right}`", span, right),)), *done)


_FUNCTIONS: Final = frozenset(
    ["abs", "adjacent", "around", "empty", "index", "next", "opponent", "previous", "size", "taken"]
)
"""Functions of one argument, after which beginners leave out the brackets."""


def brackets_of_function(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that puts brackets around the argument of a function: `size deck` becomes `size(deck)`."""
    at, end = line.at - 1, line.at
    function = line.tokens[at]
    if at < line.first or function.text not in _FUNCTIONS or line.token.kind != NAME:
        return
    if line.tokens[end + 1].kind == INDEX:
        end = next((n for n in range(end, line_end(line.tokens, end)) if line.tokens[n].kind == "]"), end)
    done = try_parse(line.before(at), [NAME, "(", NAME, ")"], line.tokens, end + 1)
    if done:
        right = f"{function.text}({line.span(line.token, line.tokens[end]).text})"
        span = line.span(function, line.tokens[end])
        message = f"`{function.text}` is a function: what it is asked of stands in brackets"
        yield Repair(Diagnostic("E105", message, span, (), (), (Help(f"write `{right}`", span, right),)), *done)


def draw_in_expression(line: BrokenLine) -> Iterator[Repair]:
    """Yield a repair of `d = draw 1..6`: a draw is a statement of its own."""
    name, verb = line.tokens[line.first], line.tokens[line.at - 1]
    if verb.text == "draw" and line.at == line.first + 3 and line.tokens[line.first + 1].kind == "=":
        done = try_parse(line.before(line.first), ["draw", NAME, "in"], line.tokens, line.at)
        if done:
            span = line.span(name, verb)
            advice = Help("draw first, as in `draw x in 1..6`; then the next lines may use `x`")
            yield Repair(Diagnostic("E105", "a draw is a statement, not a value", span, (), (), (advice,)), *done)


def type_before_name(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair of `choose Colour c`, which becomes `choose c in Colour`."""
    type_, at = line.tokens[line.at - 1], line.at - 1
    if line.tokens[line.first].text not in ("choose", "draw") or at != line.first + 1:
        return
    done = try_parse(line.before(at), [NAME, "in", NAME], line.tokens, line.at + 1)
    if done and type_.kind == line.token.kind == NAME and type_.text[0].isupper():
        right, span = f"{line.token.text} in {type_.text}", line.span(type_, line.token)
        message = "the name comes first, and then from what it is picked"
        yield Repair(Diagnostic("E105", message, span, (), (), (Help(f"write `{right}`", span, right),)), *done)


def where_for_if(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that replaces `if` by `where` after the domain of a choice, a draw or a loop."""
    if line.token.text in _CONDITIONS and "where" in next_terminals(line.stack):
        message = f"a condition on what is picked begins with `where`, not `{line.token.text}`"
        yield from _replaced(line, line.token, line.token, "where", message, line.at)


def phrase_at_the_end(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair of a choice whose phrase (the question for the player, in quotes) comes before the end of its
    line."""
    text = line.tokens[line.at - 1]
    if line.tokens[line.first].text != "choose" or text.kind != STRING or line.token.kind == NEWLINE:
        return
    done = try_parse(line.before(line.at - 1), [], line.tokens, line.at)
    if done:
        advice = Help("move it to the end of the line")
        message = "the phrase of a choice is written at the end of its line"
        yield Repair(Diagnostic("E104", message, line.span(text), help=(advice,)), *done)


def missing_part(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that inserts the type of a kept value, or the domain of a choice or draw, if it is missing."""
    inserted, message, advice = _PARTS.get(line.tokens[line.first].text, ((), "", ""))
    done = try_parse(line.stack, inserted, line.tokens, line.at) if inserted and line.at > line.first else None
    if done:
        gap = line.tokens[line.at - 1].end
        ends = line.token.kind == NEWLINE
        span = Span(line.source, gap, gap) if ends else line.span(line.token)
        yield Repair(line.diagnostic("E103", message, span, Help(advice)), *done)


def _replaced(line: BrokenLine, first: Token, last: Token, right: str, message: str, at: int) -> Iterator[Repair]:
    """Yield the repair that writes `right` for the tokens `first` (number `at`) and `last`, if the line then parses."""
    done = try_parse(line.before(at), [right], line.tokens, at + (1 if first is last else 2))
    if done:
        whole = Token(first.kind, "", first.start, last.end)
        fix = replacement_help(line.source, f"write `{right}`", whole, right)
        yield Repair(Diagnostic("E105", message, line.span(first, last), (), (f"`{right}`",), (fix,)), *done)


_EACH: Final = frozenset(["all", "each", "every", "alle", "jeden", "jedes", "elke"])


def every_piece(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs of words for all: `for all x` becomes `for each x`; `put all Card in P` and `move all Card to P`
    become `put every …`, and `remove every Card from P` becomes `remove all of P`."""
    word, at = line.tokens[line.at - 1], line.at - 1
    if line.token.text in _EACH and line.tokens[at].text == "for" and "each" in next_terminals(line.stack):
        yield from _replaced(line, line.token, line.token, "each", "a loop begins with `for each`", line.at)
    if line.at - 1 <= line.first or word.text.lower() not in _EACH or line.token.kind != NAME:
        return
    verb = line.tokens[line.first].text
    if verb == "put" and (done := try_parse(line.before(at), ["every"], line.tokens, line.at)):
        message = f"all pieces are put by `every`, not `{word.text}`"
        fix = replacement_help(line.source, "write `every`", word, "every")
        yield Repair(line.diagnostic("E105", message, line.span(word), fix), *done)
    elif verb == "move" and line.tokens[line.at + 1].text == "to":
        if done := try_parse(line.before(line.first), ["put", "every", NAME, "in"], line.tokens, line.at + 2):
            span = line.span(line.tokens[line.first], line.tokens[line.at + 1])
            message = "it is not said from where they are moved"
            right = f"put every {line.token.text} in"
            advice = (
                Help(f"from the box, write `{right} …`", span, right),
                Help("from a place: `move all of PLACE to …`"),
            )
            yield Repair(line.diagnostic("E105", message, span, *advice), *done)
    elif verb in ("move", "remove") and line.tokens[line.at + 1].text == "from":
        if done := try_parse(line.before(at), ["all", "of"], line.tokens, line.at + 2):
            span = line.span(word, line.tokens[line.at + 1])
            message = "all pieces that lie in a place are taken by `all of PLACE`"
            yield Repair(line.diagnostic("E105", message, span, Help("write `all of`", span, "all of")), *done)


def default_answer(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that remove a default written after the answers of an option, as in `option speed: slow, fast =
    fast`. The first answer always is the default."""
    first, sign = line.tokens[line.first], line.tokens[line.at]
    if first.text not in ("option", "ruling") or sign.text not in ("=", "default"):
        return
    end = next(n for n in range(line.at, len(line.tokens)) if line.tokens[n].kind == NEWLINE)
    colon = next((n for n in range(line.first, line.at) if line.tokens[n].kind == ":"), None)
    done = try_parse(line.stack, [], line.tokens, end)
    if colon is None or done is None:
        return
    advice = Help("write the default first, as in `option NAME: default, answer`")
    default = [token.text for token in line.tokens[line.at + 1 : end] if token.text != "="]
    answers = [token.text for token in line.tokens[colon + 1 : line.at]]
    if len(default) == 1 and default[0] in answers and set(answers[1::2]) == {","}:
        right = ", ".join(dict.fromkeys([*default, *answers[::2]]))
        advice = Help(f"write `{right}`", line.span(line.tokens[colon + 1], line.tokens[end - 1]), right)
    message = "an option lists its answers, and the first one is the default"
    yield Repair(line.diagnostic("E105", message, line.span(sign, line.tokens[end - 1]), advice), *done)
