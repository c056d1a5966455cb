"""Single sentences as readers wanted them: possessions of players, sums over all, ordered places, remaining cases."""

from __future__ import annotations

import pytest

from .reading import whole

BOOK = """rulebook small "Small":
  players 2: red "Red", blue "Blue"
enum Rank "Ranks": jack "Jack", queen "Queen"
piece Coin(of Rank): 3 each
enum Spot "Spots": left "Left", right "Right", middle "Middle"
keep held[Player]: set of Spot = {}
keep paid[Player]: 0..9 = 1
ruling ties: shared "They share", nobody_wins "Nobody wins"
ruling paying: at_once "At once", later "Later"
keep leader: Player = red
position stand: held, active at most 9

fact pot = sum(p in Player: paid[p])
fact stake = most(p in Player: paid[p])
fact worth(r Rank) = index(r) + (if r == queen then 3 else 0)
fact loose = {x in Spot} - held[red] - held[blue]
fact bare(p Player) = empty(held[p])
fact full(p Player) = size(held[p]) == 3
fact few(p Player) = not (size(held[p]) >= 2)
fact richest = {p in Player where paid[p] > 0 and all q in Player: paid[q] <= paid[p]}
fact sole(p Player) = all q in Player - {p}: paid[q] < paid[p]
fact first_ones = {x in loose where all y in loose: x <= y}
fact along(x Spot) = reach from {x}, y to z in loose
fact settles(p Player) = all q in Player: size(held[p] & held[q]) <= size(held[q] & held[q])
fact after_next(p Player) = p + 2
fact waits(p Player) = if ties == nobody_wins then no else paid[p] == 0
fact late = if paying == later then 1 else 2
fact meets(p Player, q Player) = p in richest and q in richest
exception rich_meet to waits(p) where p in richest = yes
fact many = size(loose) + paid[red] - paid[blue]
fact odd = {x in Spot where x in loose and x != left}
fact added combining add = 1
exception add_more to added = 2
fact largest combining most = 1
exception larger to largest = 2
fact smallest combining least = 1
exception smaller to smallest = 0
fact somebody combining any = no
exception with_red to somebody = paid[red] > 1
fact everybody combining all = yes
exception but_red to everybody = paid[red] > 1

choice turn "A turn"
action lay in turn "Lay":
  choose goal in loose
  held[me] += {goal}
action give_up in turn "Give up":
  require ties == nobody_wins
  held[me] = {}
action leave_it in turn "Leave":
  require waits(me) and ties == shared
  held[me] -= {left}

place coins: heap of Coin, seen by (if pot == 3 then Player else {})
procedure pay(n 1..3, from_whom Player or none):
  paid[red] += n
procedure settled(n 1..3) gives truth:
  return n == 2
procedure agreed_to gives truth:
  return no
keep served[Player]: truth = no
procedure serve(p Player, twice truth):
  served[p] = yes
procedure round_off(n 1..3):
  pay(n, red)

flow:
  turns from red:
    record stand
    if times seen stand == 3:
      game over, drawn
    pay(1, none)
    pay(2, blue)
    if paying == later:
      pay(3, none)
    else:
      leader = me
      serve(me, yes)
    for each p in Player where not served[p]:
      serve(p, no)
    let even = settled(2)
    if even, reveals:
      round_off(2)
    do one of turn
    otherwise:
      game over, lost by me
  if pot == 3:
    game over, won by red
  game over, won by blue

words en:
  leader: noun "player in the lead"
  richest: plural "richest players"
  served: says "{1} [has] been served"
  serve: says "[serve] {p}{twice| twice| once}, as soon as {p|wants|want} it"
  waits: says "{p} [waits]"
  paid: noun "payment"
  held: plural "spots"
  loose: plural "loose spots"
  lay.goal: noun "goal"
  pay: says "[pay] {n|coin|coins} (as {from_whom} wants)"
  pay.from_whom: noun "payee"
  settled: says "[see] whether {n} is even"
  flow.even: says "the number [is] even"
words nl:
  small: "Klein"
  held: plural "plekken"
  loose: plural "losse plekken"
  lay.goal: noun "doel", gender "neuter"
words de:
  small: "Klein"
  held: plural "Plätze", plural_dative "Plätzen"
  loose: plural "losen Plätze", plural_dative "losen Plätzen"
  lay.goal: noun "Ziel", gender "neuter"
"""

