"""The table of a page: what it sends, and what it does with commands that are wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekit.page.kept_game import KeptGame
from rulekit.page.table import WebTable
from tests.shipped import game


class Driven:
    """A table with one kept game, asked as the page asks."""

    def __init__(self, name: str) -> None:
        self.table, self.players = WebTable(), game(name).players
        self.table.add(KeptGame.of(game(name)).pack())

    def ask(self, do: str, **more: object) -> Any:
        return json.loads(self.table.answer(json.dumps({"do": do, **more})))

    def begin(self, robots: tuple[int, ...] = (), language: str = "en") -> Any:
        return self.ask("begin", players=self.players, robots=robots, language=language, seed="3")


def offers(view: Any) -> list[Any]:
    return [offer for group in view["groups"] for offer in group["offers"]]


def test_a_kept_game_is_the_same_game() -> None:
    one = game("classics/leduc-poker")
    kept = KeptGame.unpack(KeptGame.of(one).pack()).game()
    assert kept.rules == one.rules and kept.machine == one.machine
    assert KeptGame.of(one).pack() == KeptGame.of(one).pack()
    assert kept.start(5).record().as_text() == one.start(5).record().as_text()
    assert kept.recall.telling.modules is kept.engine.modules, "the module that records is kept, too"  # type: ignore[union-attr, attr-defined]


def test_whoever_comes_next_is_named_and_nothing_else() -> None:
    driven = Driven("classics/leduc-poker")
    before = driven.begin()
    assert set(before) == {"seats", "robots", "over", "next"} and before["next"] == "Player 1"
    view = driven.ask("ready")
    assert view["seat"] == 0 and "A card goes from the deck to player 2's hand." in view["news"]
    after = driven.ask("play", option=offers(view)[0]["option"])
    assert set(after) == set(before) and after["next"] == "Player 2"
    assert driven.ask("closed") == {"closed": []}


def test_one_person_among_random_players_never_hands_over() -> None:
    driven, steps = Driven("classics/leduc-poker"), 0
    view = driven.begin(robots=(1,))
    while not view["over"]:
        assert view["decider"] == view["seat"] == 0
        view, steps = driven.ask("play", option=offers(view)[0]["option"]), steps + 1
    assert steps and len(view["payoffs"]) == 2 and not view["groups"]


def test_targets_are_what_offers_name_and_lie_in_the_picture() -> None:
    view = Driven("classics/chess").begin()
    keys = {key for offer in offers(view) for key in offer["keys"]}
    assert keys == {target["key"] for target in view["targets"]} and len(keys) > 20
    assert "<style" not in view["svg"] and "--rk-" in view["style"]
    width, height = (float(size) for size in view["svg"].split('viewBox="0 0 ')[1].split('"')[0].split())
    assert all(0 < one["x"] < width and 0 < one["y"] < height for one in view["targets"])


def test_a_save_goes_on_and_another_is_refused() -> None:
    driven = Driven("classics/tic-tac-toe")
    view = driven.begin()
    for _ in range(3):
        view = driven.ask("play", option=offers(view)[0]["option"])
    save = driven.ask("save")["save"]
    again = Driven("classics/tic-tac-toe")
    assert again.ask("resume", save=save, robots=[], language="nl")["svg"].count("<circle") == view["svg"].count(
        "<circle"
    )
    for wrong in ("", "{}", save[:-10], save.replace('"seed": 3', '"seed": 4'), "[" * 100_000):
        assert set(again.ask("resume", save=wrong, robots=[], language="en")) == {"message"}
    chess = Driven("classics/chess").ask("resume", save=save, robots=[], language="en")
    assert set(chess) == {"message"}


def test_history_is_told_once_and_again_after_taking_back() -> None:
    driven = Driven("classics/nine-mens-morris")
    first = driven.begin()
    view = first
    for _ in range(3):
        view = driven.ask("play", option=offers(view)[0]["option"])
    steps = [text for text, is_step in view["history"] if is_step]
    assert len(steps) == 3 and [one for one in view["news"] if one in steps] == steps[-2:]
    back = driven.ask("undo")
    assert [text for text, is_step in back["history"] if is_step] == steps[:-1]
    assert driven.ask("undo") and driven.ask("undo")["history"] == first["history"]
    assert "nothing to take back" in driven.ask("undo")["message"]


@pytest.mark.parametrize(
    "command", [{"do": "play", "option": 10**6}, {"do": "play"}, {"do": "nothing"}, {"do": "undo"}]
)
def test_a_wrong_command_is_a_message(command: dict[str, Any]) -> None:
    driven = Driven("classics/tic-tac-toe")
    if command["do"] != "undo":
        driven.begin()
    assert list(driven.ask(**command)) == ["message"]
