"""What looks declare is drawn. The rest follows from attributes, names and places."""

import pytest

from rulekit.play.loaded_book import load
from rulekit.scene import Artist, svg
from rulekit.scene.scene import Card, Disc, Group, Lettering, Path, Polygon, Stroke, groups, groups_with_places
from rulekit.scene.text_picture import picture_text
from rulekit.scene.wording import abbreviations

from .games import after, artist

CASE = """rulebook case "A case":
  players 2: white, second
board Cell: 3 by 3
enum Rank: low_man "Low", big_man "Big"
enum Suit: sun "Sun", moon "Moon"
piece Man(owner Player, rank Rank): 3 each
piece Tile(side 1..3): any number
piece Slip(suit Suit, worth 1..3): one each
place spot[Cell]: one Man
place tile[here in Cell]: one Tile
place pack: stack of Slip, hidden
place hand[p in Player]: heap of Slip, seen by p, counted by all
keep rotation[Cell]: 0..3 = 0
keep chips: 0..9 = 5
keep walked: set of Cell = {c3}
look Player:
  second: colour "#123456"
look Rank:
  big_man: letter "B", size 80
look Suit:
  sun: letter "☀", colour "#aa0000"
look Man:
  colour owner, letter rank
look tile:
  turned 90 * rotation[here], shape tile
look rotation:
  shape none
look chips:
  shape disc, size 50, colour "tomato"
look Cell:
  lines yes
flow:
  put Man(owner: white, rank: big_man) on spot[b2]
  put Man(owner: second, rank: low_man) on spot[c2]
  put Tile(side: 2) on tile[a1]
  rotation[a1] = 1
  put Slip(suit: sun, worth: 2) in hand[white]
  put Slip(suit: moon, worth: 3) in hand[white]
  put Slip(suit: moon, worth: 1) on pack
  turns from white:
    choose n in 1..2
    chips = n
"""


def drawn(path_of, book, viewer=None):
    path = path_of / "case.rules"
    path.write_text(book)
    return load(str(path)).configure(engine="reference").start(1).picture(viewer)


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    return drawn(tmp_path_factory.mktemp("looks"), CASE)


def tokens(scene, name):
    return [group for group in groups(scene.shapes) if group.role == "token" and group.title == name]


def of(group, kind):
    return [shape for shape in group.shapes if isinstance(shape, kind)]


def test_an_attribute_gives_its_colour_and_its_letter(scene):
    (low,) = tokens(scene, "second Low")
    assert of(low, Disc)[0].fill == "#123456" and of(low, Lettering)[0].text == "L"
    (big,) = tokens(scene, "white Big")
    assert of(big, Lettering)[0].text == "B"


def test_size_is_of_what_has_the_look(scene):
    (big,) = tokens(scene, "white Big")
    assert big.scale == 1  # the size that its rank's look has is not its own


def test_a_piece_is_turned_as_the_game_remembers(scene):
    (tile,) = tokens(scene, "tile 2")
    assert tile.turn == 90 and of(tile, Card)[0].w == 38


def test_what_is_not_drawn_is_not(scene):
    assert not [group for group in groups(scene.shapes) if "rotation" in group.key + group.title]


def test_a_number_is_so_many_things(scene):
    (chips,) = [group for group in groups(scene.shapes) if group.key == "keep chips"]
    assert len([g for g in groups(chips.shapes) if g.role == "token"]) == 5
    assert {d.fill for g in groups(chips.shapes) for d in of(g, Disc)} == {"tomato", ""}


def test_a_kept_set_of_sites_is_a_mark_on_each(scene):
    (site,) = [group for group in groups(scene.shapes) if group.key == "Cell c3"]
    assert site.title == "c3: walked"


def test_lines_instead_of_squares(scene):
    board = next(group for group in groups(scene.shapes) if group.role == "board")
    assert not of(board, Path) and len([s for s in board.shapes if type(s).__name__ == "Stroke"]) == 12


SITES = """rulebook case "A case":
  players 2
board Spot, graph:
  | hub | {end} |
  | end | {hub, rest} |
  | rest | {end} |
board Cell: 3 by 1
board Meeting: 3 by 3
piece Man(): 3 each
place on[Spot]: heap of Man
place at[Cell]: heap of Man
look Spot:
  hub: colour "red", shape square, size 300
  end: crossed (2 > 1)
look Cell:
  colour "tan"
  b1: letter "TW", size 80
  c1: shape disc
look Meeting:
  colour "wheat", lines yes
  b2: colour "red"
keep met: set of Meeting = {}
flow:
  turns from p1:
    choose n in 1..2
"""


