"""Agents: programs that play a seat. `random` chooses evenly, `uct:1000` and `uct:50ms` search the tree of moves,
`flat:1000` and `flat:50ms` try each option equally often, `cfr:FILE` follows the policy in a file. `random#2` and
`uct:1000#2` are the same agents with another seed: they make other choices in the same game.

`agent_of` makes an agent from such a text, or from the name of a Python class, `package.module:Class`.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Mapping
from math import inf
from pathlib import Path
from random import Random
from typing import Protocol

from attrs import frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.random import stream_key
from . import RANDOM
from .game import GameState


@frozen(eq=False)
class PolicyPlayer:
    """Draws each option with the probability that `table` has for it: `table` maps the `key` of an information state to
    the options and their probabilities. The random numbers follow from the game's seed, so equal games give equal
    choices."""

    file: str
    table: Mapping[str, Mapping[int, float]]

    @staticmethod
    def of(file: str) -> PolicyPlayer:
        """Read a policy from a JSON file: `{KEY: [[OPTION, PROBABILITY], …], …}`. Raise RulekitError (E816) if the file
        contains no such table."""
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


MOST_SIMULATIONS = 10**8
MOST_MILLISECONDS = 10**7
SEARCH = re.compile(r"(uct|flat):([0-9]{1,9})(ms)?", re.ASCII)
POLICY = "cfr:"
SEED = re.compile(r"#([0-9]{1,9})", re.ASCII)
CLASS = re.compile(r"[\w.]+:\w+")
FORMS = (
    "`random`, `uct:1000` (simulations), `uct:50ms` (time for a decision), `flat:1000`, `cfr:FILE` (a policy) or "
    "`package.module:Class`"
)


class Agent(Protocol):
    """A program that plays a seat."""

    def choose(self, state: GameState) -> tuple[int, GameState]:
        """Return the chosen option, and the state after counting the random numbers that the choice used."""


@frozen
class RandomPlayer:
    """Chooses each option with equal probability. The random numbers follow from the game's seed, so a saved game
    continues in the same way; another `seed` of the player gives other choices."""

    seed: int = 0

    def choose(self, state: GameState) -> tuple[int, GameState]:
        if not self.seed:
            return state.random()
        own = state.raw.seed
        option, counted = state.with_seed(stream_key(own, f"random player {self.seed}")).random()
        return option, counted.with_seed(own)


@frozen
class OwnAgent:
    """Calls an agent that a user wrote as the Python class `name`. If its methods fail, raises RulekitError (E816)."""

    name: str
    agent: Agent

    def choose(self, state: GameState) -> tuple[int, GameState]:
        try:
            option, after = self.agent.choose(state)
        except RulekitError:
            raise
        except Exception as error:
            message = f"the agent `{self.name[:60]}` could not choose: {type(error).__name__}: {error}"
            raise RulekitError(Diagnostic("E816", message)) from error
        if option not in state.legal() or not isinstance(after, GameState):
            message = f"the agent `{self.name[:60]}` must return an option on offer and a state of the game"
            raise RulekitError(Diagnostic("E816", message))
        return option, after


def agent_of(text: str) -> Agent:
    """Return a new agent described by a text such as `uct:1000`. Raise RulekitError (E816) if the text describes
    none."""
    name, mark, seed = text.partition("#")
    found = SEARCH.fullmatch(name)
    if mark and (found or name == RANDOM) and not SEED.fullmatch(mark + seed):
        raise RulekitError(Diagnostic("E816", f"`{text[:60]}` is no agent with a seed, as `{RANDOM}#2` is"))
    if name == RANDOM:
        return RandomPlayer(int(seed or 0))
    if found is not None:
        from .search_player import Limit, SearchPlayer  # imported here because most programs need no search

        flat, number, unit = found[1] == "flat", int(found[2]), found[3]
        if not 0 < number <= (MOST_MILLISECONDS if unit else MOST_SIMULATIONS):
            raise RulekitError(Diagnostic("E816", f"`{text}`: the limit of a search is out of range"))
        limit = Limit(milliseconds=number, flat=flat) if unit else Limit(simulations=number, flat=flat)
        return SearchPlayer(limit, int(seed or 0))
    if text.startswith(POLICY):
        return PolicyPlayer.of(text.removeprefix(POLICY))
    if CLASS.fullmatch(text):
        return _agent_of_class(text)
    raise RulekitError(Diagnostic("E816", f"`{text[:60]}` is no agent", help=(Help(f"an agent is {FORMS}"),)))


def _agent_of_class(text: str) -> Agent:
    module, _, name = text.partition(":")
    try:
        agent: Agent = getattr(importlib.import_module(module), name)()
    except Exception as error:
        message = f"the agent `{text[:60]}` cannot be made: {type(error).__name__}: {error}"
        raise RulekitError(Diagnostic("E816", message)) from error
    if not callable(getattr(agent, "choose", None)):
        raise RulekitError(Diagnostic("E816", f"the agent `{text[:60]}` has no method `choose`"))
    return OwnAgent(text, agent)


def agents_of(text: str, players: int) -> tuple[Agent, ...]:
    """Return the agent of each seat. The text has one agent for all seats, or one for each seat, separated by
    commas."""
    texts = [part.strip() for part in text.split(",")]
    if len(texts) not in (1, players):
        message = f"there are {players} players, and agents for {len(texts)}"
        raise RulekitError(Diagnostic("E816", message, help=(Help("name one agent for all, or one for each seat"),)))
    return tuple(agent_of(texts[seat % len(texts)]) for seat in range(players))
