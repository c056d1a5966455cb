"""A page is built, played with Python under Node, and played by clicks in a browser; the command line replays the saved
games."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rulekit import RulekitError
from rulekit.page import runtime
from rulekit.page.page_words import WORDS
from rulekit.prose.grammar import grammar, languages

from .pages import (
    axe,
    chromium,
    missing,
    missing_browser,
    played_by_keyboard,
    replayed,
    run_node,
    served,
    shared,
    write_page,
)
from .same_games import QUICK, different_games

Pages = Callable[[str, int], Path]
"""Writes a page of a game for a number of players, once, and returns its folder."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return cache(lambda name, players: write_page(tmp_path_factory.mktemp("page"), name, players))


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize(
    "name, players",
    [
        pytest.param("classics/leduc-poker", 2, marks=pytest.mark.early),
        *(pytest.param(*one, marks=pytest.mark.soak) for one in (("classics/tic-tac-toe", 2), ("czar/english", 4))),
    ],
)
def test_a_game_played_by_the_pages_python_replays_on_the_command_line(
    page: Pages, tmp_path: Path, name: str, players: int
) -> None:
    told = run_node("drive.mjs", page(name, players), players, 7)
    state = replayed(told["save"], tmp_path)
    assert told["over"] and state.over and list(state.payoffs) == told["payoffs"]
    assert name == state.game.name and told["history"][-1][0], "the last move is told"


@pytest.mark.skipif(bool(missing_browser()), reason=missing_browser())
@pytest.mark.parametrize(
    "name, seats",
    [
        ("classics/leduc-poker", ""),
        *(
            pytest.param(*one, marks=pytest.mark.soak)
            for one in (("classics/tic-tac-toe", ""), ("czar/english", "1.2"))
        ),
    ],
)
def test_a_game_is_played_to_its_end_by_clicks(page: Pages, tmp_path: Path, name: str, seats: str) -> None:
    players = 3 if seats else 2
    with served(page(name, players)) as address, chromium() as browser:
        told = browser.play(f"{address}#players={players}&random={seats}", 5, 600, axe=axe())
    assert told["errors"] == [] and told["axe"] == []
    assert told["hosts"] == [address.removeprefix("http://").rstrip("/")], "nothing comes from another host"
    assert told["over"] and replayed(told["save"], tmp_path).over
    assert (told["handOvers"] > 1) is (name == "classics/leduc-poker") and told["leaks"] == 0


@pytest.mark.soak
@pytest.mark.skipif(bool(missing_browser()), reason=missing_browser())
@pytest.mark.parametrize("name", ["classics/tic-tac-toe", "classics/leduc-poker"])
def test_a_game_is_played_by_keyboard_alone(page: Pages, name: str) -> None:
    with served(page(name, 2)) as address:
        told = played_by_keyboard(address)
    assert told["errors"] == [] and told["axe"] == [] and told["over"]
    assert told["unseen"] == 0, "whatever is focused shows it"
    assert all(told["said"]) and told["said"][0].startswith(("To decide: ", "An der Reihe: ")), (
        "what happens is announced"
    )


@pytest.mark.soak
@pytest.mark.skipif(bool(missing_browser()), reason=missing_browser())
def test_what_a_page_offers_beside_playing(tmp_path: Path) -> None:
    with served(write_page(tmp_path, "chess/standard", 2)) as address:
        told = run_node("features.mjs", f"{address}#players=2")
    assert told["errors"] == []
    assert (told["targets"], told["next"]) == (10, 2), "the things that can move, then where the chosen one may go"
    assert "Black's pawn goes from e7 to e5." in told["dragged"] and told["marked"], "a drag moves, and is marked"
    assert told["undone"] and told["steps"][1] == told["steps"][0] + 2
    assert told["resumed"], "the address has the game"
    assert told["opened"], "the file has the game"
    assert {name: one[2] for name, one in told["turns"].items()} == {"nl": "nl", "en": "en"}
    assert told["turns"]["nl"][:2] == ["Aan de beurt: Wit.", "Terugnemen"] != told["turns"]["en"][:2]
    assert len(set(told["paper"])) == 2, "light and dark"


@pytest.mark.soak
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_browsers_webassembly_plays_the_same_games() -> None:
    assert different_games(4, QUICK) == {name: [] for name, _ in QUICK}


def test_a_runtime_with_another_checksum_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulekitError, match="cannot be read"):
        runtime.runtime_files(tmp_path)
    for name in runtime.CHECKSUMS:
        (tmp_path / name).write_bytes(b"not Pyodide")
    with pytest.raises(RulekitError, match="its checksum differs"):
        runtime.runtime_files(tmp_path)


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_no_file_of_a_page_names_another_host() -> None:
    own = {name: data.decode() for name, data in shared().items() if not name.startswith("runtime/")}
    text = "\n".join(own.values()) + (runtime.ASSETS / "index.html").read_text(encoding="utf-8")
    assert "http://www.w3.org/2000/svg" in text
    assert text.count("://") == 1, "that of SVG is a name and no address"


@pytest.mark.parametrize("language", languages())
def test_the_words_of_the_page_are_those_of_the_grammars(language: str) -> None:
    said = (runtime.ASSETS.parent.parent / "prose" / "grammars" / f"{language}.ftl").read_text(encoding="utf-8")
    assert sorted(WORDS) == sorted(line.split(" = ")[0][8:] for line in said.split("\n") if line.startswith("ui-play-"))
    assert all(grammar(language).has(f"ui-play-{word}") for word in WORDS)
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in runtime.ASSETS.iterdir() if path.suffix in (".mjs", ".html")
    )
    assert [
        word for word in WORDS if not any(form in scripts for form in (f'"{word}"', f"().{word}", f"words.{word}"))
    ] == []
    json.dumps(said)


@pytest.mark.soak
@pytest.mark.skipif(bool(missing_browser()), reason=missing_browser())
def test_a_person_finds_the_aim_the_steps_on_the_board_and_panels_as_they_left_them(tmp_path: Path) -> None:
    with served(write_page(tmp_path, "czar/english", 3)) as address:
        told = run_node("panels.mjs", address)
    assert told["errors"] == []
    assert told["loading"] and "Be the first to bring your message" in told["aim"], "the loading is told, and goes"
    is_open, parts = told["how"]
    assert is_open and parts[0] == "At a glance" and "How you win" in parts
    assert told["folded"] and told["foldedAgain"], "a folded panel stays folded, in the next game, too"
    assert told["unfolded"] and told["kept"], "a rule that a person opened stays open after a move"
    (inn, *rooms) = sorted(told["steps"], key=lambda one: not one[1])
    assert inn[1] and inn[0].startswith("Inn "), "the inn is chosen"
    assert rooms and all(key.startswith(f"Room {inn[0][4:]}_") for key, _ in rooms), "who travels is next"
    assert told["put"] == [] and told["copied"] == [True] * 3, "what is done is told on the screen"
