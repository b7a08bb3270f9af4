"""`python docs/keys.py`: writes `docs/keys.md` out of the table of keys that the program has."""

from pathlib import Path

from tableside.key_table import EVERYWHERE, KEYS, Key, key_table_everywhere
from tableside.wording import TEXTS

HEAD = ("| | |", "|--|--|")
PAGE = Path(__file__).parent / "keys.md"


def page() -> str:
    """The whole page, as Markdown."""
    lines = ["# All keys", "", f"## {TEXTS['help.everywhere']}", "", *HEAD]
    lines += [f"| {_code(keys)} | {TEXTS[line]} |" for keys, line in key_table_everywhere()]
    for place in KEYS:
        if place not in EVERYWHERE:
            lines += ["", f"## {TEXTS[f'place.{place}']}", "", *HEAD, *map(_row, KEYS[place])]
    return "\n".join((*lines, ""))


def _row(row: Key) -> str:
    return f"| {_code(row.written)} | {TEXTS.get(f'{row.label_id}.help') or TEXTS[row.label_id]} |"


def _code(keys: str) -> str:
    return " ".join(f"`{each}`" for each in keys.split(", "))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
