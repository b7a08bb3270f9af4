"""What is said of possessions that people wear, hold and put away: `bram wears chain`, `moss wields axe`.

What is worn or held is one of the things carried, and becomes one where it was none.
"""

from collections.abc import Collection, Iterator, Sequence

from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.people import PeopleBesideVerb, people_beside_verb
from tableside.language.said_of_sheets import (
    edit_said_of_sheets,
    owner_of_sheet_said,
    owner_said_before_verb,
)
from tableside.language.words import (
    Phrase,
    Token,
    refused,
    small_words,
    synonyms_of,
    word_tokens,
    words_before_a_thing,
    words_in_name,
)
from tableside.rules.cells import cells
from tableside.rules.items import (
    item_row_name,
    items_carried,
    no_item_in_use,
    part_for_items,
    parts_for_items_in_use,
    place_of_item,
    places_of_items_in_use,
    row_of_item_in_use,
    usable_item_rows,
)
from tableside.rules.table import Character
from tableside.views.rows import ARROW, SEPARATOR
from tableside.wording import label, part_label

WEAPON = "weapon"
"""The part of a sheet that says what is in hand."""


def possession_said_wielded(listener: Listener, text: str) -> Said | None:
    """What somebody takes into their hand, `ana draws her sword`. None: nobody does, or what is drawn is no
    weapon. Raises `RuleError` for what this game has no row for, and where no sheet says what is in hand.
    """
    if (said := owner_said_before_verb(listener, text, "wields")) is None:
        return None
    who, rest = said
    name = _name(rest.behind)
    if WEAPON not in parts_for_items_in_use(who.sheet, who.kind):
        if _is_drawn(rest):
            return None
        place = "nowhere" if part_for_items(who) else "unsaid"
        raise refused(f"wields-{place}", who=who.name, thing=name)
    row = _row_meant(who, WEAPON, name) or listener.rules.weapon_row_named(name)
    if not row and _is_drawn(rest):
        return None
    if not row:
        raise refused("wields-none", who=who.name, thing=name)
    return _taken_up(listener, who, WEAPON, row)


def _is_drawn(rest: PeopleBesideVerb) -> bool:
    """Whether the verb is one that is said of maps and tokens too."""
    return any(each.low in synonyms_of("draws") for each in rest.verb)


def possession_said_worn(listener: Listener, text: str) -> Said | None:
    """What somebody puts on, `bram wears chain mail`, `bram wears a shield`, `bram armour chain`.

    None: nobody does. Raises `RuleError` when it is nothing that their sheet has a place for.
    """
    line = word_tokens(text)
    rest = people_beside_verb(line, "wears", listener.known)
    said = rest or _besides_a_name(listener, line)
    who = owner_of_sheet_said(listener, said)
    if said is None or who is None:
        return None
    name = _name(said.behind)
    place = possession_wearable(who, name)
    if place is None and rest is None:
        return None
    if place is None:
        raise refused(f"wears-{_place_of_armour(who)}", who=who.name, thing=name, known=_known_armour(who))
    return _taken_up(listener, who, *place)


def _besides_a_name(listener: Listener, line: Sequence[Token]) -> PeopleBesideVerb | None:
    """Whose line begins with their name, and all that stands behind it. None: it does not."""
    person = listener.known.named(line) if line else None
    if person is None:
        return None
    return PeopleBesideVerb((), tuple(line[: person.count]), tuple(line[person.count :]))


def possession_said_put_away(listener: Listener, text: str) -> Said | None:
    """What somebody takes off, or has in hand no more, `ana takes off her armour`, `moss sheathes her sword`.

    None: nobody does. Raises `RuleError` when nothing of the kind is worn or held.
    """
    for verb in ("takes-off", "puts-away"):
        rest = people_beside_verb(word_tokens(text), verb, listener.known)
        who = owner_of_sheet_said(listener, rest)
        has_number = rest is not None and any(each.is_number for each in rest.behind)
        if who is None and any(each.words > 1 and not each.left for each in listener.readings(text)):
            continue
        if rest is not None and len(rest.verb) > 1 and (who is None or has_number):
            raise refused("off-what", verb=" ".join(each.text for each in rest.verb))
        if rest is None or who is None or has_number:
            continue
        words = [each for each in rest.behind if each.low not in words_before_a_thing()]
        in_use = _in_use(who, _name(words), is_armour=verb == "takes-off")
        if in_use:
            return _laid_off(listener, who, in_use, keeps=True)
        if len(rest.verb) > 1 or parts_for_items_in_use(who.sheet, who.kind):
            raise refused(verb, who=who.name, thing=_name(words))
        return None
    return None


def possession_said_dropped(listener: Listener, who: Character, words: Sequence[Token]) -> Said | None:
    """What somebody drops that they wear or hold and that is not listed among what they carry. None: it is
    nothing of the kind.
    """
    in_use = _in_use(who, _name(words)) if words else ()
    return _laid_off(listener, who, in_use, keeps=False) if in_use else None


def possessions_said_laid_down(
    listener: Listener, who: Character, part: str, gone: Collection[int]
) -> Iterator[str]:
    """What changes besides when the things at these places, counted from 0, are carried no more: they are not
    worn or held, unless others are used as the same.
    """
    for at, used in places_of_items_in_use(who.sheet).items():
        row = row_of_item_in_use(who.sheet, used)
        others = (each.weapon == row for n, each in enumerate(items_carried(who.sheet)) if n not in gone)
        if at in gone and not any(others):
            yield _told(listener, who, used, no_item_in_use(who.sheet, used))


