"""No verb is ever understood as its opposite, at tables of all games, whatever has become of who is named."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.commands import AppCommand, ViewPlace
from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.understand import understood
from tableside.rules.life_states import DEAD
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.views.offers import Offer
from tableside.views.rollable_tables import ListedTable, all_rollable_tables
from tableside.wording.language import TEXTS
from tests.thorough import THOROUGH, is_short

CASES = Path(__file__).parents[1] / "cases" / "never.toml"
VERBS = tomllib.loads(CASES.read_text(encoding="utf-8"))["verb"]
NO_VERBS = {
    *(
        "fillers",
        "nobody",
        "on-count",
        "moves-in-order",
        "place.before",
        "place.after",
        "in-secret",
        "house-rules",
        "articles",
        "the",
        "pronouns",
        "using",
        "helped",
        "numbers",
        "more",
        "done",
        "done-otherwise",
        "harm-otherwise",
        "healed",
        "knocked",
        "knocked-where",
        "disarmed",
        "mutual",
        "stands-at",
        "left",
        "perfect",
        "kinds-of-games",
        "called",
        "pronouns",
        "asks-turn",
        "side-acts",
        "asks-hurt",
        "asks-odds",
        "asks-yes-or-no",
        "asks-in-words",
        "of-a-deck",
        "campaign",
        "said-first",
        "joining",
        "becomes",
        "me",
        "no",
        "sets",
        "fully",
        "at-a-price",
    ),
    *(
        "no-skill",
        "state-endings",
        "states",
        "leading",
        "i-am",
        "everybody",
        "both",
        "apiece",
        "taken-otherwise",
        "tries",
        "new-scene",
        "next-day",
        "by",
        "done-to",
        "but",
        "and",
        "on-what",
        "what-for",
        "so-that",
        "by-means",
        "one-thing",
        "difficulties",
        "made-of",
        "time-passes",
    ),
    *(
        "being",
        "dice-otherwise",
        "from",
        "harm-bodies",
        "harm-causes",
        "harm-for",
        "harm-places",
        "harm-to",
        "harm-words",
        "has",
        "kinds-of-harm",
        "moves",
        "of",
        "points",
        "secretly",
        "unfinished",
    ),
}
"""Words of the language that are no verbs."""
NAMES = (
    "phrase.",
    "asked.",
    "kind.",
    "foe.",
    "input.",
    "less.",
    "side.",
    "unit.",
    "part.",
    "likelihood.",
    "option.",
)
"""How the ids of words begin that name people, sides, inputs, times, parts, options or questions."""
MORE = ("3", "prone", "dead", "rope")
"""What stands behind the verb and the name."""


@frozen
class At:
    """A table, somebody who hears what is said at it, and those whom lines there are about."""

    listener: Listener
    people: tuple[str, ...]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[At]]]:
    library = Library(tmp_path_factory.mktemp("never"))
    found: dict[str, list[At]] = {}
    for game in games_with_demo():
        campaign = library.open(place_demo(library, game))
        known = [*variants(campaign.table, campaign.rules)]
        found[game] = [at(table, campaign.rules, all_rollable_tables(campaign)) for table in known]
        campaign.close()
    yield found


def variants(table: Table, rules: Ruleset) -> Iterator[Table]:
    """The table as it is; without a fight; with twins, one dead and one out of play; and with all dead."""
    yield table
    yield replace(table, order=None, session_is_on=not table.session_is_on)
    twins: list[Character] = []
    for name, dead, retired in (("Twin 1", True, False), ("Twin 2", False, False), ("Twin 3", False, True)):
        key = table.next_key + len(twins)
        conditions = (Condition(DEAD),) if dead else (Condition("prone"),)
        sheet = rules.blank(Kind.ENEMY)
        twins.append(Character(key, name, Kind.ENEMY, sheet, conditions=conditions, retired=retired))
    yield table.put(*twins)
    yield replace(table.put(*(each.with_condition(Condition(DEAD)) for each in table.in_play())), order=None)


def at(table: Table, rules: Ruleset, tables: Sequence[ListedTable]) -> At:
    pc, enemy = (next((each.name for each in table.in_play(kind)), "") for kind in (Kind.PC, Kind.ENEMY))
    twins = ("twin", "twin 2", "twins") if any("Twin" in each.name for each in table.in_play()) else ()
    who = table.in_play()[0].key
    return At(
        Listener(table, rules, who, tables=tables), ("", pc.split()[0], enemy, *twins, "foes", "nobody")
    )


def names_of(said: Said) -> set[str]:
    """What a line was understood as."""
    found = {"select"} if said.select is not None else {"go"} if said.entry is not None else set()
    target = said.command.target if said.command is not None else None
    match target:
        case Offer():
            found |= {target.procedure.id, str(target.procedure.role)}
        case AppCommand():
            found |= {str(target)}
        case ViewPlace():
            found |= {"go"}
    return found


def lines(verb: Sequence[str], people: Sequence[str]) -> Iterator[str]:
    """A verb in all its forms with these people: the first form with all of them, the others with some."""
    for n, word in enumerate(verb):
        for place, person in enumerate(people):
            if n and (n + place) % 4:
                continue
            more = MORE[(n + place) % len(MORE)]
            yield f"{person} {word}".strip()
            if not word.startswith(("is ", "are ")):
                yield f"{word} {person} {more}"
            if not n:
                yield f"{person} {word} {more}".strip()


def some_at(tables: Sequence[At], turn: int) -> Sequence[tuple[int, At]]:
    """The tables of a game where a verb is tried, each with its turn: all, or where time is short one."""
    turns = [*enumerate(tables, turn)]
    return turns[turn % 4 :: 4] if is_short() else turns


def some_of(lines: Sequence[str], turn: int) -> Sequence[str]:
    """All lines where everything is tried; else one of ten, another at each table and at each game."""
    return lines if THOROUGH else lines[turn % 10 :: 10]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb["words"][0])
@pytest.mark.parametrize("game", games_with_demo())
def test_a_verb_is_never_taken_for(
    tables: dict[str, list[At]], game: str, verb: dict[str, list[str]]
) -> None:
    wrong: list[str] = []
    first = 2 * games_with_demo().index(game) + VERBS.index(verb)
    known = tables[game] if game in verb.get("games", games_with_demo()) else ()
    for turn, at in some_at(known, first):
        for line in some_of([*lines(verb["words"], at.people)], turn):
            try:
                taken = names_of(understood(at.listener, line)) & {*verb["never"]}
            except RuleError:
                continue
            wrong += [f"{line!r} is taken for {each}" for each in taken]
    assert sorted({*wrong}) == []


def test_every_verb_has_what_it_never_is() -> None:
    verbs = {word for verb in VERBS for word in verb["words"]}
    told = {id.removeprefix("say."): text.split(", ") for id, text in TEXTS.items() if id.startswith("say.")}
    needed = {
        word
        for id, words in told.items()
        if id not in NO_VERBS and not id.startswith(NAMES)
        for word in words
    }
    assert {*NO_VERBS} <= {*told}
    assert sorted(needed - verbs) == []
    assert all(verb["never"] for verb in VERBS)
