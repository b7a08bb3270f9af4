"""The sheet of a character (PBT-X-approach, PBT-X-harm, PBT-X-save) and of a danger (PBT-X-danger)."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.sheet import Meter, Tags, Track, Trait, Traits, sheet_part
from tableside.rules.table import Character, GameSheet, Kind
from tableside.rules.typed import typed_slug

LOWEST_HIT: Final = 5
"""The lowest face of a pool's die that is a hit (PBT-hit)."""
PLAYERS: Final = (Kind.PC,)
DANGERS: Final = (Kind.ENEMY, Kind.NPC, Kind.HENCHMAN)
"""The kinds that the GM plays: they have resources and escalations, and never roll (PBT-X-danger)."""
DEFIANCES: Final = ("force", "skill", "charm", "intuition")
BY_DEFIANCE: Final = {f"by-{each}": each for each in DEFIANCES}
"""The ways to defy by a Defiance; their ids are unique among the choices in Tableside."""
MOST_DEFIANCE: Final = 3
RESOURCE: Final = ("uses", "refresh", "durability", "damage", "worth", "expires", "special", "saves")
"""The numbers of a resource (PBT-X-resource).

`uses` are those left and `refresh` their maximum; with both 0 they are not counted. `expires` is the last day
of the game on which it can be used (0: it keeps). `special` is 1 if it has a use of its own, and `saves` is 1
if a use of it defies a consequence, as armour does (PBT-X-save). The note holds the special benefit, tags,
and what refreshes it.
"""


@frozen
class WanderedSheet(GameSheet):
    """A sheet of If We Wandered Here Long Enough. Those whom the GM plays have resources and escalations."""

    playbook: str = sheet_part("", rule="PBT-X-books", kinds=PLAYERS)
    approaches: Tags = sheet_part(Tags(), rule="PBT-X-approach", kinds=PLAYERS)
    resources: Traits = sheet_part(Traits(), rule="PBT-X-resource", values=RESOURCE)
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
        ids = [typed_slug(row.name) for row in rows.rows]
        if typed_slug(id) not in ids:
            raise RuleError("wandered.no-row", who=who.name, row=id, known=ids)
        return rows.rows[ids.index(typed_slug(id))]

    @classmethod
    def resource_named(cls, who: Character, id: str) -> Trait:
        """The resource with this id. Raises `RuleError` naming what is on the sheet."""
        return cls.row_named(who, cls.of(who).resources, id)

    @staticmethod
    def check_is_of_player(who: Character) -> None:
        """Raises `RuleError` unless it is a player's sheet, not one of those whom the GM plays."""
        if who.kind not in PLAYERS:
            raise RuleError("wandered.takes-none", who=who.name)

    @property
    def defiances(self) -> dict[str, Meter]:
        """The four Defiances by id."""
        meters = (self.force, self.skill, self.charm, self.intuition)
        return dict(zip(DEFIANCES, meters, strict=True))

    def with_defiances(self, meters: dict[str, Meter]) -> "WanderedSheet":
        force, skill, charm, intuition = (meters[each] for each in DEFIANCES)
        return replace(self, force=force, skill=skill, charm=charm, intuition=intuition)


HEAD: Final = ("playbook",)
"""The parts that say who it is."""
BAND: Final = (
    "pains | wounds | breaks | trap | experience | attention",
    "force | skill | charm | intuition",
)
"""The numbers at the top of the sheet."""
