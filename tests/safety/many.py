"""Rulebooks that contain a great number of something. The check accepts or refuses them quickly.

`code` is that of the first error, or empty if there is none.
"""

from __future__ import annotations

from attrs import frozen

from .hostile import ACTION, ASK, HEAD, OVER, N

FLOW = ASK + OVER
LONG = "abcdefghijkl" * 4
EITHER = "keep n: 0..3 = 0\nflow:\n  repeat:\n    by p1:\n      either a:\n        n = 1\n      or b:\n        n = 2\n"
EXCEPT = "fact f(a 0..3) gives 0..9 = 1\n"
TURN = "flow:\n  turns from p1:\n    do one of turn\n"


@frozen
class Many:
    text: str
    code: str = ""
    told: str = ""


def book(*parts: str, code: str = "", told: str = "") -> Many:
    return Many(HEAD + "".join(parts), code, told)


def times(count: int, text: str) -> str:
    """Return a text repeated. `#` becomes the number of the repetition and `%` this number modulo 4."""
    return "".join(text.replace("#", str(i)).replace("%", str(i % 4)) for i in range(count))


MANY = {
    "clauses": book(N, times(10_001, "fact f# = %\n"), FLOW, code="E870", told="more than 10000 clauses"),
    "clauses under a condition": book(
        "option o: 0..1 = 0\n", N, "under o == 0:\n", times(10_001, "  fact f# = 1\n"), FLOW, code="E870"
    ),
    "clauses of one name": book(N, times(4000, "fact f = 1\n"), FLOW, code="E222"),
    "exceptions to one fact": book(
        N, EXCEPT, times(501, "exception e# to f(a) where a == 1 and n == % = 2\n"), FLOW, code="E871", told="fact `f`"
    ),
    "exceptions that may hold at once": book(
        N, EXCEPT, times(500, "exception e# to f(a) where a == 1 and n == % = 2\n"), FLOW, code="E418"
    ),
    "exceptions that are apart": book(
        "keep n: 0..499 = 0\n", EXCEPT, times(450, "exception e# to f(a) where n == # = 2\n"), FLOW
    ),
    "rules instead of one step": book(
        N,
        "procedure p:\n  step s:\n    n = 1\n",
        times(501, "rule r# instead of p.s where n == %:\n  n = 1\n"),
        "flow:\n  p()\n",
        OVER,
        code="E871",
    ),
    "rules of one event": book(
        N,
        "event e(k 0..3)\n",
        times(501, "rule r# when e(k):\n  n = 1\n"),
        "flow:\n  announce e(1)\n",
        OVER,
        code="E871",
    ),
    "unknown names among long ones": book(
        N,
        times(4000, f"fact {LONG}# = 1\n"),
        times(40, f"fact g# = {LONG}x#\n"),
        FLOW,
        code="E201",
        told="did you mean",
    ),
    "unknown names": book(N, times(5000, "fact f# = zz#\n"), FLOW, code="E201", told="more than 200 errors"),
    "unknown long names": book(
        N, times(3000, f"fact {LONG}# = 1\n"), times(1000, f"fact g# = {LONG}x#\n"), FLOW, code="E201"
    ),
    "options": book(times(500, "option o#: 0..1 = 0\n"), N, FLOW, code="E872"),
    "rulings": book(times(500, "ruling o#: a#, b#\n"), N, FLOW, code="E872"),
    "answers": book("ruling o: ", ", ".join(f"a{i}" for i in range(20_000)), "\n", N, FLOW, code="E872"),
    "options and players": Many(
        (HEAD + times(100, "option o#: 0..9 = 0\n") + N + FLOW).replace("players 2", "players 1 to 100")
    ),
    "players that index everything": Many(
        (HEAD + "keep a[Player, Player]: 0..9 = 0\n" + N + FLOW).replace("players 2", "players 1 to 100")
    ),
    "members": book("enum E: ", ", ".join(f"m{i}" for i in range(20_000)), "\n", N, FLOW, code="E623"),
    "rows": book("table T(v 0..9):\n", times(20_000, "  | r# | % |\n"), N, FLOW, code="E623", told="20000"),
    "lines of an example": book(EITHER, "\nexample e:\n", times(20_000, "  play a()\n")),
    "examples": book(EITHER, times(3000, "\nexample e#:\n  play a()\n")),
    "lines of a procedure": book(N, "procedure p:\n", times(20_000, "  n = %\n"), "flow:\n  p()\n", OVER),
    "steps and rules at them": book(
        N,
        "procedure p:\n",
        times(2000, "  step s#:\n    n = 1\n"),
        times(2000, "rule r# after p.s#:\n  n = 2\n"),
        "flow:\n  p()\n",
        OVER,
    ),
    "branches": book(
        N, "flow:\n  by p1:\n    either a:\n      n = 1\n", times(3000, "    or a#:\n      n = 1\n"), OVER
    ),
    "actions": book(N, "choice turn\n", times(3000, "action a# in turn:\n  require n == %\n  n = %\n"), TURN),
    "blocks of words": book(
        N, FLOW, "".join(f'words {a}{b}:\n  n: "x"\n' for a in "abcdefghijklm" for b in "abcdefghijklmnopqrstuvwxyz")
    ),
    "words of one language": book(N, times(4000, "fact f# = 1\n"), FLOW, "words nl:\n", times(4000, '  f#: "x"\n')),
    "sources": Many(
        (HEAD + times(3000, 'fact f# [s# "p"] = 1\n') + N + FLOW).replace(
            "players 2\n", "players 2\n" + times(3000, '  source s# "x"\n')
        )
    ),
    "a long text": book(N, 'fact f "', "x" * 900_000, '" = 1\n', FLOW),
    "comments": book("# x\n" * 250_000, N, FLOW),
    "empty lines": book("\n" * 1_000_000, N, FLOW),
    "mistakes in every line": book(N, "fact = =\n" * 20_000, FLOW, code="E101"),
    "brackets": book(N, "fact f = ", "(" * 50_000, "\n", FLOW, code="E141"),
    "blocks in blocks": book(
        N, "procedure p:\n", "".join("  " * (i + 1) + "if n == 0:\n" for i in range(500)), code="E141"
    ),
    "terms": book(N, "fact f = ", " + ".join(["1"] * 50_000), "\n", FLOW, code="E141"),
    "conditions one after the other": book(
        N, "procedure p:\n  if n == 0:\n    n = 1\n", times(3000, "  else if n == %:\n    n = 2\n"), FLOW, code="E141"
    ),
    "parameters": book(N, "fact f(", ", ".join(f"a{i} 0..1" for i in range(3000)), ") = n\n", FLOW),
    "facts of facts": book(N, times(3000, "fact f# = g#\nfact g# = n\n"), FLOW),
    "facts in a chain": book(N, "fact f0 = n\n", "".join(f"fact f{i} = f{i - 1}\n" for i in range(1, 3000)), FLOW),
    "facts in a chain, upwards": book(N, times(3000, "fact f# = f#x\n").replace("x\n", "\n"), FLOW, code="E309"),
    "members of a set": book(N, "fact f = {", ", ".join(map(str, range(8000))), "}\n", FLOW),
    "promises": book(N, times(4000, "always a#: n < 4\n"), FLOW),
    "names within one procedure": book(N, "procedure p:\n", times(5000, "  let x# = n\n"), "flow:\n  p()\n", OVER),
    "sorts of pieces": book(N, times(1500, "piece P#(a 0..3): 1 each\n"), FLOW),
    "books that are required": Many(
        (HEAD + N + FLOW).replace("players 2\n", "players 2\n" + times(3000, "  requires b#\n")), "E820"
    ),
    "a turn": book(N, ACTION, times(5000, "  require n != %\n"), TURN),
}
