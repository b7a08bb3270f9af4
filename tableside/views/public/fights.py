"""What players are told of a fight: of the party all, of others who fell."""

from collections.abc import Iterator, Sequence

from tableside.campaign.entries import Entry
from tableside.rules.states import DOWN
from tableside.rules.table import Table
from tableside.text import width
from tableside.views.fights import NAME_CELLS, Fight, Fighter, counted, fighter_text, helpless_since
from tableside.views.players import is_secret
from tableside.views.public.document import Look
from tableside.views.public.known import Known
from tableside.views.rows import name_column
from tableside.wording import label


def seen_to_fall(entries: Sequence[Entry], table: Table) -> frozenset[str]:
    """The names of those who fell in the open."""
    return frozenset(
        table.characters[key].name
        for entry in entries
        if not is_secret(entry)
        for key, _ in helpless_since(entry)
        if key in table.characters
    )


def fall_text(fighter: Fighter, condition: str, known: Known) -> str:
    """How somebody fell: of others, that they are down."""
    is_vague = condition in DOWN and not known.are_ours(fighter.name)
    return label("look", Look.DOWN) if is_vague else label("condition", condition)


def falls(fighter: Fighter, known: Known, fell: frozenset[str]) -> list[tuple[str, int]]:
    """How and in which round somebody fell, each once; of others, what was seen."""
    is_told = known.are_ours(fighter.name) or (known.are_known(fighter.name) and fighter.name in fell)
    listed = [(fall_text(fighter, condition, known), round) for condition, round in fighter.fell]
    return list(dict.fromkeys(listed)) if is_told else []


def summary_seen(fight: Fight, known: Known, fell: frozenset[str]) -> tuple[str, ...]:
    """A fight in lines: how long it was, then everybody of whom there is something to tell."""
    listed = list(_fighters(fight, known, fell))
    cells = max((min(NAME_CELLS, width(name)) for name, _ in listed), default=0)
    minutes = f", {counted(fight.minutes, 'minute')}" if fight.minutes else ""
    told = (f"{name_column(name, cells)}  {text}" for name, text in listed)
    return (f"The fight: {counted(fight.rounds, 'round')}{minutes}", *told)


def _fighters(fight: Fight, known: Known, fell: frozenset[str]) -> Iterator[tuple[str, str]]:
    for each in fight.fighters:
        came = falls(each, known, fell)
        if known.are_ours(each.name):
            yield (
                each.name,
                fighter_text(Fighter(each.name, 0, each.taken, each.healed, came, each.paid, each.is_up)),
            )
        elif came:
            yield each.name, fighter_text(Fighter(each.name, fell=came, is_up=each.is_up))
