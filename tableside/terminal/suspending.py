"""Going aside to the shell and coming back, where there is one that brings the program back."""

import os
import signal

from textual.driver import Driver


def has_job_control() -> bool:
    """Whether somebody waits in this terminal who can bring a stopped program back: a process of this session
    above our process group, which is how a shell starts a job.

    A program that stopped without one would stand there for good.
    """
    if os.name != "posix":
        return False
    try:
        group, parent = os.getpgrp(), os.getppid()
        while parent > 1 and os.getpgid(parent) == group:
            parent = _parent_of(parent)  # what has started us within the same job, such as `uv run`
        return parent > 1 and os.getsid(parent) == os.getsid(0)
    except (OSError, ValueError):
        return False


def _parent_of(process: int) -> int:
    """The process above another. Raises `OSError` where the system does not tell."""
    with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def stop(driver: Driver) -> None:
    """Give the terminal back, then stop, and with us what has started us within the same job, until somebody
    brings the job back; the driver takes the terminal again when that is told.

    All stop at the same moment: were the others stopped first, the shell would have its terminal back while
    it is still being restored, and we would be stopped for touching it.
    """
    driver.suspend_application_mode()
    handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.killpg(0, signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, handler)
