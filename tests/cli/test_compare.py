"""`compare` with settings for one side, open questions, several numbers of players, and as a web page."""

from __future__ import annotations

import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from tests.cli import MISERE, PILE, run
from tests.shipped import every

SHOP = """rulebook shop "The shop":
  players 2 to 3
ruling ending "Who wins?": last "who comes last", first_one "who comes first"
ruling idle "Which hat?": red_hat "a red one", blue_hat "a blue one"
option size "How many?": 1..3 = 2
procedure pick "Pick a number":
  choose n in 1..size
flow:
  turns from p1, once each:
    pick()
  if ending == last:
    game over, won by p2
  game over, won by p1
"""


@pytest.fixture
def shop(tmp_path):
    path = tmp_path / "shop.rules"
    path.write_text(SHOP)
    return path


def test_an_answer_may_be_set_for_one_side_only(capsys, shop):
    turned = ("--set-second", "ending=first_one")
    for words in (turned, (shop, "--set-first", "ending=last", *turned)):
        data = run(capsys, "compare", shop, *words, "-n", 20, "--json").data
        assert data["options"] == [{"option": "ending", "first": "last", "second": "first_one"}]
        figures = {f["figure"]: f["difference"] for f in data["simulation"]["figures"]}
        assert figures["wins p1"] == 1 and figures["wins p2"] == -1
    told = run(capsys, "compare", shop, "--set-second", "ending=first_one", "-n", 20)
    assert "  Who wins?\n    Who comes last   who comes last\n    Who comes first  who comes first\n" in told.out
    assert "1 change: 1 shown." in told.out
    full = run(capsys, "compare", shop, "--set-second", "ending=first_one", "-n", 20, "--full")
    assert "with ending=first_one" in full.out


def test_a_setting_for_a_side_that_does_not_have_it_is_refused(capsys, shop):
    told = run(capsys, "compare", shop, "--set-second", "endng=last", "--no-games")
    assert told.code == 2 and "did you mean `ending`" in told.err


def test_a_ruling_answer_by_answer(capsys, shop):
    data = run(capsys, "compare", shop, "--ruling", "ending", "-n", 20, "--json").data
    assert data["ruling"] == "ending" and len(data["answers"]) == 1
    assert data["answers"][0]["options"][0]["second"] == "first_one"
    ends = run(capsys, "compare", shop, "--ruling", "size", "-n", 20, "--json").data
    assert [a["options"][0]["second"] for a in ends["answers"]] == [1, 3]


def test_all_rulings_by_their_weight(capsys, shop):
    data = run(capsys, "compare", shop, "--rulings", "-n", 50, "--json").data
    assert [q["ruling"] for q in data["questions"]] == ["ending", "idle"]
    ending, idle = data["questions"]
    assert ending["different"] == 50 and ending["clear"] == ["payoff p1"]
    assert idle["same_game"] and idle["different"] is None and idle["clear"] == []
    # payoff, moves, turns, draws and unfinished games of the one question not proved to be without effect
    assert data["tried"] == 5
    told = run(capsys, "compare", shop, "--rulings", "-n", 50).out
    assert "100 of 100 games go otherwise." in told and "P1 is paid 2 more a game." in told
    assert "the games are the same (proved" in told
    assert "5 differences that were looked at (Holm" in " ".join(told.split())


@pytest.mark.parametrize("games", every(2, [60, 2500]))
def test_workers_find_the_same_of_each_answer(games, capsys, shop):
    """`compare --ruling` prints the same with and without workers. If games are few, one worker plays all games with
    one answer of an option; if they are many, the workers share them."""
    alone, shared = (run(capsys, "compare", shop, "--rulings", "-n", games, *more) for more in ((), ("--workers", 2)))
    assert alone.code == shared.code == 0 and alone.out == shared.out


def test_numbers_of_players_in_one_table(capsys, shop, tmp_path):
    other = tmp_path / "other.rules"
    other.write_text("variant other of shop\n\nunder players == 3:\n  set ending = first_one\n")
    told = run(capsys, "compare", shop, other, "--players", "2-3", "-n", 20)
    assert told.code == 0 and "(2 and 3 players, the rules for 3)" in told.out
    assert "2 players: the same game (proved)." in told.out and "Who wins?" in told.out
    assert re.search(r"^  Moves in a game, 3 players +3\.0 +3\.0  the same in each pair$", told.out, re.MULTILINE)
    full = run(capsys, "compare", shop, other, "--players", "2-3", "-n", 20, "--full")
    assert full.out.startswith(told.out.rstrip()) and "For 3 players\n" in full.out
    assert re.search(r"^  wins p1 +3 +0\.000 +1\.000", full.out, re.MULTILINE)
    data = run(capsys, "compare", shop, other, "--players", "2-3", "-n", 20, "--json").data
    assert data["players"] == [2, 3] and data["reports"][0]["same_game"] == [2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([PILE, "--players", "3-2"], "the fewest stand first, `2-3`"),
        ([PILE, MISERE, "--players", "40-50"], "no number of players from 40 to 50 is allowed by both"),
        ([PILE, "--players", "2-x"], "`x` is not a whole number"),
        ([PILE, MISERE, "--rulings"], "`--rulings` is about one game"),
        ([PILE, "--ruling", "countrs"], "has no option or ruling `countrs`"),
        ([PILE, "--rulings", "--no-games"], "`--rulings` weighs by games"),
        ([PILE, "--rulings", "--players", "2-3"], "`--rulings` takes one number of players"),
        ([PILE, MISERE, "--no-games", "--html", "/no/such/folder/page.html"], "page.html"),
    ],
)
def test_wrong_calls(capsys, words, message):
    told = run(capsys, "compare", *words)
    assert told.code == 2 and message in told.err


