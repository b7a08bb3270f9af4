"""Where a page that is shared is found: its address, the same for a phone's camera."""

import socket

import segno

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORT = 8_765
"""The one that is tried first."""
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two dots of a QR code, one above the other; light is drawn, as most terminals are dark."""
ELSEWHERE = "192.0.2.1"
"""An address of nobody (RFC 5737): to ask from which of our own another would be reached; nothing is sent."""


def qr_rows(text: str) -> tuple[str, ...]:
    """A text as a QR code of half blocks with a quiet border, for a dark terminal; scanners read it on a
    light one too. The address of a machine in a network takes 29 cells and 15 rows.
    """
    light = [
        [not dot for dot in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)
    ]
    rows = [*light, [True] * len(light[0])] if len(light) % 2 else light
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple("".join(HALVES[dots] for dots in zip(*pair, strict=True)) for pair in pairs)


def reached_at() -> str:
    """The address of this machine as others in its network have it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE, 9))
        except OSError:
            return HERE
        return str(asking.getsockname()[0])