def test_a_look_of_a_site_is_printed_on_it(tmp_path):
    boards = [one for one in groups(drawn(tmp_path, SITES).shapes) if one.role == "board"]
    signs = [[one for one in groups(board.shapes) if not one.role and one.reach != (0, 0)] for board in boards]
    points, cells, meetings = signs
    assert [(one.scale, of(one, Card)[0].fill) for one in points] == [(3, "red")]
    assert len(of(boards[0], Disc)) == 2, "a crossed point and one without a look are dots"
    assert [(one.scale, of(one, Lettering)[0].text) for one in cells] == [(0.8, "TW")]
    assert [one.fill for one in of(boards[2], Card)] == ["wheat"], "the colour of crossing lines is that of the board"
    assert [of(one, Disc)[0].fill for one in meetings] == ["red"]


def test_cards_show_numbers_and_signs_in_the_colour_of_one(scene):
    (sun,) = tokens(scene, "Sun 2")
    assert [shape.text for shape in of(sun, Lettering)] == ["2", "☀", "☀"]
    assert {shape.fill for shape in of(sun, Lettering)} == {"#aa0000"}
    (moon,) = tokens(scene, "Moon 3")
    assert [shape.text for shape in of(moon, Lettering)][:2] == ["3", "M"]


def test_what_nobody_sees_is_a_back(scene):
    assert not tokens(scene, "Moon 1")
    assert "pack: 1 face down" in picture_text(scene)


def test_a_layer_may_look_otherwise(tmp_path):
    (tmp_path / "base.rules").write_text(CASE.replace("rulebook case", "rulebook base"))
    (tmp_path / "other.rules").write_text(
        'variant other of base "Another":\n  summary "Green."\n\n'
        'replace look Player:\n  second: colour "#00ff00"\n\nstrike look chips\n'
    )
    scene = load(str(tmp_path / "other.rules")).configure(engine="reference").start(1).picture()
    (low,) = tokens(scene, "second Low")
    assert of(low, Disc)[0].fill == "#00ff00"
    (chips,) = [group for group in groups(scene.shapes) if group.key == "keep chips"]
    assert not [g for g in groups(chips.shapes) if g.role == "token"]


def test_a_look_changes_nothing_but_the_picture(tmp_path):
    from rulekit.machine.identity import rules_identity

    plain = CASE[: CASE.index("look Player")] + CASE[CASE.index("flow:") :]
    machines = []
    for name, book in (("with", CASE), ("without", plain)):
        (tmp_path / f"{name}.rules").write_text(book)
        machines.append(load(str(tmp_path / f"{name}.rules")).machine())
    assert rules_identity(machines[0]) == rules_identity(machines[1])


def test_one_thing_by_itself(tmp_path):
    (tmp_path / "case.rules").write_text(CASE)
    game = load(str(tmp_path / "case.rules")).configure(engine="reference")
    drawer = Artist.of(game.model, game.engine)
    for domain, index in (("Player", 0), ("Suit", 1), ("Man", 3), ("Slip", 2)):
        scene = drawer.element(domain, index, 20)
        assert 0 < max(scene.width, scene.height) < 30 and scene.title
    assert drawer.board("Cell").width > 100


def test_a_value_of_a_look_may_be_worked_out():
    """Court cards show letters and other cards their numbers, each with the suit beside it."""
    faces = []
    for card in (0, 9, 12):
        (whole,) = [g for g in groups(artist("tricks/whist").element("Card", card).shapes) if g.role == "token"]
        faces.append([shape.text for shape in of(whole, Lettering)][:2])
    assert faces == [["2", "♣"], ["J", "♣"], ["A", "♣"]]


@pytest.mark.parametrize(
    ("titles", "signs"),
    [
        (["Low", "Big"], ("L", "B")),
        (["Knight", "King"], ("Kn", "Ki")),
        (["1 rouble", "12 roubles"], ("1", "12")),
        (["same", "same but other"], ("Sa", "Sb")),
        (["", "x", ""], ("?", "X", "?2")),
        (["Wood", "Wool", "Ore"], ("Wd", "Wl", "O")),
        (["New York", "New Jersey"], ("NY", "NJ")),
        (["1 rouble", "1 dollar", "2"], ("1u", "1d", "2")),
        (["twin", "twin", "twin"], ("Tw", "Ti", "Tn")),
    ],
)
def test_signs_tell_things_apart(titles, signs):
    assert abbreviations(titles) == signs


def test_signs_are_none_that_a_look_gives():
    assert abbreviations(["Low", "Lime"], ["Lo", "O"]) == ("Low", "Li")


HOUSES = """rulebook houses "Houses":
  players 2 to 3
enum Wind, turning: north "North", east "East", south "South", west "West"
enum Street: high "High", low "Low"
table House(street Street, opens 2..3, rent 0..9):
  | mill "The mill" | high | 2 | 7 |
  | barn "The barn" | low  | 3 | 0 |
table Bed for each house in House, wind in Wind
piece Guest(owner Player): 8 each
place sleeper[Bed]: one Guest
place luggage[Bed]: one Guest
fact shut(h House) "Shut" = players < h.opens
fact asks(h House) gives 0..9 "What it asks" = h.rent
look Wind:
  lines yes
look Street:
  high: colour "#ccddee"
  low: colour "#ddeecc"
look House:
  colour street, crossed shut(it), letter (if rent > 0 then asks(it) else none)
look Guest:
  letter "G"
flow:
  put Guest(owner: p1) on sleeper[Bed(house: mill, wind: north)]
  put Guest(owner: p2) on luggage[Bed(house: mill, wind: north)]
  turns from p1:
    choose n in 1..2
"""


