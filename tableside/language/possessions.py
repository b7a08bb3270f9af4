"""What people carry, wear, hold and learn, by a word: `ana gets rope`, `everyone gets 10 silver`, `moss loses
the key`, `corin learns tracking`, `bram wears chain`.
"""

from collections.abc import Sequence
from dataclasses import replace

from tableside.language.echo import SEPARATOR, Said
from tableside.language.listener import Listener
from tableside.language.parse import Reading
from tableside.language.sheet_words import edited_sheets, in_play
from tableside.language.tokens import Names, Token, best, called, phrase, refused, small_words, tokens
from tableside.language.vocabulary import Besides, besides, people_meant
from tableside.rules.cells import cells
from tableside.rules.form import new_form
from tableside.rules.inputs import Choice
from tableside.rules.names import singular
from tableside.rules.procedure import Role
from tableside.rules.sheet import Label, Skills, Slots, Tags, Traits, part_of, parts
from tableside.rules.table import Character
from tableside.views.values import row_names
from tableside.wording import label, part_label
from tableside.wording.results import sentence

WORN = ("armour", "shield", "helmet", "gambeson")
"""Parts of sheets that say what somebody wears."""
CARRIED = ("items", "resources")
"""Parts of sheets that hold what somebody carries, where they are no slots."""


