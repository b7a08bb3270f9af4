"""Help for this moment: what each key would do and why another cannot, and what the line under the cursor
means, with the ids of the rules behind it."""

import re
from collections.abc import Iterable, Mapping, Sequence

from tableside.campaign.entries import Entry
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.campaign_kinds import campaign_kind, campaign_kind_names
from tableside.rules.cells import cells, die_cell_text
from tableside.rules.conditions import own_conditions
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Choice, Input, Number, Who, YesNo
from tableside.rules.names import name_without_number
from tableside.rules.pack_kinds import SOMEBODY, pack_kind_sections
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import BIGGEST, Die, Meter, Skills, sheet_part_of
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug
from tableside.text import clip, wrapped
from tableside.views import chances
from tableside.views.character_list import character_condition_text
from tableside.views.input_values import input_option_text, input_value_text, row_names_as_input_values
from tableside.views.journal_rows import journal_entry_in_a_line
from tableside.views.rows import Row, Span, Tone, heading_row, row_column, text_rows, words_row
from tableside.views.turn_orders import turn_order_shown, turn_order_text
from tableside.wording import and_more, has_wording, label, part_label, sentence, wording_in_use
from tableside.wording.explained import explained, question_explained, rule_explained
from tableside.wording.facts import fact_text

KEY_CELLS = 15
NAME_CELLS = 24
ON_THE_SELECTED = (Role.HURT, Role.HEAL, Role.CONDITION, Role.RETIRE)


def help_of_act_impossible(role: Role, table: Table, rules: Ruleset) -> str:
    """Why the act with this role cannot be done now, and what would make it possible; empty if it can."""
    procedure = rules.role(role, table)
    if procedure is None:
        return sentence("why", "not-in-this-game", act=label("role", role))
    return help_of_procedure_problems(procedure, table)


def help_of_procedure_problems(procedure: Procedure, table: Table) -> str:
    """Why a procedure cannot be done on this table; empty if it can."""
    return "; ".join(label("problem", each) for each in procedure.problems(table))


def help_of_no_modifier(procedure: Procedure, rules: Ruleset) -> str:
    """Why + and - change nothing in this procedure; empty if they do."""
    if procedure.modifier_input is not None:
        return ""
    none = sentence("problem", "no-modifier", act=label("procedure", procedure.id))
    return wording_in_use(f"no-modifier.{rules.id}") or none


def help_of_act_now(role: Role, table: Table, rules: Ruleset, who: int | None) -> str:
    """What the act with this role would do now: its name, whom or what it applies to, and its effect."""
    procedure = rules.role(role, table)
    if procedure is None:
        return label("role", role)
    about = _about(role, table, who)
    name = f"{label('procedure', procedure.id)}{f' ({about})' if about else ''}"
    return f"{name}: {label('procedure', f'{procedure.id}.help')}"


def _about(role: Role, table: Table, who: int | None) -> str:
    """Whom or what an act applies to now, in a few words."""
    order = table.order
    if role in ON_THE_SELECTED and who is not None and who in table.characters:
        return clip(table[who].name, NAME_CELLS)
    if role == Role.NEXT and order is not None:
        return turn_order_shown(order).ahead(order)
    if role == Role.ASSEMBLE:
        return sentence("why", "in-play", count=len(table.in_play()))
    if role in (Role.DELAY, Role.AIM, Role.READY) and order is not None and order.now:
        return clip(table[order.now[0]].name, NAME_CELLS)
    if role == Role.TICK:
        return ", ".join(each.name for each in table.clocks)
    if role == Role.BEGIN:
        return sentence("why", "session", session=table.session + 1)
    return sentence("why", "session", session=table.session) if role == Role.END else ""


@frozen
class KeyAct:
    """A key and what it does now."""

    key: str
    what: str
    """What it would do; if it cannot be done, its name."""
    obstacle: str = ""
    """Why it cannot be done now; empty if it can."""


def key_help_rows(acts: Sequence[KeyAct], cells: int) -> tuple[Row, ...]:
    """The help for keys: possible acts, then impossible ones with reasons, each wrapped beside its key."""
    possible = [row for each in acts if not each.obstacle for row in _act_rows(each, each.what, cells)]
    barred = [each for each in acts if each.obstacle]
    rows = [row for each in barred for row in _act_rows(each, f"{each.what}: {each.obstacle}", cells)]
    return (*possible, *((words_row("not now", label("why", "not-now"), Tone.DIM),) if rows else ()), *rows)


def _act_rows(act: KeyAct, text: str, cells: int) -> list[Row]:
    tone = Tone.DIM if act.obstacle else Tone.PLAIN
    first, *rest = wrapped(text, max(20, cells - KEY_CELLS - 2))
    key: Span = (f"  {row_column(act.key, KEY_CELLS)}", Tone.DIM if act.obstacle else Tone.STRONG)
    gap = " " * (KEY_CELLS + 2)
    more = [words_row(f"act {act.key} {act.what} {n}", gap + line, tone) for n, line in enumerate(rest)]
    return [Row(f"act {act.key} {act.what}", (key, (first, tone)), selectable=False), *more]


