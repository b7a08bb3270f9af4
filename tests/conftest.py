"""For every test: Textual set up as the program sets it up, and waited for no longer than it works."""

import os

import pytest
from hypothesis import settings

from tableside.terminal import environment
from tests.thorough import often

environment.prepare()

import textual._wait  # noqa: E402  # only now, for Textual reads its settings once

from tests.idle import wait_for_idle  # noqa: E402

textual._wait.wait_for_idle = wait_for_idle

settings.register_profile("tests", max_examples=often(100), deadline=None)
settings.load_profile("tests")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as processors, for who waits for a terminal needs none."""
    return -(-3 * (os.cpu_count() or 1) // 2)
