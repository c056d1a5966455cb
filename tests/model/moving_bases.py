"""Forty changes of a base under eight variants: half of them change the meaning of what a variant stands on."""

from __future__ import annotations

from attrs import frozen

BASE = """rulebook mill "The mill":
  players 2 to 3
  summary "Grind grain while the wind blows."
  source notes "Notes of a miller": "a turn"

chapter things "Things"

enum Grain "Grain": wheat, rye, oats

table Sack(weight 1..9) "Sacks":
  | small "small" | 2 |
  | large "large" | 5 |

option length "How long": short "one day", long "two days"
option goal "Flour that wins": 5..40 = 20

keep flour[Player] "Flour": 0..99 = 0
keep wind "The wind": 0..3 = 1

fact strength "How strong it blows" = wind + 1
fact yield(p Player) "What grinding brings" "More in a strong wind." [notes "a turn"] = strength + bonus(p)
fact bonus(p Player) "A bonus" = 1
fact unused "Nothing calls it" = 3

exception behind to bonus(p) where flour[p] < 3 "For who is behind" = 2

choice turn "A turn"

action grind in turn "Grind" "You gain flour.":
  flour[me] += yield(me)

action rest in turn "Rest" "You wait for the wind.":
  wind = 1

action sell in turn "Sell":
  require flour[me] > 2
  pay(2)

procedure breeze "A breeze":
  step blow "It blows":
    wind = 2
  step calm "It calms down":
    wind = 0

procedure pay(n 1..9) "Pay":
  flour[me] -= lesser(n, toll)

fact toll "What the miller takes" = 2

flow "The day":
  turns from p1:
    breeze()
    do one of turn
    if flour[me] >= goal:
      game over, won by me

example first "The first turn":
  play grind()
  expect flour[p1] > 0

look Grain:
  wheat: colour "#ddcc88"

words nl:
  mill: "De molen" "Maal graan zolang de wind waait."
  grind: "Malen"
"""
VARIANTS = {
    "replaces": 'replace action grind in turn "Grind twice":\n  flour[me] += 2 * yield(me)\n',
    "strikes": "strike action rest\n",
    "facts": "replace fact bonus(p Player) = 2\n",
    "excepts": "exception stormy to yield(p) where wind == 3 = 9\n",
    "inserts": "rule gust before breeze.blow:\n  wind = 3\n",
    "adds": "add to enum Grain: spelt\n",
    "lines": "replace in action sell:\n  `require flour[me] > 2`:\n    require flour[me] > 3\n",
    "sets": "set goal = 30\n\nunder length == long:\n  replace procedure pay(n 1..9):\n    flour[me] -= n\n",
}


@frozen
class Move:
    """A change of the base, as a text and what replaces it; and the clauses that are told, `VARIANT: CLAUSE`."""

    what: str
    old: str
    new: str
    told: tuple[str, ...] = ()


UNUSED = 'fact unused "Nothing calls it" = 3\n'
BEHIND = 'exception behind to bonus(p) where flour[p] < 3 "For who is behind" = 2\n'
BONUS = ("replaces: action grind", "excepts: exception stormy", "facts: fact bonus")
YIELD = ("replaces: action grind", "excepts: exception stormy")
MOVES = (
    # those that matter
    Move("the replaced action", "flour[me] += yield(me)", "flour[me] += yield(me) + 1", ("replaces: action grind",)),
    Move(
        "a condition of it",
        "  flour[me] += yield(me)",
        "  require wind > 0\n  flour[me] += yield(me)",
        ("replaces: action grind",),
    ),
    Move("a helper", "strength + bonus(p)", "strength * bonus(p)", YIELD),
    Move("a helper of a helper", "= wind + 1", "= wind + 2", YIELD),
    Move("an exception to a helper", "where flour[p] < 3", "where flour[p] < 4", BONUS),
    Move("the value of that exception", '"For who is behind" = 2', '"For who is behind" = 3', BONUS),
    Move("another exception", "choice turn", "exception late to bonus(p) where wind == 0 = 0\n\nchoice turn", BONUS),
    Move("no exception", BEHIND, "", BONUS),
    Move("the replaced fact", '"A bonus" = 1', '"A bonus" = 0', BONUS),
    Move("the struck action", "  wind = 1\n\naction sell", "  wind = 3\n\naction sell", ("strikes: action rest",)),
    Move("a step of a procedure", "    wind = 2", "    wind = 1", ("inserts: rule gust",)),
    Move("another step of it", "    wind = 0", "    wind = 1", ("inserts: rule gust",)),
    Move(
        "a new step",
        '  step calm "It',
        '  step turn "It turns":\n    wind = 3\n  step calm "It',
        ("inserts: rule gust",),
    ),
    Move("a constant of the enumeration", "wheat, rye, oats", "wheat, rye, oats, millet", ("adds: enum Grain",)),
    Move("the order of constants", "wheat, rye, oats", "rye, wheat, oats", ("adds: enum Grain",)),
    Move("another line of the amended action", "  pay(2)", "  pay(3)", ("lines: action sell",)),
    Move(
        "a helper of the amended action",
        '"What the miller takes" = 2',
        '"What the miller takes" = 1',
        ("lines: action sell", "sets: procedure pay"),
    ),
    Move("the range of an option", "5..40 = 20", "5..50 = 20", ("sets: option goal",)),
    Move("the default of an option", "5..40 = 20", "5..40 = 25", ("sets: option goal",)),
    Move(
        "the replaced procedure",
        "flour[me] -= lesser(n, toll)",
        "flour[me] -= lesser(n, toll) + 1",
        ("lines: action sell", "sets: procedure pay"),
    ),
    # those that do not matter
    Move("a title", '"Grind" "You', '"Grind the grain" "You'),
    Move("a summary", "More in a strong wind.", "A strong wind brings more."),
    Move("a citation", ' [notes "a turn"]', ""),
    Move("the summary of the game", "while the wind blows", "as long as the wind blows"),
    Move("a title of a helper", "What grinding brings", "What you get"),
    Move("a title of a step", '"It blows"', '"A breeze begins"'),
    Move("a title of a constant", "wheat, rye", 'wheat "white wheat", rye'),
    Move("a chapter", 'chapter things "Things"', 'chapter things "What you need"'),
    Move("an example", "flour[p1] > 0", "flour[p1] >= 1"),
    Move("a look", "#ddcc88", "#eecc88"),
    Move("a translation", '"Malen"', '"Graan malen"'),
    Move("comments", "fact strength", "# how strong\nfact strength"),
    Move("layout", '  | small "small" | 2 |', '  | small   "small"   | 2 |'),
    Move("brackets", "strength + bonus(p)", "(strength + bonus(p))"),
    Move("the order of clauses", f"{UNUSED}\n{BEHIND}", f"{BEHIND}\n{UNUSED}"),
    Move("a fact that none calls", '"Nothing calls it" = 3', '"Nothing calls it" = 4'),
    Move("a table that none changes", "| 5 |", "| 6 |"),
    Move("a clause that none changes", "      game over, won by me", "      game over, lost by me"),
    Move("a new action", "procedure breeze", 'action sleep in turn "Sleep":\n  nothing\n\nprocedure breeze'),
    Move("the number of players", "players 2 to 3", "players 2 to 4"),
)
