"""What is said of possessions, which people carry, wear, hold and put away: `ana gets rope`, `everyone gets
10 silver`, `moss loses the key`, `bram wears chain`, `moss wields axe`.

What is worn or held is one of the things carried, and becomes one where it was none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.parse import Reading
from tableside.language.people import Besides, those_in_play, words_beside_verb
from tableside.language.said_of_sheets import (
    added_rows,
    carried_in,
    edited_row,
    edited_sheets,
    people_said,
    value_said,
    who_said,
)
from tableside.language.words import (
    Names,
    Phrase,
    Token,
    before_a_thing,
    parted_by_commas,
    phrase,
    possession_named,
    refused,
    small_words,
    synonyms_of,
    tokens,
)
from tableside.rules.campaign_kinds import own_kind, own_names
from tableside.rules.cells import cells
from tableside.rules.characters import (
    at_rest,
    items_of,
    parts_in_use,
    place_of,
    places_in_use,
    row_in_use,
    rows_of,
)
from tableside.rules.items import item_row_in_packs
from tableside.rules.pack_kinds import row_of_kind
from tableside.rules.sheet import Traits, name_of_row, part_of
from tableside.rules.table import Character
from tableside.views.input_values import row_names
from tableside.views.rows import ARROW, SEPARATOR
from tableside.wording import label, part_label, sentence

EQUALS = "="
"""Between what a thing is called and the weapon that it is: `widowmaker = axe`."""
WEAPON = "weapon"
"""The part of a sheet that says what is in hand."""


def possessions_said_carried(listener: Listener, text: str) -> Said | None:
    """What changes in what people carry by a line. None: nothing, or it means something else."""
    line = tokens(text)
    if any(each.is_number or (EQUALS in each.text and each.text != EQUALS) for each in line):
        return _with_numbers(listener, text)
    lost = words_beside_verb(line, "gives-away", listener.known)
    if lost is not None and (who := who_said(listener, lost)) is not None:
        return None if _is_an_act(listener, text) else _without(listener, text, who, lost.behind)
    people, things = _getting(listener, text)
    if not people or any(each.is_dice for each in things) or _is_something_else(listener, text):
        return None
    return _with(listener, people, things)


def _with_numbers(listener: Listener, text: str) -> Said | None:
    """What somebody gets with its numbers behind it, `ida gets lantern 3`, where the sheet has things so.
    None: it is no such line, or a wound or a condition that the game knows.
    """
    people, things = _getting(listener, text)
    part = carried_in(people[0]) if people else None
    if part is None or not isinstance(part_of(people[0].sheet, part), Traits):
        return None
    known = (each for each in listener.readings(text) if not each.left and not each.is_free)
    if value_said(listener, text) is not None or any(each.is_care for each in known):
        return None
    for *name, last in parted_by_commas(things):
        if not name or not last.is_number or any(each.is_number for each in name):
            return None
    return _with(listener, people, things)


def counted_things(listener: Listener, text: str) -> Said | None:
    """So many of a thing that somebody gets, `moss gets 3 torches`, where the number is nothing else.

    None: it is no such line.
    """
    people, things = _getting(listener, text)
    words = [each for each in things[1:] if each.low not in small_words()]
    if not people or not things[0].text.isdecimal() or not words:
        return None
    if any(word.is_number for each in parted_by_commas(things) for word in each[1:]):
        return None
    return _with(listener, people, things)


_RANKED = re.compile(r"(?P<name>.*\S)\s+(?P<rank>\d{1,3})")


def as_in_a_pack(listener: Listener, part: str, name: str) -> str:
    """What is typed for a thing of this name: with the numbers that a pack or the campaign knows of it, its
    rank as the line says it; else as it stands.
    """
    own = own_names(listener.rules, listener.table, part)
    ranked = _RANKED.fullmatch(name)
    for said in (name, ranked["name"] if ranked else name):
        if id := next(iter(own.called(said)), ""):
            kind = own_kind(listener.rules, listener.table, part, id)
            rank = (f"rank={ranked['rank']}",) if ranked and said != name else ()
            return row_of_kind(replace(kind, cells=(*kind.cells, *rank)), listener.rules)
    return name


def _getting(listener: Listener, text: str) -> tuple[tuple[Character, ...], tuple[Token, ...]]:
    """Those who get something, `moss gets a rope` or `give moss a rope`, and what that is."""
    line = tokens(text)
    if (given := words_beside_verb(line, "gives", listener.known)) is not None and not given.before:
        return _receiving(listener, given.behind)
    verbs = ("takes-up", "gains")
    got = next((got for each in verbs if (got := words_beside_verb(line, each, listener.known))), None)
    return ((), ()) if got is None else (people_said(listener, got), got.behind)


def _receiving(listener: Listener, words: Sequence[Token]) -> tuple[tuple[Character, ...], tuple[Token, ...]]:
    """Those whose names stand first, and what they get. Nobody: none do, or one name is that of several."""
    person = listener.known.named(words) if words else None
    keys = those_in_play(listener.table, person.keys) if person is not None else ()
    if person is None or not keys or not (person.many or len(person.keys) == 1):
        return (), ()
    things = tuple(words[person.count :])
    return (tuple(listener.table[key] for key in keys), things) if things else ((), ())


def _is_something_else(listener: Listener, text: str) -> bool:
    """Whether a command is spelt out, or whoever it is gets a wound or a condition: `moss gets prone`."""
    whole = [each for each in listener.readings(text) if not each.left]
    return any((each.is_spelt_out and not _is_named_by_a_row(each)) or each.is_care for each in whole)


def _is_named_by_a_row(reading: Reading) -> bool:
    """Whether only a skill or a spell on the sheet names it: who gets a bow makes no test of Bow."""
    verbs = {word for each in reading.command.verbs for word in each}
    return bool(verbs) and verbs.isdisjoint(word for each in reading.line.tokens for word in each.words)


def _is_an_act(listener: Listener, text: str) -> bool:
    """Whether the game has an act for it: one of the GM's own loses a resource by its rules."""
    readings = listener.readings(text)
    return any(each.is_spelt_out and not (each.left or each.trouble or each.is_free) for each in readings)


