"""Lists the contents of the box: boards, pieces and counters with their numbers and pictures. Also renders tables and
enumerations.

Counters are kept numbers that a look draws as things, such as chips. A piece type has several sorts, one for each
combination of attributes. Two attributes make a table of rows and columns. If there are many sorts with equally many
copies, each value of the first attribute has a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import prod

from attrs import evolve

from ..check.checked import CheckedModel
from ..diagnostics.printable import capital
from ..model.rulebook import Placed
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType, FieldInfo, NumberType, OptionType, SetType, Type, Value
from ..prose import NO_VALUE
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import anchor
from .footnotes import notes
from .games import Games
from .page_pictures import Pictures
from .subject import Subject

MOST_ROWS = 16
"""The greatest number of sorts in a list; more are side by side in rows if there are equally many copies of each."""
FEW_SORTS = 5
"""The greatest number of sorts for which one line of the box has separate numbers of copies."""
FEW_SAMPLES = 4
"""The greatest number of sorts of a piece that are drawn in its row of the box."""
MOST_SORTS = 120
"""If a piece has more sorts than this, none of them is shown."""


def box(
    subject: Subject, games: Games, pictures: Pictures, only: frozenset[str] = frozenset()
) -> Iterator[d.PageBlock]:
    """Yield a table with a row for each board, piece and kind of counter in the box. If `only` is not empty, it has the
    names of those to list. If it has an attribute's value, the sorts of pieces with this value are listed."""
    rows: list[tuple[d.InlineLine, ...]] = []
    counters = _counters(subject, games, pictures)
    for placed in subject.placed():
        clause = placed.clause
        some = _named_value(subject, clause, only)
        if only and clause.name.text not in only and some is None:
            continue
        if isinstance(clause, s.KeepClause):
            if clause.name.text in counters:
                rows.append(_counter_row(subject, games, pictures, placed))
            continue
        laid_out = isinstance(clause, s.EnumClause | s.TableClause) and pictures.is_board(clause.name.text)
        if not laid_out and not isinstance(clause, s.BoardClause | s.PieceClause):
            continue
        domain = subject.domain(clause.name.text)
        printed = not isinstance(clause, s.BoardClause) or clause.shape not in ("open", "edges", "corners")
        # these are not in the box: an open board is the players' table, and edges or corners are part of another board
        if domain is None or not printed:
            continue
        if isinstance(clause, s.PieceClause):
            domain = _piece(subject, subject.model, clause, some)
            drawn = [pictures.element(clause.name.text, at, large=True) for at in samples(subject, domain)]
        else:
            drawn = [pictures.thumbnail(clause.name.text, games.game(games.counts[-1]))]
        picture = tuple(piece for one in drawn if one for piece in (one, " "))
        how_many = subject.ui("page-one-board", count=len(domain), noun=subject.speaker.noun(domain, plural=True))
        if isinstance(clause, s.PieceClause):
            how_many = subject.speaker.by_players(partial(_copies, subject, games, clause, some))
        name = "" if isinstance(clause, s.PieceClause) else _board_name(subject, domain)
        name = member_title(subject, *some) if some is not None else name
        rows.append((picture, (subject.link(placed.id, name),), (how_many,)))
    if rows:
        yield d.PageTable(((), (), ()), tuple(rows), "rk-box-table rk-headless")


def _named_value(subject: Subject, clause: s.Clause, only: frozenset[str]) -> tuple[Domain, int] | None:
    """Return the value of a piece's attribute that is in `only`, as its type and index. Return None if there is none or
    if the piece itself is in `only`."""
    piece = subject.domain(clause.name.text) if isinstance(clause, s.PieceClause) else None
    if piece is None or clause.name.text in only:
        return None
    kinds = [one.type.domain for one in piece.fields if isinstance(one.type, DomainType)]
    values = ((kind, at) for kind in kinds for at, label in enumerate(kind.labels) if label in only)
    return next(values, None)


