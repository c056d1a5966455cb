"""Verifies the machine after each pass when an engine is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rulekit.engine.wasm import compilation
from rulekit.machine import program as m
from tests.machine.verified import verified_for_hosts, verified_for_playouts


@contextmanager
def every_pass_verified() -> Iterator[None]:
    """Verify machines after each pass while engines are made, and switch off the cache of modules."""

    def verified(machine: m.Machine, purpose: compilation.Purpose) -> tuple[m.Machine, list[str]]:
        if purpose in ("steps", "recording"):
            return verified_for_hosts(machine)
        return verified_for_playouts(machine, purpose == "watched playouts", purpose != "playouts")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compilation, "optimise_for", verified)
        patch.setattr(compilation, "_name", lambda *_: None)
        yield