SAID = {
    "en": (
        "This is added to what it is otherwise.",
        "The larger of this and what it is otherwise counts.",
        "The smaller of this and what it is otherwise counts.",
        "This comes besides everything else that makes it so.",
        "Everything else that it takes must be so, too.",
        "It is so, too, where an exception says so.",
        "It is so only where no exception says otherwise.",
        "Pay 1 coin.",
        "Pay 2 coins (as Blue wants).",
        ": pay coins (the number) (as Red wants).",
        "See whether 2 is even; with that it is settled whether the number is even.",
        "If the pot is 3, everybody may look at what lies here; otherwise, nobody may look at what lies here.",
        "The pot: the sum of the payments of all players.",
        "The stake: the largest of the payments of all players.",
        "the rank's place in the order (Jack 0 and Queen 1), plus 3 if the rank is Queen.",
        "The loose spots: every spot except Red's spots and Blue's spots.",
        "if you have no spots.",
        "if you have exactly 3 spots.",
        "if you have fewer than 2 spots.",
        "The richest players: every player whose payment is more than 0 and whose payment is the highest.",
        "if your payment is higher than any other.",
        "the loose spots that comes first.",
        "and so on from each of them",
        "You wait if your payment is 0.",
        "The late: 2.",
        "“Settles” holds for you if for every player,",
        "If you belong to the richest players, you wait.",
        "You are now the player in the lead.",
        "serve the player once, as soon as the player wants it.",
        "Serve you twice, as soon as you want it.",
        "he answers agreed on rule this out.",
        "Only if you wait.",
        "the number of loose spots plus Red's payment minus Blue's payment.",
        "Choose one of the loose spots (the goal).",
        "Given a number from 1 to 3:",
        "the present position has been noted 3 times",
        "If none of this is possible, the game is over, and you lose.",
        "Otherwise, the game is over, won by Blue.",
        "At first: none.",
        "The result is no.",
    ),
    "nl": (
        "Dit wordt opgeteld bij wat het anders is.",
        "Al het andere dat ervoor nodig is, moet ook zo zijn.",
        "Als “pot” 3 is: iedereen mag bekijken wat hier ligt; anders: niemand mag bekijken wat hier ligt.",
        "elke spot behalve de plekken van Red en de plekken van Blue.",
        "als je geen plekken hebt.",
        "als je minder dan 2 plekken hebt.",
        "Kies er een uit de losse plekken (het doel).",
        "Als de huidige stelling 3 keer genoteerd is",
        "Anders: het spel is afgelopen, gewonnen door Blue.",
        "De uitkomst is nee.",
    ),
    "de": (
        "Dies wird dem hinzugezählt, was es sonst ist.",
        "Dies kommt zu allem hinzu, was es sonst so macht.",
        "jeder spot außer den Plätzen von Red und den Plätzen von Blue.",
        "wenn du keine Plätze hast.",
        "wenn du weniger als 2 Plätze hast.",
        "Wähle eins aus den losen Plätzen (das Ziel).",
        "Wenn die jetzige Stellung 3-mal notiert ist",
        "die Stelle vom rank in der Ordnung",
        "Sonst: das Spiel ist zu Ende, gewonnen von Blue.",
        "Das Ergebnis ist nein.",
    ),
}


@pytest.mark.parametrize(("language", "said"), [(language, one) for language in SAID for one in SAID[language]])
def test_a_sentence(language: str, said: str) -> None:
    assert said in whole(BOOK, language)


@pytest.mark.parametrize(
    ("seats", "on", "back"),
    [("", "clockwise", "anticlockwise"), (", anticlockwise", "anticlockwise", "clockwise")],
)
def test_the_way_round_the_table_is_that_of_the_seats(seats: str, on: str, back: str) -> None:
    text = whole(
        f"""rulebook round "Round":
  players 2 to 3{seats}
keep coins: 0..9 = 0
event bell answered from active
rule ring when bell by q:
  may ring_it:
    coins = 1
flow:
  turns from p1, once each:
    announce bell()
  turns from p1 anticlockwise, once each:
    nothing
  window from p1 each q:
    may stop:
      coins = 0
"""
    )
    said = [word.strip(".,:;") for word in text.split() if word.strip(".,:;") in ("clockwise", "anticlockwise")]
    assert sorted(said) == sorted([on, on, on, back])


