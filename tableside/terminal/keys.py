"""Keys, each as it was pressed, however close upon another and however typed ahead, and one frame for each.

Textual hands every key to the widget that has the focus when the key is read, without waiting for what the
key before it does. Two keys that arrive together (over a slow link they do, and a practised hand is quick)
then both go to the old widget: in `h 1 2` the digits are lost on the list instead of reaching the field that
`h` opens. Here a key waits until the one before it has been worked off: until no widget has a message left,
and the work that began with it has ended or waits for a person's answer. The first key waits for a first
screen.

Escape is the first byte of what arrows and function keys send, and of a key with alt held. Textual alone
takes an escape that arrives together with another key (over a slow link they do, and up to a tenth of a
second apart on any) for an alt: escape and 1 become an inverted exclamation mark, escape and enter an enter
alone, which gives the answer that was to be cancelled. Nothing here is bound to alt. So an escape that begins
no sequence is handed to Textual in the one spelling that cannot be mistaken, the kitty keyboard protocol's.

What is typed while the program starts comes through a terminal that is not raw yet, which turns an enter into
a line feed. Nothing here is bound to Ctrl+J, so both are enter.

Textual paints sixty times a second whatever has changed by then: a view that comes to the front would be
painted three times within 50 ms. Here nothing is painted until the key has been worked off and nothing is
left to be laid out, which is then done without waiting for the next tick: so every line is painted once.
"""

from __future__ import annotations

import asyncio
import os
import re
import select
from codecs import getincrementaldecoder
from functools import cached_property
from time import monotonic
from typing import ClassVar, Generic

from textual import constants, events
from textual._compositor import CompositorMap
from textual._queue import Queue
from textual._xterm_parser import XTermParser
from textual.app import App, ReturnType
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from tableside.terminal import first_screen
from tableside.terminal.first_screen import ScreenPicture
from tableside.terminal.output import FrugalApp, is_trusted_textual, screen_picture

ROUNDS = 3
"""How often all queues must have been found empty: for the key, its action, and what that opened."""
LONGEST_WORK = 5.0
"""Seconds to wait for what a key began. A key that comes before its question is lost on whatever had the
focus, on a busy machine too, so this is only to keep a keyboard alive whose program hangs.
"""
LOOK_AGAIN = 0.001
"""Seconds between two looks at whether the work that goes on asks a person by now."""
LONGEST_HOLD = 0.25
"""Seconds. Of work that takes longer one sees how far it has come."""
LONGEST_START = 10.0
"""Seconds. The same while the whole screen that was left last stands there: nothing comes in between."""
PASSES = 4
"""How often a screen is laid out for one key. Sizes that are told change heights at most twice."""
QUEUE_ROUNDS = 8
"""How often widgets are left to do what is in their queues before the screen is laid out all the same."""