def _piece(subject: Subject, model: CheckedModel, clause: s.PieceClause, some: tuple[Domain, int] | None) -> Domain:
    """Return a piece type. With `some`, an attribute's value, it only has copies of the sorts with this value."""
    piece = subject.domain(clause.name.text, model)
    assert piece is not None
    if some is None:
        return piece
    kind, value = some
    (there,) = (
        one.values for one in piece.fields if isinstance(one.type, DomainType) and one.type.domain.name == kind.name
    )
    return evolve(piece, population=tuple(n if there[at] == value else 0 for at, n in enumerate(piece.population)))


def _board_name(subject: Subject, board: Domain) -> str:
    """Return the name of a board in the box: the title of a table or enumeration, unless it only says what the sites
    are. Otherwise return the word for board."""
    title = subject.title(board.name)
    sites = subject.speaker.noun(board, plural=True)
    if board.sort == "board" or not title or title.casefold().endswith(sites.casefold()):
        return subject.ui("page-board")
    return capital(subject.speaker.without_article(title))


def is_thing(subject: Subject, pictures: Pictures, keep: str) -> bool:
    """Return whether a kept value is drawn as things: as counters, or as pieces on the sites of a board. In the second
    case the value must have a look or belong to players."""
    symbol = subject.model.symbols.get(keep)
    if keep in pictures.counters or not isinstance(symbol, KeepSymbol) or not pictures.is_drawn(keep):
        return keep in pictures.counters
    held = symbol.type.item if isinstance(symbol.type, SetType) else symbol.type
    on = held if not isinstance(held, NumberType) else symbol.dims[0] if len(symbol.dims) == 1 else None
    if not isinstance(on, DomainType) or on.domain.sort != "board":
        return False
    of_players = symbol.dims == (DomainType(subject.model.players),) and isinstance(symbol.type, SetType)
    return keep in pictures.looked or of_players


def _counters(subject: Subject, games: Games, pictures: Pictures) -> list[str]:
    """Return the names of the kept values that are counters or pieces in the box. If some have things at the start of a
    game, leave out those that have none: the same things go there later."""
    names = [one.clause.name.text for one in subject.placed() if isinstance(one.clause, s.KeepClause)]
    things = [name for name in names if is_thing(subject, pictures, name)]
    return [name for name in things if sum(games.amounts(name, -1))] or things


def _counter_row(subject: Subject, games: Games, pictures: Pictures, placed: Placed) -> tuple[d.InlineLine, ...]:
    """Return the table row of a kept value that is drawn as things. If each player has some and the number of players
    is fixed, it has a picture and the name of each player; otherwise one sample."""
    name, symbol = placed.clause.name.text, subject.model.symbols[placed.clause.name.text]
    assert isinstance(symbol, KeepSymbol)
    held, players = symbol.type.item if isinstance(symbol.type, SetType) else None, subject.model.players
    room = len(held.domain) if isinstance(held, DomainType) else 0
    title: list[d.InlinePiece] = [subject.link(placed.id)]
    of_players = len(games.counts) == 1 and symbol.dims == (DomainType(players),)
    for seat in range(len(players) if of_players else 0):
        player = member_title(subject, players, seat)
        title += [", " if seat else ": ", pictures.counter(name, seat), f"\u00a0{player}"]
    sample = () if of_players else (pictures.counter(name, *(0 for _ in symbol.dims)),)
    return sample, tuple(title), (_how_many(subject, games, [name], room),)


def _how_many(subject: Subject, games: Games, names: Sequence[str], room: int) -> str:
    """Return words for the number of things at the start of a game: a total, a number for each player, or the greatest
    number. If there are none or more come later, return words for `room`, the number of things for which there is room
    (0 for any number)."""
    few, most = (sum(sum(games.amounts(name, at)) for name in names) for at in (0, -1))
    each, rest = divmod(most, games.counts[-1])
    if room and sum(sum(games.amounts(name, 0, games.middle)) for name in names) > few:
        return subject.ui("page-up-to", count=room)
    if most and few == most:
        return subject.ui("page-at-start", count=most)
    if most and not rest and few == each * games.counts[0]:
        return subject.ui("page-copies-player", count=each)
    return subject.ui("page-up-to", count=most or room)


