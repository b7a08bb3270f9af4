"""Lines about things that people get, lose and hand over: `ana gets rope, 3 torches`, `everyone gets 10
silver`, `moss loses the key`, `ana gives ben 3 silver`, `ana gives her rope to ben`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.parse import ParsedReading
from tableside.language.people import PeopleBesideVerb, people_beside_verb, people_in_play, people_meant
from tableside.language.said_of_conditions import check_state_is_no_thing
from tableside.language.said_of_harm import is_harm_word
from tableside.language.said_of_possessions import (
    possession_said_dropped,
    possession_wearable,
    possessions_said_laid_down,
)
from tableside.language.said_of_sheets import (
    owner_said_before_verb,
    owners_of_sheets_said,
    sheet_number_change,
    sheet_number_meant,
    sheet_number_said,
    sheet_number_typed,
    sheet_rows_said_added,
    sheet_rows_said_removed,
)
from tableside.language.words import (
    Token,
    WordsOfNames,
    number_in_word,
    one_of_many,
    parted_words,
    refused,
    small_words,
    synonyms_of,
    text_of_words,
    word_tokens,
    words_before_a_thing,
    words_in_name,
    words_naming_a_thing,
    words_of_things_listed,
)
from tableside.rules.cells import cells
from tableside.rules.characters import TRANSFER
from tableside.rules.form_filling import Form, form_filling_trouble
from tableside.rules.items import item_and_count, item_with_count, part_for_items
from tableside.rules.procedure import Role
from tableside.rules.sheet import Traits, sheet_part_of
from tableside.rules.table import Character
from tableside.views.input_values import row_names_as_input_values
from tableside.views.rows import ARROW, SEPARATOR
from tableside.wording import both, label, part_label, sentence

EQUALS = "="
"""Stands between the name of a thing and the weapon it is used as: `widowmaker = axe`."""


def counted_line_with_digits(listener: Listener, text: str) -> str:
    """The line with what the sheet counts in digits: `moss loses a provision`, `moss gets two silver`."""
    line = word_tokens(text)
    verbs = ("gives-away", "spends", "gains", "takes-up", "sets")
    ways = (people_beside_verb(line, each, listener.known) for each in verbs)
    rest = next(filter(None, ways), None)
    people = owners_of_sheets_said(listener, rest) if rest is not None else ()
    counted: dict[int, int] = {}
    for each in parted_words(rest.behind) if rest is not None and people else ():
        count, names = _counted(each)
        is_in_words = not any(word.is_number for word in each)
        part = sheet_number_meant(listener, people[0], names) if count and is_in_words else ""
        if part and synonyms_of(f"part.{part}"):
            counted[each[0].place] = count
    words = (str(counted.get(each.place, each.text)) + each.tail for each in line)
    return " ".join(words) if counted else text


def transfer_said(listener: Listener, text: str) -> Said | None:
    """Handing something from one person to another. None: nobody does.

    Raises `RuleError` for something the giver does not have, or not as much of.
    """
    if (said := owner_said_before_verb(listener, text, "hands-over")) is None:
        return None
    giver, rest = said
    place, count, keys = listener.somebody(rest.behind)
    things = [*rest.behind[:place], *rest.behind[place + count :]]
    telling = [each for each in things if each.low not in (*small_words(), *synonyms_of("joining"))]
    is_an_act = any(each.is_spelt_out and not each.left for each in listener.readings(text))
    if len(keys) != 1 or keys[0] == giver.key or not telling or is_an_act:
        return None
    return _handing_over(listener, giver, keys[0], things)


def _handing_over(listener: Listener, giver: Character, to: int, things: Sequence[Token]) -> Said:
    """Handing these things over. Raises `RuleError` for what the giver does not have, or not as much of."""
    given, goods = _what(listener, giver, things)
    form = Form(listener.rules.procedure(TRANSFER), {"who": giver.key, "to": to, "cells": given})
    if (trouble := form_filling_trouble(form, listener.table)) is not None:
        raise refused("handing-over", why=trouble)
    names = f"{giver.name} {ARROW} {listener.table[to].name}"
    about = SEPARATOR.join((label("procedure", TRANSFER), names, goods))
    return Said(listener.command(TRANSFER), form, (), ("who", "to", "cells"), about=about)


def transfer_said_by_taker(listener: Listener, text: str) -> Said | None:
    """Handing over as the one who gets it does it: `ana steals 3 silver from bram`, `ana takes bram's rope`.
    None: nobody does. Raises `RuleError` as for handing over.
    """
    rest = people_beside_verb(word_tokens(text), "takes-from", listener.known)
    people = people_meant(rest.before, listener.known) if rest is not None and rest.before else None
    to = people.keys[0] if people is not None and len(people.keys) == 1 else listener.who
    if rest is None or to is None or (rest.before and people is None):
        return None
    behind = rest.behind
    start = next((n for n, each in enumerate(behind) if each.low in synonyms_of("from")), len(behind))
    things, whom = behind[:start], behind[start + 1 :]
    owner = _owner_named(listener, behind)
    if owner is not None:
        things, whom = behind[owner:], behind[:owner]
    named = people_meant(whom, listener.known) if whom else None
    if any(map(is_harm_word, things)) and any(each.is_number for each in things):
        return None
    if named is None:
        _check_is_from_somebody(listener, rest, to, things, whom)
    if named is None or len(named.keys) != 1 or named.keys[0] == to:
        return None
    if not words_naming_a_thing(things):
        raise refused("what-thing", line=text_of_words([*rest.before, *rest.verb]))
    return _handing_over(listener, listener.table[named.keys[0]], to, things)


def _check_is_from_somebody(
    listener: Listener, rest: PeopleBesideVerb, to: int, things: Sequence[Token], whom: Sequence[Token]
) -> None:
    """Raises `RuleError` when something is taken from somebody who is not here: `steals it from nobody`.

    It may come from a place, `takes a rope from the wall`, and be called after a giver, `gets a letter from
    Zorb`.
    """
    is_nobody = bool(whom) and whom[0].low in synonyms_of("nobody")
    is_given = rest.verb[0].low in synonyms_of("gains")
    is_name = len(whom) == 1 and whom[0].text.isalpha() and whom[0].low not in small_words()
    if words_naming_a_thing(things) and (is_nobody or (is_name and not is_given)):
        who, what = listener.table[to].name, text_of_words(things)
        raise refused("from-whom", whom=text_of_words(whom), who=who, things=what)


def _owner_named(listener: Listener, words: Sequence[Token]) -> int | None:
    """How many words name the owner of something, `bram's rope`. None: they do not begin with one."""
    person = listener.known.named(words) if words else None
    is_owner = person is not None and words[person.count - 1].without_owner() != words[person.count - 1]
    return person.count if person is not None and is_owner else None


def _what(listener: Listener, giver: Character, words: Sequence[Token]) -> tuple[tuple[str, ...], str]:
    """The cells of the giver's sheet that change, and their description."""
    words = [each for each in words if each.low not in synonyms_of("joining")]
    given, goods = [], []
    for each in parted_words(words):
        count, names = _counted(each)
        if count and (part := sheet_number_meant(listener, giver, names)):
            given.append(f"{part.replace('_', '-')}=-{count}")
            goods.append(" ".join((str(count), *(word.text for word in names))))
            words = [word for word in words if word not in each]
    if not any(parted_words(words)):
        return tuple(given), ", ".join(goods)
    if (carried := part_for_items(giver)) is None:
        raise refused("no-place-at-all", who=giver.name, thing=text_of_words(words_naming_a_thing(words)))
    rows = row_names_as_input_values(sheet_part_of(giver.sheet, carried))
    left, missing = _left_of_things(listener, giver, rows, words)
    if missing:
        raise refused("carries-none", who=giver.name, thing=text_of_words(missing))
    goods += [_handed_over(rows[place], count) for place, count in left.items()]
    return (*given, *_cells_with_left(giver, carried, left)), ", ".join(goods)


