"""What is on a sheet: a character's (PBT-X-approach, PBT-X-harm, PBT-X-save) and a danger's (PBT-X-danger),
and how a group reads the open questions of the book (PBT-AMB).
"""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.life_states import HELPLESS
from tableside.rules.ruleset import House, house_question, house_rules
from tableside.rules.sheet import Meter, Tags, Track, Trait, Traits, sheet_part
from tableside.rules.table import Character, GameSheet, Kind
from tableside.rules.typed import NAME_LENGTH, typed_short, typed_slug

# House rules


@frozen
class WanderedHouse(House):
    """How this group reads the rules: the id of an answer for each open question."""

    order: str = house_question("PBT-AMB-1", "net-once", "disadvantage-first")
    sources: str = house_question("PBT-AMB-2", "each-adds-a-hit", "one-of-each")
    added_hits: str = house_question("PBT-AMB-3", "tier-only", "count-everywhere")
    removed_hits: str = house_question("PBT-AMB-4", "misses-stay", "become-misses")
    no_dice_left: str = house_question("PBT-AMB-5", "one-die", "two-keep-worse")
    roll_with: str = house_question("PBT-AMB-6", "one-and-the-count", "the-count-alone")
    two_that_match: str = house_question("PBT-AMB-7", "one-die-each")
    bonuses_on_n_dice: str = house_question("PBT-AMB-8", "bonuses-ignored", "bonuses-applied")
    on_a_hit: str = house_question("PBT-AMB-9", "both-apply")
    weary: str = house_question("PBT-X-house-weary", "bonus-dice", "every-added-die")
    """What a Weary character loses besides advantage; the text says only "+1s"."""
    rest: str = house_question("PBT-X-house-rest", "one-pain", "all-pains")
    """What a rest clears; the text says "a Pain"."""
    defiances: str = house_question("PBT-X-house-defiances", "two-in-all", "two-in-each")
    """How many points a new character has; the text says "2 points at start"."""


HOUSE_RULES = house_rules(WanderedHouse)

REVISIONS = {
    "PBT-X-danger": 1,  # a danger that is overcome has no more turns
    "PBT-X-harm": 1,  # once limits break, it tells what stays, not that an erased one is marked
}
"""The number of corrections of each reading."""

# The sheet

LOWEST_HIT: Final = 5
"""The lowest face of a pool's die that is a hit (PBT-hit)."""
PLAYERS: Final = (Kind.PC,)
DANGERS: Final = (Kind.ENEMY, Kind.NPC, Kind.HENCHMAN)
"""The kinds that the GM plays: they have resources and escalations, and never roll (PBT-X-danger)."""
DEFIANCES: Final = ("force", "skill", "charm", "intuition")
BY_DEFIANCE: Final = {f"by-{each}": each for each in DEFIANCES}
"""The ways to defy by a Defiance; their ids are unique among the choices in Tableside."""
MOST_DEFIANCE: Final = 3
TRAP_SIDES: Final = 4
"""The sides of a trap's dice (PBT-X-trap)."""


@frozen
class Resource:
    """A resource (PBT-X-resource), as its row on the sheet has it."""

    name: str
    note: str = ""
    """Its special benefit, tags, and what refreshes it."""
    uses: int = 0
    """Those left; with `refresh` 0 too they are not counted."""
    refresh: int = 0
    """The uses that it has again when it is refreshed."""
    durability: int = 0
    damage: int = 0
    worth: int = 0
    expires: int = 0
    """The last day of the game on which it can be used; 0: it keeps."""
    special: int = 0
    """1 if it has a use of its own."""
    saves: int = 0
    """1 if a use of it defies a consequence, as armour does (PBT-X-save)."""

    @classmethod
    def of(cls, row: Trait) -> "Resource":
        """The resource of a row; a number that was never written down is 0."""
        return cls(row.name, row.note, *row.values)

    @classmethod
    def new(cls, name: str, **numbers: int) -> "Resource":
        """A new resource. Raises `RuleError` for a name that is empty or too long."""
        name = typed_short(name.strip(), NAME_LENGTH)
        if not typed_slug(name):
            raise RuleError("wandered.resource-without-name")
        return cls(name, "", **numbers)

    @property
    def row(self) -> Trait:
        return Trait(self.name, tuple(getattr(self, each) for each in NUMBERS), self.note)

    @property
    def id(self) -> str:
        return typed_slug(self.name)

    def is_expired(self, day: int) -> bool:
        return 0 < self.expires < day

    @property
    def is_spent(self) -> bool:
        """Whether its uses are gone until it is refreshed; uncounted uses never are."""
        return self.uses == 0 and self.refresh > 0

    def is_usable(self, day: int) -> bool:
        return not self.is_spent and not self.is_expired(day)


NUMBERS: Final = ("uses", "refresh", "durability", "damage", "worth", "expires", "special", "saves")
"""The numbers of a resource, in the order of its row."""


