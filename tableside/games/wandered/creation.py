"""Creating characters (PBT-X-books, PBT-X-approach), and attention tokens for XP (PBT-X-token)."""

from dataclasses import replace
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.games.wandered.sheet import BY_DEFIANCE, DEFIANCES, PLAYERS, WanderedHouse, WanderedSheet
from tableside.rules.inputs import Choice, Who, Words
from tableside.rules.names import free_name
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.sessions import put_in_play_in_session
from tableside.rules.sheet import Meter, Tags
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import NAME_LENGTH, typed_names, typed_short

PLAYBOOKS: Final = ("fighter", "rogue", "wizard", "cleric", "druid", "illusionist", "traveler")
NO_PLAYBOOK: Final = "no-playbook"
ASKED: Final = "asked-as-it-is-made"
APPROACHES: Final = 2
POINT_QUESTIONS: Final = ("defiance-point", "second-defiance-point")
POINTS: Final = len(POINT_QUESTIONS)


@rule(
    "wandered.create",
    *("PBT-X-books", "PBT-X-approach", "PBT-X-save", "PBT-X-house-defiances"),
    group=Group.SHEET,
    outcomes=("created",),
    role=Role.CREATE,
)
def create(
    table: Table,
    play: Play,
    name: Annotated[str, Words()],
    playbook: Annotated[
        str,
        Choice(options=lambda table, given: (ASKED, *PLAYBOOKS, NO_PLAYBOOK), free=True),
    ] = ASKED,
    approaches: Annotated[str, Words(long=True)] = "",
) -> Outcome:
    """Create a character with a playbook, by its name, and two of its approaches, or none yet.

    The approaches' phrases stand in the playbooks, which are not part of Tableside. `which-playbook` is asked
    unless it is known, then each of the `POINT_QUESTIONS` (PBT-X-house-defiances).
    Raises `RuleError` for one approach, or three.
    """
    name = free_name(name, table)
    picked = typed_names(approaches)
    if picked and len(picked) != APPROACHES:
        raise RuleError("wandered.approaches", picked=len(picked), most=APPROACHES)

    if playbook == ASKED:
        playbook = play.choose("which-playbook", *PLAYBOOKS, NO_PLAYBOOK, default=NO_PLAYBOOK, who=name)
    title = playbook.capitalize() if playbook in PLAYBOOKS else playbook.strip()
    sheet = WanderedSheet(
        playbook="" if playbook == NO_PLAYBOOK else title,
        approaches=Tags(tuple(typed_short(each, NAME_LENGTH) for each in picked)),
    )
    sheet = sheet.with_defiances(defiances(WanderedHouse.of(table), play, name))
    play.tell("made", "PBT-X-books", {"who": name, "name": sheet.playbook or "-"})
    if not picked:
        play.tell("approaches-to-pick", "PBT-X-approach", {"who": name, "count": APPROACHES})
    created = Character(table.next_key, name, Kind.PC, sheet)
    return Outcome("created", table=put_in_play_in_session(table, created))


def defiances(house: WanderedHouse, play: Play, who: str) -> dict[str, Meter]:
    """The Defiances of a new character (PBT-X-save): each 0 to 3, two points to begin with."""
    if house.defiances == "two-in-each":
        return {each: Meter(POINTS, POINTS) for each in DEFIANCES}
    points = dict.fromkeys(DEFIANCES, 0)
    for question, default in zip(POINT_QUESTIONS, BY_DEFIANCE, strict=False):
        points[BY_DEFIANCE[play.choose(question, *BY_DEFIANCE, default=default, who=who)]] += 1
    return {each: Meter(count, count) for each, count in points.items()}


# Attention tokens

TOKENS_FOR_EXPERIENCE: Final = 2


def holders(table: Table) -> tuple[Character, ...]:
    """Those who get tokens: everybody who attends the session; without one, every player's character."""
    in_play = table.in_play(*PLAYERS)
    if not table.session_is_on:
        return in_play
    return tuple(each for each in in_play if each.key in table.attending) or in_play


def hand_out(table: Table, play: Play) -> Table:
    """Give everybody one token (PBT-X-token). Raises `RuleError` without players."""
    held = holders(table)
    if not held:
        raise RuleError("wandered.no-player")
    play.tell("tokens-handed-out", "PBT-X-token", {"count": len(held)})
    return table.put(*(replace(each, sheet=replace(WanderedSheet.of(each), attention=1)) for each in held))


def hand_out_late(table: Table, key: int, play: Play) -> Table:
    """Give a token to a latecomer (PBT-X-token), their player's first this session."""
    play.tell("token-handed-late", "PBT-X-token", {"who": table[key].name})
    return table.put(replace(table[key], sheet=replace(WanderedSheet.of(table[key]), attention=1)))


def _without_players(table: Table) -> tuple[str, ...]:
    return () if table.in_play(*PLAYERS) else ("no-players",)


@rule(
    "wandered.hand-out-tokens",
    "PBT-X-token",
    problems=_without_players,
    group=Group.SESSION,
    outcomes=("handed-out",),
)
def hand_out_tokens(table: Table, play: Play) -> Outcome:
    return Outcome("handed-out", table=hand_out(table, play))


def _holds_one(table: Table, who: Character) -> bool:
    return WanderedSheet.of(who).attention > 0


@rule(
    "wandered.spend-token",
    "PBT-X-token",
    needs="no-tokens",
    group=Group.GROWTH,
    outcomes=("spent",),
    amounts=("experience",),
)
def spend_token(
    table: Table, play: Play, who: Annotated[int, Who(kinds=PLAYERS, fits=_holds_one)]
) -> Outcome:
    """Spend a token (PBT-X-token): every second one is an XP. Once all are spent, all are handed back.

    Raises `RuleError` when they hold none.
    """
    whose, sheet = table[who], WanderedSheet.of(table[who])
    if sheet.attention < 1:
        raise RuleError("wandered.no-attention", who=whose.name)
    gained, left = divmod(sheet.attention_spent + 1, TOKENS_FOR_EXPERIENCE)
    experience = sheet.experience + gained
    play.tell("token-spent", "PBT-X-token", {"who": whose.name, "left": sheet.attention - 1})
    if gained:
        play.tell("experience-for-tokens", "PBT-X-token", {"who": whose.name, "experience": experience})
    spent = replace(sheet, attention=sheet.attention - 1, attention_spent=left, experience=experience)
    table = table.put(replace(whose, sheet=spent))

    if not any(WanderedSheet.of(each).attention for each in holders(table)):
        table = hand_out(table, play)
    return Outcome("spent", {"experience": experience}, table)


PROCEDURES: tuple[Procedure, ...] = (create, hand_out_tokens, spend_token)
