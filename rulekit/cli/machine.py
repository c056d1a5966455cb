"""`rulekit machine GAME`: the small program that a configured rulebook becomes, as text."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from ..machine.optimise import for_playouts, optimised
from ..machine.text import checks_left, machine_text
from .arguments import add_game, book_of, options_of
from .result import OK, Result

HELP = "print the program that both engines run"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="folder/name of the library, or a path")
    parser.add_argument("--why", action="store_true", help="say what each pass of the fast engine did to it instead")
    add_game(parser, engine=False)


def run(args: argparse.Namespace) -> Result:
    machine = book_of(args).machine(args.players, options_of(args))
    why, why_playouts = optimised(machine)[1], for_playouts(machine)[1]
    text = "\n".join(told(why, why_playouts)) if args.why else machine_text(machine)
    data = {
        "game": args.game,
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


def told(why: Sequence[str], why_playouts: Sequence[str]) -> Iterator[str]:
    """What each pass did, for both modules of the fast engine."""
    for heading, lines in (("to go step by step", why), ("to play whole games at random", why_playouts)):
        yield f"{heading}:"
        yield from (f"  {line}" for line in lines)