@frozen
class WanderedSheet(GameSheet):
    """A sheet of If We Wandered Here Long Enough. Those whom the GM plays have resources and escalations."""

    playbook: str = sheet_part("", rule="PBT-X-books", kinds=PLAYERS)
    approaches: Tags = sheet_part(Tags(), rule="PBT-X-approach", kinds=PLAYERS)
    resources: Traits = sheet_part(Traits(), rule="PBT-X-resource", values=NUMBERS)
    escalations: Tags = sheet_part(Tags(), rule="PBT-X-danger", kinds=DANGERS)
    trap: Meter = sheet_part(Meter(0, 0), rule="PBT-X-trap", highest=8, kinds=DANGERS)
    """The d4s left of a trap, and its original number; 0: it is no trap."""
    supplies: Traits = sheet_part(Traits(), rule="PBT-X-supply", highest=6, kinds=PLAYERS, values=("boxes",))
    pains: Track = sheet_part(Track(0, 2), rule="PBT-X-harm", highest=9, kinds=PLAYERS)
    wounds: Track = sheet_part(Track(0, 2), rule="PBT-X-harm", highest=9, kinds=PLAYERS)
    breaks: Track = sheet_part(Track(0, 1), rule="PBT-X-harm", highest=9, kinds=PLAYERS)
    force: Meter = sheet_part(Meter(0, 0), rule="PBT-X-save", highest=MOST_DEFIANCE, kinds=PLAYERS)
    skill: Meter = sheet_part(Meter(0, 0), rule="PBT-X-save", highest=MOST_DEFIANCE, kinds=PLAYERS)
    charm: Meter = sheet_part(Meter(0, 0), rule="PBT-X-save", highest=MOST_DEFIANCE, kinds=PLAYERS)
    intuition: Meter = sheet_part(Meter(0, 0), rule="PBT-X-save", highest=MOST_DEFIANCE, kinds=PLAYERS)
    limit_break: str = sheet_part("", rule="PBT-X-harm", kinds=PLAYERS)
    experience: int = sheet_part(0, rule="PBT-X-harm", highest=999, kinds=PLAYERS)
    attention: int = sheet_part(0, rule="PBT-X-token", highest=99, kinds=PLAYERS)
    """Attention tokens in hand."""
    attention_spent: int = sheet_part(0, rule="PBT-X-token", highest=99, kinds=PLAYERS, by_play=True)
    """Tokens spent towards the next XP."""
    notes: str = sheet_part("", long=True)

    @staticmethod
    def row_named(who: Character, rows: Traits, id: str) -> Trait:
        """The row with this id. Raises `RuleError` naming what is on the sheet."""
        ids = row_ids(rows)
        if typed_slug(id) not in ids:
            raise RuleError("wandered.no-row", who=who.name, row=id, known=ids)
        return rows.rows[ids.index(typed_slug(id))]

    @classmethod
    def resource_named(cls, who: Character, id: str) -> Resource:
        """The resource with this id. Raises `RuleError` naming what is on the sheet."""
        return Resource.of(cls.row_named(who, cls.of(who).resources, id))

    @staticmethod
    def check_is_of_player(who: Character) -> None:
        """Raises `RuleError` unless it is a player's sheet, not one of those whom the GM plays."""
        if who.kind not in PLAYERS:
            raise RuleError("wandered.takes-none", who=who.name)

    @property
    def boxes(self) -> int:
        """The supply boxes carried, of all types (PBT-X-supply)."""
        return sum(sum(row.values) for row in self.supplies.rows)

    @property
    def defiances(self) -> dict[str, Meter]:
        """The four Defiances by id."""
        meters = (self.force, self.skill, self.charm, self.intuition)
        return dict(zip(DEFIANCES, meters, strict=True))

    def with_defiances(self, meters: dict[str, Meter]) -> "WanderedSheet":
        force, skill, charm, intuition = (meters[each] for each in DEFIANCES)
        return replace(self, force=force, skill=skill, charm=charm, intuition=intuition)


CONDITIONS: Final = ("afraid", "obvious", "weary", "distracted", "paranoid", "obsessed", "reckless")
"""Conditions that affect dice; a group adds its own."""
MOST_CONDITIONS: Final = 4
"""The conditions that one can have; one more breaks their limits (PBT-X-harm)."""


def towards_limits(who: Character) -> tuple[str, ...]:
    """The conditions that count towards the limit; dead and stunned do not."""
    return tuple(each.name for each in who.conditions if each.name not in HELPLESS)


def row_ids(rows: Traits) -> tuple[str, ...]:
    return tuple(typed_slug(row.name) for row in rows.rows)


HEAD: Final = ("playbook",)
"""The parts that say who it is."""
BAND: Final = (
    "pains | wounds | breaks | trap | experience | attention",
    "force | skill | charm | intuition",
)
"""The numbers at the top of the sheet."""