def _with(listener: Listener, people: Sequence[Character], words: Sequence[Token]) -> Said | None:
    """What these carry from now on. None: their sheets have no place for it, or it is nothing."""
    who = people[0]
    part = carried_in(who)
    if any(carried_in(each) != part for each in people):
        return None
    names = [" ".join(one.text for one in possession_named(each)) for each in parted_by_commas(words)]
    if part is None or not all(names):
        return None
    said = added_rows(listener, people, part, [as_in_a_pack(listener, part, each) for each in names])
    if len(people) > 1 or len(names) > 1 or _wearable(who, names[0]) is None:
        return said
    note = sentence("said", "not-worn", line=sentence("said", "wears", who=who.name, thing=names[0]))
    return replace(said, about=SEPARATOR.join((said.about, note)))


def _without(listener: Listener, text: str, who: Character, words: Sequence[Token]) -> Said | None:
    """None: it means something else. Raises `RuleError` when nothing that is carried is called so."""
    part = carried_in(who)
    if part is None:
        return None
    rows = row_names(part_of(who.sheet, part))
    telling = possession_named(words)
    match, places = Names((phrase(name), place) for place, name in enumerate(rows)).best(telling)
    if match is None or match.count < len(telling) or len(places) != 1:
        if (worn := _worn_down(listener, who, telling)) is not None:
            return worn
        if telling and all(each.left for each in listener.readings(text)):
            raise refused("carries-none", who=who.name, thing=" ".join(each.text for each in telling))
        return None
    (place,) = places
    gone = [f"\N{MINUS SIGN} {rows[place]}", *_laid_down(listener, who, part, place)]
    return edited_row(listener, (who,), f"{part}.{place + 1}", "", SEPARATOR.join(gone))


def possession_said_wielded(listener: Listener, text: str) -> Said | None:
    """What somebody takes into their hand, `ana draws her sword`. None: nobody does, or what is drawn is no
    weapon. Raises `RuleError` for what this game has no row for, and where no sheet says what is in hand.
    """
    rest = words_beside_verb(tokens(text), "wields", listener.known)
    who = who_said(listener, rest) if rest is not None else None
    if rest is None or who is None:
        return None
    name = _name(rest.behind)
    if WEAPON not in parts_in_use(who.sheet, who.kind):
        if _is_drawn(rest):
            return None
        place = "nowhere" if carried_in(who) else "unsaid"
        raise refused(f"wields-{place}", who=who.name, thing=name)
    row = _row_meant(who, WEAPON, name) or item_row_in_packs(listener.rules, name)
    if not row and _is_drawn(rest):
        return None
    if not row:
        raise refused("wields-none", who=who.name, thing=name)
    return _taken_up(listener, who, WEAPON, row)


