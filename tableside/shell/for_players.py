"""What players may see of a campaign: `watch` shows it on a terminal, `share` as a page on their phones.

`watch` only reads, so the campaign may be open elsewhere. With `--as`, a player also sees their own whole
sheet. Not on a terminal, it prints once. `share` serves until Ctrl+C.
"""

import argparse
import asyncio
import os
import re
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.rules.names import find_by_name
from tableside.rules.table import Character
from tableside.share import hosting, server
from tableside.share.guard import SharingWay, check_sharing_installed
from tableside.shell.arguments import campaign_of_arguments, library_of_arguments
from tableside.shell.safe_output import draw_safely_on_stdout, output_can_show
from tableside.text import clip, drawn_text, masked_text, width
from tableside.views.character_list import OURS
from tableside.views.public.seen_table import own_sheet_seen_rows, seen_table_rows, table_seen
from tableside.views.rows import Row, Tone, heading_row, words_row
from tableside.wording import label, sentence

FOLLOWING = 0.25
"""Seconds between two checks for changes."""
UNLIMITED = 10_000
"""The number of rows and cells for output that is not on a terminal."""
ENDS = (b"q", b"\x04")
"""Keys that end it: q and Ctrl+D, besides Ctrl+C. Not Escape, with which a mouse wheel's sequences begin."""
BOLD = (Tone.STRONG, Tone.HEADING, Tone.ACCENT)
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"


LEAST_BESIDE = 60
"""The fewest cells of a terminal for a sheet beside the table rather than below it."""
LINES_OF_KEYS = {b"\x1b[B": 1, b"\x1bOB": 1, b"j": 1, b"\x1b[A": -1, b"\x1bOA": -1, b"k": -1}
"""Keys that scroll a sheet, with their number of lines."""
PAGES_OF_KEYS = {b"\x1b[6~": 1, b" ": 1, b"\x1b[5~": -1, b"b": -1}
"""The same, in pages."""
_KEY = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
HIGHEST_PORT = 65_535


def run_watch_command(options: argparse.Namespace) -> int:
    options.campaign = options.campaign or _last_open(options)
    with campaign_of_arguments(options) as campaign:
        return _watch(campaign, options.own)


def run_share_command(options: argparse.Namespace) -> int:
    _check_can_share(options.port)
    options.campaign = options.campaign or _last_open(options)
    with campaign_of_arguments(options) as campaign:
        return _share_until_ended(campaign, options)


def _last_open(options: argparse.Namespace) -> str:
    """Return the id of the campaign being opened, since the program may be starting beside this one, else of
    the one opened last. Raises `RuleError` when there is none.
    """
    library = library_of_arguments(options)
    id = library.unopened or library.last
    if id is None:
        raise RuleError("shell.none-open")
    return id


def _watch(campaign: Campaign, name: str | None = None) -> int:
    """Show a campaign until a key ends it, with the sheet of the player's character of this name, if given.

    Raises `RuleError` for a name that nobody in the party has.
    """
    own = None if name is None else find_by_name(_party_shown(campaign), name).key
    watching = WatchingForPlayers(campaign, own)
    if not sys.stdout.isatty():
        rows = watching.rows(UNLIMITED, UNLIMITED)
        print("\n".join(each.text.rstrip() for each in rows))
        return 0
    with _own_screen(), suppress(KeyboardInterrupt):
        shown = ""
        while True:
            campaign.follow()
            drawn = watching.drawn(os.get_terminal_size(sys.stdout.fileno()))
            if drawn != shown:
                draw_safely_on_stdout(drawn)
                shown = drawn
            if watching.is_ended_by(_keys()):
                break
    return 0


def _party_shown(campaign: Campaign) -> list[Character]:
    """Return the characters of the party in play, who can be shared."""
    return [each for kind in OURS for each in campaign.table.in_play(kind)]