@pytest.fixture(scope="module")
def houses(tmp_path_factory):
    return drawn(tmp_path_factory.mktemp("houses"), HOUSES)


def box(scene, key):
    return next(group for group in groups(scene.shapes) if group.key == key)


def inside(group, kind):
    return [shape for inner in groups((group,)) for shape in of(inner, kind)]


def test_what_a_fact_says_is_shut_is_crossed_out(houses):
    assert box(houses, "House barn").title == "The barn: out of use"
    assert len(inside(box(houses, "House barn"), Stroke)) == 2 and not inside(box(houses, "House mill"), Stroke)
    assert "out of use: The barn" in picture_text(houses).splitlines()


def test_the_legend_of_a_denied_fact_does_not_say_the_fact(tmp_path):
    scene = drawn(tmp_path, HOUSES.replace("crossed shut(it)", "crossed (not shut(it))"))
    told = [shape.text for shape in inside(Group(scene.shapes), Lettering)]
    assert "Out of use" in told and "Shut" not in told


def test_a_box_has_the_letter_that_its_look_works_out(houses):
    mill, barn = box(houses, "House mill"), box(houses, "House barn")
    assert mill.title.startswith("The mill (7)") and "7" in [shape.text for shape in inside(mill, Lettering)]
    assert "0" not in [shape.text for shape in inside(barn, Lettering)]


def test_arrows_lead_round_a_turning_enumeration(houses):
    rooms = [g for g in groups((box(houses, "House barn"),)) if g.key.startswith("Bed")]
    tips = []
    for room in rooms:
        (pointer,) = inside(room, Polygon)
        (x, y), *_ = pointer.points
        tips.append((round(x / 10), round(y / 10)))
    assert tips == [(2, 0), (0, 2), (-2, 0), (0, -2)]


def test_signs_and_colours_are_explained_under_the_boxes(houses):
    told = [shape.text for shape in inside(Group(houses.shapes), Lettering)]
    for word in ("North", "East", "High", "Low", "What it asks", "Shut"):
        assert told.count(word) == 1
    assert "N North, E East, S South, W West)" in picture_text(houses)


def test_two_on_a_site_leave_the_letter_of_the_first_free(houses):
    room = next(g for g in groups(houses.shapes) if g.key.startswith("Bed") and ": " in g.title)
    drawn_ = (
        (s, x, y, n) for g, x, y, n in groups_with_places((room,)) for s in g.shapes if isinstance(s, Disc | Lettering)
    )
    found = [(s, x + n * s.x, y + n * s.y, n) for s, x, y, n in drawn_]
    letter = next((x, y - n * s.size * 0.35) for s, x, y, n in found if isinstance(s, Lettering) and s.text == "G")
    under, x, y, n = next(one for one in found if isinstance(one[0], Disc) and one[0].fill == "blank")
    assert ((letter[0] - x) ** 2 + (letter[1] - y) ** 2) ** 0.5 > n * under.r + 3


def test_a_look_by_facts_that_read_no_state_is_the_same_in_every_one(houses_drawer):
    """It is therefore drawn only once."""
    assert not houses_drawer.looks.declared.changing


@pytest.fixture(scope="module")
def houses_drawer(tmp_path_factory):
    path = tmp_path_factory.mktemp("steady") / "case.rules"
    path.write_text(HOUSES)
    game = load(str(path)).configure(engine="reference")
    return Artist.of(game.model, game.engine)


def test_a_look_by_a_fact_that_reads_the_state_is_not(tmp_path):
    path = tmp_path / "case.rules"
    path.write_text(HOUSES.replace("= players < h.opens", "= empty(sleeper[Bed(house: h, wind: north)])"))
    game = load(str(path)).configure(engine="reference")
    drawer = Artist.of(game.model, game.engine)
    assert drawer.looks.declared.changing == ("House",)
    before = {g.key: g.title for g in groups(drawer.state(game.engine.start(1)).shapes)}
    after = {g.key: g.title for g in groups(drawer.state(game.start(1).raw).shapes)}
    assert "out of use" in before["House barn"] and "out of use" in after["House barn"]
    assert "out of use" not in after["House mill"]


@pytest.mark.soak
def test_values_from_memory_are_those_that_a_new_artist_finds():
    one = artist("carcassonne/messages-c2")
    for seed, moves in ((1, 24), (2, 24), (1, 25), (2, 24)):
        state = after("carcassonne/messages-c2", moves, seed)
        new = Artist.of(one.model, one.engine)
        for viewer in (0, 1):
            assert svg(one.state(state, viewer)) == svg(new.state(state, viewer))
