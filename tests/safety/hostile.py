"""Rulebooks written to do harm: endless, deeply nested, or larger than any computer.

ENDLESS pass the check and exceed a limit during play. LARGE are refused before the game starts. Each has the expected
code and a part of the expected message.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Hostile:
    text: str
    code: str
    told: str


HEAD = "rulebook hostile:\n  players 2\n\n"
OVER = "  game over, drawn\n"
N = "keep n: 0..3 = 0\n"
TURNS = "flow:\n  turns from p1:\n    do one of turn\n"
ACTION = "choice turn\naction go in turn:\n"
THREE = "a in 0..100000, b in 0..100000, c in 0..100000"
ASK = "flow:\n  by p1:\n    choose k in 0..1\n    n = k\n"


def endless(text: str, told: str = "more than 10000000 steps", code: str = "E705") -> Hostile:
    return Hostile(HEAD + text, code, told)


def large(text: str, told: str, code: str = "E623") -> Hostile:
    return Hostile(HEAD + text, code, told)


def loops(depth: int) -> str:
    """Return nested loops. Each loop assigns its variable to that of the loop around it."""
    lines = ["flow:", "  n = 0"]
    for i in range(depth):
        lines += ["  " * (i + 1) + f"keep y{i}: 0..3 = 0", "  " * (i + 1) + "repeat at most 3 times:"]
    inside = "  " * (depth + 1)
    lines += [f"{inside}y0 = secret[p1]", *(f"{inside}y{i} = y{i - 1}" for i in range(1, depth))]
    return "\n".join(lines) + "\n"


def calls(depth: int) -> str:
    """Return procedures that each call the next one twice, with arguments that different players know."""
    lines = []
    for i in range(depth):
        lines += [f"procedure q{i}(a 0..3):", f"  q{i + 1}(a)", f"  q{i + 1}(lesser(3, a + secret[p1]))"]
    told = [f"procedure q{depth}(a 0..3):", "  if secret[p1] == a:", "    n = a"]
    return "\n".join([*lines, *told, "flow:", "  q0(1)", "  q0(n)"]) + "\n"


ENDLESS = {
    "set-up": endless(N + "flow:\n  repeat while n < 3:\n    n = 1\n" + OVER),
    "a turn": endless(N + ACTION + "  repeat while n < 3:\n    n = 1\n" + TURNS),
    "a fact": endless(N + f"fact f = count({THREE} where a + b + n == c)\nflow:\n  n = f mod 4\n" + OVER),
    "a condition": endless(
        N + f"fact f(k 0..1) = count({THREE} where a + b + n == c + k)\n"
        "choice turn\naction go in turn:\n  choose k in 0..1 where f(k) > 0\n  n = k\n" + TURNS
    ),
    "whenever": endless(
        N + "keep lit: truth = no\nrule a whenever lit:\n  lit = no\nrule b whenever not lit:\n  lit = yes\n"
        "choice turn\naction go in turn:\n  n = 1\n" + TURNS,
        "`whenever` rules ran more than 1000 times",
    ),
    "chance after chance": endless(
        N + "flow:\n  repeat while n < 3:\n    draw k in 0..1\n    n = k\n" + OVER, "without a decision"
    ),
    "after": endless(
        N + "procedure p:\n  repeat while n < 3:\n    n = 1\nfact f = after p(): n == 3\n"
        "choice turn\naction go in turn:\n  require f\n  n = 2\n" + TURNS
    ),
    "an event": endless(
        N + "event e(k 0..3) nested at most 100\nrule r when e(k):\n  announce e(k)\nflow:\n  announce e(n)\n" + OVER,
        "event e: nested deeper than 100",
    ),
    "turns of nobody": endless(N + "flow:\n  turns from p1:\n    n = 1\n"),
    "turns in which nobody can do anything": endless(
        N + "choice turn\naction go in turn:\n  require n == 3\n  n = 1\n" + TURNS + "    otherwise:\n      nothing\n"
    ),
    "loops in loops": endless(
        N + "flow:\n  for each a in 0..2000000000:\n    for each b in 0..2000000000:\n      n = (a + b) mod 4\n" + OVER
    ),
    "a fact of itself": endless(
        N + "fact f(k 0..9) gives 0..9 nested at most 50 = f(k)\nflow:\n  n = f(2) mod 4\n" + OVER,
        "fact f: nested deeper than 50",
    ),
    "a fact of itself, as deep as may be said": endless(
        N + "fact f(k 0..9) gives 0..9 nested at most 100000 = f(k)\nflow:\n  n = f(2) mod 4\n" + OVER
    ),
    "facts of each other": endless(
        N + "fact f(k 0..9) gives 0..9 nested at most 100000 = g(k)\n"
        "fact g(k 0..9) gives 0..9 nested at most 100000 = f(k)\nflow:\n  n = f(2) mod 4\n" + OVER
    ),
    "a tree of calls": endless(
        N + "fact f(k 0..99) gives 0..9 nested at most 100 = if k == 0 then 0 else (f(k - 1) + f(k - 1)) mod 10\n"
        "flow:\n  n = f(60) mod 4\n" + OVER
    ),
    "a procedure of itself": endless(
        N + "procedure p nested at most 100000:\n  n = 1\n  p()\n  n = 2\nflow:\n  p()\n" + OVER
    ),
    "a procedure of itself that asks nobody": endless(
        N + "procedure p(k 0..9) nested at most 20:\n  draw q in 0..1\n  n = q\n  p(k)\n  n = 2\n"
        "flow:\n  p(3)\n" + OVER,
        "nested deeper than 20",
    ),
    "a large state set aside again and again": endless(
        N + "keep a[0..1048574]: 0..2000000000\nprocedure p:\n  for each i in 0..1:\n    a[i] = 1\n"
        "flow:\n  repeat while n < 3:\n    if (after p(): a[4] == 7):\n      n = 2\n    n = 1\n" + OVER
    ),
    "a large position looked for again and again": endless(
        N + "keep a[0..1048574]: 0..2000000000\nposition here: a at most 1000000\n"
        "flow:\n  a[n] = 1\n  repeat while n < 3:\n    if times seen here == 1:\n      n = 2\n    n = 1\n" + OVER
    ),
}

LARGE = {
    "a set kept": large("keep s: set of 0..1000000\n" + N + ASK + OVER, "at most 8192 possible members"),
    "a set made": large(
        N + "fact f = size({x in 0..2000000000 where x mod 2 == n})\nflow:\n  n = f mod 4\n" + OVER,
        "at most 8192 possible members",
    ),
    "a set of sums": large(
        N + "fact f = size({x + y for x in 0..3, y in 0..2000000000})\nflow:\n  n = f mod 4\n" + OVER,
        "at most 8192 possible members",
    ),
    "several of a million": large(
        "keep n: 0..9 = 0\nflow:\n  by p1:\n    choose 3 of ks in 0..1000000 where ks < 5\n    n = size(ks)\n" + OVER,
        "at most 8192 possible members",
    ),
    "a number or none": large("keep s: 0..2000000000 or none = none\n" + N + ASK + OVER, "at most 1048576"),
    "a number or none, for a while": large(
        N + "flow:\n  by p1:\n    let q = first x in 0..2000000000 where x == n\n    choose k in 0..1\n"
        "    if q == none:\n      n = k\n" + OVER,
        "at most 1048576",
    ),
    "a board": large("board Q: 8000 by 8000\n" + N + ASK + OVER, "64000000 sites"),
    "a piece": large("piece C(a 0..2000000000): 1 each\n" + N + ASK + OVER, "2000000001 kinds"),
    "an array": large("keep a[0..2000000000]: 0..3 = 0\n" + N + ASK + OVER, "at most 1048576 are allowed"),
    "many arrays": large(
        "".join(f"keep a{i}[0..1048574]: 0..9\n" for i in range(400)) + N + ASK + OVER,
        "`a4` takes 1048575 numbers",
        "E626",
    ),
    "long rows": large(
        "piece C(): any number\nplace r[0..1000000]: row of C, at most 65535\n" + N + ASK + OVER, "`r` takes", "E626"
    ),
    "positions": large(
        "".join(f"position h{i}: n at most 1048576\n" for i in range(5)) + N + ASK + OVER, "`h4` takes", "E626"
    ),
    "options": large(
        "keep n: 0..2000000000 = 0\nflow:\n  by p1:\n    choose k in 0..1048576\n    n = k\n" + OVER,
        "the most is 1048576",
        "E419",
    ),
    "a table": large(
        "table R for each a in 0..100000, b in 0..100000 where a == 1 and b == 2\n" + N + ASK + OVER,
        "takes too long to work out",
        "E620",
    ),
    "a number of pieces": large(
        "fact w(k 0..4000) = count(a in 0..1000, b in 0..1000 where a + b == k) mod 3\n"
        "piece C(a 0..4000): w(a) each\n" + N + ASK + OVER,
        "takes too long to work out",
        "E620",
    ),
    "steps on a board": large(
        "board Q: 9 by 9, wrapped\nkeep s: Q = sure(steps(a1, n, 2000000000))\nflow:\n  s = a1\n" + OVER,
        "takes too long to work out",
        "E620",
    ),
}

SECRET = "keep secret[p in Player]: 0..3, seen by p\n"
LARGE["loops within loops"] = large(N + SECRET + loops(20), "too many to follow", "E509")
LARGE["calls within calls"] = large(N + SECRET + calls(40), "this reads `secret`", "E502")

LOWERED = {
    "every distance": large(
        "board Q: 90 by 91\n" + N + "flow:\n  by p1:\n    choose k in Q\n    n = distance(k, a1) mod 4\n" + OVER,
        "flow: board Q: to know every distance takes 67076100 entries",
        "E626",
    ),
    "what lies between": large(
        "board Q: 90 by 91\n" + N + "flow:\n  by p1:\n    choose k in Q\n    n = size(between(k, a1)) mod 4\n" + OVER,
        "to know what lies between",
        "E626",
    ),
    "many steps": large(
        "board Q: 9 by 9\nkeep s: Q = a1\nkeep n: 0..2000000000 = 0\n"
        "flow:\n  by p1:\n    choose k in 0..1\n    s = if_none(steps(s, n, n), a1)\n" + OVER,
        "to know up to 2000000000 steps",
        "E626",
    ),
    "stacks of sets": large(
        "keep s: set of 0..8191\n" + N + "procedure p(k set of 0..8191) nested at most 100000:\n  choose q in 0..1\n"
        "  n = q\n  p(k)\n  n = 2\nflow:\n  by p1:\n    p(s)\n" + OVER,
        "`stack procedure p.k` alone takes 12800000",
        "E626",
    ),
    "a clause of many sets": large(
        "".join(f"keep s{i}: set of 0..8191\n" for i in range(502))
        + "procedure p:\n"
        + "".join(f"  let t{i} = s{i} + s{i + 1}\n  s{i + 1} = t{i} & s{i}\n" for i in range(500))
        + "keep n: 0..3 = 0\n"
        + ASK
        + "  p()\n"
        + OVER,
        "procedure p",
        "E626",
    ),
}
"""Rulebooks that pass the check and are refused by lowering or by the fast engine."""
