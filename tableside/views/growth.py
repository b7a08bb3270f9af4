"""Advancement on the screen: who may improve what, with what chance, and which are picked."""

from collections.abc import Collection
from fractions import Fraction

from tableside.errors import RuleError
from tableside.rules.procedure import Choice, Given, Procedure, Role, Who
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.views.rolls import option_text
from tableside.views.rows import Row, Tone, column, row, words_row
from tableside.wording import label
from tableside.wording.results import exact

NAME_CELLS = 20


def who_may_improve(table: Table, rules: Ruleset) -> tuple[Character, ...]:
    """Those who can make an advance attempt at all."""
    procedure = rules.role(Role.IMPROVE)
    pick = next((each for each in procedure.inputs if isinstance(each, Who)), None) if procedure else None
    return pick.candidates(table) if pick else ()


def improvable(table: Table, rules: Ruleset, who: int) -> tuple[str, ...]:
    """The ids of what this character may pick now."""
    procedure = rules.role(Role.IMPROVE)
    picks = _picks(procedure)
    return picks.options(table, {"who": who}) if picks else ()


def _picks(procedure: Procedure | None) -> Choice | None:
    if procedure is None:
        return None
    return next((each for each in procedure.inputs if isinstance(each, Choice) and each.many), None)


def roster(table: Table, rules: Ruleset) -> tuple[Row, ...]:
    """Who may improve, and how many ticks wait."""
    rows = []
    for each in who_may_improve(table, rules):
        count = len(improvable(table, rules, each.key))
        waiting = f"{count} ticked" if count else "nothing ticked"
        tone = Tone.GOOD if count else Tone.DIM
        rows.append(row(str(each.key), column(each.name, NAME_CELLS), (f" {waiting}", tone)))
    return tuple(rows) or (words_row("nobody", "Nobody here can improve."),)


def pick_rows(table: Table, rules: Ruleset, who: int, picked: Collection[str]) -> tuple[Row, ...]:
    """What may be picked: whether it is, and its exact chance."""
    options = improvable(table, rules, who)
    if not options:
        return (words_row("none", "Nothing is ticked. Tests that succeed set ticks.", Tone.DIM),)
    return tuple(_pick_row(table, rules, who, option, option in picked) for option in options)


def _pick_row(table: Table, rules: Ruleset, who: int, option: str, is_picked: bool) -> Row:
    return row(
        option,
        ("[x] " if is_picked else "[ ] ", Tone.STRONG if is_picked else Tone.DIM),
        column(option_text(option, table, {"who": who}), NAME_CELLS),
        (f" {chance_text(table, rules, who, option)}", Tone.ACCENT),
    )


def chance_text(table: Table, rules: Ruleset, who: int, option: str) -> str:
    """The exact chance that this one improves."""
    procedure, picks = rules.role(Role.IMPROVE), _picks(rules.role(Role.IMPROVE))
    if procedure is None or picks is None:
        return ""
    try:
        odds = procedure.chances(table, {"who": who, picks.id: (option,)})
    except RuleError as error:
        return str(error)
    best = procedure.outcomes[0]
    return f"{label('outcome', best)}: {exact(odds.chances[best]) if best in odds.chances else 'never'}"


def best_picks(table: Table, rules: Ruleset, who: int) -> tuple[str, ...]:
    """As many as may be picked, those with the best chances."""
    procedure, picks = rules.role(Role.IMPROVE), _picks(rules.role(Role.IMPROVE))
    if procedure is None or picks is None or procedure.problems(table):
        return ()
    best = procedure.outcomes[0]

    def chance_of(option: str) -> Fraction:
        try:
            odds = procedure.chances(table, {"who": who, picks.id: (option,)})
        except RuleError:  # not now: in the middle of a fight
            return Fraction(0)
        return odds.chances.get(best, Fraction(0))

    ranked = sorted(picks.options(table, {"who": who}), key=chance_of, reverse=True)
    return tuple(ranked[: picks.most])


def attempt_of(rules: Ruleset, who: int, picked: tuple[str, ...]) -> Given:
    """The inputs of this character's advance attempts."""
    picks = _picks(rules.role(Role.IMPROVE))
    return {"who": who, picks.id: picked} if picks else {}


def most_picks(rules: Ruleset) -> int:
    """How many a character may try at once."""
    picks = _picks(rules.role(Role.IMPROVE))
    return picks.most if picks else 0