class Page(HTMLParser):
    """Collects a page's tags, those left open, and the addresses it refers to."""

    def __init__(self):
        super().__init__()
        self.open, self.asked, self.tags = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.asked += [v for k, v in attrs if k in ("src", "href", "xlink:href", "action", "data")]
        if tag not in ("meta", "img", "rect", "line", "circle", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("rect", "line", "circle"):
            assert self.open.pop() == tag


def test_the_page_stands_alone(capsys, shop, tmp_path):
    path = tmp_path / "page.html"
    told = run(capsys, "compare", shop, "--set-second", "ending=first_one", "-n", 30, "--html", path)
    text = path.read_text()
    page = Page()
    page.feed(text)
    assert told.code == 0 and page.open == [] and all(place.startswith("#") for place in page.asked)
    assert not re.search(r"https?:|@import|url\(|<script", text)
    assert '<dd><span class="edition">Who comes first</span> who comes first</dd>' in text
    assert page.tags.count("svg") == 3
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        tree = ElementTree.fromstring(svg)
        assert tree.find("title").text and tree.find("desc").text and tree.get("role") == "img"


def test_a_page_shows_nothing_that_a_rulebook_wrote_as_markup(capsys, shop, tmp_path):
    other = tmp_path / "other.rules"
    other.write_text('variant other of shop "<script>alert(1)</script>":\n  summary "<b>&"\n\nset size = 3\n')
    path = tmp_path / "page.html"
    assert run(capsys, "compare", shop, other, "-n", 5, "--html", path).code == 0
    assert "<script" not in path.read_text() and "&lt;b&gt;&amp;" in path.read_text()


BOX = """rulebook box "The box":
  players 2

board Cell: 3 by {size}
table Face(value 0..3, copies 1..30) "The coins":
  | rouble "1 rouble" | 1 | {copies} |
  | pair "2 roubles" | 2 | 9 |
piece Coin(face Face): face.copies each
place purse: heap of Coin
place lying[Cell]: heap of Coin
flow:
  put every Coin in purse
  game over, drawn
"""


def test_what_changed_in_the_box_is_drawn_inside_the_page(capsys, tmp_path):
    for name, size, copies in (("one", 3, 21), ("two", 4, 12)):
        (tmp_path / f"{name}.rules").write_text(BOX.format(size=size, copies=copies))
    path = tmp_path / "page.html"
    told = run(capsys, "compare", tmp_path / "one.rules", tmp_path / "two.rules", "--no-games", "--html", path)
    page = Page()
    page.feed(path.read_text())
    images = [place.removeprefix("data:image/svg+xml;base64,") for place in page.asked if not place.startswith("#")]
    assert told.code == 0 and len(images) == 3  # the board before and after, and the coin whose number changed
    for image in images:
        assert ElementTree.fromstring(b64decode(image)).tag.endswith("svg")
    assert "1 rouble: 21 → 12" in path.read_text() and "2 roubles: " not in path.read_text()


MEASURED = """rulebook toss "The toss":
  players 2
enum Side: heads "Heads", tails "Tails"
ruling who "Who wins with heads?": first_one "who tossed", last "who did not"
keep up: Side = heads
figure wins_with[x in Side, p in Player] "Won with" = up == x and p in winners
figure tosses "Tosses" = 1
look Side:
  heads: letter "H"
flow:
  draw x in Side
  up = x
  by p1:
    choose n in 1..2
  if (up == heads) == (who == first_one):
    game over, won by p1
  game over, won by p2
"""


def test_what_a_rulebook_measures_is_told_of_each_ruling(capsys, tmp_path):
    path = tmp_path / "toss.rules"
    path.write_text(MEASURED)
    told = " ".join(run(capsys, "compare", path, "--rulings", "-n", 400).out.split())
    begin = r'Under the answers in force: "Won with" of Heads, P1 0\.\d+, of Heads, P2 0, of Tails, P1 0,'
    assert re.search(begin + r' of Tails, P2 0\.\d+; "Tosses" 1\.', told)
    assert re.search(r'"Won with" of Heads, P1: 0 instead of 0\.\d+ \(\S+ to \S+ less, 95 %\)\.', told)
    assert '"Tosses":' not in told


def test_random_players_are_compared_beside_players_who_search(capsys):
    """Who takes the last match of nim wins or loses: a search sees it, random players do not."""
    misere = "compare", "classics/nim", "classics/nim", "--set-second", "last_match=loses", "-n", 6
    told = run(capsys, *misere, "--agents", "uct:60")
    first, beside = told.out.split("Beside that, averages of 1,000 pairs of games of 2 random players:")
    assert "averages of 6 pairs of games of 2 players (uct:60)" in " ".join(first.split())
    assert "of 100" in first and "of 100" in beside
    assert "Beside that" not in run(capsys, *misere).out
