"""Messages about a line that no repair corrects, because its first word is unknown or belongs to another kind of line.

The word may also belong to everyday language, or to a programming language. The message suggests forms that may be
meant, but offers no fix that inserts them. A row of `unknown_words.txt` has a form, after ` @ ` where it belongs, and
after ` = ` the words that may mean it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from attrs import evolve

from ..diagnostics import Diagnostic, Help, Source, Span
from ..diagnostics.printable import enumerated
from .broken_line import BrokenLine, try_parse
from .foreign_words import meanings
from .lexer import DEDENT, INDENT, NAME, NEWLINE, STRING, Token
from .lr_driver import clause_words, header_words, next_terminals, statement_words, terminal_words, token_words
from .parse_table import advance, keywords
from .syntax_help import FORMS, form_help
from .word_reading import terminal_at

# Words that people write by mistake, mostly from programming languages, each with the form of this language.
_INSTEAD: Final = {
    "while": "repeat while CONDITION:",
    "until": "repeat until CONDITION:",
    "loop": "repeat:",
    "elif": "else if CONDITION:",
    "elsif": "else if CONDITION:",
    "elseif": "else if CONDITION:",
    "each": "for each x in DOMAIN:",
    "when": "if CONDITION:",
    "unless": "if not CONDITION:",
    "switch": "if CONDITION: … else if CONDITION: …",
    "break": "leave loop",
    "call": "NAME(arguments)",
    "var": "keep NAME: TYPE = EXPRESSION, or let NAME = EXPRESSION",
    "increase": "NAME += NUMBER",
    "pass": "nothing",
}
_IN_A_BODY: Final = {"set": "NAME = EXPRESSION", "add": "NAME += NUMBER, or put PIECE in PLACE"}
"""Words of layers that people write instead of a statement, with the statement."""
_FOLLOWERS: Final = frozenset(["else", "or", "otherwise"])


def stray_word(word: str, can: frozenset[str]) -> tuple[str, str] | None:
    """Return a message and advice for a line that begins with `word`, if this is a word of another kind of line; None
    for other words. `can` are the words that can begin a line here."""
    if word in can:
        return None
    if word == "chapter" and "under" in can:
        hint = "chapters begin at the left margin: a book has the same ones in every configuration"
        return "`chapter` cannot stand under a condition", hint
    if word in _FOLLOWERS:
        wanted = {"else": "if", "or": "either"}.get(word, "either` or `do one of")
        return (
            f"`{word}` has no `{wanted}` right before it",
            f"indent it as deep as its `{wanted}`, with nothing between",
        )
    in_body = "nothing" in can
    if in_body and word in clause_words():
        hint = (
            f"in a body it is written: {_IN_A_BODY[word]}" if word in _IN_A_BODY else "clauses begin at the left margin"
        )
        return f"`{word}` begins a clause and cannot stand in a body", hint
    if word == "remove" and "strike" in can:
        return "`remove` takes pieces out of the game", "a layer takes a clause away by: strike KIND NAME"
    if word in statement_words() and not in_body:
        hint = "statements stand in the body of an `action`, a `procedure`, a `rule` or the `flow`"
        return f"`{word}` is a statement and cannot stand here", hint
    if in_body and word in _INSTEAD:
        return f"`{word}` does not begin a statement", f"it is written: {_INSTEAD[word]}"
    if in_body and word == "requires":
        return "`requires` stands in the header", "a condition of a choice is written: require CONDITION"
    if word in header_words() and "players" not in can:
        return f"`{word}` belongs to the header and cannot stand here", "header lines are indented under the first line"
    return None


MOST_FORMS: Final = 3
"""Forms offered for one word at most; more would hide the likeliest."""

_OF_EXAMPLES: Final = frozenset(["play", "allow", "refuse", "expect", "given", "opening"])
_IN_EXAMPLES: Final = (
    "it stands in an `example`; in the rules a procedure is called, `NAME(…)`, or a choice asked, `do one of`"
)


_RESULTS: Final = dict.fromkeys(("win", "wins", "won"), "won") | dict.fromkeys(("lose", "loses", "lost"), "lost")


def unknown_first_word(
    tokens: Sequence[Token], line: int, at: int, can: frozenset[str]
) -> tuple[str, list[str]] | None:
    """Return a message and advice for a line in which parsing stopped at the first or second token.

    Return None if its first word is correct or may be a name. `can` are the words that can begin a line here."""
    head, in_body = tokens[line], "nothing" in can
    if head.kind != NAME or at > line + 1 or not (in_body or clause_words() <= can):
        return None
    if head.text in can or (head.text in keywords() and not (in_body and at > line)):
        return None
    kinds = {word for word, declared in declarations(tokens) if declared == head.text} if in_body else set[str]()
    if "procedure" in kinds:
        call = f"{head.text}()" if tokens[at].kind == NEWLINE else f"{head.text}(…)"
        return f"`{head.text}` is a procedure", [f"a procedure is called with brackets: `{call}`"]
    if kinds:
        return None
    for english, _ in meanings(head.text):
        stray = stray_word(english, can)
        if stray is not None:
            return f"{stray[0]} (`{head.text}` is `{english}`)", [stray[1]]
    what = "statement" if in_body else "clause"
    if head.text in keywords():
        return f"`{head.text}` begins no {what}", [_IN_EXAMPLES] if head.text in _OF_EXAMPLES else []
    advice = [*_foreign(head.text, can), *advice_forms(in_body).get(head.text.lower(), ())][:MOST_FORMS]
    advice += _of_names(tokens, line, at) if in_body else _declaration(tokens, line)
    return f"there is no {what} `{head.text[:40]}`", advice


def _foreign(word: str, can: frozenset[str]) -> list[str]:
    """Return advice on forms of a line whose first word may be a word of another language."""
    words = [english for english, _ in meanings(word) if english in can]
    return [f"`{word}` is `{one}`; it is written: {form}" for one in words for form in FORMS.get(one, ())[:2]]


def _of_names(tokens: Sequence[Token], line: int, at: int) -> list[str]:
    """Return advice on a line of a body that begins with a name."""
    name, after = tokens[line].text[:40], tokens[line + 1]
    if after.text in _RESULTS:
        return [f"who wins or loses is said at the end of the game: game over, {_RESULTS[after.text]} by {name}"]
    if after.kind == ".":
        return [f"an attribute never changes; what changes is kept, with an index: `{tokens[line + 2].text}[{name}]`"]
    if tokens[at].kind == NEWLINE:
        return [f"a procedure is called with brackets: `{name}()`"]
    return [f"a line that begins with a name calls a procedure, `{name}(…)`, or gives a value, `{name} = …`"]


def _declaration(tokens: Sequence[Token], line: int) -> list[str]:
    """Return the advice to begin a clause with its kind, if it looks like a list of names: `Colour: red, blue`."""
    listed = [token.kind for token in tokens[line : line + 4]] == [NAME, ":", NAME, ","]
    return [f"perhaps you mean `enum {tokens[line].text[:40]}: …`"] if listed else []


def declarations(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Yield each name that a text declares, as a pair: the word before it (such as `fact`) and the name."""
    given = clause_words() | {"let", "each", "choose", "draw"}
    yield from ((a.text, b.text) for a, b in pairwise(tokens) if b.kind == NAME and a.text in given)


