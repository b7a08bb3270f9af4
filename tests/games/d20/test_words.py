"""What d20 puts together of several ids has words."""

from tableside.games.d20 import RULESET
from tableside.games.d20.checks import ABILITIES, INITIATIVE, SAVES, SENSES
from tableside.games.d20.hit_points import STATES
from tableside.rules.play import Fact
from tableside.wording.facts import fact_text
from tests.games.d20.people import begun, order_of, people, rows
from tests.words import TEXTS


def missing(*keys: str) -> list[str]:
    return [key for key in keys if key not in TEXTS]


def test_everything_that_is_checked_has_words() -> None:
    assert missing(*(f"option.{id}" for id in (*ABILITIES, *SENSES, *SAVES, INITIATIVE))) == []


def test_what_somebody_becomes_has_words() -> None:
    assert missing(*(f"fact.now-{state}" for state in STATES)) == []


def test_ids_that_are_picked_before_they_are_told_have_words() -> None:
    assert missing("fact.delay-lost", "fact.ready-lost", "fact.readies", "fact.readies-for") == []


def test_everything_derived_has_words() -> None:
    on = people({"A": 0})
    assert missing(*(f"derived.{label}" for label, _ in RULESET.derived(on, on[1]).values())) == []


def test_every_reason_can_be_said_with_its_numbers() -> None:
    said = set()
    for row in rows("order"):
        on = people(row["people"], row.get("house"))
        order = order_of(begun(on, *row["faces"], choices=tuple(row.get("choices", ()))))
        for place in order.places:
            if place.reason:
                said.add(place.reason)
                assert TEXTS[f"reason.{place.reason}"].format_map(order.reason_values(place.key))
    assert said == {
        "modifier",
        "lower-modifier",
        "roll-off",
        "lost-roll-off",
        "gm-picked",
        "pc-first",
        "one-roll",
    }
    assert missing("reason.delayed", "reason.readied", "waits.delayed", "waits.readied") == []


def test_several_who_come_late_are_told_of_as_several() -> None:
    fact = Fact("joins-next-round", "D20-AMB-9", {"who": "Wolf 1, Wolf 2"})
    assert fact_text(fact) == "Joins when this round is over: Wolf 1, Wolf 2"
