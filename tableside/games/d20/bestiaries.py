"""Creatures of other bestiaries, put into the form of Improved Initiative's stat blocks: 5etools, Open5e,
the 5e API, Foundry's `dnd5e` and `pf2e`, CritterDB, and the statblocks of Obsidian.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from tableside.games.d20.sheet import ability_modifier
from tableside.rules.foreign_records import (
    Fact,
    ForeignRecordFields,
    foreign_line,
    foreign_list,
    foreign_text,
    letters_of_field,
    number_in_foreign_record,
)

ABILITIES: Final = {
    "Str": "strength",
    "Dex": "dexterity",
    "Con": "constitution",
    "Int": "intelligence",
    "Wis": "wisdom",
    "Cha": "charisma",
}
CREATURES_OF_FOUNDRY: Final = ("npc", "character", "vehicle")
LISTS: Final = {
    "Traits": ("trait", "traits", "special_abilities", "additionalAbilities"),
    "Actions": ("action", "actions"),
    "Reactions": ("reaction", "reactions"),
    "BonusActions": ("bonus", "bonus_actions"),
    "LegendaryActions": ("legendary", "legendary_actions", "legendaryActions"),
    "MythicActions": ("mythic", "mythic_actions"),
}
PASSED_OVER: Final = (
    *(
        "source",
        "page",
        "otherSources",
        "srd",
        "srd52",
        "basicRules",
        "hasToken",
        "hasFluff",
        "hasFluffImages",
    ),
    *(
        "tokenUrl",
        "token",
        "soundClip",
        "slug",
        "index",
        "url",
        "image",
        "img",
        "img_main",
        "key",
        "document",
    ),
    *("document__slug", "document__title", "document__license_url", "document__url", "v2_converted_path"),
    *("_id", "__v", "id", "bestiaryId", "flavor", "sharing", "environment", "layout", "statblock", "columns"),
    *(
        "effects",
        "flags",
        "_stats",
        "folder",
        "sort",
        "ownership",
        "permission",
        "prototypeToken",
        "updated_at",
    ),
    *("actionTags", "traitTags", "damageTags", "miscTags", "senseTags", "languageTags", "conditionInflict"),
    *("spellcastingTags", "savingThrowForced", "isNpc", "isNamedCreature", "proficiency_bonus", "spell_list"),
)
"""Fields that only matter to those tools."""
_TAG = re.compile(r"\{@(?P<tag>\w+)(?:\s+(?P<said>[^{}]*))?\}")
_ATTACKS: Final = {"m": "Melee", "r": "Ranged", "w": "Weapon", "s": "Spell"}
_SAVE = re.compile(r"Saving Throw: (.*)")
_TO_HIT = re.compile(r"\bto hit\b|\bAttack(?: Roll)?:")
_BRACKETED = re.compile(r"(?P<number>\d{1,9})\s*\((?P<note>[^()]*)\)")


def stat_block_of_bestiary(record: Mapping[str, Fact]) -> Mapping[str, Fact] | None:
    """Return a creature of these bestiaries as a stat block. None: it is of none of them."""
    fields = ForeignRecordFields(record)
    system, stats = fields.look("system"), fields.look("stats")
    if isinstance(system, Mapping):
        is_creature = foreign_line(fields.look("type")) in CREATURES_OF_FOUNDRY
        return _of_foundry(fields) if is_creature and "attributes" in system else None
    if isinstance(stats, Mapping) and ForeignRecordFields(stats).has("hitPoints"):
        fields.take("stats")
        return _block(ForeignRecordFields({**stats, **fields.remaining()}))
    is_stat_block = any(map(fields.has, ("Abilities", "InitiativeModifier", "DamageImmunities")))
    is_nested = any(isinstance(fields.look(each), Mapping | list) for each in ("hp", "ac", "armor_class"))
    is_known = fields.has("hit_points", "armor_class") or fields.has("hp", "str") or isinstance(stats, list)
    return _block(fields) if is_known or (is_nested and not is_stat_block) else None


def _block(fields: ForeignRecordFields) -> dict[str, Fact]:
    """A creature whose numbers stand at the top of its record."""
    block: dict[str, Fact] = {"Name": fields.take("name")}
    block |= {"HP": _hit_points(fields), "AC": _armour_class(fields)}
    scores, listed = fields.inner("ability_scores", "abilityScores"), fields.take("stats")
    in_order = dict(zip(ABILITIES, foreign_list(listed), strict=False)) if isinstance(listed, list) else {}
    block["Abilities"] = {
        short: _score(scores.take(short, name) or fields.take(short, name) or in_order.get(short))
        for short, name in ABILITIES.items()
    }
    block["Saves"], block["Skills"] = _saves(fields), _skills(fields)
    dice = fields.inner("initiative")
    block["InitiativeModifier"] = fields.take("initiative_bonus") or dice.take("bonus", "modifier")
    for name, theirs in LISTS.items():
        block[name] = [*_named(fields.take(*theirs))]
    block["Description"] = _plain(fields.take("desc", "description"))
    left = {name: _plain(fact) for name, fact in fields.remaining(*PASSED_OVER).items()}
    return {**left, **{name: fact for name, fact in block.items() if fact not in (None, [], "")}}


def _hit_points(fields: ForeignRecordFields) -> Fact:
    """Their number with a note on the dice, or what stands there."""
    said, dice = fields.take("hp", "hit_points", "hitPoints"), fields.take("hit_points_roll", "hit_dice")
    if isinstance(said, Mapping):
        inner = ForeignRecordFields(said)
        average, formula = inner.take("average", "value", "max"), inner.take("formula", "dice", "notes")
        number = number_in_foreign_record(average)
        beside = " ".join(filter(None, (foreign_line(formula), *inner.left())))
        return said if number is None else {"Value": number, "Notes": beside}
    return {"Value": said, "Notes": foreign_line(dice)} if dice else said


def _armour_class(fields: ForeignRecordFields) -> Fact:
    """The first of several, the others as a note."""
    said = fields.take("ac", "armor_class", "armorClass")
    note = fields.take("armor_desc", "armorType", "armor_detail")
    whole = foreign_list(said) if isinstance(said, list) else (said,)
    values, notes = [], [foreign_line(note)] if note else []
    for place, each in enumerate(whole):
        inner = ForeignRecordFields(each)
        value = inner.take("ac", "value", "special") if isinstance(each, Mapping) else each
        values.append(value)
        kinds = (foreign_line(inner.take(key)) for key in ("from", "type", "armor"))
        beside = ", ".join(filter(None, (*kinds, *inner.left("braces"))))
        notes.append(f"{foreign_line(value)} {beside}".strip() if place else beside)
    return {"Value": values[0], "Notes": _plain(", ".join(filter(None, notes)))} if values else None


def _score(fact: Fact) -> Fact:
    """A score, of which the modifier in brackets is no part."""
    match = _BRACKETED.fullmatch(fact.strip()) if isinstance(fact, str) else None
    return match["number"] if match and re.fullmatch(r"[+-]?\d", match["note"].strip()) else fact


def _saves(fields: ForeignRecordFields) -> list[dict[str, Fact]]:
    by_name = dict(_pairs(fields.take("save", "saves", "saving_throws", "savingThrows")))
    for name in ABILITIES.values():
        if (bonus := fields.take(f"{name}_save")) is not None:
            by_name[name] = bonus
    for each in foreign_list(fields.look("proficiencies")):
        inner = ForeignRecordFields(each)
        name = foreign_line(inner.inner("proficiency").take("name"))
        if save := _SAVE.fullmatch(name):
            by_name[save[1]] = inner.take("value")
    return [{"Name": _short_of_ability(name), "Modifier": bonus} for name, bonus in by_name.items()]


def _short_of_ability(name: str) -> str:
    """The short name of an ability; any other text as it is."""
    said = name.strip().casefold()
    return next((short for short, full in ABILITIES.items() if said in (short.casefold(), full)), name)


def _skills(fields: ForeignRecordFields) -> list[dict[str, Fact]]:
    by_name = dict(_pairs(fields.take("skill", "skills", "skillsaves", "skill_bonuses")))
    by_name |= {"perception": bonus} if (bonus := fields.take("perception")) is not None else {}
    for each in foreign_list(fields.take("proficiencies")):
        inner = ForeignRecordFields(each)
        name = foreign_line(inner.inner("proficiency").take("name"))
        if not _SAVE.fullmatch(name):
            by_name[name.removeprefix("Skill: ")] = inner.take("value")
    words = ((name.replace("_", " "), bonus) for name, bonus in by_name.items())
    return [{"Name": name[:1].upper() + name[1:], "Modifier": bonus} for name, bonus in words if name]


def _pairs(fact: Fact) -> Iterator[tuple[str, Fact]]:
    """Names with what they add: of an object, a list of objects with one each, or with names of their own."""
    for each in foreign_list(fact) if isinstance(fact, list) else (fact,):
        inner = ForeignRecordFields(each)
        if inner.has("name") or inner.has("ability"):
            bonus = inner.take("modifier", "value", "bonus", "proficient")
            yield foreign_line(inner.take("name", "ability")), "proficient" if bonus is True else bonus
        elif isinstance(each, Mapping):
            yield from ((str(name), bonus) for name, bonus in each.items() if bonus is not None)
        else:
            yield from ((text.strip(), None) for text in (foreign_line(each),) if text)


def _named(fact: Fact) -> Iterator[Fact]:
    """Actions and the like, each with its name and text."""
    for each in foreign_list(fact):
        if not isinstance(each, Mapping):
            yield _plain(each)
            continue
        inner = ForeignRecordFields(each)
        name = _plain(inner.take("name"))
        text = foreign_text(_plain(inner.take("entries", "desc", "description", "content")))
        bonus = number_in_foreign_record(inner.take("attack_bonus"))
        dice, plus = inner.take("damage_dice"), number_in_foreign_record(inner.take("damage_bonus"))
        if bonus is not None and isinstance(dice, str) and not _TO_HIT.search(text):
            harm = f"{dice}{plus:+d}" if plus and "+" not in dice else dice
            yield {"Name": name, "Content": f"{name} {bonus:+d} {harm}"}
        left = inner.left("attacks", "damage", "dc", "usage", "multiattack_type", "damage_type", "actions")
        if content := "\n".join(filter(None, (text, *left))):
            yield {"Name": name, "Content": content}


def _of_foundry(fields: ForeignRecordFields) -> dict[str, Fact]:
    """An actor of Foundry's `dnd5e` or `pf2e`."""
    system = fields.inner("system")
    attributes, abilities = system.inner("attributes"), system.inner("abilities")
    hp, ac = attributes.inner("hp"), attributes.inner("ac")
    scores = {each: abilities.inner(each) for each in ABILITIES}
    values = {each: inner.take("value") for each, inner in scores.items()}
    dexterity = number_in_foreign_record(values["Dex"])
    bonus = number_in_foreign_record(attributes.inner("init", "initiative").take("bonus", "value"))
    is_character = foreign_line(fields.take("type")) == "character"
    most, now = hp.take("max"), hp.take("value")
    saves = system.inner("saves")
    block: dict[str, Fact] = {
        "Name": fields.take("name"),
        "HP": {
            "Value": now if most is None else most,
            "Notes": foreign_line(hp.take("formula")),
        },
        "CurrentHP": now,
        "AC": _armour_class_of_foundry(ac, dexterity, fields.look("items")),
        "Abilities": values,
        "InitiativeModifier": None
        if not bonus
        else bonus + (0 if dexterity is None else ability_modifier(dexterity)),
        "Saves": [
            {"Name": short, "Modifier": save}
            for short, name in (("Con", "fortitude"), ("Dex", "reflex"), ("Wis", "will"))
            if (save := saves.inner(name).take("value")) is not None
        ],
        "Player": "player" if is_character else "",
        "Description": system.inner("details").inner("biography").take("value"),
        "Traits": [*_things_of_foundry(fields.take("items"))],
    }
    beside: dict[str, Fact] = {
        **{f"{each} proficient": 1 for each, inner in scores.items() if inner.take("proficient") == 1},
        **{f"{each} modifier": inner.take("mod") for each, inner in scores.items() if values[each] is None},
        **{f"hp {name}": fact for name, fact in hp.remaining("tempmax", "bonuses").items() if fact},
        **{
            f"attributes {name}": fact
            for name, fact in attributes.remaining("prof", "death", "spellcasting").items()
        },
    }
    left = {**beside, **system.remaining("abilities", "saves", "resources", "source", "bonuses"),
            **fields.remaining(*PASSED_OVER)}  # fmt: skip
    known = {name: fact for name, fact in block.items() if fact not in (None, "")}
    taken = {*map(letters_of_field, known)}
    return {**{name: fact for name, fact in left.items() if letters_of_field(name) not in taken}, **known}


