"""Random games of each design go as in a plain program that is written from its printed rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import shipped
from tests.shipped import every
from tests.variants.designs.clockmakers_sale import clockmakers_sale
from tests.variants.designs.dike_watch import dike_watch
from tests.variants.designs.five_kitchens import five_kitchens
from tests.variants.designs.jam_cupboard import jam_cupboard
from tests.variants.designs.puppet_street import puppet_street
from tests.variants.designs.side_by_side import Game, Program, play_side_by_side
from tests.variants.designs.village_choir import village_choir

PROGRAMS: dict[str, Callable[[Game], Program]] = {
    "designs/clockmakers-sale": clockmakers_sale,
    "designs/dike-watch": dike_watch,
    "designs/five-kitchens": five_kitchens,
    "designs/jam-cupboard": jam_cupboard,
    "designs/puppet-street": puppet_street,
    "designs/village-choir": village_choir,
}


DESIGNS = tuple(name for name in shipped.GAMES if name.startswith("designs/"))


def test_each_design_of_this_library_has_a_program() -> None:
    assert set(DESIGNS) - set(PROGRAMS) == {"designs/goofspiel"}  # OpenSpiel has it


@pytest.mark.parametrize("players", every(2, [2, 3, 4]))
@pytest.mark.parametrize("name", PROGRAMS)
def test_random_games_go_as_in_a_plain_program(name: str, players: int) -> None:
    assert play_side_by_side(name, PROGRAMS[name], players, games=2, seed=players) > 10


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", PROGRAMS)
def test_many_random_games_go_as_in_a_plain_program(name: str, players: int) -> None:
    assert play_side_by_side(name, PROGRAMS[name], players, games=200, seed=players) > 1_000
