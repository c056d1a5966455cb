"""Whatever has moved is marked, with an arrow where start and end are known."""

from collections import Counter

from pytest import fixture

from rulekit.play.loaded_book import load
from rulekit.scene import Artist, PictureCut, PictureMark, svg
from rulekit.scene.arrows import BADGE, NAME, arrow, is_inside
from rulekit.scene.movements import MOST_ARROWS, movement_marks, movement_ways
from rulekit.scene.scene import Card, Disc, Lettering, Stroke, groups, groups_with_places, shown_things
from rulekit.scene.trays import SLOT

from ..shipped import game
from .games import artist


def test_a_man_that_moves_has_an_arrow():
    chess = game("chess/standard").start()
    after = chess.apply("advance(here: e2, there: e4)")
    found = set(artist("chess/standard").marks_between(chess.raw, after.raw))
    assert {
        PictureMark("from", "Square e2"),
        PictureMark("to", "Square e4"),
        PictureMark("arrow", "Square e2", "Square e4"),
    } <= found
    picture = svg(artist("chess/standard").state(after.raw, marks=found))
    assert "marker-end" in picture and "stroke-dasharray" in picture


def test_what_is_taken_is_no_second_mark():
    chess = game("chess/standard").start()
    for move in ("advance(here: e2, there: e4)", "advance(here: d7, there: d5)"):
        chess = chess.apply(move)
    after = chess.apply("advance(here: e4, there: d5)")
    found = artist("chess/standard").marks_between(chess.raw, after.raw)
    assert [m for m in found if m.key == "Square d5"] == [PictureMark("to", "Square d5")]


def test_what_is_unseen_moves_unseen():
    """When a card goes from a pack to a hand, other players see only that something came."""
    leduc = load("classics/leduc-poker").configure(engine="reference")
    start = leduc.engine.start(3)
    dealt = leduc.start(3).raw
    drawer = Artist.of(leduc.model, leduc.engine)
    for viewer in (0, 1):
        found = drawer.marks_between(start, dealt, viewer)
        assert {m.key for m in found} >= {"place deck", "place hand 0", "place hand 1"}


def test_marks_of_what_is_not_there_are_none():
    scene = artist("chess/standard").state(game("chess/standard").start().raw)
    marked = artist("chess/standard").state(
        game("chess/standard").start().raw, marks=[PictureMark("ring", "Square z9")]
    )
    assert svg(scene) == svg(marked)


def test_a_number_that_changes_goes_nowhere():
    kalah = game("mancala/kalah").start()
    after = kalah.apply(kalah.labels()[0])
    found = artist("mancala/kalah").marks_between(kalah.raw, after.raw)
    assert found and {mark.kind for mark in found} == {"to"}


def test_many_ways_are_no_arrows():
    def lying(shift):
        return {f"site {n}": Counter([str(n - shift)]) for n in range(2 * MOST_ARROWS + 4) if n % 2 == shift}

    few = {key: things for key, things in lying(1).items() if int(key[5:]) < 2 * MOST_ARROWS}
    assert [mark.kind for mark in movement_marks(lying(0), few)].count("arrow") == MOST_ARROWS
    many = movement_marks(lying(0), lying(1))
    assert len(lying(0)) > MOST_ARROWS and {mark.kind for mark in many} == {"from", "to"}


def test_a_mark_in_a_tray_leaves_room_around_the_words():
    leduc = artist("classics/leduc-poker")
    raw = game("classics/leduc-poker").start(1).raw
    scene = leduc.state(raw, marks=[PictureMark("to", "place hand 0")])
    *_, frame = scene.shapes
    entry, _, y, scale = next(found for found in groups_with_places(scene.shapes) if found[0].key == "place hand 0")
    assert isinstance(frame, Card) and frame.w > 2 * scale * entry.reach[0] and frame.y < y - scale * entry.reach[1]


def test_arrows_have_the_numbers_of_their_moves():
    chess = [game("chess/standard").start()]
    for move in ("advance(here: e2, there: e4)", "advance(here: d7, there: d5)"):
        chess.append(chess[-1].apply(move))
    drawer, states = artist("chess/standard"), [one.raw for one in chess]
    found = {(m.key, m.there): m.number for m in drawer.marks_along(states) if m.kind == "arrow"}
    assert found == {("Square e2", "Square e4"): 1, ("Square d7", "Square d5"): 2}
    letters = [
        one.text
        for one in drawer.state(states[0], marks=drawer.marks_along(states)).shapes[-6:]
        if isinstance(one, Lettering)
    ]
    assert letters == ["1", "2"]
    assert {m.number for m in drawer.marks_along(states[:2]) if m.kind == "arrow"} == {0}


