"""Each attribute of Lark's internals that `parse_table.py` uses is tested on a small grammar.

If a release of Lark changes an attribute, a test here names it before other tests fail.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.parsers import lalr_analysis

from rulekit.syntax import parse_table
from rulekit.syntax.lexer import END

GRAMMAR = r"""
book: item+ [end]
?item: "item" N -> named
     | pair
pair: _open N [N] "]"
!end: "end"
_open: "["
N: /[0-9]+/
%ignore " "
"""


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer="basic", start="book", maybe_placeholders=True)


@pytest.fixture(scope="module")
def made(lark: Lark) -> Any:
    """Return the table that Lark itself makes."""
    interactive = lark.parse_interactive("")
    return interactive.parser_state.parse_conf.parse_table


@pytest.fixture(scope="module")
def rules(made: Any) -> dict[str, Any]:
    """Return the productions by label, for each label the longest."""
    found = {target for row in made.states.values() for action, target in row.values() if is_reduction(action)}
    return {rule.alias or rule.origin.name: rule for rule in sorted(found, key=lambda rule: len(rule.expansion))}


def is_reduction(action: object) -> bool:
    return action is not lalr_analysis.Shift


def test_the_terminals(lark: Lark) -> None:
    found = {t.name: t for t in lark.terminals}
    assert (found["ITEM"].pattern.type, found["ITEM"].pattern.value) == ("str", "item")
    assert (found["N"].pattern.type, found["N"].pattern.value) == ("re", "[0-9]+")
    assert all(t.name == name for name, t in found.items())


def test_the_states(made: Any) -> None:
    start, end = made.start_states["book"], made.end_states["book"]
    assert start in made.states and end in made.states
    row = made.states[start]
    assert {"ITEM", "LSQB", "item", "pair"} <= row.keys()  # terminals and rules are keyed by their names
    action, target = row["ITEM"]
    assert action is lalr_analysis.Shift and target in made.states
    assert "$END" in {symbol for row in made.states.values() for symbol in row}


def test_the_productions(rules: dict[str, Any]) -> None:
    assert {"book", "pair", "end", "_open", "named"} <= rules.keys()
    for rule in rules.values():
        assert isinstance(rule.origin.name, str)
        assert rule.alias is None or isinstance(rule.alias, str)
    assert rules["named"].origin.name == "item"


def test_the_symbols_of_a_production(rules: dict[str, Any]) -> None:
    opened, first, second, closed = rules["pair"].expansion
    assert (opened.name, opened.is_term) == ("_open", False)
    assert (first.name, first.is_term, first.filter_out) == ("N", True, False) and second.name == "N"
    assert (closed.is_term, closed.filter_out) == (True, True)


def test_the_options_of_a_production(rules: dict[str, Any]) -> None:
    assert rules["end"].options.keep_all_tokens and not rules["pair"].options.keep_all_tokens
    assert rules["named"].options.expand1 and not rules["pair"].options.expand1
    short = Lark(GRAMMAR.replace("N [N]", "N [N] N"), parser="lalr", start="book", maybe_placeholders=True)
    empty = {tuple(rule.options.empty_indices) for rule in short.rules if rule.origin.name == "pair"}
    assert any(any(flags) for flags in empty) and not all(any(flags) for flags in empty)


def test_what_is_made_of_it() -> None:
    table = parse_table.generate(GRAMMAR)
    labels = {rule.label: rule for rule in table.rules}
    assert {"book", "pair", "end", "named"} <= labels.keys()
    pair = next(rule for rule in table.rules if rule.label == "pair" and rule.size == 3)
    assert pair.take == [(0, True, 0), (1, False, 0)] and pair.absent == 1
    assert labels["named"].take == [(1, False, 0)] and labels["named"].single is False
    assert labels["end"].take == [(0, False, 0)] and labels["_open"].inline
    assert set(table.actions[table.first]) == {"item", "["}
    assert END in {terminal for row in table.actions for terminal in row}


PYTHON = {"append", "popleft", "items", "get", "startswith", "split", "join"}
"""Attributes of Python's own types."""


def test_nothing_else_of_lark_is_used() -> None:
    """Every attribute used in the modules that know Lark occurs in a test or fixture of this file."""
    known = set(re.findall(r"\.(\w+)", Path(__file__).read_text(encoding="utf-8")))
    read: set[str] = set()
    for function in (parse_table.generate, parse_table._spelling, parse_table._rule):
        read |= {
            node.attr for node in ast.walk(ast.parse(inspect.getsource(function))) if isinstance(node, ast.Attribute)
        }
    assert {"parse_conf", "empty_indices"} <= read and read - known - PYTHON == set()


def test_lark_below_two_is_asked_for() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    (asked,) = (one for one in project["dependencies"] if one.startswith("lark"))
    assert asked == "lark>=1.2,<2"


def test_the_table_that_is_shipped_is_that_of_the_grammar() -> None:
    made = parse_table.as_json(parse_table.generate(parse_table.grammar()))
    shipped = parse_table.SHIPPED.read_text(encoding="utf-8")
    assert shipped == f"{parse_table.table_name()}\n{made}\n", (
        'python -c "from rulekit.syntax import parse_table; parse_table.ship()"'
    )
    assert parse_table.read_shipped(parse_table.table_name()) == parse_table.table()


@pytest.mark.parametrize("text", ["", "0123\n[]", "{name}\n[1]", "{name}\nnothing", None])
def test_a_shipped_table_that_does_not_fit_is_made_anew(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = parse_table.table_name()
    file = tmp_path / "grammar.json"
    if text is not None:
        file.write_text(text.replace("{name}", name), encoding="utf-8")
    monkeypatch.setattr(parse_table, "SHIPPED", file)
    assert parse_table.read_shipped(name) is None