@cache
def advice_forms(in_body: bool) -> dict[str, tuple[str, ...]]:
    """Return a mapping from words of other languages or of everyday life to the forms of this language that each may
    mean."""
    found: dict[str, list[str]] = {}
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    statements, clauses = text.removeprefix("STATEMENTS\n").split("CLAUSES\n")
    for row in (statements if in_body else clauses).splitlines():
        said, _, words = row.rpartition(" = ")
        form, _, where = said.partition(" @ ")
        for word in words.split():
            found.setdefault(word, []).append(f"perhaps you mean `{form}`{f' {where}' if where else ''}")
    return {word: tuple(forms) for word, forms in found.items()}


def stray_line(source: Source, tokens: Sequence[Token], line: int, at: int, start: Sequence[int]) -> Diagnostic | None:
    """Return the message for a line that begins with a word of another kind of line or of another language; None for
    other lines.

    The line begins with token `line`, in the parser's states `start`; parsing stopped at token `at`."""
    head = tokens[line]
    if head.kind != NAME or not (at == line or (at == line + 1 and terminal_at(start, tokens, line) == NAME)):
        return None
    can = next_terminals(start)
    said = stray_word(head.text, can)
    if said is None or (at > line and head.text not in keywords() and tokens[at].kind != NAME):
        return None
    return advice_diagnostic(source, head, (said[0], [said[1]]), can)


