"""`rulekit look`: positions drawn in the terminal and as SVG."""

from xml.etree import ElementTree

from rulekit.scene import svg

from . import PILE, run


def test_in_the_terminal(capsys):
    told = run(capsys, "look", PILE, "--after", 2)
    assert "What is left of the pile:" in told.out and "p1 to move" in told.out


def test_as_a_file(capsys, tmp_path):
    path = tmp_path / "table.svg"
    told = run(capsys, "look", "classics/chess", "--after", "advance(here: e2, there: e4)", "--out", path)
    assert told.code == 0 and f"{path}: " in told.out
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert "marker-end" in path.read_text()  # what moved


def test_both_as_json(capsys):
    data = run(capsys, "look", "classics/leduc-poker", "--seen-by", "p1", "--after", 1, "--json").data
    assert data["moves"] == 1 and data["svg"].startswith("<svg") and "as p1 sees it" in data["text"]


def test_what_everybody_sees(capsys):
    mine = run(capsys, "look", "classics/kuhn-poker", "--seen-by", "p1").out
    every = run(capsys, "look", "classics/kuhn-poker", "--seen-by", "all").out
    assert mine.count("1 face down") < every.count("1 face down")


def test_who_does_not_play(capsys):
    told = run(capsys, "look", "classics/chess", "--seen-by", "whit")
    assert told.code == 2 and "did you mean `white`?" in told.err


def test_a_folder_that_is_not_there(capsys):
    told = run(capsys, "look", PILE, "--out", "/no/such/folder/table.svg")
    assert told.code == 2 and "cannot write" in told.err


def test_the_file_is_the_picture_of_the_library(capsys, tmp_path):
    from rulekit.play.loaded_book import load

    run(capsys, "look", "classics/hex", "--seed", 5, "--out", tmp_path / "table.svg")
    game = load("classics/hex").configure()
    assert (tmp_path / "table.svg").read_text() == svg(game.start(5).picture())
