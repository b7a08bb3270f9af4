"""The state of sharing as the GM sees it: address, players, and their permissions."""

from collections.abc import Iterator

from tableside.frozen import frozen
from tableside.text import width
from tableside.views.rows import Row, Tone, blank_row, heading_row, row, row_column, words_row
from tableside.wording import and_more, label, sentence, so_many

REACH, LOOKS, NAME = "reach", "looks", "name"
USUAL = "usual"
"""Keys of the rows that belong to no player."""
ASKS = "asks"
"""The prefix of the key of a waiting wish, before its place among them."""
MOST_NAME = 16


@frozen
class Player:
    """A member of the party, and the number of screens opened with their code."""

    key: int
    name: str
    code: str
    may: str
    screens: int = 0


@frozen
class Shared:
    """A shared campaign."""

    address: str
    is_lan: bool
    """Whether phones in the same network may open it, or only this machine."""
    usual: str
    """The permission of everybody without one of their own."""
    players: tuple[Player, ...]
    name: str = ""
    """Another host name that it is asked for by, as behind a proxy; empty: none."""
    looks: bool = True
    """Whether players see how hurt foes are."""
    strangers: int = 0
    """The number of screens opened without a code."""
    qr: tuple[str, ...] = ()
    """The address as a code for a phone's camera, in rows; empty if no phone can reach it."""
    asks: tuple[str, ...] = ()
    """The wishes of players that wait for the GM, one line each."""
    awaited: int = 0
    """The key of the character whose player may answer the open question; 0: nobody's."""


def sharing_rows(shared: Shared) -> tuple[Row, ...]:
    """The rows of settings, by their ids, and a row for each player, by key."""
    return (*_asks(shared), *_where(shared), *_players(shared))


def _asks(shared: Shared) -> Iterator[Row]:
    if shared.asks:
        yield heading_row(label("sharing", "waits"), Tone.BAD)
        yield from (row(f"{ASKS} {n}", (text, Tone.STRONG)) for n, text in enumerate(shared.asks))
        yield blank_row("asks")


def _where(shared: Shared) -> Iterator[Row]:
    yield heading_row(label("sharing", "where"))
    ways = {
        REACH: label("sharing", "lan" if shared.is_lan else "here"),
        LOOKS: label("sharing", "looks-hurt" if shared.looks else "looks-names"),
        NAME: shared.name or label("sharing", "no-name"),
    }
    cells = max(width(label("sharing", id)) for id in ways)
    for id, way in ways.items():
        yield row(id, (f"{row_column(label('sharing', id), cells)}  ", Tone.DIM), (way, Tone.STRONG))
    yield words_row("address", shared.address, Tone.ACCENT)
    yield words_row("table", sentence("sharing", "table", address=f"{shared.address}table"), Tone.DIM)


def _players(shared: Shared) -> Iterator[Row]:
    yield blank_row("players")
    yield heading_row(label("sharing", "players"))
    usual = label("sharing", "everybody")
    cells = min(MOST_NAME, max(map(width, (usual, *(each.name for each in shared.players)))))
    yield row(USUAL, f"{row_column(usual, cells)}  ", (label("option", shared.usual), Tone.STRONG))
    for each in shared.players:
        is_usual = each.may == shared.usual
        yield row(
            f"{each.key}",
            f"{row_column(each.name, cells)}  ",
            (row_column(label("option", each.may), 10), Tone.DIM if is_usual else Tone.STRONG),
            (f"  {each.code}", Tone.ACCENT),
            (f"  {so_many('sharing', 'screens', each.screens) if each.screens else ''}", Tone.GOOD),
        )
    if shared.strangers:
        yield words_row("strangers", so_many("sharing", "strangers", shared.strangers), Tone.DIM)


def shared_sign(shared: Shared) -> str:
    """That the campaign is shared, for the title, and how many look on."""
    for each in shared.players:
        if each.key == shared.awaited and each.screens:
            return sentence("sharing", "sign-awaited", who=each.name)
    if shared.asks:
        return so_many("sharing", "sign-asks", len(shared.asks))
    screens = shared.strangers + sum(each.screens for each in shared.players)
    return sentence("sharing", "sign", screens=screens) if screens else label("sharing", "sign-nobody")


def players_ask_hint(shared: Shared) -> str:
    """The first waiting wish, and how many more there are; empty if none."""
    if not shared.asks:
        return ""
    more = and_more(len(shared.asks) - 1)
    return sentence("sharing", "hint", text=" ".join(filter(None, (shared.asks[0], more))))


SWAPPED = str.maketrans("█▀▄ ", " ▄▀█")
"""Swaps half blocks for a dark-on-light drawing."""


def sharing_qr_rows(shared: Shared, *, is_dark: bool) -> tuple[Row, ...]:
    """The code for cameras, with its light dots as light as the terminal allows."""
    rows = (each if is_dark else each.translate(SWAPPED) for each in shared.qr)
    return tuple(words_row(f"qr {n}", each) for n, each in enumerate(rows))
