"""Offers: what can be rolled or done, the selected character's first, and finding it by typed letters."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import islice

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.cells import CellKind, cells
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Value, Who, never
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Label, sheet_parts
from tableside.rules.table import Character, Kind, Table
from tableside.rules.tables.procedures import THROW_ID
from tableside.rules.typed import typed_dice, typed_without_accents
from tableside.text import clip
from tableside.views.input_values import input_option_text
from tableside.views.rollable_tables import ListedTable, rollable_cards_left
from tableside.views.rows import Row, Tone, row
from tableside.wording import has_wording, label, sentence

AT_HOME_ANYWHERE = (Role.TABLE, Role.ORACLE)
"""Roles of procedures that work without a campaign and yet are no mere numbers."""
TABLES = 10_000
"""The rank of the first random table, after everything the rules offer."""
ATTACKS = -1_000
"""The rank of the first attack of somebody in a fight, before everything else."""
LISTED = -450
"""The rank of the first move, after one's own skills."""
DICE_IN_WORDS = -100
"""The rank of the first dice in a foe's notes, after its skills and spells and before all else."""
EXPANDED = (Role.TEST, Role.SAVE, Role.CAST)
"""Procedures listed once for each skill or spell, since players name those."""


@frozen
class Offer:
    """Something to roll or do: a procedure with some inputs preset."""

    key: str
    label: str
    procedure: Procedure
    presets: Mapping[str, Value] = field(default_factory=dict)
    rank: int = 0
    """The place in the list; the character's own skills come first."""
    left: str = ""
    """How many cards are left, for a deck."""
    asks: frozenset[str] = frozenset()
    """Inputs that its form leaves open although they have a default."""
    impossible: bool = False
    """Whether it cannot be done now; such offers come last."""
    is_option: bool = False
    """Whether it is another offer with one option preset, which only typed lines use."""

    @property
    def is_on_numbers(self) -> bool:
        """Whether it rolls on bare numbers and nobody's sheet."""
        return not self.procedure.on_table and self.procedure.role not in AT_HOME_ANYWHERE


def offers(
    table: Table, rules: Ruleset, who: int | None, tables: Sequence[ListedTable] = ()
) -> tuple[Offer, ...]:
    """Everything that can be done, this character's offers first, then these random tables."""
    all_offers: list[Offer] = []
    fights = table.order is not None and who in table.order.members
    for place, procedure in enumerate(rules.procedures):
        if procedure.role != Role.TABLE:
            first = ATTACKS if procedure.id in rules.attacks and fights else 0
            all_offers += _offers_of(procedure, table, who, first + place)
    all_offers += _dice_of(table, rules, who)
    for place, each in enumerate(tables):
        if each.procedure.role == Role.TABLE:
            all_offers.append(
                Offer(
                    f"table {each.id}",
                    each.title,
                    each.procedure,
                    each.presets,
                    TABLES + place,
                    sentence("tables", "left-short", left=rollable_cards_left(each, table))
                    if each.cards
                    else "",
                )
            )
    return tuple(sorted(all_offers, key=lambda each: each.rank))


def _dice_of(table: Table, rules: Ruleset, who: int | None) -> Iterable[Offer]:
    """Offers for the dice that a foe's sheet mentions in text."""
    if who is None or table[who].kind != Kind.ENEMY:
        return
    throw = rules.procedure(THROW_ID)
    named = dict.fromkeys(each for text in _texts(table[who]) for each in _in_text(text))
    for place, (words, dice) in enumerate(islice(named, MOST)):
        yield Offer(f"{THROW_ID} {who} {place}", words, throw, {"dice": dice}, DICE_IN_WORDS + place)


def offers_of_one(table: Table, rules: Ruleset, who: int) -> tuple[Offer, ...]:
    """What this character can roll, without offers open to anybody."""
    numbered = enumerate(rules.procedures)
    rolls = (
        (place, each) for place, each in numbered if each.group == Group.ROLL and each.role != Role.TABLE
    )
    offers_of_one = [one for place, each in rolls for one in _offers_of(each, table, who, place)]
    return tuple(
        sorted((each for each in offers_of_one if "who" in each.presets), key=lambda each: each.rank)
    )


