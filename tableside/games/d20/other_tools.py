"""d20 of other tools: creatures and characters of Improved Initiative, read and written, and what trackers
call the columns of a list.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from tableside.games.d20.sheet import Srd, dexterity_modifier, initiative_modifier, sheet_of
from tableside.rules.cells import cells as cells_of
from tableside.rules.foreign import Fact, Fields, Found, as_words, cell, listed, name_in, plain, told, whole
from tableside.rules.kinds import FOES, PEOPLE
from tableside.rules.ruleset import OtherTools
from tableside.rules.sheet import Meter, parts
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import slug

CREATURES: Final = "Creatures"
CHARACTERS: Final = "PersistentCharacters"
IMPROVED_INITIATIVE: Final = "improved-initiative"
INITIATIVE: Final = ("initiative", "init", "initiative-modifier")
"""What trackers call all that is added to the roll."""
PLAYER: Final = "player"
PASSED_OVER: Final = (
    *("Id", "Version", "Path", "LastUpdateMs", "ImageURL", "InitiativeAdvantage", "InitiativeSpecialRoll"),
    *("CurrentHP", "FilterDimensions", "SearchHint", "Player", "Notes"),
)
"""What such records hold for their own tool alone."""
WRITTEN: Final = ("hit_points", "armour_class", "dexterity", "initiative_bonus", "notes")
"""Parts of the sheet that have a place of their own in its form."""


def reads(record: Mapping[str, Fact], hint: str) -> Found | None:
    """A stat block, or a character with one. None: it is none of Improved Initiative's."""
    fields = Fields(record)
    inner = fields.take("StatBlock")
    block = Fields(inner) if isinstance(inner, Mapping) else fields
    if not block.has("HP") or not (name := name_in(fields.take("Name") or block.take("Name"))):
        return None
    block.take("Name")
    path, is_character = slug(told(block.take("Path"))), block is not fields
    side = Kind(path) if path in {*Kind} else Kind.NPC if is_character else Kind.ENEMY
    side = Kind.PC if told(block.take("Player")) == PLAYER else side
    beside = [f"{each}: {note}" for each in ("HP", "AC") if (note := _note_in(block.take(each)))]
    cells = (
        *_hit_points(block, fields if is_character else None),
        *cell("armour_class", block.take("AC")),
        *_abilities(block),
        *_by_name(block),
    )
    text = plain(block.take("Description") or fields.take("Notes"))
    notes = (
        *beside,
        *_named(block),
        *block.left(*PASSED_OVER),
        *(fields.left(*PASSED_OVER) if is_character else ()),
    )
    return Found(FOES if side == Kind.ENEMY else PEOPLE, name, cells, text, notes, side)


def _note_in(fact: Fact) -> str:
    """What stands beside a number: of what armour it is, of what dice it was rolled."""
    return told(Fields(fact).take("Notes")).strip("() ") if isinstance(fact, Mapping) else ""


def _hit_points(block: Fields, character: Fields | None) -> Iterator[str]:
    """As many as there are at most, and of a character what is left."""
    most = whole(block.take("HP"))
    now = whole(character.take("CurrentHP")) if character else None
    if most is None or now is None:
        yield from cell("hit_points", most)
    elif 0 <= now <= most:
        yield f"hit_points={now}/{most}"
    else:
        yield f"hit_points.maximum={most}"
        yield f"hit_points=={now}"


def _abilities(block: Fields) -> Iterator[str]:
    """Dexterity, and what helps initiative besides: their tool counts both in one modifier (D20-X-mod)."""
    scores = block.inner("Abilities")
    dexterity = whole(scores.take("Dex", "Dexterity"))
    yield from cell("dexterity", dexterity)
    yield from _initiative(whole(block.take("InitiativeModifier")), dexterity)


def _initiative(modifier: int | None, dexterity: int | None) -> Iterator[str]:
    if modifier is not None:
        scored = Srd() if dexterity is None else Srd(dexterity=dexterity)
        yield from cell("initiative_bonus", modifier - dexterity_modifier(scored))


def _by_name(block: Fields) -> Iterator[str]:
    """Traits that are called as a part of the sheet is: so they are written for their tool."""
    for each in listed(block.take("Traits")):
        trait = Fields(each) if isinstance(each, Mapping) else Fields({})
        part = slug(name_in(trait.take("Name"))).replace("-", "_")
        if part in parts(Srd()):
            yield f"{part}={told(trait.take('Content'))}"


def _named(block: Fields) -> Iterator[str]:
    """What has a name and a text: traits that are no part of the sheet, actions."""
    for field in ("Traits", "Actions", "Reactions", "LegendaryActions", "BonusActions", "MythicActions"):
        for each in listed(block.take(field)):
            name = slug(name_in(Fields(each).take("Name"))) if isinstance(each, Mapping) else ""
            if field != "Traits" or name.replace("-", "_") not in parts(Srd()):
                yield told(each)


def column(fields: Fields) -> tuple[str, ...]:
    """Initiative as trackers list it: all that is added to the roll."""
    if not any(map(fields.has, INITIATIVE)):
        return ()
    return tuple(_initiative(whole(fields.take(*INITIATIVE)), whole(fields.take("dexterity", "dex"))))


# Out


def improved_initiative(table: Table) -> dict[str, object]:
    """Everybody in play as that tool takes them in: foes as creatures, others as characters."""
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
    """What is written of these, by ids made of their names."""
    found: dict[str, dict[str, object]] = {}
    for who in people:
        id = slug(who.name)
        found[id if id and id not in found else f"{id}-{len(found) + 1}"] = written(who)
    return found


def _character(who: Character) -> dict[str, object]:
    sheet = sheet_of(who)
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
    sheet = sheet_of(who)
    return {
        "Name": who.name,
        "Path": "" if who.kind in (Kind.PC, Kind.ENEMY) else str(who.kind),
        "Source": "",
        "Type": "",
        "HP": {"Value": sheet.hit_points.maximum, "Notes": ""},
        "AC": {"Value": sheet.armour_class, "Notes": ""},
        "InitiativeModifier": initiative_modifier(who),
        "Speed": [],
        "Abilities": {"Str": 10, "Dex": sheet.dexterity, "Con": 10, "Int": 10, "Wis": 10, "Cha": 10},
        **dict.fromkeys(("DamageVulnerabilities", "DamageResistances", "DamageImmunities"), ()),
        **dict.fromkeys(("ConditionImmunities", "Saves", "Skills", "Senses", "Languages"), ()),
        "Challenge": "",
        "Traits": [*_traits(who)],
        **dict.fromkeys(("Actions", "Reactions", "LegendaryActions"), ()),
        "Description": sheet.notes,
        "Player": PLAYER if who.kind == Kind.PC else "",
        "Version": "",
        "ImageURL": "",
    }


def _traits(who: Character) -> Iterator[dict[str, str]]:
    """What else is not as it began, by the name of its part."""
    began = Srd()
    for part in parts(who.sheet, who.kind):
        value = getattr(who.sheet, part)
        if part not in WRITTEN and value != getattr(began, part) and not isinstance(value, Meter):
            yield {"Name": as_words(part), "Content": cells_of(who.sheet, part)[0].text, "Usage": ""}


OTHER_TOOLS: Final = OtherTools(
    reads=reads,
    column=column,
    columns={"dex": "dexterity", "hp": "hit_points", "health": "hit_points", "ac": "armour_class"},
    writes={IMPROVED_INITIATIVE: improved_initiative},
)
