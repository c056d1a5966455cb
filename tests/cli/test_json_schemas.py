"""The JSON value of each command holds its schema, and each field of a schema is needed: without it, a value holds the
schema no longer."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from rulekit.cli.main import run

from ..shipped import spanning
from . import PILE
from .json_samples import (
    ACCEPTING,
    OWN,
    PER_GAME,
    UNSAMPLED,
    WHOLE_PROJECT,
    all_lines,
    as_text,
    cheap_lines,
    is_error,
    schema_names,
    schema_of,
)
from .test_report_formats import FAILING, WRONG

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "schemas"
NAMES = schema_names()
REGENERATE = bool(os.environ.get("RULEKIT_REGENERATE"))
ENDLESS = """rulebook endless "Endless":
  players 1
keep left "Left": 0..1 = 0
choice turn "A turn"
action stay in turn "Stay": left = 1 - left
flow:
  turns from p1:
    do one of turn
"""
VARIANT = """variant other of classics/nim "Other":
  summary "Another."
  source card "The card": "one", "two"
replace option never_there "x": 1..2 = 1
"""


IDLE = """rulebook idle "Idle":
  players 2
keep thrown: 0..1 = 0
fact unused = 1
procedure aside():
  thrown = 0
flow:
  thrown = 1
  if thrown == 0:
    aside()
    game over, lost by p1
  game over, drawn
"""
HOUSE = """variant house of base "House":
  summary "Two at most."
replace action take in turn "One or two counters":
  choose n in 1..3 where n <= lesser(2, left)
  left -= n
  if left == 0:
    game over, won by me
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("wrong", WRONG), ("failing", FAILING), ("endless", ENDLESS), ("variant", VARIANT)):
        Path(f"{name}.rules").write_text(text, encoding="utf-8")
    shutil.copy("failing.rules", "wordless.rules")


@cache
def schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))


@cache
def validator(name: str) -> Draft202012Validator:
    common = Resource.from_contents(schema("common"))
    return Draft202012Validator(schema(name), registry=Registry().with_resource("common.schema.json", common))


def value_of(line: tuple[str, ...]) -> Any:
    if line[0] == "changes":
        write_history()
    if line[0] == "lock":
        write_base(line)
    if ACCEPTING in line or line in WHOLE_PROJECT:
        write_accepting()
    return json.loads(json.dumps(run([*line, "--json"]).data, ensure_ascii=False))


def values_of(command: str) -> list[Any]:
    """Return the values of the usual samples of a command."""
    return [value_of(line) for line in cheap_lines() if line[0] == command]


def write_accepting() -> None:
    """Make a project that accepts what `check`, `test` and `solve` warn of, and one warning more for each."""
    entry = '[[accept]]\ncode = "{}"\nin = "{}"\nreason = "so be it"\n'
    met = [entry.format(code, ACCEPTING) for code in ("W203", "W840", "W843")]
    stale = [entry.format(code, "nobody/*") for code in ("W203", "W840")]
    Path("rulekit.toml").write_text('rulebooks = ["rules"]\n' + "".join((*met, *stale)), encoding="utf-8")
    path = Path("rules", f"{ACCEPTING}.rules")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(IDLE, encoding="utf-8")


def write_base(line: tuple[str, ...]) -> None:
    """Make a project with a variant. After its clauses are locked, their base changes at the second line without
    words."""
    text = Path(PILE).read_text("utf-8")
    if Path("rulekit.lock").exists() and line == ("lock",):
        text = text.replace("left -= n", "left -= 1")
    Path("rulekit.toml").write_text('rulebooks = ["rules"]\n', encoding="utf-8")
    Path("rules").mkdir(exist_ok=True)
    Path("rules", "base.rules").write_text(text, encoding="utf-8")
    Path("rules", "house.rules").write_text(HOUSE, encoding="utf-8")


def write_history() -> None:
    """Make a repository with three revisions of rulebooks, and changes after the last."""
    if Path("history").is_dir():
        return
    Path("history").mkdir()
    os.chdir("history")
    base = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "init", "-q", "."], check=True)
    text = Path(PILE).read_text("utf-8")
    rules = (text, text.replace("= 7", "= 9"), text.replace("lesser(3", "lesser(2").replace("The pile", "A pile"))
    for at, said in enumerate((*rules, text.replace("always within", "# a remark\nalways within"))):
        Path("pile.rules").write_text(said, encoding="utf-8")
        Path("gone.rules" if at < 2 else "moved.rules").write_text(text.replace("pile", "heap"), encoding="utf-8")
        if at == 1:
            Path("wrong.rules").write_text(WRONG, encoding="utf-8")
        if at == 2:
            Path("gone.rules").unlink()
            Path("new.rules").write_text(text.replace("rulebook pile", "rulebook fresh"), encoding="utf-8")
        if at < 3:
            subprocess.run([*base, "add", "-A"], check=True)
            subprocess.run([*base, "commit", "-q", "-m", "x"], check=True)


