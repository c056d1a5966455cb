"""A player who follows a policy from a file: the probability of each option in each information state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from pathlib import Path
from random import Random

from attrs import frozen

from ..diagnostics import Diagnostic, RulekitError
from ..engine.random import stream_key
from .game import GameState


@frozen(eq=False)
class PolicyPlayer:
    """Draws options with the probabilities of `table`, by the `key` of the information state. The game's seed decides,
    so equal games give equal choices."""

    file: str
    table: Mapping[str, Mapping[int, float]]

    @staticmethod
    def of(file: str) -> PolicyPlayer:
        """Read `{KEY: [[OPTION, PROBABILITY], …], …}` from JSON. Raise RulekitError (E816) if the file has no such."""
        try:
            told = json.loads(Path(file).read_text(encoding="utf-8"))
            table = {key: {int(option): float(share) for option, share in pairs} for key, pairs in told.items()}
            for shares in table.values():
                if not min(shares.values()) >= 0 < sum(shares.values()) < inf:
                    raise ValueError("probabilities must be finite, not negative, and not all 0")
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise RulekitError(Diagnostic("E816", f"`{file}` is no policy: {error}")) from error
        return PolicyPlayer(file, table)

    def choose(self, state: GameState) -> tuple[int, GameState]:
        key = state.information_state(state.player).key
        shares = {option: share for option, share in self.table.get(key, {}).items() if share}
        if not 0 < len(shares.keys() & state.legal()) == len(shares):
            seen = key.rpartition("\n")[0].replace("\n", "; ")
            message = f"the policy `{self.file}` does not know what to do where {state.seat} has seen: {seen[:200]}"
            raise RulekitError(Diagnostic("E816", message))
        source = Random(stream_key(state.raw.seed, f"{state.raw.game} {key}"))
        return source.choices(list(shares), list(shares.values()))[0], state