def unknown_line(
    source: Source, tokens: Sequence[Token], line: int, at: int, start: Sequence[int]
) -> Diagnostic | None:
    """Return the message for a line whose first word is unknown here; None if it is correct or may be a name. The
    parameters are those of `stray_line`."""
    can = next_terminals(start)
    said = unknown_first_word(tokens, line, at, can)
    return None if said is None else advice_diagnostic(source, tokens[line], said, can)


def missing_header(source: Source, token: Token) -> Diagnostic:
    """Return the message for a text that begins with a clause, without a header."""
    hint = Help('begin with `rulebook NAME "Title"`, or with `edition NAME of BASE "Title"` for a layer')
    span = Span(source, token.start, token.end)
    return Diagnostic("E103", "the header is missing", span, (), ("`rulebook`",), (hint,))


def block_advice(
    source: Source, tokens: Sequence[Token], heading: Sequence[int], block: Sequence[int]
) -> Iterator[Help]:
    """Yield advice for a colon without a block. `tokens` end with the colon and the end of its line; `heading` has the
    parser's states before that line, and `block` those after it."""
    ends = (NEWLINE, INDENT, DEDENT)
    start = next((n + 1 for n in range(len(tokens) - 2, -1, -1) if tokens[n].kind in ends), 0)
    without_colon = [*tokens[start:-2], tokens[-1]]
    if try_parse(heading, (), without_colon, 0, len(without_colon)):
        colon = tokens[-2]
        yield Help("take the colon away, if no lines belong to it", Span(source, colon.start, colon.end), "")
    states = list(block)
    advance(states, INDENT)
    allowed = next_terminals(states)
    example = "; `nothing` is a body that does nothing" if "nothing" in allowed else ""
    yield Help(f"indent the lines below it by two spaces{example}")
    if "summary" in allowed:
        yield Help('or write a line of the header below it, such as `  summary "…"`')


def advice_diagnostic(source: Source, token: Token, said: tuple[str, list[str]], can: frozenset[str]) -> Diagnostic:
    """Return the diagnostic with the message and advice in `said`, at a token; it lists the words `can` as expected."""
    message, advice = said
    span = Span(source, token.start, token.end)
    return Diagnostic("E101", message, span, (), terminal_words(can), tuple(map(Help, advice)))


def plain_diagnostic(line: BrokenLine, first: int, can: frozenset[str]) -> Diagnostic:
    """Return a message that only says what is expected where parsing stopped, without guessing what was meant. Before
    any repair, the line began with token `first`."""
    token, before = line.token, line.tokens[line.at - 1]
    expected = terminal_words(can)
    at = token if token.kind != NEWLINE else before
    helps: list[Help] = []
    if token.kind == NEWLINE and before.kind == ":":
        message = f"after this colon {_brief(expected)} is expected on the same line"
        helps.append(Help("begin it here; it may go on in deeper lines, best inside brackets or after a comma"))
    elif token.kind == NEWLINE:
        message = f"the line ends where {_brief(expected)} is expected"
    else:
        message = f"{token_words(token)} stands where {_brief(expected)} is expected"
        if can == {NEWLINE} and before.kind == ":":
            message = "the body of this line is written in the lines under it"
            helps.append(Help("start a new line after the colon, indented by two more spaces"))
        if token.kind == STRING and before.text in ("then", "else"):
            helps.append(Help("a condition gives members of an enumeration: their looks and words have the texts"))
        if can == {"."}:
            helps.append(Help(f"a step is named with its procedure: `{before.text}.STEP`"))
    words = [t.text for t in line.tokens[first : line.at]]
    if words:
        helps.extend(form_help(words[1] if words[0] == "replace" and len(words) > 1 else words[0]))
    return Diagnostic("E101", message, line.span(at), (), expected, tuple(helps))


def _brief(expected: Sequence[str]) -> str:
    """Return what was expected as text, shortened for a sentence. (The message also contains the full list.)"""
    return enumerated(expected if len(expected) <= 4 else [*expected[:3], "something else"], "or")


def with_forms(told: Diagnostic) -> Diagnostic:
    """Return the diagnostic with the correct forms of its line as advice, unless it has advice already."""
    if told.help or told.span is None or told.code not in ("E101", "E103", "E104", "E105"):
        return told
    first = re.match(r"\s*(?:replace +)?([a-z]+)\b", told.span.source.line(told.span.first.line))
    return evolve(told, help=form_help(first[1])) if first else told