def test_an_arrow_ends_just_inside_a_box_and_keeps_off_the_name_in_the_one_it_leaves():
    begin, target, name = ((60, 150), (35, 58)), ((90, 20), (40, 20)), ((55, 100), (20, 6))
    shapes = list(arrow(begin, target, 1, [(name, NAME)], (200, 220)))
    start, end = next(one.points for one in shapes if isinstance(one, Stroke) and one.arrow)
    number = next(one for one in shapes if isinstance(one, Disc))
    assert not is_inside(start, begin) and is_inside(end, target) and not is_inside(end, (target[0], (32, 12)))
    assert not is_inside((number.x, number.y), name, BADGE)


MESSAGES = """rulebook letters "Letters":
  players 3

enum Colour: red "red", blue "blue"

piece Letter(colour Colour) "Letters": 3 each
place pile "Pile": stack of Letter, hidden
place hand[p in Player] "Hand": heap of Letter, seen by p
place read[Player] "Read": heap of Letter
place sent "On its way": one Letter
place used "Used": heap of Letter

keep reader "Reader": Player = p1

look sent:
  beside reader

flow:
  put every Letter in pile
  move Letter(colour: red) from pile to hand[p1]
  move Letter(colour: blue) from pile to hand[p3]
  move Letter(colour: blue) from pile to read[p3]
  turns from p1:
    round()

procedure round "A round":
  by me:
    either take "Take two":
      repeat at most 2 times:
        move top of pile to hand[me]
  by me:
    either send "Send":
      reader = p2
      move Letter(colour: red) from hand[p1] to sent
  by p3:
    either stop "Stop it":
      move Letter(colour: blue) from hand[p3] to used
  by p3:
    either get "Get it":
      move sent to read[p3]
"""


@fixture
def passing_on(tmp_path):
    """Return an artist, and the states of a game in which letters are drawn, sent, stopped and received."""
    (tmp_path / "letters.rules").write_text(MESSAGES, encoding="utf-8")
    letters = load(str(tmp_path / "letters.rules")).configure(engine="reference")
    states = [letters.start(1)]
    for move in ("take", "send", "stop", "get"):
        states.append(states[-1].apply(move))
    return Artist.of(letters.model, letters.engine), [one.raw for one in states]


ONLY = PictureCut(frozenset({"pile", "hand", "read", "used"}), memory=False)


def test_arrows_are_numbered_in_the_order_in_which_things_go_and_need_no_frames(passing_on):
    drawer, states = passing_on
    marks = drawer.marks_along(states, ONLY)
    arrows = [(mark.number, mark.key, mark.there) for mark in marks if mark.kind == "arrow"]
    assert arrows == [
        (1, "place pile", "place hand 0"),
        (2, "place hand 0", "Player p2"),
        (3, "place hand 2", "place used"),
        (4, "Player p2", "place read 2"),
    ]
    assert {mark.kind for mark in marks} == {"slot", "arrow"}


def test_an_arrow_leaves_the_card_that_goes_and_ends_at_an_empty_slot_beside_the_others(passing_on):
    drawer, states = passing_on
    scene = drawer.state(states[0], None, drawer.marks_along(states, ONLY), cut=ONLY)
    found = {key: (x, y) for key, _, x, y, _ in shown_things(scene.shapes)}
    (first, _), (last, _) = found["place hand 0: red letter"], found["place hand 0 slot 0"]
    assert first < last  # what is drawn comes last
    assert found["place read 2 slot 0"][0] < found["place read 2: blue letter"][0]  # what a player sends, first
    begins = [shape.points[0] for shape in scene.shapes if isinstance(shape, Stroke) and shape.arrow]
    assert len(begins) == 4 and abs(begins[1][0] - first) < 20
    assert not any(isinstance(shape, Card) and shape.stroke == "mark" for shape in scene.shapes)


def test_a_place_that_the_cut_names_is_drawn_if_things_only_pass_through_it(passing_on):
    drawer, states = passing_on
    through = [mark.there for mark in drawer.marks_along(states, PictureCut(frozenset({"hand", "sent"}), memory=False))]
    assert "place sent" in through


