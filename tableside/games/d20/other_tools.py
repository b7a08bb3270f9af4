"""d20 in other tools: creatures and characters of Improved Initiative, read and written, and the names that
trackers use for the columns of a list.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from tableside.errors import RuleError
from tableside.games.d20.bestiaries import ABILITIES, stat_block_of_bestiary
from tableside.games.d20.sheet import D20Sheet, D20SheetAttack, ability_modifier
from tableside.rules.cells import cells as cells_of
from tableside.rules.foreign_records import (
    Fact,
    ForeignRecordFields,
    ForeignRecordFindings,
    field_name_of_foreign_record,
    foreign_cell,
    foreign_line,
    foreign_list,
    foreign_meter,
    foreign_name,
    foreign_text,
    number_in_foreign_record,
)
from tableside.rules.pack_kinds import FOES, PEOPLE
from tableside.rules.ruleset import OtherTools
from tableside.rules.sheet import Meter, sheet_parts
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_slug

CREATURES: Final = "Creatures"
CHARACTERS: Final = "PersistentCharacters"
IMPROVED_INITIATIVE: Final = "improved-initiative"
INITIATIVE: Final = ("initiative", "init", "initiative-modifier")
"""Trackers' names for everything that is added to the roll."""
PLAYER: Final = "player"
PASSED_OVER: Final = (
    *("Id", "Version", "Path", "LastUpdateMs", "ImageURL", "InitiativeAdvantage", "InitiativeSpecialRoll"),
    *("CurrentHP", "FilterDimensions", "SearchHint", "Player", "Notes"),
)
"""Fields of such records that are only for that tool itself."""
SAVES: Final = {"Con": "fortitude", "Dex": "reflex", "Wis": "will"}
"""Saves of the fifth edition by the ability on which ours depend; those of other abilities become notes."""
SENSES: Final = {"Spot": ("spot",), "Listen": ("listen",), "Perception": ("spot", "listen")}
WRITTEN: Final = (
    *("hit_points", "armour_class", "initiative_bonus", "attacks", "skills", "spot", "listen", "notes"),
    *ABILITIES.values(),
    *SAVES.values(),
)
"""Parts of the sheet that have a place of their own in its form."""
_TO_HIT = re.compile(
    r"(?P<how>Melee|Ranged)\b[^:]{0,40}Attack(?: Roll)?:\s*(?P<bonus>[+-]\d{1,2})", re.IGNORECASE
)
_HIT = re.compile(
    r"Hit:[^(.]{0,20}\((?P<dice>\d{1,2}d\d{1,3})\s*(?P<plus>[+-]\s*\d{1,3})?\)"
    r"(?:[^(.]{0,60}\bplus\b[^(.]{0,20}\((?P<more>\d{1,2}d\d{1,3})\))?",
    re.IGNORECASE,
)


def _reads(record: Mapping[str, Fact], hint: str) -> ForeignRecordFindings | None:
    """A stat block, or a character with one. None: it is neither."""
    fields = ForeignRecordFields(stat_block_of_bestiary(record) or record)
    inner = fields.take("StatBlock")
    block = ForeignRecordFields(inner) if isinstance(inner, Mapping) else fields
    if not block.has("HP") or not (name := foreign_name(fields.take("Name") or block.take("Name"))):
        return None
    block.take("Name")
    path, is_character = typed_slug(foreign_line(block.take("Path"))), block is not fields
    side = Kind(path) if path in {*Kind} else Kind.NPC if is_character else Kind.ENEMY
    side = Kind.PC if foreign_line(block.take("Player")) == PLAYER else side
    hit_points, dice = _number_and_note(block.take("HP"), r"[\dd+ -]+")
    armour_class, armour = _number_and_note(block.take("AC"), r"\D+")
    beside = [f"HP: {dice}"] if dice else []
    beside += [f"AC: {armour}"] if armour else []
    cells = (
        *_hit_points(hit_points, fields.take("CurrentHP")),
        *foreign_cell("armour_class", armour_class),
        *_abilities(block),
        *_attacks(block),
        *_by_name(block),
    )
    text = foreign_text(block.take("Description") or fields.take("Notes"))
    notes = (
        *beside,
        *_named(block),
        *block.left(*PASSED_OVER),
        *(fields.left(*PASSED_OVER) if is_character else ()),
    )
    return ForeignRecordFindings(FOES if side == Kind.ENEMY else PEOPLE, name, cells, text, notes, side)