def carried(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none, or it means something else that can be done."""
    line = tokens(text)
    if any(each.is_number or "=" in each.text for each in line):
        return None
    lost = besides(line, "gives-away", listener.known)
    if lost is not None and (who := _who(listener, lost)) is not None:
        return None if _is_an_act(listener, text) else _without(listener, text, who, lost.behind)
    if (given := besides(line, "gives", listener.known)) is not None and not given.before:
        return _given(listener, text, given.behind)
    got = besides(line, "takes-up", listener.known) or besides(line, "gains", listener.known)
    people = _people(listener, got) if got is not None else ()
    if got is None or not people or _is_something_else(listener, text):
        return None
    return _with(listener, people, got.behind)


def counted_things(listener: Listener, text: str) -> Said | None:
    """So many of a thing that somebody gets, `moss gets 3 torches`, where the number is nothing else.

    None: it is no such line.
    """
    line = tokens(text)
    got = besides(line, "takes-up", listener.known) or besides(line, "gains", listener.known)
    people = _people(listener, got) if got is not None else ()
    if got is None or not people or not got.behind[0].text.isdecimal():
        return None
    words = [each for each in got.behind[1:] if each.low not in small_words()]
    if not words or any(each.is_number for each in words):
        return None
    return _with(listener, people, got.behind)


SKILLS = "skills"
"""The part of a sheet that lists what somebody can do."""


def learnt(listener: Listener, text: str) -> Said | None:
    """A skill or a spell that somebody gets by being told so, `moss gets skill Swim 3`, `corin learns
    tracking`: by the game's own way where it has one. None: nobody does.
    """
    line = tokens(text)
    learns = besides(line, "learns", listener.known)
    got = learns or besides(line, "gains", listener.known)
    who = _who(listener, got) if got is not None else None
    if got is None or who is None:
        return None
    words = [each for each in got.behind if each.low not in _before_a_thing()]
    lists = [p for p in parts(who.sheet, who.kind) if isinstance(part_of(who.sheet, p), Skills | Tags)]
    part = next((each for each in lists if words and singular(each) == words[0].low), "")
    name = " ".join(each.text for each in (words[1:] if part else words))
    if learns is not None and not part:
        if any(each.is_spelt_out and not each.left for each in listener.readings(text)):
            return None
        part = SKILLS if SKILLS in lists else ""
        if not part:
            raise refused("learns-nowhere", who=who.name)
        if name and (grown := _grown(listener, who, name)) is not None:
            return grown
    return _edited_row(listener, (who,), part, f"{part}.new", name, f"+ {name}") if part and name else None


def _grown(listener: Listener, who: Character, name: str) -> Said | None:
    """A skill learnt by the procedure of the game that takes any. None: it has none."""
    procedure = listener.rules.role(Role.IMPROVE, listener.table)
    pick = next((each for each in procedure.inputs if each.id == SKILLS), None) if procedure else None
    if procedure is None or not (isinstance(pick, Choice) and pick.free and pick.many):
        return None
    form = new_form(procedure, listener.table, None, {"who": who.key, SKILLS: (name,)})
    return Said(listener.command(procedure.id), form, (), ("who", SKILLS))


WEAPON = "weapon"
"""The part of a sheet that says what is in hand."""


def wielded(listener: Listener, text: str) -> Said | None:
    """What somebody takes into their hand, `ana draws her sword`. None: it is no weapon of this game."""
    rest = besides(tokens(text), "wields", listener.known)
    who = _who(listener, rest) if rest is not None else None
    if rest is None or who is None or WEAPON not in parts(who.sheet, who.kind):
        return None
    options = who.sheet.__dataclass_fields__[WEAPON].metadata[Label.OPTIONS]
    words = [each for each in rest.behind if each.low not in small_words()]
    match, meant = best(words, ((phrase(each), each) for each in options)) if words else (None, ())
    if match is None or not match.is_whole or match.count < len(words) or len(meant) != 1:
        return None
    return _edited_row(listener, (who,), WEAPON, WEAPON, meant[0], label("option", meant[0]))


def _given(listener: Listener, text: str, words: Sequence[Token]) -> Said | None:
    """What those get whose name stands before it, `give moss a rope`. None: it means something else."""
    person = listener.known.named(words) if words else None
    keys = in_play(listener.table, person.keys) if person is not None else ()
    is_said = person is not None and (person.many or len(person.keys) == 1)
    if person is None or not keys or not is_said or _is_something_else(listener, text):
        return None
    return _with(listener, tuple(listener.table[key] for key in keys), words[person.count :])


def worn(listener: Listener, text: str) -> Said | None:
    """What somebody puts on, `bram wears chain mail`, `bram wears a shield`, `bram armour chain`.

    None: nobody does. Raises `RuleError` when it is nothing that their sheet has a place for.
    """
    line = tokens(text)
    rest = besides(line, "wears", listener.known)
    said = rest or _besides_a_name(listener, line)
    who = _who(listener, said) if said is not None else None
    if said is None or who is None:
        return None
    name = " ".join(each.text for each in said.behind if each.low not in small_words())
    place = _wearable(who, name)
    if place is None and rest is None:
        return None
    if place is None:
        raise refused(f"wears-{_place_of_armour(who)}", who=who.name, thing=name, known=_known_armour(who))
    part, value = place
    before = cells(who.sheet, part)[0].text
    return _edited_row(listener, (who,), part, part, value, f"{before} \N{RIGHTWARDS ARROW} {value}")


def _besides_a_name(listener: Listener, line: Sequence[Token]) -> Besides | None:
    """Whose line begins with their name, and all that stands behind it. None: it does not."""
    person = listener.known.named(line) if line else None
    return None if person is None else Besides((), tuple(line[: person.count]), tuple(line[person.count :]))


def _wearable(who: Character, name: str) -> tuple[str, str] | None:
    """The part of the sheet that says that something is worn, and what it then holds. None: it has none."""
    words = {*phrase(name)}
    for part in _places_of_worn(who):
        value, called_so = part_of(who.sheet, part), {*phrase(part.replace("_", " ")), *called("made-of")}
        options = cells(who.sheet, part)[0].options
        meant = [each for each in options if words and words <= {*phrase(each)} | called_so]
        meant = [each for each in meant if words & {*phrase(each)}]
        if isinstance(value, str) and len(meant) == 1:
            return part, meant[0]
        if isinstance(value, bool) and words and words <= called_so and words & {*phrase(part)}:
            return part, "yes"
    return None


def _places_of_worn(who: Character) -> list[str]:
    return [each for each in WORN if each in parts(who.sheet, who.kind)]


def _place_of_armour(who: Character) -> str:
    """How their sheet says what is worn: by `name`, by `number`, `nowhere` but among what is carried, or
    there too `unsaid`.
    """
    place = next(iter(_places_of_worn(who)), None)
    if place is None:
        return "nowhere" if _carried_in(who) else "unsaid"
    return "name" if cells(who.sheet, place)[0].options else "number"


def _known_armour(who: Character) -> str:
    """What can be worn by its name."""
    first = next((cells(who.sheet, each)[0] for each in _places_of_worn(who)), None)
    return ", ".join(first.options) if first is not None else ""


def _who(listener: Listener, rest: Besides) -> Character | None:
    """Whoever stands before the verb, alone."""
    people = _people(listener, rest)
    return people[0] if len(people) == 1 else None


def _people(listener: Listener, rest: Besides) -> tuple[Character, ...]:
    """Those who stand before the verb, where there is anything behind it: one, or several at once; of
    everybody the players' characters. Nobody where one name could be that of several.
    """
    people = people_meant(rest.before, listener.known)
    if people is None or not rest.behind or (len(people.keys) > 1 and not people.many):
        return ()
    keys = in_play(listener.table, people.keys) if people.many else people.keys
    return tuple(listener.table[key] for key in keys)


def _is_something_else(listener: Listener, text: str) -> bool:
    """Whether a command is spelt out, or whoever it is gets a wound or a condition: `moss gets prone`."""
    whole = [each for each in listener.readings(text) if not each.left]
    return any((each.is_spelt_out and not _is_named_by_a_row(each)) or each.is_care for each in whole)


def _is_named_by_a_row(reading: Reading) -> bool:
    """Whether only a skill or a spell on the sheet names it: who gets a bow makes no test of Bow."""
    verbs = {word for each in reading.command.verbs for word in each}
    return bool(verbs) and verbs.isdisjoint(word for each in reading.tokens for word in each.words)


def _is_an_act(listener: Listener, text: str) -> bool:
    """Whether the game has an act for it: one of the GM's own loses a resource by its rules."""
    readings = listener.readings(text)
    return any(each.is_spelt_out and not (each.left or each.trouble or each.is_free) for each in readings)


def _carried_in(who: Character) -> str | None:
    """The part of a sheet that holds what is carried. None: this game writes down no things."""
    all_parts = parts(who.sheet, who.kind)
    slots = (each for each in all_parts if isinstance(part_of(who.sheet, each), Slots))
    rows = (each for each in all_parts if each in CARRIED and isinstance(part_of(who.sheet, each), Traits))
    return next(slots, next(rows, None))


def _with(listener: Listener, people: Sequence[Character], words: Sequence[Token]) -> Said | None:
    """What these carry from now on. None: their sheets have no place for it, or it is nothing."""
    who = people[0]
    part = _carried_in(who)
    if any(_carried_in(each) != part for each in people):
        return None
    first = next((n for n, each in enumerate(words) if each.low not in _before_a_thing()), len(words))
    name = " ".join(each.text for each in words[first:])
    if part is None or not name:
        return None
    said = _edited_row(listener, people, part, f"{part}.new", name, f"+ {name}")
    if len(people) > 1 or _wearable(who, name) is None:
        return said
    note = sentence("said", "not-worn", line=sentence("said", "wears", who=who.name, thing=name))
    return replace(said, about=SEPARATOR.join((said.about, note)))


def _without(listener: Listener, text: str, who: Character, words: Sequence[Token]) -> Said | None:
    """None: it means something else. Raises `RuleError` when nothing that is carried is called so."""
    part = _carried_in(who)
    if part is None:
        return None
    rows = row_names(part_of(who.sheet, part))
    telling = [each for each in words if each.low not in _before_a_thing()]
    match, places = Names((phrase(name), place) for place, name in enumerate(rows)).best(telling)
    if match is None or match.count < len(telling) or len(places) != 1:
        if telling and all(each.left for each in listener.readings(text)):
            raise refused("carries-none", who=who.name, thing=" ".join(each.text for each in telling))
        return None
    (place,) = places
    return _edited_row(listener, (who,), part, f"{part}.{place + 1}", "", f"\N{MINUS SIGN} {rows[place]}")


def _before_a_thing() -> tuple[str, ...]:
    """Small words that are no part of what a thing is called."""
    return (*called("articles"), "the", *called("me"))


def _edited_row(
    listener: Listener, people: Sequence[Character], part: str, path: str, text: str, change: str
) -> Said:
    """One cell of their sheets, of which this part is told to change so. Raises `RuleError` for what will
    not do.
    """
    typed = (f"{path.replace('_', '-')}={text}",)
    return edited_sheets(listener, people, typed, f"{part_label(listener.rules.id, part)} {change}")
