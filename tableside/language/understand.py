"""Understanding a typed line: one person's act or several people's, or why it is not understood."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.language.corrections import understood_or_corrected
from tableside.language.feedback import (
    MOST_MEANT,
    Said,
    feedback_summary,
    why_not_understood,
)
from tableside.language.input_sorting import WEAPON
from tableside.language.lines import (
    attack_line_spelt_out,
    check_dice_said_are_summed,
    dice_said_for_something,
    harm_line_with_digits,
    idiom_line_spelt_out,
    is_prose_line,
    known_line,
    line_as_typed,
    nearest_line,
    people_line_spelt_out,
    person_said_alone,
    phrases_spelt_out,
    rest_line_spelt_out,
    rows_line_spelt_out,
)
from tableside.language.listener import BARE, Listener
from tableside.language.parse import ParsedReading, likeliest_reading
from tableside.language.people import people_listed
from tableside.language.said_of_conditions import (
    ailment_said,
    check_cover_is_said,
    check_one_condition_is_said,
    condition_said,
    condition_said_by_key,
    full_healing_said,
    line_said_as_condition,
    wound_or_care_said,
)
from tableside.language.said_of_contests import contest_said, contest_said_with_both_skills
from tableside.language.said_of_dice import understood_as_rolled
from tableside.language.said_of_foes import (
    encounter_said,
    encounter_said_by_name,
    foe_said_uncounted,
    foes_line_counted_in_digits,
)
from tableside.language.said_of_group_rolls import tried_together_said
from tableside.language.said_of_harm import (
    HarmSaid,
    attack_said_in_passive,
    harm_amounts_spelt_out,
    harm_said,
    healing_said_in_passive,
    names_number,
)
from tableside.language.said_of_learnt_skills import (
    check_number_said_behind_skill,
    check_number_said_untrained,
    check_skill_said_has_rank,
    check_skill_said_is_had,
    check_spell_said_is_known,
    forgotten_skill_said,
    learnt_skill_said,
    skill_rank_said,
    told_how_number_is_set,
)
from tableside.language.said_of_numbers import number_line_spelt_out
from tableside.language.said_of_people import (
    arrival_said_of_people,
    capture_said_of_people,
    change_of_sides_said_of_people,
    check_act_said_of_people,
    check_attack_said_of_people,
    check_game_has_act,
    check_game_has_help,
    check_turn_said_of_people,
    death_said_of_people,
    departure_said_of_people,
    place_said_in_order,
    renaming_said_of_people,
    rescue_said_of_people,
    revival_said_of_people,
)
from tableside.language.said_of_possessions import (
    check_one_deed_is_said,
    check_thing_is_said,
    disarming_said,
    possession_said_put_away,
    possession_said_wielded,
    possession_said_worn,
)
from tableside.language.said_of_sheets import (
    check_sheet_has_what_is_said,
    sheet_cells_said,
    sheet_number_said,
    sheet_number_said_marked,
    sheet_number_said_set,
    sheet_rows_said_apart,
)
from tableside.language.said_of_skills import (
    described_roll_said,
    move_said_about_somebody,
    place_of_purpose,
    purpose_said,
    roll_line_spelt_out,
    untrained_skill_said,
)
from tableside.language.said_of_story import (
    QUESTION,
    check_odds_said_of_story,
    check_question_said_of_story,
    check_said_question_has_answer,
    check_story_has_scene,
    question_said_of_story,
    question_said_to_table,
    story_card_said_drawn,
    story_name_said_closed,
)
from tableside.language.said_of_transfers import (
    counted_line_with_digits,
    trade_said,
    transfer_said,
    transfer_said_by_carrying,
    transfer_said_by_taker,
    transfer_said_of_counted,
)
from tableside.language.words import (
    are_all_words_in,
    refused,
    synonyms_of,
    text_behind_first_words,
    text_of_words,
    without_small_words,
    word_tokens,
    words_in_name,
)
from tableside.rules.characters import EDIT_SEVERAL
from tableside.rules.foe_line_parts import part_read_from_line_part
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice
from tableside.rules.life_states import is_dead, stands
from tableside.rules.procedure import PURPOSE, Role
from tableside.rules.table import Kind
from tableside.views.offers import Offer
from tableside.views.rollable_tables import check_rollable_table_sound, rollable_table_form
from tableside.views.rows import SEPARATOR
from tableside.wording import label, sentence

SLASH = "/"
PLAIN = (
    encounter_said,
    ailment_said,
    *(
        renaming_said_of_people,
        learnt_skill_said,
        forgotten_skill_said,
        skill_rank_said,
        revival_said_of_people,
        rescue_said_of_people,
        death_said_of_people,
        capture_said_of_people,
        change_of_sides_said_of_people,
        arrival_said_of_people,
        departure_said_of_people,
    ),
    *(
        story_card_said_drawn,
        sheet_number_said_set,
        sheet_number_said_marked,
        transfer_said,
        transfer_said_by_taker,
        possession_said_put_away,
        possession_said_wielded,
        trade_said,
        transfer_said_by_carrying,
        possession_said_worn,
        full_healing_said,
        condition_said_by_key,
    ),
)
"""Functions for unambiguous lines, tried in this order: each returns the meaning, or None."""
_SET_TO = re.compile(r"(?<=\w)\s+=\s+(?=\d)")
"""An explicit setting of a number on a sheet, `strength = 16`."""
WE, PARTY = "we", "party"
STRUCK_TOO = "blast"
"""The input for those whom an attack strikes besides its target."""
NAMED = 2
"""The most words that only name a new character."""
MOST_STRUCK_WITH = 20
"""The most words of an attack on a group with something that strikes several at once."""
MOST_LETTERS = 1_000
"""The most letters of a line, unless it is prose."""


def understood(listener: Listener, text: str) -> Said:
    """The meaning of a line, with or without a slash before it.

    Raises `RuleError` naming the word that does not fit, the possible meanings, or the line that was probably
    meant.
    """

    def meaning(line: str) -> Said:
        return understood_as_rolled(listener, line, partial(_meaning, listener))

    return understood_or_corrected(listener, line_as_typed(text), meaning)


def _meaning(listener: Listener, text: str) -> Said:
    """The meaning of a line as it stands. Raises `RuleError`."""
    try:
        said = _said_of_us(listener, text) or _understood_by_all(listener, text)
        check_spell_said_is_known(listener, text, said)
        return said
    except RuleError:
        if (struck := _struck_together_said(listener, text)) is not None:
            return struck
        if (dead := _dead_said_to_act(listener, text)) is not None:
            raise refused("is-dead", who=dead) from None
        line = word_tokens(text.strip().removeprefix(SLASH))
        if len(line) > 1 and line[0].low in synonyms_of("side.henchman") and line[1].text[:1].isupper():
            rest = text_of_words(line[2:])
            raise refused("henchman-first", who=line[1].text, rest=rest) from None
        raise


def _said_of_us(listener: Listener, text: str) -> Said | None:
    """What *we* do: what the party does, or what nobody does alone, such as time that passes; what we find is
    not found once for each. None: the line says it of others. Raises `RuleError` for what one does for all.
    """
    rest = text_behind_first_words(text, (WE,)) if not is_prose_line(text) else None
    if not rest or text.endswith(QUESTION):
        return None
    try:
        said = _understood_by_all(listener, f"{PARTY} {rest}")
        is_of_things = said.form is not None and said.form.procedure.id == EDIT_SEVERAL
        whose = listener.table[listener.who].name if listener.who is not None else ""
        return _understood_by_all(listener, f"{whose} {rest}".strip()) if is_of_things else said
    except RuleError:
        said = _understood_by_all(listener, rest)
        if said.form is not None and any(each.id == "who" for each in said.form.procedure.inputs):
            raise
        return said


def _struck_together_said(listener: Listener, text: str) -> Said | None:
    """An attack on a group with something that strikes several at once, `throws a firebomb at the trolls`.
    None: the line is none.
    """
    line = word_tokens(text)
    for place in range(1, len(line)) if len(line) <= MOST_STRUCK_WITH else ():
        group = listener.known.named(line[place:])
        if group is None or not group.many or line[place].low in synonyms_of("the"):
            continue
        names = people_listed([listener.table[key].name for key in group.keys if stands(listener.table[key])])
        first, behind = text_of_words(line[:place]), text_of_words(line[place + group.count :])
        with suppress(RuleError):
            said = _understood_by_all(listener, f"{first} {names} {behind}".strip())
            if said.form is not None and STRUCK_TOO in said.told and said.form.procedure.role == Role.FIGHT:
                return said
    return None


def _dead_said_to_act(listener: Listener, text: str) -> str | None:
    """The name of the dead person that a line begins with. None: it begins with nobody's who is dead."""
    line = word_tokens(text)
    person = listener.known.named(line) if line else None
    is_one = person is not None and len(person.keys) == 1 and person.is_exact and len(line) > person.count
    who = listener.table[person.keys[0]] if person is not None and is_one else None
    return who.name if who is not None and is_dead(who) else None


