"""How many keys each workflow of a table takes: the very keys, what is allowed, and the best of the others.

`test_keys` plays every one of them, in memory and on a real terminal. The table in README.md is made of the
same rows: `python -m tests.table.budgets` writes it there.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.rules.play import Rolled
from tableside.rules.table import Kind, Table
from tableside.rules.turns.stack import StackOrder
from tests.campaign.people import do

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- keys -->\n", "<!-- end of keys -->\n"


@dataclass(frozen=True, slots=True)
class Prose:
    """What is typed because it is to stand there: it counts as text, not as keys."""

    text: str


Key = str | Prose
"""A key as `tests.table.terminal` names it, or text that is typed."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a workflow."""

    before: Table
    length: int
    """Of the journal before."""
    campaign: Campaign

    @property
    def after(self) -> Table:
        return self.campaign.table

    @property
    def new(self) -> tuple[Entry, ...]:
        """The entries it made."""
        return tuple(self.campaign.entry(n) for n in range(self.length + 1, self.campaign.length + 1))

    @property
    def last(self) -> Entry:
        return self.campaign.entry(self.campaign.length)

    def did(self, *procedures: str) -> bool:
        """Whether exactly these were done, one entry each."""
        return tuple(each.procedure for each in self.new) == procedures

    def lost(self, part: str) -> tuple[int, ...]:
        """How much less of a meter everybody has, in the order of their keys."""
        pairs = ((self.before[key].sheet, each.sheet) for key, each in sorted(self.after.characters.items()))
        return tuple(getattr(was, part).current - getattr(now, part).current for was, now in pairs)


Done = Callable[[Played], bool]


@dataclass(frozen=True, slots=True)
class Workflow:
    """One thing that a GM does again and again."""

    what: str
    """As README.md says it."""
    campaign: Callable[[Path], str]
    """Makes the campaign in this saves folder; its id."""
    keys: tuple[Key, ...]
    budget: int
    """Keys at most, besides text."""
    done: Done
    """Whether the campaign is as it must be afterwards."""
    peer: str = ""
    """What the best of the others takes. Empty: it is not known of any."""
    there: tuple[str, ...] = ()
    """Keys that lead to where it begins, which are not counted and change nothing."""
    sees: str = ""
    """What stands on the screen then."""
    is_played_narrow: bool = False
    """Whether it is played on a terminal of 60 by 20 too."""
    misses: Done = lambda played: False
    """Whether chance had something come for which the keys are not meant, and it is to be played again."""

    @property
    def count(self) -> int:
        """The keys besides text."""
        return sum(isinstance(key, str) for key in self.keys)

    @property
    def told(self) -> str:
        has_text = any(isinstance(key, Prose) for key in self.keys)
        return f"text + {self.count}" if has_text else str(self.count)


def pressed(keys: tuple[Key, ...]) -> list[str]:
    """Every single key press."""
    return [one for key in keys for one in (key.text if isinstance(key, Prose) else (key,))]


# The tables it is played at

Deed = tuple[str, Mapping[str, str]]
"""A procedure, and its inputs as they are typed."""

FOUR = ("Ana", "Bram", "Cid", "Dot")


def made(folder: Path, game: str, *deeds: Deed) -> str:
    """The last campaign, of this game, in which these have been done; its id."""
    library = Library(folder)
    id = library.new("Salt Road", game)
    campaign = library.open(id)
    for procedure, given in deeds:
        do(campaign, procedure, **given)
    campaign.close()
    library.remember(id)
    return id


def party(*edits: Mapping[str, str]) -> tuple[Deed, ...]:
    """Ana, Bram, Cid and Dot with these edits of their sheets, and their session."""
    people: list[Deed] = []
    for name in FOUR:
        people.append(("campaign.add-character", {"name": name, "kind": "pc"}))
        people += [("campaign.edit", {"who": name, **each}) for each in edits]
    return (*people, ("campaign.begin-session", {}))


HARDY = {"skill": "6", "stamina": "max 20", "luck": "max 0", "weapon": "sword", "armour": "1"}
FULL = {"stamina.current": "20", "luck.current": "0"}
"""Without Luck nothing is asked: an attack is the same keys however the dice fall."""
SKILLS = tuple({"skills.new": f"{each} 2"} for each in ("Swim", "Climb", "Sneak", "Tracking"))
TICKS = {f"skills.{place}.ticked": "yes" for place in (1, 2, 3)}
TROIKA = party(HARDY, FULL, *SKILLS, TICKS)
D20 = party({"hit-points": "max 30", "dexterity": "70"}, {"hit-points.current": "30"})
GOBLINS = {
    "troika": ("troika.add-foe", {"foe": "goblin", "count": "3"}),
    "d20": ("d20.add-foe", {"name": "Goblin", "count": "3", "hit_points": "50", "modifier": "-5"}),
}


