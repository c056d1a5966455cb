"""Equal machines have equal identities in every process; different machines have different ones."""

import os
import pickle
import subprocess
import sys

import pytest
from attrs import evolve, fields

from rulekit.machine import program as m
from rulekit.machine.identity import has_same_rules, machine_identity, rules_identity
from rulekit.play.loaded_book import load
from tests.machine.samples import SAMPLES

TELL = """
from rulekit.machine.identity import machine_identity
from tests.machine.samples import SAMPLES
print(*(f"{name} {machine_identity(one)}" for name, one in SAMPLES.items()), sep="\\n")
"""


def test_the_samples_have_as_many_names_as_there_are_samples():
    assert len({machine_identity(one) for one in SAMPLES.values()}) == len({repr(one) for one in SAMPLES.values()})


@pytest.mark.parametrize("name", SAMPLES)
def test_a_copy_has_the_same_name(name):
    copy = pickle.loads(pickle.dumps(SAMPLES[name]))
    assert copy is not SAMPLES[name] and machine_identity(copy) == machine_identity(SAMPLES[name])


@pytest.mark.parametrize("seed", ["0", "1"])
def test_another_process_gives_the_same_names(seed):
    env = {**os.environ, "PYTHONHASHSEED": seed}
    said = subprocess.run(
        [sys.executable, "-c", TELL], env=env, capture_output=True, text=True, check=True, timeout=120
    )
    assert dict(line.split() for line in said.stdout.splitlines()) == {
        k: machine_identity(v) for k, v in SAMPLES.items()
    }


@pytest.mark.parametrize("field", [f.name for f in fields(m.Machine)])
def test_every_field_counts(field):
    made = SAMPLES["line"]
    old = getattr(made, field)
    new = old + 1 if isinstance(old, int) else f"{old}x" if isinstance(old, str) else (*old, m.Const(77))
    assert machine_identity(evolve(made, **{field: new})) != machine_identity(made)


def test_what_a_table_holds_counts_although_it_is_not_shown():
    one, two = (evolve(SAMPLES["line"], tables=(m.Table("t", (2,), m.NUMBER, (1, n)),)) for n in (2, 3))
    assert repr(one) == repr(two) and machine_identity(one) != machine_identity(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ((("a", "b"), ("c",)), (("a",), ("b", "c"))),
        (("a\n'b'",), ("a", "b")),
        ((1, 2), (12,)),
        (("1",), (1,)),
        ((m.Const(1),), (m.Local("1"),)),
    ],
)
def test_what_reads_alike_is_told_apart(one, two):
    made = SAMPLES["line"]
    assert machine_identity(evolve(made, seats=one)) != machine_identity(evolve(made, seats=two))


def test_nesting_has_no_end():
    deep = m.Const(1)
    for _ in range(20_000):
        deep = m.SizeOf(deep)
    assert len(machine_identity(evolve(SAMPLES["line"], seats=(deep,)))) == 64


def test_what_has_no_fixed_form_is_refused():
    with pytest.raises(TypeError, match="frozenset"):
        machine_identity(evolve(SAMPLES["line"], seats=(frozenset("ab"),)))


RULES = """\
rulebook pile "A pile":
  players 2
  summary "Take from a pile."

keep left: 0..9 = 7
board Side: 2 by 2
keep spot: Side = a1
keep aside: 0..9 = 5

fact limit = 3

choice turn
action take in turn:
  choose n in 1..limit where n <= left
  left -= n
  spot = b2
  aside = 4
  if left == 0:
    game over, won by me

flow:
  turns from p1:
    do one of turn
"""


def are_same_rules(tmp_path, *texts):
    machines = []
    for text in texts:
        path = tmp_path / "pile.rules"
        path.write_text(text)
        machines.append(load(str(path)).configure().machine)
    one, two = map(rules_identity, machines)
    assert has_same_rules(*machines) == (one == two)
    return one == two


WORDING = {
    "a title": ('"A pile"', '"The heap"'),
    "a summary": ("Take from", "Take away from"),
    "a title of a clause": ("in turn:", 'in turn "Take some":'),
    "a comment": ("\nflow:", "\n# what happens\n\nflow:"),
    "the name of the book": ("rulebook pile", "rulebook heap"),
    "an example": ("\nflow:", "\nexample first_turn:\n  expect left == 7\n\nflow:"),
    "a promise": ("\nflow:", "\nalways few: left < 9\nfinally none_left: left == 0 and spot == b2\n\nflow:"),
    "a line for two": ("  left -= n\n  spot = b2\n", "  left -= (\n    n)\n  spot = b2\n"),
}
CHANGES = {
    "a number": ("limit = 3", "limit = 2"),
    "a range": ("0..9", "0..8"),
    "a first value": ("= 7", "= 6"),
    "an effect": ("left -= n", "left -= 1"),
    "a condition": ("n <= left", "n < left"),
    "who wins": ("won by me", "won by p1"),
    "the seats": ("players 2", "players 2: white, black"),
    "an audience": ("= 5", "= 5, seen by p1"),
    "another board": ("2 by 2", "2 by 3"),
}


@pytest.mark.parametrize("what", WORDING)
def test_how_rules_are_worded_does_not_matter_to_a_save(tmp_path, what):
    old, new = WORDING[what]
    assert RULES.count(old) >= 1
    assert are_same_rules(tmp_path, RULES.replace(old, new, 1), RULES)


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_of_the_rules_does(tmp_path, what):
    old, new = CHANGES[what]
    assert RULES.count(old) >= 1
    text = RULES if what != "the seats" else RULES.replace("p1", "white")
    assert not are_same_rules(tmp_path, text.replace(old, new, 1), RULES)


def test_examples_and_players_of_a_game():
    book = load("classics/tic-tac-toe")
    assert rules_identity(book.machine()) == book.configure().rules == book.configure(engine="reference").rules
    czar = load("czar/english")
    assert len({czar.configure(count).rules for count in czar.player_counts}) == len(czar.player_counts)
