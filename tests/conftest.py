"""For every test: Textual set up as the program sets it up, and waited for no longer than it works.

What nothing that is tested depends on is made quick for all: temporary files stand in memory, a style sheet
is parsed once, and the programs that are started find their modules compiled.
"""

import gc
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tableside.terminal import environment
from tests import memory_disk
from tests.thorough import NAMED, SHORT, WHOLE, amount, is_short, often

memory_disk.use()
os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", None
)  # compiling takes a program longer than showing its first screen
sys.dont_write_bytecode = False
os.environ["COLORTERM"] = "truecolor"  # of the screens in this process, wherever it runs
environment.prepare_environment()

import textual._wait  # noqa: E402  # only now, for Textual reads its settings once

from tests import idle  # noqa: E402

textual._wait.wait_for_idle = idle.wait_for_idle  # before the pilot takes it from there

from textual.css.stylesheet import Stylesheet  # noqa: E402
from textual.pilot import Pilot  # noqa: E402

from tableside import errors, late_imports, troubles, wording  # noqa: E402
from tableside.campaign import drafts  # noqa: E402
from tableside.widgets import base  # noqa: E402
from tests import parsed  # noqa: E402
from tests.table.terminal import Terminal  # noqa: E402

late_imports.run_late_import(wording)  # so that errors are said in words
Pilot._wait_for_screen = idle.wait_for_screen  # type: ignore[assignment, method-assign]
Stylesheet._parse_rules = parsed.once  # type: ignore[assignment, method-assign]

Terminal.forks = True
base.MOMENT = 0.0  # keys of tests come faster than those of any hand
idle.lift_limits()
gc.set_threshold(100_000, 20, 20)  # else a tenth of the time goes into looking for what a test left behind

_freeze, _frozen = gc.freeze, count(1)


def freeze() -> None:
    """Each app keeps what was there before it from being looked through, and so for ever what other tests
    have left: now and then that goes.
    """
    if next(_frozen) % 150 == 0:
        gc.unfreeze()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # which test left something open, nobody could say by now
            gc.collect()
    _freeze()


gc.freeze = freeze

settings.register_profile("tests", max_examples=often(100), deadline=None)
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def nothing_was_held() -> Iterator[None]:
    """The program goes on after a fault in what it only shows; a test does not. Errors are said as in a shell
    until a test begins the app.
    """
    errors.say_errors_with(wording.worded_for_shell)
    troubles.TOLERATED.clear()
    yield
    assert troubles.TOLERATED == []


@pytest.fixture(autouse=True, scope="session")
def refuges() -> Iterator[Callable[[], Iterator[Path]]]:
    """Where a draft goes that a test's disk refuses: nowhere else, unless the test says where."""
    where = drafts._refuges
    drafts._refuges = lambda: iter(())
    yield where
    drafts._refuges = where


LONG_FOLDERS = tuple(Path(__file__).parent / each for each in ("table", "screens", "terminal"))
"""Where tests run the whole program, at a terminal or without: looked into when they are named."""
LONG = "long: starts a program or takes long; tried by the whole suite, and when it is named itself"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", LONG)
    if WHOLE or hasattr(config, "workerinput") or _tests_are_picked(config):
        return
    # workers are asked for less than this one was
    os.environ["TABLESIDE_TESTS"] = SHORT if _nothing_is_named(config) else NAMED


def _tests_are_picked(config: pytest.Config) -> bool:
    """Whether tests themselves are named or described, and not only their files and folders."""
    is_described = config.getoption("keyword") or config.getoption("markexpr")
    return bool(is_described) or any("::" in each for each in config.args)


def _nothing_is_named(config: pytest.Config) -> bool:
    return config.args_source == pytest.Config.ArgsSource.TESTPATHS


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return True if amount() == SHORT and collection_path in LONG_FOLDERS else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests are left out where none is picked and there are others, so that one waits seconds for a
    chapter of the rules.
    """
    long = [each for each in items if each.get_closest_marker("long")]
    if is_short() and len(long) < len(items):
        items[:] = [each for each in items if not each.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests that take long, or need what is not on every machine, are not left out in silence."""
    if amount() == SHORT or terminalreporter.stats.get("deselected"):
        terminalreporter.write_line(
            "long tests were not run: TABLESIDE_TESTS=whole runs them, and so does naming one"
        )
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {str(each.longrepr[2]).removeprefix("Skipped: ") for each in skipped}
    for reason in sorted(each for each in reasons if "were not run" in each):
        terminalreporter.write_line(reason)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many workers as processors; where long tests are run, half as many again and two more at least: who
    waits for a terminal needs none.
    """
    processors = os.cpu_count() or 1
    is_short = not WHOLE and _nothing_is_named(config)
    return processors if is_short else max(processors + 2, -(-3 * processors // 2))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object | None:
    """Each worker begins with neighbours, which share what is made for a module, and ends by helping others,
    unless another way is asked for.
    """
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getvalue("dist") == "load" else None
