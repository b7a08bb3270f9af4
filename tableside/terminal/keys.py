"""Keys, handled one at a time however quickly they follow each other or were typed ahead, with one frame for
each.

Textual hands every key to the widget that has the focus when the key is read, without waiting for the effect
of the key before it. Two keys that arrive together (over a slow link, or from a practised hand) then both go
to the old widget: in `h 1 2` the digits are lost on the list instead of reaching the field that `h` opens.
Here a key waits until the one before it has been handled: until no widget has a message left, and the work
that began with it has ended or waits for a person's answer. The first key waits for a first screen.

Escape is the first byte of what arrows and function keys send, and of keys with Alt. Textual alone takes an
Escape that arrives together with another key (over a slow link, or up to a tenth of a second apart on any)
for Alt: Escape and 1 become an inverted exclamation mark, Escape and Enter become Enter, which gives the
answer that was to be cancelled. Nothing here is bound to Alt, so an Escape that begins no sequence is handed
to Textual in its one unambiguous spelling, that of the kitty keyboard protocol.

Keys typed while the program starts come through a terminal that is not raw yet, which turns Enter into a line
feed. Nothing here is bound to Ctrl+J, so both mean Enter.

Textual paints whatever has changed sixty times a second: a view that comes to the front would be painted
three times within 50 ms. Here nothing is painted until the key has been handled and the layout is complete,
which is then done without waiting for the next tick: so every line is painted once.
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
"""How often all queues must be found empty: for the key, its action, and what that opened."""
LONGEST_WORK = 5.0
"""Seconds to wait for the work that a key began. A key that precedes its question goes astray, on a busy
machine too, so the limit only keeps the keyboard alive if the program hangs.
"""
LOOK_AGAIN = 0.001
"""Seconds between two checks whether the work now waits for a person."""
LONGEST_HOLD = 0.25
"""Seconds until the progress of longer work is painted."""
LONGEST_START = 10.0
"""Seconds until the progress of a start is painted. What stands there meanwhile, the bars or the whole last
screen, is better to look at than a page whose columns still move.
"""
PASSES = 4
"""The most layouts of a screen for one key. New sizes change heights at most twice."""
QUEUE_ROUNDS = 8
"""The most rounds of emptying queues before a layout."""


class OrderedKeysApp(App[ReturnType], Generic[ReturnType]):
    """An app that handles keys and pastes one after the other."""

    BACKGROUND: ClassVar[frozenset[str]] = frozenset()
    """Groups of workers that run independently of keys."""

    _takes_keys = False
    _is_more = False
    """Whether there is something more to handle since the waiting began."""
    _in_turn: events.Event | None = None
    _worked_off: asyncio.Task[None] | None = None

    @cached_property
    def _ahead(self) -> asyncio.Queue[events.Event]:
        return asyncio.Queue()

    @property
    def awaits_a_person(self) -> bool:
        """Whether the present work waits for a key as its answer."""
        return False

    def is_left_over(self, key: events.Key) -> bool:
        """Whether a key was meant for something that is over, and does nothing."""
        return False

    def take_keys(self) -> None:
        """Accept keys from now on, including those typed ahead."""
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
        """Handle the present work before the next key, as if a key had begun it."""
        self.key_begins()
        self._begin_work()

    @property
    def _is_working_off(self) -> bool:
        return self._worked_off is not None and not self._worked_off.done()

    def _begin_work(self) -> None:
        """Hand on keys once all work is handled. Only one task may do so, or two keys would be handed on at
        once and change places; a running task starts waiting again.
        """
        self._is_more = True
        if not self._is_working_off:
            self._worked_off = asyncio.create_task(self._work_off())

    async def worked_off(self) -> bool:
        """Wait until the present work has been handled and painted; return whether nothing went wrong."""
        if self._worked_off is None:
            return True
        await asyncio.wait([self._worked_off])
        return self._worked_off.done() and self._worked_off.exception() is None

    def key_begins(self) -> None:
        """Called when a key arrives while none is being handled."""

    async def key_is_over(self) -> None:
        """Called when a key has been handled and no other has arrived."""

    async def _work_off(self) -> None:
        """Hand on the waiting keys, each once the one before has been handled."""
        while self.is_running:
            await self._settle()
            if self._ahead.empty():
                await self.key_is_over()
            if self._ahead.empty() or not self._takes_keys:
                return
            self._in_turn = self._ahead.get_nowait()
            self.post_message(self._in_turn)

    async def _settle(self) -> None:
        """Wait until a key has been handled."""
        limit = monotonic() + LONGEST_WORK
        quiet = 0
        while self._is_more or (quiet < ROUNDS and monotonic() < limit):
            self._is_more = False
            is_on = await self.came_to_rest() or await self._work_goes_on()
            quiet = 0 if is_on else quiet + 1

    async def came_to_rest(self) -> bool:
        """Wait until every non-empty queue has been emptied; return whether there was any."""
        await asyncio.sleep(0)
        busy = [each for each in (self, *self._registry) if not _is_at_rest(each)]
        return any([await _emptied(each) for each in busy])

    async def _work_goes_on(self) -> bool:
        """Whether work that a key began is still running, after a moment to end; threads do not count."""
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
    """Whether a queue is empty and its task waits for more."""
    queue: Queue[Message | None] = pump._message_queue
    return queue.empty() and bool(queue.ready_event._waiters)


async def _emptied(pump: MessagePump) -> bool:
    """Wait until a queue is empty; a new widget soon starts its own. Return whether it was, in time; that of
    a widget removed meanwhile never is.
    """
    done = asyncio.Event()
    if not pump.post_message(events.Callback(callback=done.set)):  # `call_later` inspects a signature
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
"""Seconds to wait for a key before checking whether the program ends."""

_MARK = re.compile(f"({re.escape(PASTE_BEGINS)}|{re.escape(PASTE_ENDS)})")
_ALONE = re.compile(r"\x1b(?![\[O])")


class KeySpelling:
    """Respells keys that could be taken for others; pastes stay as they are."""

    def __init__(self) -> None:
        self._is_pasting = False
        self.held = ""
        """An Escape at the end of the input; the next bytes, or their absence, tell what it is."""

    def read(self, data: str) -> str:
        """The input with every Escape and Enter that was pressed respelt."""
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
        """The pending Escape as a key, once nothing has followed it for a while."""
        held, self.held = self.held, ""
        return ESCAPE_KEY if held else ""


class KeyboardDriver(LinuxDriver):
    """Textual's driver, reading through `KeySpelling`; Escape takes ESCAPE_DELAY seconds instead of up to
    0.1.

    It takes the terminal over from the skeleton without clearing the screen.
    """

    _reads_keys = False

    def disable_input(self) -> None:
        """Stop reading keys and discard those not read. Textual calls it once more after the terminal is
        restored, when typed keys belong to the shell.
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
        """Read and hand on keys until the program ends."""
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
    """A screen that is laid out as often as a key requires, and painted once."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False, compute=False)
    """The widget that gets the keys. Overrides Textual's reactive, which repaints the whole screen on every
    change instead of the two widgets that look different.
    """
    _laid_out: CompositorMap | None = None
    """The last complete layout."""

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Skip the restyling that Textual does here: the widgets were just styled, or have not changed."""
        event.refresh_styles = False

    def _compositor_refresh(self) -> None:
        """Paint, or wait for the next frame. Textual regards every widget that asked for a repaint as
        painted, including those that asked since it last took note; so it takes note first.
        """
        self._compositor.update_widgets(self._dirty_widgets)
        if isinstance(self.app, PromptKeysApp) and self.app.is_held and self is self.app.screen:
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay out and compare with the last complete layout. A paint between a change and its layout computes
        new places itself, which Textual then regards as laid out: a new widget would never learn its place,
        which would be painted with the next change there.
        """
        if self._laid_out is not None:
            self._compositor._full_map = self._laid_out
        super()._refresh_layout(size, scroll)
        self._laid_out = self._compositor._full_map


class PromptKeysApp(FrugalApp[ReturnType], OrderedKeysApp[ReturnType], Generic[ReturnType]):
    """An app that shows the effect of a key in one frame, at once."""

    is_held = False
    """Whether nothing is painted now, because a key is being handled."""
    _at_the_latest: asyncio.TimerHandle | None = None

    def key_begins(self) -> None:
        if is_trusted_textual():
            self._forget_the_limit()
            self.is_held = True
            longest = LONGEST_HOLD if self._takes_keys else LONGEST_START
            self._at_the_latest = asyncio.get_running_loop().call_later(longest, self.release)

    async def key_is_over(self) -> None:
        if is_trusted_textual() and self.screen_stack:
            await self._lay_out()
            if first_screen.is_first_screen_whole():  # it must be replaced by an equally complete one
                await self._lay_out_counted()
            self._forget_the_limit()
            self.release()

    def release(self) -> None:
        """Paint what has changed since a key arrived."""
        self.is_held = False
        if self.screen_stack:
            self.screen._compositor_refresh()

    def _forget_the_limit(self) -> None:
        if self._at_the_latest is not None:
            self._at_the_latest.cancel()
            self._at_the_latest = None

    async def picture(self) -> ScreenPicture:
        """The screen once everything now running has reached it; nothing is painted meanwhile."""
        self._forget_the_limit()
        self.is_held = True
        await self._lay_out()
        await self._lay_out_counted()
        return screen_picture(self.screen, self.console)

    async def _lay_out_counted(self) -> None:
        """Also lay out what threads finish soon, for which no key waits."""
        counting = [each._task for each in self.workers if each._thread_worker and each._task is not None]
        if counting:
            await asyncio.wait(counting, timeout=LONGEST_HOLD)
            await self._lay_out()

    async def _lay_out(self) -> None:
        """Lay out everything that has changed on the screen."""
        for _ in range(PASSES):
            for _ in range(QUEUE_ROUNDS):
                if not await self.came_to_rest():
                    break
            screen = self.screen
            if not _is_stale(screen):
                return
            screen.call_later(screen._on_timer_update)


def _is_stale(screen: Screen[object]) -> bool:
    """Whether the screen has something not yet laid out, or a callback that waits for that."""
    is_wanted = screen._repaint_required or screen._layout_required or screen._scroll_required
    return bool(is_wanted or screen._dirty_widgets or screen._callbacks)
