"""What Fell puts together of several ids has words."""

from tableside.games.fell import DEPRIVED, FATIGUED, OVERBURDENED, RULESET
from tableside.games.fell.harm import DYINGS, FATES
from tableside.games.fell.sheet import ABILITIES
from tests.games.fell.lives import hireling, pc, run, table
from tests.words import TEXTS


def test_conditions_and_what_is_derived_have_words() -> None:
    needed = [f"condition.{id}" for id in (*DYINGS, DEPRIVED, FATIGUED, OVERBURDENED)]
    who = pc(coin=200, skills=("lore",), deprived=3)
    needed += [f"derived.{id}" for id, _ in RULESET.derived(table(who), who).values()]
    assert [key for key in needed if key not in TEXTS] == []


def test_variants_have_words() -> None:
    needed = [f"fact.fell-die-{way}" for way in ("up", "down", "shrunk", "restored")]
    needed += [f"{kind}.fell-{id}-{fate}" for kind, id in _FATED for fate in FATES[1:]]
    needed += [f"why.fell-advance-{ability}" for ability in ABILITIES]
    needed += [f"question.raise-{ability}-or-learn" for ability in ("int", "wil")]
    needed += [f"question.which-has-{die}" for die in ("d4", "d8")]
    needed += [f"option.{id}" for id in ("raise-die", "try-for-skill", "try-for-spell")]
    assert [key for key in needed if key not in TEXTS] == []


_FATED = (("fact", "dying"), ("why", "death"))


def test_facts_carry_the_values_that_their_texts_show() -> None:
    on = table(pc(points=(1, 1, 1), deprived=1, lost=(1, 0, 0)), hireling())
    traits = (1,) * 10
    performed = [
        run("fell.harm", on, 2, 1, who="Anna", points="9"),
        run("fell.harm", on, who="Hob", points="9"),
        run("fell.deprive", on, who="Anna"),
        run("fell.feed", on, who="Anna"),
        run("fell.rest", on, kind="week"),
        run("fell.shrink", on, who="Anna"),
        run("fell.return-with-treasure", on, 6, 1, 3, who="Anna"),
        run("fell.create", on, 8, 8, 8, 5, 9, 20, 9, 9, *traits, 1, 1, 1, name="Bo"),
        run("fell.hire", on, name="Nob", skill="lore"),
        run("fell.improve-hireling", on, who="Hob", improvement="bigger-die"),
    ]
    for fact in (fact for each in performed for fact in each.facts):
        assert TEXTS[f"fact.{fact.id}"].format_map(dict(fact.values))
