"""Published numbers of sequences of moves from positions that reveal mistakes, by edition."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Position:
    """A position in Forsyth notation, as python-chess reads it, and its perft by depth. `suite`: the depth in the test
    suite, 0 for none."""

    edition: str
    fen: str
    counts: Mapping[int, int]
    suite: int = 3


def _from_one(*counts: int) -> dict[int, int]:
    return dict(enumerate(counts, 1))


WIKI = (
    Position(
        "standard",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        _from_one(48, 2039, 97862, 4085603),
    ),
    Position("standard", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", _from_one(14, 191, 2812, 43238, 674624), 4),
    Position(
        "standard",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        _from_one(6, 264, 9467, 422333),
    ),
    Position(
        "standard",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1",
        _from_one(44, 1486, 62379, 2103487),
    ),
    Position(
        "chess960",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1",
        _from_one(21, 528, 12189, 326672),
    ),
    Position(
        "chess960",
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 0 1",
        _from_one(21, 807, 18002, 667366),
        0,
    ),
    Position(
        "chess960",
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 0 1",
        _from_one(20, 479, 10471, 273318),
        0,
    ),
)
"""Chess Programming Wiki, "Perft Results" and "Chess960 Perft Results": much of everything; pinned en passant;
promotion in check; promotion while castling."""

PYTHON_CHESS = (
    Position(
        "three-check",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1",
        _from_one(48, 2039, 97848),
    ),
    Position("three-check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1", _from_one(26, 562, 13410), 0),
    Position(
        "atomic",
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        _from_one(40, 1238, 45237, 1434825),
    ),
    Position(
        "atomic",
        "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1",
        _from_one(28, 833, 23353, 714499),
        0,
    ),
    Position("antichess", "8/1p6/8/8/8/8/P7/8 w - - 0 1", _from_one(2, 4, 4, 3, 1, 0), 6),
    Position(
        "antichess",
        "8/2p5/8/8/8/8/P7/8 w - - 0 1",
        _from_one(2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557, 30873),
        0,
    ),
    Position("crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", _from_one(301, 75353), 2),
    Position("crazyhouse", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", _from_one(67, 3083, 88634, 932554), 0),
    Position("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - - 0 1", _from_one(20, 360, 5445, 132758), 4),
    Position(
        "horde",
        "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1",
        _from_one(13, 172, 2205, 33781),
        4,
    ),
    Position("racing-kings", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", _from_one(6, 33, 178, 3151, 12981, 265932), 5),
)
"""The files `examples/perft/*.perft` of python-chess."""

FAIRY_STOCKFISH = (
    Position("king-of-the-hill", "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12", {3: 19003}),
    Position("three-check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", {3: 12407}, 0),
    Position("racing-kings", "6r1/2K5/5k2/8/3R4/8/8/8 w - - 0 1", {4: 86041}, 0),
    Position("horde", "4k3/7r/8/P7/2p1n2P/3p2P1/1P3P2/PPP1PPP1 w - - 0 1", {4: 128809}, 0),
)
"""The file `tests/perft.sh` of Fairy-Stockfish."""
