"""Keys typed ahead do what they would have done typed slowly.

Textual hands every key to the widget that has the focus when the key is read, without waiting for what the
key before it does. Two keys that arrive together (over a slow link they do, and a practised hand is quick)
then both go to the old widget: in `h 1 2` the digits are lost on the list instead of reaching the field that
`h` opens. Here a key waits until the one before it has been worked off: until no widget has a message left,
and the work that began with it has ended or waits for a person's answer. The first key waits for a first
screen.
"""

from __future__ import annotations

import asyncio
from functools import cached_property
from time import monotonic
from typing import ClassVar, Generic

from textual import events
from textual._queue import Queue
from textual.app import App, ReturnType
from textual.message import Message
from textual.message_pump import MessagePump

ROUNDS = 3
"""How often all queues must have been found empty: for the key, its action, and what that opened."""
LONGEST_WAIT = 0.25
"""Seconds to wait for one queue. A handler that takes longer holds keys up no further."""
LONGEST_WORK = 5.0
"""Seconds to wait for what a key began. A key that comes before its question is lost on whatever had
the focus, so this is only to keep a keyboard alive whose program hangs.
"""
LOOK_AGAIN = 0.001
"""Seconds between two looks at whether the work that goes on asks a person by now."""


class OrderlyApp(App[ReturnType], Generic[ReturnType]):
    """An app whose keys and pastes are worked off one after the other."""

    BACKGROUND: ClassVar[frozenset[str]] = frozenset()
    """Groups of work that goes on beside what keys do."""

    _takes_keys = False
    _is_more = False
    """Whether something more is to be worked off since the waiting began."""
    _in_turn: events.Event | None = None
    _worked_off: asyncio.Task[None] | None = None

    @cached_property
    def _ahead(self) -> asyncio.Queue[events.Event]:
        return asyncio.Queue()

    @property
    def awaits_a_person(self) -> bool:
        """Whether the work that goes on stands still until a key answers it."""
        return False

    def take_keys(self) -> None:
        """What is typed has somewhere to go: hand on what has come before."""
        self._takes_keys = True
        self._begin_work()

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded or event is self._in_turn:
            await super().on_event(event)
        elif not self._takes_keys or not self._ahead.empty() or self._is_working_off:
            self._ahead.put_nowait(event)
        else:
            self.key_begins()
            await super().on_event(event)
            self._begin_work()

    def work_off(self) -> None:
        """Have what goes on now worked off before the next key, as if a key had begun it."""
        self.key_begins()
        self._begin_work()

    @property
    def _is_working_off(self) -> bool:
        return self._worked_off is not None and not self._worked_off.done()

    def _begin_work(self) -> None:
        """Hand on keys when all is worked off. Only one may, or two keys are handed on at once and change
        places: one that is at it begins to wait anew.
        """
        self._is_more = True
        if not self._is_working_off:
            self._worked_off = asyncio.create_task(self._work_off())

    async def worked_off(self) -> bool:
        """Wait until what goes on now has been worked off, and seen; whether nothing went wrong."""
        if self._worked_off is None:
            return True
        await asyncio.wait([self._worked_off])
        return self._worked_off.done() and self._worked_off.exception() is None

    def key_begins(self) -> None:
        """A key has come, and none is being worked off."""

    async def key_is_over(self) -> None:
        """A key has been worked off, and no other has come meanwhile."""

    async def _work_off(self) -> None:
        """After a key: hand on the keys that have come meanwhile, each when the one before is worked off."""
        while self.is_running:
            await self._settle()
            if self._ahead.empty():
                await self.key_is_over()
            if self._ahead.empty() or not self._takes_keys:
                return
            self._in_turn = self._ahead.get_nowait()
            self.post_message(self._in_turn)

    async def _settle(self) -> None:
        """Wait until a key has been worked off."""
        limit = monotonic() + LONGEST_WORK
        quiet = 0
        while quiet < ROUNDS or self._is_more:
            self._is_more = False
            is_on = await self.came_to_rest() or await self._work_goes_on()
            quiet = 0 if is_on and monotonic() < limit else quiet + 1

    async def came_to_rest(self) -> bool:
        """Wait until every queue that is not empty now is; whether there were any."""
        await asyncio.sleep(0)
        busy = [each for each in (self, *self._registry) if not _is_at_rest(each)]
        return any([await _emptied(each) for each in busy])

    async def _work_goes_on(self) -> bool:
        """Whether something that a key began goes on by itself; it is given a moment to end. Keys wait for no
        thread that counts.
        """
        tasks = [
            each._task
            for each in self.workers
            if each._task and not (each.is_finished or each._thread_worker or each.group in self.BACKGROUND)
        ]
        if not tasks or self.awaits_a_person:
            return False
        await asyncio.wait(tasks, timeout=LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
        return True


def _is_at_rest(pump: MessagePump) -> bool:
    """Whether it has done what was in its queue, and waits for more."""
    queue: Queue[Message | None] = pump._message_queue
    return queue.empty() and bool(queue.ready_event._waiters)


async def _emptied(pump: MessagePump) -> bool:
    """Wait until a queue has done all that is in it now; a new widget soon starts on its own. Whether it has,
    and before long.
    """
    done = asyncio.Event()
    if not pump.post_message(events.Callback(callback=done.set)):  # `call_later` has a signature read
        return False
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            await done.wait()
    except TimeoutError:
        return False
    return True
