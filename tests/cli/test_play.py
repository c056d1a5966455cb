"""Playing at the keyboard and at random; saved games that resume, and saved games that are refused."""

import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest

import rulekit
from rulekit.session import Session

from . import MISERE, PILE, run


class Typed(StringIO):
    """Input that counts as typed by a person, so that a mistake does not end the game."""

    def isatty(self):
        return True


@pytest.fixture
def keyboard(monkeypatch, capsys):
    """Return a function that runs `play` with these lines, typed or from a pipe."""

    def typed(lines, *words, source=Typed):
        monkeypatch.setattr("sys.stdin", source("".join(f"{line}\n" for line in lines)))
        return run(capsys, "play", *words)

    return typed


def test_a_game_by_number_and_by_label(keyboard):
    told = keyboard(["3", "take(3)", "1"], PILE)
    assert told.code == 0
    assert "    3 of 3  One to three counters: 3" in told.out
    assert told.out.rstrip().endswith("over: Player 1 +1, Player 2 -1")


def test_what_is_not_on_offer_is_asked_again(keyboard):
    told = keyboard(["4", "take(9)", "take", "take((", "", "look", "undo", "3", "undo", "2", "quit"], PILE)
    assert "there are options 1 to 3" in told.err
    assert "`take(9)` is not on offer (p1 has: take(n: 1); take(n: 2); take(n: 3))" in told.err
    assert "No option is called “take”." in told.err and "not of the form" in told.err
    assert "What is left of the pile: 7" in told.out
    assert "Player 1: One to three counters: 2\n" in told.out and told.out.endswith("keeps a game\n")


def test_a_pipe_stops_at_a_line_that_cannot_be_done(keyboard, tmp_path):
    path = tmp_path / "game"
    told = keyboard(["1", "counters", "2", "9", "1"], PILE, "--save", path, source=StringIO)
    assert told.code == 2 and "line 4 of the input cannot be done: there are options 1 to 3" in told.err
    assert told.out.count("2 of 3  One to three counters: 2") == 4 and "\nPlayer 1> 1\n" in told.out, "it is echoed"
    assert "What is left of the pile: 4" in keyboard(["look"], "--resume", path).out


def test_a_robot_plays_its_seat_and_somebody_must_sit_at_the_keyboard(keyboard, tmp_path):
    told = keyboard(["1", "1", "quit"], PILE, "--robots", "p2", "--seed", 4)
    assert "Player 2: One to three counters" in told.out and "Player 2>" not in told.out
    assert "p3` does not play: p1, p2 do" in keyboard([], PILE, "--robots", "p3").err
    assert "somebody must sit at the keyboard" in keyboard([], PILE, "--robots", "p1,p2").err


def test_agents_play_a_whole_game(capsys):
    def played(agent):
        return run(capsys, "play", "classics/nim", "--random", "--agents", f"{agent},random", "--seed", 3).out

    one = played("uct:300")
    assert one == played("uct:300") != played("random") and "p1 +1" in one


def test_agents_need_the_seats_of_robots(keyboard):
    assert "name these" in keyboard([], PILE, "--agents", "uct:5").err
    told = keyboard(["quit"], PILE, "--robots", "p2", "--agents", "uct:5")
    assert told.err == ""


def test_rules_are_shown_with_what_they_rest_on(keyboard):
    told = keyboard(["rules", "quit"], "classics/nine-mens-morris")
    assert "Place a man\n  As long as you have men to place" in told.out


def test_another_language(keyboard):
    told = keyboard(["why a2", "a1", "quit"], "classics/nine-mens-morris", "--lang", "de")
    assert "Weiß: Einen Stein setzen: a1" in told.out and "Keine Möglichkeit heißt „a2“." in told.out
    assert "is no language that rulekit speaks" in keyboard([], PILE, "--lang", "tlh").err


@pytest.mark.parametrize("asked", ["help", "?"])
def test_what_can_be_typed_is_shown_again(keyboard, asked):
    told = keyboard([asked, "quit"], PILE)
    assert told.err == "" and told.out.count("Player 1, choose one of 3") == 2


def test_saved_and_gone_on_with(keyboard, tmp_path):
    path = tmp_path / "game"
    told = keyboard(["1", f"save {path}", "save", "save /no/such/folder/file", "quit"], PILE, "--set", "counters=9")
    assert f"saved to {path}" in told.out
    assert told.out.endswith(f"the game is not over, and is saved: `rulekit play --resume {path}` goes on\n")
    assert "save to which file?" in told.err and "cannot write" in told.err
    again = keyboard(["look", "3", "3", "2"], "--resume", path)
    assert "What is left of the pile: 8" in again.out and "over: Player 1 -1, Player 2 +1" in again.out
    assert keyboard([], "--resume", path).out.endswith(f"is saved: `rulekit play --resume {path}` goes on\n")
    assert "is not saved" in keyboard(["1", "quit"], "--resume", path).out, "the file has the game without this step"


