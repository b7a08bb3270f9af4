"""Lines about skills that people try: without having them, with a purpose, or with how hard it is."""

from collections.abc import Iterator, Sequence
from itertools import chain

from tableside.errors import RuleError
from tableside.language.feedback import nearest_word_unsaid
from tableside.language.input_people import AGAINST
from tableside.language.input_sorting import MODIFIER, TARGETS, WEAPON
from tableside.language.listener import MATTER, Listener, keeps_matters
from tableside.language.parse import ParsedReading
from tableside.language.words import (
    SHORT,
    Phrase,
    Token,
    refused,
    small_words,
    synonyms_of,
    synonyms_of_input,
    text_of_words,
    verb_forms,
    word_and_its_singular,
    word_tokens,
    words_in_name,
    words_naming_a_thing,
)
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice, Number, Who
from tableside.rules.procedure import PURPOSE, Procedure, Role
from tableside.rules.sheet import Skills, Tags, sheet_part_of, sheet_parts
from tableside.rules.table import Character, Kind
from tableside.views.input_values import row_names_as_input_values
from tableside.views.offers import Offer
from tableside.wording import label

SKILL, SKILLS = "skill", "skills"


def untrained_skill_said(listener: Listener, text: str) -> tuple[str, str] | None:
    """The test that a line means for somebody without the skill, by default the only player's character, as a
    line the command bar understands; and the missing skill, empty if it is stated in the line or tested all
    the same. None: the line means none.
    """
    line_typed, party = word_tokens(text), listener.table.in_play(Kind.PC)
    place, count, keys = listener.somebody(line_typed)
    keys = keys or tuple(each.key for each in party if len(party) == 1)
    test = listener.rules.role(Role.TEST, listener.table)
    if test is None or len(keys) != 1:
        return None
    deed, typed = deed_apart_from_inputs(test, (*line_typed[:place], *line_typed[place + count :]))
    deed, against = _against(listener, test, deed)
    deed, tried_on = deed_apart_from_what_it_is_tried_on(listener, deed, is_against=bool(against))
    numbers = [each.text for each in deed if each.is_number]
    verbs = (form for verb in synonyms_of(Role.TEST) for form in (verb, *verb_forms(verb)))
    small = (*small_words(), *verbs, *synonyms_of("tries"))
    words = tuple(each for each in deed if not each.is_number and each.low not in small)
    skill = tuple(word for each in words for word in each.words)
    is_known = skill in map(words_in_name, skills_of_people_here(listener))
    name = deed_tried(skill) or (" ".join(skill) if is_known else "")
    if not skill or not name:
        return None
    who = listener.table[keys[0]]
    own = [each for each in names_of_skills(who) if is_form_of_skill(name, each.casefold())]
    if own and not deed_tried(skill):
        return None
    about = deed_as_input(listener, test, name, tried_on) if tried_on or not own else ()
    said = (*about, *against, *numbers, *(each.text for each in typed))
    if own:
        return " ".join((f"#{keys[0]}", own[0], *said)), ""
    chosen = _option_without_skill(listener, test, keys[0], name)
    line = " ".join((f"#{keys[0]}", synonyms_of(Role.TEST)[0], *chosen, *said))
    is_tested = any(each.endswith(f"={name}") for each in chosen) or keeps_matters(test, listener.table)
    return line, "" if is_tested else name


def purpose_said(reading: ParsedReading) -> ParsedReading | None:
    """The reading with its unused words as the roll's purpose: `sneaks past the wardens`. None: it takes
    none, the words more likely mean something else, or they are a long story. Raises `RuleError` with
    anything else wrong with the reading.
    """
    first = min(reading.left)
    while first and _may_begin_purpose(reading, reading.line.tokens[first - 1]):
        first -= 1
    words = reading.line.tokens[first : max(reading.left) + 1]
    is_purpose = words[0].low in (*synonyms_of("on-what"), *synonyms_of("what-for"))
    if not (is_purpose and reading.takes_purpose) or reading.command.why_not or len(words) > SHORT:
        return None
    is_named_behind = any(place > first and place not in reading.left for place in reading.line.people)
    if (
        is_named_behind
        or _lacks_somebody(reading)
        or any(_is_meant_otherwise(reading, each) for each in words)
    ):
        return None
    if reading.trouble:
        raise RuleError(reading.trouble)
    reading.said[PURPOSE.id] = text_of_words(words)
    for each in words:
        reading.take(each.place)
    reading.fill()
    return reading


