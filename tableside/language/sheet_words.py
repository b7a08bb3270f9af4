"""What stands on a sheet, changed by a word: `ana stamina -2`, `luck 5`, `ana gets rope`, `moss loses the
key`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tableside.errors import RuleError
from tableside.language.echo import SEPARATOR, Said
from tableside.language.listener import Listener
from tableside.language.parse import Reading
from tableside.language.refused import refused
from tableside.language.tokens import Names, Phrase, Token, best, called, phrase, small_words, tokens
from tableside.language.vocabulary import Besides, besides, people_meant
from tableside.rules.care import as_care
from tableside.rules.cells import CellKind, cells
from tableside.rules.form import Form
from tableside.rules.naming import singular
from tableside.rules.procedure import Role
from tableside.rules.sheet import Label, Meter, Skills, Slots, Tags, Traits, part_of, parts
from tableside.rules.table import Character
from tableside.rules.upkeep import EDIT, with_cell
from tableside.views.values import row_names
from tableside.wording import label, part_label
from tableside.wording.results import sentence

MOST_WORDS = 10
"""Words of a line that is about a number: whose it is, what it is called, and the number."""
LEAST_LETTERS = 3
"""By which something on a sheet is known when its name is only begun."""


def value_said(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none.

    Raises `RuleError` for a name that could be several people's, and for a number that will not do.
    """
    listed = tokens(text)
    if len(listed) > MOST_WORDS:
        return None
    numbers = [each for each in listed if each.is_number]
    amounts = [each for each in numbers if not each.text.isdecimal()] or numbers[::-1]
    for amount in amounts:
        words = [each for each in listed if each is not amount and not _only_joins(each)]
        for keys, rest in _whose(listener, words):
            found = {key: part for key in keys if (part := _part(listener, listener.table[key], rest))}
            if len(found) > 1:
                raise RuleError(f"{' or '.join(listener.table[key].name for key in found)}? one at a time")
            for key, part in found.items():
                return _changed(listener, key, part, _signed(listed, amount.text))
    return None


def _only_joins(token: Token) -> bool:
    if token.low in called("gives"):
        return not token.place  # `give moss 3 silver`, and nothing that somebody gives away
    return any(token.low in called(id) for id in ("fillers", "articles", "sets", "gains", "spends"))


def _signed(listed: Sequence[Token], amount: str) -> str:
    """The amount with the sign that a verb gives it: whoever spends 3 has 3 less."""
    if not amount.isdecimal():
        return amount
    if listed[0].text == amount and any(each.low == "for" for each in listed):
        return f"+{amount}"  # `5 silver for ana`
    signs: Mapping[str, str] = {"gains": "+", "gives": "+", "spends": "-"}
    return next((f"{signs[id]}{amount}" for id in signs for each in listed if each.low in called(id)), amount)


def _whose(listener: Listener, words: Sequence[Token]) -> Iterator[tuple[tuple[int, ...], list[Token]]]:
    """Whoever may be named, and the other words; last the one selected, and all words."""
    for place, word in enumerate(words):
        person = listener.known.named(words[place:])
        if person is not None:
            rest = [*words[:place], *words[place + person.count :]]
            keys = tuple(key for key in person.keys if not listener.table[key].retired)
            yield keys, rest
        elif word.low in called("everybody"):
            return
    if listener.who is not None:
        yield (listener.who,), list(words)


def _part(listener: Listener, who: Character, words: Sequence[Token]) -> str:
    """The part of their sheet that these words name; empty when they name none, or could be several."""
    names = [(name, part) for part in _numbers(who) for name in _names(listener, part)]
    found, meant = best(words, names) if words else (None, ())
    if found is None or found.count < len(words) or len(meant) > 1:
        return ""
    is_known = found.is_whole or sum(len(each.low) for each in words) >= LEAST_LETTERS
    return meant[0] if is_known and found.from_first else ""


def _numbers(who: Character) -> Iterator[str]:
    for part in parts(who.sheet, who.kind):
        first = next(iter(cells(who.sheet, part)), None)
        if first is not None and first.kind == CellKind.NUMBER:
            yield part


def _names(listener: Listener, part: str) -> Iterator[Phrase]:
    """What a part goes by: its name on the screen, its id, and the letters that its words begin with."""
    for name in (phrase(part_label(listener.rules.id, part)), phrase(part.replace("_", " "))):
        yield name
        if len(name) > 1:
            yield ("".join(word[0] for word in name),)


