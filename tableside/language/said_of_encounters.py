"""What is said of encounters, one that begins or is prepared, and of a foe that comes alone."""

from collections.abc import Iterator

from tableside.errors import RuleError
from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.words import synonyms_of, text_behind_first_words, word_tokens
from tableside.rules import foe_lines
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.encounters import PREPARE, form_of_encounter_line, is_encounter_line
from tableside.rules.foe_lines import names_for_foe_line
from tableside.rules.form_filling import Form
from tableside.rules.pack_kinds import ENCOUNTERS
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table

MOST_WORDS_OF_A_FOE = 12
"""Words of a line that may be about one foe, with their numbers and attacks."""


def encounter_said(listener: Listener, text: str) -> Said | None:
    """What a line means that says of itself that it is about an encounter. None: it does not.

    Raises `RuleError` for an encounter that there is not, and for foes that there are not.
    """
    if listener.rules.role(Role.ENCOUNTER, listener.table) is None:
        return None
    if rest := text_behind_first_words(
        text, (*synonyms_of(Role.ENCOUNTER), *synonyms_of("begins-encounter"))
    ):
        return _said(listener, rest)
    rest = text_behind_first_words(text, synonyms_of(PREPARE))
    return _said(listener, rest) if rest and ":" in rest else None


def encounter_said_by_name(listener: Listener, text: str) -> Said | None:
    """What a line means that begins with the whole name of an encounter. None: it names none."""
    if listener.rules.role(Role.ENCOUNTER, listener.table) is None or ":" in text:
        return None
    if not is_encounter_line(text, campaign_kind_names(listener.rules, listener.table, ENCOUNTERS)):
        return None
    return _said(listener, text)


def encounter_names_to_say(listener: Listener) -> Iterator[str]:
    """What the encounters are called that a line may begin with, in small letters."""
    if listener.rules.role(Role.ENCOUNTER, listener.table) is not None:
        yield from (
            each.casefold()
            for each in campaign_kind_names(listener.rules, listener.table, ENCOUNTERS).values()
        )


def is_encounter_said_next(text: str) -> bool:
    """Whether the name of an encounter comes behind these words."""
    return (
        text_behind_first_words(text, (*synonyms_of(Role.ENCOUNTER), *synonyms_of("begins-encounter"))) == ""
    )


def _said(listener: Listener, line: str) -> Said:
    form = form_of_encounter_line(listener.rules, listener.table, line)
    inputs = tuple(id for id, value in form.given.items() if value not in ("", 1))
    return Said(listener.command(form.procedure.id), form, (), inputs)


def foe_said_by_kind(text: str, table: Table, rules: Ruleset) -> tuple[Form, frozenset[str]] | None:
    """The one foe that a line names by a kind that is known here, `goblin`, `another goblin`, `a wolf hp 3`.

    None: it names none.
    """
    words = [
        each
        for each in word_tokens(text)
        if each.low not in (*synonyms_of("articles"), *synonyms_of("comes"))
    ]
    bare = " ".join(each.low for each in words)
    if len(words) > MOST_WORDS_OF_A_FOE:
        return None
    bare = foe_lines.foe_name_in_full(rules, table, bare).casefold()
    try:
        form, said = foe_lines.form_of_foe_line(rules, table, bare)
    except RuleError:
        return None
    name = str(form.given.get("name", "")).casefold()
    is_told_more_of = len(said) > 1 and name in names_for_foe_line(rules, table, name)
    return (form, said) if is_told_more_of or bare in names_for_foe_line(rules, table, bare) else None
