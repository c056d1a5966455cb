"""A history of a project of rulebooks, as a table: what each commit changes, and the changes of which kind that it has.

The project has a base, two house variants of it, and a game of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from tests.repository import game

BASE = """rulebook pond "The pond":
  players 2 to 3
  summary "Catch fish, and keep the best of them. The first player with enough points wins."
  source booklet "The booklet of The pond": "what you need", "a turn", "the end"
  language en

chapter tackle "What you need"

table Fish(worth 1..6) "Fish" [booklet "what you need"]:
  | carp "carp"       | 1 |
  | pike "pike"       | 3 |
  | salmon "salmon"   | 5 |

keep points[Player] "Points": 0..40 = 0

look Fish:
  carp: colour "#887755"
  pike: colour "#557755"

chapter fishing "A turn"

option goal "Points that end the game": 5..20 = 12
option weather "The weather": calm "always calm", changing "it may rain"

choice turn "A turn"

action cast in turn "Cast your line" "You get what the bait is worth." [booklet "a turn"]:
  points[me] += worth_of_the_bait

action wait in turn "Wait" "You must give back a point, if you have one.":
  if points[me] > 0:
    points[me] -= 1

fact worth_of_the_bait "What the bait is worth" = carp.worth

procedure rain "It rains":
  points[me] = 0

flow "The course of the game" "The players take turns. Whoever has enough points wins.":
  turns from p1:
    do one of turn
    if weather == changing and points[me] == 7:
      rain()
    if points[me] >= goal:
      game over, won by me

example first_cast "The first carp":
  play cast()
  expect points[p1] == 1

words nl:
  pond: "De vijver" "Vang vissen en houd de beste. Wie het eerst genoeg punten heeft, wint."
  cast: "Werp je hengel uit" "Je mag een karper vangen."
  wait: "Wachten"
"""
GENTLE = """variant gentle of pond "The gentle pond":
  summary "Nobody loses points by waiting."

replace action wait in turn "Wait" "You may rest.":
  nothing
"""
RICH = """variant rich of pond "The rich pond":
  summary "The bait is better."

replace fact worth_of_the_bait "What the bait is worth" = pike.worth

under weather == changing:
  replace procedure rain "It rains":
    points[me] -= 2
