"""What Troika! puts together of several ids has words."""

from tableside.games.troika.damage import WEAPONS
from tests.games.troika.fighting import brok, run, table
from tests.words import TEXTS


def test_variants_of_facts_and_options_have_words() -> None:
    versus = ("win", "lose", "tie", "clinch", "both-fumble")
    needed = [f"fact.versus-{id}" for id in versus]
    needed += [f"option.{id}" for id in ("", "best", "skill", "ask", "always", "never", *WEAPONS)]
    needed += [f"fact.shot-{id}" for id in ("hit", "miss", "tie", "answered", "mishap")]
    needed += [f"fact.unaware-{id}" for id in ("hit", "miss")]
    needed += [f"fact.cast-{id}" for id in ("success", "failure", "oops")]
    needed += [f"fact.touch-{id}" for id in ("success", "failure", "oops", "tie")]
    needed += [f"fact.{side}damage-{id}" for side in ("", "their-") for id in ("plain", "changed", "doubled")]
    needed += [f"fact.{side}{id}" for side in ("", "their-") for id in ("clinch-hurts", "weapon-shatters")]
    for id in ("given", "overburdened", "prone", "cover", "lucky", "unaware", "fumbled", "carried"):
        needed += [f"reason.{id}", f"fact.reason-{id}"]
    needed += [f"why.{side}{id}" for side in ("", "their-") for id in ("damage", "clinch", "attack")]
    assert [key for key in needed if key not in TEXTS] == []


def test_texts_have_only_values_that_their_facts_carry() -> None:
    inputs = {"who": "Brok", "against": "Cato", "luck": "never"}
    cato = brok(armour=1, shield=True)
    done = run(
        "troika.fight",
        table(brok(), type(cato)(3, "Cato", cato.kind, cato.sheet)),
        6,
        6,
        1,
        1,
        3,
        inputs=inputs,
    )
    for fact in done.facts:
        assert TEXTS[f"fact.{fact.id}"].format_map(dict(fact.values))