def _counted(words: Sequence[Token]) -> tuple[int, Sequence[Token]]:
    """The only number among words, or that of the first, `a provision`, and the other telling words; 0 where
    they say none.
    """
    numbers = [each for each in words if each.text.isdecimal()]
    in_words = number_in_word(words[0].low) if words else 0
    if not numbers and in_words:
        return in_words, [each for each in words[1:] if each.low not in small_words()]
    names = [each for each in words if each not in numbers and each.low not in small_words()]
    return int(numbers[0].text) if len(numbers) == 1 else 0, names


def _handed_over(row: str, left: int) -> str:
    """What leaves a row in which `left` things remain; all of it if none do."""
    return item_with_count(row, item_and_count(row)[1] - left) if left else row


def transfer_said_by_carrying(listener: Listener, text: str) -> Said | None:
    """The change in what people carry. None: there is none, or the line means something else."""
    line = word_tokens(text)
    if not _is_something_else(listener, text):
        check_things_said_had(listener, line)
    has_numbers = any(each.is_number for each in line)
    verbs = ("gives-away", "spends") if has_numbers else ("gives-away",)
    if (lost := owner_said_before_verb(listener, text, *verbs)) is not None:
        who, rest = lost
        return None if _is_an_act(listener, text) else _without(listener, text, who, rest.behind)
    if has_numbers or any(EQUALS in each.text and each.text != EQUALS for each in line):
        return _with_numbers(listener, text) or (
            None if _is_named(listener, text) else transfer_said_of_counted(listener, text)
        )
    people, things = _getting(listener, text)
    if not people or any(each.is_dice for each in things) or _is_something_else(listener, text):
        return None
    phrases = words_of_things_listed(things)
    _check_are_things(listener, line, phrases)
    return _with(listener, people, phrases)


