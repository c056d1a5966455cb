"""Groups of changes that depend on each other, and the effect of each group alone on random games.

Two changes are in one group if one uses a name that the other adds or removes: a rule is grouped with the definitions
and open questions that it uses. `with_changes` returns the first rulebook with some of the changes and no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from ..check.checked import CheckedModel
from ..engine.choice import EngineName, make_engine
from ..engine.interface import Engine
from ..machine.identity import rules_identity
from ..machine.lower import lower
from ..model.change_kinds import Added, Change, HeaderChanged, ItemChange, Reordered, Replaced, Struck
from ..model.difference import difference
from ..model.rulebook import Placed, Rulebook
from ..pipeline import check_layered
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import children, names_declared_by, walk
from .names import ClauseLocation, clause_location, conditions_of
from .paired_figures import AloneFigures, Sides, compare_games

if TYPE_CHECKING:
    from ..engine.interface import GameColumns
    from ..play.loaded_book import LoadedBook

Under = Mapping[ClauseLocation, tuple[s.Expr, ...]]
"""By clause, the conditions of the blocks that it was written in, including those that the answers to options
decide."""


def change_id(change: Change) -> str:
    """Return an id for a change: that of its clause, or of the part of the header or the list whose order changed."""
    match change:
        case Added(after=placed) | Struck(before=placed) | Replaced(after=placed):
            return placed.id
        case HeaderChanged(part=part):
            return f"header {part}"
        case Reordered(slot=slot):
            return f"order {slot}"


def change_groups(changes: Sequence[Change], under: Under) -> tuple[tuple[Change, ...], ...]:
    """Return the changes of rules in groups, so that no change uses a name that another group adds or removes. `under`
    has the conditions around each clause. In each group, changes have the same order as in `changes`."""
    rules = [c for c in changes if not c.wording]
    used = [_used_names(c, under) for c in rules]
    brought = [_new_or_gone_names(c) for c in rules]
    group = list(range(len(rules)))
    for one, names in enumerate(used):
        for two, there in enumerate(brought):
            if one != two and group[one] != group[two] and names & there:
                old, new = group[two], group[one]
                group = [new if at == old else at for at in group]
    return tuple(
        tuple(c for c, at in zip(rules, group, strict=True) if at == number) for number in dict.fromkeys(group)
    )


def _sides(change: Change) -> list[Placed]:
    match change:
        case Added(after=placed) | Struck(before=placed):
            return [placed]
        case Replaced(before=before, after=after):
            return [before, after]
    return []


def _used_names(change: Change, under: Under) -> frozenset[str]:
    """Return every name used in a changed clause, on either side; names in citations do not count."""
    sides = _sides(change)
    roots = [root for p in sides for root in (*p.roots, *under.get(clause_location(p.clause), ()))]
    nodes = (node for root in roots for node in walk(root) if not isinstance(node, s.Citation))
    return frozenset(child.text for node in nodes for child in children(node) if isinstance(child, s.Name))


def _new_or_gone_names(change: Change) -> frozenset[str]:
    """Return the names that a change adds or removes, and the name of an option whose answer it changes."""
    match change:
        case Added(after=placed) | Struck(before=placed):
            return frozenset(_names_for_others(placed.clause))
        case Replaced(before=before, after=after, details=details):
            one, two = (frozenset(_names_for_others(p.clause)) for p in (before, after))
            items = frozenset(d.name for d in details if isinstance(d, ItemChange) and d.how != "reworded")
            own = {after.clause.name.text} if isinstance(after.clause, s.OptionClause) else frozenset()
            return (one ^ two) | items | own
    return frozenset()


def _names_for_others(clause: s.Clause) -> Iterator[str]:
    """Yield the names that a clause declares and other clauses may use."""
    yield clause.name.text
    data = isinstance(clause, s.TableClause | s.PieceClause)
    for node in walk(clause):
        if isinstance(node, s.Item) or does(node, "woven") or (data and isinstance(node, s.Field)):
            yield from (name.text for name in names_declared_by((node,)))


# ---------------------------------------------------------------------------------- a rulebook with some of the changes


def with_changes(first: Rulebook, second: Rulebook, chosen: Sequence[Change]) -> Rulebook:
    """Return the first rulebook with the `chosen` changes of the second, and without the others."""
    found = {p.id: p for p in first.clauses}
    order = list(found)
    base = _with_both_sources(first, second)
    for change in chosen:
        match change:
            case Struck(before=placed):
                order.remove(placed.id)
            case Replaced(after=placed):
                found[placed.id] = placed
            case Added(after=placed):
                found[placed.id] = placed
                order.insert(_insert_position(placed.id, order, second), placed.id)
            case Reordered(after=after):
                places = sorted(order.index(one) for one in after)
                for place, one in zip(places, after, strict=True):
                    order[place] = one
            case HeaderChanged(part=part):
                base = _with_header_part(base, second, part)
    clauses = tuple(found[one] for one in order)
    return evolve(base, clauses=clauses, options=_options(first, second, clauses, chosen))


_HEADER_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "players": ("numbers", "players_line"),
    "direction": ("anticlockwise",),
    "seats": ("seats",),
    "ranks": ("ranks",),
}
"""From each part of a header that can change to the fields that hold it."""


def _with_header_part(first: Rulebook, second: Rulebook, part: str) -> Rulebook:
    """Return the first rulebook with one part of the second's header."""
    header = evolve(first.header, **{name: getattr(second.header, name) for name in _HEADER_FIELDS.get(part, ())})
    known = {part: getattr(second, part)} if part in ("seats", "ranks") else {}
    return evolve(first, header=header, **known)