def _changed(listener: Listener, key: int, part: str, amount: str) -> Said:
    """The change, told with what it was before."""
    who = listener.table[key]
    care = _care(listener, key, part, amount)
    if care is not None:
        told = tuple(each.id for each in care.procedure.inputs)
        return Said(listener.command(care.procedure.id), care, (), told)
    path = part.replace("_", "-")
    current, _, most = amount.partition("/")
    is_both = bool(most) and isinstance(part_of(who.sheet, part), Meter)
    typed = (f"{path}={current}", f"{path}.maximum={most}") if is_both else (f"{path}={amount}",)
    edit = Form(listener.rules.procedure(EDIT), {"who": key, "cells": typed})
    after = who
    for each in typed:
        field, _, text = each.partition("=")
        after = with_cell(after, field, text)
    before, now = (cells(each.sheet, part)[0].text for each in (who, after))
    of = f" of {cells(after.sheet, part)[1].text}" if is_both else ""
    about = f"{label('procedure', EDIT)} · {who.name} · {part_label(listener.rules.id, part)}"
    return Said(listener.command(EDIT), edit, (), ("who", "cells"), about=f"{about} {before} → {now}{of}")


def _care(listener: Listener, key: int, part: str, amount: str) -> Form | None:
    """The wound or the healing that a step up or down is. None: it is neither."""
    if amount[0] not in "+-":
        return None
    found = (listener.rules.role(role, listener.table) for role in (Role.HURT, Role.HEAL))
    forms = (as_care(each, listener.table, key, part, int(amount)) for each in found if each is not None)
    return next(filter(None, forms), None)


WORN = ("armour", "shield", "helmet", "gambeson")
"""Parts of sheets that say what somebody wears."""
CARRIED = ("items", "resources")
"""Parts of sheets that hold what somebody carries, where they are no slots."""


