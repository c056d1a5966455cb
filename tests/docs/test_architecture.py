"""docs/internals/architecture.md shows the true output of each stage; RULEKIT_REGENERATE=1 writes it again."""

from __future__ import annotations

import ast
import importlib
import os
import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from rulekit.check import check_rulebook
from rulekit.check.checked import CheckedModel
from rulekit.diagnostics import Source, Span
from rulekit.machine.lower import lower
from rulekit.machine.optimise import for_playouts, optimise_for_hosts
from rulekit.machine.program import Machine
from rulekit.machine.text import machine_text
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config, Placed, Rulebook
from rulekit.model.types import Type
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from rulekit.syntax.traversal import walk

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "architecture.md"
RULEKIT = PAGE.parents[2] / "rulekit"
STAGE = re.compile(r"<!-- stage: (\w+) -->\n(?:\n```\w*\n(.*?)```\n)?", re.DOTALL)
BOOK = """rulebook toll "Toll":
  players 2

keep coins[p in Player]: 0..9 = 9
keep debts: 0..9 = 0

fact short(p Player) = coins[p] < 3

procedure pay(n 1..3):
  coins[me] -= n
  if short(me):
    debts += 1

flow:
  turns from p1:
    choose n in 1..3 where n <= coins[me]
    pay(n)
    if debts == 2:
      game over, won by me
"""
CLAUSE = "procedure pay"


def test_the_page_shows_every_stage_as_it_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = {found[1]: found[2] for found in STAGE.finditer(text)}
    made = {name: make() for name, make in STAGES.items()}
    if os.environ.get("RULEKIT_REGENERATE"):
        kinds = {"text": "rules"}
        blocks = STAGE.sub(lambda f: f"<!-- stage: {f[1]} -->\n\n```{kinds.get(f[1], 'text')}\n{made[f[1]]}```\n", text)
        PAGE.write_text(blocks, encoding="utf-8")
        pytest.skip("written anew")
    assert list(shown) == list(STAGES)
    assert shown == made


def test_every_function_and_product_that_the_page_names_is_there() -> None:
    names = re.findall(r"`(?:rulekit\.)?((?:[a-z_]+\.)+\w+)`", PAGE.read_text(encoding="utf-8"))
    assert len(names) >= 10
    for name in names:
        module, _, attribute = name.rpartition(".")
        try:
            importlib.import_module(f"rulekit.{name}")
        except ModuleNotFoundError:
            assert hasattr(importlib.import_module(f"rulekit.{module}"), attribute), name


DEFINES = {".lark": re.compile(r"^[!?]?(\w+):", re.MULTILINE), ".ftl": re.compile(r"^([a-z][\w-]*) =", re.MULTILINE)}
"""Patterns of definitions in files that are not Python: productions of the grammar, messages of a language."""


def located(path: str) -> Path:
    """Return the file of a path on the page: under `tests/` if it begins so, else under `rulekit/`."""
    return (PAGE.parents[2] if path.startswith("tests/") else RULEKIT) / path


def defined(path: str) -> set[str]:
    """Return the names of a file's functions, classes and constants; methods as `Class.method`."""
    text, found = located(path).read_text(encoding="utf-8"), set()
    if not path.endswith(".py"):
        return set(DEFINES[Path(path).suffix].findall(text))
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
    return found


WALKS = ["A fact", "An option's label", "A message", "A random number"]


def test_the_walks_name_what_is_there() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("\n## Four walks through the code\n")[2].partition("\n## ")[0]
    walks = section.split("\n### ")[1:]
    assert [one.partition("\n")[0] for one in walks] == WALKS
    for steps_text in walks:
        for part in steps_text.split("The seed comes from"):
            steps = re.findall(r"^(\d+)\. `[^`]+::[^`]+`: .", part, re.MULTILINE)
            assert steps == [str(number + 1) for number in range(len(steps))]
            assert 6 <= len(steps) <= 15


def test_the_files_and_functions_of_the_page_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = re.findall(r"`(\S+\.(?:py|lark))::([^`]+)`", text)
    assert len(named) > 40
    assert [f"{file}::{name}" for file, name in named if name not in defined(file)] == []
    files = re.findall(r"`([\w/]+(?:\.(?:py|lark|ftl)|/))`", text)
    assert [file for file in files if file != "rulekit/" and not located(file).exists()] == []


