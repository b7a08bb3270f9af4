"""`tableside watch`: what players may see of a campaign, on a terminal of its own, as it happens.

It only reads: the campaign may be open elsewhere. Where it is not printed on a terminal, it is printed once.
"""

import os
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from tableside.campaign.campaign import Campaign
from tableside.shell.safe_output import draw_frame
from tableside.text import clip, drawn_text, masked, width
from tableside.views.public.table import table_seen
from tableside.views.rows import Row, Tone, words_row
from tableside.views.watch import watched
from tableside.wording import label

FOLLOWING = 0.25
"""Seconds between two looks at what has changed."""
UNLIMITED = 10_000
"""Rows and cells of what is not printed on a terminal."""
ENDS = frozenset(b"q\x04")
"""Keys that end it: q and Ctrl+D; so does Ctrl+C. No escape: a mouse wheel sends it too."""
BOLD = (Tone.STRONG, Tone.HEADING, Tone.ACCENT)
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"


def watch_campaign(campaign: Campaign) -> int:
    """Show it until a key ends it."""
    if not sys.stdout.isatty():
        print("\n".join(each.text.rstrip() for each in _rows(campaign, UNLIMITED, UNLIMITED)))
        return 0
    with _own_screen(), suppress(KeyboardInterrupt):
        shown = ""
        while True:
            campaign.follow()
            drawn = _drawn(campaign, os.get_terminal_size(sys.stdout.fileno()))
            if drawn != shown:
                draw_frame(drawn)
                shown = drawn
            if _is_ended():
                break
    return 0


def _rows(campaign: Campaign, columns: int, lines: int) -> Sequence[Row]:
    seen = table_seen(campaign)
    title = f"{seen.title} · {label('recap', 'day').format(day=seen.day)}"
    return words_row("title", title, Tone.STRONG), *watched(seen, columns, lines - 1)


def _drawn(campaign: Campaign, size: os.terminal_size) -> str:
    """The whole screen, painted over what was there."""
    rows = _rows(campaign, size.columns, size.lines)
    return "\x1b[H" + "\r\n".join(f"{_line(each, size.columns)}\x1b[K" for each in rows) + "\x1b[J"


def _line(row: Row, columns: int) -> str:
    """A row, as far as it fits."""
    parts, left = [], columns
    for text, tone in row.spans:
        fitting = drawn_text(clip(masked(text), left))
        left -= width(fitting)
        parts.append(f"\x1b[1m{fitting}\x1b[22m" if tone in BOLD else fitting)
        if not left:
            break
    return "".join(parts)


@contextmanager
def _own_screen() -> Iterator[None]:
    """A screen without cursor and echo; afterwards, however it ends, the terminal is as it was."""
    keyboard = sys.stdin.fileno() if sys.stdin.isatty() else None
    before = termios.tcgetattr(keyboard) if keyboard is not None else None
    for ending in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(ending, lambda number, _: sys.exit(128 + number))
    try:
        if keyboard is not None:
            tty.setcbreak(keyboard)
        draw_frame(_ENTER)
        yield
    finally:
        with suppress(OSError, termios.error):  # the terminal may be gone
            if keyboard is not None and before is not None:
                termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
            draw_frame(_LEAVE)


def _is_ended() -> bool:
    """Wait until it is time for another look; whether a key ended it meanwhile."""
    if not sys.stdin.isatty():
        time.sleep(FOLLOWING)
        return False
    ready, _, _ = select.select([sys.stdin], [], [], FOLLOWING)
    return bool(ready) and not ENDS.isdisjoint(os.read(sys.stdin.fileno(), 1024) or ENDS)
