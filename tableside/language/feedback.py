"""Feedback on a typed line: what was understood, or why it means nothing, with suggestions."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.language.commands import Command, ViewPlace
from tableside.language.input_people import AGAINST
from tableside.language.listener import Listener
from tableside.language.parse import ParsedReading
from tableside.language.people import PeopleNamed, no_people_named
from tableside.language.words import (
    LONGEST_HINTED,
    Token,
    is_slip,
    nearest_words,
    quoted_word,
    refusal,
    run_of_words,
    small_words,
    synonyms_of,
    synonyms_of_input,
    text_of_words,
    verb_forms,
    word_tokens,
    words_in_name,
)
from tableside.rules import foe_lines
from tableside.rules.campaign_kinds import DEFINITION, campaign_kind, campaign_kind_names
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Choice, Input, Number, Who, YesNo, people_in_input_value
from tableside.rules.names import singular_name
from tableside.rules.pack_kinds import SOMEBODY
from tableside.rules.procedure import PURPOSE, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import sheet_part_of, sheet_parts
from tableside.rules.table import Table
from tableside.rules.typed import typed_slug
from tableside.text import signed
from tableside.views.input_values import input_option_texts, input_value_text, row_names_as_input_values
from tableside.views.offers import Offer
from tableside.views.roll_form import SECRET
from tableside.views.rows import SEPARATOR
from tableside.wording import either, has_wording, label, sentence

MOST_TAKEN = 8
"""The most inputs to name if a word fits none."""
MOST_MEANT = 5
"""The most commands or people to name if several are meant."""
DIFFICULTY = "difficulty"
COUNTED = re.compile(r"\d{1,3}x?\s+[^\W\d]")


@frozen
class Said:
    """The meaning of a line: a command, or somebody to select."""

    command: Command | None
    form: Form | None = None
    missing: tuple[str, ...] = ()
    """The inputs still to be asked for."""
    told: tuple[str, ...] = ()
    """The inputs that the line states."""
    select: int | None = None
    """The key of the character to select."""
    entry: int | None = None
    """The number of the journal entry to show."""
    times: int = 1
    """How many changes to undo or redo."""
    faces: tuple[int, ...] | None = None
    """The faces of real dice that the line states; empty if it only asks for real dice. None: neither."""
    about: str = ""
    """The text above the line, if its inputs do not tell it; else empty."""


def feedback_summary(said: Said, table: Table) -> str:
    """The meaning in one line: the act, its stated inputs, and defaults that matter."""
    if said.faces is not None:
        faces = " ".join(map(str, said.faces))
        dice = sentence("said", "real-faces", faces=faces) if faces else sentence("said", "real-dice")
        return SEPARATOR.join((feedback_summary(replace(said, faces=None), table), dice))
    if said.about:
        return said.about
    if said.entry is not None:
        return sentence("said", "entry", entry=said.entry)
    if said.select is not None:
        return sentence("said", "select", who=table[said.select].name)
    if said.command is None:
        return ""
    form = said.form
    if form is None:
        return said.command.help if isinstance(said.command.target, ViewPlace) else said.command.label
    parts = [label("procedure", form.procedure.id)]
    for input in form.procedure.inputs:
        if input.id == DEFINITION:
            continue
        if input.id in said.missing:
            parts.append(f"{label('input', input.id)} ?")
        elif input.id in form.given and (input.id in said.told or _is_told_anyway(input, said, table)):
            parts.append(_part(form, input.id, table))
    return SEPARATOR.join((*parts, *filter(None, [str(form.given.get(PURPOSE.id, ""))])))


def _is_told_anyway(input: Input, said: Said, table: Table) -> bool:
    """Whether to mention an input that was not stated: a track's difficulty, a proposed person once all else
    is stated, and inputs without a default.
    """
    if isinstance(input, Who) and input.optional and said.form is not None and not said.missing:
        keys = people_in_input_value(said.form.given[input.id])
        return bool(keys) and {*keys} <= {*input.those_proposed(table, said.form.given)}
    return input.default is None or input.id == DIFFICULTY


def _part(form: Form, id: str, table: Table) -> str:
    input, value = form.procedure.input(id), form.given[id]
    text = input_value_text(input, value, table, form.given)
    if isinstance(input, Number):
        amount = int(value) if isinstance(value, int) else 0
        is_signed = input.lowest < 0 and input.default == 0
        shown = SECRET if form.is_secret else signed(amount) if is_signed else text
        return f"{label('input', id).partition(' (')[0]} {shown}"
    if isinstance(input, Choice) and not input.leaves_out:
        return text
    if isinstance(input, Who) and (input.default is None or id == "who"):
        return text
    if isinstance(input, YesNo):
        return label("input", id) if value else sentence("said", "not", input=label("input", id))
    return f"{label('input', id)} {text}"


def why_not_understood(listener: Listener, text: str, best: ParsedReading | None) -> str:
    """Why no reading takes the whole line: the likeliest leaves words, or there is none."""
    line = word_tokens(text)
    if not line:
        return str(refusal("nothing-typed"))
    is_list = best is None or any(each.ends for each in line)
    if is_list and (uncounted := _no_foes(text, listener.table, listener.rules)):
        return uncounted
    if fault := feedback_on_faulty_kind(text, listener.table, listener.rules):
        return fault
    if best is None:
        return _strange(listener, line)
    word = next(iter(best.left.values()))
    person = listener.known.named(line[word.place :])
    name = _name_of(best)
    if person is not None and not person.keys:
        return f"{name}: {no_people_named(line[word.place :])}"
    if person is not None:
        return _one_too_many(listener, best, person)
    if not_so := _is_not_so(best, word):
        return not_so
    if nobody := _named_as(best, word):
        return f"{name}: {feedback_on_nobody_called(listener, nobody)}"
    takes_somebody = any(isinstance(each, Who) for each in best.inputs())
    if takes_somebody and (foe := _foe_named(listener, run_of_words(line, word.place, best.left))):
        return f"{name}: {_foe_to_come(foe)}"
    if not best.is_named and best.form is not None and not (best.missing or best.trouble):
        meant = feedback_summary(Said(best.command, best.form, (), tuple(best.said)), listener.table)
        return str(refusal("fits-nowhere", word=quoted_word(word.text), meant=meant))
    hint = (
        _spelt_out(best) or _how(best, word) or nearest_word_unsaid(best, word) or _slip(listener, best, word)
    )
    if not hint and word.text.isalpha() and _lacks_whom(best) and not listener.knows(word):
        return f"{name}: {feedback_on_nobody_called(listener, (word,))}"
    hint = hint or _takes(best)
    return str(refusal("word-fits-nowhere", command=name, word=quoted_word(word.text), hint=hint))


def _name_of(reading: ParsedReading) -> str:
    """The name of a command; the kind's name if the line does not tell one of many from the others."""
    offer = reading.command.target
    if isinstance(offer, Offer) and reading.command.verbs and not reading.is_own:
        return label("procedure", offer.procedure.id)
    return reading.command.label


