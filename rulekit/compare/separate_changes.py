"""Which changes of the rules come together, and the first rulebook with some of them and no others.

Changes come together where one uses a name that another brings or takes away: a rule with the definitions and open
questions that it asks.  What each such group does to games is measured by `alone.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from ..model.changes import Added, Change, HeaderChanged, ItemChange, Reordered, Replaced, Struck
from ..model.rulebook import Placed, Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import children, walk
from .names import ClauseLocation, clause_location

Under = Mapping[ClauseLocation, tuple[s.Expr, ...]]
"""The conditions that each clause was written under, also those that an answer decides."""


def change_id(change: Change) -> str:
    """What a change is about."""
    match change:
        case Added(after=placed) | Struck(before=placed) | Replaced(after=placed):
            return placed.id
        case HeaderChanged(part=part):
            return f"header {part}"
        case Reordered(slot=slot):
            return f"order {slot}"


def separate(changes: Sequence[Change], under: Under) -> tuple[tuple[Change, ...], ...]:
    """The changes of rules in groups that need nothing of one another, each as the second rulebook orders them."""
    rules = [c for c in changes if not c.wording]
    used = [_used(c, under) for c in rules]
    brought = [_brought(c) for c in rules]
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


def _used(change: Change, under: Under) -> frozenset[str]:
    """Every name in a clause, of either side; what stands in a citation names no clause."""
    sides = _sides(change)
    roots = [root for p in sides for root in (*p.roots, *under.get(clause_location(p.clause), ()))]
    nodes = (node for root in roots for node in walk(root) if not isinstance(node, s.Citation))
    return frozenset(child.text for node in nodes for child in children(node) if isinstance(child, s.Name))


def _brought(change: Change) -> frozenset[str]:
    """The names that are there on one side only; of an option that has another answer, its own."""
    match change:
        case Added(after=placed) | Struck(before=placed):
            return frozenset(_declared(placed.clause))
        case Replaced(before=before, after=after, details=details):
            one, two = (frozenset(_declared(p.clause)) for p in (before, after))
            items = frozenset(d.name for d in details if isinstance(d, ItemChange) and d.how != "reworded")
            own = {after.clause.name.text} if isinstance(after.clause, s.OptionClause) else frozenset()
            return (one ^ two) | items | own
    return frozenset()


def _declared(clause: s.Clause) -> Iterator[str]:
    """What a clause gives a name to that others may use."""
    yield clause.name.text
    data = isinstance(clause, s.TableClause | s.PieceClause)
    for node in walk(clause):
        if isinstance(node, s.Item | s.Step) or (data and isinstance(node, s.Field)):
            yield node.name.text


# ------------------------------------------------------------------------------------------------------ put together


def with_changes(first: Rulebook, second: Rulebook, chosen: Sequence[Change]) -> Rulebook:
    """The first rulebook with these changes of the second and no others."""
    found = {p.id: p for p in first.clauses}
    order = list(found)
    base = _citing(first, second)
    for change in chosen:
        match change:
            case Struck(before=placed):
                order.remove(placed.id)
            case Replaced(after=placed):
                found[placed.id] = placed
            case Added(after=placed):
                found[placed.id] = placed
                order.insert(_place(placed.id, order, second), placed.id)
            case Reordered(after=after):
                places = sorted(order.index(one) for one in after)
                for place, one in zip(places, after, strict=True):
                    order[place] = one
            case HeaderChanged():
                header = evolve(second.header, sources=base.header.sources)
                base = evolve(base, header=header, seats=second.seats, ranks=second.ranks)
    clauses = tuple(found[one] for one in order)
    return evolve(base, clauses=clauses, options=_options(first, second, clauses, chosen))


def _citing(first: Rulebook, second: Rulebook) -> Rulebook:
    """The first, with the sources of both: a changed clause cites those of the second."""
    header = evolve(first.header, sources=(*first.header.sources, *second.header.sources))
    return evolve(first, header=header, sources={**first.sources, **second.sources})


def _place(id_: str, order: Sequence[str], second: Rulebook) -> int:
    """Behind the nearest clause before it in the second rulebook that is there."""
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
    """The answers in force: of options that are new or changed those of the second rulebook."""
    changed = {c.after.clause.name.text for c in chosen if isinstance(c, Added | Replaced)}
    names = [p.clause.name.text for p in clauses if isinstance(p.clause, s.OptionClause)]
    sides = {name: second.options if name in changed else first.options for name in names}
    return {name: side[name] for name, side in sides.items() if name in side}