def carried(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none, or it means something else that can be done."""
    listed = tokens(text)
    if any(each.is_number or "=" in each.text for each in listed):
        return None
    lost = besides(listed, "gives-away", listener.known)
    if lost is not None and (who := _who(listener, lost)) is not None:
        return None if _is_an_act(listener, text) else _without(listener, text, who, lost.behind)
    if (given := besides(listed, "gives", listener.known)) is not None and not given.before:
        return _given(listener, text, given.behind)
    got = besides(listed, "takes-up", listener.known) or besides(listed, "gains", listener.known)
    who = _who(listener, got) if got is not None else None
    if got is None or who is None or _is_something_else(listener, text):
        return None
    return _with(listener, who, got.behind)


def counted_things(listener: Listener, text: str) -> Said | None:
    """So many of a thing that somebody gets, `moss gets 3 torches`, where the number is nothing else.

    None: it is no such line.
    """
    listed = tokens(text)
    got = besides(listed, "takes-up", listener.known) or besides(listed, "gains", listener.known)
    who = _who(listener, got) if got is not None else None
    if got is None or who is None or not got.behind[0].text.isdecimal():
        return None
    words = [each for each in got.behind[1:] if each.low not in small_words()]
    if not words or any(each.is_number for each in words):
        return None
    return _with(listener, who, got.behind)


def learnt(listener: Listener, text: str) -> Said | None:
    """A skill or a spell that somebody gets by being told so, `moss gets skill Swim 3`. None: nobody does."""
    listed = tokens(text)
    got = besides(listed, "gains", listener.known)
    who = _who(listener, got) if got is not None else None
    if got is None or who is None:
        return None
    words = [each for each in got.behind if each.low not in _before_a_thing()]
    lists = (p for p in parts(who.sheet, who.kind) if isinstance(part_of(who.sheet, p), Skills | Tags))
    part = next((each for each in lists if words and singular(each) == words[0].low), "")
    if not part or len(words) < 2:
        return None
    name = " ".join(each.text for each in words[1:])
    return _edited(listener, who, part, f"{part}.new", name, f"+ {name}")


WEAPON = "weapon"
"""The part of a sheet that says what is in hand."""


def wielded(listener: Listener, text: str) -> Said | None:
    """What somebody takes into their hand, `ana draws her sword`. None: it is no weapon of this game."""
    found = besides(tokens(text), "wields", listener.known)
    who = _who(listener, found) if found is not None else None
    if found is None or who is None or WEAPON not in parts(who.sheet, who.kind):
        return None
    options = who.sheet.__dataclass_fields__[WEAPON].metadata[Label.OPTIONS]
    words = [each for each in found.behind if each.low not in small_words()]
    match, meant = best(words, ((phrase(each), each) for each in options)) if words else (None, ())
    if match is None or not match.is_whole or match.count < len(words) or len(meant) != 1:
        return None
    return _edited(listener, who, WEAPON, WEAPON, meant[0], label("option", meant[0]))


def _given(listener: Listener, text: str, words: Sequence[Token]) -> Said | None:
    """What somebody gets whose name stands before it, `give moss a rope`. None: it means something else."""
    person = listener.known.named(words) if words else None
    if person is None or len(person.keys) != 1 or _is_something_else(listener, text):
        return None
    return _with(listener, listener.table[person.keys[0]], words[person.count :])


def worn(listener: Listener, text: str) -> Said | None:
    """What somebody puts on, `bram wears chain`, `bram wears a shield`. None: nobody does, or it is nothing
    that their sheet has a place for.
    """
    found = besides(tokens(text), "wears", listener.known)
    who = _who(listener, found) if found is not None else None
    if found is None or who is None:
        return None
    name = " ".join(each.text for each in found.behind if each.low not in _before_a_thing())
    place = _wearable(listener, who, name)
    if place is None:
        return None
    part, value = place
    before = cells(who.sheet, part)[0].text
    return _edited(listener, who, part, part, value, f"{before} \N{RIGHTWARDS ARROW} {value}")


def _wearable(listener: Listener, who: Character, name: str) -> tuple[str, str] | None:
    """The part of the sheet that says that something is worn, and what it then holds. None: it has none."""
    words = {*phrase(name)}
    for part in WORN:
        if part not in parts(who.sheet, who.kind):
            continue
        value, called_so = part_of(who.sheet, part), {*phrase(part_label(listener.rules.id, part))}
        options = cells(who.sheet, part)[0].options
        meant = [each for each in options if words and words <= {*phrase(each)} | called_so]
        meant = [each for each in meant if words & {*phrase(each)}]
        if isinstance(value, str) and len(meant) == 1:
            return part, meant[0]
        if isinstance(value, bool) and words == called_so:
            return part, "yes"
    return None


def _who(listener: Listener, found: Besides) -> Character | None:
    """Whoever stands before the verb, alone."""
    people = people_meant(found.before, listener.known)
    if people is None or len(people.keys) != 1 or not found.behind:
        return None
    return listener.table[people.keys[0]]


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
    listed = parts(who.sheet, who.kind)
    slots = (each for each in listed if isinstance(part_of(who.sheet, each), Slots))
    rows = (each for each in listed if each in CARRIED and isinstance(part_of(who.sheet, each), Traits))
    return next(slots, next(rows, None))


def _with(listener: Listener, who: Character, words: Sequence[Token]) -> Said | None:
    part = _carried_in(who)
    first = next((n for n, each in enumerate(words) if each.low not in _before_a_thing()), len(words))
    name = " ".join(each.text for each in words[first:])
    if part is None or not name:
        return None
    said = _edited(listener, who, part, f"{part}.new", name, f"+ {name}")
    if _wearable(listener, who, name) is None:
        return said
    note = sentence("said", "not-worn", {"line": f"{who.name} wears {name}"})
    return replace(said, about=SEPARATOR.join((said.about, note)))


def _without(listener: Listener, text: str, who: Character, words: Sequence[Token]) -> Said | None:
    """None: it means something else. Raises `RuleError` when nothing that is carried is called so."""
    part = _carried_in(who)
    if part is None:
        return None
    rows = row_names(part_of(who.sheet, part))
    telling = [each for each in words if each.low not in _before_a_thing()]
    found, places = Names((phrase(name), place) for place, name in enumerate(rows)).best(telling)
    if found is None or found.count < len(telling) or len(places) != 1:
        if telling and all(each.left for each in listener.readings(text)):
            raise refused("carries-none", who=who.name, thing=" ".join(each.text for each in telling))
        return None
    (place,) = places
    return _edited(listener, who, part, f"{part}.{place + 1}", "", f"\N{MINUS SIGN} {rows[place]}")


def _before_a_thing() -> tuple[str, ...]:
    """Small words that are no part of what a thing is called."""
    return (*called("articles"), "the", *called("me"))


def _edited(listener: Listener, who: Character, part: str, path: str, text: str, change: str) -> Said:
    with_cell(who, path, text)  # raises `RuleError` for what will not do
    cell = f"{path.replace('_', '-')}={text}"
    form = Form(listener.rules.procedure(EDIT), {"who": who.key, "cells": (cell,)})
    changed = f"{part_label(listener.rules.id, part)} {change}"
    about = SEPARATOR.join((label("procedure", EDIT), who.name, changed))
    return Said(listener.command(EDIT), form, (), ("who", "cells"), about=about)
