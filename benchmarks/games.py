"""Lists the games that are compared: each program's name for them, the target ratios, and where rules differ.

A target is rulekit's playouts a second divided by the other program's. A pair that is listed as unequal is timed and
shown, but its mean game lengths need not agree.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

RULEKIT = "rulekit"
LOOP, BOTS, PGX = "openspiel_loop", "openspiel_bots", "pgx"
BYTES, TUNED, BITS, NATIVE = "c_bytes", "c_tuned", "c_bits", "c_bits_native"

TITLES = {
    RULEKIT: "rulekit",
    LOOP: "OpenSpiel loop",
    BOTS: "OpenSpiel bots",
    PGX: "pgx",
    BYTES: "byte C",
    TUNED: "byte C, tuned",
    BITS: "bit-plane C",
    NATIVE: "bit-plane C, native",
}
"""The title of each compared program by its key, in the order of the tables."""


@frozen
class Game:
    """A game: its rulebook, its names in the other programs, the target ratios by program, and why some programs' rules
    differ (`unequal`).

    `c` is the stem of the C files' names. `pgx_masked` are actions that pgx offers although the rulebook has no such
    option; random players never choose them.
    """

    name: str
    rulebook: str
    c: str
    players: int = 2
    openspiel: str | None = None
    pgx: str | None = None
    pgx_masked: tuple[int, ...] = ()
    targets: Mapping[str, float] = field(factory=dict)
    unequal: Mapping[str, str] = field(factory=dict)


def _targets(loop: float, plain: float | None = None, bits: float | None = None) -> dict[str, float]:
    wanted = {LOOP: loop, BYTES: plain, BITS: bits}
    return {peer: ratio for peer, ratio in wanted.items() if ratio is not None}


GAMES = (
    Game(
        "tic-tac-toe",
        "classics/tic-tac-toe",
        "tic_tac_toe",
        openspiel="tic_tac_toe",
        pgx="tic_tac_toe",
        targets=_targets(40, 1, 0.5),
    ),
    Game(
        "connect four",
        "classics/connect-four",
        "connect_four",
        openspiel="connect_four",
        pgx="connect_four",
        targets=_targets(50, 1, 0.5),
    ),
    Game(
        "breakthrough 8x8",
        "classics/breakthrough",
        "breakthrough",
        openspiel="breakthrough",
        targets=_targets(50, 2, 0.5),
    ),
    Game(
        "hex 11x11",
        "connection/hex",
        "hex",
        openspiel="hex(board_size=11)",
        pgx="hex",
        pgx_masked=(121,),
        targets=_targets(15, 1, 0.5),
    ),
    Game("othello", "classics/othello", "othello", openspiel="othello", pgx="othello", targets=_targets(40, 2, 0.5)),
    Game(
        "Kuhn poker",
        "classics/kuhn-poker",
        "kuhn_poker",
        openspiel="kuhn_poker",
        pgx="kuhn_poker",
        targets=_targets(25),
    ),
    Game(
        "chess",
        "chess/standard",
        "chess",
        openspiel="chess",
        pgx="chess",
        targets=_targets(10),
        unequal={PGX: "no game goes beyond 512 moves"},
    ),
    Game(
        "Message to the Czar",
        "czar/english",
        "message_to_the_czar",
        players=4,
        targets={BYTES: 0.8},
    ),
    Game("Carcassonne", "carcassonne/base", "carcassonne", targets={BYTES: 0.5}),
)


def named(text: str) -> Game | None:
    """Return the game whose name or rulebook equals these words, or else contains them; None if there is none or
    several."""
    words = _words(text)
    exact = [game for game in GAMES if words in (_words(game.name), _words(game.rulebook))]
    found = exact or [game for game in GAMES if words in _words(game.name) or words in _words(game.rulebook)]
    return found[0] if len(found) == 1 else None


def _words(text: str) -> str:
    return text.lower().replace("-", " ").replace("_", " ")
