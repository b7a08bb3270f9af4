"""Signals: leaving when the terminal is gone or the system asks for it, and suspending to the shell.

Textual alone dies on SIGTERM without restoring the terminal, and runs on at full load when its terminal is
gone and SIGHUP is ignored (traps 10 to 13). A stalled link blocks its event loop, and then even asyncio's
signal handlers never run. So the handlers here are Python's own, which run in a blocked loop too, and only
wake a thread. That thread also watches the terminal. It asks the app to leave, and after GRACE seconds stops
asking.

Nothing has to be saved on exit: every change is on the disk before it is on the screen.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
import time
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable
from types import FrameType
from typing import Any

from textual.app import App
from textual.driver import Driver

from tableside.terminal.environment import Attributes, give_terminal_back, own_terminal_description

GRACE = 2.0
"""Seconds for the app to leave by itself; it needs 0.25 unless blocked."""
_HUNG_UP = select.POLLHUP | select.POLLERR | select.POLLNVAL


def guard_signals(app: App[Any], leave: Callable[[int], object], *, grace: float = GRACE) -> None:
    """Watch a running app, and make it `leave` with a status when necessary. Call it once, from `on_mount`;
    without a terminal it does nothing.
    """
    if not app.is_headless:
        _SignalGuard(app, leave, get_running_loop(), grace).start()


class _SignalGuard:
    def __init__(
        self, app: App[Any], leave: Callable[[int], object], loop: AbstractEventLoop, grace: float
    ) -> None:
        self._app = app
        self._leave = leave
        self._loop = loop
        self._grace = grace
        self._alarm, self._ring = os.pipe()
        os.set_blocking(self._ring, False)

    def start(self) -> None:
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
            signal.signal(number, self._signalled)
        threading.Thread(target=self._watch, name="tableside-hangup", daemon=True).start()

    def _signalled(self, number: int, _frame: FrameType | None) -> None:
        """Wake the thread and nothing more, since the main thread may hold any lock."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._ring, bytes([number]))

    def _watch(self) -> None:
        status = 128 + self._reason()
        with contextlib.suppress(RuntimeError):  # the loop has already ended
            self._loop.call_soon_threadsafe(self._leave, status)
        time.sleep(self._grace)
        _restore_terminal(getattr(self._app._driver, "attrs_before", None))
        os._exit(status)

    def _reason(self) -> int:
        """Wait, using no processor time, for a signal or the terminal's end; return the signal's number."""
        poll = select.poll()
        poll.register(0, 0)  # no events: a hang-up is reported anyway, and key presses are not wanted
        poll.register(self._alarm, select.POLLIN)
        while True:
            for descriptor, event in poll.poll():
                if descriptor == self._alarm:
                    return os.read(self._alarm, 1)[0]
                if event & _HUNG_UP:
                    return signal.SIGHUP


def _restore_terminal(attributes: Attributes | None) -> None:
    """Restore the terminal, although a frame may be stuck on its way there."""
    way = own_terminal_description()
    _lead_writers_away()
    give_terminal_back(way, attributes)


def _lead_writers_away() -> None:
    """Redirect the thread that writes frames, which may be stuck in a write that blocks everything else.

    The signal interrupts its write, which Python then resumes; the handler here only wakes the thread again.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    for thread in threading.enumerate():
        if thread.ident is not None and thread is not threading.current_thread():
            signal.pthread_kill(thread.ident, signal.SIGHUP)


def has_job_control() -> bool:
    """Whether a shell in this terminal could resume a stopped program: a process of this session above our
    process group, which is how a shell starts a job.

    A program that stopped without one would stay stopped for good.
    """
    if os.name != "posix":
        return False
    try:
        group, parent = os.getpgrp(), os.getppid()
        while parent > 1 and os.getpgid(parent) == group:
            parent = _parent_of(parent)  # whatever started us within the same job, such as `uv run`
        return parent > 1 and os.getsid(parent) == os.getsid(0)
    except (OSError, ValueError):
        return False


def _parent_of(process: int) -> int:
    """The parent of a process. Raises `OSError` when the system does not tell."""
    with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def stop_program(driver: Driver) -> None:
    """Restore the terminal and stop, together with whatever started us within the same job, until somebody
    resumes the job; the driver takes the terminal again when told.

    All stop at the same moment: if the others stopped first, the shell would get its terminal back during the
    restoration, and we would be stopped for touching it.
    """
    driver.suspend_application_mode()
    handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.killpg(0, signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, handler)