def test_what_is_not_there_is_not_found() -> None:
    assert "look_layout" in defined("syntax/clause_parts.py") and "ARITHMETIC_FAULT" in defined("engine/interface.py")
    assert "DeclaredLooks.of" in defined("scene/declared_looks.py") and "DeclaredLooks.splork" not in defined(
        "scene/declared_looks.py"
    )
    assert "look" in defined("syntax/grammar.lark") and "splork" not in defined("syntax/grammar.lark")
    assert "so-if" in defined("prose/grammars/en.ftl") and "splork" not in defined("prose/grammars/en.ftl")


# --------------------------------------------------------------------------------------------------------------- stages


def book() -> s.Book:
    parsed, problems = parse(Source("toll.rules", BOOK))
    assert parsed is not None and not problems
    return parsed


def rulebook() -> Rulebook:
    found, problems = assemble((book(),), Config())
    assert found is not None and not problems
    return found


def placed() -> Placed:
    return next(p for p in rulebook().clauses if p.id == CLAUSE)


def model() -> CheckedModel:
    found, problems = check_rulebook(rulebook())
    assert found is not None and not problems
    return found


def machine() -> Machine:
    return lower(model())


def drawn(value: object, deep: int = 0) -> str:
    """Return a frozen value as an indented tree, without spans and empty parts."""
    if attrs.has(type(value)) and not isinstance(value, s.Name | s.Text):
        parts = {
            a.name: getattr(value, a.name)
            for a in attrs.fields(type(value))
            if not isinstance(getattr(value, a.name), Span | None.__class__) and getattr(value, a.name) != ()
        }
        lines = ((name, drawn(part, deep + 1)) for name, part in parts.items())
        inner = "".join(
            f"\n{'  ' * (deep + 1)}{name}:{'' if told[:1] == chr(10) else ' '}{told}" for name, told in lines
        )
        return f"{type(value).__name__}{inner}"
    if isinstance(value, tuple):
        return "".join(f"\n{'  ' * (deep + 1)}- {drawn(part, deep + 1)}" for part in value)
    return value.text if isinstance(value, s.Name | s.Text) else str(value)


def symbols() -> str:
    """Return a line for each name of the example clause, with its symbol and type, in the order of the text."""
    checked = model()
    clause = next(p for p in checked.rulebook.clauses if p.id == CLAUSE).clause
    found: dict[str, str] = {}
    for node in sorted(walk(clause), key=lambda n: n.span.start):
        symbol = checked.refs.get(node)
        if symbol is not None:
            text = node.span.text
            found.setdefault(text, f"{text:<10} {type(symbol).__name__:<14} {told(checked.types.get(node))}".rstrip())
    return "\n".join(found.values()) + "\n"


def told(type_: Type | None) -> str:
    """Return a type as text; for a domain, only its name."""
    domain = getattr(type_, "domain", None)
    return f"DomainType of {domain.name}" if domain is not None else str(type_)


def part(text: str, start: str) -> str:
    """Return the lines of a machine's parts whose first line begins with `start`, including indented lines."""
    out: list[str] = []
    inside = False
    for line in text.split("\n"):
        if not line.startswith("   "):
            inside = line.startswith(f"  {start}")
        if inside:
            out.append(line[2:])
    return "\n".join(out) + "\n"


STAGES: dict[str, Callable[[], str]] = {
    "text": lambda: BOOK,
    "nodes": lambda: drawn(placed().clause) + "\n",
    "placed": lambda: f"id: {placed().id}\nlayer: {placed().layer}\nconditions: {list(placed().conditions)}\n",
    "model": symbols,
    "machine": lambda: part(machine_text(machine()), CLAUSE) + part(machine_text(machine()), "fact short"),
    "caller": lambda: part(machine_text(machine()), "step flow.chosen#1"),
    "optimised": lambda: part(machine_text(optimise_for_hosts(machine())[0]), CLAUSE),
    "playouts": lambda: part(machine_text(for_playouts(machine())[0]), CLAUSE),
}
