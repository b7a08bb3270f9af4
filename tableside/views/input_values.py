"""Values of inputs as text: options in words, people and things by name."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from tableside.errors import RuleError
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Choice, Given, Input, Number, Value, Who
from tableside.rules.life_states import helplessness, stands
from tableside.rules.sheet import Part, Skills, Slots, Tags, Traits, sheet_part_of
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_slug
from tableside.views import chances
from tableside.views.rows import ARROW
from tableside.wording import has_wording, label, wording_in_use, yes_or_no


def input_option_text(option: str, table: Table, given: Given) -> str:
    """The text of an option: its name on the character's sheet, else the words of its id."""
    return input_option_texts((option,), table, given)[0]


def input_option_texts(options: Sequence[str], table: Table, given: Given) -> tuple[str, ...]:
    """The texts of options."""
    named = _names_at_hand(table, given)
    return tuple(named.get(each) or _called(each, table) for each in options)


def input_values_to_pick(form: Form, id: str, table: Table, *, people: bool) -> dict[Value, str]:
    """The values to pick from with their texts, the other side first; if several may be picked, each alone
    and each whole side. Empty: the value is typed.
    """
    pick = form.procedure.input(id)
    match pick:
        case Choice(many=False, free=False):
            return input_options_to_pick(form, id, table)
        case Who() if people:
            who = form.given.get("who")
            ordered = sorted(
                pick.candidates(table, form.given), key=lambda each: not table.are_opposed(who, each.key)
            )
            if not pick.many:
                return {each.key: each.name for each in ordered}
            return {**{(each.key,): each.name for each in ordered}, **_sides(ordered)}
    return {}


def _sides(people: Sequence[Character]) -> dict[Value, str]:
    """The party and the foes, each if more than one; if everybody is on one side, all together."""
    foes = tuple(each.key for each in people if each.kind == Kind.ENEMY)
    party = tuple(each.key for each in people if each.kind != Kind.ENEMY)
    sides = {party: "party", foes: "foes"} if party and foes else {}
    several: dict[Value, str] = {keys: label("option", side) for keys, side in sides.items() if len(keys) > 1}
    return several or ({party + foes: label("option", "all")} if len(people) > 1 else {})


def input_options_to_pick(form: Form, id: str, table: Table) -> dict[Value, str]:
    """The options of an input with their texts, and the certain outcome if that is a different one: `Pain →
    death`.
    """
    pick = form.procedure.input(id)
    options = pick.options(table, form.given) if isinstance(pick, Choice) else ()
    texts = input_option_texts(options, table, form.given)
    return {
        each: f"{text} {ARROW} {other}" if (other := _instead(form, id, each, table)) else text
        for each, text in zip(options, texts, strict=True)
    }


def _instead(form: Form, id: str, option: str, table: Table) -> str:
    """The certain outcome of an option if it is a different one; else empty."""
    filled = form.with_value(table, id, option)
    outcomes = form.procedure.outcomes
    if form.procedure.odds is None or filled.missing or option not in outcomes:
        return ""
    with suppress(RuleError):
        shares = form.procedure.chances(table, filled.given).chances
        certain = (each for each, chance in shares.items() if chance == 1 and each != option)
        return next((chances.outcome_name_in_chances(form.procedure, each) for each in certain), "")
    return ""


def _called(option: str, table: Table) -> str:
    """The words of an option; without any, the name of somebody in play that the id is made from."""
    if text := wording_in_use(f"kind.{option}") or wording_in_use(f"option.{option}"):
        return text
    meant = (each.name for each in table.in_play() if typed_slug(each.name) == option)
    return next(meant, label("option", option))


def _names_at_hand(table: Table, given: Given) -> Mapping[str, str]:
    """Names by id from the sheets involved, those of whoever rolls first, and from clocks."""
    named = {typed_slug(each.name): each.name for each in reversed(table.clocks)}
    for key in reversed(people_in_input_values(table, given)):
        named |= row_names_of_sheet(table[key])
    return named


def people_in_input_values(table: Table, given: Given) -> tuple[int, ...]:
    """Keys of the people in the values of inputs, whoever rolls first."""
    keys: dict[int, None] = {}
    for value in (given.get("who"), *given.values()):
        for each in value if isinstance(value, tuple) else (value,):
            if type(each) is int and each in table.characters:
                keys[each] = None
    return tuple(keys)


@lru_cache(maxsize=256)
def row_names_of_sheet(character: Character) -> Mapping[str, str]:
    """The names of the rows on a sheet, by id."""
    sheet = character.sheet
    names = [
        name
        for part in sheet.__dataclass_fields__
        for name in row_names_as_input_values(sheet_part_of(sheet, part))
    ]
    return {typed_slug(name): name for name in reversed(names)}


def row_names_as_input_values(value: Part) -> tuple[str, ...]:
    """The names of the rows of a part; empty for a part without rows."""
    match value:
        case Skills() | Traits():
            return tuple(each.name for each in value.rows)
        case Slots():
            return tuple(each.name for each in value.items)
        case Tags():
            return value.names
    return ()


def input_value_text(input: Input, value: Value, table: Table, given: Given) -> str:
    """The text of a value."""
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(input, Who):
        keys = value if isinstance(value, tuple) else (value,)
        people = [table[key] for key in keys if isinstance(key, int) and key in table.characters]
        names = [_opponent_name(each) if input.id == "against" else each.name for each in people]
        return ", ".join(names) or label("nobody", input.id)
    if isinstance(value, tuple):
        return ", ".join(input_option_text(str(each), table, given) for each in value) or "-"
    if isinstance(input, Number) and input.open:
        return input.typed(value) or label("none", input.id)
    if isinstance(input, Choice):
        meant = str(input.meant(value, table, given))
        nothing = label("none", input.id) if has_wording("none", input.id) else "-"
        return input_option_text(meant, table, given) if meant else nothing
    return str(value).replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int) else value or "-"


def _opponent_name(who: Character) -> str:
    """The name of an opponent, and their state if they are down."""
    state = "" if stands(who) else helplessness(who)
    return f"{who.name} ({label('condition', state)})" if state else who.name
