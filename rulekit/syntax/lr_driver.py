"""The parser: runs the parse table bottom-up without recursion, and calls the builder of each production.

It only finds out whether a text is correct; `recovery.py` explains errors. It also limits the height of the tree
(E141); `indentation.py` limits blocks and brackets before there is a tree. Messages describe what the grammar would
accept in the words of the language, never with names that only the parser uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from ..diagnostics import Diagnostic, Help, RulekitError, Source, Span
from . import nodes as s
from .build import BUILDERS
from .lexer import CITE, DEDENT, END, INDENT, INDEX, INT, NAME, NEWLINE, QUOTED, STRING, Token
from .operators import OPERATORS
from .parse_table import Rule, keywords, shifts, stack_after, table
from .word_reading import IN_BODY, IN_BOOK, terminal_at

_NAMED: Final = {
    NAME: "a name",
    INT: "a number",
    STRING: "a text in quotes",
    QUOTED: "a line of the base in backquotes",
    NEWLINE: "the end of the line",
    INDENT: "a block of deeper lines",
    DEDENT: "the end of the block",
    END: "the end of the text",
    INDEX: "`[`",
    CITE: "a citation `[…]`",
}
OPERATOR_WORDS: Final = frozenset([*OPERATORS, "not", "."])


def next_terminals(stack: Sequence[int]) -> frozenset[str]:
    """Return every terminal that the parser accepts next in these states."""
    return frozenset(t for t in table().actions[stack[-1]] if shifts(stack, t))


@cache
def clause_words() -> frozenset[str]:
    """Return the words that begin a clause or an edit."""
    return next_terminals(stack_after(*IN_BOOK)) & keywords()


@cache
def header_words() -> frozenset[str]:
    """Return the words that begin a line of the header."""
    return next_terminals(stack_after("rulebook", NAME, ":", NEWLINE, INDENT)) & keywords()


@cache
def statement_words() -> frozenset[str]:
    """Return the words that begin a statement."""
    return next_terminals(stack_after(*IN_BODY)) & keywords()


@cache
def expression_starts() -> frozenset[str]:
    """Return the terminals that begin an expression."""
    return next_terminals(stack_after(*IN_BODY, "require"))


@cache
def _groups() -> tuple[tuple[str, frozenset[str]], ...]:
    return (
        ("a statement", statement_words() | {NAME}),
        ("a clause", clause_words()),
        ("a type", next_terminals(stack_after(*IN_BOOK, "keep", NAME, ":"))),
        ("an expression", expression_starts()),
        ("an expression", next_terminals(stack_after(*IN_BODY, "require", NAME, "+"))),
    )


def terminal_words(terminals: Iterable[str]) -> tuple[str, ...]:
    """Return the names of terminals for messages, sorted: a whole group as one name, such as "an expression", then
    words and signs."""
    left = set(terminals)
    out: list[str] = []
    for name, group in _groups():
        if group <= left:
            left -= group
            if name not in out:
                out.append(name)
    if len(left & OPERATOR_WORDS) > 5:
        left -= OPERATOR_WORDS
        out.append("an operator")
    left.discard(INDEX)
    return (*out, *sorted(_NAMED.get(t, f"`{t}`") for t in left))


def token_words(token: Token) -> str:
    """Return how messages name a token."""
    if token.kind in (NEWLINE, INDENT, DEDENT, END):
        return _NAMED[token.kind]
    if token.kind == STRING:
        return "the text " + (token.text if len(token.text) < 40 else token.text[:37] + '…"')
    if token.kind == QUOTED:
        return f"the quoted line {token.text}"
    return f"`{token.text if len(token.text) <= 40 else token.text[:37] + '…'}`"


MAX_HEIGHT: Final = 150
"""Nested levels of expressions and statements, including chains of operators and of `else if`. Later stages are
recursive; this keeps them within their limits."""


class StackValue(NamedTuple):
    """A value on the parser's stack, with its place in the text (`start` is -1 if it has no text) and the height of its
    tree."""

    value: Any
    start: int
    end: int
    height: int


class Stopped(NamedTuple):
    """The result of a failed parse: the index of the first token that is not allowed at its place."""

    at: int


_ABSENT: Final = StackValue(None, -1, -1, 0)
_DEEP: Final[frozenset[type]] = frozenset({*s.Expr.__args__, *s.TypeExpr.__args__, *s.Stmt.__args__})


def parse_tokens(source: Source, tokens: Sequence[Token], terminals: list[str] | None = None) -> s.Book | Stopped:
    """Return the book, or where parsing stopped.

    If `terminals` is given, the grammar's terminal for each token is appended to it. Raise RulekitError if the tree is
    too high."""
    actions, gotos, rules, first, last = table()
    states, parts = [first], [_ABSENT]
    end = 0
    for number, token in enumerate(tokens):
        terminal = terminal_at(states, tokens, number)
        if terminals is not None:
            terminals.append(terminal)
        while True:
            action = actions[states[-1]].get(terminal)
            if action is None:
                return Stopped(number)
            if action >= 0:
                states.append(action)
                parts.append(_leaf(source, terminal, token))
                if token.text:
                    end = token.end
                break
            rule = rules[~action]
            if rule.alone:
                states[-1] = gotos[states[-2]][rule.origin]
                continue
            if rule.size:
                children = parts[-rule.size :]
                del states[-rule.size :], parts[-rule.size :]
            else:
                children = []
            states.append(gotos[states[-1]][rule.origin])
            parts.append(_reduce(source, rule, children, end))
            if terminal == END and states[-1] == last:
                book = parts[-1].value
                assert isinstance(book, s.Book)
                return book
    raise AssertionError("the last token is END")


def _leaf(source: Source, terminal: str, token: Token) -> StackValue:
    _, text, start, end = token
    if terminal in (NAME, "flow"):  # the keyword `flow` is also the name of that clause
        value: object = s.Name(text, span=Span(source, start, end))
    elif terminal == INT:
        value = s.Number(int(text), span=Span(source, start, end))
    elif terminal == STRING:
        plain = text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        value = s.Text(plain, span=Span(source, start, end))
    elif terminal == QUOTED:
        value = s.QuotedLine(text[1:-1].strip(), span=Span(source, start, end))
    else:
        value = text
    return StackValue(value, start, end, 0) if text else _ABSENT


def _reduce(source: Source, rule: Rule, children: list[StackValue], last_end: int) -> StackValue:
    start = end = -1
    height = 0
    for child in children:
        if child.start >= 0:
            start = child.start if start < 0 else start
            end = child.end
        if child.height > height:
            height = child.height
    if rule.inline:
        # Leave the list nested for now: flattening it at each step would take quadratic time.
        return StackValue((rule, children), start, end, height)
    taken = _builder_arguments(rule, children)
    if rule.single and len(taken) == 1:
        return StackValue(taken[0], start, end, height)
    span = Span(source, start, end) if start >= 0 else Span(source, last_end, last_end)
    value = BUILDERS[rule.label](span, *taken)
    if type(value) in _DEEP:
        height += 1
        if height > MAX_HEIGHT:
            hint = "say it in parts: name a condition with `fact`, test many values with `x in {a, b, c}`"
            message = f"more than {MAX_HEIGHT} parts stand inside each other here"
            raise RulekitError(
                Diagnostic("E141", message, Span(source, span.start, span.start + 1), help=(Help(hint),))
            )
    return StackValue(value, start, end, height)


def _builder_arguments(rule: Rule, children: Sequence[StackValue]) -> list[object]:
    """Return the arguments for a builder from the children of a production, with nested lists flattened."""
    out: list[object] = []
    for index, joined, absent in rule.take:
        if absent:
            out.extend([None] * absent)
        if joined:
            out.extend(_flat(children[index].value))
        else:
            out.append(children[index].value)
    if rule.absent:
        out.extend([None] * rule.absent)
    return out


def _flat(nested: tuple[Rule, Sequence[StackValue]]) -> list[object]:
    """Return the members of a nested list. This is done in a loop, because the nesting is as deep as the list is
    long."""
    out: list[object] = []
    work: list[tuple[bool, Any]] = [(True, nested)]
    while work:
        inside, item = work.pop()
        if not inside:
            out.append(item)
            continue
        inner, parts = item
        steps: list[tuple[bool, Any]] = []
        for index, joined, absent in inner.take:
            steps.extend([(False, None)] * absent)
            steps.append((joined, parts[index].value))
        steps.extend([(False, None)] * inner.absent)
        work.extend(reversed(steps))
    return out
