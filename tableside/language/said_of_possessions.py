"""Lines about possessions that people wear, hold and put away: `bram wears chain`, `moss wields axe`.

Something worn or held is one of the things carried, and becomes one if it was not.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import takewhile

from tableside.errors import RuleError
from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.people import PeopleBesideVerb, people_beside_verb, people_meant
from tableside.language.said_of_sheets import (
    edit_said_of_sheets,
    owner_of_sheet_said,
    owner_said_before_verb,
    sheet_rows_said_added,
)
from tableside.language.words import (
    Phrase,
    Token,
    parted_words,
    refused,
    small_words,
    synonyms_of,
    text_of_words,
    verb_forms,
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
from tableside.rules.procedure import Role
from tableside.rules.table import Character
from tableside.rules.typed import typed_slug
from tableside.views.rows import ARROW, SEPARATOR
from tableside.wording import label, part_label

WEAPON = "weapon"
"""The part of a sheet for the weapon in hand."""


DEEDS = (
    *("wields", "wears", "takes-off", "puts-away", "takes-up", "gains", "gives-away", "hands-over"),
    *("learns", "forgets", "buys", "sells", Role.FIGHT),
)
"""Verbs of which a line says one."""


def check_one_deed_is_said(text: str) -> None:
    """Raises `RuleError` naming the first, where an *and* joins what somebody does to another deed, `moss
    drops her bow and wields an axe`.
    """
    line = word_tokens(text)
    joins, verbs = synonyms_of("and"), _deed_verbs()
    for n in range(1, len(line) - 1):
        is_another = line[n].low in joins and line[n + 1].low in verbs
        if is_another and not verbs.isdisjoint([each.low for each in line[:n]]):
            raise refused("one-by-one", first=text_of_words(line[:n]))


HANDLED = (
    "unfinished",
    "wields",
    "wears",
    "takes-off",
    "puts-away",
    "takes-up",
    "gains",
    "gives-away",
    "hands-over",
    "sells",
)
"""Verbs of what is done with a thing."""


def check_thing_is_said(listener: Listener, text: str) -> None:
    """Raises `RuleError` when a line says what somebody does, but not with which thing: `ana wields the`."""
    line = word_tokens(text)
    ends = (*synonyms_of("at-a-price"), *synonyms_of("from"))
    for id in HANDLED:
        rest = people_beside_verb(line, id, listener.known)
        if rest is None or (rest.before and people_meant(rest.before, listener.known) is None):
            continue
        things = [*takewhile(lambda each: each.low not in ends, rest.behind)]
        place, count, _ = listener.somebody(things)
        words = [*things[:place], *things[place + count :]]
        telling = [each for each in words if each.low not in (*small_words(), *words_before_a_thing())]
        is_bare = not rest.behind and bool(rest.before) and rest.verb[0].low in synonyms_of("unfinished")
        if is_bare or (not telling and any(each.low in words_before_a_thing() for each in words)):
            raise refused("what-thing", line=text_of_words(line[: rest.verb[-1].place + 1]))


@cache
def _deed_verbs() -> frozenset[str]:
    return frozenset(form for id in DEEDS for verb in synonyms_of(id) for form in (verb, *verb_forms(verb)))


def possession_said_wielded(listener: Listener, text: str) -> Said | None:
    """Taking something in hand: `ana draws her sword`. None: nobody does, or it is no weapon. Raises
    `RuleError` for something the game has no row for, and when the sheet does not say what is in hand.
    """
    if (said := owner_said_before_verb(listener, text, "wields")) is None:
        return None
    who, rest = said
    parts = [_name(each) for each in parted_words(rest.behind)]
    if len(parts) > 1 and all(_is_of_hand(listener, who, each) for each in parts):
        return _taken_up_together(listener, who, parts)
    unknown = [each for each in parts if not _is_of_hand(listener, who, each)]
    name = unknown[0] if len(parts) > 1 and len(unknown) < len(parts) else _name(rest.behind)
    place = possession_wearable(who, name) if not _is_drawn(rest) else None
    if place is not None:  # a shield is held beside the weapon
        return _taken_up(listener, who, *place)
    if WEAPON not in parts_for_items_in_use(who.sheet, who.kind):
        return None if _is_drawn(rest) else _carried(listener, who, name)
    row = _row_meant(who, WEAPON, name) or listener.rules.weapon_row_named(name)
    if not row and _is_drawn(rest):
        return None
    if not row:
        known = next(iter(usable_item_rows(who.sheet, WEAPON)))
        raise refused("wields-none", who=who.name, thing=name, row=known)
    return _taken_up(listener, who, WEAPON, row)


def _is_of_hand(listener: Listener, who: Character, name: str) -> bool:
    """Whether something is held: a weapon, or a shield."""
    return possession_wearable(who, name) is not None or bool(_weapon_meant(listener, who, name))


def _weapon_meant(listener: Listener, who: Character, name: str) -> str:
    if WEAPON not in parts_for_items_in_use(who.sheet, who.kind):
        return ""
    return _row_meant(who, WEAPON, name) or listener.rules.weapon_row_named(name)


def _taken_up_together(listener: Listener, who: Character, names: Sequence[str]) -> Said:
    """Taking several things in hand, `sword and shield`. Raises `RuleError` for two that are held alike."""
    places = [
        possession_wearable(who, each) or (WEAPON, _weapon_meant(listener, who, each)) for each in names
    ]
    if len({part for part, _ in places}) < len(places):
        raise refused("wields-one", who=who.name, thing=names[0])
    typed: list[str] = []
    changes: list[str] = []
    for part, row in places:
        with suppress(RuleError):  # what is in use already stays so
            one = _taken_up(listener, who, part, row)
            cells_typed = one.form.given["cells"] if one.form is not None else ()
            typed += map(str, cells_typed) if isinstance(cells_typed, tuple) else ()
            changes.append(one.about.split(SEPARATOR, 2)[2])
    if not typed:
        raise refused(
            "in-use-already",
            who=who.name,
            thing=" and ".join(names),
            part=part_label(listener.rules.id, WEAPON),
        )
    return edit_said_of_sheets(listener, (who,), tuple(typed), SEPARATOR.join(changes))


def _carried(listener: Listener, who: Character, name: str) -> Said:
    """What somebody wields whose sheet says only what they carry. Raises `RuleError` for what they carry
    already, and in games without weapons.
    """
    part, rows = part_for_items(who), listener.rules.weapon_rows
    if part is None or rows is None:
        raise refused(f"wields-{'unsaid' if part is None else 'nowhere'}", who=who.name, thing=name)
    if any(words_in_name(each.name) == words_in_name(name) for each in items_carried(who.sheet)):
        raise refused("wields-carried", who=who.name, thing=name)
    if typed_slug(name) not in rows and not listener.rules.weapon_row_named(name):
        raise refused("wields-none", who=who.name, thing=name, row=next(iter(rows)))
    return sheet_rows_said_added(listener, (who,), part, [name])


def _is_drawn(rest: PeopleBesideVerb) -> bool:
    """Whether the verb is also used of cards and tokens."""
    return any(each.low in synonyms_of("draws") for each in rest.verb)


def possession_said_worn(listener: Listener, text: str) -> Said | None:
    """Putting something on: `bram wears chain mail`, `bram wears a shield`, `bram armour chain`.

    None: nobody does. Raises `RuleError` when the sheet has no place for it.
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
    """The name at the beginning of a line, and all words after it. None: there is no name."""
    person = listener.known.named(line) if line else None
    if person is None:
        return None
    return PeopleBesideVerb((), tuple(line[: person.count]), tuple(line[person.count :]))