def test_random_games_and_their_saves(capsys, tmp_path):
    path = tmp_path / "game"
    whole = run(capsys, "play", PILE, "--random", "--seed", 5, "--json").data
    assert whole["over"] and sorted(whole["payoffs"]) == [-1, 1]
    part = run(capsys, "play", PILE, "--random", "--seed", 5, "--moves", 1, "--save", path, "--json").data
    assert not part["over"]
    rest = run(capsys, "play", "--resume", path, "--random", "--json").data
    assert rest == whole  # the random numbers go on where the saved game stopped


@pytest.mark.soak
def test_a_hundred_players_are_saved_and_gone_on_with(capsys, tmp_path):
    book = tmp_path / "many.rules"
    lines = "  players 2 to 100", "keep said[Player]: 0..3 = 0", "flow:", "  turns from p1, once each:"
    more = "    choose n in 1..3", "    said[me] = n", "  game over, won by p1", "example all:", "  players 100"
    book.write_text("\n".join(("rulebook many:", *lines, *more, "  play flow(n: 1)", "  expect said[p1] == 1", "")))
    assert run(capsys, "test", book, "-n", 1, "--own").code == 0
    path = tmp_path / "game"
    part = run(capsys, "play", book, "--players", 100, "--random", "--moves", 70, "--save", path)
    assert part.code == 0
    rest = run(capsys, "play", "--resume", path, "--random", "--json").data
    assert rest["players"] == 100 and rest["over"] and len(rest["entries"]) == 100


@pytest.mark.parametrize(
    "spoil", [lambda t: t[:-40], lambda t: t.replace("take", "tale"), lambda t: "", lambda t: "\0" * 99]
)
def test_a_corrupt_save_is_refused_and_kept(capsys, tmp_path, spoil):
    path = tmp_path / "game"
    run(capsys, "play", PILE, "--random", "--moves", 2, "--save", path)
    path.write_text(spoil(path.read_text()))
    before = path.read_bytes()
    told = run(capsys, "play", "--resume", path)
    assert told.code == 2 and "error[E832]" in told.err and "is not a whole record" in told.err
    assert path.read_bytes() == before


def test_a_save_keeps_its_own_game(capsys, tmp_path):
    path = tmp_path / "game"
    run(capsys, "play", PILE, "--random", "--moves", 2, "--save", path)
    assert "is a game of" in run(capsys, "play", MISERE, "--resume", path).err
    assert "has its own players" in run(capsys, "play", "--resume", path, "--players", 3).err


def test_rules_that_changed_since_are_noticed(capsys, tmp_path):
    game, path = tmp_path / "pile.rules", tmp_path / "save"
    text = Path(PILE).read_text()
    game.write_text(text)
    run(capsys, "play", game, "--random", "--moves", 2, "--save", path)
    game.write_text(text.replace("left -= n", "left -= 1"))
    told = run(capsys, "play", "--resume", path, "--random")
    assert told.code == 2 and "other rules" in told.err


def test_why_an_option_is_not_there(keyboard):
    told = keyboard(["why take(9)", "why", "why take(1)", "why toke()", "why take((", "take(9)", "quit"], PILE)
    assert "`take(9)` cannot be played: `n` cannot be `9`; it is one of 1; 2; 3" in told.out
    assert "`take(1)` is on offer" in told.out and "did you mean `take`?" in told.out and "not of the form" in told.out
    assert "`why LABEL` asks about an option" in told.out
    assert "`n` cannot be `9`" in told.err, "it is said of an option that was typed, too"
    assert told.code == 0


def test_a_number_that_is_written_otherwise_is_none(keyboard):
    told = keyboard(["why take(03)", "take(03)", "quit"], PILE)
    assert "`n` cannot be `03`" in told.out and "`take(03)` is not on offer" in told.err


ORDERS = """rulebook words:
  players 2
keep left: 0..30 = 30
flow:
  turns from p1:
    either quit:
      left -= 1
    or undo:
      left -= 2
    or help:
      left -= 3
    if left == 0:
      game over, drawn
"""


