"""The Python side of the playground (`Workbench`): its messages about texts, and its answers to hostile texts and
commands."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.page.table import WebTable
from rulekit.page.workbench import Workbench
from rulekit.rulebook_files import library

BASE = "classics/tic-tac-toe"
FILE = f"{BASE}.rules"
MINE = 'variant mine of classics/tic_tac_toe "Mine":\n  summary "As it is"\n'


class Bench:
    """A `Workbench` in a folder, which gets commands as JSON, as from the page."""

    def __init__(self, folder: Path, base: str = BASE) -> None:
        self.bench = Workbench(folder / "bench")
        self.files = {
            file: (library() / file).read_text(encoding="utf-8") for file in self.ask("open", base=base)["files"]
        }

    def ask(self, do: str, **more: object) -> Any:
        return json.loads(self.bench.answer(json.dumps({"do": do, **more})))

    def check(self, main: str, **changed: str) -> Any:
        """Check a text. `changed` has the texts of changed files, by their names without the suffix."""
        files = self.files | {f"{name}.rules": text for name, text in changed.items()}
        return self.ask("check", main=main, files=files)

    def all_messages(self) -> list[Any]:
        while not (found := self.ask("more"))["done"]:
            pass
        return list(found["messages"])


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    here = Path.cwd()
    yield Bench(tmp_path)
    os.chdir(here)


def test_a_right_text_has_no_message_and_becomes_a_game(bench: Bench) -> None:
    found = bench.check(FILE)
    title, summary = "Tic-tac-toe", "Three marks in a row win; without a row, a full board is a draw."
    told = {"messages": [], "good": True, "players": [2], "title": title, "summary": summary}
    assert found == told and bench.all_messages() == []
    told = bench.ask("game", players=2, language="de")["about"]
    assert (
        told["players"] == [2] and list(told["languages"]) == ["de"] and len(told["languages"]["de"]["seats"]["2"]) == 2
    )
    table = WebTable()
    table.add(bench.bench.packed)
    begin = {"do": "begin", "players": 2, "robots": [1], "language": "de", "seed": "1"}
    assert "svg" in json.loads(table.answer(json.dumps(begin)))


def test_a_changed_base_counts_and_the_library_is_compared_with(bench: Bench) -> None:
    changed = bench.files[FILE].replace('"Tic-tac-toe', '"Another tic-tac-toe', 1)
    assert changed != bench.files[FILE]
    found = bench.ask("check", main="mine.rules", files={FILE: changed, "mine.rules": MINE})
    assert found["good"] and (library() / FILE).read_text(encoding="utf-8") == bench.files[FILE]
    lines = [line for _, line in bench.ask("changes")["lines"]]
    assert "Mine" in lines[0] and any("the games are the same" in line for line in lines)


def test_a_mistake_has_its_place_and_later_its_fix(bench: Bench) -> None:
    found = bench.check(
        "mine.rules",
        mine=MINE + "\N{GRINNING FACE}\nstrik flow\n".replace("\N{GRINNING FACE}", '# "\N{GRINNING FACE}"'),
    )
    (one,) = found["messages"]
    assert not found["good"] and one["severity"] == "error" and one["place"]["line"] == 4
    before = MINE + '# "\N{GRINNING FACE}"\n'
    assert one["place"]["start"] == len(before) + 1, "in units of UTF-16, of which the face has two"
    assert all(help["fix"] is None for help in one["help"]), "no fix is offered before it is proved"
    (one,) = bench.all_messages()
    assert [help["fix"]["new"] for help in one["help"] if help["fix"]] == ["strike"]


LOSES = MINE + "replace in procedure write:\n  `game over, won by me`:\n    game over, lost by me\n"


def failed_examples(bench: Bench, text: str) -> list[Any]:
    """Return the examples that do not hold in a text without errors, once all were tried."""
    assert bench.check("mine.rules", mine=text)["good"]
    while not (found := bench.ask("more"))["done"]:
        pass
    assert found["examples"]["tried"] == found["examples"]["of"]
    return list(found["examples"]["failed"])


def applied(text: str, fix: dict[str, Any]) -> str:
    assert fix["file"] == "mine.rules"
    return text[: fix["start"]] + fix["new"] + text[fix["end"] :]


@pytest.mark.parametrize(
    "wrong",
    [
        "replace write: lost by me",
        "replace procedure write:\n  game over, lost by me if has_row(me)",
        "replace in procedure write:\n  `you win`:\n    game over, lost by me",
        "replace has_row(p) = no",
        "replace in fact has_row(p Player):\n  `yes`: no",
        "replace fact has_row = no",
    ],
)
def test_a_wrong_replace_gets_a_fix_that_works(bench: Bench, wrong: str) -> None:
    text = f"{MINE}\n{wrong}\n\nexample other:\n  expect not ended\n"
    assert not bench.check("mine.rules", mine=text)["good"]
    fixes = [help["fix"] for one in bench.all_messages() for help in one["help"] if help["fix"]]
    mended = applied(text, next(fix for fix in fixes if fix["new"].startswith("replace")))
    assert bench.check("mine.rules", mine=mended)["good"] and "example other" in mended
    assert {one["code"] for one in bench.all_messages()} <= {"W220", "W221"}, "it repeats the base, to be changed"


def test_a_replaced_option_becomes_another_default(tmp_path: Path) -> None:
    here = Path.cwd()
    try:
        bench = Bench(tmp_path, "classics/nim")
        text = 'variant mine of classics/nim "Mine"\nreplace option last_match = loses\n'
        bench.check("mine.rules", mine=text)
        fixes = [help["fix"]["new"] for one in bench.all_messages() for help in one["help"] if help["fix"]]
        assert "set last_match = loses" in fixes
    finally:
        os.chdir(here)


def test_an_example_that_no_longer_holds_is_told_with_fixes_that_work(bench: Bench) -> None:
    assert failed_examples(bench, MINE) == []
    (one,) = failed_examples(bench, LOSES)
    assert (one["name"], one["own"], one["wanted"], one["got"]) == ("row", False, "winners == {x}", "winners = {o}")
    assert one["place"]["file"] == FILE and one["line"] == "expect winners == {x}" and "c3" in one["steps"][0]
    fixes = [help["fix"]["new"].strip() for help in one["help"]]
    assert fixes[0].endswith("    expect winners == {o}") and fixes[1] == "strike example row"
    for help in one["help"]:
        assert failed_examples(bench, applied(LOSES, help["fix"])) == []


def test_a_value_that_does_not_make_the_example_hold_is_not_offered(bench: Bench) -> None:
    both = LOSES + "replace in example row:\n  `expect winners == {x}`:\n    expect winners == {x} and not ended\n"
    (one,) = failed_examples(bench, both)
    assert one["own"] and not any(help["fix"] for help in one["help"])
    mine = LOSES + "strike example row\nexample own:\n  given:\n    marks[x] = {a1, b2}\n    marks[o] = {a2, c1}\n"
    mine += "  play write(cell: c3)\n  expect winners == {x}\n"
    (one,) = failed_examples(bench, mine)
    assert one["own"] and [help["fix"]["new"] for help in one["help"]] == ["expect winners == {o}"]


def test_rules_that_fault_in_an_example_are_not_mended_by_leaving_it_out(bench: Bench) -> None:
    line = "  `marks[me] += {cell}`:\n    marks[me] += {cell}\n    n = n + 1\n"
    (one,) = failed_examples(bench, f"{MINE}keep n: 0..1 = 1\nreplace in procedure write:\n{line}")
    assert one["fault"] and not any(help["fix"] for help in one["help"])


def test_a_title_and_a_summary_that_stayed_are_told(bench: Bench) -> None:
    bench.check("mine.rules", mine=LOSES.replace('"Mine"', '"Tic-tac-toe"'))
    texts = [one["text"] for one in bench.all_messages()]
    assert len(texts) == 3 and "this summary stayed" in texts[0] and "nobody can tell the two games apart" in texts[1]
    assert "whose title stayed: “Mark an empty cell; a row of three wins”" in texts[2]
    bench.check(
        "mine.rules",
        mine=LOSES.replace(
            "procedure write:", 'procedure write "Mark a cell; a row loses"\n    "A row of yours loses.":'
        ),
    )
    assert bench.all_messages() == []


def test_examples_are_tried_in_steps(bench: Bench) -> None:
    """Between the steps the next version of a text can be checked."""
    bench.check("mine.rules", mine=LOSES)
    found = bench.ask("more")
    while "examples" not in found:
        found = bench.ask("more")
    assert found["examples"]["tried"] == 0
    assert "examples" not in bench.check("mine.rules", mine=MINE)


def test_a_remark_on_a_translation_names_its_language_and_a_way_out(tmp_path: Path) -> None:
    here = Path.cwd()
    try:
        bench = Bench(tmp_path, "czar/english")
        text = 'variant mine of czar/english "Mine":\n  summary "No such example."\nstrike example one_rouble_short\n'
        bench.check("mine.rules", mine=text)
        (dutch,) = [one for one in bench.ask("more")["messages"] if "language" in one]
        assert dutch["language"] == "nl" and dutch["code"] == "W213" and "`nl`" in dutch["text"]
        assert any("strike words nl" in help["text"] for help in dutch["help"])
        bench.check("mine.rules", mine=applied(text, dutch["out"]))
        found = bench.ask("more")["messages"]
        assert {one["code"] for one in found} == {"W210", "W213"} and not any("language" in one for one in found)
    finally:
        os.chdir(here)


def test_words_and_pictures_are_those_of_the_text(bench: Bench) -> None:
    bench.check("mine.rules", mine=MINE)
    words = bench.ask("words", language="en")
    assert words["book"] or any(chapter["clauses"] for chapter in words["chapters"])
    first, after = (bench.ask("picture", players=2, seed=1, moves=moves, language="en")["svg"] for moves in (0, 4))
    assert first != after and "<style" not in first


@pytest.mark.parametrize("name", ["../mine.rules", "/etc/mine.rules", "a/b/c.rules", "mine", "", "x\0.rules"])
def test_a_file_elsewhere_is_refused(bench: Bench, name: str) -> None:
    assert "no file can be called" in bench.ask("check", main=name, files={name: MINE})["message"]


@pytest.mark.parametrize(
    "command",
    [{"do": "nothing"}, {}, {"do": "check"}, {"do": "words", "language": "en"}, {"do": "game", "players": 99}],
)
def test_a_wrong_command_is_a_message(bench: Bench, command: dict[str, Any]) -> None:
    found = json.loads(bench.bench.answer(json.dumps(command)))
    assert list(found) == ["message"] and "Traceback" not in found["message"]
    assert list(json.loads(bench.bench.answer("["))) == ["message"]


@pytest.mark.parametrize(
    "text", ["", "\0", "rulebook", '"' * 5000, "(" * 20000, "variant mine of mine", "\ud800", "rulebook x\n" * 3000]
)
def test_a_broken_text_has_messages(bench: Bench, text: str) -> None:
    found = bench.ask("check", main="mine.rules", files={"mine.rules": text})
    assert found["good"] is False and found["messages"] and bench.all_messages()


def test_another_game_can_be_opened_after_one(bench: Bench) -> None:
    bench.check(FILE)
    assert bench.ask("open", base="classics/nim")["files"] == ["classics/nim.rules"]
    assert bench.ask("check", main="classics/nim.rules", files={})["good"]


def test_a_game_goes_on_by_changed_rules_that_allow_its_moves(bench: Bench) -> None:
    table, views = WebTable(), []
    for title in ("Mine", "Yours"):
        bench.check(
            "mine.rules",
            mine=MINE.replace('"Mine"', f'"{title}"') + "add invariant true_still: 1 == 1\n" * (title == "Yours"),
        )
        bench.ask("game", players=2, language="en")
        table.add(bench.bench.packed)
        if not views:
            begin = {"do": "begin", "players": 2, "robots": [], "language": "en", "seed": "1"}
            views.append(json.loads(table.answer(json.dumps(begin))))
            option = views[0]["groups"][0]["offers"][0]["option"]
            views.append(json.loads(table.answer(json.dumps({"do": "play", "option": option}))))
            save = json.loads(table.answer('{"do": "save"}'))["save"]
    resume = {"do": "resume", "save": save, "robots": [], "language": "en", "changed": True}
    assert json.loads(table.answer(json.dumps(resume)))["svg"] == views[1]["svg"]