def _named_as(reading: ParsedReading, word: Token) -> Sequence[Token]:
    """The words after one that introduces a name, as in `against the cliff`; empty for other words."""
    whom = (name for each in reading.inputs() if isinstance(each, Who) for name in synonyms_of_input(each.id))
    behind = reading.line.tokens[word.place + 1 :] if word.words in whom else ()
    named = takewhile(lambda each: not each.is_number, behind)
    return [each for each in named if each.low not in small_words()]


def nearest_word_unsaid(reading: ParsedReading, word: Token) -> str:
    """A hint at a similar word that would fill an open input; empty if there is none."""
    return _nearest_word(word.low, words_unsaid_for_feedback(reading))


def _slip(listener: Listener, reading: ParsedReading, word: Token) -> str:
    """A hint at something testable one letter away, as for `luk`; empty if there is nothing."""
    rows = (row for rows in listener.rules.known_rows.values() for row in rows)
    known = (*listener.known_words(), *rows) if reading.role == Role.TEST and reading.is_named else ()
    near = next((each for each in known if is_slip(word.low, each) and each != word.low), "")
    return str(refusal("did-you-mean", word=near)) if near else ""


def _lacks_whom(reading: ParsedReading) -> bool:
    """Whether the target of an attack, harm or healing is missing."""
    if reading.role in (Role.HURT, Role.HEAL):
        return "who" not in reading.said
    return reading.role == Role.FIGHT and AGAINST not in reading.said


def feedback_on_nobody_called(listener: Listener, words: Sequence[Token]) -> Message:
    """That nobody here has this name; for a kind of foes, how to add one."""
    foe = _foe_named(listener, words) if words else ""
    return _foe_to_come(foe) if foe else refusal("who-is-it", whom=" ".join(each.text for each in words))