@pytest.mark.parametrize("seats", ["", ", anticlockwise"])
def test_what_turns_and_is_no_seat_turns_as_it_is_written(seats: str) -> None:
    text = whole(
        f"""rulebook round "Round":
  players 2 to 3{seats}
enum Season, turning: spring, summer, autumn, winter
keep coins[Season]: 0..9 = 0
flow:
  for each s in Season from autumn:
    coins[s] = 1
  for each p in Player from p2:
    coins[spring] += 1
"""
    )
    said = [word.strip(".,:;") for word in text.split() if word.strip(".,:;") in ("clockwise", "anticlockwise")]
    assert said == ["clockwise", "anticlockwise" if seats else "clockwise"]


def test_of_one_thing_no_copies_are_counted() -> None:
    book = BOOK.replace("\nposition stand", "\nplace purse: heap of Coin\nposition stand", 1)
    last = "  game over, won by blue\n"
    more = "  put 1 of Coin(of: jack) in purse\n  put 2 of Coin(of: queen) in purse\n"
    said = whole(book.replace(last, more + last, 1), "en")
    assert "1 copies" not in said and "2 copies of" in said and "from the box in the purse" in said


@pytest.mark.parametrize(
    ("event", "language", "said"),
    [
        ("", "en", "Before a decision or at the end of a turn, as soon as the coins are 1: "),
        ("event bell\n", "en", "After an event, before a decision or at the end of a turn, as soon as the coins are 1"),
        ("", "en", "For a player, before a decision or at the end of a turn, as soon as the player's won is 2: "),
        ("", "de", "Vor einer Entscheidung oder am Ende eines Zuges, sobald"),
        (
            "event bell\n",
            "nl",
            "Voor een speler, na een gebeurtenis, voor een beslissing of aan het eind van een beurt",
        ),
    ],
)
def test_a_whenever_rule_says_when_it_is_tested(event: str, language: str, said: str) -> None:
    text = f"""rulebook small "Small":
  players 2
keep coins: 0..9 = 0
keep won[Player]: 0..9 = 0
{event}rule rich whenever coins == 1:
  coins = 0
rule full whenever p in Player: won[p] == 2:
  won[p] = 0
flow:
  turns from p1:
    coins += 1
"""
    assert said in whole(text, language)


NAMED = """rulebook small "Small":
  players 2
  language LANGUAGE
enum Sort: gold, silver
piece Coin(sort Sort): 3 each
place lost[Player] "Coins lost": heap of Coin
place offer "The offer": heap of Coin
place in_play: heap of Coin
keep starter "Who begins": Player = p1
keep to_place[Player] "Coins to be placed": 0..9 = 0
fact out "How many coins are out of the game" = size(lost[p1])
fact high "The highest number" = most(p in Player: to_place[p])
fact at(p Player, x 0..9) = to_place[p] + x
fact far(p Player, x 0..9) = at(p, high - x)
fact winners_now = if high == 0 then {p1} else {p2}
procedure pay(who Player, here 0..9) "Pay":
  to_place[who] = here
  starter = who
flow:
  put every Coin in offer
  move all of offer to lost[p1]
  move all of lost[p1] to in_play
  turns from p1:
    to_place[me] = out
    pay(me, 3)
    pay(me, far(me, 2))
words LANGUAGE:
  winners_now: noun "the players who win now"
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Move all coins from the offer to player 1's coins lost."),
        ("en", "from player 1's coins lost to “in play”."),
        ("en", "Set your coins to be placed to “How many coins are out of the game”."),
        ("en", "The highest number: the largest of the coins to be placed of all players."),
        ("en", ": “at” of you and (the highest number minus the number)"),
        ("en", "Given a player and a number from 0 to 9:"),
        ("en", "Set the player's coins to be placed to the number."),
        ("en", "The starter becomes the player."),
        ("en", "The players who win now are:"),
        ("de", "aus dem Coins lost von Spieler 1 in „in play“."),
    ],
)
def test_names_without_nouns_are_told_by_titles_that_are_nouns_or_in_quotes(language: str, said: str) -> None:
    assert said in whole(NAMED.replace("LANGUAGE", language), language)
