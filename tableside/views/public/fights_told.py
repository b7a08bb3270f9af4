"""What players are told of a fight: how long it was, who did what in it, and whom they saw fall."""

from collections.abc import Iterator, Sequence

from tableside.campaign.entries import Entry, is_partly_secret
from tableside.rules.life_states import DOWN
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import width
from tableside.views.fight_summary import (
    NAME_CELLS,
    FighterSummary,
    WholeFight,
    fight_summary_head,
    fighter_text,
    helpless_since,
)
from tableside.views.layout import name_column
from tableside.views.public.document import Look
from tableside.views.public.people_met import Acquainted
from tableside.wording import label


def fallen_in_fights_told(entries: Sequence[Entry], table: Table, rules: Ruleset) -> frozenset[str]:
    """The names of those whom players saw fall."""
    return frozenset(
        table.characters[key].name
        for entry in entries
        if not is_partly_secret(entry)
        for key, _ in helpless_since(entry, rules)
        if key in table.characters
    )


def _fall_text(fighter: FighterSummary, condition: str, known: Acquainted) -> str:
    """How players are told that somebody fell: of others, that they are down."""
    is_vague = condition in DOWN and not known.are_ours(fighter.name)
    return label("look", Look.DOWN) if is_vague else label("condition", condition)


def falls_seen(fighter: FighterSummary, known: Acquainted, fell: frozenset[str]) -> list[tuple[str, int]]:
    """How and in which round somebody fell, each once; of others, what was seen."""
    is_told = known.are_ours(fighter.name) or (known.are_known(fighter.name) and fighter.name in fell)
    texts = [(_fall_text(fighter, condition, known), round) for condition, round in fighter.fell]
    return list(dict.fromkeys(texts)) if is_told else []


def fight_lines_seen(fight: WholeFight, known: Acquainted, fell: frozenset[str]) -> tuple[str, ...]:
    """A fight in lines: how long it was, then everybody of whom there is something to tell."""
    fighters = list(_fighters(fight, known, fell))
    cells = max((min(NAME_CELLS, width(name)) for name, _ in fighters), default=0)
    lines = (f"{name_column(name, cells)}  {text}" for name, text in fighters)
    return (fight_summary_head(fight, "summary-seen"), *lines)


def _fighters(fight: WholeFight, known: Acquainted, fell: frozenset[str]) -> Iterator[tuple[str, str]]:
    for each in fight.fighters:
        came = falls_seen(each, known, fell)
        if known.are_ours(each.name):
            yield (
                each.name,
                fighter_text(
                    FighterSummary(each.name, 0, each.taken, each.healed, came, each.paid, each.is_up)
                ),
            )
        elif came:
            yield each.name, fighter_text(FighterSummary(each.name, fell=came, is_up=each.is_up))
