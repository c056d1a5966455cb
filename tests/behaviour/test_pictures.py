"""Pictures that used to be wrong, or too crowded to read."""

import pytest

from rulekit.play.loaded_book import load
from rulekit.scene import ONLOOKER
from rulekit.scene.scene import Card, Disc, Lettering, groups
from rulekit.scene.text_picture import picture_text

HIDDEN = """rulebook hidden "Hidden men":
  players 2: red, blue
board Square: 3 by 3
piece Man(owner Player open, rank 1..3): 1 each
keep side[Square]: Player or none = none
place man[q in Square]: one Man, seen by {p in Player where side[q] == p}, counted by all
flow:
  side[a1] = blue
  side[b1] = red
  put Man(owner: blue, rank: 2) on man[a1]
  put Man(owner: red, rank: 1) on man[b1]
  by red:
    choose n in 1..2
  game over, drawn
"""
OWNER = "look Man:\n  back owner\n"
PLACE = "look man:\n  back side[q]\n"
RANK = """look Man:
  back level(rank)
enum Level: low, high
look Level:
  low: colour "tomato"
  high: colour "plum"
fact level(n 1..3) gives Level = if n > 1 then high else low
"""
RED, BLUE = "#c8372d", "#2f6db5"


def begun(tmp_path, book):
    path = tmp_path / f"{book.split()[1]}.rules"
    path.write_text(book)
    return load(str(path)).configure(engine="reference").start(1)


def site(scene, key):
    return next(group for group in groups(scene.shapes) if group.key == f"Square {key}")


def back(scene, key):
    """Return the colour of the face-down piece on a site."""
    (token,) = [group for group in groups((site(scene, key),)) if group.sign == "?"]
    return next(shape.fill for shape in token.shapes if isinstance(shape, Disc))


@pytest.mark.parametrize(
    ("looks", "colours"),
    [
        ("", (RED, BLUE)),
        (OWNER, (RED, BLUE)),
        (PLACE, (RED, BLUE)),
        ('look Man:\n  back "plum"\n', ("plum", "plum")),
        ('look Man:\n  back "plum"\n' + PLACE, (RED, BLUE)),
        (RANK, (RED, BLUE)),
    ],
    ids=["open", "owner", "place", "all", "place before piece", "secret"],
)
def test_a_back_is_that_of_the_piece_that_lies_there(tmp_path, looks, colours):
    """The look of the place decides before that of the piece; a back that would reveal a hidden attribute is not
    drawn."""
    scene = begun(tmp_path, HIDDEN + looks).picture(ONLOOKER)
    assert (back(scene, "b1"), back(scene, "a1")) == colours


def test_a_back_by_a_hidden_attribute_is_no_colour_of_another(tmp_path):
    """If no attribute is open, the back of one kind of piece is not used for all."""
    scene = begun(tmp_path, HIDDEN.replace("Player open", "Player") + OWNER).picture(ONLOOKER)
    assert back(scene, "a1") == back(scene, "b1") == "back"


CARDS = """rulebook cards "Cards":
  players 2
enum Kind: wood "Wood", wool "Wool"
piece Good(kind Kind): 3 each
place hand[p in Player]: heap of Good, seen by p, counted by all
look Kind:
  wood: colour "#336633"
  wool: colour "#eeeecc"
{look}flow:
  put Good(kind: wood) in hand[p1]
  put Good(kind: wool) in hand[p1]
  by p1:
    choose n in 1..2
  game over, drawn
"""


@pytest.mark.parametrize("look", ["", "look Good:\n  colour kind\n"])
def test_a_card_has_the_colour_of_its_kind(tmp_path, look):
    scene = begun(tmp_path, CARDS.format(look=look)).picture(0)
    tokens = [group for group in groups(scene.shapes) if group.role == "token" and group.title.startswith("Woo")]
    cards = [shape.fill for group in tokens for shape in group.shapes if isinstance(shape, Card)]
    assert cards == ["#336633", "#eeeecc"]


def test_letters_of_two_things_differ(tmp_path):
    book = CARDS.format(look="").replace('  wood: colour "#336633"\n  wool: colour "#eeeecc"\n', "  shape token\n")
    scene = begun(tmp_path, book).picture(0)
    letters = [s.text for g in groups(scene.shapes) for s in g.shapes if isinstance(s, Lettering)]
    assert "Wd" in letters and "Wl" in letters and "Woo" not in letters


MAP = """rulebook map "A map":
  players 2: red, blue
board Square: 3 by 3
keep reach[Player, Square]: 0..20 = 0
keep walked[Player, Square]: truth = no
keep plan[p in Player, Square]: 0..9 = 3, seen by p
flow:
  reach[red, a1] = 4
  reach[blue, a1] = 7
  walked[blue, b2] = yes
  plan[blue, c3] = 5
  by red:
    choose n in 1..2
  game over, drawn
"""


def test_what_is_kept_by_player_and_site_is_drawn_where_it_is_more_than_at_first(tmp_path):
    state = begun(tmp_path, MAP)
    titles = {key: site(state.picture(0), key).title for key in ("a1", "b2", "c3", "c1")}
    assert titles == {"a1": "a1: red: 4, blue: 7", "b2": "b2: blue", "c3": "", "c1": ""}
    assert site(state.picture(1), "c3").title == "c3: blue: 5"
    chips = [s.fill for g in groups((site(state.picture(0), "a1"),)) for s in g.shapes if isinstance(s, Disc)]
    assert [colour for colour in chips if colour in (RED, BLUE)] == [RED, BLUE]
    assert "0" not in picture_text(state.picture(0)).replace("0)", "")
