"""A page for several numbers of players gives what depends on this number for each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game

from . import pages

BOOK = """rulebook counted "Counted":
  players 2 to 4

table Kind(copies 0..20):
  | lead "Lead"   | 1            |
  | crowd "Crowd" | 2 * players  |
  | rare "Rare"   | players div 4 |

option more "More?": no_more "No", yes_more "Yes"

table Size(n 0..20):
  | small "Small" | if more == yes_more then players else 1 |

piece Role(kind Kind): kind.copies each
place bag: heap of Role
keep a: 0..9 = 0

flow:
  turns from p1, once each:
    choose n in 1..2
    a = n
  game over, ranked by p in Player: a

section lead "Counting":
  "Take {2 * players} stones. {players} of them are white. {Kind.lead.copies + 1} are left."
  says flow
  table for each k in Kind: "role" k, "how many" k.copies
"""
CROWD = "4 (with 2 players), 6 (with 3 players) or 8 (with 4 players)"
RARE = "0 (with 2 or 3 players) or 1 (with 4 players)"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return rendered(tmp_path_factory.mktemp("all"), None)


def rendered(folder: Path, players: int | None) -> tuple[str, str]:
    file = folder / "counted.rules"
    file.write_text(BOOK)
    (made,) = render_game(RenderRequest(str(file), (), (("en", ""),), False, (str(file),), players=players))
    return pages.rules(made), pages.reference(made)


def test_a_text_gives_a_value_for_each_number_of_players(page: tuple[str, str]) -> None:
    assert "Take four (with 2 players), six (with 3 players) or eight (with 4 players) stones." in page[0]
    assert "Two (with 2 players), three (with 3 players) or four (with 4 players) of them are white." in page[0]
    assert "Two are left." in page[0]


def test_tables_give_a_value_for_each_number_of_players(page: tuple[str, str]) -> None:
    for text in (f"| Crowd | {CROWD} |", f"| Rare | {RARE} |"):
        assert text in page[0] and text.split(" | ")[1] in page[1]
    assert "Small | 2 (with 2 players), 3 (with 3 players) or 4 (with 4 players) |" in page[1]  # with another answer
    assert "| Lead | 1 |" in page[0]


def test_the_material_is_counted_for_each_number_of_players(page: tuple[str, str]) -> None:
    assert "5 (1 × Lead, 4 × Crowd) (with 2 players)" in page[1]
    assert "10 (1 × Lead, 8 × Crowd, 1 × Rare) (with 4 players)" in page[1]
    assert "| Rare | 0 × (with 2 or 3 players) or 1 × (with 4 players) |" in page[1]
    assert "in all" not in page[1]


def test_a_page_for_one_number_of_players_gives_its_values_alone(tmp_path: Path) -> None:
    rules, reference = rendered(tmp_path, 3)
    assert "Take six stones. Three of them are white." in rules
    assert "with 3 players" not in f"{rules}{reference}".replace("game with 3 players", "")
    assert "7 (1 × Lead, 6 × Crowd) |" in reference
