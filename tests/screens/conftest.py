"""For tests of screens: what nobody looks at is not painted.

`Table.lines` has all of a screen drawn when a test looks at it; what Textual paints of it after every key
goes nowhere. Every frame is painted in thorough tests, in those of the terminal and where a program is
played.
"""

from typing import Any

import pytest
from textual._compositor import Compositor

from tests.thorough import THOROUGH


@pytest.fixture(autouse=True)
def nothing_is_painted(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if not THOROUGH and "every_frame" not in request.fixturenames:
        monkeypatch.setattr(Compositor, "render_update", _nothing)


@pytest.fixture
def every_frame() -> None:
    """For a test of painting itself."""


def _nothing(compositor: Compositor, **how: Any) -> None:  # Any: what Textual says of a frame
    compositor._dirty_regions.clear()
