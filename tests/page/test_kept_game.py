"""How the values of a game are packed for a page."""

from __future__ import annotations

import io
import pickle

from attrs import field, frozen

from rulekit.page.how_to_play import told_rules
from rulekit.page.kept_game import KeptGame, _Packer
from rulekit.page.runtime import packed
from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import inside
from tests.shipped import book


@frozen
class Plain:
    first: int
    second: tuple[object, ...] = ()


@frozen
class Converted:
    doubled: int = field(converter=lambda value: 2 * value)


@frozen
class Prepared:
    known: list[int]

    def __attrs_post_init__(self) -> None:
        self.known.append(0)


@frozen
class Counted:
    given: int
    found: list[int] = field(factory=list, init=False)


@frozen(eq=False)
class Family:
    members: tuple[object, ...] = ()


def test_a_value_that_contains_itself_is_packed() -> None:
    family = Family()
    object.__setattr__(family, "members", (Plain(1, (family,)),))
    data = io.BytesIO()
    _Packer(data, pickle.HIGHEST_PROTOCOL).dump(Plain(2, family.members))
    (found,) = pickle.loads(data.getvalue()).second
    assert found.second[0].members[0].second[0] is found.second[0]


def test_a_packed_value_is_equal() -> None:
    counted = Counted(2)
    counted.found.append(1)
    value = Plain(1, (Converted(3), Prepared([5]), counted, Plain(2), Plain))
    data = io.BytesIO()
    _Packer(data, pickle.HIGHEST_PROTOCOL).dump(value)
    assert pickle.loads(data.getvalue()) == value
    assert len(data.getvalue()) < len(pickle.dumps(value, pickle.HIGHEST_PROTOCOL)), "Plain is packed as a call"


def places(game: KeptGame) -> list[tuple[str, int, int]]:
    """Return the places of all names in the clauses of a game: the text, the start and the end of each."""
    spans = [name.span for placed in game.model.rulebook.clauses for name in inside(placed.clause, s.Name)]
    return [(one.source.name, one.start, one.end) for one in spans]


def test_games_for_more_players_are_as_they_were_and_hardly_larger() -> None:
    shipped = book("czar/dutch")
    games = [KeptGame.of(shipped.configure(count, {}), {"dutch.rules": "all"}) for count in shipped.player_counts]
    together = games[0].pack(*games[1:])
    assert len(games) > 3 and len(packed(together)) < 1.5 * len(packed(games[0].pack()))
    for one in games:
        found = KeptGame.unpack(together, one.machine.players)
        assert (found.name, found.layers, found.texts) == (one.name, one.layers, one.texts)
        assert places(found) == places(one) and len(places(one)) > 100
        assert found.machine == one.machine and found.modules == one.modules
        assert told_rules(found.model, "nl") == told_rules(one.model, "nl")
    assert KeptGame.unpack(together).machine.players == games[0].machine.players
    assert together == games[0].pack(*games[1:])
