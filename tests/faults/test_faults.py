"""The list of faults is up to date. Planting all of them is a long run, done by hand."""

from __future__ import annotations

import pytest

from tests.faults import seeding

FAULTS = seeding.faults()


def test_there_are_twenty_in_emitter_and_passes():
    assert len(FAULTS) == len({f.name for f in FAULTS}) >= 20
    assert {f.file.split("/")[0] for f in FAULTS} == {"engine", "machine"}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.name)
def test_each_can_still_be_seeded(fault):
    text = seeding.source(seeding.ROOT, fault).read_text()
    assert text.count(fault.text) == 1
    compile(text.replace(fault.text, fault.becomes), fault.file, "exec")


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.name)
def test_each_is_noticed(fault):
    with seeding.copy() as root:
        assert seeding.noticed(root, fault) is not None


@pytest.mark.soak
def test_without_a_fault_nothing_is_noticed():
    with seeding.copy() as root:
        assert [seeding.first_failure(root, tests) for tests in (seeding.QUICK, seeding.TESTS)] == [None, None]


def test_a_change_that_is_no_fault_is_not_noticed(tmp_path):
    (tmp_path / "rulekit").mkdir()
    (tmp_path / "rulekit" / "__init__.py").touch()  # without it, an installed rulekit would be imported
    (tmp_path / "rulekit" / "one.py").write_text("ONE = 1\n")
    (tmp_path / "test_it.py").write_text("from rulekit.one import ONE\n\ndef test_one():\n    assert ONE == 1\n")
    same = seeding.Fault("the same, written otherwise", "one.py", "ONE = 1", "ONE = 2 - 1")
    wrong = seeding.Fault("another number", "one.py", "ONE = 1", "ONE = 2")
    assert seeding.noticed(tmp_path, same, (("test_it.py",),)) is None
    assert "test_one" in str(seeding.noticed(tmp_path, wrong, (("test_it.py",),)))
    assert (tmp_path / "rulekit" / "one.py").read_text() == "ONE = 1\n"
    (tmp_path / "test_broken.py").write_text("def test_two():\n    assert False\n")
    with pytest.raises(RuntimeError, match=r"without any fault test_broken\.py::test_two fails, too"):
        seeding.noticed(tmp_path, same, (("test_broken.py",),))
