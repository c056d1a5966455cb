"""Writes a logical line as text: spaces between tokens, and line breaks in long lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ..lexer import CITE, INDEX, INT, NAME, STRING, Token
from ..operators import NUMBER_SIGNS

WIDTH: Final = 110
_CONTINUED: Final = 4
"""Columns by which a continuation is indented: more than a block, so that they look different."""

OPENERS: Final = frozenset(["(", "{", INDEX, CITE])
PROPERTY: Final = "PROPERTY"
"""The terminal for a property's name in a look; the grammar has none of this name."""
_TIGHT_AFTER: Final = OPENERS | {".", "..", "/"}
_TIGHT_BEFORE: Final = frozenset([")", "]", "}", ",", ":", ".", "..", "/", INDEX])
_OPERANDS: Final = frozenset([NAME, INT, STRING, ")", "]", "}", "yes", "no", "none", "all", "nobody", "each"])
_ARITHMETIC: Final = OPENERS | {NAME, INT, ")", "]", "}", "."} | NUMBER_SIGNS
_CALLED: Final = frozenset([NAME, "count", "sum", "most", "least"])
_TYPED: Final = frozenset(["fact", "procedure", "event", "table", "piece"])
_NAMED: Final = 14
"""Additional cost of a break after `let` has begun: breaking before the `let` is better than among the names it
defines."""
_GOOD_BREAKS: Final = frozenset(["and", "or", "where", "otherwise", "then", "else", "for", "totalling", STRING])
_FAIR_BREAKS: Final = frozenset(
    ["+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "within", "&", "to", "from", "weighted"]
)


class SpacedToken(NamedTuple):
    """The text of a token, with its spacing. `space` says whether a space comes before it, `cost` how bad a line break
    there would be (None: impossible). `case` says whether the token begins a case of a chain `if … then … else if …
    then … else …`."""

    text: str
    space: bool
    cost: int | None
    case: bool = False


def space_tokens(tokens: Sequence[Token], terminals: Sequence[str]) -> list[SpacedToken]:
    """Return the tokens of a line with their spacing."""
    out: list[SpacedToken] = []
    depths: list[int] = []
    depth = 0
    named = _parameters(terminals)
    before, negative, naming = "", False, False
    for number, (token, terminal) in enumerate(zip(tokens, terminals, strict=True)):
        if terminal in (")", "]", "}"):
            depth -= 1
        # in `at most (…)`, `most` is not the name of a call
        called = before in _CALLED and (number < 2 or terminals[number - 2] != "at")
        space = bool(out) and not negative and (number - 1 in named or _space(before, terminal, called))
        cost = _cost(before, terminal, depth) if space else None
        if cost is not None and naming and terminal not in (STRING, CITE):
            cost += _NAMED
        naming = naming or (terminal == "let" and number > 0 and not depth)
        out.append(SpacedToken(token.text, space, cost))
        depths.append(depth)
        negative = terminal == "-" and (before not in _OPERANDS or number - 1 in named)
        if terminal in OPENERS:
            depth += 1
        before = terminal
    for number in _cases(terminals):
        out[number] = out[number]._replace(case=True)
        if out[number - 1].text == "=":
            out[number - 1] = out[number - 1]._replace(cost=None)
    return _ranges_whole(out, terminals, depths)


def _cases(terminals: Sequence[str]) -> Sequence[int]:
    """Return the indexes of the tokens that begin the cases of the first chain `if … else if … else …`: each `else`,
    and the `if` if it comes after `=`."""
    waiting: list[list[int]] = []  # for each chain whose last `else` has not come yet: the `if` and each `else`
    chains: list[list[int]] = []
    for number, terminal in enumerate(terminals):
        if terminal == "if" and not (number and waiting and waiting[-1][-1] == number - 1):
            waiting.append([number])
        elif terminal == "else" and waiting:
            waiting[-1].append(number)
            if list(terminals[number + 1 : number + 2]) != ["if"]:
                chains.append(waiting.pop())
    first = min((chain for chain in chains if len(chain) > 2), default=[])
    return first if first and first[0] and terminals[first[0] - 1] == "=" else first[1:]


def _parameters(terminals: Sequence[str]) -> frozenset[int]:
    """Return the indexes of those parameter names in a heading that are followed by a sign or bracket. That sign or
    bracket belongs to the parameter's type."""
    start = int(bool(terminals) and terminals[0] == "replace")
    if len(terminals) < start + 3 or terminals[start] not in _TYPED or terminals[start + 2] != "(":
        return frozenset()
    found, depth = set(), 0
    for number in range(start + 2, len(terminals)):
        depth += (terminals[number] in OPENERS) - (terminals[number] in (")", "]", "}"))
        if not depth:
            break
        if depth == 1 and terminals[number] == NAME and terminals[number - 1] in ("(", ","):
            found.add(number)
    return frozenset(n for n in found if terminals[n + 1] in ("-", "("))


def _ranges_whole(line: list[SpacedToken], terminals: Sequence[str], depths: Sequence[int]) -> list[SpacedToken]:
    """Return the line without breaks inside the two ends of a range, because `0..n - 1` on two rows would be
    misread."""
    for dots in (number for number, terminal in enumerate(terminals) if terminal == ".."):
        for way in (-1, 1):
            number = dots + way
            while 0 <= number < len(line) and _in_sum(terminals[number], depths[number] > depths[dots]):
                # A token's cost is for a break before it, so the first token of an end keeps its cost.
                if way > 0 or _in_sum(terminals[number - 1], depths[number - 1] > depths[dots]):
                    line[number] = line[number]._replace(cost=None)
                number += way
    return line


def _in_sum(terminal: str, inner: bool) -> bool:
    """Return whether a token may be part of an end of a range: brackets and their contents, names, numbers,
    arithmetic."""
    return inner or terminal in _ARITHMETIC


def _space(before: str, terminal: str, called: bool) -> bool:
    if before in _TIGHT_AFTER or terminal in _TIGHT_BEFORE:
        return False
    return not (terminal == "(" and called)


def _cost(before: str, terminal: str, depth: int) -> int | None:
    if before in (":", "summary", "pinned"):
        # A row that ends in `:` would look like a heading; after `summary`, a break gains nothing.
        return None
    if before == "=" and not depth:
        return 0
    if terminal == CITE:
        kind = 2 if before in (STRING, "]") else 6
    elif before == "," or terminal in _GOOD_BREAKS:
        kind = 0
    else:
        kind = 4 if terminal in _FAIR_BREAKS else 9
    return depth * 8 + kind


def join_line(line: Sequence[SpacedToken]) -> str:
    """Return the tokens as text on one row."""
    return "".join(" " * word.space + word.text for word in line)


def wrap_tokens(line: Sequence[SpacedToken], indent: int, upright: bool = False) -> list[str]:
    """Return the tokens as text on as few rows as possible, the first row indented by `indent`. Each case of a chain of
    conditions gets a row of its own if the chain does not fit on one row, or if `upright` is given."""
    starts = [number for number, word in enumerate(line) if word.case]
    if not upright and indent + len(join_line(line)) <= WIDTH:
        starts = []
    out: list[str] = []
    for at, (start, stop) in enumerate(pairwise((0, *starts, len(line)))):
        margin = indent + _CONTINUED * (at > 0)
        deeper = margin + _CONTINUED if starts else indent + _CONTINUED
        out += _wrap(line[start:stop], margin, deeper)
    return out


def _wrap(line: Sequence[SpacedToken], margin: int, deeper: int) -> Iterator[str]:
    start = 0
    while start < len(line):
        stop = _break(line, start, WIDTH - margin)
        yield " " * margin + join_line(line[start:stop]).lstrip(" ")
        start, margin = stop, deeper


def _break(line: Sequence[SpacedToken], start: int, width: int) -> int:
    """Return the index of the token that begins the next row; the length of the line if the rest fits or cannot be
    broken."""
    column = 0
    best: tuple[float, int] | None = None
    for number in range(start, len(line)):
        word = line[number]
        if number > start and word.cost is not None and (column <= width or best is None):
            score = word.cost + abs(width - column) / 8
            if best is None or score <= best[0]:
                best = score, number
        column += len(word.text) + (word.space and number > start)
        if column > width and best is not None:
            return best[1]
    if column <= width or best is None:
        return len(line)
    return best[1]