def _understood_by_all(listener: Listener, text: str) -> Said:
    """The meaning of a line, whoever it names. Raises `RuleError`."""
    text = _SET_TO.sub("=", text.strip().removeprefix(SLASH))
    if len(text) > MOST_LETTERS and not is_prose_line(text):
        raise refused("too-long", most=str(MOST_LETTERS))
    text = foes_line_counted_in_digits(text)
    if not is_prose_line(text):
        check_dice_said_are_summed(text)
        text = number_line_spelt_out(listener, harm_amounts_spelt_out(text))
        if (harm := _harm_meant(listener, text)) is not None:
            return harm
        if (attack := attack_said_in_passive(listener, text)) is not None:
            return _in_plain_words(listener, attack)
        if (healing := healing_said_in_passive(listener, text)) is not None:
            order, cause = healing
            healed = _in_plain_words(listener, order)
            takes_cause = healed.form is not None and healed.form.procedure.takes_cause
            return _with_purpose(healed, cause if takes_cause else "")
        if (dropped := disarming_said(listener, text)) is not None:
            return _in_plain_words(listener, dropped)
        if (thrown := _dice_thrown(listener, text)) is not None:
            return thrown
    return _in_plain_words(listener, text)


def _dice_thrown(listener: Listener, text: str) -> Said | None:
    """Dice with what they are for, unless the line means something else, such as harm to whom is selected."""
    thrown = dice_said_for_something(listener, text)
    if thrown is None or thrown.form is None:
        return None
    purpose = word_tokens(str(thrown.form.given[PURPOSE.id]))
    is_thrown = (
        not purpose
        or thrown.form.is_secret
        or purpose[0].low in synonyms_of("what-for")
        or not word_tokens(text)[0].is_dice
    )
    with suppress(RuleError):  # nothing else is meant
        meant = None if is_thrown else _in_plain_words(listener, text)
        if meant is not None and meant.form is not None and meant.form.procedure.role != Role.HURT:
            return meant
    return thrown


