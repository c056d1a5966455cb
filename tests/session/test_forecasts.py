"""What is foreseen of an option names what begins, not what is under way."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.session import Session

TRADE = """rulebook trade "Trade":
  players 2

enum Suit: clubs, hearts
piece Card(suit Suit, value 1..4): 1 each

place deck: stack of Card, hidden
place hand[p in Player]: heap of Card, seen by p
keep deals: 0..9 = 0

choice turn

action offer in turn "Offer a card":
  choose c in hand[me]
  keep agreed: truth = no
  by next(me):
    either agree "Agree":
      agreed = yes
    or decline "Decline":
      nothing
  if agreed:
    move c from hand[me] to hand[next(me)]
    deals += 1

action gamble in turn "Try your luck":
  roll()

procedure roll "Roll the die":
  draw face in 1..6
  deals = face

flow:
  put every Card in deck
  shuffle deck
  for each p in Player:
    move top of deck to hand[p]
  turns from p1:
    do one of turn
    if deals > 6:
      game over, drawn
"""


def forecasts(session: Session) -> dict[str, str]:
    told = [session.forecasts(group.offers) for group in session.position().groups]
    found = {number: " ".join(texts) for one in told for number, texts in one.items()}
    return {str(offer): found[offer.number] for offer in session.offers}


def test_what_goes_on_after_an_answer_is_not_told_as_coming(tmp_path: Path) -> None:
    (tmp_path / "trade.rules").write_text(TRADE)
    session = Session.of(rulekit.load(str(tmp_path / "trade.rules")).configure().start(1)).hand_over()
    assert forecasts(session)["Try your luck"] == "Then: Roll the die."
    asked = session.play(session.offers[0]).hand_over()
    assert forecasts(asked) == {"Agree": "", "Decline": ""}
