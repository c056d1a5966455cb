"""The rulebooks of Emissary Crisis are complete.

There is a file for each character, every section is cited, examples show every ability, and each edition deals the
right identities.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rulekit.engine.interface import State
from rulekit.engine.reference import ReferenceEngine
from rulekit.model.coverage import SourceReport
from rulekit.model.outline import outline
from rulekit.play.game_steps import resolve_chances
from rulekit.rulebook_files import names
from rulekit.syntax import nodes as s
from tests.shipped import every

from .abilities import citing, roles, sections, uses
from .layered import STANDARD, loaded, machine, rulebook

EDITIONS = (STANDARD, "first-game", "mof-alliance")
FACTIONS = ("frs", "kdr", "mof")
DEALT = {
    (STANDARD, 3): (1, 1, 1),
    (STANDARD, 4): (1, 1, 2),
    (STANDARD, 5): (2, 2, 1),
    (STANDARD, 6): (2, 2, 2),
    (STANDARD, 7): (3, 3, 1),
    (STANDARD, 8): (3, 3, 2),
    (STANDARD, 9): (3, 3, 3),
    ("first-game", 4): (2, 2, 0),
    ("first-game", 6): (3, 3, 0),
    ("first-game", 7): (2, 2, 3),
    ("mof-alliance", 6): (2, 2, 2),
}
"""The number of players of FRS, KDR and MOF, by edition and number of players, as in the book's table."""
SHOWN = 2
"""The minimum number of examples for each ability and mission."""
INTERACTIONS = 20


def test_every_character_has_a_rulebook_of_its_own() -> None:
    files = {f"emissary/{role.replace('_', '-')}" for role in roles().values()}
    assert len(files) == 27 and files <= set(names())
    named = {book.header.name.text for book in loaded().books}
    assert set(roles().values()) <= named


def test_every_section_of_the_book_is_cited() -> None:
    report = SourceReport()
    for edition in EDITIONS:
        report.read(rulebook(edition))
    assert {
        source.name: source.sections_without_citation
        for source in report.sources.values()
        if source.sections_without_citation
    } == {}


def test_every_ability_and_mission_is_said_by_clauses() -> None:
    assert {section for section in sections() if section not in {use.section for use in uses()}} == set()


def test_every_ability_and_mission_is_shown_by_examples() -> None:
    shown = {section: sum(clause.startswith("example ") for clause in citing()[section]) for section in sections()}
    assert {section: count for section, count in shown.items() if count < SHOWN} == {}


def test_there_are_examples_of_what_abilities_do_to_one_another() -> None:
    (chapter,) = (chapter for chapter in outline(rulebook()).chapters if chapter.name == "interactions")
    assert sum(isinstance(p.clause, s.ExampleClause) for p in chapter.clauses) >= INTERACTIONS


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_numbers_of_players(edition: str) -> None:
    assert [*loaded(edition).player_counts] == [players for name, players in DEALT if name == edition]


@pytest.mark.parametrize(("edition", "players"), every(4, DEALT), ids=str)
def test_the_identities_that_are_dealt(edition: str, players: int) -> None:
    assert dealt(edition, players) == DEALT[edition, players]


def dealt(edition: str, players: int) -> tuple[int, ...]:
    """Return the number of players of each faction after the set-up."""
    reference = ReferenceEngine(machine(players, name=edition))
    here = resolve_chances(reference, reference.start(players))
    while not all(belongs(reference, here, player) for player in range(players)):
        here = resolve_chances(reference, reference.apply(here, reference.options(here)[0]))
    found = Counter(belongs(reference, here, player) for player in range(players))
    return tuple(found[faction] for faction in FACTIONS)


def belongs(reference: ReferenceEngine, here: State, player: int) -> str:
    """Return the faction of a player, or an empty string before identities are dealt."""
    has = [faction for at, faction in enumerate(FACTIONS) if reference.call(here, "fact is_of", (player, at))]
    return has[0] if has else ""