def troika(*deeds: Deed) -> Callable[[Path], str]:
    """Four with three ticks each, in a session of Troika."""
    return lambda folder: made(folder, "troika", *TROIKA, *deeds)


def d20(*deeds: Deed) -> Callable[[Path], str]:
    """Four and three goblins in a battle, somebody's turn."""
    begun: tuple[Deed, ...] = (*D20, GOBLINS["d20"], ("d20.begin-battle", {}), ("turn.next", {}))
    return lambda folder: made(folder, "d20", *begun, *deeds)


def of(game: str) -> Callable[[Path], str]:
    """Four in a session of another game."""
    edits = ({"skills.new": "Sneaking 2"},) if game == "galejatra" else ()
    return lambda folder: made(folder, game, *party(*edits))


ENCOUNTER = """
[foes.lock-goblin]
skill = 6
stamina = 8

[encounters.lock-house]
foes = ["4 lock goblins", "2 orcs", "troll"]
read = "The gate hangs open."
notes = "They bargain when two have fallen."
"""


def with_an_encounter(folder: Path) -> str:
    """Four in a session of Troika, and an encounter of seven in a file of their campaign's."""
    id = troika()(folder)
    packs = folder / id / "packs"
    packs.mkdir()
    (packs / "sunday.toml").write_text(ENCOUNTER, encoding="utf-8")
    return id


def before_the_first_session(folder: Path) -> str:
    return made(folder, "troika", *TROIKA[:-1])


SWAM: Deed = ("troika.test", {"who": "Ana", "skill": "swim"})
WOUNDED: Deed = ("d20.hurt", {"who": "Goblin 1", "hit_points": "12"})
TOUGH = tuple(("campaign.edit", {"who": f"Goblin {n}", "stamina": "max 60"}) for n in (1, 2, 3)) + tuple(
    ("campaign.edit", {"who": f"Goblin {n}", "stamina.current": "60"}) for n in (1, 2, 3)
)
FIGHT: tuple[Deed, ...] = (GOBLINS["troika"], *TOUGH, ("troika.assemble-stack", {}))


# What must be so afterwards


def _swam(modifier: int = 0, typed: tuple[int, ...] = ()) -> Done:
    """Ana has tried to swim, with these faces from the real table."""

    def done(played: Played) -> bool:
        if not played.did("troika.test"):
            return False
        given = played.last.given
        rolls = [each for each in played.last.steps if isinstance(each, Rolled)]
        faces = [each.faces for each in rolls if each.typed and all(each.typed)]
        swam = (given["who"], given["skill"], given["modifier"]) == (1, "swim", modifier)
        return swam and faces == ([typed] if typed else [])

    return done


def _amended(played: Played) -> bool:
    return played.last.amends == played.length and played.last.given["modifier"] == 1


def _hurt(goblins: int) -> Done:
    """So many goblins have lost twelve, in one entry, and nobody else anything."""
    return lambda played: (
        len(played.new) == 1
        and sorted(played.lost("hit_points")) == ([0] * (7 - goblins) + [12] * goblins)
        and set(played.lost("hit_points")[:4]) == {0}
    )


def _taken_back(played: Played) -> bool:
    return played.did("undo") and played.campaign.table == played.campaign.table_at(played.length - 1)


def _prone_for_three_rounds(played: Played) -> bool:
    prone = [each.condition("prone") for each in played.after.in_play()]
    return [each.rounds for each in prone if each is not None] == [3]


def _goblins_came(played: Played) -> bool:
    names = [each.name for each in played.after.in_play(Kind.ENEMY)]
    return names == ["Goblin 1", "Goblin 2", "Goblin 3"] and len(played.new) == 1


def _noted(text: str) -> Done:
    return lambda played: played.did("campaign.note") and played.last.given["text"] == text


def _asked(played: Played) -> bool:
    return played.did("oracle.ask") and played.last.given["question"] == "is it locked"


def _fight_is_on(played: Played) -> bool:
    return played.before.order is None and played.after.order is not None


def _encounter_is_on(played: Played) -> bool:
    foes = [each.name for each in played.after.in_play(Kind.ENEMY)]
    return (
        _fight_is_on(played)
        and len({*foes}) == 7
        and played.did("campaign.encounter", "troika.assemble-stack")
    )


def _turns(count: int) -> Done:
    def done(played: Played) -> bool:
        return len(played.after.turns) - len(played.before.turns) == count

    return done


