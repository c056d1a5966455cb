"""Equal machines have equal names, everywhere; machines that differ anywhere have others."""

import os
import pickle
import subprocess
import sys

import pytest
from attrs import evolve, fields

from rulekit.machine import program as m
from rulekit.machine.identity import identity
from tests.machine.samples import SAMPLES

TELL = """
from rulekit.machine.identity import identity
from tests.machine.samples import SAMPLES
print(*(f"{name} {identity(one)}" for name, one in SAMPLES.items()), sep="\\n")
"""


def test_the_samples_have_as_many_names_as_there_are_samples():
    assert len({identity(one) for one in SAMPLES.values()}) == len({repr(one) for one in SAMPLES.values()})


@pytest.mark.parametrize("name", SAMPLES)
def test_a_copy_has_the_same_name(name):
    copy = pickle.loads(pickle.dumps(SAMPLES[name]))
    assert copy is not SAMPLES[name] and identity(copy) == identity(SAMPLES[name])


@pytest.mark.parametrize("seed", ["0", "1"])
def test_another_process_gives_the_same_names(seed):
    env = {**os.environ, "PYTHONHASHSEED": seed}
    said = subprocess.run([sys.executable, "-c", TELL], env=env, capture_output=True, text=True, check=True)
    assert dict(line.split() for line in said.stdout.splitlines()) == {k: identity(v) for k, v in SAMPLES.items()}


@pytest.mark.parametrize("field", [f.name for f in fields(m.Machine)])
def test_every_field_counts(field):
    made = SAMPLES["line"]
    old = getattr(made, field)
    new = old + 1 if isinstance(old, int) else f"{old}x" if isinstance(old, str) else (*old, m.Const(77))
    assert identity(evolve(made, **{field: new})) != identity(made)


def test_what_a_table_holds_counts_although_it_is_not_shown():
    one, two = (evolve(SAMPLES["line"], tables=(m.Table("t", (2,), m.NUMBER, (1, n)),)) for n in (2, 3))
    assert repr(one) == repr(two) and identity(one) != identity(two)


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
    assert identity(evolve(made, seats=one)) != identity(evolve(made, seats=two))


def test_nesting_has_no_end():
    deep = m.Const(1)
    for _ in range(20_000):
        deep = m.SizeOf(deep)
    assert len(identity(evolve(SAMPLES["line"], seats=(deep,)))) == 64


def test_what_has_no_fixed_form_is_refused():
    with pytest.raises(TypeError, match="frozenset"):
        identity(evolve(SAMPLES["line"], seats=(frozenset("ab"),)))