def _is_drawn(rest: Besides) -> bool:
    """Whether the verb is one that is said of maps and tokens too."""
    return any(each.low in synonyms_of("draws") for each in rest.verb)


def possession_said_worn(listener: Listener, text: str) -> Said | None:
    """What somebody puts on, `bram wears chain mail`, `bram wears a shield`, `bram armour chain`.

    None: nobody does. Raises `RuleError` when it is nothing that their sheet has a place for.
    """
    line = tokens(text)
    rest = words_beside_verb(line, "wears", listener.known)
    said = rest or _besides_a_name(listener, line)
    who = who_said(listener, said) if said is not None else None
    if said is None or who is None:
        return None
    name = _name(said.behind)
    place = _wearable(who, name)
    if place is None and rest is None:
        return None
    if place is None:
        raise refused(f"wears-{_place_of_armour(who)}", who=who.name, thing=name, known=_known_armour(who))
    return _taken_up(listener, who, *place)


def _besides_a_name(listener: Listener, line: Sequence[Token]) -> Besides | None:
    """Whose line begins with their name, and all that stands behind it. None: it does not."""
    person = listener.known.named(line) if line else None
    return None if person is None else Besides((), tuple(line[: person.count]), tuple(line[person.count :]))


def possession_said_put_away(listener: Listener, text: str) -> Said | None:
    """What somebody takes off, or has in hand no more, `ana takes off her armour`, `moss sheathes her sword`.

    None: nobody does. Raises `RuleError` when nothing of the kind is worn or held.
    """
    for verb in ("takes-off", "puts-away"):
        rest = words_beside_verb(tokens(text), verb, listener.known)
        who = who_said(listener, rest) if rest is not None else None
        has_number = rest is not None and any(each.is_number for each in rest.behind)
        if who is None and any(each.words > 1 and not each.left for each in listener.readings(text)):
            continue
        if rest is not None and len(rest.verb) > 1 and (who is None or has_number):
            raise refused("off-what", verb=" ".join(each.text for each in rest.verb))
        if rest is None or who is None or has_number:
            continue
        words = [each for each in rest.behind if each.low not in before_a_thing()]
        in_use = _in_use(who, _name(words), is_armour=verb == "takes-off")
        if in_use:
            return _laid_off(listener, who, in_use, keeps=True)
        if len(rest.verb) > 1 or parts_in_use(who.sheet, who.kind):
            raise refused(verb, who=who.name, thing=_name(words))
        return None
    return None


def _worn_down(listener: Listener, who: Character, words: Sequence[Token]) -> Said | None:
    """What somebody drops that they wear or hold and that is not listed among what they carry. None: it is
    nothing of the kind.
    """
    in_use = _in_use(who, _name(words)) if words else ()
    return _laid_off(listener, who, in_use, keeps=False) if in_use else None


def _laid_down(listener: Listener, who: Character, part: str, place: int) -> Iterator[str]:
    """What changes besides when the thing at this place, counted from 0, is carried no more: it is not worn
    or held, unless another is used as the same.
    """
    for at, used in places_in_use(who.sheet).items():
        row = row_in_use(who.sheet, used)
        others = (each.weapon == row for n, each in enumerate(items_of(who.sheet)) if n != place)
        if at == place and not any(others):
            yield _told(listener, who, used, at_rest(who.sheet, used))


def _name(words: Sequence[Token]) -> str:
    return " ".join(each.text for each in words if each.low not in small_words())


def _wearable(who: Character, name: str) -> tuple[str, str] | None:
    """The part of the sheet that says that something is worn, and as which row. None: it has none."""
    for part in _places_of_worn(who):
        if row := _row_meant(who, part, name):
            return part, row
    return None


