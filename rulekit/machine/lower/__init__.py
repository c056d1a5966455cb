"""Lowering: from a checked model to a machine.

    builder, lowering_context, env           shared by all parts: the machine so far, the lowerers, scopes, origins
    state_cells, places, value_encoding      cells for places, variables declared by `keep`, positions
    facts                                    functions of facts, with exceptions as conditional values; figures
    expression_lowering, expression_forms,
    quantify, builtins, boards, open_boards  expressions, domains of binders, tables for boards
    body, control_lowering, assignments,
    effect_lowering, revealing               bodies: variables, conditions, loops, calls, assignments, moves
    flow, node_builder                       procedures and actions; bodies with choices or chance, as nodes
    events, triggers                         events with the rules that answer them; `whenever` rules
    decisions, option_audiences,
    action_offers, call_reach                options: an alternative with its levels, tests and audiences
    choices, completion, bags, chance,
    member_loops, turn_loops, flow_calls     statements that ask players, draw at random, or run turns
    rule_weaving                             rules that are inserted at steps and other moments
    examples                                 the positions and lines of examples
    looks                                    the values of `looks`, which say how things are drawn
    linking                                  exits of clauses and loops, stacks for recursion, option numbers
    source_mapping                           debug information, made on request: the text of tests and facts

The result is simplified (`../control_flow.py`). No later stage uses the rulebook's syntax tree: a machine has cells,
nodes and numbers, and only those texts of the rulebook that are printed (labels, titles, text of `show`).
"""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, frozen

from ...check.checked import CheckedModel
from ...check.effect_analysis import classify, example_steps
from ...syntax import nodes as s
from .. import program as m
from ..clause_origins import ClauseOrigins, note_origins
from ..control_flow import simplify_nodes
from ..source_map import Sources
from . import builder, events, examples, facts, flow_calls, linking, state_cells, triggers, turn_loops
from .builder import FUEL
from .env import Env
from .flow import Flow, actions, procedures
from .lowering_context import LoweringContext
from .source_mapping import source_map_of

__all__ = ["Lowering", "lower", "lower_sources", "lower_with_origins"]


def lower(model: CheckedModel) -> m.Machine:
    """Return the machine of a checked, configured rulebook. Raise RulekitError if it has more than 2^20 options (E419)
    or takes too much memory (E626)."""
    return make_machine(context(model))


def lower_with_origins(model: CheckedModel) -> tuple[m.Machine, ClauseOrigins]:
    """Return the machine of a rulebook, and for each of its expressions the clause that it comes from. Raise the same
    errors as `lower`."""
    cx = context(model)
    cx.b.clause_origins = origins = ClauseOrigins()
    with note_origins(origins):
        machine = make_machine(cx)
    origins.complete(machine)
    return machine, origins


def lower_sources(model: CheckedModel) -> Sources:
    """Return the source map of a rulebook's machine. This lowers the rulebook again, because source maps are rarely
    needed."""
    return Lowering.of(model).sources


@frozen(eq=False, slots=False)
class Lowering:
    """A machine, with the context of its lowering. The context is kept so that the source map can still be made from
    it."""

    machine: m.Machine
    _context: LoweringContext

    @staticmethod
    def of(model: CheckedModel) -> Lowering:
        cx = context(model)
        return Lowering(make_machine(cx), cx)

    @cached_property
    def sources(self) -> Sources:
        return source_map_of(self._context, self.machine)


def context(model: CheckedModel) -> LoweringContext:
    """Return the context of a new lowering. In it, each step at which an example begins counts as flow, so that it
    becomes a node, even if it asks no player and draws nothing at random."""
    clauses = model.rulebook.clauses
    return LoweringContext(evolve(model, flow=classify(clauses, example_steps(clauses))))


def make_machine(cx: LoweringContext) -> m.Machine:
    model = cx.model
    state_cells.declare(cx)
    positions = state_cells.positions(cx)
    facts.facts(cx)
    invariants = facts.invariants(cx)
    flow(cx)
    actions(cx)
    procedures(cx)
    events.events(cx)
    triggers.triggers(cx)
    found = examples.examples(cx)
    state_cells.audiences(cx)
    linking.exits(cx)
    linking.stacks(cx)
    linking.ways_out(cx)
    measured = facts.figures(cx)
    fuel = cx.fault("E705", "flow", f"more than {FUEL} steps without a decision")
    b, book = cx.b, model.rulebook
    nodes = simplify_nodes(
        tuple(b.nodes.values()), "flow.enter", keep=nodes_named_outside(cx, found), beside=beside(found)
    )
    known = {n.id for n in nodes}
    machine = m.Machine(
        name=book.name,
        players=b.players,
        seats=book.seats or model.players.labels,
        domains=tuple(b.domains.values()),
        tables=tuple(b.tables.values()),
        cells=state_cells.in_order(b.cells.values()),
        functions=tuple(b.functions.values()),
        routines=tuple(b.routines.values()),
        nodes=linking.number_options(cx, nodes),
        start="flow.enter",
        positions=positions,
        faults=tuple(b.faults),
        clauses=clauses(cx),
        invariants=invariants,
        examples=found,
        turn_starts=tuple(t for t in b.turn_starts if t in known),
        step_starts=tuple(entry for entry in b.step_starts if entry[1] in known),
        fuel=FUEL,
        fuel_fault=fuel,
        round_starts=tuple(t for t in b.round_starts if t in known),
        figures=measured,
    )
    builder.check_sizes(machine)
    return machine


def flow(cx: LoweringContext) -> None:
    for placed in cx.model.rulebook.clauses:
        if isinstance(placed.clause, s.FlowClause):
            f = Flow(cx, "flow", "flow")
            f.open("flow.enter")
            f.emit(m.Mark("flow"))
            env = Env("flow", "flow")
            f.block(placed.clause.body, env)
            if f.current is not None:
                flow_calls.run_triggers(f, env)
            turn_loops.end(f)
    cx.b.nodes["end"] = m.End("end", "flow")


def nodes_named_outside(cx: LoweringContext, found: tuple[m.Example, ...]) -> frozenset[str]:
    """Return the ids of the nodes to which other parts of the machine refer, and of `end`. These are the nodes where
    turns, rounds, steps and examples start."""
    at = {node for example in found for line in example.lines for node in line.at}
    return frozenset({*cx.b.turn_starts, *cx.b.round_starts, *(entry for _, entry in cx.b.step_starts), *at, "end"})


def beside(found: tuple[m.Example, ...]) -> frozenset[str]:
    """Return the nodes that set up the positions of the examples `found`. Play reaches them only if an example runs."""
    return frozenset(node for e in found for line in e.lines if line.laid for node in (line.name, line.laid))


def clauses(cx: LoweringContext) -> tuple[m.ClauseInfo, ...]:
    """Return the ids, titles, layers and citations of all clauses that can be applied in play, for traces."""
    kinds = ("action", "procedure", "rule", "flow", "event", "fact", "exception")
    return tuple(
        m.ClauseInfo(
            "flow" if p.clause.kind == "flow" else p.id,
            p.clause.tags.title.value if p.clause.tags.title else "",
            p.layer,
            tuple(c.source.text + (f" {c.detail.value}" if c.detail else "") for c in p.clause.tags.cites),
        )
        for p in cx.model.rulebook.clauses
        if p.clause.kind in kinds
    )
