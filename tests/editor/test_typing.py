"""Messages while somebody types: after random keys the same as those of a fresh check, and no request fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

import pytest

from tests.shipped import every

pytest.importorskip("pygls")

from lsprotocol import types
from pygls.workspace import PositionCodec

from rulekit.diagnostics import Diagnostic, RulekitError
from rulekit.editor.completions import completions, signature
from rulekit.editor.hovers import hover
from rulekit.editor.later import all_steps
from rulekit.editor.navigation import definitions, references, rename
from rulekit.editor.protocol_values import message_value
from rulekit.editor.reader_places import at_own_place
from rulekit.editor.staged_check import StagedCheck
from rulekit.editor.structure import coloured, folds, lenses, outline_of
from rulekit.editor.workspace import Workspace
from rulekit.rulebook_files import find
from tests.typing import edits

from .client import Editor, path

CODEC = PositionCodec()

SHORT = (("classics/pig-with-talents", 40), ("czar/base", 21), ("mancala/kalah", 80))
WHOLE = frozenset(["mancala/kalah", "classics/pig-with-talents"])
"""Books whose checks are short enough to compare the messages of every configuration."""
LONG = (
    *(("czar/base", 2000), ("czar/english", 1500), ("czar/dutch-revised", 1000), ("carcassonne/messages-c2", 1000)),
    *(("chess/standard", 1500), ("classics/rummy", 1500), ("emissary/base", 700), ("emissary/tank", 800)),
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
            found = messages(workspace, path, steps)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("RULEKIT_CACHE", "")
                assert found == messages(fresh, path, steps)


@pytest.mark.parametrize("name, keys", every(3, SHORT))
def test_random_keys(name, keys):
    typed(name, keys, 20, 3)


@pytest.mark.soak
@pytest.mark.parametrize("name, keys", LONG)
def test_ten_thousand_keys(name, keys):
    typed(name, keys, 100, 4)


# ------------------------------------------------------------------------------------------------- through the server


def fresh_messages(path: str, text: str) -> set[str]:
    """Return what a fresh check of everything finds about a text, as the server publishes it."""
    fresh = Workspace()
    fresh.change(path, text)
    check = fresh.check(path)
    list(all_steps(check))
    found = [at_own_place(fresh, path, one) for one in check.found]
    return {shown(message_value(one, CODEC)) for one in found if one.span is None or one.span.source.name == path}


def shown(message: types.Diagnostic) -> str:
    where = message.range
    return f"{message.code} {where.start.line}:{where.start.character}-{where.end.line} {message.message}"


async def type_to_a_server(name: str, keys: int, every: int, seed: int) -> None:
    editor, chance = Editor(), Random(seed)
    await editor.start()
    try:
        uri = editor.open(path(name))
        for number, text in enumerate(edits(editor.texts[uri], chance, keys)):
            editor.type(uri, text)
            await asyncio.sleep(0.001 * chance.randrange(60))
            if number % every == every - 1:
                wanted = fresh_messages(str(path(name)), text)
                await editor.until(lambda: {shown(one) for one in editor.messages[uri]} == wanted, 300)  # noqa: B023
        assert editor.told_versions[uri] == sorted(editor.told_versions[uri])
    finally:
        await editor.stop()


@pytest.mark.soak
def test_keys_to_a_server():
    asyncio.run(type_to_a_server("mancala/kalah", 24, 12, 5))


@pytest.mark.soak
@pytest.mark.parametrize(
    "name, keys", [("czar/gentle-roubles", 600), ("carcassonne/base", 300), ("emissary/tank", 200)]
)
def test_hundreds_of_keys_to_a_server(name, keys):
    asyncio.run(type_to_a_server(name, keys, 100, 6))
