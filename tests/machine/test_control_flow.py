"""Successors of nodes and their renaming, for every sample and for random machines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve
from hypothesis import given, settings

from rulekit.machine import program as m
from rulekit.machine.control_flow import targets, with_targets_renamed
from tests.engine.machines import machines
from tests.machine.samples import SAMPLES


def marked(text: str) -> str:
    return f"<{text}>"


def hold(nodes: Iterable[m.Node]) -> None:
    """Assert that renaming changes every target of a node and nothing else."""
    for node in nodes:
        ways = targets(node)
        other = with_targets_renamed(node, marked)
        assert targets(other) == tuple(map(marked, ways)), node
        assert re.findall("'<(.*?)>'", repr(other)) == list(ways), node
        assert repr(other).replace("'<", "'").replace(">'", "'") == repr(node)


def test_of_the_samples() -> None:
    for machine in SAMPLES.values():
        hold(machine.nodes)


@settings(max_examples=25, deadline=None)
@given(machines())
def test_of_machines_made_at_random(machine: m.Machine) -> None:
    hold(machine.nodes)
    names = {node.id for node in machine.nodes}
    assert {way for node in machine.nodes for way in targets(node)} <= names


def test_no_reference_to_a_node_is_left_out() -> None:
    """With unique node names, every text in a node that is a node's name is one of its targets."""
    for machine in SAMPLES.values():
        own = {node.id: f"<node {i}>" for i, node in enumerate(machine.nodes)}
        for node in machine.nodes:
            ways = targets(evolve(with_targets_renamed(node, own.__getitem__), id=""))
            assert sorted(ways) == sorted(own[way] for way in targets(node))
    samples = {type(node) for machine in SAMPLES.values() for node in machine.nodes}
    assert samples == {m.StepNode, m.Decision, m.Chance, m.End}


def test_a_decision_may_go_on_where_nothing_is_on_offer() -> None:
    node = next(n for machine in SAMPLES.values() for n in machine.nodes if isinstance(n, m.Decision))
    other = evolve(node, otherwise="away")
    assert targets(other) == (*targets(evolve(node, otherwise=None)), "away")
