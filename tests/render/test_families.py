"""Which games are editions of the same game (those with the same base file, whatever its name), and which can be
compared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from rulekit.play.loaded_book import LoadedBook, load
from rulekit.render import edition_comparisons
from rulekit.render.edition_comparisons import EditionPair, families_of_pairs
from rulekit.render.game_pages import family_of
from rulekit.render.library_site import SiteSettings, site
from tests.shipped import GAMES, book

BASE = 'rulebook base "Coins":\n  players 2 to 5\nkeep left: 0..9 = 3\nflow:\n  game over, drawn\n'


def loaded(names: Iterable[str]) -> dict[str, LoadedBook]:
    return {name: load(name) for name in names}


def test_comparisons_are_listed_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them then names those of its game only."""
    monkeypatch.setattr(edition_comparisons, "GAMES", 8)
    names = ("tic-tac-toe", "tic-tac-toe-misere", "pig", "pig-with-a-tailwind", "pig-with-talents")
    made = site(SiteSettings([f"classics/{name}" for name in names], ("en",)))
    (listed,) = (inside for part in made.nav for inside in part["Rules of games"] if "Editions compared" in inside)
    one, several = listed["Editions compared"]
    assert [*one.values()] == ["comparisons/classics-tic-tac-toe-and-tic-tac-toe-misere.md"]
    assert [*several] == ["Pig"] and len(several["Pig"]) > 2
    assert all(file.startswith("comparisons/classics-pig-") for page in several["Pig"] for file in page.values())


def test_two_games_whose_books_have_one_name_are_two(tmp_path: Path) -> None:
    found = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "base.rules").write_text(BASE, encoding="utf-8")
        found.append(str(tmp_path / folder / "base.rules"))
    assert family_of(load(found[0])) != family_of(load(found[1]))
    assert families_of_pairs(loaded(found)) == []


def test_editions_are_compared_where_as_many_can_play_both(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    names = []
    for name, players in (("few", "2 to 3"), ("some", "3 to 4"), ("many", "5")):
        text = f'edition {name} of base "{name}":\n  players {players}\nset left = 2\n'
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
        names.append(str(tmp_path / f"{name}.rules"))
    assert families_of_pairs(loaded(names)) == [(EditionPair(names[0], names[1]),)]


def test_shipped_editions_are_compared_with_what_they_stand_on_and_with_their_like() -> None:
    (family,) = families_of_pairs(loaded(name for name in GAMES if name.startswith("carcassonne/")))
    found = {(pair.first, pair.second) for pair in family}
    near = [("base", "messages"), ("messages", "messages-c1"), ("messages", "messages-c2")]
    near += [("messages-c1", "messages-c1-rgg"), ("messages-c2", "messages-c2-zmg")]
    like = [("messages-c1", "messages-c2"), ("messages-c1-rgg", "messages-c2-zmg")]
    assert found == {(f"carcassonne/{one}", f"carcassonne/{two}") for one, two in near + like}
    assert [len(pair.names) for pair in family if pair.others] == [6], "and all in one table"


def test_the_table_of_a_family_leaves_out_who_plays_with_another_number() -> None:
    names = [name for name in GAMES if name.startswith("tricks/")]
    (family,) = families_of_pairs(loaded(names))
    (table,) = [pair for pair in family if pair.others]
    assert {*names} - {*table.names} == {"tricks/skat"}, "which is for three"


@pytest.mark.soak
def test_every_family_of_three_editions_has_a_table() -> None:
    families = families_of_pairs({name: book(name) for name in GAMES})
    tables = {pair.first.split("/")[0] for family in families for pair in family if pair.others}
    assert tables == {
        *("carcassonne", "chess", "classics", "connection", "czar", "draughts", "emissary", "mancala", "tafl", "tricks")
    }
    few = {pair.first.split("/")[0] for family in families for pair in family} - tables
    assert few == {"dice", "go"}, "two editions each, which have a comparison"


def test_many_editions_are_compared_in_one_table() -> None:
    """Two at a time would be 53 pages. What builds on another edition is still compared with it. The first
    editions change nothing of the base."""
    names = [name for name in GAMES if name.startswith("draughts/")]
    (family,) = families_of_pairs(loaded(names))
    table, *pairs = family
    plain = [f"draughts/{edition}" for edition in ("brazilian", "english", "international", "spanish", "russian")]
    assert sorted(table.names) == names and [*table.names[:5]] == plain
    assert [pair.names for pair in pairs] == [
        ("draughts/english", "draughts/no-duty"),
        ("draughts/giveaway", "draughts/russian"),
    ]
    assert table.file == "draughts-brazilian-and-all"