def check_things_said_had(listener: Listener, line: Sequence[Token]) -> None:
    """Raises `RuleError` saying how to write down what somebody *has*, `moss has a sword and a shield`."""
    rest = people_beside_verb(line, "has", listener.known)
    people = owners_of_sheets_said(listener, rest) if rest is not None else ()
    if rest is None or not people or part_for_items(people[0]) is None:
        return
    is_article = rest.behind[0].low in synonyms_of("articles")
    if is_article and all(
        each.low not in small_words() or each.low in words_before_a_thing() or each.low in synonyms_of("and")
        for each in rest.behind
    ):
        things = text_of_words(rest.behind)
        raise refused("has-or-gets", who=people[0].name, things=things)


def trade_said(listener: Listener, text: str) -> Said | None:
    """Buying or selling at a price: `moss buys rope for 3 silver`, `moss sells her bow for 2 silver`. None:
    nobody does, or without a price. Raises `RuleError` for a line that says both, for something the seller
    does not have, and for more money than there is.
    """
    line = word_tokens(text)
    sides = (people_beside_verb(line, each, listener.known) for each in ("buys", "sells"))
    trades = sorted(filter(None, sides), key=lambda each: each.verb[0].place)
    people = owners_of_sheets_said(listener, trades[0]) if trades else ()
    part = part_for_items(people[0]) if people else None
    if part is None:
        return None
    if len(trades) > 1:
        first = [each for each in line[: trades[1].verb[0].place] if each.low not in synonyms_of("and")]
        raise refused("one-by-one", first=text_of_words(first).rstrip(",;"))
    behind, is_bought = trades[0].behind, trades[0].verb[0].low in synonyms_of("buys")
    place = max((n for n, each in enumerate(behind) if each.low in synonyms_of("at-a-price")), default=0)
    things, price = behind[:place], behind[place + 1 :]
    paid = [each for each in price if each.text.isdecimal()]
    money = sheet_number_meant(listener, people[0], [each for each in price if each not in paid])
    if not things or len(paid) != 1 or not money or not (is_bought or len(people) == 1):
        return None
    if is_bought:
        return _with(listener, people, words_of_things_listed(things), [(money, f"-{paid[0].text}")])
    rows = row_names_as_input_values(sheet_part_of(people[0].sheet, part))
    left, missing = _left_of_things(listener, people[0], rows, things)
    if missing:
        raise refused("carries-none", who=people[0].name, thing=text_of_words(missing))
    return _left(listener, people[0], part, left, [(money, f"+{paid[0].text}")])