def samples(subject: Subject, domain: Domain) -> tuple[int, ...]:
    """Return the indexes of the sorts of a piece to draw as samples. If the values of its last attributes, without the
    owner, are few, there is one for each of them. Otherwise it is only the first sort in the box."""
    there = [at for at, copies in enumerate(domain.population) if copies != 0]
    told = [field for field in domain.fields if field.type != DomainType(subject.model.players)]
    for first in range(len(told)):
        sorts: dict[object, int] = {}
        for at in there:
            sorts.setdefault(tuple(field.values[at] for field in told[first:]), at)
        if 1 < len(sorts) <= FEW_SAMPLES:
            return tuple(sorts.values())
    return tuple(there[:1])


def _copies(
    subject: Subject, games: Games, clause: s.PieceClause, some: tuple[Domain, int] | None, model: CheckedModel
) -> str:
    """Return words for the number of copies: `60`, `60 (12 of each colour: 3 of each kind)`, `30 (21 × one, 9 ×
    two)`."""
    domain = _piece(subject, model, clause, some)
    places = [x for x in model.symbols.values() if isinstance(x, PlaceSymbol) and x.piece is domain]
    if any(copies is None for copies in domain.population):
        room = sum(one.capacity * len(games.amounts(one.name, -1)) for one in places)
        return _how_many(subject, games, [one.name for one in places], room)
    total = sum(copies or 0 for copies in domain.population)
    most = sum(x.capacity for x in places)
    if places and most < total and not any(x.dims for x in places):  # each copy has two sorts, its sides
        return str(most)
    sorts = [copies for copies in domain.population if copies]
    owners = next((field for field in domain.fields if field.type == DomainType(model.players)), None)
    if owners is not None:
        each = [
            sum(n or 0 for n, of in zip(domain.population, owners.values, strict=True) if of == p)
            for p in range(len(model.players))
        ]
        if len(set(each)) == 1:
            return subject.ui("page-copies-player", count=each[0])
    if len(sorts) < 2:
        return str(total)
    named = [field.type.domain for field in domain.fields if isinstance(field.type, DomainType)]
    if len(named) == len(domain.fields) and len(set(sorts)) == 1 and len(sorts) == prod(map(len, named)):
        counts = [total // prod(map(len, named[: at + 1])) for at in range(len(named))]
        of_each = [
            subject.ui("page-copies-of-each", count=count, noun=subject.speaker.noun(by))
            for count, by in zip(counts, named, strict=True)
        ]
        return f"{total} ({': '.join(of_each)})"
    if len(set(sorts)) == 1:
        return subject.ui("page-copies-each", total=total, sorts=len(sorts), each=sorts[0])
    if len(named) == len(domain.fields) == 1 and len(sorts) <= FEW_SORTS:
        by, kinds = domain.fields[0].values, named[0]
        said = [subject.title(kinds.name, kinds.labels[at]) for at in by if isinstance(at, int)]
        shown = [f"{n} × {words}" for words, n in zip(said, domain.population, strict=True) if n]
        return f"{total} ({', '.join(shown)})"
    return str(total)


# ---------------------------------------------------------------------------------- tables of the members of one clause


def sorts(subject: Subject, clause: s.PieceClause, pictures: Pictures) -> Iterator[d.PageBlock]:
    """Yield a table with every sort of a piece, its picture and its number of copies. Yield nothing if there is only
    one sort, or too many."""
    domain = subject.domain(clause.name.text)
    if domain is None or not 1 < len(domain) <= MOST_SORTS:
        return
    named = [field for field in domain.fields if isinstance(field.type, DomainType)]
    if len(domain.fields) == 2 and len(named) == 2:
        yield _matrix(subject, clause.name.text, domain, named, pictures)
        return
    if len(domain) > MOST_ROWS and len(set(domain.population)) == 1 and len(domain.fields) > 1 and named:
        yield _fans(subject, clause.name.text, domain, named[0], pictures)
        return
    rows: list[tuple[d.InlineLine, ...]] = []
    for at in range(len(domain)):
        if not (many := _many(subject, domain, at)):
            continue
        picture = pictures.element(clause.name.text, at)
        words = ", ".join(value_words(subject, domain, n, at) for n in range(len(domain.fields)))
        rows.append(((picture,) if picture else (), (words,), (many,)))
    head = ((), (subject.ui("page-what"),), (subject.ui("page-how-many"),))
    yield d.PageTable(head, tuple(rows), "rk-sorts")


def _fans(subject: Subject, name: str, domain: Domain, by: FieldInfo, pictures: Pictures) -> d.PageTable:
    """Return a table with a row for each value of the attribute `by`: the value's title, and pictures of all sorts with
    this value."""
    assert isinstance(by.type, DomainType)
    groups = by.type.domain
    rows: list[tuple[d.InlineLine, ...]] = []
    for group in range(len(groups)):
        shown = [pictures.element(name, at) for at in range(len(domain)) if by.values[at] == group]
        if shown:
            line = tuple(piece for picture in shown if picture for piece in (picture, " "))
            rows.append(((member_title(subject, groups, group),), line))
    return d.PageTable((), tuple(rows), "rk-fans")


def _matrix(subject: Subject, name: str, domain: Domain, named: list[FieldInfo], pictures: Pictures) -> d.PageTable:
    """Return a table of the sorts of a piece with two attributes: a row for each value of one, a column for each value
    of the other."""
    down, across = named
    assert isinstance(down.type, DomainType) and isinstance(across.type, DomainType)
    ups, ons = down.type.domain, across.type.domain
    where = {(down.values[at], across.values[at]): at for at in range(len(domain))}
    head: list[d.InlineLine] = [(), *((member_title(subject, ons, on),) for on in range(len(ons)))]
    rows: list[tuple[d.InlineLine, ...]] = []

    def cell(at: int | None) -> d.InlineLine:
        if at is None or not (many := _many(subject, domain, at)):
            return ()
        picture = pictures.element(name, at)
        times = (many,) if domain.population[at] is not None or picture is None else ()
        return (*((picture, " ") if picture else ()), *times)

    for up in range(len(ups)):
        if any(row := [cell(where.get((up, on))) for on in range(len(ons))]):
            rows.append(((member_title(subject, ups, up),), *row))
    return d.PageTable(tuple(head), tuple(rows), "rk-sorts")


def _many(subject: Subject, piece: Domain, at: int) -> str:
    """Return words for the number of copies of sort number `at`; "" if there are none."""
    numbers: set[int | None] = set()

    def said(one: Domain, at: int) -> str:
        copies = one.population[at]
        numbers.add(copies)
        return subject.ui("page-any-number") if copies is None else f"{copies} ×"

    many = _of_member(subject, piece, at, said)
    return "" if numbers == {0} else many


def _of_member(subject: Subject, domain: Domain, at: int, said: Callable[[Domain, int], str]) -> str:
    """Return the text that `said` makes for member number `at` of a type. If it depends on the number of players,
    return all texts with the numbers for which they are valid."""

    def of(model: CheckedModel) -> str | None:
        one, label = subject.domain(domain.name, model), domain.labels[at]
        return said(one, one.labels.index(label)) if one is not None and label in one.labels else None

    return subject.speaker.by_players(of)


def member_title(subject: Subject, domain: Domain, index: int) -> str:
    """Return the title of a member with a capital letter. A site of a board without a title is called by its label."""
    label = domain.labels[index]
    named = domain.board and "_" not in label and subject.speaker.written_title(domain.name, label) is None
    return label if named else capital(subject.title(domain.name, label))


def value_words(subject: Subject, domain: Domain, number: int, at: int) -> str:
    """Return the value of attribute `number` of member number `at` in words."""

    def said(one: Domain, at: int) -> str:
        return value_in_words(subject, one.fields[number].type, one.fields[number].values[at])

    return _of_member(subject, domain, at, said)


def value_in_words(subject: Subject, kind: Type, value: Value) -> str:
    """Return a value of type `kind` in words."""
    if isinstance(value, frozenset) and isinstance(kind, SetType):
        item = kind.item or NumberType(0, 0)
        low = item.low if isinstance(item, NumberType) else 0
        return ", ".join(value_in_words(subject, item, member + low) for member in sorted(value)) or NO_VALUE
    if isinstance(kind, OptionType) and kind.item is not None:
        return NO_VALUE if value is None else value_in_words(subject, kind.item, value)
    if isinstance(kind, DomainType) and isinstance(value, int):
        return member_title(subject, kind.domain, value)
    if isinstance(value, bool):
        return subject.ui("page-yes") if value else subject.ui("page-no")
    return NO_VALUE if value is None else str(value)


def items(subject: Subject, clause: s.EnumClause, pictures: Pictures, anchored: bool = True) -> Iterator[d.PageBlock]:
    """Yield the items of an enumeration, in the layout that a look declares, else in a row. If `anchored` is True, each
    item has an address."""
    name = clause.name.text
    chips: dict[str, d.InlineLine] = {}
    for at, item in enumerate(clause.items):
        picture = None if pictures.is_board(name) else pictures.element(name, at)
        line: list[d.InlinePiece] = [d.Target(anchor(f"enum {name}.{item.name.text}"))] if anchored else []
        line += [evolve(picture, alt=""), " "] if picture else []  # the title is the next word
        line += [capital(subject.title(name, item.name.text)), *(notes(subject, item.cites) if anchored else ())]
        chips[item.name.text] = tuple(line)
    grid = () if pictures.is_board(name) else pictures.grid(name)
    if {label for row in grid for label in row} == set(chips):
        yield d.PageTable((), tuple(tuple(chips[label] for label in row) for row in grid), "rk-grid")
    else:
        yield d.Box("rk-chips", (d.Items(tuple((d.PageParagraph(line),) for line in chips.values())),))


def table(
    subject: Subject,
    clause: s.TableClause,
    pictures: Pictures,
    about: Callable[[str], Iterable[d.InlinePiece]] | None = None,
) -> Iterator[d.PageBlock]:
    """Yield a table clause as a table of the page. Rows that a look draws have a picture. Without `about`, each row has
    an address. `about` returns links about the thing with a row's title; they fill rows whose cells are all empty."""
    domain = subject.domain(clause.name.text)
    if domain is None or not clause.rows:
        return
    name, shown = clause.name.text, clause.name.text in pictures.names_drawn
    cells = [[value_words(subject, domain, n, at) for n in range(len(domain.fields))] for at in range(len(clause.rows))]
    kept = [n for n in range(len(domain.fields)) if about is None or any(row[n] != NO_VALUE for row in cells)]
    head: list[d.InlineLine] = [
        *(((),) if shown else ()),
        (subject.title(name),),
        *((subject.speaker.title(name, domain.fields[n].name),) for n in kept),
    ]
    rows: list[tuple[d.InlineLine, ...]] = []
    for at, row in enumerate(clause.rows):
        target = d.Target(anchor(f"table {name}.{row.item.name.text}"))
        title = capital(subject.title(name, row.item.name.text))
        first: d.InlineLine = (title,) if about else (target, title, *notes(subject, row.item.cites))
        picture = pictures.element(name, at) if shown else None
        drawn: tuple[d.InlineLine, ...] = ((evolve(picture, alt=""),) if picture else (),) if shown else ()
        said: list[d.InlineLine] = [(cells[at][n],) for n in kept]
        if about and all(cell == NO_VALUE for cell in cells[at]) and (told := tuple(about(title))[1:]):
            said = [told, *((),) * (len(said) - 1)]
        rows.append((*drawn, first, *said))
    yield d.PageTable(tuple(head), tuple(rows))
