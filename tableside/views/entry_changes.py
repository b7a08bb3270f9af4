"""What an entry changed on the table, and what has become of it since: taken back, amended, told anew."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from tableside.campaign.amendment import amended_by, is_in_secret
from tableside.campaign.documents import TABLE, Change
from tableside.campaign.entries import Entry, retold_by
from tableside.frozen import frozen
from tableside.rules.table import Table
from tableside.text import clip
from tableside.views.notes import is_struck_note, written
from tableside.wording import has_text, label, part_label
from tableside.wording.results import sentence, yes_or_no

WHOLE = ("current", "marked", "sides", "rows", "items", "names")
"""Fields of a part of a sheet that are what one means by the part."""
LONGEST = 60
"""Cells of a value: more of a long note tells nobody more."""
PEOPLE = ("attending", "acting", "acted")
"""Fields that hold keys of characters."""


def names_at(*tables: Table) -> dict[int, str]:
    """The names of those whom an entry may have changed, by their keys; those of the first table first."""
    return {key: each.name for table in reversed(tables) for key, each in table.characters.items()}


@frozen
class Changed:
    """One thing that an entry changed: whose, what of it, and from what to what."""

    who: str
    """The name of the one whose it is; empty where it is the table's."""
    what: str
    """What of it; where nothing was before and after, all there is to say."""
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The same in a line."""
        whose = f"{self.who}: " if self.who else ""
        return f"{whose}{self.what} {self.before} {ARROW} {self.after}" if self.after else self.what


ARROW = "\N{RIGHTWARDS ARROW}"


def changed(changes: Iterable[Change], names: Mapping[int, str], game: str) -> tuple[Changed, ...]:
    """What an entry changed, each once; what has no words is left out."""
    return tuple(dict.fromkeys(filter(None, (_changed(each, names, game) for each in changes))))


def change_texts(changes: Iterable[Change], names: Mapping[int, str], game: str) -> tuple[str, ...]:
    """What an entry changed, in words, a line each."""
    return tuple(each.text for each in changed(changes, names, game))


def _changed(change: Change, names: Mapping[int, str], game: str) -> Changed | None:
    collection, _, number = change.what.partition("/")
    if collection == "characters":
        return _about_one(change, names.get(int(number), f"#{number}"), game)
    if change.what != TABLE or not change.field:
        return None
    part, *rest = map(str, change.field)
    if part == "order":
        return _about_the_order(change, names, rest)
    return _turned("", _called(part), change, names if part in PEOPLE else {})


def _about_the_order(change: Change, names: Mapping[int, str], rest: list[str]) -> Changed:
    if not rest:
        return Changed("", label("change", "order-ends" if change.after is None else "order-begins"))
    if rest[0] in ("round", "acting") and len(rest) == 1:
        return _turned("", _called(rest[0]), change, names if rest[0] in PEOPLE else {})
    return Changed("", label("amending", "order"))


def _about_one(change: Change, name: str, game: str) -> Changed:
    if not change.field:
        if isinstance(document := change.after or change.before, dict):
            name = str(document.get("name", name))
        return Changed("", sentence("amending", "comes" if change.before is None else "goes", who=name))
    if change.field[0] != "sheet":
        return _turned(name, _called(str(change.field[0])), change, {})
    part = part_label(game, str(change.field[1]))
    rest = change.field[2:]
    row = next((f" {each + 1}" for each in rest if isinstance(each, int)), "")
    last = str(rest[-1]) if rest and isinstance(rest[-1], str) else ""
    detail = "" if last in WHOLE or not last else f" {_called(last)}"
    return _turned(name, f"{part}{row}{detail}", change, {})


def _called(field: str) -> str:
    return label("change", field) if has_text("change", field) else label("amending", field)


def _turned(who: str, what: str, change: Change, names: Mapping[int, str]) -> Changed:
    return Changed(who, what, _short(change.before, names), _short(change.after, names))


def _short(value: object, names: Mapping[int, str]) -> str:
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, int) and value in names:
        return names[value]
    if isinstance(value, list | tuple):
        return ", ".join(_short(each, names) for each in value) or "-"
    if isinstance(value, dict):
        if "name" in value or "current" in value:
            return label("condition", str(value["name"])) if "name" in value else str(value["current"])
        options = (label("option", each) for each in value.values() if isinstance(each, str))
        return ", ".join(options) or ("…" if value else "-")
    text = str(value) if value not in (None, "") else "-"
    return clip(text.replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int) else text, LONGEST)


@frozen
class Since:
    """What is to be said with an entry that does not stand as it was told."""

    text: str = ""
    is_struck: bool = False
    """Whether it stands no more, or another in its place."""
    is_hidden: bool = False
    """Whether what came of it has become the GM's alone."""
    instead: str = ""
    """Of a note, what it says since it was rewritten."""


AS_TOLD = Since()


def since(taken_back: Collection[int], amendments: Sequence[Entry]) -> dict[int, Since]:
    """By their numbers, all entries that do not stand as they were told; `amendments` are those that stand,
    in their order.
    """
    by_number = {each.number: each for each in amendments}
    fates = {number: Since(_said("corrected", by)) for number, by in retold_by(amendments).items()}
    for number, by in amended_by(amendments).items():
        fates[number] = _amended(number, by_number[by])
    return fates | {number: Since(label("moved", "taken-back"), True) for number in taken_back}


def _amended(number: int, by: Entry) -> Since:
    """What became of an entry that another amends: a note says something else, and is no other one."""
    is_hidden, text = is_in_secret(by), _said("struck" if is_struck_note(by) else "amended", by.number)
    instead = "" if is_hidden or number != by.amends else written(by)
    return Since(text, not instead, is_hidden, instead)


def _said(how: str, by: int) -> str:
    return label("moved", how).format(entry=by)
