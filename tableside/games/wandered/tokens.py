"""Attention tokens (PBT-X-token): one a player at the session's start, two spent are an XP."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.sheet import PLAYERS, sheet_of
from tableside.rules.inputs import Nothing, Who, asked
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Character, Table

TOKENS_FOR_EXPERIENCE: Final = 2


def token_holders(table: Table) -> tuple[Character, ...]:
    """Those who have tokens: who attends the session that is on; without one, every player's character."""
    in_play = table.in_play(*PLAYERS)
    if not table.session_is_on:
        return in_play
    return tuple(each for each in in_play if each.key in table.attending) or in_play


def hand_out(table: Table, play: Play) -> Table:
    """Everybody holds one token (PBT-X-token). Raises `RuleError` without players."""
    held = token_holders(table)
    if not held:
        raise RuleError("wandered.no-player")
    play.tell("tokens-handed-out", "PBT-X-token", {"count": len(held)})
    return table.put(*(replace(each, sheet=replace(sheet_of(each), attention=1)) for each in held))


def hand_one(table: Table, key: int, play: Play) -> Table:
    """A token for one who comes late (PBT-X-token): their player's first this session."""
    play.tell("token-handed-late", "PBT-X-token", {"who": table[key].name})
    return table.put(replace(table[key], sheet=replace(sheet_of(table[key]), attention=1)))


def spend_token(table: Table, who: Character, play: Play) -> Table:
    """Spend a token (PBT-X-token): every second one is an XP. When all are spent, all are handed back.

    Raises `RuleError` when they hold none.
    """
    sheet = sheet_of(who)
    if sheet.attention < 1:
        raise RuleError("wandered.no-attention", who=who.name)
    spent = sheet.attention_spent + 1
    gained, left = divmod(spent, TOKENS_FOR_EXPERIENCE)
    experience = sheet.experience + gained
    play.tell("token-spent", "PBT-X-token", {"who": who.name, "left": sheet.attention - 1})
    if gained:
        play.tell("experience-for-tokens", "PBT-X-token", {"who": who.name, "experience": experience})
    changed = replace(sheet, attention=sheet.attention - 1, attention_spent=left, experience=experience)
    table = table.put(replace(who, sheet=changed))
    return table if any(sheet_of(each).attention for each in token_holders(table)) else hand_out(table, play)


def _holds_one(table: Table, who: Character) -> bool:
    return sheet_of(who).attention > 0


def _hand_out(table: Table, form: Nothing, play: Play) -> Outcome:
    return Outcome("handed-out", table=hand_out(table, play))


@frozen
class SpendToken:
    """What `wandered.spend-token` asks for."""

    who: int = asked(Who(kinds=PLAYERS, fits=_holds_one))


def _spend(table: Table, form: SpendToken, play: Play) -> Outcome:
    after = spend_token(table, table[form.who], play)
    return Outcome("spent", {"experience": sheet_of(after[form.who]).experience}, after)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.hand-out-tokens",
        rules=("PBT-X-token",),
        form=Nothing,
        run=_hand_out,
        group=Group.SESSION,
        outcomes=("handed-out",),
        on_table=True,
        problems=lambda table: () if table.in_play(*PLAYERS) else ("no-players",),
    ),
    Procedure(
        id="wandered.spend-token",
        rules=("PBT-X-token",),
        form=SpendToken,
        run=_spend,
        group=Group.GROWTH,
        outcomes=("spent",),
        amounts=("experience",),
        on_table=True,
        problems=lambda table: (
            () if any(_holds_one(table, each) for each in table.in_play(*PLAYERS)) else ("no-tokens",)
        ),
    ),
)