def _offers_of(procedure: Procedure, table: Table, who: int | None, place: int) -> Iterable[Offer]:
    takes_who = any(isinstance(each, Who) and each.id == "who" for each in procedure.inputs)
    name = label("procedure", procedure.id)
    if not (takes_who and procedure.group == Group.ROLL):
        rank = 1000 * (1 + list(Group).index(procedure.group)) + place
        rank += 0 if procedure.on_table or procedure.role == Role.ORACLE else 10_000
        impossible = bool(procedure.problems(table))
        yield Offer(procedure.id, name, procedure, rank=rank + 20_000 * impossible, impossible=impossible)
        return
    if who is None:
        return
    if not _can_be(procedure, table, who):
        yield from _done_to(procedure, table, who, place)
        return
    yield from _listed_offers(procedure, table, who)
    choice = next((each for each in procedure.inputs if isinstance(each, Choice) and not each.default), None)
    if choice is None or procedure.role not in EXPANDED:
        yield Offer(f"{procedure.id} {who}", name, procedure, {"who": who}, rank=place)
        return
    for number, option in enumerate(choice.options(table, {"who": who})):
        suffix = "" if procedure.role == Role.TEST else f" · {label('procedure', procedure.id)}"
        presets: dict[str, Value] = {"who": who, choice.id: option}
        rank = (0 if procedure.role == Role.TEST else 100) + number - 500
        called = (
            label("offer", option)
            if has_wording("offer", option)
            else input_option_text(option, table, presets)
        )
        yield Offer(f"{procedure.id} {who} {option}", f"{called}{suffix}", procedure, presets, rank)


def _done_to(procedure: Procedure, table: Table, who: int, place: int) -> Iterable[Offer]:
    """What others can do against this character, such as somebody who stands in the way."""
    against = next((each for each in procedure.inputs if each.id == "against"), None)
    if not isinstance(against, Who) or procedure.role == Role.CAST:  # a spell is found by its name
        return
    if any(each.key == who for each in against.candidates(table)):
        name = label("procedure", procedure.id)
        yield Offer(f"{procedure.id} at {who}", name, procedure, {"against": who}, rank=place)


def _listed_offers(procedure: Procedure, table: Table, who: int) -> Iterable[Offer]:
    """What players name besides skills: the moves of a game that has them."""
    for each in _listed(procedure) if table[who].kind == Kind.PC else ():
        for number, option in enumerate(each.options(table, {"who": who})):
            if option != each.default:
                presets: dict[str, Value] = {"who": who, each.id: option}
                name = input_option_text(option, table, presets)
                key, rank = f"{procedure.id} {who} {option}", LISTED + number
                yield Offer(key, name, procedure, presets, rank, is_option=True)


def _listed(procedure: Procedure) -> list[Choice]:
    return [each for each in procedure.inputs if isinstance(each, Choice) and each.listed]


def _can_be(procedure: Procedure, table: Table, who: int) -> bool:
    pick = next(each for each in procedure.inputs if each.id == "who")
    return isinstance(pick, Who) and any(each.key == who for each in pick.candidates(table))


def offer_of(form: Form, offers: Sequence[Offer]) -> Offer | None:
    """The offer that a form belongs to, the most specific one: its move, its skill, its table."""
    same = [each for each in offers if each.procedure.id == form.procedure.id]
    fitting = [each for each in same if each.presets.items() <= form.given.items()]
    moves = [each for each in fitting if any(one.id in each.presets for one in _listed(form.procedure))]
    return next(iter((*moves, *fitting, *same)), None)


def offer_row(offer: Offer, table: Table, who: int | None) -> Row:
    """The row of an offer, with its owner unless that is the selected character."""
    owner = offer.presets.get("who")
    name = f"{table[owner].name}: " if isinstance(owner, int) and owner != who else ""
    tone = Tone.DIM if offer.impossible else Tone.PLAIN
    left = ((f"  {offer.left}", Tone.DIM),) if offer.left else ()
    return row(offer.key, (f"{name}{offer.label}", tone), *left)