def _number_and_note(fact: Fact, note: str) -> tuple[Fact, str]:
    """A number and the note beside it, on the kind of armour or the dice that were rolled, in a text such as
    `15 (shield)` or in fields of their own.
    """
    if isinstance(fact, str) and (match := re.fullmatch(rf"(\d{{1,9}})\s*\(({note})\)", fact.strip())):
        return match[1], match[2].strip()
    fields = ForeignRecordFields(fact)
    if not fields.has("Value"):
        return fact, ""
    value, said = _number_and_note(fields.take("Value"), note)
    beside = foreign_line(fields.take("Notes")).strip("() ")
    return value, "; ".join(dict.fromkeys(filter(None, (said, beside, *fields.left()))))


def _hit_points(most: Fact, now: Fact) -> Iterator[str]:
    """Their maximum, and what is left if that is said."""
    if number_in_foreign_record(now) is None:
        yield from foreign_cell("hit_points", most)
        yield from foreign_cell("hit_points", now)
    else:
        yield from foreign_meter("hit_points", now, most)


def _abilities(block: ForeignRecordFields) -> Iterator[str]:
    """The scores, and the bonus to initiative: that tool counts both in one modifier (D20-X-mod)."""
    scores, saves = block.inner("Abilities"), dict(_modifiers(block.take("Saves")))
    for name, part in ABILITIES.items():
        yield from foreign_cell(part, scores.take(name, part))
    for name, part in SAVES.items():
        score = number_in_foreign_record(scores.take(name))
        yield from foreign_cell(part, saves.pop(name, None if score is None else ability_modifier(score)))
    yield from _initiative(
        number_in_foreign_record(block.take("InitiativeModifier")),
        number_in_foreign_record(scores.take("Dex", "dexterity")),
    )
    for name, bonus in _modifiers(block.take("Skills")):
        if name in SENSES:
            yield from (each for part in SENSES[name] for each in foreign_cell(part, bonus))
        else:
            yield f"skills.new={name} {bonus}"


def _modifiers(fact: Fact) -> Iterator[tuple[str, int]]:
    """Names with what they add."""
    for each in foreign_list(fact):
        fields = ForeignRecordFields(each)
        name, bonus = foreign_name(fields.take("Name")), number_in_foreign_record(fields.take("Modifier"))
        if name and bonus is not None:
            yield name, bonus


def _attacks(block: ForeignRecordFields) -> Iterator[str]:
    """The attacks in the actions, as written on the sheet."""
    for each in foreign_list(block.take("Actions")):
        if line := _attack(ForeignRecordFields(each)):
            yield f"attacks.new={line}"


def _attack(action: ForeignRecordFields) -> str:
    """The attack of an action: one of our own, or its bonus and the damage of a hit; empty for none."""
    content, name = foreign_text(action.take("Content")), foreign_name(action.take("Name"))
    to_hit, hit = _TO_HIT.search(content), _HIT.search(content)
    called = " ".join(re.sub(r"\([^)]*\)|[\d,;:()/+=]", " ", name).split())
    if to_hit is not None and hit is not None:
        ranged = " ranged" if to_hit["how"].casefold() == "ranged" else ""
        plus = (hit["plus"] or "").replace(" ", "")
        more = f"+{hit['more']}" if hit["more"] else ""
        content = f"{called} {to_hit['bonus']}{ranged} {hit['dice']}{plus}{more}"
    try:
        return D20SheetAttack.text_of(content)
    except RuleError:
        return ""


def _initiative(bonus: int | None, dexterity: int | None) -> Iterator[str]:
    if bonus is not None:
        scored = D20Sheet() if dexterity is None else D20Sheet(dexterity=dexterity)
        yield from foreign_cell("initiative_bonus", bonus - scored.dexterity_modifier)


def _by_name(block: ForeignRecordFields) -> Iterator[str]:
    """Traits with the name of a part of the sheet: that is how parts are written for that tool."""
    for each in foreign_list(block.take("Traits")):
        trait = ForeignRecordFields(each)
        if part := _part_named(trait):
            yield f"{part}={foreign_line(trait.take('Content'))}"


def _part_named(trait: ForeignRecordFields) -> str:
    """The part of the sheet with the name of a trait; empty if there is none."""
    part = typed_slug(foreign_name(trait.take("Name"))).replace("-", "_")
    return part if part in sheet_parts(D20Sheet()) else ""


def _named(block: ForeignRecordFields) -> Iterator[str]:
    """Everything with a name and a text: traits that are not parts of the sheet, actions that are more than
    an attack as written on the sheet, and saves that the sheet does not have.
    """
    for each in (*foreign_list(block.take("Saves")), *foreign_list(block.take("Skills"))):
        if isinstance(each, Mapping) and not any(_modifiers([each])):
            yield foreign_line(each)
    yield from (f"{name}: {bonus:+d}" for name, bonus in _modifiers(block.take("Saves")) if name not in SAVES)
    for field in ("Traits", "Actions", "Reactions", "LegendaryActions", "BonusActions", "MythicActions"):
        for each in foreign_list(block.take(field)):
            fields = ForeignRecordFields(each)
            is_part = field == "Traits" and _part_named(fields)
            is_line = isinstance(each, Mapping) and _attack(fields) == foreign_text(fields.take("Content"))
            if not is_part and not (field == "Actions" and is_line):
                yield foreign_line(each)