def _turn_back(played: Played) -> bool:
    was = played.before.turns[max(played.before.turns)]
    return played.after.order == was.order


def _session_began(played: Played) -> bool:
    return played.after.session_is_on and set(played.after.attending) == {1, 2, 3, 4}


def _everybody(procedure: str, people: int = 4) -> Done:
    """The session is over, and so many have had their advancement."""

    def done(played: Played) -> bool:
        tried = [each.given["who"] for each in played.new if each.procedure == procedure]
        return not played.after.session_is_on and len(set(tried)) == len(tried) == people

    return done


def _round_of_combat(procedure: str) -> Done:
    """Seven turns, four hits, each of the other side, and a condition that ends by itself."""

    def done(played: Played) -> bool:
        acts = Counter(each.procedure for each in played.new)
        if acts != {"turn.next": 7, procedure: 4, "campaign.condition": 1}:
            return False
        (timed,) = (each.given for each in played.new if each.procedure == "campaign.condition")
        blows = [each.given for each in played.new if each.procedure == "troika.fight"]
        across = all(_is_goblin(each["who"]) != _is_goblin(each["against"]) for each in blows)
        return (timed["condition"], timed["rounds"]) == ("prone", 1) and across

    return done


def _ended_early(played: Played) -> bool:
    """Whether the End token came before four attacks: then it is nobody's turn, and who attacks is asked."""
    attacks = 0
    for entry in played.new:
        attacks += entry.procedure == "troika.fight"
        order = played.campaign.table_at(entry.number).order
        if entry.procedure == "turn.next" and isinstance(order, StackOrder) and not order.turn:
            return attacks < 4
    return False


def _is_goblin(key: object) -> bool:
    return key in (5, 6, 7)


def _solo_loop(played: Played) -> bool:
    return played.did("oracle.ask", "troika.test", "campaign.note")


# The workflows

HAND = ("i",)
"""To the fight."""
WRITING = ("j", "w")
"""To the journal, writing line after line."""
THIRD_LAST = ("end", "up", "up")
"""To the first of the three goblins."""

