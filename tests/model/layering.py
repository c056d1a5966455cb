"""Reads the cases of this folder, and prints the result of assembling layers: formatted clauses, and each message in a
line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config, Placed, Rulebook
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from rulekit.syntax.format import format_node

DEFAULT = Config()
CASES = Path(__file__).parent / "cases"


@frozen
class Case:
    """The books of a case in order, the configuration, and the expected result."""

    books: tuple[str, ...]
    config: Config
    gives: str


def read_case(path: Path) -> Case:
    books: list[str] = []
    config, gives = Config(), ""
    for part in ("\n" + path.read_text()).split("\n--- ")[1:]:
        head, _, body = part.partition("\n")
        word, *settings = head.split()
        if word == "book":
            books.append(body + "\n")
        elif word == "with":
            config = configured(settings)
        else:
            gives = body
    return Case(tuple(books), config, gives)


def configured(settings: Iterable[str]) -> Config:
    values = dict(part.split("=") for part in settings)
    players = values.pop("players", None)
    return Config(int(players) if players else None, values)


def book(text: str, name: str = "book") -> s.Book:
    found, problems = parse(Source(name, text))
    assert found is not None and not problems, [(p.code, p.message, p.span and p.span.first) for p in problems]
    return found


def layered(*texts: str, config: Config = DEFAULT) -> tuple[Rulebook | None, list[Diagnostic]]:
    return assemble([book(text, f"book{i + 1}") for i, text in enumerate(texts)], config)


def game(*texts: str, config: Config = DEFAULT) -> Rulebook:
    found, problems = layered(*texts, config=config)
    assert found is not None, problems
    return found


def shown(rulebook: Rulebook | None, problems: Iterable[Diagnostic]) -> str:
    lines = [message(p) for p in problems]
    if rulebook is not None:
        h = rulebook
        options = ", ".join(f"{k} = {v}" for k, v in h.options.items())
        lines += [f"{h.name} ({h.title}): {', '.join(h.seats)}; layers {', '.join(h.layers)}"]
        lines += [f"ranks {' < '.join(h.ranks)}"] if h.ranks else []
        lines += [f"source {k} {v}" for k, v in h.sources.items()]
        lines += [f"options {options}"] if options else []
        for placed in rulebook.clauses:
            lines += ["", *clause(placed)]
    return "\n".join(lines) + "\n"


def message(p: Diagnostic) -> str:
    at = (
        f" {p.span.source.name}:{p.span.first.line}:{p.span.first.column} `{p.span.text.splitlines()[0]}`"
        if p.span
        else ""
    )
    labels = "".join(f" ({label.text}: {label.span.text.splitlines()[0]})" for label in p.labels)
    helps = "".join(f" [{h.text}]" for h in p.help)
    return f"{p.code}{at} {p.message}{labels}{helps}"


def clause(placed: Placed) -> list[str]:
    conditions = [f"  while {format_node(c)}" for c in placed.conditions]
    conditions += [f"  unless {format_node(c)}" for c in placed.unless]
    return [
        f"{placed.id} @{placed.layer}",
        *conditions,
        *(f"  {x}".rstrip() for x in format_node(placed.clause).splitlines()),
    ]
