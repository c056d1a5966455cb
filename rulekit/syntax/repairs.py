"""Finds the smallest change that corrects a line: a word is respelt, a sign is inserted, removed or replaced.

A repair counts only if the rest of the line (or a good stretch of a long one) then parses. So it is nearly always what
was meant, and one error gives one message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..diagnostics import Diagnostic, Help, Span
from ..diagnostics.near import nearest
from ..diagnostics.printable import enumerated
from .beginner_forms import (
    TYPES,
    brackets_of_function,
    change_in_place,
    default_answer,
    draw_in_expression,
    every_piece,
    is_empty,
    is_for_equals,
    missing_part,
    phrase_at_the_end,
    type_before_name,
    where_for_if,
)
from .broken_line import BrokenLine, Repair, insertion, replacement_help, try_parse
from .everyday_forms import (
    amounts,
    hyphens,
    missing_backquotes,
    needless_colon,
    needless_comma,
    needless_words,
    player_numbers,
    range_braces,
    range_dashes,
    second_line,
    several_names,
    spaces_in_a_name,
    steps_by_one,
)
from .foreign_words import in_english
from .heading_tags import index_after_title, tags_out_of_place
from .layer_forms import base_file, kind_of_clause, layer_without_name, title_before_base, word_for_of
from .lexer import DEDENT, INDENT, INT, NAME, NEWLINE, STRING, Token
from .lr_driver import OPERATOR_WORDS, expression_starts, next_terminals, terminal_words, token_words
from .parse_table import advance, shifts
from .word_reading import LOOK, terminal_at

_SIGNS: Final = [",", ":", "=", "==", "..", ".", "|", "/", "<"]
_INSIDE: Final = frozenset(["==", "..", ".", "<"])
"""Signs that may be missing inside an expression, where any operator may be."""
_ENDS: Final = frozenset([NEWLINE, ":"])
"""Tokens that end a line or heading. No word is inserted before them, because it would be a guess."""


def repair(line: BrokenLine, only_words: bool = False) -> Repair | None:
    """Return the first repair that works, trying the likeliest kinds first; None if none works. With `only_words`, only
    replacements of words are tried."""
    for attempt in _OF_WORDS if only_words else _ATTEMPTS:
        for made in attempt(line):
            return made
    return None


_WIDE: Final = frozenset(["not", "if", "some", "all", "the", "first", "reach", "after"])
"""Words that begin an expression that extends as far as possible, so it needs brackets beside an operator."""


def _add_brackets(line: BrokenLine) -> Iterator[Repair]:
    """Yield repairs that put brackets around an expression that needs them, trying the longest expression first."""
    for token, index, stack in _wide_expressions(line):
        for end, states in reversed(list(_ends(stack, line.tokens, index))):
            done = try_parse(states, [")"], line.tokens, end)
            if done:
                span = line.span(token, line.tokens[end - 1])
                fix = Help("put it in brackets", span, f"({span.text})")
                yield Repair(_in_brackets(token, span, fix), *done)


def missing_brackets(line: BrokenLine) -> Diagnostic | None:
    """Return a message for an expression that needs brackets although no pair of brackets alone corrects the line; None
    if there is no such expression."""
    for token, index, stack in _wide_expressions(line):
        if any(True for _ in _ends(stack, line.tokens, index)):
            advice = Help("put it in brackets, as far as it goes")
            return _in_brackets(token, line.span(token), advice)
    return None


def _in_brackets(token: Token, span: Span, advice: Help) -> Diagnostic:
    message = f"what begins with `{token.text}` must stand in brackets here"
    return Diagnostic("E103", message, span, (), ("`(`",), (advice,))


def _wide_expressions(line: BrokenLine) -> Iterator[tuple[Token, int, list[int]]]:
    """Yield each word that begins an expression which is only allowed in brackets here: its token, its index, and the
    parser's states after an opening bracket.

    Parsing did not stop at such a word, because it was taken for a name, but at a token after it."""
    for index in range(line.at, max(line.first, line.at - LOOK) - 1, -1):
        token = line.tokens[index]
        if token.kind != NAME or token.text not in _WIDE:
            continue
        stack = list(line.before(index))
        if token.text not in next_terminals(stack) and advance(stack, "("):
            yield token, index, stack


def _ends(stack: list[int], tokens: Sequence[Token], at: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each index at which a bracket opened at `at` could be closed, with the parser's states there."""
    begun = at
    while advance(stack, terminal_at(stack, tokens, at)) and at < begun + LOOK:
        at += 1
        if shifts(stack, ")"):
            yield at, tuple(stack)


def _near(word: str, candidates: Sequence[str]) -> list[str]:
    """Return keywords of which `word` may be a misspelling, likeliest first. Short words may differ by one letter."""
    best = nearest(word, candidates)
    out = [best] if best else []
    for candidate in sorted(candidates):
        if candidate not in out and word != candidate and _one_slip(word, candidate):
            out.append(candidate)
    return out