RULE_ID = re.compile(r"\b(?:[A-Z][A-Z0-9]+)-[\w.-]*\w")
MOST_NAMED = 9
"""The most options of an input to list by name."""


@frozen
class LineHelp:
    """The help for one line."""

    title: str
    texts: tuple[str, ...]
    rules: tuple[str, ...] = ()
    """The ids of the rules behind it."""


def _cited(*texts: str) -> tuple[str, ...]:
    """The ids of the rules that these texts cite, each once."""
    ids = (id for text in texts for id in RULE_ID.findall(text))
    return tuple(id for id in dict.fromkeys(ids) if rule_explained(id) or has_wording("rule", id))


def help_of_rule(id: str, table: Table, rules: Ruleset) -> str:
    """The help for a rule: id and text; for an open question also this table's reading."""
    question = next((each for each in rules.open_questions if each.id == id), None)
    said = rule_explained(id)
    if question is not None:
        reading = table.house.get(id, question.default)
        said = " ".join(filter(None, (said, question_explained(id, question.options, reading))))
    return f"{id}: {said}"


def line_help_rows(why: LineHelp, cells: int) -> tuple[Row, ...]:
    """The help for a line, wrapped; empty if there is nothing to say."""
    rows = text_rows("why", "\n".join(why.texts), cells, Tone.PLAIN)
    return (heading_row(why.title), *rows) if rows else ()


def rule_help_rows(why: LineHelp, table: Table, rules: Ruleset, cells: int) -> tuple[Row, ...]:
    """The rules behind a line, wrapped; empty if there are none."""
    if not why.rules:
        return ()
    texts = (help_of_rule(each, table, rules) for each in why.rules)
    return (heading_row(label("why", "rules")), *text_rows("rule", "\n".join(texts), cells, Tone.PLAIN))


# Characters


def help_of_conditions(who: Character, table: Table, rules: Ruleset) -> tuple[str, ...]:
    """The help for somebody's conditions and states: the effect of each and when it ends."""
    held = {each.name: character_condition_text(each) for each in rules.telling(who)}
    named = {**{id: label("condition", id) for id in rules.state(table, who)}, **held}
    kept, own = own_conditions(table), explained(rules.id, "condition", "own")
    texts = {id: kept[typed_slug(id)].text for id in named if typed_slug(id) in kept}
    return tuple(
        f"{text.capitalize()}: {explained(rules.id, 'condition', id) or texts.get(id) or own}"
        for id, text in named.items()
    )


def help_of_character(who: Character, table: Table, rules: Ruleset) -> LineHelp:
    """The help for somebody in a list: the numbers beside the name, and conditions."""
    numbers = []
    for id, value in rules.vitals(table, who):
        if text := explained(rules.id, "part", id):
            numbers.append(f"{part_label(rules.id, id)} {value}: {text}")
    own = _of_its_kind(SOMEBODY, name_without_number(who.name), table, rules)
    texts = (*((own,) if own else ()), *help_of_conditions(who, table, rules), *numbers)
    return LineHelp(who.name, texts, _cited(*texts))


def help_of_cell(who: Character, path: str, table: Table, rules: Ruleset) -> LineHelp:
    """The help for a line of a sheet: where its number comes from, what uses it, what changes it."""
    part = path.partition(".")[0]
    if part == "conditions":
        texts = help_of_conditions(who, table, rules) or (explained(rules.id, "part", part),)
        return LineHelp(f"{who.name}: {label('part', part)}", texts, _cited(*texts))
    derived = _derived_text(who, path, table, rules)
    own = _of_its_kind(part, _name_in(who, path), table, rules)
    texts = tuple(filter(None, (own, derived, explained(rules.id, "part", part))))
    return LineHelp(f"{who.name}: {_cell_name(who, path, rules)}", texts, _cited(*texts))


def _name_in(who: Character, path: str) -> str:
    """The name of the row at this path; empty if the path is no row."""
    part, _, place = path.partition(".")
    if not place.isdecimal():
        return ""
    return dict(enumerate(row_names_as_input_values(sheet_part_of(who.sheet, part)), 1)).get(int(place), "")


def _of_its_kind(section: str, name: str, table: Table, rules: Ruleset) -> str:
    """The text of the table's own kind of this name, or what is wrong with it; empty for none."""
    id = next(iter(campaign_kind_names(rules, table, section).called(name)), "") if name else ""
    try:
        return campaign_kind(rules, table, section, id).text if id else ""
    except RuleError as error:
        return str(error)


def _cell_name(who: Character, path: str, rules: Ruleset) -> str:
    part = path.partition(".")[0]
    name = part_label(rules.id, part)
    if path == part or path.endswith(".new"):
        return name
    text = next((each.text for each in cells(who.sheet, part) if each.path == path), "")
    return f"{name}, {text}" if text else name


def _derived_text(who: Character, path: str, table: Table, rules: Ruleset) -> str:
    """The value derived from this cell, as a sum; empty if there is none."""
    derived = rules.derived(table, who)
    if path not in derived:
        return ""
    id, value = derived[path]
    template = explained(rules.id, "derived", id)
    sums = {f"derived_{key}": str(number) for key, (_, number) in derived.items()}
    return template.format_map({**_numbers(who, path), **sums, "value": value})


