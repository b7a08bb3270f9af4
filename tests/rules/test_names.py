"""Names of several of a kind."""

import pytest

from tableside.errors import RuleError
from tableside.games import BUNDLED, load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.foe_lines import form_of_foe_line
from tableside.rules.inputs import Who
from tableside.rules.names import names_from_text, singular_name
from tableside.rules.play import Fact, Play, Rolled
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import NAME_LENGTH
from tests.rules.turns.test_following import done


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("goblins", "goblin"),
        ("wolves", "wolf"),
        ("Dire Wolves", "Dire Wolf"),
        ("lizard-men", "lizard-man"),
        ("harpies", "harpy"),
        ("zombies", "zombie"),
        ("witches", "witch"),
        ("bosses", "boss"),
        ("moss", "moss"),
        ("living dead", "living dead"),
    ],
)
def test_one_of_them_has_the_name_in_the_singular(many: str, one: str) -> None:
    assert singular_name(many) == one


PEOPLE = {1: "Ana", 2: "Goblin 1", 3: "Goblin 2", 4: "Tide warden 1", 5: "Tide warden 2", 6: "Moss"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("goblins", (2, 3)),
        ("Goblin*", (2, 3)),
        ("tide wardens", (4, 5)),
        ("ana, tide wardens", (1, 4, 5)),
        ("ana goblins goblin-2", (1, 2, 3)),
        ("moss", (6,)),
    ],
)
def test_several_of_a_kind_are_named_at_once(typed: str, meant: tuple[int, ...]) -> None:
    blank = load_game("d20").blank
    people = {key: Character(key, name, Kind.NPC, blank(Kind.NPC)) for key, name in PEOPLE.items()}
    assert Who("who", many=True).read(typed, Table(characters=people), {}) == meant
    with pytest.raises(RuleError, match="could be any of Goblin 1, Goblin 2"):
        Who("who", many=True).read("goblin", Table(characters=people), {})


# Two of one name, whichever game and however they come by it


def of(game: str) -> Ruleset:
    return campaign_rules(load_game(game))


def added(on: Table, game: Ruleset, name: str, kind: str) -> tuple[Table, tuple[Fact, ...]]:
    return done(on, "campaign.add-character", game, name=name, kind=kind)


def names(on: Table) -> list[str]:
    return [each.name for each in on.in_play()]


@pytest.mark.parametrize("game", BUNDLED)
def test_two_of_one_name_are_told_apart_when_the_second_is_made(game: str) -> None:
    rules = of(game)
    on, facts = added(Table(), rules, "Ana", "pc")
    assert [each.id for each in facts] == ["added"]
    on, facts = added(on, rules, "ana", "npc")
    assert names(on) == ["Ana", "ana 2"]
    assert facts[-1] == Fact("told-apart", "", {"who": "ana", "after": "ana 2"})
    on, _ = added(on, rules, "Ana 2", "enemy")
    assert names(on) == ["Ana", "ana 2", "Ana 3"]


@pytest.mark.parametrize("game", ["troika", "fell", "galejatra", "d20"])
def test_a_character_made_by_the_rules_wants_a_name_of_its_own(game: str) -> None:
    rules = of(game)
    on, _ = added(Table(), rules, "Ana", "npc")
    create = rules.role(Role.CREATE)
    assert create is not None
    with pytest.raises(RuleError, match="called Ana already"):
        done(on, create.id, rules, name="Ana")


def test_two_of_one_name_are_told_apart_when_one_is_renamed_or_comes_back() -> None:
    rules = of("troika")
    on, _ = added(Table(), rules, "Ana", "pc")
    on, _ = added(on, rules, "Bram", "pc")
    renamed, facts = done(on, "campaign.edit", rules, who="Bram", name="Ana")
    assert names(renamed) == ["Ana", "Ana 2"] and facts[-1].id == "told-apart"
    same, facts = done(on, "campaign.edit", rules, who="Bram", name="Bram")
    assert names(same) == ["Ana", "Bram"] and "told-apart" not in [each.id for each in facts]
    away, _ = done(on, "campaign.retire", rules, who="Bram")
    taken, _ = added(away, rules, "Bram", "pc")
    back, facts = done(taken, "campaign.call-back", rules, who="#2")
    assert names(back) == ["Ana", "Bram 2", "Bram"] and facts[-1].id == "told-apart"


def test_the_longest_name_has_room_for_a_number() -> None:
    rules, longest = of("troika"), "A" * NAME_LENGTH
    on, _ = added(Table(), rules, longest, "pc")
    on, _ = added(on, rules, longest, "pc")
    first, second = names(on)
    assert first == longest and second != first and len(second) <= NAME_LENGTH


@pytest.mark.parametrize("game", BUNDLED)
def test_numbers_of_those_who_are_gone_are_free_again(game: str) -> None:
    rules = of(game)
    on = goblins(Table(), rules, 3)
    assert names(on) == ["Goblin 1", "Goblin 2", "Goblin 3"]
    on, _ = done(on, "campaign.retire", rules, who="Goblin 2")
    assert names(goblins(on, rules, 2)) == ["Goblin 1", "Goblin 3", "Goblin 2", "Goblin 4"]


@pytest.mark.parametrize("game", BUNDLED)
def test_the_dead_keep_their_number_in_the_fight_and_free_it_afterwards(game: str) -> None:
    rules = of(game)
    on, _ = done(goblins(Table(), rules, 2), "turn.begin-list", rules)
    on, _ = done(on, "campaign.condition", rules, who="Goblin 1", condition="dead")
    more = goblins(on, rules, 1)
    assert names(more) == ["Goblin 1", "Goblin 2", "Goblin 3"], "two of one name in a fight are no help"
    over, _ = done(more, "turn.end", rules)
    assert names(goblins(over, rules, 1)) == ["Goblin 2", "Goblin 3", "Goblin 1"]


def test_a_dead_foe_without_a_fight_makes_room_for_the_next_of_the_name() -> None:
    rules = of("d20")
    on, _ = done(goblins(Table(), rules, 1), "campaign.condition", rules, who="Goblin", condition="dead")
    on = goblins(on, rules, 1)
    (goblin,) = on.in_play()
    assert goblin.name == "Goblin" and not goblin.conditions and on[1].retired


def goblins(on: Table, rules: Ruleset, count: int) -> Table:
    foe = rules.role(Role.FOE)
    assert foe is not None
    text = f"{count} goblins" if count > 1 else "goblin"
    for line in (text, f"{text} d6", f"{text}: Teeth 3", f"{text}: Teeth 3 durability 1"):
        try:
            form, _ = form_of_foe_line(rules, on, line)
        except RuleError:
            continue
        if not form.missing:
            outcome = form.procedure.perform(on, form.given)(Play((Rolled((6,), (1,), "mien"),)))
            assert outcome.table is not None
            return outcome.table
    raise AssertionError(f"no line makes goblins in {rules.id}")


def test_names_of_a_list_are_known_without_their_accents() -> None:
    sheet = load_game("troika").blank(Kind.PC)
    people = (Character(1, "Väinö Musta", Kind.PC, sheet), Character(2, "Aino", Kind.PC, sheet))
    assert names_from_text("vaino musta aino", people) == ["vaino musta", "aino"]
