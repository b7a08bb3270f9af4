"""A sample of `tests.bench.calls`: whatever is called, nothing ends in a fault or prints an order."""

import pytest

from tests.bench.calls import calls
from tests.thorough import often

pytestmark = pytest.mark.long


def test_no_call_ends_in_a_fault_or_prints_an_order(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("logs")))
    result = calls(often(500), 11)
    assert not result.bad, "\n".join(result.bad)
    assert result.came.total() == often(500) and result.came["do 0"] and result.printed