def _column(fields: ForeignRecordFields) -> tuple[str, ...]:
    """Initiative in the columns of trackers: everything that is added to the roll."""
    if not any(map(fields.has, INITIATIVE)):
        return ()
    return tuple(
        _initiative(
            number_in_foreign_record(fields.take(*INITIATIVE)),
            number_in_foreign_record(fields.take("dexterity", "dex")),
        )
    )


# Writing


def _improved_initiative(table: Table) -> dict[str, object]:
    """Everybody in play in the form that this tool reads: foes as creatures, others as characters."""
    people = table.in_play()
    foes = _by_id((each for each in people if each.kind == Kind.ENEMY), _block)
    others = _by_id((each for each in people if each.kind != Kind.ENEMY), _character)
    return {
        CREATURES: [*foes],
        **{f"{CREATURES}.{id}": {"Id": id, **block} for id, block in foes.items()},
        CHARACTERS: [*others],
        **{f"{CHARACTERS}.{id}": {"Id": id, **block} for id, block in others.items()},
    }


def _by_id(
    people: Iterable[Character], written: Callable[[Character], dict[str, object]]
) -> dict[str, dict[str, object]]:
    """What is written for these, by ids made from their names."""
    by_id: dict[str, dict[str, object]] = {}
    for who in people:
        id = typed_slug(who.name)
        by_id[id if id and id not in by_id else f"{id}-{len(by_id) + 1}"] = written(who)
    return by_id


def _character(who: Character) -> dict[str, object]:
    sheet = D20Sheet.of(who)
    return {
        "Name": who.name,
        "Path": "",
        "Version": "",
        "LastUpdateMs": 0,
        "CurrentHP": sheet.hit_points.current,
        "Notes": sheet.notes,
        "StatBlock": _block(who),
    }


def _block(who: Character) -> dict[str, object]:
    sheet = D20Sheet.of(who)
    return {
        "Name": who.name,
        "Path": "" if who.kind in (Kind.PC, Kind.ENEMY) else str(who.kind),
        "Source": "",
        "Type": "",
        "HP": {"Value": sheet.hit_points.maximum, "Notes": ""},
        "AC": {"Value": sheet.armour_class, "Notes": ""},
        "InitiativeModifier": D20Sheet.initiative_modifier_of(who),
        "Speed": [],
        "Abilities": {name: getattr(sheet, part) for name, part in ABILITIES.items()},
        **dict.fromkeys(("DamageVulnerabilities", "DamageResistances", "DamageImmunities"), ()),
        **dict.fromkeys(("ConditionImmunities", "Senses", "Languages"), ()),
        "Saves": [{"Name": name, "Modifier": getattr(sheet, part)} for name, part in SAVES.items()],
        "Skills": [{"Name": name, "Modifier": bonus} for name, bonus in _skills(sheet)],
        "Challenge": "",
        "Traits": [*_traits(who)],
        "Actions": [
            {"Name": D20SheetAttack.parse(each).name, "Content": each, "Usage": ""}
            for each in sheet.attacks.names
        ],
        **dict.fromkeys(("Reactions", "LegendaryActions"), ()),
        "Description": sheet.notes,
        "Player": PLAYER if who.kind == Kind.PC else "",
        "Version": "",
        "ImageURL": "",
    }


def _skills(sheet: D20Sheet) -> Iterator[tuple[str, int]]:
    yield from (("Spot", sheet.spot), ("Listen", sheet.listen))
    yield from ((each.name, each.rank) for each in sheet.skills.rows)


def _traits(who: Character) -> Iterator[dict[str, str]]:
    """All other parts that have changed from a blank sheet, by name."""
    began = D20Sheet()
    for part in sheet_parts(who.sheet, who.kind):
        value = getattr(who.sheet, part)
        if part not in WRITTEN and value != getattr(began, part) and not isinstance(value, Meter):
            yield {
                "Name": field_name_of_foreign_record(part),
                "Content": cells_of(who.sheet, part)[0].text,
                "Usage": "",
            }


OTHER_TOOLS: Final = OtherTools(
    reads=_reads,
    column=_column,
    columns={
        **{name.casefold(): part for name, part in ABILITIES.items()},
        "fort": "fortitude",
        "ref": "reflex",
        "hp": "hit_points",
        "health": "hit_points",
        "ac": "armour_class",
        "attack": "attacks",
        "weapon": "attacks",
    },
    writes={IMPROVED_INITIATIVE: _improved_initiative},
)
