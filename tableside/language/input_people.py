"""Assigning the people in a line to the inputs of a command: who acts, who is acted upon."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from tableside.errors import Message
from tableside.language.parse import ParsedReading
from tableside.language.people import PeopleNamed, no_people_named
from tableside.language.words import Token, refusal, small_words, synonyms_of, synonyms_of_input
from tableside.rules.characters import CALL_BACK
from tableside.rules.inputs import Choice, Value, Who, Words
from tableside.rules.life_states import can_act, is_gone, stands, unfit_by_life_state
from tableside.rules.procedure import Group, Role
from tableside.rules.table import Character
from tableside.views.offers import Offer
from tableside.wording import either

AGAINST, HELPERS = "against", "helpers"
THEIRS = "their-"
"""The prefix of inputs for the other side."""


def take_input_people(reading: ParsedReading) -> bool:
    """Sort the names in a line into actors and targets; return whether the owner of the roll may be meant."""
    whos = [each for each in reading.inputs() if isinstance(each, Who) and each.id not in reading.said]
    if not whos:
        return True
    presets = reading.presets
    people, pointed = _people_in(reading, whos)
    for id, value in presets.items():  # the river, of what is tried at it
        if id != "who" and any(each.keys == (value,) for each in people):
            people = [each for each in people if each.keys != (value,)]
            reading.said[id] = value
    subject = _subject(people, pointed, presets.get("who")) or _among_all(reading, people)
    _together(reading, whos, people, pointed)
    if subject is not None and subject.place not in pointed:
        people.remove(subject)
    elif "who" in presets and presets["who"] != reading.who:
        return False
    elif "who" in presets and (other := _another_who_acts(reading, people, pointed)) is not None:
        return _cannot_act(reading, whos, other)
    free = [each for each in whos if each.id not in presets and each not in pointed.values()]
    _share_out(reading, people, pointed, free)
    if "who" in presets:
        reading.cost += subject is not None and any(each.place < subject.place for each in people)
        _weigh_sides(reading, subject, people)
    return True


def _people_in(reading: ParsedReading, whos: Sequence[Who]) -> tuple[list[PeopleNamed], dict[int, Who]]:
    """The people named by the remaining words; and inputs named right before them, by place."""
    people: list[PeopleNamed] = []
    pointed: dict[int, Who] = {}
    sentence = _sentence_from(reading)
    for first in reading.firsts():
        if first.place not in reading.line.people or first.place >= sentence or reading.counts_so(first):
            continue
        person = _person(reading, reading.run(first))
        if person is None or (reading.is_named and reading.goes_on_option(first.place)):
            continue
        input = (
            _pointed_at(reading, whos, person.place)
            or _goes_on(reading, people, pointed, person)
            or _meant_by_verb(reading, whos, person)
        )
        if input is not None:
            pointed[person.place] = input
        reading.take(person.place, person.count, person.match.cost if person.match else 0)
        people.append(person)
    return people, pointed


def _meant_by_verb(reading: ParsedReading, whos: Iterable[Who], person: PeopleNamed) -> Who | None:
    """The input that a verb near a person stands for: `surprise keeper`, `keeper surprised`."""
    for each in whos:
        verb = reading.verb_of(each)
        if verb is None:
            continue
        before = reading.line.tokens[verb.place - 1] if verb.place else verb
        is_last = verb.low in synonyms_of("done-to") and max(reading.line.people) < verb.place
        if person.place > verb.place or is_last or before.low in synonyms_of("becomes"):
            return each
    return None


def _sentence_from(reading: ParsedReading) -> int:
    """The place from which names are part of free text: two words after the verb of an act that takes words
    and needs neither people nor choices, as in `ready shoot the keeper`.
    """
    inputs = reading.inputs()
    is_of_words = any(isinstance(each, Words) for each in inputs)
    needs_nobody = all(each.default is not None for each in inputs if isinstance(each, Who | Choice))
    is_said = reading.is_spelt_out and is_of_words and needs_nobody and "who" not in reading.presets
    return reading.verb + 2 if is_said else len(reading.line.tokens)


def _goes_on(
    reading: ParsedReading, people: Sequence[PeopleNamed], pointed: Mapping[int, Who], person: PeopleNamed
) -> Who | None:
    """The input that the person right before was given to, if it takes several: `aware ana, bram`."""
    before = people[-1] if people else None
    input = pointed.get(before.place) if before is not None else None
    if before is None or input is None or not input.many:
        return None
    between = reading.line.tokens[before.place + before.count : person.place]
    return input if all(each.low in small_words() for each in between) else None


def _person(reading: ParsedReading, run: Sequence[Token]) -> PeopleNamed | None:
    """The person named by the first tokens, unless these name an option in full."""
    person = reading.known.named(run)
    if person is None or person.is_exact:
        return person
    for names in reading.names().values() if reading.form is not None else ():
        option, _ = names.best(run[:1]) if names.has(run[0].words) else (None, ())
        if option is not None and option.exact:
            return None
    return person


def _pointed_at(reading: ParsedReading, whos: Iterable[Who], place: int) -> Who | None:
    """The input named by the word before a name or before its article."""
    place -= place > 0 and reading.line.tokens[place - 1].low in synonyms_of("the")
    last = reading.left.get(place - 1)
    if last is None:
        return None
    for each in whos:
        for name in sorted(synonyms_of_input(each.id), key=len, reverse=True):
            if name[-1:] != last.words[-1:]:
                continue
            before = reading.line.tokens[max(0, place - len(name)) : place]
            is_free = all(token.place in reading.left or token.low in small_words() for token in before)
            if name and is_free and tuple(word for token in before for word in token.words) == name:
                reading.take(place - len(name), len(name))
                return each
    return None


def _subject(
    people: Sequence[PeopleNamed], pointed: Mapping[int, Who], who: Value | None
) -> PeopleNamed | None:
    """The first name, if it is that of whoever rolls."""
    subjects = [each for each in people if each.place not in pointed or pointed[each.place].id == "who"]
    return next((each for each in subjects if not each.many and who in each.keys), None)


def _another_who_acts(
    reading: ParsedReading, people: Sequence[PeopleNamed], pointed: Mapping[int, Who]
) -> PeopleNamed | None:
    """Another single person before the verb of a roll, who does it, able or not."""
    first = next((each for each in people if each.place not in pointed), None)
    acts = first is not None and not first.many and bool(first.keys) and _acts(reading, first)
    return first if acts else None


def _cannot_act(reading: ParsedReading, whos: Iterable[Who], person: PeopleNamed) -> bool:
    """Whether somebody cannot act now, as the dying cannot attack; then that is the reading's trouble."""
    who = reading.table[person.keys[0]]
    input = next((each for each in whos if each.id == "who"), None)
    if input is None or len(person.keys) > 1 or can_act(who) or not reading.is_spelt_out:
        return False
    reading.trouble = _unfit(reading, input, who)
    return True