def _in_plain_words(listener: Listener, text: str) -> Said:
    """The meaning of a line that says no more about harm than whom and how much. Raises `RuleError`."""
    if (known := known_line(listener, text)) is not None:
        return known
    if (placed := place_said_in_order(listener, text)) is not None:
        return placed
    text = phrases_spelt_out(listener, people_line_spelt_out(listener, harm_line_with_digits(listener, text)))
    text = counted_line_with_digits(listener, text)
    text = rows_line_spelt_out(listener, rest_line_spelt_out(listener, text))
    if listener.who is not None and (state := text_behind_first_words(text, synonyms_of("i-am"))):
        text = f"{listener.table[listener.who].name} {synonyms_of('becomes')[0]} {state}"
    check_odds_said_of_story(text)
    check_question_said_of_story(listener, text)
    check_turn_said_of_people(listener, text)
    if (asked := question_said_of_story(listener, text)) is not None:
        return asked
    if (asked := question_said_to_table(listener, text)) is not None:
        return _called_so(listener, text) or asked
    check_one_deed_is_said(text)
    check_thing_is_said(listener, text)
    check_game_has_act(listener, text)
    check_cover_is_said(listener, text)
    if (given := _condition_said_in_passive(listener, text)) is not None:
        return given
    for plain in PLAIN if not text.endswith(QUESTION) else ():
        if (said := plain(listener, text)) is not None:
            return said
    if (created := _created_with_rows(listener, text)) is not None:
        return created
    if (contest := contest_said_with_both_skills(listener, text, partial(_meaning, listener))) is not None:
        return contest
    if attack_line_spelt_out(text, listener.known) is None:
        check_attack_said_of_people(listener, text)
    together = tried_together_said(listener, text)
    return _understood(listener, text if together is None else together)


