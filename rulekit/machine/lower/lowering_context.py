"""The state that all modules of the lowering share: the builder, the lowerers, and the analysis that decides which
statements become nodes.

An owner is a clause that becomes nodes. `has_flow` decides the same for single statements. `groups` numbers the sets of
mutually recursive owners; each set needs a stack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain

from ...check.alternatives import procedure_lets
from ...check.checked import CheckedModel
from ...check.clause_call_graph import stray_exits
from ...check.effect_analysis import example_steps, is_flow
from ...graphs import reached_by, reverse_edges
from ...model.rulebook import is_decision
from ...model.symbols import EventSymbol, KeepSymbol, ProcedureSymbol
from ...model.types import NumberType
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, every, leads_to, unit_left
from .. import program as m
from ..control_flow import components
from . import completion
from .builder import Builder
from .call_reach import any_time_actions
from .decisions import Decisions, PickCells
from .effect_lowering import EffectLowering
from .expression_forms import Expressions
from .rule_weaving import RuleWeaver

TRIGGER_DEPTH = 8


class LoweringContext:
    def __init__(self, model: CheckedModel) -> None:
        self.model = model
        self.b = Builder(model)
        self.ex = Expressions(self.b)
        self.weaver = RuleWeaver(model, self.ex)
        self.effects = EffectLowering(self.ex)
        self.decisions = Decisions(self.ex, self.weaver)
        self.decisions.search = partial(completion.begin, self.decisions)
        self.params: dict[str, list[str]] = {}
        self.picks: dict[str, PickCells] = {}
        self.loops: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {"turn": [], "round": []}
        self.sites: dict[str, list[str]] = {}  # for each owner or recursive group, the nodes to which its calls return
        self.callers: dict[str, set[str]] = {}
        self._flow: dict[s.Stmt, bool] = {}
        self.clauses: dict[str, s.Clause] = {p.id: p.clause for p in model.rulebook.clauses}
        self.laid_out = example_steps(model.rulebook.clauses)  # names of the steps at which examples begin
        self.at_once = self.weaver.at_once
        self.any_time = any_time_actions(model.rulebook.clauses, model.flow, self.weaver.triggers_are_flow)
        self._found_around: dict[str, frozenset[str]] = {}
        self.groups = self._groups()
        everything = [x for c in self.clauses.values() for x in every(body_of(c))]
        self.decisions.calls = procedure_lets(everything, model.refs)
        self.uses_again = any(unit_left(x) == "again" for x in everything)
        self._left_outside = set(map(unit_left, stray_exits(model.rulebook.clauses)))
        self._loops = {unit: self._count_loops(unit) for unit in ("turn", "round")}
        self.in_turns = frozenset(self._in_turns())

    def _count_loops(self, unit: str) -> int:
        """Return the number of loops of turns or of rounds in the machine; `unit` is `turn` or `round`. A loop in a
        rule counts once for each step at which the rule is inserted."""
        at = Counter(rule for spliced in self.weaver.steps.values() for rule in spliced.rules)
        times = {c: at[c] if isinstance(c, s.RuleClause) and c in at else 1 for c in self.clauses.values()}
        return sum(n for c, n in times.items() for x in every(body_of(c)) if does(x, unit))

    # ----------------------------------------------------------------------------- which statements become nodes; loops

    def is_flow(self, call: s.Call) -> bool:
        symbol = self.model.refs.get(call)
        if isinstance(symbol, ProcedureSymbol):
            return f"procedure {symbol.name}" in self.model.flow
        return isinstance(symbol, EventSymbol) and f"event {symbol.name}" in self.model.flow

    def procedure_call(self, node: s.Expr) -> s.Call | None:
        """Return the expression itself if it is a call of a procedure, otherwise None."""
        if isinstance(node, s.Call) and isinstance(self.model.refs.get(node), ProcedureSymbol):
            return node
        return None

    def has_flow(self, stmt: s.Stmt) -> bool:
        """Return whether a statement must become nodes: it or a clause that it calls contains a choice, chance, turns,
        an exit or the end of the game."""
        if stmt not in self._flow:
            self._flow[stmt] = self._has_flow(stmt, False)
        return self._flow[stmt]

    def _has_flow(self, stmt: s.Stmt, in_loop: bool) -> bool:
        if is_flow(stmt) or does(stmt, "returns"):
            return True
        if unit_left(stmt):
            return unit_left(stmt) == "loop" and not in_loop
        if any(target in self.model.flow for target in leads_to(stmt)):
            return True
        if does(stmt, "event") and self.weaver.triggers_are_flow:
            return True
        spliced = self.weaver.splice(stmt)
        if spliced.name in self.laid_out or any(self._rule_flows(r) for r in spliced.rules):
            return True
        inside = in_loop or does(stmt, "loop")
        return any(self._has_flow(child, inside) for child in chain(*bodies(stmt)))

    def _rule_flows(self, rule: s.RuleClause) -> bool:
        return f"rule {rule.name.text}" in self.model.flow

    def loop_count(self, what: str) -> int:
        """Return the number of loops of turns or of rounds in the machine; `what` is `turn` or `round`."""
        return self._loops[what]

    def _in_turns(self) -> Iterator[s.Stmt]:
        """Yield the `turns` and `rounds` statements that may begin during a turn. That turn continues after them."""
        begun = set[str]()
        for clause in self.clauses.values():
            for stmt in every(body_of(clause)):
                if does(stmt, "turn"):
                    inside = [*every((stmt,))]
                    yield from (one for one in inside[1:] if does(one, "turn", "round"))
                    begun.update(owner for one in inside for owner in self._owners_led_to(one))
        for owner in reached_by(begun, self._edges) & self._edges.keys():
            bodies_ = self._bodies(owner)
            yield from (one for body in bodies_ for one in every(body) if does(one, "turn", "round"))

    def tells_loop(self, what: str) -> bool:
        """Return whether the machine needs a cell that says which loop of turns or rounds is running; `what` is `turn`
        or `round`."""
        outside = what in self._left_outside or (what == "turn" and "again" in self._left_outside)
        return self._loops[what] > 1 or outside or (what == "turn" and bool(self.in_turns))

    def reset_routine(self, keep: KeepSymbol) -> str:
        """Return the name of the routine that resets a variable declared by `keep` to its initial value. The first call
        makes the routine."""
        name = f"reset {keep.name}"
        if name not in self.b.routines:
            self.b.routines[name] = m.Routine(name, f"keep {keep.name}", (), None, tuple(self._reset(keep)))
        return name

    def _reset(self, keep: KeepSymbol) -> Iterator[m.Stmt]:
        cell = self.b.cells[keep.name]
        if len(set(cell.initial)) == 1:
            index = tuple(m.Local(f"#{i}") for i in range(len(cell.shape)))
            value: m.Expr = m.Const(cell.initial[0])
            if cell.kind == "set":
                value = m.SetConst(cell.high + 1, cell.initial[0])
            body: m.Stmt = m.Write(keep.name, index, value)
            for i in reversed(range(len(cell.shape))):
                body = m.Each(f"#{i}", m.LoopDomain(m.Const(0), m.Const(cell.shape[i] - 1)), None, (body,))
            yield body
            return
        for n, initial in enumerate(cell.initial):
            at = []
            for size in reversed(cell.shape):
                n, part = divmod(n, size)
                at.append(m.Const(part))
            value = m.SetConst(cell.high + 1, initial) if cell.kind == "set" else m.Const(initial)
            yield m.Write(keep.name, tuple(reversed(at)), value)

    # -------------------------------------------------------------------------------------------------------- recursion

    def _groups(self) -> dict[str, int]:
        """Return a mapping from clauses to numbers of recursive groups. It contains the clauses made of nodes that may
        call themselves, directly or through others. Clauses that may call each other have the same number."""
        edges = self._edges = {owner: set(self._callees(owner)) for owner in self._owners()}
        self._callers = reverse_edges(edges)
        found: dict[str, int] = {}
        for n, group in enumerate(components(edges)):
            if len(group) > 1 or any(o in edges[o] for o in group):
                found.update(dict.fromkeys(group, n))
        return found

    def _around(self, owner: str) -> frozenset[str]:
        """Return the clauses made of nodes whose calls may be in progress while the clause `owner` runs, including
        `owner`."""
        if owner not in self._found_around:
            self._found_around[owner] = frozenset(reached_by([owner], self._callers))
        return self._found_around[owner]

    def groups_around(self, owner: str) -> list[int]:
        """Return the numbers of the recursive groups whose calls may be in progress while `owner`, a clause made of
        nodes, runs. A loop in `owner` must record the recursion depth of these groups."""
        return sorted({self.groups[one] for one in self._around(owner) if one in self.groups})

    def may_settle_around(self, owner: str) -> bool:
        """Return whether `owner`, a clause made of nodes, may run while a `whenever` rule runs."""
        return self.weaver.triggers_are_flow and m.SETTLE in self._around(owner)

    def _owners(self) -> list[str]:
        flow = [
            id_ for id_ in self.clauses if id_ in self.model.flow and id_.partition(" ")[0] in ("procedure", "event")
        ]
        actions = [id_ for id_ in self.clauses if id_.startswith("action ")]
        return [*flow, *actions, *(["settle"] if self.weaver.triggers_are_flow else [])]

    def _bodies(self, owner: str) -> Iterator[tuple[s.Stmt, ...]]:
        if owner == "settle":
            yield from (r.body for r in self.weaver.whenevers)
            return
        clause = self.clauses[owner]
        if isinstance(clause, s.ProcedureClause | s.ActionClause):
            yield clause.body or ()
            for stmt in every(body_of(clause)):
                yield from (r.body for r in self.weaver.splice(stmt).rules)
        elif isinstance(clause, s.EventClause):
            yield from (r.body for r in self.rules_of(clause.name.text))

    def rules_of(self, event: str) -> list[s.RuleClause]:
        return [r for r in self.weaver.rules if isinstance(r.trigger, s.When) and r.trigger.event.text == event]

    def _callees(self, owner: str) -> Iterator[str]:
        beside = frozenset() if owner in self.any_time.ids else self.any_time.ids
        for body in self._bodies(owner):
            for stmt in every(body):
                yield from self._owners_led_to(stmt)
                if beside and is_decision(stmt):
                    yield from beside

    def _owners_led_to(self, stmt: s.Stmt) -> Iterator[str]:
        """Yield the clauses made of nodes that a statement may call directly."""
        for target in leads_to(stmt):
            kind, _, name = target.partition(" ")
            if kind == "choice":
                yield from (f"action {a.name.text}" for a in self.decisions.actions(name))
            elif target in self.model.flow:
                yield target
        if self.weaver.triggers_are_flow and does(stmt, "decides", "event", "turn"):
            yield m.SETTLE

    # ------------------------------------------------------------------------------------- cells of frames and of calls

    def exit_of(self, owner: str) -> str:
        return f"{owner}.exit"

    def return_cell(self, owner: str) -> str:
        """Return the name of the cell that contains the return address while `owner`, a clause made of nodes, runs. All
        clauses of a recursive group use the same cell."""
        group = self.groups.get(owner)
        return f"return {owner}" if group is None else f"return group {group}"

    def member(self, group: int) -> str:
        """Return the first clause of a recursive group, to represent the group."""
        return next(owner for owner, number in self.groups.items() if number == group)

    def depth_cell(self, what: str, group: int) -> str:
        """Return the name of the cell with the recursion depth that a group had when the current turn or round began.
        Leaving the turn or round restores this depth. `what` is `turn` or `round`."""
        return self.b.control(f"{what} depth {group}", 0, self.depth_limit(self.member(group)))

    def result_cell(self, owner: str) -> str:
        result = self.weaver.result_of(owner)
        assert result is not None
        name = f"{owner}.result"
        if name not in self.b.cells:
            self.b.frame(owner, "result", result)
            self.b.frames[owner].remove(name)  # not cleared with the frame: the caller reads the result, then clears it
        return name

    def me_cell(self, owner: str) -> str:
        name = f"{owner}.me"
        if name not in self.b.cells:
            self.b.frame(owner, "me", NumberType(0, self.b.players - 1))
        return name

    def site(self, owner: str, caller: str, back: str) -> int:
        """Register a call of `owner`, a clause made of nodes, that returns to the node `back`. Return the number of the
        call; the caller writes it to the return cell as the return address."""
        sites = self.sites.setdefault(owner if owner not in self.groups else f"group {self.groups[owner]}", [])
        sites.append(back)
        self.callers.setdefault(owner, set()).add(caller)
        return len(sites) - 1

    def depth_limit(self, owner: str) -> int:
        """Return the greatest depth of calls within the recursive group of `owner`: the largest limit that one of the
        group's clauses declares."""
        group = self.groups[owner]
        bounds = [TRIGGER_DEPTH] if self.groups.get("settle") == group else []
        for other, number in self.groups.items():
            kind, _, name = other.partition(" ")
            symbol = self.model.symbols.get(name)
            if number == group and kind in ("procedure", "event") and isinstance(symbol, ProcedureSymbol | EventSymbol):
                bounds.append(symbol.nested)
        return max(bounds, default=0) or TRIGGER_DEPTH

    def fault(self, code: str, clause: str, message: str, node: s.Node | None = None) -> int:
        return self.b.fault(code, clause, message, None if node is None else node.span)