def _among_all(reading: ParsedReading, people: Sequence[PeopleNamed]) -> PeopleNamed | None:
    """The people who act together, with the selected one among them as leader: `everyone attacks`."""
    first = people[0] if people else None
    leads = (
        _is_a_fight(reading)
        and first is not None
        and first.many
        and reading.who in first.keys
        and _acts(reading, first)
    )
    return first if leads and reading.presets.get("who") == reading.who else None


def _is_a_fight(reading: ParsedReading) -> bool:
    offer = reading.command.target
    return isinstance(offer, Offer) and offer.procedure.role == Role.FIGHT


def _acts(reading: ParsedReading, person: PeopleNamed) -> bool:
    """Whether somebody stands before the verb."""
    return reading.is_named and person.place < reading.verb


def _leads(reading: ParsedReading, person: PeopleNamed) -> bool:
    """Whether somebody is the subject of the sentence: before its verb, or first if it has none."""
    return _acts(reading, person) or (not reading.is_named and not person.place)


def _together(
    reading: ParsedReading, whos: Sequence[Who], people: Sequence[PeopleNamed], pointed: dict[int, Who]
) -> None:
    """Assign those before the verb who act together: the first leads, the others help, as with `everyone`."""
    helpers = next((each for each in whos if each.id == HELPERS and _is_a_fight(reading)), None)
    if helpers is None or not people or not _acts(reading, people[0]) or people[0].place in pointed:
        return
    if people[0].many:
        pointed[people[0].place] = helpers
    for before, person in pairwise(people):
        if not (_acts(reading, person) and _are_joined(reading, before, person)):
            return
        pointed.setdefault(person.place, helpers)


def _are_joined(reading: ParsedReading, before: PeopleNamed, person: PeopleNamed) -> bool:
    between = reading.line.tokens[before.place + before.count : person.place]
    return all(each.low in synonyms_of("and") for each in between)


def _share_out(
    reading: ParsedReading, people: Sequence[PeopleNamed], pointed: Mapping[int, Who], free: Sequence[Who]
) -> None:
    """Give people named after an input to that input, and the others to free inputs in order."""
    waiting = _acted_upon(reading, [each for each in people if each.place not in pointed])
    for input in dict.fromkeys(pointed.values()):
        _give(reading, input, [each for each in people if pointed.get(each.place) == input])
    for input in free:
        if not waiting:
            return
        if _is_meant_elsewhere(reading, input, waiting[0], free) or _is_otherwise(reading, input, waiting):
            continue
        if input.id == THEIRS + HELPERS and (struck := _struck_too(reading, free)) is not None:
            input = struck
        taken = waiting if input.many else waiting[:1]
        waiting = waiting[len(taken) :]
        _give(reading, input, taken)
    for each in waiting:  # no input takes them: they are left over
        for place in range(each.place, each.place + each.count):
            reading.left[place] = reading.line.tokens[place]


