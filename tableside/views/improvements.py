"""Advancement on the screen: who may improve what, the chances, and the picks.

In some games a player picks what to improve; in others everybody simply makes the attempt.
"""

from collections.abc import Collection
from fractions import Fraction

from tableside.errors import RuleError
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice, Given, Who
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind, Table
from tableside.text import width
from tableside.views.character_list import SIDES, CharacterListColumns, character_list_row
from tableside.views.help import LineHelp
from tableside.views.input_values import input_option_text
from tableside.views.roll_form import RollFormOutlook
from tableside.views.rows import Row, Tone, blank_row, heading_row, row, row_column, text_rows, words_row
from tableside.wording import label, sentence, wording_in_use
from tableside.wording.dice_and_chance_texts import exact_chance_text
from tableside.wording.explained import explained

NAME_CELLS = 20


def who_may_improve(table: Table, rules: Ruleset) -> tuple[Character, ...]:
    """The characters who can make an advance attempt at all."""
    procedure = rules.role(Role.IMPROVE)
    pick = next((each for each in procedure.inputs if isinstance(each, Who)), None) if procedure else None
    return pick.candidates(table) if pick else ()


def improvements_to_pick(table: Table, rules: Ruleset, who: int) -> tuple[str, ...]:
    """The ids of what this character may pick now."""
    picks = _picks(rules)
    return picks.options(table, {"who": who}) if picks else ()


def _picks(rules: Ruleset) -> Choice | None:
    procedure = rules.role(Role.IMPROVE)
    inputs = procedure.inputs if procedure else ()
    return next((each for each in inputs if isinstance(each, Choice) and each.many), None)


def advancement_roster(table: Table, rules: Ruleset, advanced: Collection[int] = ()) -> tuple[Row, ...]:
    """The characters who may improve, with their number of options, or that they have `advanced`."""
    return _growers(who_may_improve(table, rules), table, rules, advanced) or (
        words_row("nobody", label("growth", "nobody")),
    )


LEAST_CELLS = 20
"""The least cells of a line of text."""


def improvements_without_rules(table: Table, rules: Ruleset, cells: int) -> tuple[Row, ...]:
    """A note that the game has no rule for improving, and the party, whose sheets can be edited."""
    text = wording_in_use(f"no-advancement.{rules.id}") or label("growth", "no-rules")
    party = table.in_play(Kind.PC)
    columns = CharacterListColumns.of(table, rules, cells)
    return (
        *text_rows("none", text, max(LEAST_CELLS, cells), Tone.PLAIN),
        blank_row("none"),
        *((heading_row(label("kinds", Kind.PC), SIDES[Kind.PC]),) if party else ()),
        *(character_list_row(each, table, rules, columns) for each in party),
    )


def _growers(
    growers: Collection[Character], table: Table, rules: Ruleset, advanced: Collection[int] = ()
) -> tuple[Row, ...]:
    cells = min(NAME_CELLS, max((width(each.name) for each in growers), default=0))
    return tuple(_grower(each, table, rules, cells, has_advanced=each.key in advanced) for each in growers)


def _grower(who: Character, table: Table, rules: Ruleset, cells: int, *, has_advanced: bool) -> Row:
    name = row_column(who.name, cells)
    if not needs_picks(rules):
        how = label("growth", "has-advanced" if has_advanced else "enter")
        return row(str(who.key), name, (f" {how}", Tone.DIM))
    count = len(improvements_to_pick(table, rules, who.key))
    if count and not _uncertain(table, rules, who.key):
        return row(str(who.key), name, (f" {label('growth', 'by-ruling')}", Tone.DIM))
    waiting = sentence("growth", "waiting" if count else "none-waits", count=count)
    return row(str(who.key), name, (f" {waiting}", Tone.GOOD if count else Tone.DIM))


def improvement_pick_rows(
    table: Table, rules: Ruleset, who: int, picked: Collection[str], cells: int
) -> tuple[Row, ...]:
    """The options to pick, each with its mark and exact chance; in games without picks, all odds."""
    procedure = rules.role(Role.IMPROVE)
    if procedure is None:
        return ()
    if not needs_picks(rules):
        form = filled_form(procedure, table, who)
        return _whys(procedure, table) or RollFormOutlook.of(form, table, cells).counted().rows
    options = improvements_to_pick(table, rules, who)
    if not options:
        text = wording_in_use(f"nothing-to-improve.{rules.id}") or label("growth", "nothing")
        return (words_row("none", text, Tone.DIM),)
    names = {option: input_option_text(option, table, {"who": who}) for option in options}
    longest = min(NAME_CELLS, max(map(width, names.values())))
    rows = []
    for option, name in names.items():
        chance = _chance(table, rules, who, option)
        text = exact_chance_text(chance) if chance is not None else ""
        box = ("[x] ", Tone.STRONG) if option in picked else ("[ ] ", Tone.DIM)
        rows.append(row(option, box, row_column(name, longest), (f" {text}", Tone.ACCENT)))
    return (*rows, *_whys(procedure, table))


