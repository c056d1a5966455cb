"""Describes the set-up for each number of players: a picture, how many pieces are in each place, and what depends on
the number.

To find out what depends on the number of players, a game is set up for each. If a fact uses this number, the members
for which it is true are listed for each number.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..diagnostics import RulekitError
from ..model.symbols import FactSymbol
from ..model.types import DomainType, TruthType
from ..scene import ONLOOKER, WHOLE, PictureCut
from ..syntax import nodes as s
from ..syntax.traversal import inside
from . import page_blocks as d
from .clause_sections import answer_effects
from .games import SEED, Games, SetUpGame, amounts_in
from .inventory import member_title
from .page_pictures import Pictures, ShownState
from .subject import Subject

AT_THE_TABLE = PictureCut(memory=False)
MOST_COUNTS = 8
"""The greatest number of different set-ups (by number of players) that are shown."""
SEEDS = range(SEED + 1, SEED + 6)
"""Seeds of further starts. If chance or players decide anything visible, at least one of these starts should look
different."""


def set_up(subject: Subject, games: Games, pictures: Pictures) -> Iterator[d.PageBlock]:
    """Yield a tab for each number of players; without tabs if there is only one number."""
    started = _games_set_up(games)
    told = ((one, tuple(_set_up_blocks(subject, one, games, pictures))) for one in started)
    tabs = [(subject.ui("page-players", count=one.game.players), blocks) for one, blocks in told]
    if len(tabs) == 1:
        yield from tabs[0][1]
    elif tabs:
        yield d.Tabs(tuple(tabs))


def _games_set_up(games: Games) -> list[SetUpGame]:
    """Return the game as it begins for each number of players, except those for which the set-up fails."""
    return [started for players in games.counts[:MOST_COUNTS] if (started := _begin(games, players))]


def _begin(games: Games, players: int) -> SetUpGame | None:
    """Return the game as it begins for a number of players; None if the set-up fails."""
    try:
        return games.set_up(players)
    except RulekitError:
        return None


def set_up_at_a_glance(subject: Subject, games: Games, pictures: Pictures) -> Iterator[d.PageBlock]:
    """Yield one picture of the set-up, for the page's number of players, and a table of how many pieces are in each
    place for each number."""
    started = _games_set_up(games)
    if not started:
        return
    one = next((one for one in started if one.game.players == subject.model.rulebook.players), started[0])
    yield _picture(subject, one, games, pictures, AT_THE_TABLE)
    lying = {one.game.players: dict(_lying(subject, one, pictures)) for one in started}
    places = list(dict.fromkeys(place for rows in lying.values() for place in rows))
    head = [(subject.ui("page-where"),), *((subject.ui("page-players", count=n),) for n in lying)]
    first, *others = lying.values()
    if all(rows == first for rows in others):
        head, lying = [(subject.ui("page-where"),), (subject.ui("page-pieces"),)], {0: first}
    rows = tuple(((place,), *(rows.get(place, ()) for rows in lying.values())) for place in places)
    if rows:
        yield d.PageTable(tuple(head), rows)


def start_figure(subject: Subject, games: Games, pictures: Pictures, only: frozenset[str]) -> Iterator[d.Figure]:
    """Yield a picture of the start for the page's number of players, which only shows these places."""
    one = _begin(games, subject.model.rulebook.players)
    if one is not None:
        yield evolve(_picture(subject, one, games, pictures, PictureCut(only, memory=False)), caption=())


def _picture(subject: Subject, one: SetUpGame, games: Games, pictures: Pictures, cut: PictureCut = WHOLE) -> d.Figure:
    """Return a picture of a start. Its caption says whether the start can differ in anything that the picture shows."""
    shown = ShownState(one.game, one.state, cut, viewer=ONLOOKER)
    others = (games.set_up(one.game.players, seed).state for seed in SEEDS)
    always = one.by == "nothing" or pictures.shows_same(shown, others)
    key = "page-begun-always" if always else "page-begun-caption"
    count = 0 if subject.counts == (one.game.players,) else one.game.players
    caption: d.InlineLine = (subject.ui(key, count=count, by=one.by),)
    name = f"set-up-{one.game.players}" if cut is WHOLE else "-".join((f"start-{one.game.players}", *sorted(cut.only)))
    return pictures.state(name, shown, caption)


def _set_up_blocks(subject: Subject, one: SetUpGame, games: Games, pictures: Pictures) -> Iterator[d.PageBlock]:
    yield _picture(subject, one, games, pictures)
    rows = tuple(((place,), told) for place, told in _lying(subject, one))
    if rows:
        yield d.PageTable(((subject.ui("page-where"),), (subject.ui("page-pieces"),)), rows)
    for fact in _asks_players(subject):
        told = _true_of(subject, one, fact)
        if told:
            yield d.PageParagraph((subject.link(f"fact {fact.name}"), ": ", ", ".join(told)))
    yield from answer_effects(subject, games, one.game.players, {})


def _lying(
    subject: Subject, one: SetUpGame, drawn: Pictures | None = None
) -> Iterator[tuple[d.InlinePiece, d.InlineLine]]:
    """Yield each place that is not empty, with its number of pieces. If all elements of the place have equally many,
    this is the number in each; else the number of each player, or the total. If `drawn` is given, places on boards that
    are drawn are omitted."""
    layout = one.game.layout
    for cell in one.game.machine.cells:
        placed = subject.shown.get(f"place {cell.name}")
        if cell.role != "place" or placed is None or (drawn and any(map(drawn.is_board, cell.dims))):
            continue
        amounts = list(amounts_in(layout.slots[cell.name], one.state))
        if not any(amounts):
            continue
        if cell.dims[:1] == (subject.model.players.name,) and len(set(amounts)) > 1:
            each = len(amounts) // one.game.players
            amounts = [sum(amounts[at * each : (at + 1) * each]) for at in range(one.game.players)]
            seats = (member_title(subject, one.game.model.players, at) for at in range(one.game.players))
            words = ", ".join(f"{seat}: {count}" for seat, count in zip(seats, amounts, strict=True))
        else:
            words = str(sum(amounts))
        if len(amounts) > 1 and len(set(amounts)) == 1:
            words = subject.ui("page-each", count=amounts[0])
        yield subject.link(placed.id), (words,)


def _asks_players(subject: Subject) -> Iterator[FactSymbol]:
    """Yield the facts that are true or false, use the number of players, and have one parameter, a member of a type."""
    for placed in subject.placed():
        clause = placed.clause
        symbol = subject.model.symbols.get(clause.name.text)
        if not isinstance(clause, s.FactClause) or not isinstance(symbol, FactSymbol):
            continue
        asks = any(part.name.text == "players" for part in inside(clause, s.Ref))
        few = len(symbol.params) == 1 and isinstance(symbol.params[0].type, DomainType)
        if asks and few and isinstance(symbol.result, TruthType):
            yield symbol


def _true_of(subject: Subject, one: SetUpGame, fact: FactSymbol) -> list[str]:
    """Return the titles of the members for which a fact is true at the start."""
    kind = fact.params[0].type
    assert isinstance(kind, DomainType)
    engine, domain = one.game.engine, kind.domain
    name = f"fact {fact.name}"
    if name not in {function.name for function in one.game.machine.functions}:
        return []
    members = [at for at in range(len(domain)) if engine.call(one.state, name, (at,))]
    return [member_title(subject, domain, at) for at in members]