def _one_slip(word: str, other: str) -> bool:
    """Return whether the words differ by one letter changed, added or left out, or by two swapped neighbours."""
    if abs(len(word) - len(other)) > 1 or min(len(word), len(other)) < 2:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    a, b = word[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _correct_spelling(line: BrokenLine) -> Iterator[Repair]:
    yield from _respell(line, None)
    # The line may have a second error later: accept a spelling if it brings the parser past the first.
    end = line.at + 3
    if not any(token.kind == NEWLINE for token in line.tokens[line.at : end]):
        yield from _respell(line, end)


def _respell(line: BrokenLine, until: int | None) -> Iterator[Repair]:
    order = [line.at, line.first, *range(line.at - 1, line.first, -1)][: LOOK if line.at > line.first else 1]
    for index in order:
        token = line.tokens[index]
        if token.kind != NAME or (index < line.at and terminal_at(line.before(index), line.tokens, index) != NAME):
            continue
        words = [t for t in next_terminals(line.before(index)) if re.fullmatch("[a-z]+", t)]
        tries: list[tuple[str, ...]] = [(near,) for near in _near(token.text, words)]
        for cut in range(2, len(token.text) - 1):
            if token.text[:cut] in words:
                tries.append((token.text[:cut], token.text[cut:]))
        for near in tries:
            done = try_parse(line.before(index), near, line.tokens, index + 1, until)
            if done:
                right = " ".join(near)
                span = line.span(token)
                fix = Help(f"did you mean `{right}`?", span, right)
                expected = terminal_words(next_terminals(line.before(index)))
                message = f"`{token.text}` is not a word that can stand here"
                yield Repair(Diagnostic("E102", message, span, (), expected, (fix,)), *done)


_EXPLAINED: Final = {
    ("=", "=="): "`=` gives a value; `==` compares",
    ("==", "="): "`==` compares; `=` gives a value",
    (":", "="): "a colon stands before a type or a block; `=` before a value",
    ("=", ":"): "a colon is written here, not `=`",
    (".", ".."): "a range is written with two dots",
    ("..", "."): "an attribute is written with one dot",
    ("/", "div"): "whole numbers are divided, and rounded down, by `div`",
    ("|", "or"): "one or the other is said by `or`",
}


def _replace_sign(line: BrokenLine) -> Iterator[Repair]:
    token = line.token
    if token.kind not in (*_SIGNS, "+=", "-=", "<=", ">=", "!=", "/", "|"):
        return
    can = next_terminals(line.stack)
    # An operator that other languages write in this way is likelier than a sign of this language that would also fit.
    operators = [right for wrong, right in _EXPLAINED if wrong == token.kind and right in OPERATOR_WORDS]
    for sign in (*operators, *_SIGNS):
        if sign in can and (token.kind, sign) != (",", "."):
            done = try_parse(line.stack, [sign], line.tokens, line.at + 1)
            if not done and (token.kind, sign) == ("=", "=="):  # the colon of this heading may be missing, too
                done = try_parse(line.stack, [sign], line.tokens, line.at + 1, _line_end(line))
            if done:
                message = _EXPLAINED.get((token.kind, sign), f"`{token.text}` stands where `{sign}` is expected")
                fix = replacement_help(line.source, f"write `{sign}`", token, sign)
                yield Repair(line.diagnostic("E105", message, line.span(token), fix), *done)


def _line_end(line: BrokenLine) -> int:
    """Return the index after the last token in this row of the text. Deeper rows may continue the line."""
    end = line.source.text.find("\n", line.token.start)
    return next(
        n for n, token in enumerate(line.tokens) if n > line.at and (token.start >= end or token.kind == NEWLINE)
    )


def _insert_missing(line: BrokenLine) -> Iterator[Repair]:
    can = next_terminals(line.stack)
    inside = {"+", "and"} <= can
    numbered = line.at > line.first and line.tokens[line.at - 1].kind == INT
    signs = [t for t in _SIGNS if t in can and not (inside and t in _INSIDE) and not (numbered and t == ".")]
    words = (
        []
        if can & _ENDS
        else sorted(t for t in can if re.fullmatch("[a-z]+", t) and t not in expression_starts() | OPERATOR_WORDS)
    )
    if "in" in can and not inside:
        words.insert(0, "in")
    for terminal in signs:
        done = try_parse(line.stack, [terminal], line.tokens, line.at)
        if done:
            yield Repair(_missing_diagnostic(line, f"`{terminal}`", terminal), *done)
    fitting = [(w, done) for w in words if (done := try_parse(line.stack, [w], line.tokens, line.at))]
    if fitting:
        # If several words fit, propose none: a wrong fix is worse than no fix.
        said = [w for w, _ in fitting]
        only = said[0] if len(said) == 1 or said[0] == "in" else None
        yield Repair(
            _missing_diagnostic(line, f"`{only}`" if only else enumerated(terminal_words(said[:4]), "or"), only),
            *fitting[0][1],
        )
    if line.token.kind == NEWLINE:
        yield from _complete_heading(line)
    if inside:
        done = try_parse(line.stack, ["+"], line.tokens, line.at)
        if done:
            yield Repair(_missing_diagnostic(line, "an operator", None), *done)
    for terminal in (NAME, INT, STRING):
        if terminal in can:
            done = try_parse(line.stack, [terminal], line.tokens, line.at)
            if done:
                one_of = terminal_words(can)
                what = next((w for w in one_of if w in ("an expression", "a type")), terminal_words([terminal])[0])
                before = line.tokens[line.at - 1].kind if line.at > line.first else ""
                if what in ("an expression", "a type") and ".." in (before, line.token.kind):
                    what = f"the {'upper' if before == '..' else 'lower'} end of the range"
                yield Repair(_missing_diagnostic(line, what, None), *done)


def _missing_diagnostic(line: BrokenLine, what: str, terminal: str | None) -> Diagnostic:
    token = line.token
    previous = line.tokens[line.at - 1] if line.at > line.first else None
    gap = previous.end if previous else token.start
    fix = (Help(f"write {what} here", *_insertion(line, gap, terminal)),) if terminal else ()
    if what == "a type":
        fix = (Help(TYPES),)
    if token.kind == NEWLINE:
        message = f"{what} is missing at the end of this line"
        return line.diagnostic("E103", message, Span(line.source, gap, gap), *fix)
    if previous is None:
        message = f"{what} is missing before {token_words(token)}"
    else:
        message = f"{what} is missing between {token_words(previous)} and {token_words(token)}"
    return line.diagnostic("E103", message, line.span(token), *fix)


def _complete_heading(line: BrokenLine) -> Iterator[Repair]:
    """Yield the repair of a heading that lacks both its value or body and `to be said`."""
    value = try_parse(line.stack, ["=", INT], line.tokens, line.at)
    unsaid = try_parse(line.stack, ["to", "be", "said"], line.tokens, line.at)
    done = value or unsaid
    if not done or not unsaid:
        return
    gap = line.tokens[line.at - 1].end
    what = "what it is" if value else "what is done"
    first = "write `= EXPRESSION`" if value else "write `:`, and what is done in deeper lines under it"
    second = Help("or, if an edition over this book says it, write `to be said`", *_insertion(line, gap, "to be said"))
    message = f"{what} is not said in this line, nor that it is to be said"
    yield Repair(line.diagnostic("E103", message, Span(line.source, gap, gap), Help(first), second), *done)


def _insertion(line: BrokenLine, at: int, terminal: str) -> tuple[Span, str]:
    apart = terminal[0].isalpha() or terminal in ("=", "==", "<", "|")
    return insertion(line.source, at, at, f" {terminal}" if apart else terminal)


def _replace_word(line: BrokenLine) -> Iterator[Repair]:
    token = line.token
    if token.kind in (NEWLINE, INDENT, DEDENT) or line.at == line.first:
        return
    can = next_terminals(line.stack)
    words = sorted(t for t in can if re.fullmatch("[a-z]+", t) and t not in expression_starts())
    if token.kind != NAME and can & _ENDS:
        words = []
    swaps = [*words, *(t for t in _SIGNS if t in can)]
    values = [t for t in (NAME, STRING, INT) if t in can and token.kind in (NAME, STRING, INT)]
    for terminals in (swaps, values):
        fitting = [(t, done) for t in terminals if (done := try_parse(line.stack, [t], line.tokens, line.at + 1))]
        if fitting:
            said = [t for t, _ in fitting]
            what = enumerated(terminal_words(said), "or")
            only = said[0] if len(said) == 1 and terminals is swaps else None
            fix = (replacement_help(line.source, f"write {what}", token, only),) if only else ()
            message = f"{token_words(token)} stands where {what} is expected"
            code = "E105" if only else "E101"
            yield Repair(line.diagnostic(code, message, line.span(token), *fix), *fitting[0][1])


def _remove_needless(line: BrokenLine) -> Iterator[Repair]:
    for index in (line.at, line.at - 1):
        if index < line.first or line.tokens[index].kind in (NEWLINE, INDENT, DEDENT):
            continue
        done = try_parse(line.before(index), [], line.tokens, index + 1)
        if done:
            token = line.tokens[index]
            span = line.span(token)
            message = f"{token_words(token)} does not belong here"
            yield Repair(line.diagnostic("E104", message, span, Help("take it away", span, "")), *done)


_OF_WORDS: Final = (in_english, _correct_spelling)
_ATTEMPTS: Final = (
    missing_backquotes,
    in_english,
    base_file,
    word_for_of,
    title_before_base,
    layer_without_name,
    kind_of_clause,
    tags_out_of_place,
    index_after_title,
    range_dashes,
    range_braces,
    default_answer,
    every_piece,
    several_names,
    needless_words,
    hyphens,
    player_numbers,
    steps_by_one,
    change_in_place,
    is_empty,
    is_for_equals,
    brackets_of_function,
    draw_in_expression,
    type_before_name,
    where_for_if,
    phrase_at_the_end,
    _add_brackets,
    _correct_spelling,
    spaces_in_a_name,
    _replace_sign,
    second_line,
    needless_comma,
    needless_colon,
    amounts,
    missing_part,
    _insert_missing,
    _replace_word,
    _remove_needless,
)
