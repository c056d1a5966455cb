"""A misspelt declaration gets a few messages, not one for each use of the missing name."""

from .cases import diagnose

TEXT = """rulebook case "A case":
  players 2
fact dubble(n 0..9) = n + n
flow:
  turns from p1:
    choose n in 0..3
always first_one: double(1) == 2
always two: double(2) == 4
always three: double(3) == 6
always four: double(4) == 8
always five: double(4) == 8
"""


def test_the_rest_is_counted() -> None:
    found = [d for d in diagnose(TEXT) if d.code == "E201"]
    assert [d.span.first.line for d in found if d.span] == [7, 8, 9]
    assert [h.text for h in found[-1].help][-1] == "and in 2 more places"
    assert any("dubble" in h.text for h in found[0].help)
