"""The parse table, from grammar.json: plain data that `tests/syntax/table_maker.py` makes of grammar.lark."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from .lexer import END

_WORD: Final = re.compile("[a-z]+")


class Rule(NamedTuple):
    """One production. `take` lists (child, whether its parts are inlined, absent parts before it); `absent` counts the
    absent parts after them. An `inline` production is part of its parent's list.  A `single` one with one part returns
    that part.  An `alone` production returns its only child, like most reductions: one for each level of operators.
    `symbols` are its terminals and, after an @, its rules; `format/tree_tokens.py` writes trees with them."""

    origin: str
    label: str
    size: int
    take: list[tuple[int, bool, int]]
    absent: int
    inline: bool
    single: bool
    alone: bool
    symbols: list[str]


class ParseTable(NamedTuple):
    """`actions[state][terminal]` is the next state, or ~rule to reduce; `gotos[state][origin]` is the state after a
    reduction. `first` is the start state, `last` the final one.  Terminals are named by their text (`where`, `==`) or
    by the names in lexer.py."""

    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    rules: list[Rule]
    first: int
    last: int


@cache
def table() -> ParseTable:
    """Return the table of the language's grammar."""
    text = Path(__file__).with_name("grammar.json").read_text(encoding="utf-8")
    actions, gotos, rules, first, last = json.loads(text.partition("\n")[2])
    return ParseTable(actions, gotos, [Rule(*rule) for rule in rules], first, last)


@cache
def keywords() -> frozenset[str]:
    """Return every word of the grammar."""
    return frozenset(t for row in table().actions for t in row if _WORD.fullmatch(t))


def shifts(stack: Sequence[int], terminal: str) -> bool:
    """Return whether the parser in these states accepts the terminal, after any reductions."""
    return advance(list(stack), terminal)


def advance(stack: list[int], terminal: str) -> bool:
    """Accept a terminal, changing only the states. If it cannot come here, return False; the stack is then unusable."""
    actions, gotos, rules, _, last = table()
    while True:
        action = actions[stack[-1]].get(terminal)
        if action is None:
            return False
        if action >= 0:
            stack.append(action)
            return True
        rule = rules[~action]
        if rule.size:
            del stack[-rule.size :]
        stack.append(gotos[stack[-1]][rule.origin])
        if stack[-1] == last and terminal == END:
            return True


def stack_after(*terminals: str) -> tuple[int, ...]:
    """Return the parser's states after these terminals from the start of a text."""
    stack = [table().first]
    for terminal in terminals:
        taken = advance(stack, terminal)
        assert taken, terminal
    return tuple(stack)
