"""What has moved is marked, with an arrow where it is plain."""

from rulekit.play.loaded_book import load
from rulekit.scene import Artist, PictureMark, svg

from .games import artist, game


def test_a_man_that_moves_has_an_arrow():
    chess = game("classics/chess").start()
    after = chess.apply("advance(here: e2, there: e4)")
    found = set(artist("classics/chess").moved(chess.raw, after.raw))
    assert {
        PictureMark("from", "Square e2"),
        PictureMark("to", "Square e4"),
        PictureMark("arrow", "Square e2", "Square e4"),
    } <= found
    picture = svg(artist("classics/chess").state(after.raw, marks=found))
    assert "marker-end" in picture and "stroke-dasharray" in picture


def test_what_is_taken_is_no_second_mark():
    chess = game("classics/chess").start()
    for move in ("advance(here: e2, there: e4)", "advance(here: d7, there: d5)"):
        chess = chess.apply(move)
    after = chess.apply("advance(here: e4, there: d5)")
    found = artist("classics/chess").moved(chess.raw, after.raw)
    assert [m for m in found if m.key == "Square d5"] == [PictureMark("to", "Square d5")]


def test_what_is_unseen_moves_unseen():
    """From a pack to a hand: others see only that something came."""
    leduc = load("classics/leduc-poker").configure(engine="reference")
    start = leduc.engine.start(3)
    dealt = leduc.start(3).raw
    drawer = Artist.of(leduc.model, leduc.engine)
    for viewer in (0, 1):
        found = drawer.moved(start, dealt, viewer)
        assert {m.key for m in found} >= {"place deck", "place hand 0", "place hand 1"}


def test_marks_of_what_is_not_there_are_none():
    scene = artist("classics/chess").state(game("classics/chess").start().raw)
    marked = artist("classics/chess").state(
        game("classics/chess").start().raw, marks=[PictureMark("ring", "Square z9")]
    )
    assert svg(scene) == svg(marked)
