"""A sheet as a page of HTML for printing: numbers in a band with bars above lists in two columns."""

from collections.abc import Iterable, Iterator, Sequence

from tableside.campaign.campaign import Campaign
from tableside.rules.cells import cells, die_cell_text
from tableside.rules.items import item_row_name, places_of_items_in_use
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import (
    Die,
    Item,
    Meter,
    Part,
    Skill,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
    is_numeric_part,
    sheet_part_of,
    sheet_parts,
)
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug
from tableside.views.character_list import character_condition_spans
from tableside.views.html import html_head, html_text
from tableside.views.meters import marked_meter_boxes
from tableside.views.sheet_band import (
    sheet_band_box_title,
    sheet_band_note,
    sheet_band_parts,
    sheet_band_total,
)
from tableside.views.sheet_rows import (
    BEFORE,
    IN_COLUMNS,
    Derived,
    is_sheet_row_long_text,
    sheet_row_derived_text,
)
from tableside.wording import label, part_label, sentence, yes_or_no

Named = tuple[str, str, Part]
"""A part of a sheet: its id, its name in the game, and its value."""


def html_sheet_page(campaign: Campaign, who: Character) -> str:
    """The whole HTML page of a sheet; `who` may hold only what players see."""
    table = campaign.table
    where = sentence("written", "sheet-of", game=campaign.ruleset.name, campaign=table.title, day=table.day)
    return "\n".join(
        (
            html_head(who.name, "sheet.css"),
            f"<body>\n<header>\n<h1>{html_text(who.name)}</h1>\n<p>{html_text(where)}</p>\n</header>",
            "<main>",
            *html_sheet_body(who, table, campaign.rules),
            "</main>\n</body>\n</html>\n",
        )
    )


def html_sheet_body(who: Character, table: Table, rules: Ruleset) -> Iterator[str]:
    """The sections of a sheet as HTML, to be placed in a page."""
    named = [
        (part, part_label(rules.id, part), sheet_part_of(who.sheet, part))
        for part in sheet_parts(who.sheet, who.kind)
    ]
    derived = rules.derived(table, who)
    band = [box for row in sheet_band_parts(who, rules) for box in row]
    in_band = {part for box in band for part in box}
    yield from _band(who, rules, band, derived)
    facts = [each for each in named if each[0] not in in_band]
    facts.sort(key=lambda each: each[0] not in rules.head)
    states = ", ".join(words for words, _ in character_condition_spans(who, table, rules))
    yield from _facts(who, facts, derived, states)
    yield '<div class="lists">'
    for part in named:
        yield from _list(who, part, derived)
    yield from _long_texts(who, named)
    yield "</div>"


# Numbers


def _band(who: Character, rules: Ruleset, band: Iterable[Sequence[str]], derived: Derived) -> Iterator[str]:
    """The numbers in boxes, as on the screen."""
    yield '<ul class="band">'
    for box in band:
        yield f"<li><span>{html_text(sheet_band_box_title(box, rules))}</span> "
        for part in box:
            value = sheet_part_of(who.sheet, part)
            is_second = isinstance(value, bool) and part != box[0]
            total = sheet_band_total(part, derived)
            shown = (
                _tick(value, part_label(rules.id, part))
                if is_second
                else f"<b>{html_text(total)}</b>"
                if total
                else _boxed(who, part, value)
            )
            note = "" if total else sheet_band_note(part, who, derived)
            yield shown + (f"<em>{html_text(note)}</em>" if note else "")
        yield "</li>"
    yield "</ul>"


def _boxed(who: Character, part: str, value: Part) -> str:
    return _number(value) if is_numeric_part(value) else f"<b>{html_text(_word(who, part, value))}</b>"


def _tick(is_so: Part, name: str) -> str:
    """A truth value as a box, ticked or not."""
    return f"<em>{marked_meter_boxes(int(bool(is_so)), 1)} {html_text(name)}</em>"


def _number(value: Part) -> str:
    """A number with its maximum and a bar."""
    match value:
        case Meter():
            most = sentence("characters", "of", most=value.maximum)
            return f"<b>{value.current}</b> <small>{html_text(most)}</small>{_bar(value)}"
        case Track():
            most = sentence("characters", "of", most=value.boxes)
            boxes = marked_meter_boxes(value.marked, value.boxes)
            return f"<b>{value.marked}</b> <small>{html_text(most)}</small><i>{boxes}</i>"
        case Die():
            lost = sentence("characters", "lost", count=value.lost) if value.lost else ""
            return f"<b>{die_cell_text(value.sides)}</b> <small>{html_text(lost)}</small>"
    return f"<b>{value}</b>"


def _bar(meter: Meter) -> str:
    """A bar of a meter, in addition to its number; empty if the maximum is 0."""
    if meter.maximum <= 0:
        return ""
    left = max(0, min(100, round(100 * meter.current / meter.maximum)))
    return (
        '<svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="100" height="5"/><rect class="left" width="{left}" height="5"/></svg>'
    )


