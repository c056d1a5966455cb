"""`rulekit machine GAME`: the small program that a configured rulebook becomes, as text, at each of its stages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..machine.optimise import for_playouts, optimised
from ..machine.program import Machine
from ..machine.text import checks_left, machine_text
from .arguments import book_of
from .parameters import Arguments
from .result import OK, Result


def run(args: Arguments) -> Result:
    machine = book_of(args).machine(args.players, args.options)
    why, why_playouts = optimised(machine)[1], for_playouts(machine)[1]
    text = "\n".join(told(why, why_playouts)) if args.why else STAGES[args.stage](machine)
    data = {
        "game": args.game,
        "stage": args.stage,
        "players": machine.players,
        "nodes": len(machine.nodes),
        "cells": len(machine.cells),
        "functions": len(machine.functions),
        "checks": checks_left(machine),
        "why": why,
        "why_playouts": why_playouts,
        "text": text,
    }
    return Result(OK, data, text)


def module(machine: Machine) -> str:
    """The module that goes step by step, in the text format of WebAssembly."""
    from ..engine.wasm.module import emit
    from ..engine.wasm.module_text import module_text

    return module_text(emit(optimised(machine)[0]).bytes)


STAGES: Mapping[str, Callable[[Machine], str]] = {
    "lowered": machine_text,
    "optimised": lambda machine: machine_text(optimised(machine)[0]),
    "playouts": lambda machine: machine_text(for_playouts(machine)[0]),
    "module": module,
}


def told(why: Sequence[str], why_playouts: Sequence[str]) -> Iterator[str]:
    """What each pass did, for both modules of the fast engine."""
    for heading, lines in (("to go step by step", why), ("to play whole games at random", why_playouts)):
        yield f"{heading}:"
        yield from (f"  {line}" for line in lines)