def _name(words: Sequence[Token]) -> str:
    return " ".join(each.text for each in words if each.low not in small_words())


def possession_wearable(who: Character, name: str) -> tuple[str, str] | None:
    """The part of the sheet that says that something is worn, and as which row. None: it has none."""
    for part in _places_of_worn(who):
        if row := _row_meant(who, part, name):
            return part, row
    return None


def _row_meant(who: Character, part: str, name: str) -> str:
    """As which of the rows of a part something of this name is used: a thing carried first, by its whole
    name, then the only row that is called so; empty when none is.
    """
    rows = usable_item_rows(who.sheet, part)
    words, called_so = (
        {*words_in_name(name)},
        {*words_in_name(part.replace("_", " ")), *synonyms_of("made-of")},
    )
    if not words:
        return ""
    own = (
        each.weapon
        for each in items_carried(who.sheet)
        if each.weapon in rows and words == {*words_in_name(each.name)}
    )
    meant = [each for each in rows if words <= {*words_in_name(each)} | called_so and words & _telling(each)]
    return next(own, meant[0] if len(meant) == 1 else "")


def _telling(row: str) -> set[str]:
    """The words that tell a row from others: `light` of light armour, and all of them of a helmet."""
    return {*words_in_name(row)} - {*synonyms_of("made-of")} or {*words_in_name(row)}


def _places_of_worn(who: Character) -> list[str]:
    return [each for each in parts_for_items_in_use(who.sheet, who.kind) if each != WEAPON]


def _place_of_armour(who: Character) -> str:
    """How their sheet says what is worn: by `name`, `nowhere` but among what is carried, or `unsaid`."""
    if _places_of_worn(who):
        return "name"
    return "nowhere" if part_for_items(who) else "unsaid"


def _known_armour(who: Character) -> str:
    """What can be worn by its name."""
    rows = (row for part in _places_of_worn(who) for row in usable_item_rows(who.sheet, part))
    return ", ".join(row.replace("-", " ") for row in rows)


def _in_use(who: Character, name: str, *, is_armour: bool | None = None) -> tuple[str, ...]:
    """The parts by which something of this name is worn or held now: by its row, by the name of the thing
    that it is, or by that of the part; `armour` means what is worn on the body.
    """
    wanted, items = {*words_in_name(name)}, items_carried(who.sheet)
    parts = []
    for part in parts_for_items_in_use(who.sheet, who.kind):
        row = row_of_item_in_use(who.sheet, part)
        fits = is_armour is None or is_armour == (part != WEAPON)
        if not row and cells(who.sheet, part)[0].text == no_item_in_use(who.sheet, part):
            continue
        place = place_of_item(who.sheet, row)
        names: list[Phrase] = [words_in_name(part), words_in_name(row)]
        names += [words_in_name(items[place].name)] if place is not None else []
        called_so = {word for each in names for word in each} | {*synonyms_of("made-of")}
        if fits and wanted and wanted <= called_so and any(wanted & {*each} for each in names):
            parts.append(part)
    return tuple(parts[:1])


def _taken_up(listener: Listener, who: Character, part: str, row: str) -> Said:
    """Worn or held from now on, out of the things carried; who has none has one now."""
    value, carried = usable_item_rows(who.sheet, part).get(row, row), part_for_items(who)
    is_so = row_of_item_in_use(who.sheet, part) == row
    is_listed = place_of_item(who.sheet, row) is not None
    name = item_row_name(row).replace("-", " ")
    if is_so and is_listed:
        raise refused("in-use-already", who=who.name, thing=name, part=part_label(listener.rules.id, part))
    typed, changes = [f"{_path(part)}={value}"], [] if is_so else [_told(listener, who, part, value)]
    if not is_listed and carried is not None:
        typed.insert(0, f"{_path(carried)}.new={name}")
        changes.append(f"{part_label(listener.rules.id, carried)} + {name}")
    return edit_said_of_sheets(listener, (who,), tuple(typed), SEPARATOR.join(changes))


def _laid_off(listener: Listener, who: Character, in_use: Sequence[str], *, keeps: bool) -> Said:
    """Neither worn nor held any more: it is carried still where they keep it."""
    typed, changes = [], []
    carried = part_for_items(who)
    for part in in_use:
        row, nothing = row_of_item_in_use(who.sheet, part), no_item_in_use(who.sheet, part)
        typed.append(f"{_path(part)}={nothing}")
        changes.append(_told(listener, who, part, nothing))
        if keeps and row and carried is not None and place_of_item(who.sheet, row) is None:
            name = row.replace("-", " ")
            typed.append(f"{_path(carried)}.new={name}")
            changes.append(f"{part_label(listener.rules.id, carried)} + {name}")
    return edit_said_of_sheets(listener, (who,), tuple(typed), SEPARATOR.join(changes))


def _path(part: str) -> str:
    return part.replace("_", "-")


def _told(listener: Listener, who: Character, part: str, value: str) -> str:
    """What a part says of what is in use, before and after."""
    before = cells(who.sheet, part)[0].text
    texts = [label("option", each) if cells(who.sheet, part)[0].options else each for each in (before, value)]
    return f"{part_label(listener.rules.id, part)} {f' {ARROW} '.join(texts)}"