# Words


def _facts(who: Character, named: Iterable[Named], derived: Derived, states: str) -> Iterator[str]:
    """The short facts of a sheet: kind, conditions, texts, numbers, and yes or no."""
    facts = [(label("part", "kind"), label("kind", who.kind)), (label("part", "conditions"), states)]
    for part, name, value in named:
        word = _word(who, part, value)
        facts.append((name, f"{word} {sheet_band_note(part, who, derived)}".rstrip() if word else ""))
    yield '<dl class="facts">'
    yield from (
        f"<div><dt>{html_text(name)}</dt> <dd>{html_text(word)}</dd></div>" for name, word in facts if word
    )
    yield "</dl>"


def _word(who: Character, part: str, value: Part) -> str:
    """A short text or number; empty if there is none, or if the part is something else."""
    if isinstance(value, bool):
        return yes_or_no(value)
    if is_numeric_part(value):
        return cells(who.sheet, part)[0].text
    if not isinstance(value, str) or is_sheet_row_long_text(who, part):
        return ""
    return label("option", value) if cells(who.sheet, part)[0].options else value


def _long_texts(who: Character, named: Iterable[Named]) -> Iterator[str]:
    for part, name, value in named:
        if isinstance(value, str) and value and is_sheet_row_long_text(who, part):
            written = html_text(value, lines=True)
            yield f'<section>\n<h2>{html_text(name)}</h2>\n<p class="long">{written}</p>\n</section>'


# Lists


def _list(who: Character, named: Named, derived: Derived) -> Iterator[str]:
    """A list under its heading; nothing if it is empty or not a list."""
    part, name, value = named
    rows = list(_rows(who, part, value, derived))
    if not rows:
        return
    over = {derived[f"{part}.{n}"][0] for n in range(1, len(rows) + 1) if f"{part}.{n}" in derived}
    columns = [label("derived", id) for id in IN_COLUMNS if id in over]
    about = [sheet_row_derived_text(derived[part])] if part in derived else []
    small = html_text(", ".join([*about, *columns]))
    yield f"<section>\n<h2>{html_text(name)} <small>{small}</small></h2>\n<ul>"
    yield from rows
    yield "</ul>\n</section>"


def _rows(who: Character, part: str, value: Part, derived: Derived) -> Iterator[str]:
    beside = {path.removeprefix(f"{part}."): note for path, note in derived.items()}
    match value:
        case Skills():
            yield from (_skill(row, beside.get(str(n))) for n, row in enumerate(value.rows, 1))
        case Slots():
            in_use = places_of_items_in_use(who.sheet)
            for n, item in enumerate(value.items, 1):
                used = label("in-use", in_use[n - 1]) if n - 1 in in_use else ""
                yield _item(item, value.position(n - 1), beside.get(str(n)), used)
        case Traits() | Tags():
            for n, cell in enumerate(cells(who.sheet, part)[:-1], 1):
                yield f"<li><span>{html_text(cell.text)}</span>{_note(beside.get(str(n)))}</li>"


def _skill(row: Skill, note: tuple[str, int] | None) -> str:
    """A skill: tick box, name, cost, rank, and derived value."""
    ticked = (
        f'<b class="tick" title="{label("written", "ticked")}">√</b>'
        if row.ticked
        else '<b class="tick"></b>'
    )
    cost = f" ({row.cost})" if row.cost else ""
    return f"<li>{ticked}<span>{html_text(row.name)}{cost}</span><i>{row.rank}</i>{_note(note)}</li>"


def _item(item: Item, first: int, note: tuple[str, int] | None, used: str) -> str:
    """An item: slot number, name, whether worn or in hand, and its slots unless one."""
    slot = str(note[1]) if note is not None and note[0] == BEFORE else str(first) if item.slots else ""
    is_so_called = typed_slug(item_row_name(item.weapon)) == typed_slug(item.name)
    weapon = f" ({label('option', item.weapon)})" if item.weapon and not is_so_called else ""
    heavy = f"<b>{sentence('written', 'slots', count=item.slots)}</b>" if item.slots > 1 else ""
    other = note if note is not None and note[0] != BEFORE else None
    name = html_text(item.name + weapon)
    worn = f" <small>{html_text(used)}</small>" if used else ""
    return f'<li class="slot"><i>{slot}</i><span>{name}{worn}</span>{heavy}{_note(other)}</li>'


def _note(note: tuple[str, int] | None) -> str:
    """The value derived from a row; only the number if the heading names it."""
    if note is None:
        return ""
    return (
        f"<b>{note[1]}</b>"
        if note[0] in IN_COLUMNS
        else f"<small>{html_text(sheet_row_derived_text(note))}</small>"
    )
