"""The parts of a page about who may react to what and which reaction wins, and when these parts are missing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game

from .pages import anchors

BOOK = """rulebook bells "Bells":
  players 3, anticlockwise
  ranks low < high

keep rung "How often it rang": 0..9 = 0
keep shut "Nobody may ring": truth = no

fact limit "How often it may ring" = 3
exception tired to limit where rung > 1 rank low "When tired" "Twice is enough." = 2
exception wild to limit where shut rank high "When wild" = 9
fact loud combining any "Whether it is loud" = no
exception big to loud where rung > 2 "A big bell" = yes

event rang answered from active nested at most 20 "The bell has rung"
event unheard "Nobody hears this"

choice turn "What to do"
action ring in turn "Ring":
  require rung < limit and not loud
  ringing()
action wait in turn "Wait":
  nothing

procedure ringing nested at most 20 "Ringing":
  rung += 1
  announce rang()

procedure chances nested at most 20 "Chances":
  step first "The first chance":
    window from next(active) each q, once each:
      may do one of turn
  step second:
    window from active each q, first to act:
      may cry "Cry out":
        announce rang()

rule echo when rang by q where rung < 3 "Echo":
  may ring_back:
    ringing()
rule muffled instead of chances.second where shut "Muffled":
  nothing
rule enough whenever rung > 7 "Enough":
  game over, drawn

flow:
  turns from p1:
    chances()
"""


def files(folder: Path, text: str = BOOK) -> Mapping[str, bytes]:
    file = folder / "bells.rules"
    file.write_text(text, encoding="utf-8")
    (one,) = render_game(RenderRequest(str(file), (), (("en", ""),), False, (str(file),)))
    return one.files


def page(folder: Path, text: str = BOOK) -> str:
    return files(folder, text)["bells/reference.md"].decode()


def part(markdown: str, key: str) -> list[str]:
    """Return the lines of a part of a page, without the targets of links."""
    found = re.search(rf"^## [^\n]*\{{ #{key} \}}\n(.*?)(?=^## )", markdown, re.DOTALL | re.MULTILINE)
    if found is None:
        return []
    lines = re.sub(r"\]\([^)]*\)", "]", found[1]).split("\n")
    return [line for line in lines if line.strip() and not line.startswith(("<div", "</div", "{ .rk"))]


def test_every_window_and_event_names_its_answers_and_where_they_lead(tmp_path: Path) -> None:
    assert part(page(tmp_path), "reactions") == [
        '<a id="answers-event-rang"></a>**The bell has rung**',
        "Players who can respond do so, anticlockwise, beginning with the active player",
        "-   [Echo] → [The bell has rung]",
        '<a id="answers-procedure-chances-first"></a>**The first chance**',
        "Everyone is asked in turn, anticlockwise, beginning with the player after the active player; once each",
        "-   → [What to do]",
        '<a id="answers-choice-turn"></a>**What to do**',
        "-   [Ring] → [The bell has rung]",
        "-   [Wait]",
        '<a id="answers-procedure-chances-second"></a>**Second**',
        "Everyone is asked in turn, anticlockwise, beginning with the active player; until one acts",
        "-   Cry out → [The bell has rung]",
        '<a id="answers-whenever"></a>**Before the next decision, as soon as it becomes so**',
        "-   [Enough]",
    ]


def test_what_overrides_a_rule_stands_in_its_order_with_how_it_counts(tmp_path: Path) -> None:
    assert part(page(tmp_path), "overrides") == [
        "### Second { #beats-procedure-chances-second }",
        "Usually: [Chances]",
        "-   [Muffled]",
        "### How often it may ring { #beats-fact-limit }",
        "Usually: [The limit: 3]",
        "The first of these that applies counts.",
        "1.  [When wild]",
        "2.  [When tired]: Twice is enough.",
        "### Whether it is loud { #beats-fact-loud }",
        "Usually: [“Whether it is loud” does not hold]",
        "Each of these makes it so.",
        "-   [A big bell]",
    ]


def test_what_a_layer_brought_is_named_with_its_chapter(tmp_path: Path) -> None:
    page(tmp_path)
    layer = tmp_path / "night.rules"
    layer.write_text(
        """variant night of bells "Bells at night"

chapter darkness "The night"

exception quiet to limit where rung > 0 rank high over wild "At night" = 1
rule gong when rang by q where rung == 1 "Gong":
  may strike_it:
    nothing
""",
        encoding="utf-8",
    )
    (one,) = render_game(RenderRequest(str(layer), (), (("en", ""),), False, (str(layer),)))
    markdown = one.files["night/reference.md"].decode()
    in_order = ["1.  [At night] (The night)", "2.  [When wild]", "3.  [When tired]: Twice is enough."]
    assert part(markdown, "overrides")[6:9] == in_order
    assert "-   [Gong] (The night)" in part(markdown, "reactions")


def test_every_link_of_both_parts_leads_to_an_anchor_of_the_page(tmp_path: Path) -> None:
    markdown = page(tmp_path)
    linked = re.findall(r"\]\(#((?:answers|beats)-[^\s)\"]*)", markdown)
    assert len(linked) > 3 and set(linked) <= set(anchors(markdown))


SHOWN = """
example three_times "Three times" [bell "resting"]:
  given:
    rung = 3
  refuse ring
example once "Once" [bell "ringing"]:
  play wait
  expect rung == 0
"""


def test_a_question_names_the_examples_of_the_sections_that_its_answers_cite(tmp_path: Path) -> None:
    text = BOOK.replace(
        "  ranks low < high\n", '  ranks low < high\n  source bell "The book of bells": "ringing", "resting"\n'
    )
    text = text.replace('"When tired" "Twice is enough."', '"When tired" "Twice is enough." [bell "resting"]')
    made = files(tmp_path, text + SHOWN)
    assert {name for name in made if name.endswith(".md")} == {
        f"bells{name}.md" for name in ("", "/reference", "/notes")
    }
    told = part(made["bells/reference.md"].decode(), "overrides")
    limit = told[told.index("### How often it may ring { #beats-fact-limit }") :]
    assert [line for line in told if "Examples" in line] == [limit[5]] == ["Examples: [Three times]"]


@pytest.mark.parametrize("what", ["event", "window"])
def test_answers_that_lead_to_nothing_need_no_such_part(what: str, tmp_path: Path) -> None:
    heard = "event rang answered from active\nrule hear when rang by q:\n  may listen:\n    left -= 1\n"
    asked = "  window from p1 each q, once each:\n    may stop:\n      left = 0\n"
    text = "rulebook bells:\n  players 2\nkeep left: -9..9 = 2\n" + (heard if what == "event" else "") + "flow:\n"
    text += "  announce rang()\n" if what == "event" else asked
    assert part(page(tmp_path, text + "  game over, drawn\n"), "reactions") == []
    assert part(page(tmp_path, text + "  game over, drawn\n"), "overrides") == []
