"""What a game provides to the app: its sheet, its procedures, its open questions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, Self

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.items import ItemRows
from tableside.rules.life_states import DEAD, DYING, OUT_OF_ACTION, is_dead, is_gone
from tableside.rules.names import NameIndex
from tableside.rules.play import Play
from tableside.rules.procedure import Procedure, Role
from tableside.rules.sheet import Label, Meter, Sheet
from tableside.rules.table import Character, Condition, Kind, Table, TableOwnKind
from tableside.rules.typed import hint_for_typed, typed_option, typed_yes_no

if TYPE_CHECKING:
    from tableside.rules.foreign_records import ForeignRecordFields, ForeignRecordFindings

OTHER_ORDER = "other-order"
"""The problem of a procedure for another kind of order than the running one."""
WEAPONS = "weapons"
"""The section of own kinds that are weapons, or rows of a damage table."""


@frozen
class HouseRule:
    """An open question of the rules, and the answers a group may choose."""

    id: str
    options: tuple[str, ...]
    """The ids of the answers; the first is the default reading."""

    @property
    def default(self) -> str:
        return self.options[0]


def house_question(id: str, *options: str) -> Any:  # Any: dataclass fields take the type of their annotation
    """Declare an open question: its id, and its answers, of which the first is the default."""
    return field(default=options[0], metadata={"id": id, "options": options})


def house_rules(house: type) -> tuple[HouseRule, ...]:
    """Return the open questions that a dataclass declares."""
    return tuple(HouseRule(each.metadata["id"], each.metadata["options"]) for each in fields(house))


class House:
    """How a group reads a game's rules: a field for each open question."""

    __slots__ = ()

    @classmethod
    def of(cls, table: Table) -> Self:
        """Return the readings of this table, with defaults for the rest."""
        house: Any = cls  # Any: mypy holds no class for hashable
        read: Self = _read(house, tuple(table.house.items()))
        return read


@lru_cache(maxsize=64)
def _read(house: Any, answers: tuple[tuple[str, str], ...]) -> Any:  # Any: a class that is a dataclass
    """Return the readings for these answers; cached, since every roll asks for them."""
    given = dict(answers)
    chosen = {each.name: given.get(each.metadata["id"]) for each in fields(house)}
    return house(**{name: option for name, option in chosen.items() if option is not None})


class Packs(Protocol):
    """The own kinds in files."""

    def names(self, section: str) -> NameIndex:
        """Return the names of the kinds of a section, by id."""
        ...

    def kind(self, section: str, id: str) -> TableOwnKind:
        """Return a kind. Raises `RuleError` with file and line where it has a fault."""
        ...


class NoPacks:
    """A `Packs` without files."""

    def names(self, section: str) -> NameIndex:
        return NameIndex({})

    def kind(self, section: str, id: str) -> TableOwnKind:
        raise RuleError("kinds.unknown", kind=id, hint=hint_for_typed(id, (), "hint.choose"))


@frozen
class OtherTools:
    """A game's reading and writing of other tools' formats."""

    reads: Callable[[Mapping[str, object], str], "ForeignRecordFindings | None"] = field(
        default=lambda record, hint: None
    )
    """Returns the findings in a record; `hint` is the list or folder that contained it. None: the game does
    not know its format.
    """
    column: Callable[["ForeignRecordFields"], tuple[str, ...]] = field(default=lambda fields: ())
    """Returns cells from the columns of a row that need special reading."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Parts of the sheet by other tools' names for their columns."""
    writes: Mapping[str, Callable[[Table], object]] = field(default_factory=dict)
    """Returns the characters in play as JSON values of another tool's file, by the name of the format."""


@frozen
class Turns:
    """What a game says about turns, in any order."""

    begin: str = "turn.begin-list"
    """The id of the procedure that begins the game's own order."""
    paces: tuple[str, ...] = ()
    """The ids of the lengths of a round, the usual one first, where the game has several (FELL-TURN)."""
    modifier: Callable[[Character], int] = field(default=lambda who: 0)
    """Returns the modifier of an initiative check (D20-check)."""
    round_ends: Callable[[Table, tuple[int, ...], Play], Table] = field(
        default=lambda table, keys, play: table
    )
    """Applies the end of a round to these characters, in order of key; conditions count down afterwards."""
    round_rules: tuple[str, ...] = ()
    """The ids of the rules for that."""