def _is_named(listener: Listener, text: str) -> bool:
    """Whether a line names a command, not just a thing that stands for a roll."""
    return any((each.is_named or each.is_care) and not each.left for each in listener.readings(text))


def _check_are_things(listener: Listener, line: Sequence[Token], listed: Sequence[Sequence[Token]]) -> None:
    """Raises `RuleError` when a line lists wounds or conditions, each of which needs a line of its own."""
    beginning = text_of_words(line[: listed[0][0].place])
    acts = [f"{beginning} {text_of_words(each).rstrip(',;')}" for each in listed]
    if len(acts) > 1 and any(_is_something_else(listener, each) for each in acts):
        raise refused("one-by-one", first=acts[0])


def _with_numbers(listener: Listener, text: str) -> Said | None:
    """Something gained with its numbers, `ida gets lantern 3`, on sheets with such things. None: it is no
    such line, or a known wound or condition.
    """
    people, things = _getting(listener, text)
    part = part_for_items(people[0]) if people else None
    if part is None or not isinstance(sheet_part_of(people[0].sheet, part), Traits):
        return None
    known = (each for each in listener.readings(text) if not each.left and not each.is_free)
    if sheet_number_said(listener, text) is not None or any(each.is_care for each in known):
        return None
    runs = words_of_things_listed(things)
    for *name, last in runs:
        if not name or not last.is_number or any(each.is_number for each in name):
            return None
    return _with(listener, people, runs)


def transfer_said_of_counted(listener: Listener, text: str) -> Said | None:
    """Things gained with a number before or after some of them, `moss gets rope, 3 torches`. None: it is no
    such line, or means something else.
    """
    people, things = _getting(listener, text)
    runs = words_of_things_listed(things)
    is_counted = any(each.is_number for each in things) and all(map(_is_counted_once, runs))
    return _with(listener, people, runs) if people and is_counted else None


def _is_counted_once(words: Sequence[Token]) -> bool:
    """Whether words name something with at most one number, before or after it."""
    names = [each for each in words if not (each.is_number or each.is_dice)]
    if (
        names
        and names[0].low in synonyms_of("fillers")
        and names[0].low not in synonyms_of("pronouns") + synonyms_of("the")
    ):
        return False  # `3 on the head` counts nothing
    numbers = [each for each in (words[0], words[-1]) if each not in names]
    is_counted = len(names) + len(numbers) == len(words) and all(each.text.isdecimal() for each in numbers)
    return is_counted and len(numbers) < 2 and any(each.low not in small_words() for each in names)


def _getting(listener: Listener, text: str) -> tuple[tuple[Character, ...], tuple[Token, ...]]:
    """The people who get something harmless, `moss gets a rope`, `give moss a rope`, and the words for it."""
    line = word_tokens(text)
    line = line[:-1] if line and line[-1].low in synonyms_of("apiece") else line
    if (given := people_beside_verb(line, "gives", listener.known)) is not None and not given.before:
        return _receiving(listener, given.behind)
    verbs = ("takes-up", "gains")
    got = next((got for each in verbs if (got := people_beside_verb(line, each, listener.known))), None)
    otherwise, harm = synonyms_of("taken-otherwise"), synonyms_of(Role.HURT)
    is_harm = got is not None and any(each.is_number or each.is_dice for each in got.behind)
    if is_harm and got is not None and any(map(is_harm_word, got.behind)):
        return (), ()  # whatever else it says, harm is nothing carried
    if got is None or any(each.low in otherwise for each in (*got.behind[:1], *got.behind[-1:])):
        return (), ()
    if all(each.is_number or each.low in harm for each in got.behind):
        return (), ()
    return owners_of_sheets_said(listener, got), got.behind


