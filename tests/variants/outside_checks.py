"""What each rulebook of the classics and of the families is checked against outside of rulekit, as a table.

The rows come from what the tests compare. `BY_HAND` has those that no list of the tests has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from tests import shipped
from tests.variants import test_side_by_side as sides
from tests.variants.classics import (
    test_cribbage,
    test_dealt_games,
    test_lengths,
    test_perft,
    test_pokers,
    test_repetition,
    test_whole_games,
)
from tests.variants.classics.family import full_name
from tests.variants.classics.published import LENGTHS, PERFT, POKERS
from tests.variants.designs import test_other_programs as designs
from tests.variants.designs import test_plain_programs as plain_designs
from tests.variants.dice import test_scores
from tests.variants.draughts import plain_program
from tests.variants.draughts import test_other_programs as draughts
from tests.variants.draughts.test_other_programs import PYDRAUGHTS
from tests.variants.families import FAMILIES
from tests.variants.go import test_other_programs as go
from tests.variants.mancala import test_other_programs as mancala
from tests.variants.other_programs import Peer
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
SOAK = ' -m "soak or not soak"'
Test = Callable[..., None]


@frozen
class Check:
    """A row: a rulebook, what it is compared with, the number, and the test that does it. `command` gives the number by
    hand, if it is not the test."""

    book: str
    against: str
    number: str
    test: Test | None
    by_hand: str = ""
    in_soak: bool = False
    """Whether a case of the test that shows this number runs only in the soak."""

    @property
    def command(self) -> str:
        if self.by_hand or self.test is None:
            return self.by_hand
        file = f"{self.test.__module__.replace('.', '/')}.py"
        one = f" -k {self.book}" if self.test is sides.test_random_games_go_the_same_way else f"::{self.test.__name__}"
        soak = self.in_soak or any(mark.name == "soak" for mark in getattr(self.test, "pytestmark", ()))
        return f"pytest {file}{one}{SOAK if soak else ''}"


PROGRAMS = {
    "openspiel": "OpenSpiel 2.0.2",
    "hnefatafl": "hnefatafl 0.1.1",
    "python_chess": "python-chess 1.11.2",
    "fairy_stockfish": "Fairy-Stockfish (pyffish 0.0.90)",
}
"""Other programs, by a part of the name of the function that starts them."""
FREQUENCIES = "a plain program in the tests; frequencies of J. Bartlo"
PROGRAMMED = "OpenSpiel 2.0.2, by linear programming"
PLAIN = "a plain program in the tests"
BY_HAND = (
    Check("classics/nim", "Bouton's theorem", "1, 3, 5 and 7 lose",
          test_whole_games.test_the_second_player_wins_at_nim),
    Check("classics/tic-tac-toe", "published counts", "5,478 positions, 255,168 games",
          test_whole_games.test_every_game_of_tic_tac_toe),
    Check("classics/tic-tac-toe-misere", "a known result", "a draw", test_whole_games.test_nobody_need_lose),
    Check("classics/kuhn-poker", "Kuhn's solution", "−1/18",
          test_pokers.test_kuhn_poker_is_worth_an_eighteenth_to_the_second_player),
    *(Check(f"dice/{name}", FREQUENCIES, "all 7,776 throws", test_scores.test_throws_have_their_published_frequencies)
      for name in ("yacht", "yahtzee")),
    Check("dice/yahtzee", "a chain of five states (DataGenetics)", "347,897 / 7,558,272 for a Yahtzee in a turn",
          test_scores.test_nobody_throws_a_yahtzee_more_often_than_the_chain_says),
    Check("classics/one-card-poker", "G. Gordon, One-card Poker", "−0.064 for the first player",
          test_dealt_games.test_what_a_game_for_two_is_worth),
    Check("classics/kuhn-poker", PROGRAMMED, "the same tree, −1/18",
          test_dealt_games.test_what_a_game_for_two_is_worth),
    Check("classics/cribbage", "S. S. Lumetta, Amusing Cribbage Facts", "the points of 12,994,800 hands",
          test_cribbage.test_every_hand_counts_as_published),
    Check("classics/liars-dice", PROGRAMMED, "the same tree, −7/258 with a die each",
          test_dealt_games.test_liars_dice_is_worth_what_it_is_in_openspiel, in_soak=True),
    Check("classics/pig", "the equations of Neller and Presser", "61.56 % for the first player to 20 points",
          test_dealt_games.test_pig_is_worth_what_its_equations_say),
    Check("designs/goofspiel", PROGRAMS["openspiel"], "random games, all positions",
          designs.test_random_games_of_goofspiel_go_as_in_openspiel),
    Check("mancala/kalah", "Irving, Donkers and Uiterwijk, 2000", f"{len(mancala.SOLVED)} values of small boards",
          mancala.test_small_boards_have_their_published_values, in_soak=True),
    Check("tricks/skat", PROGRAMS["openspiel"], "random games, all tricks and card points",
          tricks.test_random_games_of_skat_go_the_same_way),
    Check("tricks/skat", PLAIN, "random games, the score", tricks.test_random_games_of_skat_go_the_same_way),
    Check("tricks/bridge", PROGRAMS["openspiel"], "the score of every contract",
          tricks.test_every_contract_scores_as_in_openspiel),
    Check("classics/xiangqi", PROGRAMS["fairy_stockfish"], "endings in which positions come back",
          test_repetition.test_endings_have_the_same_result),
    Check("classics/shogi", PROGRAMS["fairy_stockfish"], "endings in which positions come back",
          test_repetition.test_endings_have_the_same_result),
    Check("go/tromp-taylor", "Tromp and Farnebäck, OEIS A094777", "1, 57, 12675",
          go.test_the_arrangements_of_small_boards, in_soak=True),
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
    found = "openspiel" if peer in sides.BY_OPENSPIEL else peer.start.__qualname__
    return next((name for part, name in PROGRAMS.items() if part in found), PLAIN)


def checks() -> Iterator[Check]:
    everything = "random games, all positions"
    for perft in PERFT:
        name, deepest = full_name(perft.name), len(perft.counts)
        against = COUNTED.get(perft.name, "published counts of moves")
        command = f"rulekit perft {name} --depth {deepest}"
        yield Check(name, against, f"{perft.counts[-1]:,} at depth {deepest}", test_perft.test_wasm, command)
    for short, (length, games) in LENGTHS.items():
        name, command = full_name(short), f"rulekit simulate {full_name(short)} -n {games}"
        yield Check(name, "published mean length", f"{length}", test_lengths.test_mean_length, command)
    for poker in POKERS:
        numbers = f"{poker.histories:,} histories, {poker.sets} information sets each"
        yield Check(f"classics/{poker.name}", "published sizes", numbers, test_pokers.test_information_sets)
    for peer in sides.PEERS:
        number = everything + ("" if peer.same_end else ", but not who wins")
        yield Check(peer.name, program_of(peer), number, sides.test_random_games_go_the_same_way)
    for edition in plain_program.RULES:
        yield Check(f"draughts/{edition}", PLAIN, everything, draughts.test_the_plain_program_has_the_same_moves)
        if edition in PYDRAUGHTS:
            test = draughts.test_pydraughts_has_the_same_moves
            yield Check(f"draughts/{edition}", "pydraughts 0.6.7", everything, test)
    for name in plain_designs.PROGRAMS:
        yield Check(name, PLAIN, everything, plain_designs.test_random_games_go_as_in_a_plain_program)
    yield from BY_HAND
    for name, why in UNCHECKED.items():
        yield Check(name, "—", why, None)


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