def possession_said_put_away(listener: Listener, text: str) -> Said | None:
    """Taking something off or out of hand: `ana takes off her armour`, `moss sheathes her sword`.

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


def disarming_said(listener: Listener, text: str) -> str | None:
    """A line that says that somebody loses hold of something, as dropping it: `ana is disarmed of her sword`,
    `her sword is knocked away`, `ana is disarmed`. None: it says no such thing.
    """
    line = word_tokens(text)
    being, disarmed = synonyms_of("being"), synonyms_of("disarmed")
    verbs = (*disarmed, *synonyms_of("knocked"))
    verb = next((n for n, each in enumerate(line) if each.low in verbs), len(line))
    is_of = [each.low in synonyms_of("of") for each in line[verb + 1 : verb + 2]] == [True]
    is_bare = is_of and line[verb].low in disarmed  # `disarmed of her sword`, by whoever is selected
    if verb == len(line) or not (is_bare or any(each.low in being for each in line[:verb])):
        return None
    names: Sequence[Token]
    things: Sequence[Token]
    before, behind = [each for each in line[:verb] if each.low not in being], line[verb + 1 :]
    if line[verb].low in disarmed:
        names, things = before, behind[1:] if behind and behind[0].low in synonyms_of("of") else ()
        things = [*takewhile(lambda each: each.low not in synonyms_of("by"), things)]
        if behind and not things and behind[0].low not in synonyms_of("by"):
            return None
    elif behind and behind[0].low in (*synonyms_of("knocked-where"), *synonyms_of("from")):
        person = listener.known.named(before) if before else None
        count = person.count if person is not None else 0
        names, things = before[:count], before[count:]
    else:
        return None
    if any(each.is_number for each in things):
        return None
    people = people_meant(names, listener.known) if names else None
    keys = people.keys if people is not None else (listener.who,) if not names else ()
    if len(keys) != 1 or keys[0] is None:
        return None
    who = listener.table[keys[0]]
    in_hand = row_of_item_in_use(who.sheet, WEAPON) if WEAPON in parts_for_items_in_use(who.sheet) else ""
    thing = _name(things) if line[verb].low not in disarmed or things else in_hand
    return f"{who.name} {synonyms_of('gives-away')[0]} {thing}" if thing else None


def possession_said_dropped(listener: Listener, who: Character, words: Sequence[Token]) -> Said | None:
    """Dropping something worn or held that is not listed among the things carried. None: it is nothing of the
    kind.
    """
    in_use = _in_use(who, _name(words)) if words else ()
    return _laid_off(listener, who, in_use, keeps=False) if in_use else None


def possessions_said_laid_down(
    listener: Listener, who: Character, part: str, gone: Collection[int]
) -> Iterator[str]:
    """The further changes when the things at these places, counted from 0, are no longer carried: they are no
    longer worn or held, unless another thing of the same row is.
    """
    for at, used in places_of_items_in_use(who.sheet).items():
        row = row_of_item_in_use(who.sheet, used)
        others = (each.weapon == row for n, each in enumerate(items_carried(who.sheet)) if n not in gone)
        if at in gone and not any(others):
            yield _told(listener, who, used, no_item_in_use(who.sheet, used))


def _name(words: Sequence[Token]) -> str:
    return " ".join(each.text for each in words if each.low not in small_words())


def possession_wearable(who: Character, name: str) -> tuple[str, str] | None:
    """The part of the sheet for something worn, and its row. None: there is none."""
    for part in _places_of_worn(who):
        if row := _row_meant(who, part, name):
            return part, row
    return None


def _row_meant(who: Character, part: str, name: str) -> str:
    """The row of a part as which something of this name is used: that of a thing carried with this full name,
    else the only row of this name; empty if there is none.
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
    """The words that distinguish a row: `light` of light armour; all words of a helmet."""
    return {*words_in_name(row)} - {*synonyms_of("made-of")} or {*words_in_name(row)}