def _numbers(who: Character, path: str) -> Mapping[str, str]:
    """The numbers of a sheet by part, and those of the row at a path, for use in text templates."""
    texts: dict[str, str] = {}
    for part in who.sheet.__dataclass_fields__:
        match value := sheet_part_of(who.sheet, part):
            case Meter():
                texts[part] = str(value.current)
            case Die():
                texts[part] = die_cell_text(value.sides)
            case bool() | int() | str():
                texts[part] = str(value)
    part, _, row = path.partition(".")
    held = sheet_part_of(who.sheet, part)
    if isinstance(held, Skills) and row.isdecimal():
        texts["rank"] = str(held.rows[int(row) - 1].rank)
    return texts


# The turn order


def help_of_turn(who: Character, table: Table, rules: Ruleset) -> LineHelp:
    """The help for somebody in the turn order: why it is their turn or not, with conditions and durations."""
    texts = (*_turn_texts(who, table, rules), *help_of_conditions(who, table, rules))
    return LineHelp(who.name, texts, _cited(*texts))


def _turn_texts(who: Character, table: Table, rules: Ruleset) -> Iterable[str]:
    order = table.order
    if order is None:
        return
    yield f"{turn_order_text(table)}. {explained(rules.id, 'order', order.method)}"
    if who.key not in order.members:
        yield sentence("why", "not-in-order", who=who.name)
    elif reason := turn_order_shown(order).reason(order, who.key):
        yield sentence("why", "place-in-order", who=who.name, reason=reason)
    acted = order.acted.count(who.key)
    if acted:
        yield sentence("why", "acted" if acted == 1 else "acted-many", who=who.name, count=acted)


# Rolls


def help_of_input(form: Form, id: str, table: Table, rules: Ruleset) -> LineHelp:
    """The help for a line of a form: its permitted values, then the help for the form."""
    pick = form.procedure.input(id)
    value = form.given.get(id)
    shown = "" if value is None else f": {input_value_text(pick, value, table, form.given)}"
    whole = help_of_form(form, table, rules)
    section = form.procedure.own.get(id, "")
    of_its_kind = (
        _of_its_kind(section, str(value or ""), table, rules) if section in pack_kind_sections(rules) else ""
    )
    own = explained(rules.id, "input", id)
    texts = tuple(filter(None, (of_its_kind, own, _takes(pick, form, table), *whole.texts)))
    return LineHelp(
        f"{label('procedure', form.procedure.id)}, {label('input', id)}{shown}", texts, whole.rules
    )


def help_of_form(form: Form, table: Table, rules: Ruleset) -> LineHelp:
    """The help for a procedure: what it does, its odds as fractions and how to read them, the rules behind
    it.
    """
    procedure = form.procedure
    texts = [label("procedure", f"{procedure.id}.help")]
    if procedure.odds is not None:
        if exact := chances.exact_chances_text(form, table):
            texts.append(exact)
        texts.append(explained(rules.id, "reading", "odds"))
    if any(getattr(each, "worth", None) for each in procedure.inputs) and procedure.odds is not None:
        texts.append(explained(rules.id, "reading", "worth"))
    return LineHelp(label("procedure", procedure.id), tuple(texts), procedure.rules_on(table))


def _takes(pick: Input, form: Form, table: Table) -> str:
    """The permitted values of an input."""
    match pick:
        case Number():
            id = "takes-number" if pick.highest < BIGGEST else "takes-number-up"
            return sentence("why", id, lowest=pick.lowest, highest=pick.highest)
        case YesNo():
            return label("why", "takes-yes-or-no")
        case Who():
            names = [each.name for each in pick.candidates(table, form.given)]
            return sentence(
                "why", "takes-several-people" if pick.many else "takes-one-person", names=_named(names)
            )
        case Choice():
            options = [input_option_text(each, table, form.given) for each in pick.options(table, form.given)]
            id = "takes-several" if pick.many else "takes-one"
            return sentence("why", id if options else "takes-nothing-now", names=_named(options))
    return label("why", "takes-words")


def _named(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(filter(None, [*names[:MOST_NAMED], and_more(more)])) or label("why", "nobody-to-name")


# Entries and improvement


def help_of_entry(entry: Entry, rules: Ruleset) -> LineHelp:
    """The help for an entry of the journal: each fact, with the rule that decided it."""
    facts = entry.without_secrets().facts
    lines = [f"{fact_text(each)}{f' [{each.rule}]' if each.rule else ''}" for each in facts]
    decided = [each.rule for each in facts if each.rule]
    procedure = next((each for each in rules.procedures if each.id == entry.procedure), None)
    behind = decided or (list(procedure.rules) if procedure else [])
    ids = tuple(dict.fromkeys([*behind, *entry.house]))
    return LineHelp(
        sentence("entry", "title", entry=entry.number), tuple(lines) or (journal_entry_in_a_line(entry),), ids
    )