class OrderedKeysApp(App[ReturnType], Generic[ReturnType]):
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

    def is_left_over(self, key: events.Key) -> bool:
        """Whether a key was meant for what is over: it does nothing."""
        return False

    def take_keys(self) -> None:
        """What is typed has somewhere to go: hand on what has come before."""
        self._takes_keys = True
        self._begin_work()

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif event is self._in_turn:
            await self._hand_on(event)
        elif not self._takes_keys or not self._ahead.empty() or self._is_working_off:
            self._ahead.put_nowait(event)
        else:
            self.key_begins()
            await self._hand_on(event)
            self._begin_work()

    async def _hand_on(self, event: events.Key | events.Paste) -> None:
        if not (isinstance(event, events.Key) and self.is_left_over(event)):
            await super().on_event(event)

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
        while self._is_more or (quiet < ROUNDS and monotonic() < limit):
            self._is_more = False
            is_on = await self.came_to_rest() or await self._work_goes_on()
            quiet = 0 if is_on else quiet + 1

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
    and before long: that of a widget that goes meanwhile never does.
    """
    done = asyncio.Event()
    if not pump.post_message(events.Callback(callback=done.set)):  # `call_later` has a signature read
        return False
    emptied = asyncio.ensure_future(done.wait())
    going = [] if pump._task is None else [pump._task]
    await asyncio.wait([emptied, *going], timeout=LONGEST_WORK, return_when=asyncio.FIRST_COMPLETED)
    emptied.cancel()
    return done.is_set()


ESCAPE = "\x1b"
ESCAPE_KEY = "\x1b[27u"
ENTER, LINE_FEED = "\r", "\n"
PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
IDLE = 0.1
"""Seconds to wait for a key before looking whether the program ends."""

_MARK = re.compile(f"({re.escape(PASTE_BEGINS)}|{re.escape(PASTE_ENDS)})")
_ALONE = re.compile(r"\x1b(?![\[O])")


class KeySpelling:
    """Spells out what could be taken for another key; what is pasted stays as it is."""

    def __init__(self) -> None:
        self._is_pasting = False
        self.held = ""
        """An escape at the end of what has been read: the next bytes, or none soon, say what it is."""

    def read(self, data: str) -> str:
        """What has been read, with every escape and enter that was pressed spelt out."""
        data, self.held = self.held + data, ""
        if data.endswith(ESCAPE):
            data, self.held = data[: -len(ESCAPE)], ESCAPE
        return "".join(map(self._told_apart, _MARK.split(data)))

    def _told_apart(self, part: str) -> str:
        if part in (PASTE_BEGINS, PASTE_ENDS):
            self._is_pasting = part == PASTE_BEGINS
            return part
        return part if self._is_pasting else _ALONE.sub(ESCAPE_KEY, part).replace(LINE_FEED, ENTER)

    def waited(self) -> str:
        """Nothing has come for a while: the escape that was held back is a key."""
        held, self.held = self.held, ""
        return ESCAPE_KEY if held else ""


class KeyboardDriver(LinuxDriver):
    """Textual's driver, reading through `KeySpelling`; an escape takes ESCAPE_DELAY seconds, not up to 0.1.

    It takes the terminal over from the skeleton without clearing the screen that this stands on.
    """

    _reads_keys = False

    def disable_input(self) -> None:
        """Read no more keys, and throw away those not read. Textual asks for it once more when the terminal
        is given back already: by then what is typed is the shell's.
        """
        if self._reads_keys:
            self._reads_keys = False
            super().disable_input()

    def start_application_mode(self) -> None:
        self._reads_keys = True
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual has no types there
        self.attrs_before = first_screen.first_screen_taken_over() or self.attrs_before

    def write(self, data: str) -> None:
        if data != first_screen.OTHER_SCREEN or not first_screen.first_screen_stands():
            super().write(data)

    def run_input_thread(self) -> None:
        """Hand on what is typed until the program ends."""
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser, spelling = XTermParser(self._debug), KeySpelling()
        is_fresh = False
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], constants.ESCAPE_DELAY if is_fresh else IDLE)
            if ready:
                data = os.read(self.fileno, 4096)
                if not data and self.exit_event.wait(IDLE):
                    return
                text = spelling.read(decode(data))
            else:
                text = spelling.waited()
            is_fresh = bool(ready)
            for event in (*(parser.feed(text) if text else ()), *parser.tick()):
                self.process_message(event)


class PromptScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen that is laid out as often as it must be for a key, and painted once."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False, compute=False)
    """The widget that gets the keys. Textual's own has all of the screen painted whenever it changes, and not
    only the two widgets that then look different.
    """
    _laid_out: CompositorMap | None = None
    """Where everybody was when last all was laid out."""

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Whoever is on it has just been styled, or stood there meanwhile: Textual's own styles all anew."""
        event.refresh_styles = False

    def _compositor_refresh(self) -> None:
        """Paint, or keep for the frame to come. Textual's own takes for painted whoever asked to be, also who
        asked since this was last noted: they are noted first.
        """
        self._compositor.update_widgets(self._dirty_widgets)
        if isinstance(self.app, PromptKeysApp) and self.app.is_held and self is self.app.screen:
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay out, and compare with how all was laid out last. A paint that comes between a change and its
        layout finds new places by itself, and Textual's own takes them for laid out: whoever is new would
        never hear of its place, and its place would be painted with the next change there.
        """
        if self._laid_out is not None:
            self._compositor._full_map = self._laid_out
        super()._refresh_layout(size, scroll)
        self._laid_out = self._compositor._full_map


class PromptKeysApp(FrugalApp[ReturnType], OrderedKeysApp[ReturnType], Generic[ReturnType]):
    """An app that shows what a key did in one frame, at once."""

    is_held = False
    """Whether nothing is painted now: a key is worked off."""
    _at_the_latest: asyncio.TimerHandle | None = None

    def key_begins(self) -> None:
        if is_trusted_textual():
            self._forget_the_limit()
            self.is_held = True
            longest = LONGEST_START if first_screen.is_first_screen_whole() else LONGEST_HOLD
            self._at_the_latest = asyncio.get_running_loop().call_later(longest, self.release)

    async def key_is_over(self) -> None:
        if is_trusted_textual() and self.screen_stack:
            await self._lay_out()
            if first_screen.is_first_screen_whole():  # which is replaced by what is as whole
                await self._lay_out_counted()
            self._forget_the_limit()
            self.release()

    def release(self) -> None:
        """Paint what has changed since a key came."""
        self.is_held = False
        if self.screen_stack:
            self.screen._compositor_refresh()

    def _forget_the_limit(self) -> None:
        if self._at_the_latest is not None:
            self._at_the_latest.cancel()
            self._at_the_latest = None

    async def picture(self) -> ScreenPicture:
        """What is on the screen when all that goes on has come to it. Nothing is painted meanwhile."""
        self._forget_the_limit()
        self.is_held = True
        await self._lay_out()
        await self._lay_out_counted()
        return screen_picture(self.screen, self.console)

    async def _lay_out_counted(self) -> None:
        """Have laid out too what threads soon have counted, for which no key waits."""
        counting = [each._task for each in self.workers if each._thread_worker and each._task is not None]
        if counting:
            await asyncio.wait(counting, timeout=LONGEST_HOLD)
            await self._lay_out()

    async def _lay_out(self) -> None:
        """Have all that has changed on the screen laid out."""
        for _ in range(PASSES):
            for _ in range(QUEUE_ROUNDS):
                if not await self.came_to_rest():
                    break
            screen = self.screen
            if not _is_stale(screen):
                return
            screen.call_later(screen._on_timer_update)


def _is_stale(screen: Screen[object]) -> bool:
    """Whether the screen knows of something not yet laid out, or of somebody who waits for that."""
    is_wanted = screen._repaint_required or screen._layout_required or screen._scroll_required
    return bool(is_wanted or screen._dirty_widgets or screen._callbacks)
