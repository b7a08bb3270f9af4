"""Text from outside, made safe to keep and to show.

`clean_text` is the only gate between the outside (keyboard, paste, import, file) and the model: behind it, no
text can move the terminal's cursor, set its clipboard, or reverse the reading direction. `width`, `clip`,
`pad` and `wrapped` count terminal cells, as the screen does: a wide character is two, a combining mark none.

Terminals disagree on the width of several characters that form one sign: some draw an astronaut in two cells,
some a woman and a rocket in four. So only the output of `drawn_text` is drawn, which takes them apart: joined
emoji one after the other, without skin tones, and a flag as its two letters. Text is kept and written to
files as typed, except for the character that makes an emoji of a symbol, which `clean_text` removes.

Times and signed amounts become text here too.

Lengths in this module are cells where the name says `cells`, else characters.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from datetime import datetime

ELLIPSIS = "…"
JOINER = "\u200d"

C0 = range(0x20)
C1 = range(0x7F, 0xA0)  # with DEL
BIDI = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
SURROGATES = range(0xD800, 0xE000)
EMOJI_STYLE = 0xFE0F  # terminals disagree on whether it widens the character before it (trap 19)
LINE_SEPARATORS = (0x2028, 0x2029)

_BARRED = (*C0, *C1, *BIDI, *SURROGATES)
_ONE_LINE: dict[int, str | None] = (
    dict.fromkeys((*_BARRED, EMOJI_STYLE))
    | dict.fromkeys(map(ord, "\n\t"), " ")
    | dict.fromkeys(LINE_SEPARATORS, " ")
)
_LINES = _ONE_LINE | {ord("\n"): "\n", ord("\t"): "\t"} | dict.fromkeys(LINE_SEPARATORS, "\n")
_ESCAPED = re.compile(f"[{''.join(map(chr, (*C1, *BIDI, EMOJI_STYLE, *LINE_SEPARATORS)))}]")
_MASKED = dict.fromkeys((*_BARRED, *LINE_SEPARATORS), " ") | {EMOJI_STYLE: "\ufe0e"}
_SKINS = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_FLAGS = range(0x1F1E6, 0x1F200)
_APART: dict[int, str | None] = dict.fromkeys((ord(JOINER), 0xFE0E, EMOJI_STYLE, *_SKINS, *_TAGS)) | {
    flag: chr(ord("A") + place) for place, flag in enumerate(_FLAGS)
}
_TOGETHER = re.compile(f"[{''.join(map(chr, _APART))}]")
"""Characters that join others into one sign, or change a sign."""


def clean_text(text: str, *, lines: bool = False) -> str:
    """Return the text without anything a terminal would obey, and with letters and their accents composed;
    `lines` keeps newlines and tabs, else they become spaces.
    """
    if text.isascii() and text.isprintable():
        return text
    newline = "\n" if lines else " "
    text = text.replace("\r\n", newline).replace("\r", newline)
    return unicodedata.normalize("NFC", text.translate(_LINES if lines else _ONE_LINE))


def is_harmless_text(text: str) -> bool:
    """Whether a text holds nothing that a terminal would obey, but for newlines and tabs."""
    return (text.isascii() and text.isprintable()) or ("\r" not in text and text.translate(_LINES) == text)


NARROW_TO_WIDE = 0xFEE0
"""The distance of a plain character to the same one as wide as a Chinese letter."""
_WIDE = {0x3000: " ", **{wide: chr(wide - NARROW_TO_WIDE) for wide in range(0xFF01, 0xFF5F)}}


def narrow_text(text: str) -> str:
    """Return the text with the wide marks, digits and letters of an input method as the plain ones that they
    are; as long as before.
    """
    return text if text.isascii() else text.translate(_WIDE)


def folded_text(text: str) -> str:
    """Return the text for comparing: composed, narrow, and without case; a capital I with a dot is an i."""
    if text.isascii():
        return text.casefold()
    return unicodedata.normalize("NFC", narrow_text(unicodedata.normalize("NFC", text)).casefold()).replace(
        "i\u0307", "i"
    )


def escaped_json_text(document: str) -> str:
    """Return a JSON document with everything `clean_text` would remove escaped by number.

    Any JSON writer already escapes the characters below the space.
    """
    if document.isascii() and "\x7f" not in document:
        return document
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", document)


def masked_text(text: str) -> str:
    """Return the text with a harmless character for each harmful one, so that positions still match.

    Widgets draw through this, in case a text reached them without passing `clean_text`.
    """
    return text if text.isascii() and text.isprintable() else text.translate(_MASKED)


def drawn_text(text: str) -> str:
    """Return the text as drawn, in characters whose width all terminals agree on."""
    return text if text.isascii() or not _TOGETHER.search(text) else text.translate(_APART)


def width(text: str) -> int:
    """Return how many terminal cells the text takes when drawn. Not for text with newlines or tabs."""
    if text.isascii() and text.isprintable():
        return len(text)
    from rich.cells import cell_len  # the very function the screen counts with; not loaded for plain ASCII

    return cell_len(drawn_text(text))


def clip(text: str, cells: int) -> str:
    """Return the text, or as much as fits with an ellipsis; at most `cells` wide."""
    if width(text) <= cells:
        return text
    return _head(text, cells - 1).rstrip(JOINER) + ELLIPSIS if cells > 0 else ""


def clip_words(text: str, cells: int) -> str:
    """Return the text, or as many whole words as fit with an ellipsis; empty where none does. A following
    word longer than all the cells is cut instead, since it would fit nowhere.
    """
    if width(text) <= cells:
        return text
    clipped = clip(text, cells)
    before = clipped.rpartition(" ")[0]
    words = before.rstrip(" ,;:·")
    if not words.strip():
        return ""
    is_endless = width(text[len(before) + 1 :].partition(" ")[0]) > cells
    return clipped if is_endless and not clipped.endswith(f" {ELLIPSIS}") else f"{words}{ELLIPSIS}"


def clip_text_pieces(text: str, cells: int, between: str) -> str:
    """Return as many whole pieces of a text as fit; of the first piece, as many comma-separated parts as fit,
    with an ellipsis. Empty where none does.
    """
    pieces = text.split(between)
    fitting = (between.join(pieces[:end]) for end in range(len(pieces), 0, -1))
    whole = next((each for each in fitting if width(each) <= cells), "")
    names = pieces[0].split(", ")
    parts = (f"{', '.join(names[:end])}{ELLIPSIS}" for end in range(len(names) - 1, 0, -1))
    return whole or next((each for each in parts if width(each) <= cells), "")


def pad(text: str, cells: int) -> str:
    """Return the text clipped or filled with spaces on the right: exactly `cells` wide."""
    clipped = clip(text, cells).rstrip(JOINER)
    return clipped + " " * (cells - width(clipped))


def wrapped(text: str, cells: int) -> list[str]:
    """Return the text in lines of at most `cells`, broken at blanks where possible."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        lines += _wrapped_line(paragraph, cells)
    return lines