def described_roll_said(readings: Sequence[ParsedReading]) -> ParsedReading | None:
    """The roll that somebody makes with a skill, or with something else, that is named in full behind what it
    is for: `aino reads the book history vs 3`, `pim picks the lock with lockpicks`. None: there is none.
    """
    for each in sorted(readings, key=lambda each: (len(each.left), each.cost)):
        offer = each.command.target
        is_roll = isinstance(offer, Offer) and offer.procedure.odds is not None and not each.trouble
        if is_roll and each.left and not each.command.why_not and _is_described(each):
            first, last = min(each.left), max(each.left)
            told = [token for token in each.line.tokens[first : last + 1] if not _names_somebody(each, token)]
            about = MATTER if any(input.id == MATTER for input in each.inputs()) else PURPOSE.id
            if deed := _deed_named(each, _bare(told)):
                each.said.setdefault(about, deed)
            for place in tuple(each.left):
                each.take(place)
            each.fill()
            return each
    return None


def move_said_about_somebody(readings: Sequence[ParsedReading]) -> ParsedReading | None:
    """The move of whoever a line begins with, for whom it is about behind a small word: `ann interferes with
    rue`. None: there is none.
    """
    joins = (*synonyms_of("by-means"), *synonyms_of("on-what"), *synonyms_of("what-for"))
    for each in readings:
        tokens, actor = each.line.tokens, each.line.people.get(0)
        others = [person for place, person in each.line.people.items() if place]
        is_move = any(isinstance(one, Choice) and one.listed and one.id in each.said for one in each.inputs())
        if not is_move or not each.takes_purpose or each.trouble or actor is None or len(others) != 1:
            continue
        other = others[0]
        places = {*range(actor.count), *range(other.place, other.place + other.count)}
        is_about = tokens[other.place - 1].low in joins and places >= {*each.left}
        if is_about and len(actor.keys) == 1 and actor.is_exact and other.is_exact:
            about = text_of_words(tokens[other.place - 1 : other.place + other.count])
            each.said |= {"who": actor.keys[0], PURPOSE.id: about}
            for place in tuple(each.left):
                each.take(place)
            each.fill()
            return each
    return None


def _is_described(reading: ParsedReading) -> bool:
    """Whether the unused words stand right behind whoever acts, before something of theirs that is named in
    full, and mean nothing else.
    """
    offer, first, last = reading.command.target, min(reading.left), max(reading.left)
    if not isinstance(offer, Offer) or not (
        any(each.id == MATTER for each in reading.inputs()) or reading.takes_purpose
    ):
        return False
    actor = reading.line.people.get(0)
    if actor is None or actor.many:
        return False
    is_own = reading.is_own and reading.words > 0 and all(place > first for place in reading.named_by)
    is_had = is_own or (reading.in_full > 0 and not reading.is_named)
    between = [reading.line.tokens[n] for n in range(first, last + 1) if n not in reading.left]
    is_whole = all(each.low in small_words() or _names_somebody(reading, each) for each in between)
    known = (*synonyms_of("helps"), *synonyms_of(Role.FIGHT), *synonyms_of("said-first"))
    return (
        first == actor.count
        and is_had
        and is_whole
        and len(reading.left) <= SHORT
        and not any(each.is_number or each.is_dice or "=" in each.text for each in reading.left.values())
        and not any(each.low in known for each in reading.left.values())
    )


def _deed_named(reading: ParsedReading, told: Sequence[Token]) -> str:
    """What is tried as typed; a skill that anybody has for it by its name: `climbs` is climbing."""
    skills = (name for who in reading.known.people.listed for name in names_of_skills(who))
    one = told[0].low if len(told) == 1 else ""
    return next(
        (each for each in skills if one and is_form_of_skill(one, each.casefold())), text_of_words(told)
    )


def _names_somebody(reading: ParsedReading, word: Token) -> bool:
    named = reading.line.people.values()
    return any(each.place <= word.place < each.place + each.count and each.is_exact for each in named)


def _bare(words: Sequence[Token]) -> Sequence[Token]:
    """The words without small ones at the end, nor those that only say that something is used."""
    small = (*small_words(), *synonyms_of("using"))
    last = next((n for n in range(len(words), 0, -1) if words[n - 1].low not in small), 0)
    return words[:last]


