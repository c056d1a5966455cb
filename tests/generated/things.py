"""Generators of declarations: types, boards, pieces, places, kept values, options."""

from __future__ import annotations

from itertools import product

from attrs import evolve

from rulekit.check.board_topology import corner_sites, edge_sites, grid

from .effects import Lines
from .flows import Flows
from .kinds import TRUTH, Dom, Keep, Num, Opt, Place, Scope, SetOf, Truth, Type, width

HEX = ("n", "e", "se", "s", "w", "nw")
TRI = ("ne", "e", "se", "sw", "w", "nw")
SQUARE = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


class Things(Flows):
    out: Lines

    def add(self, domain: Dom) -> None:
        self.w.domains.append(domain)
        self.w.globals |= {domain.name, *domain.labels}

    def enum(self) -> Lines:
        name = self.fresh("Kind").capitalize()
        size = self.c.edge(129 if self.c.maybe(10) else 17)
        labels = tuple(f"{name.lower()}_{i}" for i in range(size))
        turning = self.c.maybe(50)
        self.add(Dom(name, labels, "enum", turning))
        title = ' "A kind"' if self.c.maybe(20) else ""
        return [f"enum {name}{', turning' if turning else ''}{title}: {', '.join(labels)}"]

    def field_type(self, most: int, set_too: bool) -> Type:
        small = [d for d in [*self.w.of("enum", "table"), self.w.player] if len(d) <= most]
        form = self.c.below(6)
        if form == 0 and most >= 2:
            return TRUTH
        if form <= 2 and small:
            return self.c.one(small)
        if form == 3 and [d for d in small if len(d) < most]:
            return Opt(self.c.one([d for d in small if len(d) < most]))
        if form == 4 and set_too and small:
            return SetOf(self.c.one(small))
        low = self.c.one([0, 1, 3])
        return Num(low, low + self.c.edge(max(1, most)) - 1)

    def cell(self, type_: Type) -> str:
        if isinstance(type_, SetOf):
            found = [self.literal(type_.item, self.c.below(width(type_.item))) for _ in range(self.c.below(3))]
            return f"{{{', '.join(found)}}}"
        return self.literal(type_, self.c.below(width(type_)))

    def table(self) -> Lines:
        name = self.fresh("Row").capitalize()
        if self.c.maybe(30):
            small = [d for d in [*self.w.of("enum"), self.w.player] if len(d) <= 5]
            a, b = self.c.one([Num(1, self.c.edge(8)), Num(0, 2)]), self.c.one([*small, Num(1, 2)])
            names = (f"left_{name.lower()}", f"right_{name.lower()}")
            count = width(a) * width(b)
            where, gap = "", None
            if self.c.maybe(30):
                where = f" where {names[0]} >= {a.low}"
            elif self.c.maybe(50) and a.low < a.high:
                gap = self.c.between(a.low, a.high)
                where, count = f" where {names[0]} != {gap}", count - width(b)
            labels = tuple(f"{name.lower()}_{i}" for i in range(count))
            self.w.globals |= set(names)
            # the labels of its members are internal, so constants are written by position
            self.add(Dom(name, labels, "combined", False, ((names[0], a), (names[1], b)), gap=gap))
            return [f"table {name} for each {names[0]} in {a}, {names[1]} in {b}{where}"]
        fields = tuple((f"part{self.bump()}", self.field_type(33, True)) for _ in range(self.c.below(4)))
        labels = tuple(f"{name.lower()}_{i}" for i in range(self.c.edge(9)))
        domain = Dom(name, labels, "table", False, fields)
        if self.c.maybe(25):  # a column refers to rows of the same table
            fields = (*fields, (f"part{self.bump()}", self.c.one([domain, Opt(domain), SetOf(domain)])))
            object.__setattr__(domain, "fields", fields)
        lines = [f"table {name}({', '.join(f'{n} {t}' for n, t in fields)}):"]
        for label in labels:
            cells = "".join(f" {self.cell(t)} |" for _, t in fields)
            lines.append(f"  | {label} |{cells}")
        self.add(domain)
        return lines

    def bump(self) -> int:
        self.count += 1
        return self.count

    def named(self, domain: Dom) -> str:
        if domain.sort == "combined":
            return f"member({domain.name}, {self.c.below(len(domain))})"
        return super().named(domain)

    def constant(self, domain: Dom, at: int | None = None) -> str:
        if domain.sort == "combined":
            return f"member({domain.name}, {self.c.below(len(domain))})"
        return super().constant(domain, at)

    def piece_kind(self) -> Lines:
        name = self.fresh("Man").capitalize()
        fields, kinds = [], 1
        most = self.c.edge(129 if self.c.maybe(15) else 33)
        for _ in range(self.c.below(3)):
            type_ = self.field_type(max(1, most // kinds), False)
            if isinstance(type_, Dom) and type_.sort == "combined":
                continue
            if kinds * width(type_) > most:
                continue
            fields.append((f"sort{self.bump()}", type_))
            kinds *= width(type_)
        form = self.c.below(6)
        copies: tuple[int | None, ...]
        if form == 0:
            text, copies = "any number", (None,) * kinds
        elif form <= 2:
            text, copies = "one each", (1,) * kinds
        elif form == 3 and fields and isinstance(fields[0][1], Num):
            first, type_ = fields[0]
            values = list(product(*(range(width(t)) for _, t in fields)))
            text = f"(if {first} == {type_.low} then 3 else 1) each"
            copies = tuple(3 if v[0] == 0 else 1 for v in values)
        else:
            n = self.c.edge(256 if kinds < 3 and self.c.maybe(15) else 4)
            text = f"{n} each" if n != self.w.players or self.c.maybe(50) else "players each"
            copies = (n,) * kinds
        labels = tuple(f"#{i}" for i in range(kinds))
        open_ = self.c.maybe(20)
        shown = ", ".join(f"{n} {t}{' open' if open_ else ''}" for n, t in fields)
        domain = Dom(name, labels, "piece", False, tuple(fields), None, copies)
        self.w.domains.append(domain)
        return [f"piece {name}({shown}): {text}"]

    def board(self) -> Lines:
        name = self.fresh("Field").capitalize()
        form = self.c.below(7)
        if form == 0:
            size = self.c.edge(9)
            labels = tuple(f"{name.lower()}_{i}" for i in range(size))
            lines = [f"board {name}, graph:"]
            for i, label in enumerate(labels):
                near = [labels[j] for j in self.c.some(range(size), 3) if j != i]
                lines.append(f"  | {label} | {{{', '.join(near)}}} |")
            self.add(Dom(name, labels, "board"))
            return lines
        if form == 1:
            n = self.c.between(1, 3)
            side = 2 * n + 3  # n + 2 would do if no expression measured distances
            extra = ", hexagonal" if self.c.maybe(40) else ""
            way = Dom(f"{name}Direction", HEX if extra else SQUARE, "direction", True)
            fields = (("column", Num(-side, side)), ("row", Num(-side, side)))
            domain = Dom(name, ("origin",), "board", False, (), way, qualified=True)
            domain = evolve(domain, fields=fields)
            self.w.domains += [evolve_labels(domain, side * side), way]
            self.w.globals |= {name, way.name}
            return [f"board {name}: open for {n}{extra}"]
        big = self.c.maybe(12)
        columns, rows = self.c.edge(17 if big else 5), self.c.edge(16 if big else 5)
        outline = self.c.one(["hexagon", "triangle"]) if form == 5 else ""
        shape = "triangular" if form == 6 else "hexagonal" if form in (2, 5) else ""
        wrapped = form < 5 and self.c.maybe(35)
        if outline:
            side = self.c.edge(5)
            columns = rows = 2 * side - 1 if outline == "hexagon" else side
        cells = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]
        if outline == "hexagon":
            cells = [(x, y) for x, y in cells if side < x + y < 3 * side]
        elif outline:
            cells = [(x, y) for x, y in cells if x + y <= side + 1]
        where = ""
        if len(cells) > 1 and self.c.maybe(30):
            gap = self.c.one(cells)
            cells.remove(gap)
            where = f" where not (column == {gap[0]} and row == {gap[1]})"
        labels = tuple(f"{letters(x - 1)}{y}" for x, y in cells)
        way = Dom(f"{name}Direction", {"": SQUARE, "hexagonal": HEX}.get(shape, TRI), "direction", True)
        across, along = zip(*cells, strict=True)
        fields = (("column", Num(min(across), max(across))), ("row", Num(min(along), max(along))))
        wide = not wrapped or min(columns, rows) > 2
        grid_ = (columns, rows, shape or "square", wrapped, frozenset(cells))
        board = Dom(name, labels, "board", False, fields, way, qualified=True, grid=grid_ if wide else ())
        self.w.domains += [board, way]
        self.w.globals |= {name, way.name, *labels, *way.labels}
        size = f"{outline} of side {side}" if outline else f"{columns} by {rows}"
        extra = f"{f', {shape}' if shape and not outline else ''}{', wrapped' if wrapped else ''}"
        return [f"board {name}: {size}{extra}{where}"]

    def rims(self) -> Lines:
        """Declare a board of the edges or corners of a grid's cells."""
        base = self.c.one([d for d in self.w.of("board") if d.grid])
        name, form = self.fresh("Rim").capitalize(), base.grid[2]
        cells = grid(*base.grid)
        edges = self.c.maybe(50)
        make = edge_sites if edges else corner_sites
        found = make(cells.labels, list(zip(cells.columns, cells.rows, strict=True)), cells.rims, form)
        self.w.domains.append(Dom(name, found.labels, "board", qualified=True, base=base))
        self.w.globals |= {name, *found.labels}
        return [f"board {name}: {'edges' if edges else 'corners'} of {base}"]

    # ------------------------------------------------------------------------------------------------- places and keeps

    def dims(self, most: int) -> tuple[tuple[str | None, Num | Dom], ...]:
        if self.c.maybe(40):
            return ()
        found: list[tuple[str | None, Num | Dom]] = []
        count = 1
        for _ in range(self.c.between(1, 2)):
            item = self.c.one(
                [self.w.player, self.w.player, *self.w.domains, Num(self.c.one([0, 1, -1]), self.c.edge(9))]
            )
            if count * width(item) <= most:
                found.append((f"i{len(found) + 1}" if self.c.maybe(40) else None, item))
                count *= width(item)
        return tuple(found)

    def audience_of(self, dims: tuple[tuple[str | None, Num | Dom], ...]) -> tuple[str, str, tuple[str, ...]]:
        """Return who sees a thing, who counts it, and the words that declare this. Some things are hidden."""
        own = len(dims) == 1 and dims[0][1] is self.w.player and dims[0][0] is not None
        form = self.c.below(6)
        if form == 0:
            return "nobody", "all", ("hidden",)
        if form == 1:
            return "nobody", "nobody", ("hidden", "counted by nobody")
        if form == 2 and own:
            who = self.c.one([f"{dims[0][0]}", f"{{{dims[0][0]}, p1}}"])
            if self.w.seats:
                who = f"{dims[0][0]}"
            return "own", "all", (f"seen by {who}",)
        if form == 3 and own:
            return "own", "own", (f"seen by {dims[0][0]}", f"counted by {dims[0][0]}")
        return "all", "all", ()

    @staticmethod
    def indexed(dims: tuple[tuple[str | None, Num | Dom], ...]) -> str:
        return f"[{', '.join(f'{n} in {t}' if n else str(t) for n, t in dims)}]" if dims else ""

    def place_of(self, piece: Dom) -> Lines:
        name = self.fresh("spot")
        form = self.c.one(["one", "heap", "heap", "row", "stack"])
        if form in ("row", "stack") and self.c.maybe(30) and len(piece) > 64:
            form = "heap"
        dims = self.dims(70 if form == "one" else 9)
        endless = None in piece.copies
        total = None if endless else sum(n for n in piece.copies if n is not None)
        capacity: int | None = 1 if form == "one" else total
        words = []
        if form != "one" and (endless or (form in ("row", "stack") and (self.c.maybe(40) or (total or 0) > 300))):
            capacity = self.c.edge(33)
            words.append(f"at most {capacity}")
        seen, counted, more = self.audience_of(dims)
        words += more
        place = Place(name, form, piece, tuple(t for _, t in dims), seen, counted, capacity)
        self.w.places.append(place)
        of = "one" if form == "one" else f"{form} of"
        return [f"place {name}{self.indexed(dims)}: {of} {piece.name}{''.join(', ' + w for w in words)}"]

    def kept(self) -> Lines:
        name = self.fresh("mark")
        dims = self.dims(257 if self.c.maybe(5) else 40)
        type_ = self.any_type()
        if isinstance(type_, Num) and self.c.maybe(60):
            low = self.c.one([0, 0, 1, -1, -128])
            type_ = Num(low, self.c.edge(256, max(1, low)))
        lifetime = self.c.one(["", "", "", "each turn", "each round"])
        seen, counted, words = self.audience_of(dims)
        if not isinstance(type_, SetOf):
            words = tuple(w for w in words if not w.startswith("counted"))
        elif len(words) < 2:  # by default, exactly those who see a kept set may count it
            counted, told = ("all", ("counted by all",)) if self.c.maybe(50) else (seen, ())
            words += told
        inner = Scope(constant=True)
        for dim_name, dim in dims:
            if dim_name:
                from .kinds import Var

                inner = inner.bind(dim_name, Var(dim))
        initial = f" = {self.initial(type_, inner)}" if self.c.maybe(55) else ""
        self.w.keeps.append(Keep(name, type_, tuple(t for _, t in dims), seen, lifetime, counted))
        extra = "".join(f", {w}" for w in (lifetime, *words) if w)
        return [f"keep {name}{self.indexed(dims)}: {type_}{initial}{extra}"]

    def initial(self, type_: Type, sc: Scope) -> str:
        """Return an initial value that is known before the game and within bounds."""
        match type_:
            case Num(low, high):
                found = [n for n, v in sc.names.items() if isinstance(v.type, Num)]
                if found and self.c.maybe(60):
                    return f"lesser({high}, greater({low}, {self.c.one(found)} * 2 - 1))"
                return str(self.c.one([low, high, self.c.between(low, high)]))
            case Truth():
                return self.c.one(["yes", "no"])
            case Dom():
                return self.local_of(sc, type_, True) or self.first_value(type_)
            case Opt(item):
                return "none" if self.c.maybe(40) else self.initial(item, sc)
            case SetOf(item):
                if isinstance(item, Dom) and item.sort == "combined":
                    return "{}"
                return self.c.one(["{}", f"{{{self.initial(item, sc)}}}", f"{{{self.initial(item, sc)}}}"])

    def first_value(self, domain: Dom) -> str:
        return self.named(domain)

    def position(self) -> Lines:
        name = self.fresh("whole")
        parts = [*self.c.some([p.name for p in self.w.places], 2), *self.c.some([k.name for k in self.w.keeps], 3)]
        parts = [*parts, "active"] if not parts or self.c.maybe(40) else parts
        self.w.positions.append(name)
        most = f" at most {self.c.edge(9)}" if self.c.maybe(60) else ""
        return [f"position {name}: {', '.join(parts)}{most}"]

    def option(self) -> Lines:
        name = self.fresh("choice_of")
        if self.c.maybe(50):
            low, high = 0, self.c.edge(17)
            default = self.c.between(low, high)
            self.w.options[name] = Num(default, default)
            return [f"option {name}: {low}..{high} = {default}"]
        labels = tuple(f"{name}_{x}" for x in "abc"[: self.c.between(2, 3)])
        self.w.options[name] = Dom(name, labels, "answer")
        self.w.globals |= set(labels)
        return [f"{self.c.one(['option', 'ruling'])} {name}: {', '.join(labels)}"]


def letters(n: int) -> str:
    return chr(ord("a") + n) if n < 26 else letters(n // 26 - 1) + chr(ord("a") + n % 26)


def evolve_labels(domain: Dom, size: int) -> Dom:
    """Return the domain of an open board with `size` sites; generated texts use the label of the first one only."""
    return evolve(domain, labels=("origin",) * size)
