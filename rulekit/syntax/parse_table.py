"""The parse table, which Lark makes from grammar.lark. It is shipped with rulekit, so that no command has to make it.

Only this file uses Lark. The table is plain data (JSON, so reading it runs no code). Its name is a hash of the grammar
and of this file. `ship` writes it. After a change of the grammar, it is made once and cached; `storage.cache` checks
cached entries.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..storage.cache import Store
from .lexer import CITE, DEDENT, END, INDENT, INDEX, NEWLINE

_RENAMED: Final = {
    "_NEWLINE": NEWLINE,
    "_INDENT": INDENT,
    "_DEDENT": DEDENT,
    "_INDEX_OPEN": INDEX,
    "_CITE_OPEN": CITE,
    "$END": END,
}
_WORD: Final = re.compile("[a-z]+")
KEPT: Final = Store("grammar")
SHIPPED: Final = Path(__file__).with_name("grammar.json")


class Rule(NamedTuple):
    """A production of the grammar. `label` names its builder. `take` lists the children that the builder gets: the
    index of the child, whether it is a list whose members are inserted, and how many absent parts come before it.
    `absent` is the number of absent parts after the last child.

    An `inline` production is part of its parent's list. A `single` production that has only one part returns that part.
    An `alone` production always returns its only child; most are like that, one for each level of operators. `symbols`
    are its terminals and, after an @, its rules; `format/tree_tokens.py` writes trees with them."""

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
    """An LALR parse table. `actions[state][terminal]` is the next state, or `~rule` to reduce by that rule;
    `gotos[state][origin]` is the state after a reduction to the symbol `origin`. `first` is the start state, `last` the
    final one. A terminal is named by its text (`where`, `==`) or by a name in lexer.py."""

    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    rules: list[Rule]
    first: int
    last: int


@cache
def table() -> ParseTable:
    """Return the table of the language's grammar."""
    name = table_name()
    known = read_shipped(name) or _read_cached(name)
    if known is None:
        known = generate(grammar())
        KEPT.write(name, as_json(known).encode())
    return known


def grammar() -> str:
    """Return the text of the grammar."""
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


def table_name() -> str:
    """Return the name of the table for the present grammar: a hash of the grammar and of this file."""
    own = Path(__file__).read_bytes() if Path(__file__).exists() else b""
    return sha256(grammar().encode() + b"\0" + own).hexdigest()


def read_shipped(name: str) -> ParseTable | None:
    """Return the table that is shipped with rulekit; None if it has another name, because the grammar was changed."""
    try:
        first, _, text = SHIPPED.read_text(encoding="utf-8").partition("\n")
    except OSError:
        return None
    return _read(text) if first == name else None


def ship() -> None:
    """Write the table beside the grammar, one row a line, so that changes of it can be read."""
    SHIPPED.write_text(f"{table_name()}\n{as_json(generate(grammar()))}\n", encoding="utf-8")


def as_json(made: ParseTable) -> str:
    rows = ",\n".join(
        "[" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in part) + "]" for part in made[:3]
    )
    return f"[{rows},\n{made.first},{made.last}]"


def generate(grammar: str) -> ParseTable:
    """Make the table of a grammar with Lark, and return it as plain data."""
    from lark import Lark  # imported here, since the table is usually there, so that Lark is not needed
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(grammar, parser="lalr", lexer="basic", start="book", maybe_placeholders=True)
    made = lark.parse_interactive("").parser_state.parse_conf.parse_table
    names = {t.name: _spelling(t.name, t.pattern) for t in lark.terminals} | _RENAMED
    # Lark's numbers differ between runs. So states and rules are numbered in the order of a search from the start.
    start, end = made.start_states["book"], made.end_states["book"]
    order: dict[Any, int] = {start: 0}
    numbers: dict[Any, int] = {}
    rules: list[Rule] = []
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    waiting = deque([start])
    while waiting:
        act: dict[str, int] = {}
        go: dict[str, int] = {}
        for symbol, (action, target) in sorted(made.states[waiting.popleft()].items()):
            if action is Shift:
                if target not in order:
                    order[target] = len(order)
                    waiting.append(target)
                (act if symbol in names else go)[names.get(symbol, symbol)] = order[target]
            else:
                if target not in numbers:
                    numbers[target] = len(rules)
                    rules.append(_rule(target, names))
                act[names[symbol]] = ~numbers[target]
        actions.append(act)
        gotos.append(go)
    return ParseTable(actions, gotos, rules, order[start], order[end])


def _spelling(name: str, pattern: Any) -> str:
    """Return the text of a terminal that is always written the same way; otherwise its name."""
    return str(pattern.value) if pattern.type == "str" else name


def _rule(rule: Any, names: dict[str, str]) -> Rule:
    """Return a production with the children that Lark would keep: without filtered tokens, with None for absent
    optional parts."""
    options, expansion = rule.options, rule.expansion
    flags = options.empty_indices or (False,) * len(expansion)
    gaps = [len(run) for run in "".join("1" if f else "0" for f in flags).split("0")]
    take: list[tuple[int, bool, int]] = []
    absent = 0
    for i, symbol in enumerate(expansion):
        absent += gaps[i]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            take.append((i, not symbol.is_term and symbol.name.startswith("_"), absent))
            absent = 0
    origin, absent = str(rule.origin.name), absent + gaps[-1]
    single, inline = bool(options.expand1) and not rule.alias, origin.startswith("_")
    alone = single and not inline and len(expansion) == 1 and take == [(0, False, 0)] and not absent
    symbols = [names[symbol.name] if symbol.is_term else f"@{symbol.name}" for symbol in expansion]
    return Rule(origin, str(rule.alias or origin), len(expansion), take, absent, inline, single, alone, symbols)


def _read_cached(name: str) -> ParseTable | None:
    """Return the cached table; None if there is none or it is damaged."""
    data = KEPT.read(name)
    found = None if data is None else _read(data)
    return found if found is not None and _is_whole(found) else None


def _is_whole(table: ParseTable) -> bool:
    """Return whether every state and rule to which a table refers exists."""
    states, rules = range(len(table.actions)), range(len(table.rules))
    steps = (
        to in states or ~to in rules
        for row in (*table.actions, *table.gotos)
        if isinstance(row, dict)
        for to in row.values()
    )
    return (
        {table.first, table.last} <= {*states}
        and len(table.actions) == len(table.gotos)
        and all(isinstance(row, dict) for row in (*table.actions, *table.gotos))
        and all(isinstance(rule.size, int) and isinstance(rule.take, list) for rule in table.rules)
        and all(steps)
    )


def _read(text: str | bytes) -> ParseTable | None:
    try:
        actions, gotos, rules, first, last = json.loads(text)
        return ParseTable(actions, gotos, [Rule(*rule) for rule in rules], first, last)
    except (ValueError, TypeError, RecursionError):
        return None


@cache
def keywords() -> frozenset[str]:
    """Return every word that occurs in the grammar: the keywords."""
    return frozenset(filter(_WORD.fullmatch, set[str]().union(*table().actions)))


def shifts(stack: Sequence[int], terminal: str) -> bool:
    """Return whether the parser in these states accepts the terminal, after any reductions."""
    return advance(list(stack), terminal)


def advance(stack: list[int], terminal: str) -> bool:
    """Change the parser's states as if the terminal were read, without building a tree. Return False if the terminal
    cannot come here; `stack` is unusable afterwards."""
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
    """Return the parser's states after these terminals, which are read from the start of a text."""
    stack = [table().first]
    for terminal in terminals:
        taken = advance(stack, terminal)
        assert taken, terminal
    return tuple(stack)
