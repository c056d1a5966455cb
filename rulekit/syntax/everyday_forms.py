"""Repairs of everyday notation that the language does not have: articles, hyphens, `Player 1`, `++`, and more.

They also cover ranges with a dash or without braces, several names with one domain, and a line of the base without
backquotes. `repairs.py` tries them before repairs that insert or remove single signs, because they find out better what
was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..diagnostics import Diagnostic, Help, Span
from .broken_line import BrokenLine, Repair, replacement_help, try_parse
from .lexer import INT, NAME, NEWLINE, QUOTED, Token
from .lr_driver import next_terminals, terminal_words
from .parse_table import advance, keywords, shifts
from .quoted_lines import read_line
from .syntax_help import PLACES_AS_PARAMETERS
from .word_reading import LOOK, terminal_at

_ARTICLES: Final = frozenset(
    ["the", "a", "an", "het", "de", "een", "der", "die", "das", "den", "dem", "ein", "eine", "einen"]
)
_THEN: Final = frozenset(["then", "do", "dan", "dann"])
_PLAYER: Final = frozenset(["player", "seat", "speler", "spieler"])


def needless_words(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that remove an article before a name (`shuffle the deck`), or `then` before a colon."""
    for index in range(line.at, max(line.first, line.at - 2), -1):
        token = line.tokens[index]
        if token.text.lower() in _ARTICLES and line.tokens[index + 1].kind == NAME:
            yield from _remove_token(line, index, f"names have no article here: `{token.text}` does not belong")
    if line.token.text in _THEN and line.tokens[line.at + 1].kind == ":":
        yield from _remove_token(line, line.at, f"`{line.token.text}` does not belong before the colon")


