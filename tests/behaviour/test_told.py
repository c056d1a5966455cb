"""The information check finds the leak in each rulebook of `knowledge/`, on the right line.

`test_picks.py` covers `secret_pick`; `test_information_state.py` exchanges hidden things in all of them.
"""

from __future__ import annotations

import pytest

from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.loaded_book import load

from .books import HERE

TOLD = {
    "assign": "E504:19",
    "assign_if": "E504:19",
    "atonce_open": "E505:20",
    "atonce_where": "E507:18",
    "byhidden": "E507:19",
    "choice_hidden": "",
    "choose_open": "",
    "count_amt": "E501:19",
    "draw_w": "E504:18",
    "for_set": "E502:18",
    "for_where": "E502:18",
    "gameover": "E504:18",
    "if_plain": "E502:19",
    "leak": "E502:14 E502:18 E502:21 E502:29 E502:31 E507:34 E507:37 E507:40",
    "leave": "E502:20",
    "let_if": "E502:19",
    "mayreq": "E501:20",
    "put_open": "E502:18",
    "repeat_n": "E502:18",
    "repeat_while": "E502:18",
    "show_all": "E502:18",
    "turns_where": "E507:18",
    "whenwhere": "E502:14",
    "window": "E507:18",
    "night": "",
}


@pytest.mark.parametrize("name", TOLD)
def test_the_check_tells_it_on_the_line(name: str) -> None:
    _, found = check_configuration(load(str(HERE / "knowledge" / f"{name}.rules")).books, Config())
    told = [(d.span.first.line, d.code) for d in found if d.severity == "error" and d.span is not None]
    assert " ".join(f"{code}:{line}" for line, code in sorted(told)) == TOLD[name]


def test_all_of_them_are_here() -> None:
    assert {path.stem for path in (HERE / "knowledge").glob("*.rules")} == {*TOLD, "secret_pick"}