def _receiving(listener: Listener, words: Sequence[Token]) -> tuple[tuple[Character, ...], tuple[Token, ...]]:
    """The people named first, and the words for what they get. Empty if there are none, or ambiguous."""
    person = listener.known.named(words) if words else None
    keys = people_in_play(listener.table, person.keys) if person is not None else ()
    if person is None or not keys or not (person.many or len(person.keys) == 1):
        return (), ()
    things = tuple(words[person.count :])
    return (tuple(listener.table[key] for key in keys), things) if things else ((), ())


def _is_something_else(listener: Listener, text: str) -> bool:
    """Whether a command is named in full, or the line is a wound or condition: `moss gets prone`."""
    whole = [each for each in listener.readings(text) if not each.left]
    return any((each.is_spelt_out and not _is_named_by_a_row(each)) or each.is_care for each in whole)


def _is_named_by_a_row(reading: ParsedReading) -> bool:
    """Whether only a skill or spell on the sheet names the command: getting a bow is no test of Bow."""
    verbs = {word for each in reading.command.verbs for word in each}
    return bool(verbs) and verbs.isdisjoint(word for each in reading.line.tokens for word in each.words)


def _is_an_act(listener: Listener, text: str) -> bool:
    """Whether the game has an act for it, such as losing a resource by its rules. A loss of something carried
    is no wound.
    """
    acts = (each for each in listener.readings(text) if each.is_spelt_out and not each.is_care)
    return any(not (each.left or each.trouble or each.is_free) for each in acts)


def _with(
    listener: Listener,
    people: Sequence[Character],
    things: Sequence[Sequence[Token]],
    paid: Sequence[tuple[str, str]] = (),
) -> Said | None:
    """The change for carrying these things, with increases of numbers and what is `paid`. None: the sheets
    have no place for it, or it is nothing.
    """
    who = people[0]
    for each in things if not paid else ():
        if each[0].low not in words_before_a_thing():
            check_state_is_no_thing(listener, who, each)
    part = part_for_items(who)
    if part is None or any(part_for_items(each) != part for each in people):
        return None
    names, gained, is_ranked = [], [*paid], isinstance(sheet_part_of(who.sheet, part), Traits)
    for all_words in things:
        each = words_naming_a_thing(all_words)
        numbers = [word for word in each if word.text.isdecimal()]
        words = [word for word in each if word not in numbers]
        count, counted_words = _counted(all_words)
        if count and (counted := sheet_number_meant(listener, who, counted_words)):
            gained.append((counted, f"+{count}"))
        else:
            names.append(" ".join(word.text for word in (each if is_ranked else (*numbers, *words))))
    if not (names or paid) or not all(names):
        return None
    said = sheet_rows_said_added(listener, people, part, names, gained)
    if len(people) > 1 or len(names) != 1 or possession_wearable(who, names[0]) is None:
        return said
    note = sentence("said", "not-worn", line=sentence("said", "wears", who=who.name, thing=names[0]))
    return replace(said, about=SEPARATOR.join((said.about, note)))


def _without(listener: Listener, text: str, who: Character, words: Sequence[Token]) -> Said | None:
    """The change for no longer carrying something. None: the line means something else. Raises `RuleError`
    when nothing carried has this name, and for more than there is.
    """
    part = part_for_items(who)
    if part is None:
        return None
    rows = row_names_as_input_values(sheet_part_of(who.sheet, part))
    left, missing = _left_of_things(listener, who, rows, words)
    if not missing:
        return _left(listener, who, part, left)
    telling = words_naming_a_thing(words)
    if (worn := possession_said_dropped(listener, who, telling)) is not None:
        return worn
    whole = [each for each in listener.readings(text) if not each.left]
    if not telling or not all(each.is_free for each in whole):
        return None
    is_counted = any(each.is_number for each in telling)
    number = sheet_number_said(listener, text) if is_counted else None
    if number is None and (whole or not is_counted):
        thing = " ".join(each.text for each in missing if not each.is_number)
        raise refused("carries-none", who=who.name, thing=thing)
    return number


