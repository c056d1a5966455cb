"""Two texts shown as one with marks contain both texts, and everything that is not in both is marked."""

from hypothesis import given
from hypothesis import strategies as st

from rulekit.compare.text_difference import DiffSegment, diff_lines, diff_words

TEXTS = st.text(alphabet='ab1 "=.,(\n', max_size=40)


def side(found, how):
    return ["".join(p.text for p in line if p.how in ("same", how)).split() for line in found]


def flat(found, how):
    return "".join("".join(one) for one in side(found, how))


@given(TEXTS, TEXTS)
def test_either_side_can_be_read_back(old, new):
    found = diff_lines(old, new, around=100)
    assert flat(found, "old") == "".join(old.split())
    assert flat(found, "new") == "".join(new.split())


@given(TEXTS)
def test_a_text_against_itself_has_no_mark(text):
    assert all(part.how == "same" for line in diff_lines(text, text, around=100) for part in line)


def test_only_the_changed_words_are_marked():
    assert diff_words("  game over, won by me", "  game over, lost by me") == (
        DiffSegment("same", "  game over,"),
        DiffSegment("same", " "),
        DiffSegment("old", "won"),
        DiffSegment("same", " "),
        DiffSegment("new", "lost"),
        DiffSegment("same", " by me"),
    )


def test_lines_that_did_not_change_are_left_out():
    old = "\n".join("abcdefgh")
    found = diff_lines(old, old.replace("g", "x"))
    text = ["".join(p.text for p in line) for line in found]
    assert text == ["a", "  …", "f", "g", "x", "h"]
