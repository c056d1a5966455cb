"""The check knows exactly the option labels that the machine has, and no decision has the same label twice."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.check.alternatives import labels
from rulekit.check.checker import Checker
from rulekit.check.declarations import declare, type_fact
from rulekit.check.run import names
from rulekit.machine import program as m
from rulekit.machine.option_labels import parameter_order
from rulekit.play.loaded_book import LoadedBook
from tests.shipped import EACH_GAME, book, game

TESTS = Path(__file__).parents[1]
TEXTS = [*sorted((TESTS / "fragments").glob("*.rules")), TESTS / "behaviour" / "meaning" / "chosen_order.rules"]


def known(book: LoadedBook) -> set[tuple[str, tuple[str, ...]]]:
    c = Checker(book.apply_layers(), declare, type_fact)
    names(c)
    return {(label, tuple(name for name, _ in offer.params)) for label, found in labels(c).items() for offer in found}


def had(machine: m.Machine) -> set[tuple[str, tuple[str, ...]]]:
    found = {(n.label, (n.name,)) for n in machine.nodes if isinstance(n, m.Chance)}
    decisions = [n for n in machine.nodes if isinstance(n, m.Decision)]
    return found | {(a.label, parameter_order(a)) for n in decisions for a in n.alternatives}


@pytest.mark.parametrize("name", EACH_GAME)
def test_labels_are_those_of_the_machine(name: str) -> None:
    agree(book(name), game(name).machine)


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_labels_of_a_fragment_are_those_of_the_machine(path: Path) -> None:
    loaded = rulekit.load(path)
    agree(loaded, loaded.configure().machine)


def agree(loaded: LoadedBook, machine: m.Machine) -> None:
    assert known(loaded) == had(machine)
    decisions = [[a.label for a in n.alternatives] for n in machine.nodes if isinstance(n, m.Decision)]
    assert [labels for labels in decisions if len({*labels}) < len(labels)] == []