def _row_meant(who: Character, part: str, name: str) -> str:
    """As which of the rows of a part something of this name is used: a thing carried first, by its whole
    name, then the only row that is called so; empty when none is.
    """
    rows = rows_of(who.sheet, part)
    words, called_so = {*phrase(name)}, {*phrase(part.replace("_", " ")), *synonyms_of("made-of")}
    if not words:
        return ""
    own = (
        each.weapon for each in items_of(who.sheet) if each.weapon in rows and words == {*phrase(each.name)}
    )
    meant = [each for each in rows if words <= {*phrase(each)} | called_so and words & _telling(each)]
    return next(own, meant[0] if len(meant) == 1 else "")


def _telling(row: str) -> set[str]:
    """The words that tell a row from others: `light` of light armour, and all of them of a helmet."""
    return {*phrase(row)} - {*synonyms_of("made-of")} or {*phrase(row)}


def _places_of_worn(who: Character) -> list[str]:
    return [each for each in parts_in_use(who.sheet, who.kind) if each != WEAPON]


def _place_of_armour(who: Character) -> str:
    """How their sheet says what is worn: by `name`, `nowhere` but among what is carried, or `unsaid`."""
    if _places_of_worn(who):
        return "name"
    return "nowhere" if carried_in(who) else "unsaid"


def _known_armour(who: Character) -> str:
    """What can be worn by its name."""
    rows = (row for part in _places_of_worn(who) for row in rows_of(who.sheet, part))
    return ", ".join(row.replace("-", " ") for row in rows)


def _in_use(who: Character, name: str, *, is_armour: bool | None = None) -> tuple[str, ...]:
    """The parts by which something of this name is worn or held now: by its row, by the name of the thing
    that it is, or by that of the part; `armour` means what is worn on the body.
    """
    wanted, items = {*phrase(name)}, items_of(who.sheet)
    found = []
    for part in parts_in_use(who.sheet, who.kind):
        row = row_in_use(who.sheet, part)
        fits = is_armour is None or is_armour == (part != WEAPON)
        if not row and cells(who.sheet, part)[0].text == at_rest(who.sheet, part):
            continue
        place = place_of(who.sheet, row)
        names: list[Phrase] = [phrase(part), phrase(row)]
        names += [phrase(items[place].name)] if place is not None else []
        called_so = {word for each in names for word in each} | {*synonyms_of("made-of")}
        if fits and wanted and wanted <= called_so and any(wanted & {*each} for each in names):
            found.append(part)
    return tuple(found[:1])


def _taken_up(listener: Listener, who: Character, part: str, row: str) -> Said:
    """Worn or held from now on, out of the things carried; who has none has one now."""
    value, carried = rows_of(who.sheet, part).get(row, row), carried_in(who)
    is_so, is_listed = row_in_use(who.sheet, part) == row, place_of(who.sheet, row) is not None
    name = name_of_row(row).replace("-", " ")
    if is_so and is_listed:
        raise refused("in-use-already", who=who.name, thing=name, part=part_label(listener.rules.id, part))
    typed, told = [f"{_path(part)}={value}"], [] if is_so else [_told(listener, who, part, value)]
    if not is_listed and carried is not None:
        typed.insert(0, f"{_path(carried)}.new={name}")
        told.append(f"{part_label(listener.rules.id, carried)} + {name}")
    return edited_sheets(listener, (who,), tuple(typed), SEPARATOR.join(told))


def _laid_off(listener: Listener, who: Character, in_use: Sequence[str], *, keeps: bool) -> Said:
    """Neither worn nor held any more: it is carried still where they keep it."""
    typed, told = [], []
    carried = carried_in(who)
    for part in in_use:
        row, nothing = row_in_use(who.sheet, part), at_rest(who.sheet, part)
        typed.append(f"{_path(part)}={nothing}")
        told.append(_told(listener, who, part, nothing))
        if keeps and row and carried is not None and place_of(who.sheet, row) is None:
            name = row.replace("-", " ")
            typed.append(f"{_path(carried)}.new={name}")
            told.append(f"{part_label(listener.rules.id, carried)} + {name}")
    return edited_sheets(listener, (who,), tuple(typed), SEPARATOR.join(told))


def _path(part: str) -> str:
    return part.replace("_", "-")


def _told(listener: Listener, who: Character, part: str, value: str) -> str:
    """What a part says of what is in use, before and after."""
    before = cells(who.sheet, part)[0].text
    texts = [label("option", each) if cells(who.sheet, part)[0].options else each for each in (before, value)]
    return f"{part_label(listener.rules.id, part)} {f' {ARROW} '.join(texts)}"
