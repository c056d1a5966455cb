"""Names of the rulebook as locals of the machine."""

from __future__ import annotations

from .play import Play


def test_blocks_that_stand_in_line_may_use_one_name_for_different_sorts() -> None:
    game = Play("""
keep log: 0..99 = 0
event go
procedure deed:
  by p1:
    let x = {1, 2}
    log += size(x)
  by p2:
    let x = 3
    log += x
  let x = {5}
  log += size(x)
rule numbers when go:
  let u = 10
  log += u
rule sets when go:
  let u = {1..4}
  log += size(u)
flow:
  deed()
  announce go
  game over, drawn
""")
    assert game.ended and game.cell("log") == 2 + 3 + 1 + 10 + 4