def _struck_too(reading: ParsedReading, free: Sequence[Who]) -> Who | None:
    """The input for further foes named with the attacked one, if something in the line strikes several: the
    firebomb of `ana attacks orc 1, orc 2 with firebomb`. None: it strikes one, and they help that one.
    """
    others = [each for each in free if each.many and each.id not in (HELPERS, THEIRS + HELPERS)]
    given = {**reading.presets, **reading.said}
    options = {
        each.id: reading.known.names(each, given) for each in reading.inputs() if isinstance(each, Choice)
    }
    runs = map(reading.run, reading.firsts())
    named = ((id, names.best(run)) for run in runs for id, names in options.items())
    chosen: list[tuple[str, Value]] = [
        *reading.presets.items(),
        *((id, values[0]) for id, (match, values) in named if match is not None and match.is_whole),
    ]
    return next(
        (one for one in others for id, option in chosen if _matters_by(reading, one, id, option)), None
    )


def _matters_by(reading: ParsedReading, input: Who, id: str, option: Value) -> bool:
    """Whether an input matters because of a chosen option, and for no other reason."""
    return not input.matters(reading.table, {}) and input.matters(reading.table, {id: option})


def _acted_upon(reading: ParsedReading, people: list[PeopleNamed]) -> list[PeopleNamed]:
    """The people acted upon. In care for others, those after the verb come first (`quill treats moss`), and
    are alone if the actor does not matter, as for a wound or healing (`quill heals moss 3`). If the patient
    is picked apart from the actor, the actor comes first, as on the form of the act.
    """
    offer = reading.command.target
    if not reading.is_named or not isinstance(offer, Offer) or offer.procedure.group != Group.CARE:
        return people
    behind = [each for each in people if each.place > reading.verb]
    before = [each for each in people if each not in behind]
    if any(isinstance(each, Who) and each.apart for each in offer.procedure.inputs):
        return [*before, *behind]
    if before and reading.line.tokens[reading.verb].low in synonyms_of("takes"):
        return before  # `moss takes 3 from the keeper`
    is_by_anybody = sum(isinstance(each, Who) for each in offer.procedure.inputs) <= 1 and (
        offer.procedure.role in (Role.HURT, Role.HEAL)
        or any(isinstance(each, Who) and not each.many for each in offer.procedure.inputs)
    )
    return behind if behind and is_by_anybody else [*behind, *before]


def _is_meant_elsewhere(reading: ParsedReading, input: Who, person: PeopleNamed, free: Sequence[Who]) -> bool:
    """Whether a name belongs to a later input: this one is optional (`climb with quill`), or the named person
    could only be acted upon (`cast jolt on keeper`, `morale keeper`), and the actor is asked for.
    """
    if input.id == "who" and _leads(reading, person):
        return False
    here = {each.key for each in reading.candidates(input)}
    later = free[free.index(input) + 1 :]
    is_open = input.default is not None or any(each.id == AGAINST or input.id in each.apart for each in later)
    there = {each.key for one in later for each in reading.candidates(one)}
    return is_open and here.isdisjoint(person.keys) and not there.isdisjoint(person.keys)


def _is_otherwise(reading: ParsedReading, input: Who, people: Sequence[PeopleNamed]) -> bool:
    """Whether one of these people does not help: nobody helps against their own side unless that is stated,
    or the line is about them.
    """
    if input.id not in (HELPERS, THEIRS + HELPERS):
        return False
    who, theirs = reading.presets.get("who"), input.id.startswith(THEIRS)
    opposed = (reading.table.are_opposed(who, key) for each in people for key in each.keys)
    return _leads(reading, people[0]) or any(each != theirs for each in opposed)


def _give(reading: ParsedReading, input: Who, taken: Sequence[PeopleNamed]) -> None:
    """Fill an input with those of the people who are suitable; note what is wrong with the others."""
    keys: list[int] = []
    why_not: Callable[[], str] | None = None
    for each in taken:
        fitting, trouble = _fitting(reading, input, each)
        keys += fitting
        why_not = trouble or why_not
    if why_not is not None:
        reading.trouble = why_not()
    if not keys:
        return
    if not input.many and len(keys) > 1:
        are_many = any(each.many for each in taken)
        reading.trouble = _several_meant(reading, keys, "one-at-a-time" if are_many else "which")
    reading.said[input.id] = tuple(dict.fromkeys(keys)) if input.many else keys[0]


