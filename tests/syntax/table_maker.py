"""`python -m tests.syntax.table_maker`: has Lark make the parse table of grammar.lark, and writes grammar.json.

The first line of the file is a hash of the grammar and of this file, so that a test finds a table that is out of date.
Nothing else uses Lark.
"""

from __future__ import annotations

import json
from collections import deque
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from rulekit.syntax import parse_table
from rulekit.syntax.lexer import CITE, DEDENT, END, INDENT, INDEX, NEWLINE
from rulekit.syntax.parse_table import ParseTable, Rule

_RENAMED: Final = {
    "_NEWLINE": NEWLINE,
    "_INDENT": INDENT,
    "_DEDENT": DEDENT,
    "_INDEX_OPEN": INDEX,
    "_CITE_OPEN": CITE,
    "$END": END,
}
SHIPPED: Final = Path(parse_table.__file__).with_name("grammar.json")


def grammar() -> str:
    """Return the text of the grammar."""
    return SHIPPED.with_suffix(".lark").read_text(encoding="utf-8")


def table_text() -> str:
    """Return the text of the file, one row of the table a line, so that differences can be read."""
    name = sha256(grammar().encode() + b"\0" + Path(__file__).read_bytes()).hexdigest()
    made = generate(grammar())
    rows = ",\n".join(
        "[" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in part) + "]" for part in made[:3]
    )
    return f"{name}\n[{rows},\n{made.first},{made.last}]\n"


def generate(grammar: str) -> ParseTable:
    """Have Lark make the table of a grammar, and convert it to plain data."""
    lark = Lark(grammar, parser="lalr", lexer="basic", start="book", maybe_placeholders=True)
    made = lark.parse_interactive("").parser_state.parse_conf.parse_table
    names = {t.name: _spelling(t.name, t.pattern) for t in lark.terminals} | _RENAMED
    # Lark's numbers differ between runs: number states and rules in the order of a search from the start.
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
    """Return the spelling of a terminal that has only one, else its name."""
    return str(pattern.value) if pattern.type == "str" else name


def _rule(rule: Any, names: dict[str, str]) -> Rule:
    """Return a production with the children that Lark would keep: no filtered tokens, None for absent optional
    parts."""
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


if __name__ == "__main__":
    SHIPPED.write_text(table_text(), encoding="utf-8")