def form_of_offer(offer: Offer, table: Table, who: int | None, remembered: Mapping[str, Value]) -> Form:
    """The form of an offer, with remembered inputs that still make sense."""
    anew = {each.id for each in _listed(offer.procedure)} | _unaimed(offer, table) | offer.asks
    kept = {id: value for id, value in remembered.items() if id not in anew}
    return filled_form(offer.procedure, table, who, {**kept, **offer.presets}, offer.asks)


def _unaimed(offer: Offer, table: Table) -> set[str]:
    """Inputs that name people for other offers of this procedure only, such as spells that harm."""
    people = (each for each in offer.procedure.inputs if isinstance(each, Who) and each.proposed is not never)
    return {each.id for each in people if not each.those_proposed(table, offer.presets)}


def offers_by_letters(
    among: Iterable[Offer], table: Table, rules: Ruleset, who: int | None, text: str
) -> tuple[Offer, ...]:
    """The offers in `among` that match the typed text, the likeliest first.

    Each typed word is the start of a word in the label. A first word that starts a name picks that
    character's offers.
    """
    words = typed_without_accents(text.casefold()).split()
    mine = _matching(among, words)
    other = _named(table, words[0]) if words else None
    if other is None or other.key == who:
        return mine or (_own(among, who, words[1:]) if other is not None else ())
    theirs = _own(offers(table, rules, other.key), other.key, words[1:])
    return (*mine, *theirs) if len(words) == 1 else (*theirs, *mine)


def _own(among: Iterable[Offer], who: int | None, words: Sequence[str]) -> tuple[Offer, ...]:
    """The matching offers that are this character's own rolls."""
    return tuple(each for each in _matching(among, words) if each.presets.get("who") == who)


def _named(table: Table, word: str) -> Character | None:
    return next(
        (each for each in table.in_play() if typed_without_accents(each.name.casefold()).startswith(word)),
        None,
    )


def _matching(among: Iterable[Offer], words: Sequence[str]) -> tuple[Offer, ...]:
    scored = [(_score(each, words), each) for each in among]
    return tuple(each for score, each in sorted(scored, key=lambda pair: pair[0] or 0) if score is not None)


def _score(offer: Offer, words: Sequence[str]) -> int | None:
    """How well an offer fits, 0 best: its label starts with the text, and it can be done now.

    None: it does not fit.
    """
    text, parts = _read(offer.label)
    if not all(any(part.startswith(word) for part in parts) for word in words):
        return None
    starts = not words or text.startswith(words[0])
    return (0 if starts else 1) + (2 if offer.is_on_numbers else 0) + (4 if offer.impossible else 0)


@lru_cache(1024)
def _read(label: str) -> tuple[str, tuple[str, ...]]:
    """A label prepared for matching, and its words; cached, since every typed letter looks at all labels."""
    text = typed_without_accents(label.casefold())
    return text, tuple(text.replace("-", " ").replace("·", " ").split())


_DICE = re.compile(r"(?<![\w+-])\d{0,2}d\d{1,5}(?:\+\d{0,2}d\d{1,5})*(?:[+-]\d{1,3})?(?!\w)", re.IGNORECASE)
_CLAUSE = re.compile(r"[^;.,\n]+")
IN_WORDS = (CellKind.LONG_TEXT, CellKind.TEXT, CellKind.ITEM)
"""Cells that hold people's own words."""
MOST = 12
"""The most dice of one sheet to offer."""
LONGEST = 40
"""The most cells of the words before them."""


def _texts(who: Character) -> Iterator[str]:
    """The texts on a sheet, without those that the rules read."""
    for part in sheet_parts(who.sheet, who.kind):
        if who.sheet.__dataclass_fields__[part].metadata[Label.READS] is not None:
            continue
        yield from (each.text for each in cells(who.sheet, part) if each.kind in IN_WORDS)


def _in_text(text: str) -> Iterator[tuple[str, str]]:
    """The words around each dice expression, and the dice."""
    for clause in _CLAUSE.findall(text):
        for match in _DICE.finditer(clause):
            try:
                dice = typed_dice(match[0]).text
            except RuleError:  # d1 or 99d99 only look like dice
                continue
            yield clip(clause.strip(), LONGEST), dice
