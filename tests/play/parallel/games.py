"""Machines and executors shared by the tests of parallel play."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.machine.build import at, chance, decision, machine, number, op, option, put, step

ENGINES = {"wasm": WasmEngine, "reference": ReferenceEngine}


def unlucky() -> m.Machine:
    """Return a machine in which one of a hundred outcomes leads to a division by zero; the game never ends."""
    return machine(
        [
            decision("ask", option("roll", 0, "roll"), option("wait", 1, "ask")),
            chance("roll", "n", 0, 99, 1, "n", "divide"),
            step("divide", put("n", (), op("div", 1, at("n"))), to="ask"),
        ],
        (number("n", 100000),),
    )


class Double(Executor):
    """An executor that runs each call at once, unless `fails(first game, number of the call)` returns an error for
    it."""

    def __init__(self, fails: Callable[[int, int], Exception | None] = lambda first, call: None) -> None:
        self.fails = fails
        self.firsts: list[int] = []
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        _, first, _, _ = args
        self.firsts.append(first)
        self.futures.append(future)
        error = self.fails(first, len(self.firsts))
        if error is not None:
            future.set_exception(error)
        else:
            self.take(future, fn, args)
        return future

    def take(self, future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
        try:
            future.set_result(fn(*args))
        except Exception as error:
            future.set_exception(error)


class Unruly(Double):
    """An executor that answers from another thread: the last call first, or in a random order if there is a seed."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self.random = None if seed is None else random.Random(seed)
        self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.ready = threading.Condition()
        self.ended = False
        self.thread = threading.Thread(target=self.work, daemon=True)

    def take(self, future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
        with self.ready:
            self.waiting.append((future, fn, args))

    def __enter__(self) -> Unruly:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = True
        self.thread.join(60)

    def work(self) -> None:
        while not self.ended:
            with self.ready:
                if not self.waiting:
                    self.ready.wait(0.005)  # wait for several calls, so that their order can be changed
                    continue
                at = -1 if self.random is None else self.random.randrange(len(self.waiting))
                future, fn, args = self.waiting.pop(at)
            if future.set_running_or_notify_cancel():
                super().take(future, fn, args)


class Told:
    """A listener that records progress."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int]] = []

    def __call__(self, done: int, total: int) -> None:
        self.steps.append((done, total))

    def is_whole(self, games: int) -> bool:
        done = [step for step, _ in self.steps]
        return done == sorted(set(done)) and self.steps[-1] == (games, games) and {t for _, t in self.steps} == {games}