WORKFLOWS = (
    Workflow(
        "start, with the last campaign and its last lines in view",
        troika(),
        (),
        0,
        lambda p: not p.new,
        "Wyrd 5",
        sees="Session 1 begins",
    ),
    Workflow(
        "roll a named test, tick and entry included",
        troika(),
        ("r", "s", "enter"),
        3,
        _swam(),
        "Foundry 1 (sheet open, no tick), Iron Vault 8, Avrae 11",
        is_played_narrow=True,
    ),
    Workflow("… with a modifier", troika(), ("r", "s", "+", "enter"), 4, _swam(modifier=1), "Foundry 2"),
    Workflow("… with two real dice", troika(), ("r", "s", "=", "3", "4"), 5, _swam(typed=(3, 4)), ""),
    Workflow("the same roll again", troika(SWAM), (".",), 1, _swam(), ""),
    Workflow("add the forgotten +1 to the last roll", troika(SWAM), ("A", "+", "enter"), 3, _amended, ""),
    Workflow(
        "take back anything, such as a wrong hit",
        d20(WOUNDED),
        ("u",),
        1,
        _taken_back,
        "Improved Initiative 6",
    ),
    Workflow("begin a fight", troika(FIGHT[0]), ("i", "space"), 2, _fight_is_on, "Foundry 4 (mouse)"),
    Workflow(
        "next turn, next token", troika(*FIGHT), ("space",), 1, _turns(1), "Improved Initiative 1", HAND
    ),
    Workflow("take a turn back", d20(), ("backspace",), 1, _turn_back, ""),
    Workflow(
        "hurt one, two digits, in the fight or on the roster",
        d20(),
        ("1", "2", "enter"),
        3,
        _hurt(1),
        "Obsidian Initiative Tracker 4 (mouse)",
        THIRD_LAST,
    ),
    Workflow(
        "… on any other screen",
        d20(),
        ("-", "1", "2", "enter"),
        4,
        _hurt(1),
        "",
        (*THIRD_LAST, "j"),
    ),
    Workflow(
        "hurt three at once",
        d20(),
        ("shift+down", "shift+down", "-", "1", "2", "enter"),
        6,
        _hurt(3),
        "Obsidian Initiative Tracker 6 (mouse)",
        THIRD_LAST,
        is_played_narrow=True,
    ),
    Workflow(
        "a condition for three rounds",
        d20(),
        ("k", "p", "r", "3", "enter"),
        5,
        _prone_for_three_rounds,
        "Obsidian Initiative Tracker 6 (mouse)",
    ),
    Workflow(
        "three foes, told apart, in the fight",
        troika(),
        ("N", Prose("3 goblins"), "enter"),
        2,
        _goblins_came,
        "",
    ),
    Workflow(
        "prepare an encounter of seven, with what is read aloud, notes and who comes later",
        troika(),
        (
            *("F", Prose("bridge: 3 goblins, 2 orcs, harpy, troll"), "enter", Prose("Rain."), "enter"),
            *(Prose("It sleeps."), "enter", Prose("round 2: goblin"), "enter"),
        ),
        5,
        lambda played: played.did("campaign.prepare") and played.last.given["notes"] == "It sleeps.",
    ),
    Workflow(
        "begin an encounter of seven foes that is prepared, in its fight",
        with_an_encounter,
        ("F", "enter", "space"),
        3,
        _encounter_is_on,
        "",
        sees="They bargain",
        is_played_narrow=True,
    ),
    Workflow(
        "a round: seven turns, four attacks rolled, one timed condition",
        troika(*FIGHT, ("turn.next", {})),
        (*("x", "enter", "space") * 4, *("space",) * 2, "k", "p", "r", "1", "tab"),
        19,
        _round_of_combat("troika.fight"),
        "Obsidian Initiative Tracker 29 (mouse), Improved Initiative 36",
        HAND,
        is_played_narrow=True,
        misses=_ended_early,
    ),
    Workflow(
        "… the same by hand, each target sought with a key",
        d20(),
        (*("tab", "1", "2", "tab") * 4, *("space",) * 2, "k", "p", "r", "1", "tab"),
        23,
        _round_of_combat("d20.hurt"),
        "the same",
        HAND,
    ),
    Workflow(
        "a line in the journal",
        troika(),
        ("w", Prose("The lamp is cold."), "enter"),
        2,
        _noted("The lamp is cold."),
        "Wyrd text + 1",
    ),
    Workflow(
        "begin the session, with who is there",
        before_the_first_session,
        ("b", "enter"),
        2,
        _session_began,
        "",
    ),
    Workflow(
        "end the session: four in Troika, three ticks each",
        troika(),
        ("B", "2", *("enter",) * 4),
        14,
        _everybody("troika.improve"),
        "Foundry Troika 144",
        is_played_narrow=True,
    ),
    Workflow(
        "… four in Fell",
        of("fell"),
        ("B", "2", *("enter",) * 12),
        14,
        _everybody("fell.return-with-treasure"),
    ),
    Workflow(
        "… four in Galejatra",
        of("galejatra"),
        ("B", "2", *("space", "enter") * 4),
        14,
        _everybody("galejatra.grow"),
    ),
    Workflow(
        "… in Wandered and d20, where nothing is rolled", of("wandered"), ("B", "2"), 14, _everybody("", 0)
    ),
    Workflow(
        "alone: ask the oracle in the text",
        troika(),
        ("/", "?", Prose("is it locked"), "enter"),
        3,
        _asked,
        "Play by the Writing 3",
        WRITING,
    ),
    Workflow(
        "alone: a test in the text", troika(), ("/", "s", "w", "enter"), 4, _swam(), "Iron Vault 8", WRITING
    ),
    Workflow(
        "alone: a line",
        troika(),
        (Prose("It is."), "enter"),
        1,
        _noted("It is."),
        "Wyrd text + 1",
        WRITING,
    ),
    Workflow(
        "alone: change a meter in the text",
        troika(),
        ("/", "-", "3", "enter"),
        4,
        lambda p: p.lost("stamina") == (3, 0, 0, 0),
        "Wyrd 11",
        WRITING,
    ),
    Workflow(
        "alone: correct the last thing while writing", troika(SWAM), ("ctrl+z",), 1, _taken_back, "", WRITING
    ),
    Workflow(
        "alone: the whole loop: ask, test, write",
        troika(),
        ("/", "?", Prose("is it locked"), "enter", "/", "s", "w", "enter", Prose("It is."), "enter"),
        8,
        _solo_loop,
        "about 12 (the best of three tools)",
        WRITING,
        is_played_narrow=True,
    ),
)


# README.md


def key_table() -> str:
    """The rows as README.md shows them."""
    rows = (f"| {each.what} | {each.told} | {each.peer or 'none known'} |\n" for each in WORKFLOWS)
    return "".join(("| what you do | keys | the best of the others |\n", "|--|--|--|\n", *rows))


def key_table_in(readme: str) -> str:
    """The table that stands in README.md."""
    return readme.partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    README.write_text(
        text.replace(BEGIN + key_table_in(text) + END, BEGIN + key_table() + END), encoding="utf-8"
    )