def understood_in_campaign(campaign: Campaign, listener: Listener, text: str) -> Said:
    """The meaning of a line in a campaign, including tables in its files and names in its notes.

    Raises `RuleError`, for a faulty table naming its file.
    """
    text = line_as_typed(text)
    named = text.strip().removeprefix(SLASH)
    if (closed := story_name_said_closed(campaign, listener, named)) is not None:
        return closed
    verb, _, rest = named.partition(" ")
    table = rest if rest and verb.casefold() in ("roll", *synonyms_of(Role.TABLE)) else named
    try:
        meant = understood(listener, text)
    except RuleError:
        check_rollable_table_sound(campaign, table)
        raise
    if meant.form is None:
        return meant
    if meant.form.procedure.role == Role.TABLE:
        check_rollable_table_sound(campaign, table)
    check_story_has_scene(campaign, meant.form.procedure)
    check_act_said_of_people(listener, meant.form)
    return replace(meant, form=rollable_table_form(campaign, meant.form))


def is_act_in_prose(campaign: Campaign, listener: Listener, words: str) -> bool:
    """Whether words between a pair of slashes are a command: a roll or change that a line of several words
    means, or one that begins with a question mark or number. A single word is emphasised.
    """
    if words[0].isalpha() and len(words.split()) == 1:
        return False
    try:
        return understood_in_campaign(campaign, listener, words).form is not None
    except RuleError:
        return False


def _harm_meant(listener: Listener, text: str) -> Said | None:
    """The harm that a line states in everyday words, with how it came as its purpose. None: it states none.

    What it calls the harm is its kind or what is lost, if the game has that; else it is part of the purpose.
    """
    said = harm_said(listener, people_line_spelt_out(listener, text))
    first, joins, behind = text.rpartition(f" {synonyms_of('and')[0]} ")
    before = harm_said(listener, first) if joins else None
    is_first = before is not None and before.is_certain
    if before is not None and is_first and _is_joined_to_harm(listener, said, before, behind):
        raise refused("one-by-one", first=first)
    if said is None:
        return None
    for verb in (synonyms_of("takes")[0], synonyms_of("loses")[0]) if said.kind else ():
        with suppress(RuleError):  # the next way is tried
            meant = _in_plain_words(listener, f"{said.names} {verb} {said.amount} {said.kind}")
            if _is_loss(meant, said) and not _has_own_words(meant, listener, said):
                return _with_purpose(meant, said.remark)
    if not said.is_certain:
        return None
    if said.kind and names_number(listener, said.names, word_tokens(said.kind)):
        raise refused("loses-otherwise", who=said.names, thing=said.kind)
    meant = _in_plain_words(listener, f"{synonyms_of(Role.HURT)[0]} {said.names} {said.amount}")
    return _with_purpose(meant, ", ".join(filter(None, (said.kind, said.remark))))


def _is_joined_to_harm(listener: Listener, said: HarmSaid | None, before: HarmSaid, behind: str) -> bool:
    """Whether what an *and* joins to harm is another act, rather than part of its cause."""
    return said is None or _is_said_by_itself(listener, f"{before.names} {behind}")