def regenerate(command: str, values: list[Any]) -> None:
    path = FOLDER / f"{command}.schema.json"
    old = schema(command) if path.exists() else None
    path.write_text(as_text(schema_of(command, values, old)), encoding="utf-8")
    schema.cache_clear()
    validator.cache_clear()


def test_every_command_has_a_schema_and_samples() -> None:
    assert {path.name.removesuffix(".schema.json") for path in FOLDER.glob("*.json")} == {"common", "records", *NAMES}
    assert set(OWN) == set(NAMES) - UNSAMPLED and set(PER_GAME) <= set(OWN)
    for name in ("common", *NAMES):
        Draft202012Validator.check_schema(schema(name))


LONG = ("compare", "machine")
"""Commands whose samples take long together: the suite has the first of them alone."""


@pytest.mark.parametrize("command", spanning(OWN, [command for command in OWN if command not in LONG]))
def test_values_hold_their_schema_and_show_every_field(command: str) -> None:
    values = values_of(command)
    if REGENERATE:
        regenerate(command, values)
    for value in values:
        validator(command).validate(value)
    assert any(not is_error(value) for value in values)
    seen = {place for value in values if not is_error(value) for place in fields(value)}
    told = {place for group in schema(command)["anyOf"][1:] for place in named(group)}
    assert told - seen <= RARE.get(command, set()), "fields that no sample has"


RARE: dict[str, set[str]] = {}
"""Fields of a command that only shipped games outside of the usual samples have."""


@pytest.mark.parametrize("command", OWN)
def test_a_field_that_is_taken_away_breaks_the_schema(command: str) -> None:
    values = (value_of(line) for line in cheap_lines() if line[0] == command)
    value = next(value for value in values if not is_error(value))
    validator(command).validate(value)
    cuts = list(without_one(value, schema(command)))
    assert cuts
    for name, cut in cuts:
        assert not validator(command).is_valid(cut), f"{name} may be left out"


@pytest.mark.soak
@pytest.mark.parametrize("line", list(all_lines()), ids=" ".join)
def test_values_of_every_shipped_game_hold_their_schema(line: tuple[str, ...]) -> None:
    value = value_of(line)
    if REGENERATE:
        regenerate(line[0], [value])
    validator(line[0]).validate(value)


@pytest.mark.parametrize("line", ["layers --nothing", "nothing", "test", "solve classics/nim --most x"])
def test_a_mistake_is_a_value_of_its_own(line: str) -> None:
    value = value_of(tuple(line.split()))
    assert is_error(value)
    for name in NAMES:
        validator(name).validate(value)


def fields(value: Any, place: str = "") -> Iterator[str]:
    """Yield the path of each field in a value."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield f"{place}.{key}"
            yield from fields(part, f"{place}.{key}")
    elif isinstance(value, list):
        for part in value:
            yield from fields(part, place)


def named(part: Any, place: str = "") -> Iterator[str]:
    """Yield the path of each field that a schema names outside of maps."""
    for key, inside in part.get("properties", {}).items():
        yield f"{place}.{key}"
        yield from named(inside, f"{place}.{key}")
    if "items" in part:
        yield from named(part["items"], place)


def without_one(value: Any, schema: Any) -> Iterator[tuple[str, Any]]:
    """Yield copies of a value that each lack a field which the schema needs, at the top and one object further."""
    groups = [one for one in schema["anyOf"][1:] if set(one["required"]) == set(value)]
    for key in groups[0]["required"] if groups else ():
        cut = copy.deepcopy(value)
        del cut[key]
        yield key, cut
        inside = groups[0]["properties"][key]
        needed = inside.get("items", inside).get("required", ())
        for one in needed:
            cut = copy.deepcopy(value)
            part = cut[key][0] if isinstance(cut[key], list) and cut[key] else cut[key]
            if isinstance(part, dict):
                del part[one]
                yield f"{key}.{one}", cut
