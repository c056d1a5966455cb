"""Passes of the optimiser that verify each machine they make."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from rulekit.machine import optimise
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.optimise import Pass
from tests.machine.verify import verify


class BrokenMachine(Exception):
    """Raised if a pass makes a machine that is not well-formed: a defect of the pass, not of a rulebook."""


def verifying(passes: Mapping[str, Pass]) -> dict[str, Pass]:
    """Return the passes, each of which raises BrokenMachine if its result is not well-formed."""
    sound: list[m.Machine] = []  # the last machine that was verified, whose parts are not checked again

    def verified(name: str, change: Pass, analyses: Analyses, why: list[str]) -> m.Machine:
        result = change(analyses, why)
        if result is not analyses.machine:
            known = sound[0] if sound and sound[0] is analyses.machine else None
            if broken := verify(result, known):
                raise BrokenMachine(f"{name}: {'; '.join(broken)}")
            sound[:] = [result]
        return result

    return {name: partial(verified, name, change) for name, change in passes.items()}


def verified_for_hosts(machine: m.Machine, only: tuple[str, ...] | None = None) -> tuple[m.Machine, list[str]]:
    """Do what `optimise_for_hosts` does, and verify the result of each pass."""
    return optimise.run_passes(verifying(optimise.PASSES), machine, only)


def verified_for_playouts(
    machine: m.Machine, watched: bool = False, measured: bool = False
) -> tuple[m.Machine, list[str]]:
    """Do what `for_playouts` does, and verify the result of each pass."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PLAYOUT_PASSES", "WATCHED_PASSES"):
            patch.setattr(optimise, name, verifying(getattr(optimise, name)))
        return optimise.for_playouts(machine, watched=watched, measured=measured)
