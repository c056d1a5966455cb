"""Command lines whose JSON value is compared with its schema, and the schema that follows from such values.

A schema is written from samples, and then read and kept: `RULEKIT_REGENERATE=1 pytest tests/cli/test_json_schemas.py -m
"soak or not soak"`. A new sample only widens it: a field stays, and so does what may be left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulekit.cli.commands import COMMANDS

from ..shipped import GAMES
from . import PILE

Json = Any
Line = tuple[str, ...]

CHEAP = ("classics/pig", "classics/leduc-poker", "classics/tic-tac-toe-misere")
FAILING = "./failing.rules"
PROJECT = "./project.rules"
ACCEPTING = "ours/base"
"""A rulebook of a project that accepts its warnings."""
WHOLE_PROJECT = {("check",), ("test", "-n", "1")}
"""Lines about all of it."""

OWN: Mapping[str, Sequence[str]] = {
    "check": (
        "./wrong.rules",
        f"{FAILING} {PILE} --lang nl",
        "czar/without-roubles",
        "./wordless.rules --lang nl",
        ACCEPTING,
        "",
    ),
    "test": (
        f"{FAILING} {PILE} -n 3",
        f"{PILE} -n 1 --knowledge 20",
        "classics/nim -n 1",
        "./wrong.rules",
        "./endless.rules -n 2 --max-moves 5",
        f"{ACCEPTING} -n 1",
        "-n 1",
    ),
    "list": ("czar", ".", "./nowhere"),
    "layers": ("czar/dutch-revised", "carcassonne/messages-c2"),
    "sources": ("chess/standard", "czar/base czar/english", "czar/english --by-clause", "./variant.rules"),
    "simulate": (f"{PILE} -n 1", "czar/english -n 5"),
    "profile": (
        f"{PILE} -n 4 --agents uct:10 --simulations 10 --steps 1",
        "classics/pig -n 1 --agents random --simulations 0 --no-rules --steps 0 --max-moves 1",
        "classics/pig classics/leduc-poker -n 3 --agents random --simulations 0 --no-rules",
    ),
    "look": (f"{PILE} --after 3 --out a.svg", "czar/english --seen-by all"),
    "play": (f"{PILE} --random", "classics/pig --random --moves 3 --save a.save"),
    "perft": (f"{PILE} --depth 2", f"{PILE} --depth 2 --by decision"),
    "solve": (
        f"{PILE} -n 5",
        f"{FAILING} -n 5",
        "classics/pig --most 100 -n 5",
        "classics/tic-tac-toe -n 0",
        f"{ACCEPTING} -n 1",
    ),
    "machine": (f"{PILE} --stage playouts", "classics/pig --why"),
    "compare": (
        "classics/tic-tac-toe classics/tic-tac-toe-misere -n 5",
        "classics/tic-tac-toe classics/tic-tac-toe-misere -n 5 --witness",
        "czar/english czar/dutch -n 5",
        "czar/english czar/dutch --no-games --players 2-3",
        "classics/kuhn-poker --rulings -n 5",
        "czar/dutch-revised --ruling robbing --no-games",
        f"{PILE} {PILE} --set-first counters=5 -n 5",
        "classics/pig classics/pig-with-a-tailwind -n 5 --full",
    ),
    "render": ("classics/nim --out book", "classics/nim --html nim.html"),
    "fmt": (f"{FAILING} --check", "./wrong.rules", f"{PILE} --check"),
    "explain": ("E201",),
    "lock": ("", "--accept all", "base", ""),
    "changes": ("HEAD", "HEAD~1..HEAD", "HEAD~2"),
    "new": ("mine", "other --over classics/nim", "--project third"),
}
"""For each command, the further words of its lines."""
PER_GAME: Mapping[str, str] = {
    "check": "{}",
    "test": "{} -n 2",
    "layers": "{}",
    "sources": "{}",
    "simulate": "{} -n 3",
    "look": "{}",
    "play": "{} --random --moves 40",
    "machine": "{}",
    "perft": "{} --depth 1",
}
"""For each command, its line on any game."""
LARGE = ("emissary/",)
"""The games whose configurations take hours together: one number of players stands for them."""
FEW_PLAYERS = ("--players", "4")
EVERY_CONFIGURATION = ("check", "test")
UNSAMPLED = {"page", "lsp"}
"""Commands without samples: they need packages that are fetched, or answer an editor. The first has a schema written by
hand."""
MAPS = {"options", "clauses_counted", "forms_before", "options_taken", "pages", "wins", "figures_by_name"}
"""Fields whose value is an object with names of a rulebook or of files as keys."""
MAPS_OF = {("simulate", "clauses"), ("simulate", "figures"), ("simulate", "options")}
"""Those of single commands."""


def cheap_lines() -> Iterator[Line]:
    """Yield the lines of the usual tests."""
    for command, lines in OWN.items():
        yield from ((command, *line.split()) for line in lines)
    for command, line in PER_GAME.items():
        yield from ((command, *line.format(game).split()) for game in CHEAP)


def all_lines() -> Iterator[Line]:
    """Yield a line of each command for each shipped game."""
    for command, line in PER_GAME.items():
        for game in GAMES:
            few = FEW_PLAYERS if command in EVERY_CONFIGURATION and game.startswith(LARGE) else ()
            yield (command, *line.format(game).split(), *few)


def schema_names() -> list[str]:
    """Return the commands that have a schema."""
    return sorted(COMMANDS.keys() - {"lsp"})


# ------------------------------------------------------------------------------------------------------------ inference


NULL = {"type": "null"}


def is_error(value: Json) -> bool:
    """Return whether a value is that of a command that was stopped, which is the same for all commands."""
    return isinstance(value, dict) and value.keys() == {"ok", "diagnostics"}


def widened(schema: Json, value: Json, command: str, name: str = "") -> Json:
    """Return a schema that also allows a value; None is the schema of nothing."""
    if isinstance(value, dict) and {"code", "severity", "message", "span", "labels"} <= value.keys():
        link = {"$ref": f"common.schema.json#/$defs/{'accepted' if 'reason' in value else 'diagnostic'}"}
        return {"anyOf": [link, NULL]} if schema in (NULL, {"anyOf": [link, NULL]}) else link
    if value is None and schema and ("$ref" in schema or "anyOf" in schema):
        return schema if "anyOf" in schema else {"anyOf": [schema, NULL]}
    made = dict(schema or {})
    kind = kind_of(value)
    kinds = [made["type"]] if isinstance(made.get("type"), str) else list(made.get("type", ()))
    kinds = [k for k in kinds if not (k == "integer" and kind == "number")]
    if kind not in kinds and not (kind == "integer" and "number" in kinds):
        kinds.append(kind)
    made["type"] = kinds[0] if len(kinds) == 1 else sorted(kinds)
    if isinstance(value, list):
        for one in value:
            made["items"] = widened(made.get("items"), one, command, name)
        made.setdefault("items", {})
    elif isinstance(value, dict) and (name in MAPS or (command, name) in MAPS_OF):
        for one in value.values():
            made["additionalProperties"] = widened(made.get("additionalProperties"), one, command, name + "[]")
        made.setdefault("additionalProperties", {})
    elif isinstance(value, dict):
        known = dict(made.get("properties", {}))
        first = "properties" not in made
        for key, part in value.items():
            known[key] = widened(known.get(key), part, command, key)
        needed = set(value) if first else set(made["required"]) & set(value)
        made |= {
            "properties": known,
            "required": [key for key in known if key in needed],
            "additionalProperties": False,
        }
    return made


def kind_of(value: Json) -> str:
    """Return the JSON Schema type of a value."""
    if value is None:
        return "null"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names[type(value)]


def schema_of(command: str, values: Sequence[Json], old: Json = None) -> Json:
    """Return the schema of a command from values, in groups by their fields."""
    groups: dict[frozenset[str], Json] = {}
    for known in (old or {}).get("anyOf", [])[1:]:
        groups[frozenset(known["required"])] = known
    for value in values:
        if not is_error(value):
            key = frozenset(value)
            groups[key] = widened(groups.get(key), value, command)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{command}.schema.json",
        "title": f"The JSON value of rulekit {command}",
        "anyOf": [{"$ref": "common.schema.json#/$defs/failure"}, *groups.values()],
    }


def as_text(schema: Json, indent: str = "") -> str:
    """Return a schema as it is kept in its file: what fits on a line is on one."""
    line = json.dumps(schema, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(schema, dict | list):
        text = line
    else:
        deeper = indent + " "
        pairs = schema.items() if isinstance(schema, dict) else (("", one) for one in schema)
        parts = [f"{deeper}{f'{json.dumps(key)}: ' if key else ''}{as_text(one, deeper)}" for key, one in pairs]
        begin, end = "{}" if isinstance(schema, dict) else "[]"
        text = begin + "\n" + ",\n".join(parts) + "\n" + indent + end
    return text if indent else text + "\n"


WIDTH = 120