def _places_of_worn(who: Character) -> list[str]:
    return [each for each in parts_for_items_in_use(who.sheet, who.kind) if each != WEAPON]


def _place_of_armour(who: Character) -> str:
    """How the sheet says what is worn: by `name`, `nowhere` but among the things carried, or `unsaid`."""
    if _places_of_worn(who):
        return "name"
    return "nowhere" if part_for_items(who) else "unsaid"


def _known_armour(who: Character) -> str:
    """The names of things that can be worn."""
    rows = (row for part in _places_of_worn(who) for row in usable_item_rows(who.sheet, part))
    return ", ".join(row.replace("-", " ") for row in rows)


def _in_use(who: Character, name: str, *, is_armour: bool | None = None) -> tuple[str, ...]:
    """The parts in which something of this name is worn or held now: by its row, by the name of the thing, or
    by that of the part; `armour` means anything worn on the body.
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
    """The change for wearing or holding one of the things carried, adding it if necessary."""
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
    """The change for no longer wearing or holding something; it stays carried with `keeps`."""
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
    """A part for something in use, before and after the change."""
    before = cells(who.sheet, part)[0].text
    texts = [label("option", each) if cells(who.sheet, part)[0].options else each for each in (before, value)]
    return f"{part_label(listener.rules.id, part)} {f' {ARROW} '.join(texts)}"
