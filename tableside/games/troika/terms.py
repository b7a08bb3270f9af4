"""The names under which the rules look a skill up on a sheet, in English and in the text's own Swedish."""

from collections.abc import Mapping
from typing import Final

SWIM: Final = "swim"
SWIMMING: Final = (SWIM, "swimming", "simma", "simning", "simkunnighet", "simkonst")
EVADING: Final = (
    *("shield", "flight", "evade", "evading", "evasion", "dodge", "dodging"),
    *("sköld", "sköldar", "flykt", "undvika", "undvikande", "ducka"),
)
"""For evading shots (TRO-6.2)."""
WRESTLING: Final = (
    *("wrestling", "wrestle", "grapple", "grappling"),
    *("brottning", "brottas", "brottningsfärdighet", "brottningskonst"),
)
"""TRO-6.8."""
HEALING: Final = (
    *(
        "healing",
        "heal",
        "healer",
        "medicine",
        "medic",
        "medical",
        "doctor",
        "physician",
        "surgeon",
        "surgery",
    ),
    *(
        "aid",
        "leech",
        "leechcraft",
        "chirurgy",
        "läkning",
        "läkekonst",
        "läkare",
        "hela",
        "helande",
        "sjukvård",
    ),
)
"""For helping the dying (TRO-4.1)."""
UNARMED: Final = "unarmed"
OF_WEAPONS: Final[Mapping[str, tuple[str, ...]]] = {
    UNARMED: ("fist", "fists", "brawling", "obeväpnad", "näve", "nävar", "slagsmål"),
    "sword": ("svärd", "svärdskonst", "svärdsfäktning", "svärdskamp"),
    "axe": ("yxa", "yxor"),
    "knife": ("kniv", "knivar", "dolk"),
    "staff": ("stav", "stavar"),
    "hammer": ("hammare", "stridshammare"),
    "spear": ("spjut",),
    "longsword": ("långsvärd",),
    "mace": ("spikklubba", "stridsklubba"),
    "polearm": ("stångvapen", "hillebard"),
    "maul": ("slägga",),
    "greatsword": ("tvåhandssvärd", "storsvärd", "slagsvärd"),
    "club": ("klubba", "påk"),
    "shield": ("sköld", "sköldar"),
    "fusil": ("musköt", "bössa", "gevär"),
    "bow": ("båge", "pilbåge", "bågskytte"),
    "crossbow": ("armborst",),
    "pistolet": ("pistol",),
}
"""Further names of the skill with a weapon, by its row (TRO-6.1)."""
