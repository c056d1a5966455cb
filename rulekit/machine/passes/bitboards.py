"""Bitboards: for a board with a small number on each site, adds a set of sites for each number.

`man[Square]: 0..12` also gets the sets of the squares that contain 0, 1, 2, …. Every write updates them. A loop over
squares that reads their values, directly or through tables, then tests membership in these sets. `some a in S: f(a,
man[a])` becomes one test for each value that squares in S may have; in this test, the value is a constant.
`bitset_vectorisation.py` then removes the loops. This pass is only for playouts, because it adds cells.

For an array of small sets, such as a set of members for each site, it adds the set of sites of each member
(`turned_sets.py`), and rewrites tests in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from .. import program as m
from ..analyses.effects import READS
from ..analyses.manager import Analyses, fresh_names
from ..analyses.value_ranges import ANY, Scope, params_of, refine
from ..form_table import map_children, parts_of
from . import rewriter
from .boards import LEAST, SITES, VALUES, Board, boards_without_sets
from .function_specialisation import FunctionSpecialiser
from .inline import expression_size, names_introduced, replace_names, replace_part
from .lookup_tables import Rows
from .set_expressions import common, conjuncts, join_conditions, set_union
from .turned_sets import Turned, turned

WAYS = 4
"""The greatest number of different sets between which the value of another name may choose."""
GROWTH = 600
"""The greatest number of expression nodes in all conditions that replace one condition."""
VALUE = "value^"
"""The local that replaces the value of a site in a condition."""


def bitboards(analyses: Analyses, why: list[str]) -> m.Machine:
    asker = BoardAsker(analyses)
    result = rewriter.machine(analyses.machine, asker.expression, asker.alternative)
    if asker.used:
        result = asker.with_planes(result)
    boards_ = "board" if len(asker.used) == 1 else "boards"
    split = f", {asker.split} asked for each value" if asker.split else ""
    why.append(f"bitboards: {asker.done} questions about {len(asker.used)} {boards_} ask sets of sites{split}")
    return result


class CopySpecialiser(FunctionSpecialiser):
    """Specialises functions for known values of sites. It also applies `change` to the body of each copy."""

    def __init__(self, analyses: Analyses, change: rewriter.Scoped) -> None:
        super().__init__(analyses)
        self.change = change

    def body(self, callee: m.Function | m.Routine, constants: dict[str, m.Expr]) -> Any:
        body = super().body(callee, constants)
        return self.change(body, params_of(callee)) if isinstance(callee, m.Function) else body


class BoardAsker(rewriter.WithAnalyses):
    """Rewrites reads of a board's sites as membership tests in its sets of sites."""

    def __init__(self, analyses: Analyses, with_sets: Mapping[str, Board] | None = None) -> None:
        """Create an asker of the boards that may get sets of sites; with `with_sets`, of these boards, which have
        them."""
        super().__init__(analyses)
        self.boards = boards_without_sets(analyses) if with_sets is None else with_sets
        self.turned = turned(analyses.machine, range(LEAST, SITES + 1), VALUES) if with_sets is None else {}
        self.rows = analyses.get(Rows)
        self.specialiser = CopySpecialiser(analyses, self.expression)
        self.used: set[str] = set(with_sets or ())
        # from an expression for a set of sites to the board and the values that the sites may have on it
        self.values: dict[m.Expr, tuple[str, frozenset[int]]] = {}
        self.split = 0

    # -------------------------------------------------------------------------------------------------- rewriting loops

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with reads of boards in its loops rewritten, innermost loops first."""
        if not (self.boards or self.turned) or not self.loops.inside(expr):
            return expr
        expr = self.ranges.map_children(expr, scope, self.expression)
        match expr:
            case m.Fold(kind=kind, name=name, over=over, where=where, body=body):
                inner = {**scope, name: self.ranges.over(over, scope)}
                split = self.by_value(expr, inner) if kind == "some" else None
                if split is not None:
                    return split
                if where is not None:
                    where = self.condition(where, name, inner, {})
                if body is not None and kind in ("some", "all"):
                    body = self.condition(body, name, inner, {})
                if where is not expr.where or body is not expr.body:
                    return attrs.evolve(expr, where=where, body=body)
            case m.SetBuild(size, name, over, where, image) if where is not None:
                inner = {**scope, name: self.ranges.over(over, scope)}
                where = self.condition(where, name, inner, {})
                match where:
                    case m.Has(found, m.Local(local)) if (
                        local == name
                        and image in (None, m.Local(name))
                        and over == m.LoopDomain(m.Const(0), m.Const(size - 1))
                        and self.ranges.size(found) == size
                        and name not in self.free.of(found)
                    ):
                        return found
                if where is not expr.where:
                    return attrs.evolve(expr, where=where)
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        a = rewriter.alternative_in_scope(a, self.expression, self.ranges)
        levels = []
        for level, _, inner in self.ranges.levels_in_scope(a):
            tests = [
                test if test.name is not None else m.Test(self.condition(test.value, level.name, scope, {}))
                for test, scope in self.ranges.tests_in_scope(level.tests, inner)
            ]
            levels.append(attrs.evolve(level, tests=tuple(tests)))
        return attrs.evolve(a, levels=tuple(levels))

    # ----------------------------------------------------------------------------------- rewriting conditions on a site

    def condition(self, expr: m.Expr, name: str, scope: Scope, held: dict[str, str]) -> m.Expr:
        """Return the condition with reads of the site `name` rewritten as membership tests. `held` maps each local
        whose value was read from this site to the board."""
        found = self.ask_holders(expr, name, scope) or self.ask_board(expr, name, scope, held)
        if found is not None:
            self.done += 1
            return found
        match expr:
            case m.Op("and", args):
                parts: list[m.Expr] = []
                for count in range(len(args) - 1, 1, -1):  # a part may rely on the parts before it
                    first = self.ask_board(m.Op("and", args[:count]), name, scope, held)
                    if first is not None:
                        self.done += 1
                        parts, args = [first], args[count:]
                        break
                for arg in args:
                    parts.append(self.condition(arg, name, scope, held))
                    scope = refine(arg, scope)
                return m.Op("and", tuple(parts))
            case m.Op("or" | "not"):
                changed: m.Expr = map_children(expr, lambda e: self.condition(e, name, scope, held))
                return changed
            case m.IfElse():
                new: m.Expr = map_children(expr, lambda e: self.condition(e, name, scope, held))
                return new
            case m.Bind(local, value, body) if local != name:
                inner = {**scope, local: self.ranges.of(value, scope)}
                own = {k: v for k, v in held.items() if k != local}
                board = self.board(value, name)
                if board is not None:
                    own[local] = board
                body = self.condition(body, name, inner, own)
                if board is not None and (body is not expr.body or local not in self.free.of(body)):
                    return self.behind(local, value, body)
                return expr if body is expr.body else m.Bind(local, value, body)
        return expr

    def behind(self, local: str, value: m.Expr, condition: m.Expr) -> m.Expr:
        """Return a condition with a local for the value of a site bound behind the parts that do not use it."""
        parts = conjuncts(condition)
        count = next((i for i, part in enumerate(parts) if local in self.free.of(part)), len(parts))
        rest = join_conditions(parts[count:])
        bound = [] if rest is None else [m.Bind(local, value, rest)]
        return join_conditions([*parts[:count], *bound]) or condition

    def board(self, expr: m.Expr, name: str) -> str | None:
        """Return the name of the board if the expression reads a board at the site `name`; otherwise None."""
        match expr:
            case m.Load(cell, (m.Local(site),)) if site == name and cell in self.boards:
                return cell
        return None

    def ask_holders(self, expr: m.Expr, name: str, scope: Scope) -> m.Expr | None:
        """If the expression tests whether the set of the site `name` has a member, return the test whether the member's
        set of sites contains the site. Otherwise return None."""
        match expr:
            case m.Has(m.Load(cell, (m.Local(site),)), member) if site == name and cell in self.turned:
                array, (low, high) = self.turned[cell], self.ranges.of(member, scope)
                inside = low >= 0 and high <= array.cell.high and scope.get(name, ANY)[1] < array.cell.shape[0]
                if inside and scope.get(name, ANY)[0] >= 0 and name not in self.free.of(member):
                    self.use(array)
                    return m.Has(m.Load(array.holders, (member,)), m.Local(name))
        return None

    def ask_board(self, expr: m.Expr, name: str, scope: Scope, held: dict[str, str]) -> m.Expr | None:
        found: set[str] = set()
        told = self.name_site_value(expr, name, held, found)
        if len(found) != 1 or any(isinstance(part, READS) for part in parts_of(told)):
            return None
        board = self.boards[found.pop()]
        low, high = scope.get(name, (-1, 0))
        if low < 0 or high >= board.sites:
            return None
        others = self.free.of(told) - {name, VALUE}
        if not others:
            members = self.members(told, board, name, {})
            return None if members is None else self.lies(members, name)
        if len(others) > 1:
            return None
        (other,) = others
        least, most = scope.get(other, ANY)
        if not 0 <= most - least < VALUES:  # too many values, perhaps because the range of the name is unknown
            return None
        by_value: list[m.Expr] = []
        for value in range(least, most + 1):
            members = self.members(told, board, name, {other: value})
            if members is None:
                return None
            by_value.append(members)
        return self.count_below(by_value, board, name, other, least)

    def count_below(self, by_value: list[m.Expr], board: Board, name: str, other: str, least: int) -> m.Expr | None:
        """Return the condition that the site `name` is in the set for the value of the local `other`. `by_value` has
        the set for each value, from `least` on. Return None if there are more than `WAYS` different sets."""
        first = next((v for v in range(board.cell.high + 1) if by_value[0] == board.sites_that_hold({v})), None)
        if first is not None and len(by_value) > 1:
            values = range(first, first + len(by_value))
            if values[-1] <= board.cell.high and by_value == [board.sites_that_hold({v}) for v in values]:
                step = first - least  # for a value v of `other`, the set is that of the sites that contain v + step
                at = m.Op("add", (m.Local(other), m.Const(step))) if step else m.Local(other)
                return self.lies(m.Load(board.planes, (at,)), name)
        ways: dict[m.Expr, int] = {}
        for at_, members in enumerate(by_value):
            ways[members] = ways.get(members, 0) | 1 << at_
        if len(ways) > WAYS:
            return None
        result: m.Expr | None = None
        of = m.Local(other) if least == 0 else m.Op("sub", (m.Local(other), m.Const(least)))
        for members, which in sorted(ways.items(), key=lambda way: way[1]):
            lies = self.lies(members, name)
            chosen = m.Has(m.SetConst(len(by_value), which), of)
            result = lies if result is None else m.IfElse(chosen, lies, result)
        return result

    def name_site_value(self, expr: m.Expr, name: str, held: dict[str, str], found: set[str]) -> m.Expr:
        """Return the expression with the local `VALUE` instead of each read of the site's value, and add the boards
        that are read to `found`. A part that binds one of these names itself stays as it is."""
        if any(bound == name or bound in held for bound in names_introduced(expr)):
            return expr
        board = self.board(expr, name)
        if board is None and isinstance(expr, m.Local) and expr.name in held:
            board = held[expr.name]
        if board is not None:
            found.add(board)
            return m.Local(VALUE)
        new: m.Expr = map_children(expr, lambda e: self.name_site_value(e, name, held, found))
        return new

    def members(self, told: m.Expr, board: Board, name: str, given: dict[str, int]) -> m.Expr | None:
        """Return the set of sites for which a condition holds that depends only on the site and its value. `given` has
        constants for other names. Return None if the condition depends on anything else."""
        if given:
            told = replace_names(told, {other: m.Const(value) for other, value in given.items()}, fresh_names())
        rows = self.rows.of(told, name, board.sites, {VALUE: (0, board.cell.high)})
        if rows is None:
            return None
        masks: dict[int, list[int]] = {}
        for value, mask in enumerate(rows):
            masks.setdefault(mask, []).append(value)
        self.use(board)
        parts: list[m.Expr] = []
        everywhere_, size = (1 << board.sites) - 1, board.sites
        for mask, values in masks.items():
            if mask:
                parts.append(common(board.sites_that_hold(values), m.SetConst(size, mask)))
        result = set_union(size, parts)
        if set(masks) <= {0, everywhere_}:
            self.values[result] = board.cell.name, frozenset(masks.get(everywhere_, ()))
        return result

    def lies(self, members: m.Expr, name: str) -> m.Expr:
        if isinstance(members, m.SetConst):
            if members.bits in (0, (1 << members.size) - 1):
                return m.Const(int(members.bits != 0))
        return m.Has(members, m.Local(name))

    # -------------------------------------------------------------------------------- one test for each value of a site

    def by_value(self, expr: m.Fold, scope: Scope) -> m.Expr | None:
        """Return a `some` over sites as a disjunction with a condition for each value that the sites may have: there is
        a site with this value for which the body holds. Return None if this is too long or the body does not read the
        board."""
        if expr.body is None or expr.over.within is None:
            return None
        held = self.values.get(expr.over.within)
        if held is None:
            return None
        board, values = self.boards[held[0]], held[1]
        here = m.Load(board.cell.name, (m.Local(expr.name),))
        asked = expr.body if expr.where is None else m.Op("and", (expr.where, expr.body))
        if not any(part == here for part in parts_of(asked)):
            return None
        groups: dict[m.Expr, list[int]] = {}
        left = GROWTH
        for value in sorted(values):
            known = replace_part(asked, here, m.Const(value), expr.name)
            if known is asked:  # nothing was replaced, because a form inside binds the loop's name again
                return None
            one = self.specialiser.expression(self.specialiser.folder.expression(known))
            left -= expression_size(one)
            if left < 0 or not self.speculation.total(one, scope):
                return None
            parts = [part for part in conjuncts(one) if not (isinstance(part, m.Const) and part.value)]
            one = join_conditions(parts) or m.Const(1)
            if one != m.Const(0):
                groups.setdefault(one, []).append(value)
        ways: list[m.Expr] = []
        for one, having in groups.items():
            members = board.sites_that_hold(having)
            self.values[members] = board.cell.name, frozenset(having)
            fold = m.Fold("some", expr.name, m.LoopDomain(within=members), None, one)
            ways.append(self.expression(fold, {k: v for k, v in scope.items() if k != expr.name}))
        self.use(board)
        self.split += 1
        return m.Op("or", tuple(ways)) if len(ways) > 1 else ways[0] if ways else m.Const(0)

    # ----------------------------------------------------------------------------------- updating the sets after writes

    def use(self, board: Board | Turned) -> None:
        """Add the cell with the sets of sites to the machine, once for each board."""
        if board.cell.name not in self.used:
            self.used.add(board.cell.name)
            self.analyses.add_cell(board.cell_of_sets())

    def with_planes(self, program: m.Machine) -> m.Machine:
        return rewriter.statements(self.specialiser.with_made(program), self.update_sets)

    def update_sets(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        """Return the statement. If it writes a board, return also statements that move the site from one of its sets to
        another. If it changes an array of small sets, return also the same change of the member's set of sites."""
        if not (isinstance(stmt, m.Write | m.Insert) and stmt.cell in self.used):
            return (stmt,)
        defined: list[m.Stmt] = []

        def name_value(stem: str, value: m.Expr) -> m.Expr:
            if isinstance(value, m.Const):
                return value
            defined.append(m.Define(self.analyses.fresh(stem), value))
            return m.Local(defined[-1].name)  # type: ignore[union-attr]  # the line before appended a `Define`

        if isinstance(stmt, m.Insert):
            site, member = name_value("site", stmt.index[0]), name_value("put", stmt.member)
            insert = attrs.evolve(stmt, index=(site,), member=member)
            return (
                *defined,
                insert,
                attrs.evolve(stmt, cell=self.turned[stmt.cell].holders, index=(member,), member=site),
            )
        into = self.boards[stmt.cell].planes
        site, value = name_value("site", stmt.index[0]), name_value("put", stmt.value)
        gone = name_value("gone", m.Load(stmt.cell, (site,)))
        write = attrs.evolve(stmt, index=(site,), value=value)
        return *defined, write, m.Insert(into, (gone,), site, drop=True), m.Insert(into, (value,), site)