def second_line(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that split a line at a comma if its first word may be followed by only one thing: `shows one, two`
    becomes two lines that begin with `shows`."""
    first = line.tokens[line.first]
    for index in range(line.at, max(line.first + 1, line.at - 3), -1):
        comma, after = line.tokens[index], line.tokens[index + 1]
        if comma.kind != "," or after.kind != NAME or first.text not in next_terminals(line.before(line.first)):
            continue
        if done := try_parse(line.before(index), [NEWLINE, first.text], line.tokens, index + 1):
            margin = line.source.text[line.source.text.rfind("\n", 0, first.start) + 1 : first.start]
            again = Span(line.source, comma.start, after.start)
            fix = Help(f"begin another line: `{first.text} {after.text}`", again, f"\n{margin}{first.text} ")
            message = f"`{first.text}` is followed by one thing in a line"
            yield Repair(line.diagnostic("E104", message, line.span(comma), fix), *done)


def needless_comma(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that remove a comma before a part that is written without one: `position NAME: a, b, at most 4`."""
    for index in range(line.at, max(line.first, line.at - 3), -1):
        before = line.tokens[index - 1]
        if line.tokens[index].kind == "," and line.tokens[index + 1].kind == NAME and before.kind != ",":
            yield from _remove_token(line, index, f"no comma stands before `{line.tokens[index + 1].text}` here")


def needless_colon(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that remove a colon between a property and its value: `shape: disc`."""
    if line.at - 2 > line.first and line.tokens[line.at - 2].kind == ":":
        yield from _remove_token(line, line.at - 2, "a property has its value right after it, without a colon")


def _remove_token(line: BrokenLine, index: int, message: str) -> Iterator[Repair]:
    """Yield the repair that removes the token with this index, if the line then parses."""
    done = try_parse(line.before(index), [], line.tokens, index + 1)
    if done:
        token = line.tokens[index]
        start, end = token.start, token.end
        if token.kind == NAME and line.source.text[start - 1 : start] == " ":
            start -= 1
        fix = Help("take it away", Span(line.source, start, end), "")
        yield Repair(line.diagnostic("E104", message, line.span(token), fix), *done)


def hyphens(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that replace hyphens in a new name by underscores: `rulebook my-game`."""
    if line.token.kind != "-" or line.at <= line.first or NAME not in next_terminals(line.before(line.at - 1)):
        return
    last = line.at
    while line.tokens[last].kind == "-" and line.tokens[last + 1].kind in (NAME, INT):
        last += 2
    first, end = line.tokens[line.at - 1], line.tokens[last - 1]
    span = line.span(first, end)
    done = try_parse(line.before(line.at - 1), [NAME], line.tokens, last)
    if first.kind == NAME and last > line.at and " " not in span.text and done:
        right = span.text.replace("-", "_")
        fix = Help(f"write `{right}`", span, right)
        yield Repair(line.diagnostic("E105", "a name has no hyphen in it", span, fix), *done)


def spaces_in_a_name(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that joins the words of a new name by underscores: `fact total open = …`."""
    first, last = line.at - 1, line.at
    while line.tokens[last].kind == NAME and line.tokens[last].text.islower():
        last += 1
    if last == line.at or first <= line.first or line.tokens[first - 1].text not in keywords():
        return
    done = try_parse(line.before(first), [NAME], line.tokens, last)
    if line.tokens[first].kind == NAME and done:
        span = line.span(line.tokens[first], line.tokens[last - 1])
        right = "_".join(token.text for token in line.tokens[first:last])
        yield Repair(
            line.diagnostic("E105", "a name has no spaces in it", span, Help(f"write `{right}`", span, right)), *done
        )


def player_numbers(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that replace `Player 1` by `p1`."""
    if line.token.kind != INT or line.at <= line.first or line.tokens[line.at - 1].text.lower() not in _PLAYER:
        return
    done = try_parse(line.before(line.at - 1), [NAME], line.tokens, line.at + 1)
    if done:
        word, seat = line.tokens[line.at - 1], f"p{line.token.text}"
        fix = Help(f"write `{seat}`", line.span(word, line.token), seat)
        message = "players are called by their seats: `p1`, `p2`, …, or as the header names them"
        yield Repair(line.diagnostic("E105", message, line.span(word, line.token), fix), *done)


def amounts(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that insert `of` after a number of pieces: `put 20 Coin in bank`."""
    number = line.tokens[line.at - 1]
    if line.at > line.first and number.kind == INT and line.token.kind == NAME and "of" in next_terminals(line.stack):
        done = try_parse(line.stack, ["of"], line.tokens, line.at)
        if done:
            gap = Span(line.source, number.end, number.end)
            message = f"`of` is missing between `{number.text}` and `{line.token.text}`"
            fix = Help("write `of` here", gap, " of")
            yield Repair(line.diagnostic("E103", message, line.span(line.token), fix), *done)


def steps_by_one(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that replace `n++` at the end of a line by `n += 1`, and `n *= 2` by `n = n * 2`."""
    signs = line.tokens[line.at : line.at + 3]
    if len(signs) == 3 and signs[0].text in "*/" and signs[1].text == "=":
        value = line.source.text[line.tokens[line.first].start : signs[0].start].strip()
        right = f"= {value} {signs[0].text.replace('/', 'div')}"
        if done := try_parse(line.stack, ["="], line.tokens, line.at + 2):
            fix = Help(f"write `{value} {right} …`", line.span(signs[0], signs[1]), right)
            message = "only `+=` and `-=` change a value by what follows"
            yield Repair(line.diagnostic("E105", message, line.span(signs[0], signs[1]), fix), *done)
    if len(signs) == 3 and signs[0].kind == signs[1].kind and signs[0].kind in "+-" and signs[2].kind == NEWLINE:
        right = f"{signs[0].kind}="
        done = try_parse(line.stack, [right, INT], line.tokens, line.at + 2)
        if done:
            fix = Help(f"write `{right} 1`", line.span(signs[0], signs[1]), f" {right} 1")
            message = f"one more or less is written `{right} 1`"
            yield Repair(line.diagnostic("E105", message, line.span(signs[0], signs[1]), fix), *done)


_FORMS: Final = frozenset(["heap", "row", "stack", "one"])
_INSTEAD: Final = {
    "let": "write `show {name} to all` in the line after it",
    "show": "it shows its value already, to those after `to`: `to all`",
    "require": "write `show … to all` before the decision, for what it reads",
    **dict.fromkeys(
        ("return", "record", "forget", "leave", "another", "shuffle"),
        "write `show … to all` in a line of its own before it",
    ),
}
"""By first word of a line, what to write for `, reveals`."""


def _is_place_type(line: BrokenLine, sign: str) -> bool:
    """Return whether parsing stopped at the type of a place: in `h heap of Card`, `h one Card` or `h: heap of Card`."""
    before, after = line.tokens[line.at - 1], line.tokens[line.at + 1]
    if before.text == "one":
        return line.token.kind == NAME
    return after.kind == NAME and (after if sign == ":" else before).text in _FORMS and sign in (":", "of")


def advice_for(line: BrokenLine) -> tuple[str, list[str]] | None:
    """Return a message and advice for a line in a familiar form that the language lacks; None for other lines."""
    said = [token.text for token in line.tokens[line.first : line.at + 1]]
    match said:
        case [word, *_, ","] if line.tokens[line.at + 1].text == "reveals" and word in _INSTEAD:
            named = line.tokens[line.first + 1].text
            return f"`{word}` has no `, reveals`", [_INSTEAD[word].format(name=named)]
        case ["procedure" | "fact" | "event", _, "(", *_, sign] if _is_place_type(line, sign):
            return "a parameter is a value, and this is a place", [*PLACES_AS_PARAMETERS]
        case ["move", number, "of", *_] if number.isdecimal() and line.token.text == "to":
            again = f"several from the top go one by one: `repeat at most {number} times:`, and in it `move top of …`"
            chosen = f"or picked ones: `choose {number} of x in PLACE`, then `for each y in x:` and `move y from …`"
            return "it is not said from where they are moved", [
                f"write `move {number} of PIECE from PLACE to PLACE`",
                again,
                chosen,
            ]
        case ["put", number, what] if number.isdecimal() and "of" in next_terminals(line.stack):
            if try_parse(line.stack, ["of"], line.tokens, line.at) is None:
                return "it is not said where they are put", [f"write `put {number} of {what} in PLACE`"]
        case ["choose", number, _] if number.isdecimal():
            return f"it is not said what the {number} are picked from", [f"write `choose {number} of x in DOMAIN`"]
        case ["draw", what, *_] if "in" in next_terminals(line.stack) or what.isdecimal():
            taken = "a piece is taken from a place by `move top of PLACE to PLACE`"
            return "`draw` gives a name to something by chance", ["write `draw x in DOMAIN`", taken]
        case ["keep", name, "["]:
            clause = f"write `keep {name}[TYPE]: …` as a clause at the left margin; it is then kept for the whole game"
            return "what is kept in a body is one value, without brackets", [clause]
        case ["board", *_, ",", _] if "open" in said:
            return "an open board is square, or `hexagonal`", [
                "a triangular or a wrapped board has bounds: `A by B, triangular`"
            ]
        case [*_, "let", name, "in"] if next_terminals(line.stack) == {"="}:
            return "in an expression, `let` names a value and not a member", [
                f"write `let {name} = EXPRESSION: …`",
                f"what may be none is named by a line of its own, `let {name} in …`, or taken by `sure(…)`",
            ]
    return None


_JOINING: Final = frozenset(["+", "-", "*", "&", "div", "mod", "."])
_EQUAL: Final = {"==": "in", "!=": "not in"}


def range_dashes(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that replace a dash, or `to`, by the two dots of a range."""
    can = next_terminals(line.stack)
    if line.token.kind == "-" and "to" in can and (done := try_parse(line.stack, ["to"], line.tokens, line.at + 1)):
        yield _dash(line, line.token, "to", "from one number to another is written with `to`", done)
    if ".." not in can:
        return
    if line.token.text == "to" and (done := try_parse(line.stack, [".."], line.tokens, line.at + 1)):
        yield _dash(line, line.token, "..", "a range is written with two dots", done)
    for index in range(line.at - 1, max(line.first, line.at - LOOK), -1):
        token = line.tokens[index]
        if token.kind != "-" or ".." not in next_terminals(line.before(index)):
            continue
        done = try_parse(line.before(index), [".."], line.tokens, index + 1)
        if done:
            yield _dash(line, token, "..", "a range is written with two dots; `-` is minus", done)


def _dash(line: BrokenLine, token: Token, right: str, message: str, done: tuple[list[int], int]) -> Repair:
    fix = replacement_help(line.source, f"write `{right}`", token, right)
    return Repair(Diagnostic("E105", message, line.span(token), (), (f"`{right}`",), (fix,)), *done)


def range_braces(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that put a range in braces where a set is expected."""
    if line.token.kind != "..":
        return
    for index in range(line.at - 1, max(line.first, line.at - LOOK), -1):
        before = line.tokens[index - 1]
        if before.text in _JOINING or "{" not in next_terminals(line.before(index)):
            continue
        stack = list(line.before(index))
        done = try_parse(stack, ["{"], line.tokens, index, line.at + 1)
        if not done:
            continue
        states, end = done
        closed = _closing_brace(line, states, end)
        if closed is None:
            continue
        end, rest = closed
        yield Repair(_in_braces(line, index, end), *rest)
        return


def _closing_brace(line: BrokenLine, states: list[int], at: int) -> tuple[int, tuple[list[int], int]] | None:
    """Return the first index at which a closing brace lets the line parse, with the parser's states and the next token
    after the line; None if there is no such index."""
    begun = at
    while at < begun + LOOK and line.tokens[at].kind != NEWLINE:
        if not advance(states, terminal_at(states, line.tokens, at)):
            return None
        at += 1
        if shifts(states, "}"):
            rest = try_parse(states, ["}"], line.tokens, at)
            if rest:
                return at, rest
    return None


def _in_braces(line: BrokenLine, index: int, end: int) -> Diagnostic:
    source, before = line.source, line.tokens[index - 1]
    start = line.tokens[index].start
    span = Span(source, start, line.tokens[end - 1].end)
    right = f"{{{span.text}}}"
    if before.kind in _EQUAL:
        right = f"{_EQUAL[before.kind]} {right}"
        start = before.start
    fix = Help(f"write `{right}`", Span(source, start, span.end), right)
    message = "a range that is a value stands in braces, as a set does"
    return Diagnostic("E103", message, span, (), terminal_words(next_terminals(line.before(index))), (fix,))


def several_names(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs for lists of names: `a in D and b in E`; one domain for two names, `a, b in D`; `a in D, then b in
    E`."""
    at, tokens = line.at, line.tokens
    ahead = tokens[at + 1 : at + 3]
    if line.token.text == "and" and len(ahead) == 2 and ahead[0].kind == NAME and ahead[1].text == "in":
        done = try_parse(line.stack, [","], tokens, at + 1)
        if done:
            message = "between two names that each have their domain stands a comma"
            yield Repair(_at_token(line, "E105", message, line.token, "write `,`", ","), *done)
    if line.token.text == "," and at > line.first and tokens[at - 1].kind == NAME:
        last = _last_of(tokens, at + 1)
        done = try_parse(line.before(at - 1), [], tokens, last)
        if done and tokens[last + 1].text == "in":
            name = tokens[at - 1]
            advice = "write each name with its own, as in `a in Player, b in Player`"
            yield Repair(_at_token(line, "E103", f"it is not said what `{name.text}` runs over", name, advice), *done)
    before = tokens[at - 2 : at] if at - 2 >= line.first else []
    if [token.text for token in before] == [",", "then"]:
        done = try_parse(line.before(at - 1), [], tokens, at)
        if done:
            yield Repair(_at_token(line, "E104", "`then` does not belong here", before[1], "take it away", ""), *done)


def _last_of(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the last of several names separated by commas, of which the first is at `at`."""
    while tokens[at].kind == NAME and tokens[at + 1].text == ",":
        at += 2
    return at


def _at_token(
    line: BrokenLine, code: str, message: str, token: Token, advice: str, right: str | None = None
) -> Diagnostic:
    fix = Help(advice) if right is None else Help(advice, line.span(token), right)
    return line.diagnostic(code, message, line.span(token), fix)


def missing_backquotes(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair that puts backquotes around a line of the base: the longest text here that could be a line of a
    body. It is yielded only if the rest then parses."""
    if QUOTED not in next_terminals(line.stack):
        return
    end = line.at
    while line.tokens[end].kind != NEWLINE:
        end += 1
    for stop in range(end, line.at, -1):
        span = line.span(line.token, line.tokens[stop - 1])
        if read_line(span.text) is None:
            continue
        for colon in ("", ":"):
            done = try_parse(line.stack, [QUOTED, *colon], line.tokens, stop)
            if done is not None:
                fix = Help("write it between backquotes", span, f"`{span.text}`{colon}")
                message = "a line of the base is named as it stands there, between backquotes"
                yield Repair(Diagnostic("E103", message, span, (), ("`` ` ``",), (fix,)), *done)
