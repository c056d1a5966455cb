"""`rulekit look`: positions drawn in the terminal and as SVG."""

from xml.etree import ElementTree

from rulekit.scene import svg

from . import PILE, run


def test_in_the_terminal(capsys):
    told = run(capsys, "look", PILE, "--after", 2)
    assert "What is left of the pile:" in told.out and "p1's turn" in told.out


def test_as_a_file(capsys, tmp_path):
    path = tmp_path / "table.svg"
    told = run(capsys, "look", "chess/standard", "--after", "advance(here: e2, there: e4)", "--out", path)
    assert told.code == 0 and f"{path}: " in told.out
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert "marker-end" in path.read_text()  # an arrow marks what moved


def test_both_as_json(capsys):
    data = run(capsys, "look", "classics/leduc-poker", "--seen-by", "p1", "--after", 1, "--json").data
    assert data["moves"] == 1 and data["svg"].startswith("<svg") and "as seen by p1" in data["text"]


def test_what_everybody_sees(capsys):
    mine = run(capsys, "look", "classics/kuhn-poker", "--seen-by", "p1").out
    every = run(capsys, "look", "classics/kuhn-poker", "--seen-by", "all").out
    assert mine.count("1 face down") < every.count("1 face down")


def test_who_does_not_play(capsys):
    told = run(capsys, "look", "chess/standard", "--seen-by", "whit")
    assert told.code == 2 and "did you mean `white`?" in told.err


def test_a_folder_that_is_not_there(capsys):
    told = run(capsys, "look", PILE, "--out", "/no/such/folder/table.svg")
    assert told.code == 2 and "cannot write" in told.err


def test_the_file_is_the_picture_of_the_library(capsys, tmp_path):
    from rulekit.play.loaded_book import load

    run(capsys, "look", "connection/hex", "--seed", 5, "--out", tmp_path / "table.svg")
    game = load("connection/hex").configure()
    assert (tmp_path / "table.svg").read_text() == svg(game.start(5).picture())


SHOWN = """rulebook shown "Shown":
  players 2: red, blue
board Square: 3 by 3
piece Man(owner Player open, rank 1..3): 1 each
keep side[Square]: Player or none = none
place man[q in Square]: one Man, seen by {p in Player where side[q] == p}, counted by all
flow:
  side[a1] = blue
  side[b1] = blue
  put Man(owner: blue, rank: 2) on man[a1]
  put Man(owner: blue, rank: 3) on man[b1]
  by red:
    choose n in 1..2
  show man[a1] to all
  show man[b1] to red
  by red:
    choose n in 1..2
  game over, drawn
"""


def test_what_was_shown_is_told_to_those_who_saw_it(capsys, tmp_path):
    """Regression: a picture has only what is seen now, so a piece shown earlier left no trace."""
    book = tmp_path / "shown.rules"
    book.write_text(SHOWN)

    def shown(who, after=1):
        return run(capsys, "look", book, "--seen-by", who, "--after", after, "--json").data["shown"]

    assert shown("red") == ["man[b1]: blue_3", "man[a1]: blue_2"]
    assert shown("blue") == shown("all") == ["man[a1]: blue_2"]
    assert shown("red", 0) == []
    text = run(capsys, "look", book, "--seen-by", "red", "--after", 1).out
    assert text.endswith("shown before:\n  man[b1]: blue_3\n  man[a1]: blue_2\n")


def test_onlookers_are_not_told_what_was_shown_to_each_alone(capsys, tmp_path):
    """Both players were shown a number, and it was the same."""
    book = tmp_path / "shown.rules"
    book.write_text(SHOWN.replace("  show man[a1] to all\n", "  for each p in Player:\n    show players to p\n"))
    shown = run(capsys, "look", book, "--seen-by", "all", "--after", 1, "--json").data["shown"]
    assert shown == []
    assert run(capsys, "look", book, "--seen-by", "blue", "--after", 1, "--json").data["shown"] == ["players: 2"]