def _wrapped_line(text: str, cells: int) -> list[str]:
    lines, line = [], ""
    for word in _sums_whole(text.split(" "), cells):
        while width(word) > cells:
            room = cells - width(line) - bool(line)
            head = _head(word, room) if room > 3 else ""
            lines.append(f"{line} {head}".strip() if head else line)
            word, line = word[len(head) :], ""
        if line and width(line) + 1 + width(word) > cells:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines = [*(each for each in lines if each), line] if line or not lines else lines
    return _without_dots_at_breaks(lines)


def _without_dots_at_breaks(lines: list[str]) -> list[str]:
    """Return the lines without separating dots at their ends and beginnings."""
    begun = [lines[0], *(each.removeprefix("· ") for each in lines[1:])]
    return [*(each.removesuffix(" ·") for each in begun[:-1]), begun[-1]]


_SIGNS = frozenset(("+", "-", "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}", "="))


def _sums_whole(words: list[str], cells: int) -> list[str]:
    """Return the words, with those of a sum such as `5 + 2 = 7` joined where it fits."""
    if _SIGNS.isdisjoint(words):
        return words
    whole: list[str] = []
    for place, word in enumerate(words):
        is_joined = place and (word in _SIGNS or words[place - 1] in _SIGNS)
        if is_joined and width(whole[-1]) + 1 + width(word) <= cells:
            whole[-1] += f" {word}"
        else:
            whole.append(word)
    return whole


def _head(word: str, cells: int) -> str:
    """Return as much of the word as fits, without measuring much more of an endless one."""
    end = max(1, cells)
    while end < len(word) and width(word[:end]) <= cells:
        end *= 2
    fits = bisect_right(range(min(end, len(word)) + 1), cells, key=lambda end: width(word[:end])) - 1
    return word[:fits]


FIRST, LAST = datetime(1900, 1, 1), datetime(9999, 12, 31, 23, 59, 59)
"""The moments shown for a clock set beyond the calendar."""


def local_time(seconds: float) -> datetime:
    """Return a moment, given in seconds since 1970, in the reader's time zone, whatever a clock said."""
    try:
        moment = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return LAST if seconds > 0 else FIRST
    return max(FIRST, moment)


def local_time_text(seconds: float) -> str:
    """Return a moment to the minute, as a person reads it."""
    return local_time(seconds).strftime("%Y-%m-%d %H:%M")


def signed(amount: int) -> str:
    """Return an amount with its sign, a minus as wide as a plus; 0 has none."""
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}") if amount else "0"