def _left_of_things(
    listener: Listener, who: Character, rows: Sequence[str], words: Sequence[Token]
) -> tuple[Mapping[int, int], Sequence[Token]]:
    """What is left in each row that the words take from, and the words of the first thing that names no row.
    Raises `RuleError` for more than there are.
    """
    missing: Sequence[Token] = ()
    for things in ([words], parted_words(words)):
        taken = [_taken(listener, who, rows, each) for each in things]
        left = {place: count for each in taken if each is not None for place, count in each.items()}
        if None not in taken:
            return left, ()
        missing = words_naming_a_thing(things[taken.index(None)]) or words
    return {}, missing


def _taken(
    listener: Listener, who: Character, rows: Sequence[str], words: Sequence[Token]
) -> Mapping[int, int] | None:
    """What is left in each row that a number of things is taken from, `2 candles`; 0 for a thing without a
    number. None: no row has this name. Raises `RuleError` for more than there are.
    """
    thing = words_naming_a_thing(words)
    wanted = number_in_word(thing[0].low) if thing else 0
    if not wanted and words[0].low in synonyms_of("articles"):
        wanted = 1
    elif wanted:
        thing = thing[1:]
    if not wanted or sheet_number_meant(listener, who, thing):
        place = _only_row(rows, thing)
        return None if place is None else {place: 0}
    ones = [tuple(map(one_of_many, words_in_name(item_and_count(each)[0]))) for each in rows]
    one = [each._replace(words=tuple(map(one_of_many, each.words))) for each in thing]
    match, places = WordsOfNames((name, place) for place, name in enumerate(ones)).best(one)
    if match is None or match.count < len(one) or len({ones[place] for place in places}) > 1:
        return None
    left: dict[int, int] = {}
    for place in places:
        there = item_and_count(rows[place])[1]
        left |= {place: max(0, there - wanted)} if wanted else {}
        wanted -= min(wanted, there)
    if wanted:
        raise refused("carries-fewer", who=who.name, things=both(rows[place] for place in places))
    return left


def _left(
    listener: Listener,
    who: Character,
    part: str,
    left: Mapping[int, int],
    gained: Sequence[tuple[str, str]] = (),
) -> Said:
    """A sheet with this many left in rows of a part, without the empty rows, and with what is `gained` for
    them.
    """
    rows = row_names_as_input_values(sheet_part_of(who.sheet, part))
    gone = [place for place, count in left.items() if not count]
    kept = {place: count for place, count in left.items() if count}
    counts = [f"{rows[place]} {ARROW} {item_with_count(rows[place], count)}" for place, count in kept.items()]
    kept_told = [f"{part_label(listener.rules.id, part)} {', '.join(counts)}"] if counts else []
    gained_told = (sheet_number_change(listener, (who,), *each) for each in gained)
    besides = (*kept_told, *possessions_said_laid_down(listener, who, part, gone), *gained_told)
    typed = (*(sheet_number_typed(*each) for each in gained), *_cells_with_left(who, part, kept))
    return sheet_rows_said_removed(
        listener, who, {(part, place + 1): rows[place] for place in gone}, besides, typed
    )


def _cells_with_left(who: Character, part: str, left: Mapping[int, int]) -> tuple[str, ...]:
    """The cells that leave this many in rows of a part, the last first, since the rows after a deleted one
    move up.
    """
    rows = [(cells(who.sheet, part)[place], count) for place, count in sorted(left.items(), reverse=True)]
    return tuple(
        f"{row.path.replace('_', '-')}={item_with_count(row.text, count) if count else ''}"
        for row, count in rows
    )


def _only_row(rows: Sequence[str], words: Sequence[Token]) -> int | None:
    """The place of the only row that all these words name. None: they name none, or several."""
    match, places = WordsOfNames((words_in_name(name), place) for place, name in enumerate(rows)).best(words)
    is_named = match is not None and match.count == len(words)
    return places[0] if is_named and len(places) == 1 else None
