"""What a game hands to the app: its sheet, its procedures, its open questions."""

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
"""The problem of what the order that is running does not have."""
WEAPONS = "weapons"
"""The section of own kinds that are weapons, or rows of a damage table."""


@frozen
class HouseRule:
    """An open question of the rules, and how a group may answer it."""

    id: str
    options: tuple[str, ...]
    """Ids of the answers; the first is the default reading."""

    @property
    def default(self) -> str:
        return self.options[0]


def house_question(id: str, *options: str) -> Any:  # Any: dataclass fields take the type of their annotation
    """An open question: its id, and its answers of which the first is the default."""
    return field(default=options[0], metadata={"id": id, "options": options})


def house_rules(house: type) -> tuple[HouseRule, ...]:
    """The open questions that a dataclass declares."""
    return tuple(HouseRule(each.metadata["id"], each.metadata["options"]) for each in fields(house))


class House:
    """How a group reads a game's rules: a field for each open question."""

    __slots__ = ()

    @classmethod
    def of(cls, table: Table) -> Self:
        """The readings of this table; what it does not say is the default."""
        house: Any = cls  # Any: mypy holds no class for hashable
        read: Self = _read(house, tuple(table.house.items()))
        return read


@lru_cache(maxsize=64)
def _read(house: Any, answers: tuple[tuple[str, str], ...]) -> Any:  # Any: a class that is a dataclass
    """Every roll asks, and it is the same until somebody changes a house rule."""
    given = dict(answers)
    chosen = {each.name: given.get(each.metadata["id"]) for each in fields(house)}
    return house(**{name: option for name, option in chosen.items() if option is not None})


class Packs(Protocol):
    """Own kinds that stand in files."""

    def names(self, section: str) -> NameIndex:
        """Those of a section, by id, with their names."""
        ...

    def kind(self, section: str, id: str) -> TableOwnKind:
        """One of them. Raises `RuleError` with file and line where something is wrong with it."""
        ...


class NoPacks:
    """No files."""

    def names(self, section: str) -> NameIndex:
        return NameIndex({})

    def kind(self, section: str, id: str) -> TableOwnKind:
        raise RuleError("kinds.unknown", kind=id, hint=hint_for_typed(id, (), "hint.choose"))


@frozen
class OtherTools:
    """What a game reads of other tools, and writes for them."""

    reads: Callable[[Mapping[str, object], str], "ForeignRecordFindings | None"] = field(
        default=lambda record, hint: None
    )
    """What one of their records says; `hint` is the list or the folder that it stood in. None: it is of no
    form that this game knows.
    """
    column: Callable[["ForeignRecordFields"], tuple[str, ...]] = field(default=lambda fields: ())
    """Cells out of the columns of a row that other tools call otherwise than the sheet does."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Parts of the sheet by what other tools call their column."""
    writes: Mapping[str, Callable[[Table], object]] = field(default_factory=dict)
    """Who is in play, as the values of another tool's file of JSON, by the name of its form."""


@frozen
class Turns:
    """What a game says about turns, in whichever order they are taken."""

    begin: str = "turn.begin-list"
    """The id of the procedure that begins its own order."""
    paces: tuple[str, ...] = ()
    """Ids of how long a round may be, the usual first, where the game has several (FELL-TURN)."""
    modifier: Callable[[Character], int] = field(default=lambda who: 0)
    """What is added to an initiative check (D20-check)."""
    round_ends: Callable[[Table, tuple[int, ...], Play], Table] = field(
        default=lambda table, keys, play: table
    )
    """What the end of a round does to these, in the order of their keys; conditions count down after it."""
    round_rules: tuple[str, ...] = ()
    """The ids of the rules by which it does that."""


_BY_ID: dict[int, tuple[tuple[Procedure, ...], Mapping[str, Procedure]]] = {}
"""The procedures of each game by their ids, by the identity of the tuple, which must live as long."""


def _by_id(procedures: tuple[Procedure, ...]) -> Mapping[str, Procedure]:
    """Looked up for each of a hundred thousand entries, and made once."""
    if id(procedures) not in _BY_ID:
        _BY_ID[id(procedures)] = procedures, {each.id: each for each in procedures}
    return _BY_ID[id(procedures)][1]