def _fitting(
    reading: ParsedReading, input: Who, person: PeopleNamed
) -> tuple[list[int], Callable[[], str] | None]:
    """The suitable ones among those meant, and a function that says what is wrong (None: nothing). A single
    name that fits several people is reported.
    """
    if not person.keys:
        return [], lambda: f"{reading.command.label}: {no_people_named(reading.line.tokens[person.place :])}"
    candidates = reading.candidates(input)
    able = {each.key for each in candidates}
    keys = [key for key in person.keys if key in able]
    if person.many and input.id in (HELPERS, THEIRS + HELPERS):
        keys = [key for key in keys if _helps(reading, input, key)]
    if person.many and input.of_many:
        keys = [key for key in keys if reading.table[key].kind in input.of_many] or keys
    if not keys:
        return [], lambda: _unfit(reading, input, reading.table[person.keys[0]])
    if input.id == AGAINST and _is_a_fight(reading):
        keys = [key for key in keys if stands(reading.table[key])] or keys
        who = reading.presets.get("who", reading.said.get("who"))
        if not person.many:
            keys = [key for key in keys if reading.table.are_opposed(who, key)] or keys
    return keys, (lambda: _several_meant(reading, keys)) if len(keys) > 1 and not person.many else None


def _unfit(reading: ParsedReading, input: Who, who: Character) -> str:
    """Why somebody is not suitable."""
    others = reading.candidates(input)
    unfit = unfit_by_life_state(reading.table, who, others, input.fits)
    return f"{reading.command.label}: {_about_the_fight(reading, who) or reading.command.why_not or unfit}"


def _about_the_fight(reading: ParsedReading, who: Character) -> str:
    """That somebody who should join the fight is in it, that a newcomer has a fight to join, or whose turn it
    is instead; else empty.
    """
    offer, order = reading.command.target, reading.table.order
    role = offer.procedure.role if isinstance(offer, Offer) else None
    if order is None or is_gone(who):
        return ""
    if role == Role.JOIN and who.key in order.members:
        return str(refusal("in-the-fight", who=who.name))
    is_anothers_turn = role == Role.HAND and order.now and not order.acting_together
    if is_anothers_turn and can_act(who) and len(reading.inputs()) == 1:
        if who.key in order.now:
            return str(refusal("acts-now", who=who.name))
        return str(Message("unfit.turn", who=who.name, acting=reading.table[order.now[0]].name))
    comes = (role == Role.ARRIVE or reading.command.id == CALL_BACK) and who.key not in order.members
    return str(refusal("joins-instead", who=who.name)) if comes else ""


def _helps(reading: ParsedReading, input: Who, key: int) -> bool:
    """Whether one of many people is another one on the side that is helped."""
    who = reading.presets.get("who")
    others = reading.table.are_opposed(who, key)
    return key not in (who, reading.said.get(AGAINST)) and others == input.id.startswith(THEIRS)


def _several_meant(reading: ParsedReading, keys: Iterable[int], id: str = "which") -> str:
    return str(refusal(id, who=either(reading.table[key].name for key in keys)))


def _weigh_sides(reading: ParsedReading, subject: PeopleNamed | None, others: Sequence[PeopleNamed]) -> None:
    """Weigh a reading by sides: whoever stands before the verb acts, else one's own side on the other."""
    who = reading.presets["who"]
    against = reading.said.get(AGAINST)
    reading.cost += subject is None and any(each.place < reading.verb for each in others)
    if isinstance(against, int) and against:
        reading.cost += not reading.table.are_opposed(who, against)
    elif subject is not None and any(each.id == AGAINST for each in reading.inputs()):
        is_theirs = isinstance(who, int) and reading.table.are_opposed(reading.who, who)
        reading.cost += 2 * (is_theirs and subject.place > reading.verb)
    if subject is not None and against and _acts_before(reading, subject, others):
        actor, input = others[0].keys, next(each for each in reading.inputs() if each.id == "who")
        if len(actor) > 1:
            reading.trouble = _several_meant(reading, actor, "one-at-a-time" if others[0].many else "which")
        elif actor and isinstance(input, Who):
            reading.trouble = _unfit(reading, input, reading.table[actor[0]])


def _acts_before(reading: ParsedReading, subject: PeopleNamed, others: Sequence[PeopleNamed]) -> bool:
    """Whether another person stands before the verb and the actor after it: `keeper attacks moss` is no act
    of moss.
    """
    return reading.is_named and subject.place > reading.verb and bool(others) and _acts(reading, others[0])
