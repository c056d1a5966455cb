"""Several names that run over something (`a in D, b in E`), joined in another way.

Behind the comma of a choice or a loop also stand `, hidden` and `, reveals`: what stands behind such a word tells
whether it is a name there (`word_reading.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..diagnostics import Diagnostic, Help, Span
from .broken_line import BrokenLine, Repair, go_on
from .expected_words import accepted, terminal_words
from .lexer import NAME, Token


def several_names(line: BrokenLine) -> Iterator[Repair]:
    """`a in D and b in E`; one domain for two names, `a, b in D`; `a in D, then b in E`."""
    at, tokens = line.at, line.tokens
    ahead = tokens[at + 1 : at + 3]
    if line.token.text == "and" and len(ahead) == 2 and ahead[0].kind == NAME and ahead[1].text == "in":
        done = go_on(line.stack, [","], tokens, at + 1)
        if done:
            message = "between two names that each have their domain stands a comma"
            yield Repair(_told(line, "E105", message, line.token, "write `,`", ","), *done)
    if line.token.text == "," and at > line.first and tokens[at - 1].kind == NAME:
        last = _last_of(tokens, at + 1)
        done = go_on(line.before(at - 1), [], tokens, last)
        if done and tokens[last + 1].text == "in":
            name = tokens[at - 1]
            advice = "write each name with its own, as in `a in Player, b in Player`"
            yield Repair(_told(line, "E103", f"it is not said what `{name.text}` runs over", name, advice), *done)
    before = tokens[at - 2 : at] if at - 2 >= line.first else []
    if [token.text for token in before] == [",", "then"]:
        done = go_on(line.before(at - 1), [], tokens, at)
        if done:
            yield Repair(_told(line, "E104", "`then` does not belong here", before[1], "take it away", ""), *done)


def _last_of(tokens: Sequence[Token], at: int) -> int:
    """Where the last of several names stands that have a comma between them."""
    while tokens[at].kind == NAME and tokens[at + 1].text == ",":
        at += 2
    return at


def _told(line: BrokenLine, code: str, message: str, token: Token, advice: str, right: str | None = None) -> Diagnostic:
    span = Span(line.source, token.start, token.end)
    fix = Help(advice) if right is None else Help(advice, span, right)
    return Diagnostic(code, message, span, (), terminal_words(accepted(line.stack)), (fix,))