class WatchingForPlayers:
    """The view of a player who looks on."""

    def __init__(self, campaign: Campaign, own: int | None) -> None:
        self._campaign = campaign
        self._own = own
        """The key of the character whose sheet is shown. None: nobody's."""
        self._first = 0
        """The index of the sheet's first visible line."""
        self._page = 1
        """The number of visible lines of the sheet."""

    def rows(self, columns: int, lines: int) -> Sequence[Row]:
        """Return as many rows as fit: the table, with the sheet beside or below it."""
        own = next((each for each in _party_shown(self._campaign) if each.key == self._own), None)
        if own is None:
            return self._table(columns, lines)
        if columns == UNLIMITED:
            return *self._table(columns, lines), *self._sheet(own, columns, lines)
        if columns < LEAST_BESIDE:
            above = self._table(columns, lines // 2)
            return *above, *self._sheet(own, columns, lines - len(above))
        left = columns * 11 // 20
        rows = zip_longest(
            self._table(left, lines), self._sheet(own, columns - left - 3, lines), fillvalue=Row("", ())
        )
        return [_side_by_side(table, sheet, left) for table, sheet in rows]

    def _table(self, columns: int, lines: int) -> Sequence[Row]:
        table = table_seen(self._campaign)
        title = f"{table.title} · {label('recap', 'day').format(day=table.day)}"
        return words_row("title", title, Tone.STRONG), *seen_table_rows(table, columns, lines - 1)

    def _sheet(self, own: Character, columns: int, lines: int) -> Sequence[Row]:
        """Return as many lines of the sheet as fit, from the scroll position."""
        all_rows = [*own_sheet_seen_rows(own, self._campaign.table, self._campaign.rules, columns)]
        if len(all_rows) <= lines:
            self._first = 0
            return all_rows
        self._page = max(1, lines - 1)
        self._first = max(0, min(self._first, len(all_rows) - self._page))
        shown = all_rows[self._first : self._first + self._page]
        where = sentence(
            "watch", "lines", first=self._first + 1, last=self._first + len(shown), of=len(all_rows)
        )
        return *shown, heading_row(where)

    def drawn(self, size: os.terminal_size) -> str:
        """Return the whole screen, painted over the previous one."""
        rows = self.rows(size.columns, size.lines)
        return "\x1b[H" + "\r\n".join(f"{_line(each, size.columns)}\x1b[K" for each in rows) + "\x1b[J"

    def is_ended_by(self, typed: bytes) -> bool:
        """Whether one of these keys ends it; others scroll the sheet."""
        for key in _KEY.findall(typed):
            if key in ENDS:
                return True
            self._first += LINES_OF_KEYS.get(key, 0) + self._page * PAGES_OF_KEYS.get(key, 0)
        return False


def _side_by_side(left: Row, right: Row, cells: int) -> Row:
    """Join two rows into one, the left one exactly `cells` wide."""
    spans, room = [], cells
    for text, tone in left.spans:
        fitting = clip(text, room)
        spans.append((fitting, tone))
        room -= width(fitting)
    return Row(left.key, (*spans, (" " * room + " │ ", Tone.DIM), *right.spans), selectable=False)


def _line(row: Row, columns: int) -> str:
    """Return as much of a row as fits."""
    parts, left = [], columns
    for text, tone in row.spans:
        fitting = drawn_text(clip(masked_text(text), left))
        left -= width(fitting)
        parts.append(f"\x1b[1m{fitting}\x1b[22m" if tone in BOLD else fitting)
        if not left:
            break
    return "".join(parts)


@contextmanager
def _own_screen() -> Iterator[None]:
    """Show a screen without cursor and echo, and restore the terminal however it ends."""
    keyboard = sys.stdin.fileno() if sys.stdin.isatty() else None
    before = termios.tcgetattr(keyboard) if keyboard is not None else None
    for ending in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(ending, lambda number, _: sys.exit(128 + number))
    try:
        if keyboard is not None:
            tty.setcbreak(keyboard)
        draw_safely_on_stdout(_ENTER)
        yield
    finally:
        with suppress(OSError, termios.error):  # the terminal may be gone
            if keyboard is not None and before is not None:
                termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
            draw_safely_on_stdout(_LEAVE)


def _keys() -> bytes:
    """Return what is typed until the next check. If the keyboard is gone, return a key that ends it."""
    if not sys.stdin.isatty():
        time.sleep(FOLLOWING)
        return b""
    ready, _, _ = select.select([sys.stdin], [], [], FOLLOWING)
    return os.read(sys.stdin.fileno(), 1024) or ENDS[0] if ready else b""


def _check_can_share(port: int) -> None:
    """Raise `RuleError` where a requirement is not installed, and for an impossible port."""
    check_sharing_installed()
    if not 0 <= port <= HIGHEST_PORT:
        raise RuleError("share.port", port=port)


def _share_until_ended(campaign: Campaign, options: argparse.Namespace) -> int:
    """Share the campaign until it is ended, and return the exit status. Raises
    `RuleError` for a taken port.
    """
    names = frozenset(each.casefold() for each in options.host)
    way = SharingWay(names, looks=options.foes == "looks")
    try:
        return asyncio.run(_share(campaign, way, is_lan=options.lan, port=options.port))
    except OSError as error:
        raise RuleError("share.port-taken", port=options.port, why=error.strerror or str(error)) from None


async def _share(campaign: Campaign, way: SharingWay, *, is_lan: bool, port: int) -> int:
    codes: list[Mapping[str, str]] = []
    is_told = False

    def tell(new: Mapping[str, str]) -> None:
        """Print new codes, or keep them until the address has been printed."""
        if is_told:
            _say_codes(new)
        else:
            codes.append(new)

    sharing = server.SharingServer(campaign, way, tell, _complain)
    runner, opened = await server.listening_server(
        sharing, hosting.EVERYWHERE if is_lan else hosting.HERE, port
    )
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    port = opened.sockets[0].getsockname()[1]
    _say_where(
        campaign, f"http://{hosting.own_network_address() if is_lan else hosting.HERE}:{port}/", is_lan=is_lan
    )
    is_told = True
    for each in codes:
        _say_codes(each)
    sys.stdout.flush()
    following = asyncio.create_task(sharing.follow())
    await asyncio.wait([following, asyncio.create_task(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
    following.cancel()
    opened.close()
    sharing.end()
    await runner.cleanup()
    if not ended.is_set():
        following.result()
    return 0


def _say_where(campaign: Campaign, url: str, *, is_lan: bool) -> None:
    print(sentence("printed", "shared-at", title=campaign.table.title, address=url))
    print(sentence("printed", "shared-table", address=f"{url}table"))
    if not is_lan:
        print(sentence("printed", "shared-here"))
    elif output_can_show("".join(hosting.HALVES.values())):
        print("\n".join(hosting.qr_code_rows(url)))


def _say_codes(codes: Mapping[str, str]) -> None:
    if not codes:
        return
    cells = max(map(width, codes))
    print(sentence("printed", "shared-codes"))
    for name, code in codes.items():
        print(f"  {name}{' ' * (cells - width(name))}  {code}")
    sys.stdout.flush()


def _complain(trouble: str) -> None:
    print(f"tableside: {trouble}", file=sys.stderr)
