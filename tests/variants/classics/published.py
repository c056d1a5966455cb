"""Published numbers about games, which correct rules must reproduce.

Perft is the number of move sequences of a given length from the start. In the suite each engine computes as many
of each row as a second or two allow. `pytest -m soak` computes all on both.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Perft:
    """Perft at depth 1, 2, …, and the maximum depth of the reference engine in the suite.

    `positions` is the number of different states before the last move of the sequences, added over all depths. States
    differ if their chance outcomes or their histories of positions do.
    """

    name: str
    counts: tuple[int, ...]
    positions: int
    suite: int


PERFT = (
    Perft("tic-tac-toe", (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872), 7_160, 7),
    Perft("connect-four", (7, 49, 343, 2401, 16807, 117649, 823536, 5673234), 77_519, 4),
    Perft("breakthrough", (22, 484, 11132, 256036, 6182818), 69_555, 3),
    Perft("othello", (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288), 320_653, 4),
    Perft("chess/standard", (20, 400, 8902, 197281, 4865609), 105_808, 2),
    # computed by hand: 24 * 23 * 22 * 21 * 20, and one more for each first mill, which may take either of two pieces
    Perft("nine-mens-morris", (24, 552, 12144, 255024, 5140800), 70_405, 2),
    # computed in the same way: 8 mills on 16 points, 20 on 24
    Perft("six-mens-morris", (16, 240, 3360, 43680, 531648), 12_857, 3),
    Perft("twelve-mens-morris", (24, 552, 12144, 255024, 5150880), 70_405, 2),
    # until all men are placed, three in a row are those of tic-tac-toe
    Perft("three-mens-morris", (9, 72, 504, 3024, 15120, 54720), 2_590, 6),
    # computed by hand: any line not yet drawn may be drawn, 24 * 23 * 22 * 21 * 20
    Perft("dots-and-boxes", (24, 552, 12144, 255024, 5100480), 12_951, 3),
    Perft("shogi", (30, 900, 25470, 719731), 26_401, 1),
    Perft("xiangqi", (44, 1920, 79666, 3290240), 81_273, 1),
    Perft("peg-solitaire", (4, 12, 60, 400, 2960, 24600, 221072), 7_359, 4),
    # a move is a whole turn with all its captures; the sources are in docs/internals/published-counts.md
    Perft("draughts/english", (7, 49, 302, 1469, 7361, 36768), 3_850, 2),
    Perft("draughts/international", (9, 81, 658, 4265, 27117, 167140), 11_015, 2),
    Perft("draughts/brazilian", (7, 49, 302, 1469, 7473, 37628), 3_917, 2),
    Perft("draughts/russian", (7, 49, 302, 1469, 7482, 37986), 3_923, 2),
    Perft("draughts/italian", (7, 49, 302, 1469, 7361, 36473), 3_850, 2),
    Perft("draughts/frisian", (9, 81, 658, 3880, 21345), 4_477, 2),
    Perft("draughts/turkish", (8, 64, 708, 7538, 85090), 3_453, 2),
    Perft("chess/three-check", (20, 400, 8902, 197281), 7_081, 1),
    Perft("chess/king-of-the-hill", (20, 400, 8902, 197281), 7_081, 1),
    Perft("chess/atomic", (20, 400, 8902, 197326), 7_081, 1),
    Perft("chess/antichess", (20, 400, 8067), 421, 1),
    Perft("chess/crazyhouse", (20, 400, 8902, 197281), 7_081, 1),
    Perft("chess/racing-kings", (21, 421, 11264, 296242), 11_689, 1),
    Perft("chess/horde", (8, 128, 1274, 23310), 1_007, 1),
)

DEEPER = {
    "draughts/english": (179740, 845931),
    "draughts/international": (1049442,),
    "draughts/brazilian": (187302,),
    "draughts/turkish": (931312,),
    "chess/antichess": (153299, 2732672),
    "chess/crazyhouse": (4888832,),
    "chess/racing-kings": (9472927,),
    "chess/horde": (265223, 5396554),
}
"""The published numbers after those of `PERFT`, which take a minute."""

LENGTHS = {
    "tic-tac-toe": (7.6, 10_000),
    "connect-four": (21.3, 4_000),
    "breakthrough": (64.1, 2_000),
    "connection/hex": (107.6, 1_000),
    "othello": (60.4, 1_000),
}
"""The published mean length of random games, rounded to one decimal, and the number of games played here."""

DOTS_AND_BOXES = {(1, 1): -1, (2, 2): 2}
"""The lead of the first player in boxes under best play, by columns and rows.

On one box the fourth line takes it. On two by two the first player wins three to one (Berlekamp; Wikipedia, "Dots and
Boxes")."""

PEG_POSITIONS = (1, 1, 2, 8, 39, 171, 719, 2757)
"""Positions of peg solitaire after 0, 1, … jumps, up to rotation and reflection (OEIS A112737)."""

TIC_TAC_TOE_POSITIONS = 5_478
TIC_TAC_TOE_GAMES = {(1, -1): 131_184, (-1, 1): 77_904, (0, 0): 46_080}
"""The number of complete games by payoffs of both players, 255,168 in all."""


@frozen
class Poker:
    """Sizes of a poker's game tree: histories including chance, final ones (`ends`), and each player's information
    sets."""

    name: str
    players: int
    histories: int
    ends: int
    sets: int


POKERS = (Poker("kuhn-poker", 2, 58, 30, 6), Poker("leduc-poker", 2, 9_457, 5_520, 468))
