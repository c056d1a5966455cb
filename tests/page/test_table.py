"""The Python side of a page (`WebTable`): what it sends, and its answers to wrong commands."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.page.bundle import game_files
from rulekit.page.kept_game import KeptGame
from rulekit.page.table import WebTable
from tests.shipped import book, game


class Driven:
    """A `WebTable` with one game, which gets commands as JSON, as from the page."""

    def __init__(self, name: str) -> None:
        self.table, self.players, self.view = WebTable(), game(name).players, 0
        self.table.add(KeptGame.of(game(name)).pack())

    def ask(self, do: str, **more: object) -> Any:
        """Return the answer, with the history that comes after a position."""
        found = json.loads(self.table.answer(json.dumps({"do": do, **more})))
        self.view = found.get("view", self.view)
        return found | self.later() if "svg" in found else found

    def later(self) -> Any:
        return self.ask("later", view=self.view)

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
    assert kept.recall.telling.modules is kept.engine.modules, "the module that records is kept, too"  # type: ignore[attr-defined]


def test_whoever_comes_next_is_named_and_nothing_else() -> None:
    driven = Driven("classics/leduc-poker")
    before = driven.begin()
    assert set(before) == {"view", "seats", "robots", "over", "next"} and before["next"] == "Player 1"
    view = driven.ask("ready")
    assert view["seat"] == 0 and "A card goes from the deck to player 2's hand." in view["news"]
    after = driven.ask("play", option=offers(view)[0]["option"])
    assert set(after) == set(before) and after["next"] == "Player 2"
    assert driven.later() == {} and driven.later() == {"done": True}


def test_the_next_view_is_computed_during_the_hand_over_and_not_sent() -> None:
    one, other = Driven("classics/leduc-poker"), Driven("classics/leduc-poker")
    waiting, _ = one.begin(), other.begin()
    assert one.ask("later", view=waiting["view"]) == {} and one.table.ahead is not None
    prepared = one.table.ahead[1].scene
    assert one.ask("ready") == other.ask("ready") and one.table.session is not None and one.table.ahead is None
    assert prepared == one.table.session.position(0).scene
    assert one.ask("undo").get("message") == other.ask("undo").get("message")


def test_one_person_among_random_players_never_hands_over() -> None:
    driven, steps = Driven("classics/leduc-poker"), 0
    view = driven.begin(robots=(1,))
    while not view["over"]:
        assert view["decider"] == view["seat"] == 0
        view, steps = driven.ask("play", option=offers(view)[0]["option"]), steps + 1
    assert steps and len(view["payoffs"]) == 2 and not view["groups"]


def test_targets_are_what_offers_name_and_lie_in_the_picture() -> None:
    view = Driven("chess/standard").begin()
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
    chess = Driven("chess/standard").ask("resume", save=save, robots=[], language="en")
    assert set(chess) == {"message"}


def test_history_is_told_once_and_again_after_taking_back() -> None:
    driven = Driven("classics/nine-mens-morris")
    first = driven.begin()
    view = first
    for _ in range(3):
        view = driven.ask("play", option=offers(view)[0]["option"])
    steps = [text for text, is_step in view["history"] if is_step]
    assert len(steps) == 3 and view["news"][0] == steps[-1], "where nothing is hidden, all have read what one read"
    back = driven.ask("undo")
    assert [text for text, is_step in back["history"] if is_step] == steps[:-1]
    assert driven.ask("undo") and driven.ask("undo")["history"] == first["history"]
    assert "nothing to take back" in driven.ask("undo")["message"]


def test_a_new_game_tells_nothing_of_the_one_before() -> None:
    driven = Driven("classics/tic-tac-toe")
    first = driven.begin()
    played = driven.ask("play", option=offers(first)[4]["option"])
    save = driven.ask("save")["save"]
    assert len(played["history"]) > len(first["history"])
    again = driven.begin()
    assert again["history"] == first["history"]
    resumed = driven.ask("resume", save=save, robots=(), language="en")
    assert resumed["history"] == played["history"]
    assert driven.ask("resume", save=save, robots=(), language="en")["history"] == played["history"]


def rest(driven: Driven) -> dict[str, Any]:
    """Return all parts of an answer that the table sends after the position itself."""
    found: dict[str, Any] = {}
    while not (part := driven.later()).get("done"):
        for key, value in part.items():
            found[key] = value if key == "alone" else {**found.get(key, {}), **value} if key == "forecasts" else value
    return found


@pytest.mark.soak
def test_what_takes_long_comes_after_the_position_and_is_what_the_session_says() -> None:
    driven = Driven("czar/english")
    driven.begin()
    view, alone, foreseen, rng = driven.ask("ready"), 0, 0, Random(1)
    for _ in range(30):
        session, later = driven.table.session, rest(driven)
        assert session is not None
        groups = [group.offers for group in session.position().groups if len(group.offers) < 10]
        told = {str(number): " ".join(texts) for one in groups for number, texts in session.forecasts(one).items()}
        assert later["forecasts"] == told
        assert later["closed"] == [{"title": one.title, "why": one.why} for one in session.closed_actions()]
        seat = view["seat"]
        marked = [line.text for line in session.history(seat) if line.is_private]
        assert {view["history"][at][0] for at in later["alone"]} <= set(marked)
        alone, foreseen = alone + len(later["alone"]), foreseen + any(told.values())
        view = driven.ask("play", option=rng.choice(offers(view))["option"])
        while view.get("next"):
            view = driven.ask("ready")
        if view["over"]:
            break
    assert alone and foreseen > 5, "coins are drawn unseen, and travels are foreseen"


def test_a_card_that_cannot_be_played_is_told_with_its_reason() -> None:
    driven, reasons = Driven("tricks/whist"), list[str]()
    driven.begin()
    view = driven.ask("ready")
    for _ in range(40):
        held = {one["title"]: one["why"] for one in rest(driven)["closed"]}
        cards = {card for title in held for card in title.rpartition(": ")[2].split(", ")}
        assert all(": " in title for title in held) and not {offer["words"] for offer in offers(view)} & cards
        reasons += held.values()
        view = driven.ask("play", option=offers(view)[0]["option"])
        while view.get("next"):  # players with only one card are not asked
            view = driven.ask("ready")
    assert any("suit" in why for why in reasons)


@pytest.mark.parametrize(
    "command", [{"do": "play", "option": 10**6}, {"do": "play"}, {"do": "nothing"}, {"do": "undo"}]
)
def test_a_wrong_command_is_a_message(command: dict[str, Any]) -> None:
    driven = Driven("classics/tic-tac-toe")
    if command["do"] != "undo":
        driven.begin()
    assert list(driven.ask(**command)) == ["message"]


def test_other_answers_are_compiled_and_play_by_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = dict(game_files(book("czar/english"), {}, 3))
    told = json.loads(files["game.json"])
    (asked,) = (one for one in told["languages"]["en"]["options"] if one["name"] == "double_skip")
    other = next(value for value, _ in asked["answers"] if value != asked["usual"])
    table = WebTable()
    table.add(lzma.decompress(files["games.bin"]))
    command = {"do": "begin", "players": 3, "robots": [], "language": "en", "seed": "3"}
    begin = json.dumps(command | {"options": {"double_skip": other}})
    monkeypatch.setattr("rulekit.page.table.library", lambda: tmp_path)
    assert json.loads(table.answer(begin)) == {"compiles": True}, "the page tells it, and asks again"
    assert (tmp_path / "czar" / "english.rules").read_text() == book("czar/english").books[-1].span.source.text
    assert "next" in json.loads(table.answer(begin))
    assert table.session is not None and table.session.state.game.rulebook.options["double_skip"] == other
    save = json.loads(table.answer('{"do": "save"}'))["save"]
    assert "next" in json.loads(table.answer(json.dumps(command | {"do": "resume", "save": save})))
    usual = json.dumps(command | {"options": {"double_skip": asked["usual"]}})
    assert "next" in json.loads(table.answer(usual)) and table.session.state.game is table.games[3]


def test_a_worked_example_is_stepped_through_and_played_on() -> None:
    files = dict(game_files(book("classics/nine-mens-morris"), {}))
    (name, *_), table = json.loads(files["game.json"])["examples"], WebTable()
    table.add(lzma.decompress(files["games.bin"]))
    table.show(lzma.decompress(files["examples.bin"]).decode())
    stages = len(table.examples[name]["stages"])
    assert stages > 1
    for stage in range(stages):
        command = {"do": "example", "name": name, "stage": stage, "language": "en", "seed": "1"}
        view = json.loads(table.answer(json.dumps(command)))
        view |= json.loads(table.answer(json.dumps({"do": "later", "view": view["view"]})))
        assert view["example"][1:3] == [stage, stages] and view["svg"] and (stage or not view["history"])
    state = table.session.state
    start = table.games[table.examples[name]["players"]].engine.start(0).cells
    changed = [[at, value] for at, value in enumerate(state.raw.cells) if value != start[at]]
    assert changed == table.examples[name]["stages"][-1]["changed"] and changed
    played = json.loads(table.answer(json.dumps({"do": "play", "option": offers(view)[0]["option"]})))
    late = json.dumps({"do": "later", "view": view["view"]})
    assert json.loads(table.answer(late)) == {"done": True}, "the part of a later view is not lost by one that is gone"
    after = json.loads(table.answer(json.dumps({"do": "later", "view": played["view"]})))
    assert [text for text, is_step in after["history"] if is_step] == after["news"][:1]
    assert "cannot be saved" in json.loads(table.answer('{"do": "save"}'))["message"]