def _is_loss(said: Said, harm: HarmSaid) -> bool:
    """Whether a line about harm has come out as harm, or as less of a number of a sheet."""
    if said.form is None:
        return False
    cells = said.form.given.get("cells", ())
    is_less = isinstance(cells, tuple) and all("=-" in str(each) for each in cells)
    return said.form.procedure.takes_cause and is_less and (not cells or harm.is_loss)


def _has_own_words(said: Said, listener: Listener, harm: HarmSaid) -> bool:
    """Whether the kind of certain harm, or what is lost, was taken for a name that the game does not know."""
    is_known = harm.is_certain or harm.is_loss
    for each in said.form.procedure.inputs if said.form is not None and is_known else ():
        if isinstance(each, Choice) and each.free and said.form is not None and each.id in said.told:
            return said.form.given[each.id] not in each.options(listener.table, said.form.given)
    return False


def _with_purpose(said: Said, purpose: str) -> Said:
    """The meaning with what it is for or whence it came, told with it."""
    if not purpose or said.form is None:
        return said
    form = replace(said.form, given={**said.form.given, PURPOSE.id: purpose})
    about = SEPARATOR.join((said.about, purpose)) if said.about else ""
    return replace(said, form=form, about=about)


def _understood(listener: Listener, text: str) -> Said:
    """The meaning of a line by its readings, about one person or with a named group roll."""
    readings = listener.readings(text)
    whole = [each for each in readings if not each.left and not _swallows(each, readings)]
    whole = [each for each in whole if each.says_a_state] or whole
    if not any(each.is_named for each in whole) and (person := person_said_alone(listener, text)) is not None:
        return person
    if (care := wound_or_care_said(listener, text)) is not None:
        return care
    if not whole and (about := move_said_about_somebody(readings)) is not None:
        return _likeliest(listener, [about])
    if not any(not each.trouble and each.cost < BARE for each in whole):
        if (blow := attack_line_spelt_out(text, listener.known)) is not None:
            return _meaning(listener, blow)
        if names_several := [each for each in readings if each.names_several]:
            raise RuleError(why_not_understood(listener, text, likeliest_reading(names_several)))
        if (foes := foe_said_uncounted(listener, text)) is not None:
            return foes
        if (value := sheet_number_said(listener, text)) is not None:
            return value
        if (encounter := encounter_said_by_name(listener, text)) is not None:
            return encounter
    if whole and all(each.trouble or not (each.is_named or each.is_care) for each in whole):
        check_skill_said_is_had(listener, text)
    line = idiom_line_spelt_out(text, listener.known)
    line = line if line is not None or whole else roll_line_spelt_out(listener, text)
    if whole:
        try:
            return told_how_number_is_set(listener, text, _likeliest(listener, whole))
        except RuleError:
            if line is None:
                raise
    if line is not None:
        return _meaning(listener, line)
    if not whole and (described := described_roll_said(readings)) is not None:
        return _likeliest(listener, [described])
    check_said_question_has_answer(listener, text)
    if (contest := contest_said(listener, text, partial(_meaning, listener))) is not None:
        return contest
    for meant in (nearest_line, transfer_said_of_counted, _untrained, sheet_cells_said):
        if (said := meant(listener, text)) is not None:
            return said
    check_game_has_help(listener, text)
    check_one_condition_is_said(listener, text)
    is_named = any(each.is_named for each in readings)
    if not is_named and (own := _by_another(listener, text) or condition_said(listener, text)) is not None:
        return own
    check_skill_said_is_had(listener, text)
    _check_is_one(listener, text)
    check_skill_said_has_rank(listener, text)
    check_sheet_has_what_is_said(listener, text)
    own_words = "" if is_named else line_said_as_condition(listener, text)
    end = place_of_purpose(word_tokens(text))
    best = likeliest_reading([each for each in readings if each.left and each.verb < end])
    if best is not None:
        check_number_said_behind_skill(best)
        if (reading := purpose_said(best)) is not None:
            return _likeliest(listener, [reading])
    why = why_not_understood(listener, text, best)
    raise refused("own-condition", why=why, line=own_words) if own_words else RuleError(why)