def test_an_option_that_is_called_as_an_order_is_chosen_by_its_number(keyboard, tmp_path):
    game = tmp_path / "words.rules"
    game.write_text(ORDERS)
    told = keyboard(["1", "2", "undo", "3", "quit"], game)
    said = "`undo` took p2's `undo` back, and `quit` left"
    assert "Player 1: Quit\n" in told.out and "Player 2: Help\n" in told.out, said
    assert told.out.endswith("keeps a game\n"), said


def test_why_tells_the_requirement_as_far_as_the_player_sees(keyboard):
    book = Path(__file__).parents[1] / "play" / "why" / "secrets.rules"
    told = keyboard(["why boast()", "boast()", "why accuse(q: p2)", "why boast", "quit"], book)
    assert "`boast` cannot be played: it requires `known(me)`" in told.out and "c = red_1" in told.out
    assert "`boast` cannot be played: it requires `known(me)`" in told.err
    assert "Boast cannot be chosen now. The reason: " in told.out
    assert "remembered(known(q))" in told.out and "red_2" not in told.out


def told_to(text):
    """Return the lines that `play` printed for each seat."""
    told, seat = {}, None
    for line in text.splitlines():
        if meant := re.match(r"Seen by ([\w ]+):|([\w ]+?)(?:, since your last turn:|, choose one of)", line):
            seat = meant[1] or meant[2]
        line = re.sub(r"^[\w ]+> ", "", line)
        if meant := re.match(r"  (\S.*)", line):
            told.setdefault(seat, []).append(meant[1])
    return told


def within(parts, whole):
    """Return whether `parts` occur in this order in `whole`."""
    rest = iter(whole)
    return all(part in rest for part in parts)


OPEN = """rulebook open_card:
  players 2
piece Card(value 1..5): 3 each
place hand[p in Player]: heap of Card, seen by p
place table_: heap of Card
flow:
  for each p in Player:
    put Card(value: 1) in hand[p]
    put Card(value: 4) in hand[p]
  turns from p1, once each:
    choose c in hand[me]
    move c from hand[me] to table_
    by next(me):
      choose n in 1..2
    remove all of table_
  show hand[p1] to p2
  game over, drawn
"""


LONG_GAMES = [(name, None, seed) for name in ("tricks/whist", "classics/rummy") for seed in (1, 2)]
"""Games, numbers of players and seeds that take five seconds or more, since the test prints everything seen so far at
each step."""


@pytest.mark.parametrize(
    ("name", "players", "seed"),
    [
        *(("open_card", None, seed) for seed in (1, 2)),
        *(("classics/leduc-poker", None, seed) for seed in (1, 2)),
        *(("classics/kuhn-poker", 3, seed) for seed in (1, 2)),
        *(pytest.param(*game, marks=pytest.mark.soak) for game in LONG_GAMES),
    ],
)
def test_each_player_is_told_all_that_he_sees_and_each_step_once(keyboard, tmp_path, name, players, seed):
    (tmp_path / "open_card.rules").write_text(OPEN)
    game = str(tmp_path / "open_card.rules") if name == "open_card" else name
    state = rulekit.load(game).configure(players).start(seed)
    typed = []
    while not state.over:
        option, state = state.random()
        if len(state.legal()) > 1:  # with only one option, the player is not asked
            typed.append(state.label(option))
        state = state.apply(option)
    session, last = Session.of(state), state.history()[-1].seat
    last = session.seats[state.game.machine.seats.index(last)]
    several = () if players is None else ("--players", players)
    told = told_to(keyboard(typed, game, "--seed", seed, *several, source=StringIO).out)
    for player, seat in enumerate(session.seats):
        seen = [str(line) for line in session.history(player)]
        for alone in (False, True) if seat == last else ():
            assert within([str(one) for one in session.history(player) if one.is_private is alone], told[seat]), seat
        # the end of the game is printed once for all
        assert Counter(seen) - Counter(told[seat]) <= Counter(told[last]), seat
        known = {str(line) for line in session.history(player) if line.is_step}
        steps = Counter(line for line in told[seat] if line in known)
        assert steps <= Counter(seen), seat


def test_the_terminal_speaks_the_language_of_the_session(keyboard):
    told = keyboard(["?", "why", "save", "quit"], "classics/tic-tac-toe", "--lang", "nl", "--plain")
    for words in ("kies een van 9", "    1 van 9  ", "een getal, of woorden"):
        assert words in told.out
    assert "In welk bestand?" in told.err + told.out
    assert not re.search(r"\b(choose|which|option)\b", told.out + told.err)
