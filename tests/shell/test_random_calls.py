"""A sample of `tests.bench.calls`: whatever is called, nothing ends in a fault or prints an order."""

import pytest

from tests.bench.calls import calls
from tests.thorough import often


def test_no_call_ends_in_a_fault_or_prints_an_order(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("logs")))
    found, bad = calls(often(500), 11)
    assert not bad, "\n".join(bad)
    assert sum(found.values()) == often(500) and found["do 0"]