def _with_both_sources(first: Rulebook, second: Rulebook) -> Rulebook:
    """Return the first rulebook with the sources of both rulebooks, since a changed clause cites those of the
    second."""
    header = evolve(first.header, sources=(*first.header.sources, *second.header.sources))
    return evolve(first, header=header, sources={**first.sources, **second.sources})


def _insert_position(id_: str, order: Sequence[str], second: Rulebook) -> int:
    """Return the position in `order` at which to insert a clause: after the nearest clause before it in the second
    rulebook that is in `order`."""
    known = {one: at for at, one in enumerate(order)}
    place = 0
    for placed in second.clauses:
        if placed.id == id_:
            break
        place = known.get(placed.id, place - 1) + 1
    return place


def _options(
    first: Rulebook, second: Rulebook, clauses: Sequence[Placed], chosen: Sequence[Change]
) -> dict[str, int | str]:
    """Return the options of a game with these clauses, and their answers. The answer is that of the second rulebook if
    the option is new, or if its change is among the `chosen`; otherwise it is that of the first."""
    changed = {c.after.clause.name.text for c in chosen if isinstance(c, Added | Replaced)}
    names = [p.clause.name.text for p in clauses if isinstance(p.clause, s.OptionClause)]
    sides = {name: second.options if name in changed else first.options for name in names}
    return {name: side[name] for name, side in sides.items() if name in side}


MOST_GROUPS = 6
"""Groups of changes whose effects are measured one by one; with more, the editions differ too much for that to help."""


@frozen(eq=False)
class SingleChange:
    """A group of changes, given by the ids. `engine` plays the first edition with only these changes. It is None if
    there is no such game (`why` has the reason) or if it is equal to the first game (`same`)."""

    ids: tuple[str, ...]
    engine: Engine | None = None
    same: bool = False
    why: str = ""


def single_changes(
    books: tuple[LoadedBook, LoadedBook],
    rulebooks: tuple[Rulebook, Rulebook],
    engine: EngineName,
    games: int | None = None,
) -> tuple[SingleChange, ...]:
    """Return the groups of changes between two rulebooks, each with an engine; none if there is only one group, or more
    than `MOST_GROUPS`. `games` is how many games each engine will play."""
    first, second = rulebooks
    groups = change_groups(difference(first, second), conditions_of((*books[0].books, *books[1].books)))
    if not 1 < len(groups) <= MOST_GROUPS:
        return ()
    usual, _ = check_layered(first, (), examples=False, knowledge=False)
    known = rules_identity(lower(usual)) if usual is not None else None
    return tuple(_single(first, second, group, known, engine, games) for group in groups)


def _single(
    first: Rulebook, second: Rulebook, group: Sequence[Change], known: str | None, engine: EngineName, games: int | None
) -> SingleChange:
    ids = tuple(map(change_id, group))
    model, why = check_alone(with_changes(first, second, group))
    if model is None:
        return SingleChange(ids, why=why)
    machine = lower(model)
    if rules_identity(machine) == known:
        return SingleChange(ids, same=True)
    return SingleChange(ids, make_engine(machine, engine, games))


def check_alone(rulebook: Rulebook) -> tuple[CheckedModel | None, str]:
    """Return the checked model of an edition with only some changes; or None and the first mistake, if these changes
    cannot stand alone."""
    model, found = check_layered(rulebook, (), examples=False, knowledge=False)
    return model, next((d.message for d in found if d.severity == "error"), "it has mistakes")


def with_single_changes(
    whole: Sides, first: Engine, base: GameColumns, found: Sequence[SingleChange], played: Sequence[GameColumns]
) -> Sides:
    """Return `whole`, the comparison of both editions, with that of each group of changes alone added. `base` has the
    games of the first edition, and `played` those of the groups that have an engine."""
    games = iter(played)
    alone = []
    for one in found:
        figures = None
        if one.engine is not None:
            figures = compare_games(first, one.engine, base, next(games), whole.seed, whole.agents)
        alone.append(AloneFigures(one.ids, figures, one.same, one.why))
    return evolve(whole, alone=tuple(alone))