def test_a_place_that_lies_before_one_player_all_the_time_is_drawn_in_that_players_tray(passing_on):
    drawer, states = passing_on
    cut = PictureCut(frozenset({"hand", "sent"}), memory=False)
    scene = drawer.state(states[0], None, drawer.marks_along(states, cut), cut=cut)
    found = {key: (x, y) for key, _, x, y, _ in shown_things(scene.shapes)}
    assert abs(found["place sent slot 0"][0] - found["Player p2"][0]) < 20
    assert (
        found["place sent slot 0"][1] == found["place hand 0: red letter"][1]
    )  # not on the table below the upper trays


def test_a_thing_that_is_laid_face_down_stops_where_it_lies():
    steps = [{key: Counter(here) for key, here in zip(("hand", "table", "row"), lying, strict=True)} for lying in LAID]
    ways = movement_ways(steps, frozenset({"card"}))
    assert [(way.key, way.there) for way in ways] == [("hand", "table"), ("table", "row")]


def test_what_arrives_lies_faintly_in_its_slot_and_each_arrow_ends_at_its_own(passing_on):
    drawer, states = passing_on
    cut = PictureCut(frozenset({"hand", "used", "read"}), memory=False)
    scene = drawer.state(states[0], None, drawer.marks_along(states[1:], cut), cut=cut)
    slots = {key: group for key, group, *_ in shown_things(scene.shapes) if SLOT in key}
    assert set(slots) == {"place used slot 0", "place read 2 slot 0"}
    assert all(any(one.faint for one in groups(slot.shapes)) for slot in slots.values())
    assert 'opacity="' in svg(scene)
    whole = drawer.marks_along(states[:2], PictureCut(frozenset({"hand", "pile"}), memory=False))
    assert [mark.number for mark in whole if mark.kind == "slot"] == [2]  # two unseen cards are drawn


def test_a_pile_in_a_picture_of_moves_has_no_count(passing_on):
    drawer, states = passing_on
    cut = PictureCut(frozenset({"hand", "pile"}), memory=False)

    def counts(marks):
        scene = drawer.state(states[0], None, marks, cut=cut)
        letters = (one.text for group in groups(scene.shapes) for one in group.shapes if isinstance(one, Lettering))
        return [text for text in letters if text.startswith("×")]

    assert counts(()) == ["×3"] and counts(drawer.marks_along(states[:2], cut)) == []


def test_a_value_that_a_player_gains_for_a_time_is_told_at_the_player(tmp_path):
    (tmp_path / "warned.rules").write_text(MESSAGES.replace(*WARNED).replace(*KEPT), encoding="utf-8")
    book = load(str(tmp_path / "warned.rules")).configure(engine="reference")
    drawer, states = Artist.of(book.model, book.engine), [book.start(1)]
    for move in ("take", "send", "stop", "get"):
        states.append(states[-1].apply(move))
    cut = PictureCut(frozenset({"hand", "read", "warned"}), memory=False)
    marks = drawer.marks_along([one.raw for one in states], cut)
    assert [mark.key for mark in marks if mark.kind == "gain"] == ["keep warned 1"]
    scene = drawer.state(states[0].raw, None, marks, cut=cut)
    assert "Warned" in [
        one.text for group in groups(scene.shapes) for one in group.shapes if isinstance(one, Lettering)
    ]


WARNED = "      reader = p2\n", "      reader = p2\n      warned[p2] = yes\n"
KEPT = "look sent:", 'keep warned[Player] "Warned": truth = no\n\nlook sent:'

LAID = ((["ace"], [], []), ([], ["card"], []), ([], [], ["ace"]))
"""The names in a hand, on the table and in a row, while an ace is laid face down and then turned up."""


def test_an_arrow_begins_at_the_outline_where_the_one_before_it_ended(passing_on):
    drawer, states = passing_on
    cut = PictureCut(frozenset({"hand", "read", "sent"}), memory=False)
    scene = drawer.state(states[0], None, drawer.marks_along(states, cut), cut=cut)
    slot = next(one for one in shown_things(scene.shapes) if one[0] == "place sent slot 0")
    begins = [shape.points[0] for shape in scene.shapes if isinstance(shape, Stroke) and shape.arrow]
    half, high = slot[1].reach
    box = (slot[2:4], (slot[4] * half, slot[4] * high))
    assert sum(is_inside(begin, box, 6) for begin in begins) == 1
