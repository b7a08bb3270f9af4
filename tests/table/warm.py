"""Programs that start with everything imported: each is forked off one process that has it already.

    python -m tests.table.warm SOCKET_FD

What a program imports takes most of the time of its start, and most tests at a terminal are not about that.
`started` gives what `subprocess.Popen` would: the same arguments, environment and folder, the terminal as its
controlling one, signals as a shell leaves them.
"""

from __future__ import annotations

import atexit
import fcntl
import importlib
import io
import json
import os
import pkgutil
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from tests import idle


def is_readable(descriptor: int, timeout: float | None) -> bool:
    """Whether something can be read there, within these seconds. `select.select` refuses numbers from 1,024
    on, which a worker reaches that has played much.
    """
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(None if timeout is None else timeout * 1000))


WORD = struct.Struct("i")
ROOT = Path(__file__).parent.parent.parent
MOST = 1 << 20


class Forked:
    """A program that was forked off, as `subprocess.Popen` shows one."""

    def __init__(self, pid: int, status: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._status = status

    def poll(self) -> int | None:
        """Its status, as far as it has ended."""
        if self.returncode is None and is_readable(self._status, 0):
            self._read_status()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its status, once it has ended. Raises `subprocess.TimeoutExpired`."""
        if self.returncode is None and not is_readable(self._status, timeout):
            raise subprocess.TimeoutExpired("tableside", timeout or 0)
        return self._read_status() if self.returncode is None else self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def _read_status(self) -> int:
        (ended,) = WORD.unpack(os.read(self._status, WORD.size))
        os.close(self._status)
        self.returncode = os.waitstatus_to_exitcode(ended)
        return self.returncode


def started(arguments: Sequence[str], env: Mapping[str, str], cwd: str, terminal: int) -> Forked:
    """`tableside` with these arguments on this terminal."""
    status, told = os.pipe()
    request = json.dumps({"arguments": list(arguments), "env": dict(env), "cwd": cwd}).encode()
    socket.send_fds(_warm(), [request], [terminal, told])
    os.close(told)
    (pid,) = WORD.unpack(os.read(status, WORD.size))
    return Forked(pid, status)


@cache
def _warm() -> socket.socket:
    """The process that has everything imported; it ends with this one."""
    own, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.table.warm", str(its.fileno())],
        pass_fds=[its.fileno()],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
    )
    its.close()

    def end() -> None:
        own.close()
        process.wait()

    atexit.register(end)
    return own


# In the process that has everything imported


def _import_all() -> None:
    from tableside.terminal import environment

    environment.prepare_environment()
    import tableside
    from tableside import late_imports

    for module in pkgutil.walk_packages(tableside.__path__, "tableside."):
        if not module.name.endswith("__main__"):
            late_imports.run_late_import(importlib.import_module(module.name))
    importlib.import_module("textual.drivers.linux_driver")
    from tableside.widgets import base

    base.MOMENT = 0.0  # as in tests/conftest.py
    idle.lift_limits()


def _serve(requests: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who watch
    while True:
        data, fds, _, _ = socket.recv_fds(requests, MOST, 2)
        if not data:
            return
        if os.fork() == 0:
            requests.close()
            _watch(json.loads(data), *fds)
        for fd in fds:
            os.close(fd)


def _watch(request: dict[str, object], terminal: int, told: int) -> None:
    """Start the program, tell its process id, and when it ends its status."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        os.close(told)
        _run(request, terminal)
    os.close(terminal)
    os.write(told, WORD.pack(pid))
    _, ended = os.waitpid(pid, 0)
    os.write(told, WORD.pack(ended))
    os._exit(0)


def _run(request: dict[str, object], terminal: int) -> None:
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for fd in (0, 1, 2):
        os.dup2(terminal, fd)
    os.close(terminal)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(request["env"])  # type: ignore[call-overload]  # as `started` has it
    os.chdir(str(request["cwd"]))
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _written_to(1)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _written_to(2)  # type: ignore[misc]
    sys.argv = ["tableside", *request["arguments"]]  # type: ignore[misc]  # the same
    from tableside.cli import main

    status = 1
    try:
        status = main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _written_to(fd: int) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(fd, "w", closefd=False)), "utf-8", line_buffering=True
    )


if __name__ == "__main__":
    _import_all()
    _serve(socket.socket(fileno=int(sys.argv[1])))
