"""A fact that is used once is described where it is used, and keeps its address and everything else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game

from .pages import anchors, links, made, text

BOOK = """rulebook coins "Coins":
  players 2

keep left "Coins left": 0..9 = 9

fact few "When coins are few" "Too few to share." = left < 4
fact fewer "When they are very few" = left < limit
fact limit "The limit" = 2
fact often "When there are several" = left > 1
fact changed "How many may be taken" = 3
exception more to changed where left > 5 "More of many" = 4
fact round_about "A fact of a chapter of its own" = left > 3

choice turn "What to do"
action take in turn "Take":
  require often and not few
  choose n in 1..changed where n <= left
  left -= n
action leave_it in turn "Leave it":
  require often
  if few and fewer:
    left = 0

flow "The game":
  turns from p1 where left > 0:
    do one of turn
    otherwise:
      game over, drawn
  if round_about:
    game over, drawn
  game over, won by p1
"""


def page(folder: Path, full: bool = False) -> str:
    file = folder / "coins.rules"
    file.write_text(BOOK, encoding="utf-8")
    (one,) = render_game(RenderRequest(str(file), (), (("en", ""),), full, (str(file),)))
    return one.files["coins/reference.md"].decode()


@pytest.mark.parametrize("full", [False, True])
def test_a_fact_used_once_stands_behind_the_sentence_that_names_it(full: bool, tmp_path: Path) -> None:
    markdown = page(tmp_path, full)
    leave = re.search(r"\{ #action-leave_it \}\n(.*?)\n#", markdown, re.DOTALL)
    assert leave is not None
    before, _, after = leave[1].partition('> <a id="fact-fewer"></a>**When they are very few.**')
    assert "#fact-fewer" in before and after
    assert '> > <a id="fact-limit"></a>**The limit.**' in after
    assert "### 5.1 When coins are few" not in before  # used twice, so it has its own section


@pytest.mark.parametrize("full", [False, True])
def test_the_others_have_sections_and_every_link_leads_somewhere(full: bool, tmp_path: Path) -> None:
    markdown = page(tmp_path, full)
    headings = re.findall(r"^### (\S+) .*\{ #(fact\S+) \}$", markdown, re.MULTILINE)
    assert [anchor for _, anchor in headings] == ["fact-few", "fact-often", "fact-changed"]
    there = anchors(markdown)
    assert len(there) == len(set(there))
    assert {f"fact-{one}" for one in ("few", "fewer", "limit", "often", "changed", "round_about")} <= set(there)
    assert all(link.removeprefix("#") in there for link in links(markdown) if link.startswith("#"))


def test_a_fact_explained_elsewhere_is_in_glossary_and_index_by_the_section_it_stands_in() -> None:
    english = next(text(one) for one in made("classics/leduc-poker") if one.language == "en")
    number = re.search(r"^### (\S+) .*\{ #procedure-bet \}", english, re.MULTILINE)
    assert number is not None
    assert f"| [Stake](#fact-stake) | The stake | {number[1]} |" in english or f"The stake [{number[1]}]" in english