def _condition_said_in_passive(listener: Listener, text: str) -> Said | None:
    """The condition that somebody has by another's doing, who does not get it: `moss is stunned by warden 1`.
    None: the line says none. Raises `RuleError` for harm besides, `moss is knocked prone by warden 1 for 3`.
    """
    line = word_tokens(text)
    by = next((n for n, each in enumerate(line) if n > 1 and each.low in synonyms_of("by")), 0)
    whom = listener.known.named(line[by + 1 :]) if by and line[by + 1 :] else None
    if whom is None or not whom.is_exact or not any(each.low in synonyms_of("being") for each in line[:by]):
        return None
    if any(each.low in synonyms_of("mutual") for each in line[:by]):
        return None
    first, behind = text_of_words(line[:by]), line[by + 1 + whom.count :]
    try:
        said = _in_plain_words(listener, f"{first} {text_of_words(behind)}".strip())
    except RuleError:
        return None
    if said.form is None or said.form.procedure.role != Role.CONDITION:
        return None
    if behind and any(each.low in synonyms_of("knocked") for each in line[:by]):
        raise refused("one-by-one", first=text_of_words(line[: by + 1 + whom.count]))
    return said


def _called_so(listener: Listener, text: str) -> Said | None:
    """The command with exactly this name, or the roll on a table named in full. None: there is none."""
    words = len(without_small_words(words_in_name(text)))
    whole = [each for each in listener.readings(text) if not each.left]
    so = [each for each in whole if each.role == Role.TABLE or each.words == words]
    return _likeliest(listener, so) if so else None


def _created_with_rows(listener: Listener, text: str) -> Said | None:
    """A new character with rows that the game reads in a line: `create Brin hp 18, bow +5 1d8`. None: the
    line creates nobody, or has no rows.
    """
    line, sheet = word_tokens(text), listener.rules.blank(Kind.PC)
    part = part_read_from_line_part(sheet)
    create = listener.rules.role(Role.CREATE, listener.table)
    if create is None or part not in (each.id for each in create.inputs):
        return None
    if not line or line[0].low not in synonyms_of(Role.CREATE):
        return None
    for first, rows in reversed([*sheet_rows_said_apart(sheet, [each for each in line if each.low != part])]):
        if rows and first and (first[-1].is_number or first[-1].ends or len(first) == NAMED):
            said = _meaning(listener, text_of_words(first))
            form = said.form and said.form.with_value(listener.table, part, ", ".join(rows))
            return replace(said, form=form, told=(*said.told, part))
    return None


def _untrained(listener: Listener, text: str) -> Said | None:
    """The test of somebody without the skill. None: the line means none, or they have it."""
    meant = untrained_skill_said(listener, text)
    if meant is None or meant[0] == text:
        return None
    line, skill = meant
    check_number_said_untrained(listener, line, skill)
    said = _meaning(listener, line)
    if not skill:
        return said
    note = sentence("said", "no-skill", skill=skill)
    return replace(said, about=SEPARATOR.join((feedback_summary(said, listener.table), note)))


def _swallows(reading: ParsedReading, readings: Sequence[ParsedReading]) -> bool:
    """Whether the reading swallows the name of another command, as `end` in `end condition moss`."""
    return reading.is_free and any(each.words > max(1, reading.words) for each in readings)


def _by_another(listener: Listener, text: str) -> Said | None:
    """The meaning of a line without a name for the only person who can do it. None: there is none."""
    able = {key for word in word_tokens(text) for key in listener.able_to(word)}
    if len(able) != 1 or (text and listener.known.named(word_tokens(text)) is not None):
        return None
    return _understood(listener, f"{listener.table[able.pop()].name} {text}")


def _check_is_one(listener: Listener, text: str) -> None:
    """Raises `RuleError` naming the first when a line states two acts with a comma between them."""
    first, *others = text.split(",")
    if others and all(_is_said_by_itself(listener, each) for each in (first, others[0])):
        raise refused("one-by-one", first=first.strip())