"""
COUNTERS = game(name="counters")
START = {"pond": BASE, "gentle": GENTLE, "rich": RICH, "counters": COUNTERS}
ALL, ALL_LATE = ("pond", "gentle", "rich"), ("pond", "gentle", "late")

Edit = tuple[str, str]
"""A text, and what replaces it."""


@frozen
class Told:
    """A change as it must be told: its kind, its sort, a part of its title, and the games that it is told for."""

    kind: str
    sort: str
    title: str
    games: tuple[str, ...]


@frozen
class Commit:
    """A commit: a message; by file, the replacements in it, the whole new text, or None if it is removed; the file that
    is moved and where to; and all changes that must be told."""

    message: str
    edits: Mapping[str, tuple[Edit, ...] | str | None]
    told: tuple[Told, ...]
    moved: tuple[str, str] | None = None


ENDED = "    if points[me] >= goal:\n      game over, won by me\n"

HISTORY = (
    Commit(
        "a rule, with its summary",
        {
            "pond": (
                (' "You get what the bait is worth."', ' "You get what the bait is worth, and 1 point more."'),
                ("+= worth_of_the_bait", "+= worth_of_the_bait + 1"),
            )
        },
        (Told("rules", "changed", "Cast your line", ALL),),
    ),
    Commit(
        "wording of a summary alone",
        {"pond": (("Catch fish, and keep the best of them.", "Catch fish in the pond."),)},
        (Told("wording", "changed", "Summary", ("pond",)),),
    ),
    Commit(
        "an example",
        {"pond": (("  expect points[p1] == 1\n", "  expect points[p1] == 2 and not ended\n"),)},
        (Told("examples", "changed", "The first carp", ALL),),
    ),
    Commit(
        "a translation",
        {"pond": (('wait: "Wachten"', 'wait: "Even wachten"'),)},
        (Told("translation", "changed", "Dutch", ALL),),
    ),
    Commit(
        "words of a base and of its variant",
        {
            "pond": (('cast: "Werp je hengel uit"', 'cast: "Werp uit"'),),
            "gentle": (("  nothing\n", '  nothing\n\nwords nl:\n  gentle: "De zachte vijver"\n'),),
        },
        (Told("translation", "changed", "Dutch", ALL), Told("translation", "changed", "Dutch", ("gentle",))),
    ),
    Commit(
        "a number in a table",
        {"pond": (("| 3 |", "| 4 |"),)},
        (Told("rules", "changed", "Fish", ALL),),
    ),
    Commit(
        "a base changed under one of its variants only",
        {
            "pond": (
                ("carp.worth", "salmon.worth"),
                ("points[p1] == 2 and not ended", "points[p1] == 6 and not ended"),
            ),
            "rich": (
                ("pike.worth", "pike.worth\n\nreplace example first_cast:\n  play cast()\n  expect points[p1] == 5"),
            ),
        },
        (
            Told("rules", "changed", "What the bait is worth", ("pond", "gentle")),
            Told("examples", "changed", "The first carp", ("pond", "gentle")),
            Told("examples", "changed", "first cast", ("rich",)),
        ),
    ),
    Commit(
        "a clause is renamed, with everything that names it",
        {
            "pond": (("worth_of_the_bait", "value_of_the_bait"),),
            "rich": (("worth_of_the_bait", "value_of_the_bait"),),
        },
        (Told("none", "renamed", "What the bait is worth", ALL),),
    ),
    Commit("a file is moved", {}, (Told("none", "moved", "Counters", ("counting",)),), ("counters", "counting")),
    Commit(
        "layout and comments",
        {
            "pond": (
                ("keep points", "# what each player has\n\nkeep points"),
                ('| carp "carp"       |', '| carp "carp" |'),
            )
        },
        (Told("none", "same", "Layout", ("pond",)),),
    ),
    Commit(
        "a rule under an answer that is not in force",
        {"rich": (("points[me] -= 2", "points[me] -= 3"),)},
        (Told("answers", "changed", "It rains", ("rich",)),),
    ),
    Commit("looks", {"pond": (("#887755", "#998866"),)}, (Told("looks", "changed", "Fish", ALL),)),
    Commit(
        "a new clause",
        {
            "rich": (
                (
                    "under weather",
                    'action nap in turn "Take a nap" "You may sleep for a turn.":\n  nothing\n\nunder weather',
                ),
            )
        },
        (Told("rules", "new", "Take a nap", ("rich",)),),
    ),
    Commit(
        "a struck clause",
        {"gentle": ((GENTLE.partition("\n\n")[2], "strike action wait\n"),)},
        (Told("rules", "gone", "Wait", ("gentle",)),),
    ),
    Commit(
        "another default",
        {"pond": (("5..20 = 12", "5..20 = 15"),)},
        (Told("rules", "changed", "Points that end the game", ALL),),
    ),
    Commit(
        "another ending",
        {"pond": ((ENDED, ENDED.replace("won by me", "lost by me")),)},
        (Told("rules", "changed", "The course of the game", ALL),),
    ),
    Commit(
        "the summary of a rule",
        {"pond": (("Whoever has enough points wins.", "A player with enough points loses."),)},
        (Told("wording", "changed", "The course of the game", ALL),),
    ),
    Commit(
        "a citation",
        {"pond": (('chapter fishing "A turn"', 'chapter fishing "A turn" [booklet "a turn"]'),)},
        (Told("wording", "cited", "A turn", ALL),),
    ),
    Commit(
        "a title of a chapter",
        {"pond": (('chapter tackle "What you need"', 'chapter tackle "What is in the box"'),)},
        (Told("wording", "changed", "What is in the box", ALL),),
    ),
    Commit(
        "a new book",
        {"late": 'variant late of pond "The pond at night":\n  summary "Ten points are enough."\n\nset goal = 10\n'},
        (Told("rules", "new", "The pond at night", ("late",)),),
    ),
    Commit("a removed book", {"rich": None}, (Told("rules", "gone", "The rich pond", ("rich",)),)),
    Commit(
        "a line of the course of the game that counts only under an answer that is not in force",
        {"pond": (("points[me] == 7", "points[me] == 8"),)},
        (Told("answers", "changed", "The course of the game", ALL_LATE),),
    ),
    Commit(
        "a definition that nothing uses makes the same game",
        {"counting": (("flow:", "fact spare = 3\n\nflow:"),)},
        (Told("none", "same", "spare", ("counting",)),),
    ),
    Commit(
        "a rule for another number of players, and a promise",
        {"pond": (("words nl:", "under players == 3:\n  set goal = 20\n\nalways few: points[p1] < 41\n\nwords nl:"),)},
        (
            Told("rules", "changed", "Points that end the game", ("pond", "gentle")),
            Told("examples", "new", "Check “few”", ("pond", "gentle", "late")),
        ),
    ),
)
