"""What each rulebook of the classics and of the families is checked against outside of rulekit, as a table.

The rows come from what the tests compare. `BY_HAND` has those that no list of the tests has.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from tests import shipped
from tests.variants.chess import test_other_programs as chess
from tests.variants.classics import test_dealt_games as dealt
from tests.variants.classics import test_other_programs as classics
from tests.variants.classics.family import full_name
from tests.variants.classics.published import LENGTHS, PERFT, POKERS
from tests.variants.designs.test_plain_programs import PROGRAMS as PLAIN_DESIGNS
from tests.variants.dice import test_other_programs as dice
from tests.variants.draughts import plain_program
from tests.variants.draughts.test_other_programs import PYDRAUGHTS
from tests.variants.families import FAMILIES
from tests.variants.go import test_other_programs as go
from tests.variants.mancala import test_other_programs as mancala
from tests.variants.other_programs import Peer
from tests.variants.tafl import test_other_programs as tafl
from tests.variants.tricks import test_other_programs as tricks

COUNTED = {
    "nine-mens-morris": "calculated by hand",
    "six-mens-morris": "calculated by hand",
    "twelve-mens-morris": "calculated by hand",
    "three-mens-morris": "calculated by hand",
    "dots-and-boxes": "calculated by hand",
    "peg-solitaire": "a program in the tests; positions of OEIS A112737",
    "draughts/russian": "pydraughts 0.6.7",
    "draughts/italian": "pydraughts 0.6.7",
    "draughts/frisian": "pydraughts 0.6.7",
    "draughts/turkish": "kish 1.1.7",
    "chess/three-check": "the counts of chess",
    "chess/king-of-the-hill": "the counts of chess",
}
"""Who counted the sequences of moves that no publication has."""
TESTS = "pytest tests/variants"


@frozen
class Check:
    book: str
    against: str
    number: str
    command: str


PROGRAMS = {
    "openspiel": "OpenSpiel 2.0.2",
    "hnefatafl": "hnefatafl 0.1.1",
    "python_chess": "python-chess 1.11.2",
    "fairy_stockfish": "Fairy-Stockfish (pyffish 0.0.90)",
}
"""Other programs, by a part of the name of the function that starts them."""
MODULES = {
    "chess": chess,
    "classics": classics,
    "dice": dice,
    "go": go,
    "mancala": mancala,
    "tafl": tafl,
    "tricks": tricks,
}
BY_HAND = (
    Check("classics/nim", "Bouton's theorem", "1, 3, 5 and 7 lose", f"{TESTS}/classics/test_whole_games.py"),
    Check("classics/tic-tac-toe", "published counts", "5,478 positions, 255,168 games",
          f"{TESTS}/classics/test_whole_games.py"),
    Check("classics/tic-tac-toe-misere", "a known result", "a draw", f"{TESTS}/classics/test_whole_games.py"),
    Check("classics/kuhn-poker", "Kuhn's solution", "−1/18", f"{TESTS}/classics/test_pokers.py"),
    *(Check(f"dice/{name}", "a plain program in the tests; frequencies of J. Bartlo", "all 7,776 throws",
            f"{TESTS}/dice") for name in ("yacht", "yahtzee")),
    Check("dice/yahtzee", "a chain of five states (DataGenetics)", "347,897 / 7,558,272 for a Yahtzee in a turn",
          f"{TESTS}/dice -m soak"),
    Check("classics/one-card-poker", "G. Gordon, One-card Poker", "−0.064 for the first player",
          f"{TESTS}/classics/test_dealt_games.py"),
    Check("classics/kuhn-poker", "OpenSpiel 2.0.2, by linear programming", "the same tree, −1/18",
          f"{TESTS}/classics/test_dealt_games.py"),
    Check("classics/cribbage", "S. S. Lumetta, Amusing Cribbage Facts", "the points of 12,994,800 hands",
          f"{TESTS}/classics -m soak"),
    Check("classics/liars-dice", "OpenSpiel 2.0.2, by linear programming", "the same tree, −7/258 with a die each",
          f"{TESTS}/classics -m soak"),
    Check("classics/pig", "the equations of Neller and Presser", "61.56 % for the first player to 20 points",
          f"{TESTS}/classics -m soak"),
    Check("designs/goofspiel", "OpenSpiel 2.0.2", "random games, all positions", f"{TESTS}/designs"),
    Check("mancala/kalah", "Irving, Donkers and Uiterwijk, 2000", f"{len(mancala.SOLVED)} values of small boards",
          f"{TESTS}/mancala -m soak"),
    Check("tricks/skat", "OpenSpiel 2.0.2", "random games, all tricks and card points", f"{TESTS}/tricks"),
    Check("tricks/skat", "a plain program in the tests", "random games, the score", f"{TESTS}/tricks"),
    Check("tricks/bridge", "OpenSpiel 2.0.2", "the score of every contract", f"{TESTS}/tricks"),
    Check("classics/xiangqi", PROGRAMS["fairy_stockfish"], "endings in which positions come back",
          f"{TESTS}/classics"),
    Check("go/tromp-taylor", "Tromp and Farnebäck, OEIS A094777", "1, 57, 12675", f"{TESTS}/go -m soak"),
)  # fmt: skip
UNCHECKED = {
    "classics/thicket": "a game of this library",
    "classics/slantwise": "a game of this library",
    "classics/royal-marriage": "only its own examples and promises",
    "classics/pig-with-a-tailwind": "a variant of this library",
    "classics/pig-with-talents": "a variant of this library",
    "classics/rock-paper-scissors": "each throw is allowed",
    "classics/rock-paper-scissors-lizard-spock": "each throw is allowed",
    "classics/chinese-checkers": "only its own examples and promises",
    "classics/lasker-morris": "only its own examples and promises",
    "classics/rummy": "only its own examples and promises",
    "classics/rummy-all-at-once": "only its own examples and promises",
    "draughts/giveaway": "the moves of Russian draughts",
    "draughts/no-duty": "only its own examples and promises",
}
"""Rulebooks that nothing outside checks, and why."""


def program_of(peer: Peer) -> str:
    """Return the other program of a comparison: that of the module that its start comes from."""
    found = "openspiel" if peer in (*go.PEERS, *dice.PEERS, *dealt.PEERS, *tricks.PEERS) else peer.start.__qualname__
    return next((name for part, name in PROGRAMS.items() if part in found), "a plain program in the tests")


def checks() -> Iterator[Check]:
    for perft in PERFT:
        name, deepest = full_name(perft.name), len(perft.counts)
        against = COUNTED.get(perft.name, "published counts of moves")
        yield Check(
            name, against, f"{perft.counts[-1]:,} at depth {deepest}", f"rulekit perft {name} --depth {deepest}"
        )
    for short, (length, games) in LENGTHS.items():
        name = f"classics/{short}"
        yield Check(name, "published mean length", f"{length}", f"rulekit simulate {name} -n {games}")
    for poker in POKERS:
        numbers = f"{poker.histories:,} histories, {poker.sets} information sets each"
        yield Check(f"classics/{poker.name}", "published sizes", numbers, f"{TESTS}/classics/test_pokers.py")
    for folder, module in (*MODULES.items(), ("classics", dealt)):
        for peer in module.PEERS:
            number = "random games, all positions" + ("" if peer.same_end else ", but not who wins")
            yield Check(peer.name, program_of(peer), number, f"{TESTS}/{folder}")
    for edition in plain_program.RULES:
        against = "pydraughts 0.6.7, a plain program" if edition in PYDRAUGHTS else "a plain program in the tests"
        yield Check(f"draughts/{edition}", against, "random games, all positions", f"{TESTS}/draughts")
    for name in PLAIN_DESIGNS:
        yield Check(name, "a plain program in the tests", "random games, all positions", f"{TESTS}/designs")
    yield from BY_HAND
    for name, why in UNCHECKED.items():
        yield Check(name, "—", why, "")


def table() -> str:
    """Return a row for each check, in the order of the library."""
    found = list(dict.fromkeys(checks()))
    rows = [
        f"| `{check.book}` | {check.against} | {check.number} | {f'`{check.command}`' if check.command else ''} |"
        for name in shipped.GAMES
        if name.split("/")[0] in ("classics", *FAMILIES)
        for check in found
        if check.book == name
    ]
    return "\n".join(["| book | checked against | number | command |", "|---|---|---|---|", *rows])