def _whys(procedure: Procedure, table: Table) -> tuple[Row, ...]:
    """Why nobody can make an attempt now; empty if they can."""
    return tuple(words_row(each, label("problem", each), Tone.BAD) for each in procedure.problems(table))


def _chance(table: Table, rules: Ruleset, who: int, option: str) -> Fraction | None:
    """The exact chance to improve. None: no dice decide it, or it is not possible now, as noted under the
    list.
    """
    procedure, picks = rules.role(Role.IMPROVE), _picks(rules)
    if procedure is None or picks is None or procedure.odds is None:
        return None
    try:
        odds = procedure.chances(table, {"who": who, picks.id: (option,)})
    except RuleError:
        return None
    return odds.chances.get(procedure.outcomes[0], Fraction(0))


def _uncertain(table: Table, rules: Ruleset, who: int) -> tuple[str, ...]:
    """The options decided by dice, or by the GM if nothing is ever rolled."""
    return tuple(
        option
        for option in improvements_to_pick(table, rules, who)
        if _chance(table, rules, who, option) != 1
    )


def best_improvements(table: Table, rules: Ruleset, who: int) -> tuple[str, ...]:
    """As many options as may be picked, the likeliest first; certain ones are left to pick by hand."""
    procedure, picks = rules.role(Role.IMPROVE), _picks(rules)
    if procedure is None or picks is None or procedure.odds is None or procedure.problems(table):
        return ()

    def chance_of(option: str) -> Fraction:
        return _chance(table, rules, who, option) or Fraction(0)

    return tuple(sorted(_uncertain(table, rules, who), key=chance_of, reverse=True)[: picks.most])


def improvement_attempt(rules: Ruleset, who: int, picked: tuple[str, ...]) -> Given:
    """The inputs of a character's advance attempt."""
    picks = _picks(rules)
    return {"who": who, picks.id: picked} if picks else {"who": who}


def needs_picks(rules: Ruleset) -> bool:
    """Whether an advance attempt needs picks."""
    return _picks(rules) is not None


def next_to_improve(table: Table, rules: Ruleset, who: int | None) -> int | None:
    """The key of whoever attempts next: the first with options to pick or, in games without picks, the next
    in the list. None: the selection stays.
    """
    growers = [each.key for each in who_may_improve(table, rules)]
    if needs_picks(rules):
        waiting = [key for key in growers if improvements_to_pick(table, rules, key)]
        return next(iter(waiting), None) if who not in waiting else None
    later = growers[growers.index(who) + 1 :] if who in growers else growers
    return next(iter(later), None)


def most_improvements(rules: Ruleset) -> int:
    """The most improvements that a character may try at once."""
    picks = _picks(rules)
    return picks.most if picks else 0


def waiting_to_improve(table: Table, rules: Ruleset, through: Collection[int]) -> tuple[Character, ...]:
    """The members of the party who can still improve as a session ends, without those who are `through`.

    Those who missed the session cannot, and nobody can during a fight that forbids it.
    """
    procedure = rules.role(Role.IMPROVE)
    if procedure is None or procedure.problems(table):
        return ()
    there = (each for each in who_may_improve(table, rules) if _was_there(table, each))
    picks = needs_picks(rules)
    return tuple(
        each
        for each in there
        if each.key not in through and (not picks or improvements_to_pick(table, rules, each.key))
    )


def _was_there(table: Table, who: Character) -> bool:
    return who.kind == Kind.HENCHMAN or (
        who.kind == Kind.PC and who.key in (*table.attending, *table.departed)
    )


def improvement_closing_rows(table: Table, rules: Ruleset, through: Collection[int]) -> tuple[Row, ...]:
    """The progress of a session's end, and who can still improve."""
    left = waiting_to_improve(table, rules, through)
    values = {"session": str(table.session), "count": str(len(left))}
    return (
        heading_row(sentence("session", "ends", **values)),
        words_row("ends", label("session", "ends-how"), Tone.DIM),
        *_growers(left, table, rules),
    )


def improvement_help(table: Table, rules: Ruleset) -> LineHelp | None:
    """The help for improving. None: this game has no rule for it."""
    procedure = rules.role(Role.IMPROVE)
    if procedure is None:
        return None
    texts = (label("procedure", f"{procedure.id}.help"), explained(rules.id, "reading", "odds"))
    return LineHelp(label("procedure", procedure.id), texts, procedure.rules_on(table))