@frozen
class Ruleset:
    """A game."""

    id: str
    name: str
    blank: Callable[[Kind], Sheet]
    """An empty sheet for a character of this kind."""
    load: Callable[[], tuple[Procedure, ...]]
    """Gives the procedures. They are loaded when first asked for: a screen can be painted without them."""
    house_rules: tuple[HouseRule, ...] = ()
    """Its own open questions."""
    is_loaded: Callable[[], bool] = field(default=lambda: True)
    """Whether asking for the procedures takes no time."""
    order_questions: Callable[[], tuple[HouseRule, ...]] = field(default=tuple)
    """Those of turn orders that are other games'; loaded like the procedures."""
    vitals: Callable[[Table, Character], tuple[tuple[str, str], ...]] = field(
        default=lambda table, character: ()
    )
    """A few short values for a list: label id and value, the most telling first."""
    meters: Callable[[Character], tuple[Meter, ...]] = field(default=lambda who: ())
    """What is left of that which wounds take from somebody, and of how much: a bar each beside the name.
    Empty where the game does not count it in points.
    """
    at_a_glance: Callable[[Character], tuple[str, int]] = field(default=lambda who: ("", 0))
    """How somebody is, in a word or two for a list: the id of a text `glance`, and what it counts. An empty
    id: the most telling of the values says it.
    """
    counted_against: Callable[[Character], tuple[str, int]] = field(default=lambda who: ("", 0))
    """What is counted up against somebody beside those values, as nonlethal damage is: the id of a text
    `glance`, and how much. An empty id: nothing is.
    """
    derived: Callable[[Table, Character], Mapping[str, tuple[str, int]]] = field(
        default=lambda table, character: {}
    )
    """What follows from the sheet, by path of a part or cell: label id and value, such as a skill's total.
    """
    state: Callable[[Table, Character], tuple[str, ...]] = field(default=lambda table, character: ())
    """Ids of what a GM must see at a glance about a character: dying, dead, overburdened..."""
    conditions: tuple[str, ...] = ()
    """Ids of the conditions that its rules know; a GM may name any other."""
    known_as: Mapping[str, str] = field(default_factory=dict)
    """Those of them that people call otherwise, by what they are called: whoever is poisoned has poison."""
    dyings: tuple[str, ...] = (DYING,)
    """Conditions of which somebody dies in the end: none of them holds for the dead."""
    given_way: tuple[str, ...] = ()
    """Conditions of a foe who fights no more and is up all the same: fled, or a prisoner."""
    is_obstacle: Callable[[Character], bool] = field(default=lambda who: False)
    """Whether a foe only stands in the way, as a cliff does, and does nothing by itself."""
    eases: Mapping[str, str] = field(default_factory=dict)
    """Conditions of which nothing is told while another one holds, by that one: who is stable is dying still,
    and no longer on the way to die.
    """
    attack: Callable[[Character, Sequence[str]], str] = field(default=lambda who, weapons: "")
    """The id of the attack that these weapons are for, or those in hand. Empty: that of `Role.FIGHT`."""
    harms: Mapping[str, str] = field(default_factory=dict)
    """Ids of the facts that tell of a wound of `who`, each with the value that counts it; "": it is one."""
    heals: Mapping[str, str] = field(default_factory=dict)
    """The same of what heals."""
    counts_from: Mapping[str, int] = field(default_factory=dict)
    """The lowest face that counts of dice thrown for a reason, by its id; of all others every face does."""
    replacing: Callable[[Table], str] = field(default=lambda table: "")
    """The id of why a die is thrown that counts instead of one that showed its highest number, as this table
    plays. Empty: none does.
    """
    turned_to: Mapping[str, int] = field(default_factory=dict)
    """The face that a die is turned to afterwards, by the id of the fact that tells who turned it and what it
    showed.
    """
    costs: Mapping[str, str] = field(default_factory=dict)
    """The same of what one pays for an act of one's own: the wound told right behind it is that price."""
    spends: Mapping[str, str] = field(default_factory=dict)
    """The meter of the sheet that a yes to a question is paid with, by the id of the question."""
    turns: Turns = field(default_factory=Turns)
    attacks: tuple[str, ...] = ()
    """Procedures of which a turn has one, where no rule keeps count: a screen asks before another."""
    acts: tuple[str, ...] = ()
    """Procedures besides attacks that take what a turn has one of: aid that is given, an action put off."""
    settled: Callable[[Character, Character], Character] = field(default=lambda before, after: after)
    """A character edited by hand, given how it was: what follows from a score is put right."""
    revived: Callable[[Character], Character] = field(default=lambda who: who)
    """One who is dead no more, with the least that the living have of what they had lost."""
    reminds: Callable[[Procedure], Procedure] = field(default=lambda procedure: procedure)
    """A procedure by which any game's people are hurt or changed by hand, which then tells what this game's
    rules make of it, as its own procedures do.
    """
    session_begins: Callable[[Table, Play], Table] = field(default=lambda table, play: table)
    """What the beginning of a session does to everybody."""
    comes_late: Callable[[Table, int, Play], Table] = field(default=lambda table, key, play: table)
    """What it does to one whose player comes when it has begun."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """How often the reading of a rule has been corrected since it was first played by, by the id of the rule,
    or of the procedure where no rule has one. Entries say which reading made them.
    """
    order_revisions: Callable[[], Mapping[str, int]] = field(default=dict)
    """Those of turn orders that are other games', and of what any campaign adds, on top of its own; loaded
    like the procedures.
    """
    days_pass: Callable[[Table, int, Play], Table] = field(default=lambda table, days, play: table)
    """What so many days do to everybody; the calendar is moved on after it."""
    texts: Callable[[], Mapping[str, str]] = field(default=dict)
    """Its words, by a kind such as `fact` or `input`, a dot and an id. Loaded when first asked."""
    explained: Callable[[], Mapping[str, str]] = field(default=dict)
    """Its rules, as `explained.<rule id>`, conditions and parts of sheets, in words that say why."""
    told: Callable[[], Mapping[str, tuple[str, ...]]] = field(default=dict)
    """What players are told of its facts, by the id of the fact: where it is about the party, and where it is
    not; then the same where its other side is, if that differs. A fact not among them is told to nobody.
    """
    packs: Callable[[], Packs] = field(default=NoPacks)
    """The own kinds that a campaign of it may use, as its files are now."""
    thing_fields: Mapping[str, Mapping[str, Collection[str]]] = field(default_factory=dict)
    """What a pack may say of a thing besides what its row on a sheet holds, by the list that it is of: names,
    each with the texts that will do.
    """
    known_rows: Mapping[str, Collection[str]] = field(default_factory=dict)
    """What its own rules know of a list on its sheet, by the list: the spells that have a row of damage."""
    pack: str = ""
    """The package in which the foes of its book stand as a pack; empty: it lists none."""
    other_tools: Callable[[], OtherTools] = field(default=OtherTools)
    """What comes from other tools and goes to them; loaded when first asked."""
    head: tuple[str, ...] = ()
    """Parts of the sheet that say who somebody is: they stand beside the name."""
    band: tuple[str, ...] = ()
    """The numbers at the top of a sheet, a text for each row of them: boxes apart by `|`, the parts in one
    box by `+`. Empty: every number in a box of its own.
    """
    own_parts: tuple[str, ...] = ()
    """Parts of their own sheet that players mark themselves: what they carry and eat, their notes."""
    demo: str = ""
    """The folder that holds its demo as `campaign`; empty: it has none."""

    @property
    def procedures(self) -> tuple[Procedure, ...]:
        return self.load()

    @property
    def open_questions(self) -> tuple[HouseRule, ...]:
        """Every question that a campaign may decide."""
        return (*self.house_rules, *self.order_questions())

    @property
    def weapon_rows(self) -> ItemRows[int] | None:
        """The rows as which things are carried, with their slots. None: this game has no weapons."""
        of_parts = self.blank(Kind.PC).__dataclass_fields__.values()
        rows = (each.metadata[Label.WEAPONS] for each in of_parts)
        return next((each for each in rows if isinstance(each, ItemRows)), None)

    def weapon_row(self, kind: TableOwnKind) -> str:
        """The row that a weapon of a pack is; empty where there are none. Raises `RuleError` where it says
        none.
        """
        rows = self.weapon_rows
        if rows is None:
            return ""
        marks = [each for each in rows.marks if typed_yes_no(kind.value(each.replace("-", "_")) or "no")]
        return rows.named(kind.name, " ".join((kind.value(rows.says), *marks)))

    def weapon_row_named(self, name: str) -> str:
        """The row of the weapon that files call so; empty for none. Raises `RuleError` for a faulty one."""
        packs = self.packs()
        id = next(iter(packs.names(WEAPONS).called(name)), "") if self.weapon_rows else ""
        return self.weapon_row(packs.kind(WEAPONS, id)) if id else ""

    def holding(self, who: Character) -> tuple[Condition, ...]:
        """The conditions that hold for somebody: the dead are dying no more."""
        return who.without(*self.dyings, OUT_OF_ACTION).conditions if is_dead(who) else who.conditions

    def telling(self, who: Character) -> tuple[Condition, ...]:
        """The conditions that are told of somebody: whether the dead still burn or lie prone, nobody asks."""
        held = self.holding(who)
        eased = {now for by, now in self.eases.items() if who.has(by)}
        known = {*self.conditions} - {DEAD} if is_dead(who) else eased
        return tuple(each for each in held if each.name not in known)

    def is_dying(self, who: Character) -> bool:
        """Whether somebody in play dies unless helped: not who is dead, or stable."""
        deadly = {*self.dyings} - {*self.eases}
        return not is_gone(who) and any(each.name in deadly for each in self.telling(who))

    def procedure(self, id: str) -> Procedure:
        """The procedure of this id, or the only one that starts so. Raises `RuleError` naming the nearest."""
        by_id = _by_id(self.procedures)
        return by_id[id if id in by_id else typed_option(id, by_id)]

    def role(self, role: Role, table: Table | None = None) -> Procedure | None:
        """The procedure behind one of the app's one-key acts, of several the first that this table allows, or
        else the first that is of the order that is running.

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
        """How this table reads the open questions that a procedure has to decide."""
        rules = procedure.rules_on(table)
        if not rules:
            return {}
        asked = {each.id: each for each in self.open_questions if each.id in rules}
        return {id: table.house.get(id, asked[id].default) for id in rules if id in asked}

    def revisions_of(self, procedure: Procedure) -> dict[str, int]:
        """Of the rules by which a procedure goes those whose reading has been corrected, and how often."""
        added = self.order_revisions()
        ids = (*procedure.rules, procedure.id)
        return {id: times for id in ids if (times := self.revisions.get(id, 0) + added.get(id, 0))}