def roll_line_spelt_out(listener: Listener, text: str) -> str | None:
    """A line with the purpose and difficulty of a roll as inputs: `corin wil hard to keep his footing`, where
    `keep` is no keeper's name. None: it states neither.
    """
    line, articles = word_tokens(text), {*synonyms_of("articles"), *synonyms_of("the")}
    joins = {*synonyms_of("by-means"), *synonyms_of("on-what")} - articles
    start = min([n for n, each in enumerate(line) if n and each.low in joins], default=len(line))
    start = min(place_of_purpose(line), start)
    behind = line[start:]
    ends = bool(behind) and (behind[-1].is_number or behind[-1].is_dice)
    named = listener.known.named(behind[-2:]) if ends else None  # warden 1 ends in no number
    number = behind[-1:] if ends and (named is None or named.count < len(behind[-2:])) else ()
    purpose = behind[: len(behind) - len(number)]
    if len(purpose) == 1 or len(purpose) > SHORT or _goes_to_somebody(listener, purpose):
        return None
    deed, difficulty = _apart_from_difficulty((*line[:start], *number))
    test = _test_said(listener, text_of_words(deed), purpose) if purpose or difficulty else None
    about = next((each.id for each in test.inputs if each.id == MATTER), PURPOSE.id) if test else ""
    if test is None or not (test.takes_purpose or about == MATTER):
        return None
    said = [f'{about}="{text_of_words(purpose)}"'] if purpose else []
    said += [_difficulty_as_input(test, difficulty)] if difficulty else []
    return " ".join((text_of_words(deed), *said)) if all(said) else None


def place_of_purpose(line: Sequence[Token]) -> int:
    """The place where a roll's purpose begins, `to keep his footing`; the end of the line without one."""
    joins = synonyms_of("so-that")
    return min([n for n, each in enumerate(line) if n and each.low in joins], default=len(line))


def _goes_to_somebody(listener: Listener, words: Sequence[Token]) -> bool:
    """Whether words name a target rather than a purpose: `sneaks to the keeper`."""
    named = words_naming_a_thing(words[1:]) if words and words[0].low in synonyms_of("fillers") else ()
    person = listener.known.named(named) if named else None
    return person is not None and person.is_exact


def _difficulty_as_input(test: Procedure, words: Sequence[Token]) -> str:
    """The difficulty as the game's number; empty if it has none. Raises `RuleError` when it has no words for
    it.
    """
    target = next((each for each in test.inputs if each.id in (*TARGETS, MODIFIER)), None)
    if not isinstance(target, Number):
        return ""
    value = dict(target.words).get("-".join(word for each in words for word in each.words))
    if value is None:
        raise refused("how-hard", word=text_of_words(words), number=label("input", target.id))
    return f"{target.id}={value}"