def _armour_class_of_foundry(ac: ForeignRecordFields, dexterity: int | None, things: Fact) -> Fact:
    """The number, or what the armour that is worn gives where that tool works it out itself."""
    how, flat, value = foreign_line(ac.take("calc")), ac.take("flat"), ac.take("value")
    if flat is None and value is None and how == "default" and dexterity is not None:
        base, shield, most = 10, 0, ability_modifier(dexterity)
        for each in foreign_list(things):
            system = ForeignRecordFields(each).inner("system")
            armour = system.inner("armor")
            worth, kind = number_in_foreign_record(armour.take("value")), system.inner("type").take("value")
            if worth is None or system.take("equipped") is not True:
                continue
            if kind == "shield" or armour.take("type") == "shield":
                shield = worth
            else:
                limit = number_in_foreign_record(armour.take("dex"))
                base, most = worth, most if limit is None else min(most, limit)
        value, how = base + most + shield, ""
    return {"Value": value if flat is None else flat, "Notes": "; ".join(filter(None, (how, *ac.left())))}


def _things_of_foundry(fact: Fact) -> Iterator[Fact]:
    """What an actor has and does, as traits with their descriptions."""
    for each in foreign_list(fact):
        inner = ForeignRecordFields(each)
        system = inner.inner("system")
        told = system.take("description")
        text = foreign_text(ForeignRecordFields(told).take("value") if isinstance(told, Mapping) else told)
        said = (
            system.take("bonus"),
            system.inner("damage").take("parts", "base"),
            system.take("damageRolls"),
        )
        yield {
            "Name": inner.take("name"),
            "Content": "; ".join(filter(None, (*map(foreign_line, said), text))),
        }


def _plain(fact: Fact) -> Fact:
    """A value with the tags of 5etools in its texts as words."""
    if isinstance(fact, str):
        text = fact
        for _ in range(3):  # tags within tags
            text = _TAG.sub(_tag_as_words, text)
        return text
    if isinstance(fact, list):
        return [_plain(each) for each in fact]
    if isinstance(fact, Mapping):
        is_text = "entries" in fact or "items" in fact
        return {key: _plain(each) for key, each in fact.items() if key != "type" or not is_text}
    return fact


def _tag_as_words(match: re.Match[str]) -> str:
    said = (match["said"] or "").split("|")
    match match["tag"]:
        case "atk" | "atkr":
            kinds = (said[0].split(",") or [""])[0]
            return f"{' '.join(_ATTACKS[each] for each in kinds if each in _ATTACKS)} Attack:"
        case "hit":
            return f"{said[0]}" if said[0].startswith(("+", "-")) else f"+{said[0]}"
        case "h":
            return "Hit: "
        case "dc":
            return f"DC {said[0]}"
        case "recharge":
            return f"(Recharge {said[0]}-6)" if said[0] else "(Recharge 6)"
    return said[2] if len(said) > 2 and said[2] else said[0]