def _foe_to_come(kind: str) -> Message:
    return refusal("who-comes", whom=kind, verb=synonyms_of(Role.FOE)[1])


def _foe_named(listener: Listener, words: Sequence[Token]) -> str:
    """The kind of foes that these words begin with, taking as many words as possible; empty if none."""
    kinds = {*foe_lines.names_for_foe_line(listener.rules, listener.table, words[0].low)}
    names = (" ".join(each.low for each in words[:count]) for count in range(len(words), 0, -1))
    return next((one for name in names for one in (name, singular_name(name)) if one in kinds), "")


def _one_too_many(listener: Listener, reading: ParsedReading, person: PeopleNamed) -> str:
    """Why nobody else can be named: it takes one person at a time, or nobody else is suitable."""
    table, name = listener.table, reading.command.label
    given = reading.form.given if reading.form is not None else {}
    first = next((each for each in reading.inputs() if isinstance(each, Who) and each.id == "who"), None)
    meant = given.get("who")
    fitting = first.candidates(table) if first is not None and isinstance(meant, int) else ()
    names = [each.name for each in fitting if each.key in (meant, *person.keys)]
    if len(names) > 1:
        return f"{name}: {refusal('one-at-a-time', who=either(names))}"
    if first is not None and first.id in reading.said and reading.command.why_not:
        return f"{name}: {reading.command.why_not}"
    who = either(table[key].name for key in person.keys[:MOST_MEANT])
    return str(refusal("who-fits-nowhere", command=name, who=who))


def _is_not_so(reading: ParsedReading, word: Token) -> str:
    """That a condition cannot end because nobody has it: `stop dying goblin`; empty for other lines."""
    offer, who = reading.command.target, reading.said.get("who")
    is_condition = isinstance(offer, Offer) and offer.procedure.role == Role.CONDITION
    if not is_condition or word.low not in synonyms_of(Role.RELIEVE) or not isinstance(who, tuple):
        return ""
    names = ", ".join(reading.table[key].name for key in who[:MOST_MEANT] if isinstance(key, int))
    condition = label("condition", str(reading.said.get("condition", "")))
    return str(refusal("not-so", who=names, condition=condition)) if names else ""


def _strange(listener: Listener, line: Sequence[Token]) -> str:
    """That nothing begins with a word, that there is no such state, or how to ask a question."""
    person, becomes = listener.known.named(line), synonyms_of("becomes")
    if person is not None and person.count + 1 < len(line) and line[person.count].low in becomes:
        return str(refusal("no-such-state", state=quoted_word(text_of_words(line[person.count + 1 :]))))
    if person is None and line[0].low in synonyms_of("asks-yes-or-no") and listener.rules.role(Role.ORACLE):
        return str(refusal("asked-so", question=text_of_words(line)))
    keys, named = [*listener.people_in(line)], listener.known.names_in(line)
    unnamed = (each for each in line if each.place not in named)
    strange = next((each for each in unnamed if not listener.begins(each.low, keys)), line[0])
    able = [listener.table[key].name for key in listener.able_to(strange)]
    typed = quoted_word(strange.text)
    if act := _act_of_other_games(listener, strange):
        return str(refusal("no-such-act", act=act))
    if able:
        return str(refusal("of-others", word=typed, able=either(able[:MOST_MEANT])))
    if owner := _owner(listener, strange):
        return str(refusal("is-a-thing", thing=typed, who=owner))
    near = feedback_nearest_word(listener, strange, keys)
    return str(refusal("nothing-like-it", word=typed, hint=near or str(refusal("all-there-is"))))


def feedback_nearest_word(listener: Listener, word: Token, people: Sequence[int] = ()) -> str:
    """A hint at the word of this campaign that a line most likely means; empty if none is near."""
    known = {*synonyms_of("kills"), *synonyms_of("revives"), *listener.known_words(people)}
    return _nearest_word(word.low, known)


def _act_of_other_games(listener: Listener, word: Token) -> str:
    """The act that a word stands for in other games only, such as `casts`; empty if none."""
    lacking = (each for each in Role if has_wording("role", each) and listener.rules.role(each) is None)
    verbs = ((each, verb) for each in lacking for verb in synonyms_of(each))
    return next((label("role", each) for each, verb in verbs if word.low in (verb, *verb_forms(verb))), "")