def _apart_from_difficulty(words: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """The words without those for the difficulty, of which the longest are taken, and these."""
    known = {words_in_name(each) for each in synonyms_of("difficulties")}
    if {name[-1] for name in known}.isdisjoint([each.low for each in words]):
        return words, ()
    for count in (2, 1):
        for n in range(1, len(words) + 1 - count):
            if tuple(word for each in words[n : n + count] for word in each.words) in known:
                return (*words[:n], *words[n + count :]), words[n : n + count]
    return words, ()


def _test_said(listener: Listener, text: str, purpose: Sequence[Token]) -> Procedure | None:
    """The roll that a line means, or the test of somebody without the skill. None: it means none, or the
    words after a `with` are probably for an input.
    """
    with_what = purpose[1:] if purpose and purpose[0].low in synonyms_of("by-means") else ()
    over = bool(purpose) and purpose[0].low in synonyms_of("on-what")
    for each in listener.readings(text):
        offer, is_said = each.command.target, each.is_named or each.is_implied
        if each.left or each.trouble or not is_said or _lacks_somebody(each) or not isinstance(offer, Offer):
            continue
        arms = each.role == Role.FIGHT or any(input.id == WEAPON for input in offer.procedure.inputs)
        takes = offer.procedure.takes_purpose and not arms if with_what else offer.procedure.odds is not None
        takes = takes and not (over and any(input.id == AGAINST for input in offer.procedure.inputs))
        if takes and not any(_is_meant_otherwise(each, word) for word in with_what):
            return offer.procedure
    is_untrained = not (with_what or over) and untrained_skill_said(listener, text) is not None
    return listener.rules.role(Role.TEST, listener.table) if is_untrained else None


def _lacks_somebody(reading: ParsedReading) -> bool:
    """Whether a person is still to be asked for; then words may be meant as a name."""
    return any(isinstance(each, Who) and each.id in reading.missing for each in reading.inputs())


def _is_meant_otherwise(reading: ParsedReading, word: Token) -> bool:
    """Whether a word more likely belongs to an input: dice, a final number, or something close to a name or
    option.
    """
    known = {name for each in reading.table.in_play() for name in words_in_name(each.name)}
    if known.intersection(word_and_its_singular(word.low)):
        return False
    is_number = word.is_dice or (word.is_number and word.place == max(reading.left))
    return is_number or reading.known.names_nearly([word]) or bool(nearest_word_unsaid(reading, word))


def _may_begin_purpose(reading: ParsedReading, word: Token) -> bool:
    """Whether a small word before a purpose belongs to it, because it means nothing else."""
    return word.low in small_words() and word.place not in (*reading.named_by, *reading.line.people)


def deed_apart_from_what_it_is_tried_on(
    listener: Listener, deed: Sequence[Token], *, is_against: bool
) -> tuple[Sequence[Token], str]:
    """The words of a deed without its object, `climbs the wall`, and the object; empty if the deed
    `is_against` somebody, if somebody is named, or nearly, or in a long story.
    """
    on_what = synonyms_of("on-what")
    if is_against:
        return [each for each in deed if each.low not in on_what], ""
    start = next((n for n, each in enumerate(deed) if n and each.low in on_what), len(deed))
    end = next((n for n in range(start, len(deed)) if deed[n].is_number), len(deed))
    if len(deed) > SHORT or listener.known.names_nearly(deed[start:end]):
        return deed, ""
    named = deed[start:end] if any(each.low not in on_what for each in deed[start:end]) else ()
    return [*deed[:start], *deed[end:]], " ".join(each.low for each in named)


def deed_as_input(listener: Listener, test: Procedure, tried: str, tried_on: str) -> tuple[str, ...]:
    """The deed and its object as the input for a matter, with the name of the skill that anybody has for it.
    In games without matters, only the object, as the purpose.
    """
    if not keeps_matters(test, listener.table):
        return (f'{PURPOSE.id}="{tried_on}"',) if tried_on and test.takes_purpose else ()
    skill = next(
        (name for name in skills_of_people_here(listener) if is_form_of_skill(tried, name.casefold())), tried
    )
    return (f'{MATTER}="{skill}: {tried_on}"' if tried_on else f'{MATTER}="{skill}"',)


def _against(
    listener: Listener, test: Procedure, rest: Sequence[Token]
) -> tuple[Sequence[Token], tuple[str, ...]]:
    """The words without the name of an opponent after the deed, `climbs the bell cliff`, and the opponent as
    an input, if the test has one.
    """
    place, count, keys = listener.somebody(rest)
    if len(keys) != 1 or not place or all(each.id != AGAINST for each in test.inputs):
        return rest, ()
    return (*rest[:place], *rest[place + count :]), (f"{AGAINST}=#{keys[0]}",)


def deed_apart_from_inputs(
    test: Procedure, words: Sequence[Token]
) -> tuple[Sequence[Token], Sequence[Token]]:
    """The words of a deed, `climb the wall`, and those from the first that names an input, as `with`."""
    begin_inputs = {name[:1] for each in test.inputs for name in synonyms_of_input(each.id)}
    are_inputs = ("=" in each.text or each.words in begin_inputs for each in words)
    ends = next((n for n, is_input in enumerate(are_inputs) if n and is_input), len(words))
    return words[:ends], words[ends:]


def deed_tried(words: Phrase) -> str:
    """The deed that is no command, `climb` or `climbs`; empty if the words are none."""
    deeds = (
        each for each in synonyms_of("deeds") if words in [(form,) for form in (each, *verb_forms(each))]
    )
    return next(deeds, "")


def skills_of_people_here(listener: Listener) -> Iterator[str]:
    """The skills of everybody in play."""
    return chain.from_iterable(map(names_of_skills, listener.known.people.listed))


def names_of_skills(who: Character) -> Iterator[str]:
    value = sheet_part_of(who.sheet, SKILLS) if SKILLS in sheet_parts(who.sheet) else None
    if isinstance(value, Skills | Tags):
        yield from row_names_as_input_values(value)


def _option_without_skill(listener: Listener, test: Procedure, key: int, skill: str) -> tuple[str, ...]:
    """The choice when the game asks for a skill that somebody does not have: that skill if anybody may use
    it, else the game's option for having none.
    """
    form = filled_form(test, listener.table, None, {"who": key})
    for each in test.inputs:
        if isinstance(each, Choice) and each.default is None:
            if skill in each.known_as(listener.table, form.given):
                return (f"{each.id}={skill}",)
            options = each.options(listener.table, form.given)
            return tuple(f"{each.id}={option}" for option in options if option in synonyms_of("no-skill"))[:1]
    return ()


def is_form_of_skill(word: str, name: str) -> bool:
    bare = word.removesuffix("s")
    return min(len(bare), len(name)) >= len("abc") and (name.startswith(bare) or word.startswith(name))
