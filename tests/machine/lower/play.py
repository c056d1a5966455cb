"""Plays small rulebooks on both engines at once; whatever a test asks, both must give the same answer."""

from __future__ import annotations

from typing import Any

from rulekit.diagnostics import Source
from rulekit.diagnostics.renderer import render
from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import GameFault, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.option_labels import Labels, parse_label
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.syntax import parse
from tests.machine.verify import verify


def machine(text: str, players: int | None = None) -> m.Machine:
    """Return the machine of a rulebook; a header for 2 to 4 players is added if it has none."""
    if not text.lstrip().startswith("rulebook"):
        text = "rulebook tiny:\n  players 2 to 4\n  ranks low < high\n" + text
    book, found = parse(Source("tiny.rules", text))
    assert book is not None, "\n".join(map(render, found))
    model, found = check_configuration((book,), Config(players=players or (book.header.player_counts or (2,))[0]))
    assert model is not None and not [d for d in found if d.severity == "error"], "\n".join(map(render, found))
    from rulekit.machine.lower import lower

    lowered = lower(model)
    assert verify(lowered) == []
    return lowered


class Play:
    """A game, played step by step on both engines."""

    def __init__(self, text: str, players: int | None = None, seed: int = 1) -> None:
        self.machine = machine(text, players)
        self.engines = (ReferenceEngine(self.machine), WasmEngine(self.machine))
        self.labels = Labels.of(self.machine)
        self.layout = CellLayout.of(self.machine)
        self.nodes = {n.id: n for n in self.machine.nodes}
        self.fault = ""
        self.state: State | None = None
        self.go("start", seed)

    def ask(self, question: str, *args: Any) -> Any:
        answers = []
        for engine in self.engines:
            try:
                answers.append(getattr(engine, question)(*args))
            except GameFault as fault:
                answers.append([fault.fault.code, fault.index])
        assert answers[0] == answers[1], f"{question}: reference {answers[0]}, wasm {answers[1]}"
        return answers[0]

    def go(self, question: str, *args: Any) -> None:
        after = self.ask(question, *args)
        if isinstance(after, State):
            self.state = after
        else:
            self.state, self.fault = None, after[0]

    @property
    def options(self) -> list[str]:
        assert self.state is not None, self.fault
        return [self.labels.option_text(self.state.node, o) for o in self.ask("options", self.state)]

    @property
    def who(self) -> int:
        return self.ask("who", self.state)

    def play(self, *labels: str) -> Play:
        for text in labels:
            assert self.state is not None, self.fault
            offered = self.ask("options", self.state)
            name, args = parse_label(text)
            found = self.labels.options_that_fit(self.state.node, offered, name, args)
            assert len(found) == 1, f"{text}: {len(found)} of {self.options}"
            self.go("apply", self.state, found[0])
        return self

    def come(self, value: int) -> Play:
        """Let the next chance have this outcome."""
        self.go("chance", self.state, value)
        return self

    def cell(self, name: str) -> Any:
        assert self.state is not None, self.fault
        slot = self.layout.slots[name]
        values = self.state.cells[slot.offset : slot.end]
        return values[0] if len(values) == 1 else values

    @property
    def ended(self) -> bool:
        return self.state is not None and isinstance(self.nodes[self.state.node], m.End)

    @property
    def payoffs(self) -> tuple[int, ...]:
        assert self.ended, self.fault or self.state
        return tuple(self.cell(m.PAYOFF))
