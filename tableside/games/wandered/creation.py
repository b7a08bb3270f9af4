"""Making a character (PBT-X-books, PBT-X-approach, PBT-X-save): playbook, approaches, Defiances."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.defiances_and_tokens import with_defiances
from tableside.games.wandered.house import House, house_of
from tableside.games.wandered.sheet import BY_DEFIANCE, DEFIANCES, Wandered
from tableside.rules.inputs import Choice, Given, Words, asked
from tableside.rules.names import free_name
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sessions import put_in_play
from tableside.rules.sheet import Meter, Tags
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import NAME_LENGTH, names_listed, short

PLAYBOOKS: Final = ("fighter", "rogue", "wizard", "cleric", "druid", "illusionist", "traveler")
NO_PLAYBOOK: Final = "no-playbook"
ASKED: Final = "asked-as-it-is-made"
APPROACHES: Final = 2
POINTS: Final = 2


def create(table: Table, name: str, playbook: str, approaches: str, play: Play) -> Character:
    """Make a character: a playbook by its name, and two of its approaches, or none yet.

    The approaches' phrases stand in the playbooks, which are not part of Tableside. `which-playbook` is
    asked unless it is known, then `defiance-point` for each of two points (PBT-X-house-defiances).
    Raises `RuleError` for one approach, or three.
    """
    name = free_name(name, table)
    picked = names_listed(approaches)
    if picked and len(picked) != APPROACHES:
        raise RuleError("wandered.approaches", picked=len(picked), most=APPROACHES)
    if playbook == ASKED:
        playbook = play.choose("which-playbook", *PLAYBOOKS, NO_PLAYBOOK, default=NO_PLAYBOOK, who=name)
    sheet = Wandered(
        playbook=_title(playbook), approaches=Tags(tuple(short(each, NAME_LENGTH) for each in picked))
    )
    sheet = with_defiances(sheet, first_defiances(house_of(table), play, name))
    play.tell("made", "PBT-X-books", {"who": name, "name": sheet.playbook or "-"})
    if not picked:
        play.tell("approaches-to-pick", "PBT-X-approach", {"who": name, "count": APPROACHES})
    return Character(table.next_key, name, Kind.PC, sheet)


def _title(playbook: str) -> str:
    if playbook in PLAYBOOKS:
        return playbook.capitalize()
    return "" if playbook == NO_PLAYBOOK else playbook.strip()


def first_defiances(house: House, play: Play, who: str) -> dict[str, Meter]:
    """The Defiances of a new character (PBT-X-save): each 0 to 3, two points to begin with."""
    if house.defiances == "two-in-each":
        return {each: Meter(POINTS, POINTS) for each in DEFIANCES}
    points = dict.fromkeys(DEFIANCES, 0)
    for default in (*BY_DEFIANCE,)[:POINTS]:
        points[BY_DEFIANCE[play.choose("defiance-point", *BY_DEFIANCE, default=default, who=who)]] += 1
    return {each: Meter(count, count) for each, count in points.items()}


def _playbooks(table: Table, given: Given) -> tuple[str, ...]:
    return (ASKED, *PLAYBOOKS, NO_PLAYBOOK)


@frozen
class Create:
    """What `wandered.create` asks for."""

    name: str = asked(Words())
    playbook: str = asked(Choice(options=_playbooks, default=ASKED, free=True))
    approaches: str = asked(Words(default="", long=True))


def _create(table: Table, form: Create, play: Play) -> Outcome:
    created = create(table, form.name, form.playbook, form.approaches, play)
    return Outcome("created", table=put_in_play(table, created))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.create",
        rules=("PBT-X-books", "PBT-X-approach", "PBT-X-save", "PBT-X-house-defiances"),
        form=Create,
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        role=Role.CREATE,
    ),
)