def _owner(listener: Listener, word: Token) -> str:
    """Whoever has something of this name on their sheet; empty if nobody does."""
    for who in listener.table.in_play():
        for part in sheet_parts(who.sheet, who.kind):
            rows = row_names_as_input_values(sheet_part_of(who.sheet, part))
            if any(word.low in words_in_name(each) for each in rows):
                return who.name
    return ""


def words_unsaid_for_feedback(reading: ParsedReading) -> Iterator[str]:
    """The words that would fill open inputs."""
    form = reading.form
    if form is None:
        return
    for input in form.procedure.inputs:
        if input.id in reading.said and not getattr(input, "many", False):
            continue
        match input:
            case Choice():
                options = input.options(reading.table, form.given)
                yield from map(str.casefold, input_option_texts(options, reading.table, form.given))
                yield from (each.casefold() for each in input.known_as(reading.table, form.given))
            case Who():
                yield from (each.name.casefold() for each in input.candidates(reading.table))
            case YesNo():
                yield label("input", input.id)


def _spelt_out(reading: ParsedReading) -> str:
    """The line with its command in full, if that would be understood: `new ana` creates nobody yet."""
    offer = reading.command.target
    if not isinstance(offer, Offer) or reading.is_spelt_out or offer.procedure.role != Role.CREATE:
        return ""
    rest = " ".join(each.text for each in reading.line.tokens if each.place != reading.verb)
    return str(refusal("create-so", verb=synonyms_of(Role.CREATE)[0], rest=rest))


def _how(reading: ParsedReading, word: Token) -> str:
    """What to type after a word that is the name of an input; empty if it is none."""
    given = reading.form.given if reading.form else {}
    for each in reading.inputs():
        if isinstance(each, Choice) and word.low in (each.id, label("input", each.id)):
            options = input_option_texts(each.options(reading.table, given), reading.table, given)
            ways = [f"{word.text} {option}" for option in options[:MOST_MEANT]]
            return str(refusal("say-how", ways=either(ways))) if ways else ""
    return ""


def feedback_on_input(input: Input, form: Form | None, table: Table) -> str:
    """The name of an input, with the options of a required or asked choice if they are few."""
    name = label("input", input.id)
    if not isinstance(input, Choice) or not (input.default is None or input.asked) or form is None:
        return name
    texts = input_option_texts(input.options(table, form.given), table, form.given)
    return f"{name} ({', '.join(texts)})" if 0 < len(texts) <= MOST_MEANT else name


def _takes(reading: ParsedReading) -> str:
    texts = [feedback_on_input(each, reading.form, reading.table) for each in reading.inputs()]
    more = [str(refusal("and-more"))] if len(texts) > MOST_TAKEN else []
    if not texts:
        return str(refusal("takes-no-more"))
    return str(refusal("takes", inputs=", ".join((*texts[:MOST_TAKEN], *more))))


def feedback_on_faulty_kind(text: str, table: Table, rules: Ruleset) -> str:
    """What is wrong with the own kind that a line names, or alone begins with, by itself or after `add`;
    empty if it names none, or a sound one.
    """
    left_out = (*synonyms_of("articles"), *synonyms_of("comes"), *synonyms_of(Role.FOE))
    bare = " ".join(each.low for each in word_tokens(text) if each.low not in left_out)
    names = campaign_kind_names(rules, table, SOMEBODY)
    ids = (names.called(bare, singular_name(bare)) or names.begun(bare)) if typed_slug(bare) else ()
    try:
        if len(ids) == 1:
            campaign_kind(rules, table, SOMEBODY, ids[0])
    except RuleError as error:
        return str(error)
    return ""


def _no_foes(text: str, table: Table, rules: Ruleset) -> str:
    """Why a line with a count but no command names no foes; empty if it counts nothing."""
    if not COUNTED.match(text.strip()) or word_tokens(text)[1].low in small_words():
        return ""
    try:
        foe_lines.form_of_foe_line(rules, table, text)
    except RuleError as error:
        return str(error)
    return ""


def _nearest_word(word: str, known: Iterable[str]) -> str:
    """The known word that this one is a slip of, as a hint; empty if there is none, and for words such as
    `past`, which are not misspelt.
    """
    if len(word) > LONGEST_HINTED or word in synonyms_of("on-what"):
        return ""
    near = nearest_words(word, frozenset(known))
    return str(refusal("did-you-mean", word=near[0])) if near else ""