def _is_said_by_itself(listener: Listener, text: str) -> bool:
    try:
        said = _meaning(listener, text)
    except RuleError:
        return False
    return said.form is not None and not said.missing


def _likeliest(listener: Listener, whole: Sequence[ParsedReading]) -> Said:
    """The meaning of the likeliest reading, of several the one named first. Raises `RuleError` naming equally
    likely ones, and the reason why a fully named command cannot be done if nothing else fits: its verb is not
    taken for another one, nor for part of a table's name.
    """
    verbs = {each.verb for each in whole if each.words}
    whole = [each for each in whole if each.words or each.role != Role.TABLE or each.verb not in verbs]
    if whole[0].command.why_not and not whole[0].is_title:  # prefer what the same word begins
        whole = [
            each for each in whole if not (each.verb or each.command.why_not or each.left or each.trouble)
        ] or whole
    in_full = [each for each in whole if each.words and not each.command.why_not]
    if in_full and all(each.trouble for each in in_full):
        whole = in_full
    weighty = [each for each in whole if each.weight == whole[0].weight]
    most = max(map(_words_in_full, weighty))
    named = [each for each in weighty if _words_in_full(each) == most]
    alike = all(_is_same(each, named[0]) for each in named)
    tied = named if alike else [each for each in named if each.verb == min(n.verb for n in named)]
    first = min(tied, key=lambda each: bool(each.command.why_not))
    if not _are_the_same(tied):
        names = dict.fromkeys(_name(listener, each) for each in tied)
        more = "…" if len(names) > MOST_MEANT else ""
        raise refused("which-of-them", names=f"{', '.join([*names][:MOST_MEANT])}{more}")
    if first.trouble:
        raise RuleError(first.trouble)
    return _as_armed(listener, first) or Said(first.command, first.form, first.missing, tuple(first.said))


def _words_in_full(reading: ParsedReading) -> int:
    """How many words name it in full, with those of its options where the line begins with it."""
    return reading.words and reading.words + (0 if reading.verb else reading.in_full)


def _are_the_same(readings: Sequence[ParsedReading]) -> bool:
    """Whether these readings mean the same, ignoring those that cannot be done."""
    return all(_is_same(each, readings[0]) or each.command.why_not for each in readings)


def _as_armed(listener: Listener, reading: ParsedReading) -> Said | None:
    """An attack that is only called one, as the attack for the weapon, like the key for attacks: whoever
    attacks with a bow shoots. None: it is none, or is that already.
    """
    form = reading.form
    if form is None or reading.role != Role.FIGHT or not reading.is_named:
        return None
    who, said = form.given.get("who"), reading.said.get(WEAPON, ())
    weapons = [*map(str, said)] if isinstance(said, tuple) else []
    name = words_in_name(label("procedure", form.procedure.id))
    if not isinstance(who, int) or are_all_words_in(name, {reading.line.tokens[reading.verb].low}):
        return None
    attack = listener.rules.attack(listener.table[who], weapons)
    if attack in ("", form.procedure.id):
        return None
    command = next(each for each in listener.vocabulary(who).commands if each.id == f"{attack} {who}")
    armed = filled_form(listener.rules.procedure(attack), listener.table, who, reading.said)
    return Said(command, armed, reading.missing, tuple(reading.said))


def _name(listener: Listener, reading: ParsedReading) -> str:
    target = reading.command.target
    who = target.presets.get("who") if isinstance(target, Offer) else None
    whose = f"{listener.table[who].name}: " if isinstance(who, int) and who != listener.who else ""
    return f"{whose}{reading.command.label}"


def _is_same(one: ParsedReading, other: ParsedReading) -> bool:
    """Whether two readings do the same, ignoring inputs still to be asked for."""
    mine, theirs = one.command.target, other.command.target
    if not (isinstance(mine, Offer) and isinstance(theirs, Offer)):
        return mine == theirs
    if mine.procedure is not theirs.procedure or one.form is None or other.form is None:
        return False
    asked = {*one.missing, *other.missing}
    return all(other.form.given.get(id) == v for id, v in one.form.given.items() if id not in asked)
