"""The texts of explanations: goldens of questions about shipped games and small rulebooks.

`REGENERATE=1 pytest tests/play/test_why_texts.py` rewrites them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from rulekit.play.game import GameState
from rulekit.play.loaded_book import load
from rulekit.play.whynot import WhyNot

HERE = Path(__file__).parent / "why"


@frozen
class Asked:
    """Moves to make first, then `labels` of options to ask about, each for every viewer (None sees everything)."""

    game: str
    moves: tuple[str, ...]
    labels: tuple[str, ...]
    layers: tuple[str, ...] = ()
    viewers: tuple[int | None, ...] = (None,)
    players: int | None = None


ASKED = {
    "chess": Asked(
        "chess/standard",
        (
            "advance(here: e2, there: e4)",
            "advance(here: e7, there: e5)",
            "advance(here: d2, there: d3)",
            "advance(here: f8, there: b4)",
        ),
        ("advance(here: a2, there: a3)", "advance(here: a1, there: a3)", "castle", "promote(here: a2)"),
    ),
    "mill": Asked(
        "classics/nine-mens-morris",
        (
            *(f"place_man(there: {point})" for point in ["a7", "e5", "d7", "e4", "b2", "e3"]),
            "place_man(man: b2)",
            *(f"place_man(there: {point})" for point in ["f2", "b6", "g7"]),
        ),
        ("place_man(man: e5)", "place_man(man: a7)", "place_man(man: b6)", "place_man(there: a1)", "move_man"),
    ),
    "czar_set_up": Asked("czar/english", (), ("set_up(inn: Iwan)", "travel", "set_up(inn: Nowhere)"), players=3),
    "ways": Asked(
        "ways",
        (),
        (
            "take(n: 4)",
            "take(n: 7)",
            "take(n: 2)",
            "take(k: 1)",
            "take(n: 1, n: 2)",
            "take(1, 2)",
            "give(q: p1)",
            "give(q: p2, c: red_1)",
            "lay",
            "lay(colour: green)",
            "three",
            "wait(c: red_3)",
            "never_so",
            "all_paid",
            "bet",
            "pass",
            "done",
            "tak",
            "take(n: 1",
            "",
        ),
    ),
    "ways_later": Asked("ways", ("take(n: 2)",), ("take(n: 1)", "bet", "pass")),
    "ways_closed": Asked("ways", ("shut", "pass"), ("shut", "give(q: p3)"), ("closed",)),
    "ways_over": Asked("ways", ("take(n: 2)", "pass", "take(n: 1)", "pass", "take(n: 1)"), ("take",)),
    "secrets": Asked(
        "secrets", (), ("boast", "accuse(q: p2)", "accuse(q: p1)", "buy", "obey", "sit"), viewers=(None, 0, 1)
    ),
}


def book(name: str) -> str:
    return name if "/" in name else str(HERE / f"{name}.rules")


def standing(asked: Asked) -> GameState:
    state = load(book(asked.game), [book(layer) for layer in asked.layers]).configure(asked.players).start(seed=1)
    for move in asked.moves:
        state = state.apply(move)
    return state


def lines(asked: Asked) -> Iterator[str]:
    state = standing(asked)
    for label in asked.labels:
        for viewer in asked.viewers:
            yield f"> {label}{'' if viewer is None else f'   (asked by {state.game.machine.seats[viewer]})'}"
            yield from state.why_not(label, viewer).lines()
            yield ""


@pytest.mark.parametrize("name", ASKED)
def test_answers_read_as_before(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE.parents[2])  # messages name files relative to this folder
    text = "\n".join(lines(ASKED[name])).replace(os.sep, "/")
    golden = HERE / f"{name}.txt"
    if os.environ.get("REGENERATE"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def secrets(label: str, viewer: int | None) -> WhyNot:
    return standing(ASKED["secrets"]).why_not(label, viewer)


def test_what_another_holds_is_told_to_nobody_else() -> None:
    """p1 asks and learns about their own card. p2 asks about p1's option and does not even learn whether it is
    offered."""
    assert any("red_1" in line for line in secrets("boast", 0).lines())
    other = secrets("boast", 1)
    assert not other.offered and not other.requirement and "red" not in str(other)
    assert "for p1 to know" in other.answer


def test_what_had_to_be_remembered_is_told_as_written() -> None:
    told = secrets("accuse(q: p2)", 0)
    assert told.requirement == "q != me and remembered(known(q))"
    assert "red_2" not in str(told) and "known(q) =" not in str(told) and "`known(q)`" not in str(told)
    assert "`q != me` is no" in str(secrets("accuse(q: p1)", 0)), "what he sees is told all the same"
    assert "red_2" in str(secrets("accuse(q: p2)", None)), "whoever sees everything is told it"


def test_how_much_lies_somewhere_is_told_where_all_may_count_it() -> None:
    assert "size(pile) = 1" in str(secrets("buy", 0)) and "blue_3" not in str(secrets("buy", 0))


def test_an_answer_is_a_value() -> None:
    state = standing(ASKED["ways"])
    told = state.why_not("take(n: 4)")
    assert not told.offered and told.requirement == "n <= most_taken(me)"
    assert dict(told.values) == {"n": "4", "most_taken(me)": "2", "me": "p1"}
    assert (told.clause, told.title, told.citations) == ("action take", "Take coins", ("book page 1",))
    assert told.place is not None and told.place[1] == 27
    assert state.why_not("take(n: 2)").offered