_BY_ID: dict[int, tuple[tuple[Procedure, ...], Mapping[str, Procedure]]] = {}
"""The procedures by id for each game, by the identity of the tuple, which is kept so that it stays unique."""


def _by_id(procedures: tuple[Procedure, ...]) -> Mapping[str, Procedure]:
    """Return procedures by id; cached, since each of a hundred thousand entries looks one up."""
    if id(procedures) not in _BY_ID:
        _BY_ID[id(procedures)] = procedures, {each.id: each for each in procedures}
    return _BY_ID[id(procedures)][1]


@frozen
class Ruleset:
    """A game."""

    id: str
    name: str
    blank: Callable[[Kind], Sheet]
    """Returns an empty sheet for a kind of character."""
    load: Callable[[], tuple[Procedure, ...]]
    """Returns the procedures, loading them on first use: a screen can be painted without them."""
    house_rules: tuple[HouseRule, ...] = ()
    """The game's own open questions."""
    is_loaded: Callable[[], bool] = field(default=lambda: True)
    """Whether the procedures are available at once."""
    order_questions: Callable[[], tuple[HouseRule, ...]] = field(default=tuple)
    """Returns the open questions of other games' turn orders; loaded like the procedures."""
    vitals: Callable[[Table, Character], tuple[tuple[str, str], ...]] = field(
        default=lambda table, character: ()
    )
    """Returns a few short values for a list: label id and value, the most telling first."""
    meters: Callable[[Character], tuple[Meter, ...]] = field(default=lambda who: ())
    """Returns the points that wounds take from a character, with their maximum: a bar each beside the name.
    Empty where the game does not count wounds in points.
    """
    at_a_glance: Callable[[Character], tuple[str, int]] = field(default=lambda who: ("", 0))
    """Returns a character's state in a word or two for a list: the id of a text `glance`, and its count. An
    empty id: the most telling of the vitals is used.
    """
    counted_against: Callable[[Character], tuple[str, int]] = field(default=lambda who: ("", 0))
    """Returns what else counts up against a character, such as nonlethal damage: the id of a text `glance`,
    and its amount. An empty id: nothing does.
    """
    derived: Callable[[Table, Character], Mapping[str, tuple[str, int]]] = field(
        default=lambda table, character: {}
    )
    """Returns values derived from the sheet, by path: label id and value, such as a skill's total."""
    state: Callable[[Table, Character], tuple[str, ...]] = field(default=lambda table, character: ())
    """Returns the ids of what a GM must see about a character at a glance: dying, dead, overburdened..."""
    conditions: tuple[str, ...] = ()
    """The ids of the conditions in its rules; a GM may name any other."""
    known_as: Mapping[str, str] = field(default_factory=dict)
    """Other names for its conditions, with their ids: "poisoned" means poison."""
    dyings: tuple[str, ...] = (DYING,)
    """Conditions that end in death; the dead have none of them."""
    is_obstacle: Callable[[Character], bool] = field(default=lambda who: False)
    """Whether a foe is a mere obstacle, such as a cliff, that does nothing by itself."""
    eases: Mapping[str, str] = field(default_factory=dict)
    """Conditions not reported while another holds, by that other: the stable are still dying, but no longer
    on the way to death.
    """
    attack: Callable[[Character, Sequence[str]], str] = field(default=lambda who, weapons: "")
    """Returns the id of the attack with these weapons, or those in hand. Empty: that of `Role.FIGHT`."""
    harms: Mapping[str, str] = field(default_factory=dict)
    """The ids of the facts that report a wound of `who`, each with the value that counts it; "": one."""
    heals: Mapping[str, str] = field(default_factory=dict)
    """The same as `harms`, for healing."""
    counts_from: Mapping[str, int] = field(default_factory=dict)
    """The lowest face that counts, by the id of the reason for a throw; for any other, every face counts."""
    replacing: Callable[[Table], str] = field(default=lambda table: "")
    """Returns the id of the reason for a die that replaces one showing its highest number, by this table's
    rules. Empty: there is none.
    """
    turned_to: Mapping[str, int] = field(default_factory=dict)
    """The face a die is turned to later, by the id of the fact that tells who turned it, from which face."""
    costs: Mapping[str, str] = field(default_factory=dict)
    """The same as `harms` for the price of one's own act: the wound reported right behind it is the price."""
    deals: Mapping[str, str] = field(default_factory=dict)
    """Facts that tell whose harm it was in an entry of several, with the value that counts the points."""
    spends: Mapping[str, str] = field(default_factory=dict)
    """The meter of the sheet that a yes to a question costs, by the id of the question."""
    turns: Turns = field(default_factory=Turns)
    attacks: tuple[str, ...] = ()
    """Its attacks, which come first among what can be done in a fight."""
    settled: Callable[[Character, Character], Character] = field(default=lambda before, after: after)
    """Returns a character edited by hand with derived values corrected, given the character before."""
    revived: Callable[[Character], Character] = field(default=lambda who: who)
    """Returns a character no longer dead, with the living minimum of what they had lost."""
    reminds: Callable[[Procedure], Procedure] = field(default=lambda procedure: procedure)
    """Returns a procedure of any campaign that hurts or changes characters by hand, with reports of what this
    game's rules make of it.
    """
    session_begins: Callable[[Table, Play], Table] = field(default=lambda table, play: table)
    """Applies the beginning of a session to everybody."""
    comes_late: Callable[[Table, int, Play], Table] = field(default=lambda table, key, play: table)
    """Applies it to a character whose player arrives late."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """How often the reading of a rule was corrected since it was first used, by the id of the rule, or of the
    procedure where no rule has one. Entries record the reading that made them.
    """
    other_orders: Callable[[], Mapping[str, frozenset[str]]] = field(default=dict)
    """Returns by method the ids of the procedures and open questions of turn orders that are not the game's
    own, without the procedures that begin them; loaded likewise.
    """
    order_revisions: Callable[[], Mapping[str, int]] = field(default=dict)
    """Returns the revisions of other games' turn orders and any campaign's additions; loaded likewise."""
    days_pass: Callable[[Table, int, Play], Table] = field(default=lambda table, days, play: table)
    """Applies the passing of days to everybody; the calendar is moved on afterwards."""
    texts: Callable[[], Mapping[str, str]] = field(default=dict)
    """Returns its words, by a kind such as `fact` or `input`, a dot and an id. Loaded on first use."""
    explained: Callable[[], Mapping[str, str]] = field(default=dict)
    """Returns explanations of its rules, as `explained.<rule id>`, conditions and parts of sheets."""
    told: Callable[[], Mapping[str, tuple[str, ...]]] = field(default=dict)
    """Returns what players are told of its facts, by fact id: the texts for a fact about the party, and for
    one about others; then both for its other side, if that differs. A fact not listed is told to nobody.
    """
    packs: Callable[[], Packs] = field(default=NoPacks)
    """Returns the own kinds available to a campaign, as its files are now."""
    thing_fields: Mapping[str, Mapping[str, Collection[str]]] = field(default_factory=dict)
    """The extra fields of a thing in a pack that its row on a sheet does not have, by list: names, each with
    its valid texts.
    """
    known_rows: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The rows that its rules know, by list on its sheet, such as the spells with a row of damage."""
    pack: str = ""
    """The package that holds the foes of its book as a pack; empty: there are none."""
    other_tools: Callable[[], OtherTools] = field(default=OtherTools)
    """Returns its reading and writing of other tools' formats; loaded on first use."""
    head: tuple[str, ...] = ()
    """Parts of the sheet that say who a character is, shown beside the name."""
    band: tuple[str, ...] = ()
    """The numbers at the top of a sheet, one text per row: boxes separated by `|`, the parts in one box by
    `+`. Empty: each number has its own box.
    """
    scores: tuple[str, ...] = ()
    """Numbers of the sheet that nobody rolls against by their name: a line with one and a number sets it."""
    own_parts: tuple[str, ...] = ()
    """Parts of their own sheet that players mark themselves: what they carry and eat, their notes."""
    demo: str = ""
    """The folder that holds its demo as `campaign`; empty: there is none."""

    @property
    def procedures(self) -> tuple[Procedure, ...]:
        return self.load()

    @property
    def open_questions(self) -> tuple[HouseRule, ...]:
        """Every question that a campaign may decide."""
        return (*self.house_rules, *self.order_questions())

    def out_of_play(self, table: Table) -> frozenset[str]:
        """Return the ids of what only concerns turn orders of other games that are not running."""
        running = table.order.method if table.order is not None else ""
        return frozenset(id for method, ids in self.other_orders().items() if method != running for id in ids)

    @property
    def weapon_rows(self) -> ItemRows[int] | None:
        """The rows that things are used as, with their slots. None: this game has no weapons."""
        of_parts = self.blank(Kind.PC).__dataclass_fields__.values()
        rows = (each.metadata[Label.WEAPONS] for each in of_parts)
        return next((each for each in rows if isinstance(each, ItemRows)), None)

    def weapon_row(self, kind: TableOwnKind) -> str:
        """Return the row defined by a weapon in a pack; empty where the game has no rows. Raises `RuleError`
        for an invalid definition.
        """
        rows = self.weapon_rows
        if rows is None:
            return ""
        marks = [each for each in rows.marks if typed_yes_no(kind.value(each.replace("-", "_")) or "no")]
        return rows.named(kind.name, " ".join((kind.value(rows.says), *marks)))

    def weapon_row_named(self, name: str) -> str:
        """Return the row of the weapon of this name in files; empty for none. Raises
        `RuleError` for a fault.
        """
        packs = self.packs()
        id = next(iter(packs.names(WEAPONS).called(name)), "") if self.weapon_rows else ""
        return self.weapon_row(packs.kind(WEAPONS, id)) if id else ""

    def holding(self, who: Character) -> tuple[Condition, ...]:
        """Return the conditions in force; death ends dying."""
        return who.without(*self.dyings, OUT_OF_ACTION).conditions if is_dead(who) else who.conditions

    def telling(self, who: Character) -> tuple[Condition, ...]:
        """Return the conditions to report; for the dead, only death and those in the GM's own words."""
        held = self.holding(who)
        eased = {now for by, now in self.eases.items() if who.has(by)}
        known = {*self.conditions} - {DEAD} if is_dead(who) else eased
        return tuple(each for each in held if each.name not in known)

    def is_dying(self, who: Character) -> bool:
        """Whether a character in play will die unless helped; not the dead or the stable."""
        deadly = {*self.dyings} - {*self.eases}
        return not is_gone(who) and any(each.name in deadly for each in self.telling(who))

    def procedure(self, id: str) -> Procedure:
        """Return the procedure of this id, or the only one so beginning. Raises `RuleError` naming the
        nearest.
        """
        by_id = _by_id(self.procedures)
        return by_id[id if id in by_id else typed_option(id, by_id)]

    def role(self, role: Role, table: Table | None = None) -> Procedure | None:
        """Return the procedure behind a one-key act: of several the first that this table allows, or else the
        first for the running order.

        None: the game has none.
        """
        fitting = [each for each in self.procedures if each.role == role]
        if table is not None and len(fitting) > 1:
            problems = {each.id: each.problems(table) for each in fitting}
            possible = [each for each in fitting if not problems[each.id]]
            fitting = (
                possible or [each for each in fitting if OTHER_ORDER not in problems[each.id]] or fitting
            )
        return next(iter(fitting), None)

    def readings(self, procedure: Procedure, table: Table) -> dict[str, str]:
        """Return this table's answers to the open questions that a procedure has to decide."""
        rules = procedure.rules_on(table)
        if not rules:
            return {}
        asked = {each.id: each for each in self.open_questions if each.id in rules}
        return {id: table.house.get(id, asked[id].default) for id in rules if id in asked}

    def revisions_of(self, procedure: Procedure) -> dict[str, int]:
        """Return how often the readings of a procedure's rules were corrected, if ever."""
        added = self.order_revisions()
        ids = (*procedure.rules, procedure.id)
        return {id: times for id in ids if (times := self.revisions.get(id, 0) + added.get(id, 0))}
