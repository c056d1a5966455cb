"""Messages while somebody types: after random keys the same as those of a fresh check, and no request fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

import pytest

from rulekit.diagnostics import Diagnostic, RulekitError
from rulekit.editor.completions import completions, signature
from rulekit.editor.hovers import hover
from rulekit.editor.later import all_steps
from rulekit.editor.navigation import definitions, references, rename
from rulekit.editor.staged_check import StagedCheck
from rulekit.editor.structure import coloured, folds, lenses, outline_of
from rulekit.editor.workspace import Workspace
from rulekit.rulebook_files import find
from tests.typing import edits

SHORT = (("czar/base", 21), ("emissary/tank", 20), ("classics/kalah", 80), ("classics/pig-with-talents", 40))
WHOLE = frozenset(["classics/kalah", "classics/pig-with-talents"])
"""Books whose checks are short enough to compare the messages of every configuration."""
LONG = (
    *(("czar/base", 2000), ("czar/english", 1500), ("czar/dutch-revised", 1000), ("carcassonne/messages-c2", 1000)),
    *(("classics/chess", 1500), ("classics/rummy", 1500), ("emissary/base", 700), ("emissary/tank", 800)),
)
"""Books and the numbers of keys: ten thousand together."""


def told(found: list[Diagnostic]) -> list[str]:
    return [f"{d} {d.span and (d.span.start, d.span.end)}" for d in found]


def messages(workspace: Workspace, path: str, steps: Callable[[StagedCheck], Iterator[None]]) -> list[str]:
    check = workspace.check(path)
    list(steps(check))
    return told(check.found)


def no_steps(check: StagedCheck) -> Iterator[None]:
    yield from ()


def default_steps(check: StagedCheck) -> Iterator[None]:
    yield from check.check_whole()
    yield from check.try_fixes()


def ask(workspace: Workspace, path: str, chance: Random) -> None:
    """Ask everything about a random place."""
    text = workspace.parsed(path).source.text
    offset = chance.randrange(len(text) + 1)
    for question in (hover, definitions, references, completions, signature):
        question(workspace, path, offset)
    for start, length, _ in coloured(workspace, path):
        assert text[start : start + length].strip()
    outline_of(workspace.parsed(path)), folds(workspace.parsed(path)), lenses(workspace, path)
    if chance.randrange(20) == 0:
        with suppress(RulekitError):
            rename(workspace, path, offset, "another_name")


def typed(name: str, keys: int, every: int, seed: int) -> None:
    path = str(find(name).resolve())
    workspace, chance = Workspace(), Random(seed)
    for number, text in enumerate(edits(workspace.parsed(path).source.text, chance, keys)):
        workspace.change(path, text)
        found = messages(workspace, path, no_steps)
        if number % every == every - 1 or number == keys - 1:
            ask(workspace, path, chance)
            fresh = Workspace()
            fresh.change(path, text)
            assert found == messages(fresh, path, no_steps)
            steps = all_steps if name in WHOLE else default_steps
            assert messages(workspace, path, steps) == messages(fresh, path, steps)


@pytest.mark.parametrize("name, keys", SHORT)
def test_random_keys(name, keys):
    typed(name, keys, 20, 3)


@pytest.mark.soak
@pytest.mark.parametrize("name, keys", LONG)
def test_ten_thousand_keys(name, keys):
    typed(name, keys, 100, 4)
