"""An amended roll is what it would have been, played right the first time with the same faces."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tableside.campaign.amended_entries import facts_retold_by
from tableside.campaign.amendment import Amendment, AmendmentImpossible
from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.entries import Entry, read_entry
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.campaign.replay import dice_thrown_in_replay, replay_with_other_face
from tableside.errors import RuleError, StoreError
from tableside.games import BUNDLED
from tableside.rules.inputs import Choice
from tableside.rules.play import Asked, Chosen, DiceAsked, Performed, Rolled, Step
from tests.campaign.people import do, note, state
from tests.campaign.random_play import Evening, answered, otherwise
from tests.thorough import often


@pytest.fixture
def library(tmp_path: Path) -> Library:
    seconds = count(1_800_000_000)
    return Library(tmp_path, lambda: float(next(seconds)), by="gm")


@pytest.fixture
def campaign(library: Library) -> Iterator[Campaign]:
    opened = library.open(library.new("Iron Vale", "troika"))
    do(opened, "campaign.add-character", name="Ana", kind="pc", skill="7", luck="9", weapon="sword")
    do(opened, "troika.add-foe", foe="goblin", count="2")
    yield opened
    assert list(audit(opened)) == []
    opened.close()


def changed(amendment: Amendment, **texts: str) -> Amendment:
    """With these inputs as they are typed."""
    given = dict(amendment.given)
    for name, text in texts.items():
        id = name.replace("_", "-")
        given[id] = amendment.procedure.input(id).read(text, amendment.table, given)
    return amendment.with_given(given)


def completed(amendment: Amendment, seed: int = 1) -> Amendment:
    """With dice for what nobody has thrown yet, and the defaults."""
    dice = random.Random(seed)
    while not isinstance(asked := amendment.run().state, Performed):
        amendment = amendment.answered(by_default(asked, dice))
    return amendment


def by_default(asked: Asked, dice: random.Random) -> Step:
    if isinstance(asked, DiceAsked):
        return dice_thrown_in_replay(asked, dice)
    return Chosen(asked.question, asked.default, asked.who)


def amend(campaign: Campaign, number: int, **texts: str) -> Entry:
    return campaign.amend(completed(changed(campaign.amending(number), **texts)))


# An evening of Troika!


def fight(campaign: Campaign, seed: int = 1) -> Entry:
    """Ana hits the first goblin: 2 5 against 1 3, Luck for damage refused, damage 1 (4 points)."""
    return do(campaign, "troika.fight", seed, who="ana", against="goblin 1", modifier="0")


def stamina(campaign: Campaign, key: int) -> int:
    found = state(campaign)[f"characters/{key}"]["sheet"]["stamina"]["current"]
    assert isinstance(found, int)
    return found


def test_a_forgotten_bonus_keeps_the_faces(campaign: Campaign) -> None:
    rolled = do(campaign, "troika.test", who="ana", skill="skill")
    amended = amend(campaign, rolled.number, modifier="3")
    assert amended.steps == rolled.steps
    assert (amended.amends, amended.number) == (rolled.number, rolled.number + 1)
    assert amended.given["modifier"] == 3


def test_another_target_takes_the_wounds_of_the_first(campaign: Campaign) -> None:
    rolled = fight(campaign)
    assert (stamina(campaign, 2), stamina(campaign, 3)) == (2, 6)
    amended = amend(campaign, rolled.number, against="goblin 2")
    assert (stamina(campaign, 2), stamina(campaign, 3)) == (6, 2)
    assert [each.faces for each in dice(amended)] == [each.faces for each in dice(rolled)]
    assert dice(amended)[1].who == "Goblin 2"


def test_luck_spent_after_all_is_rolled_and_paid(campaign: Campaign) -> None:
    rolled = fight(campaign)
    before = campaign.table[1].sheet
    amendment = campaign.amending(rolled.number)
    assert amendment.asked(2).options == ("no", "yes")
    amendment = amendment.with_step(2, Chosen("luck-for-damage", "yes", "Ana"))
    assert isinstance(amendment.run().state, DiceAsked)
    with pytest.raises(RuleError, match="asks something that is not answered"):
        campaign.amend(amendment)
    amended = campaign.amend(completed(amendment))
    assert [each.why for each in dice(amended)] == ["attack", "their-attack", "luck", "damage"]
    assert campaign.table[1].sheet != before
    assert dice(amended)[-1].faces == (1,)


def test_a_face_misread_is_put_right_and_says_that_it_was_typed(campaign: Campaign) -> None:
    rolled = fight(campaign)
    amendment = campaign.amending(rolled.number)
    thrown = amendment.run().steps[3]
    assert isinstance(thrown, Rolled)
    amended = campaign.amend(amendment.with_step(3, replay_with_other_face(thrown, 0, 4)))
    assert (dice(amended)[-1].faces, dice(amended)[-1].typed) == ((4,), (True,))
    assert stamina(campaign, 2) < 2


def test_what_followed_is_corrected(campaign: Campaign) -> None:
    rolled = fight(campaign)
    healed = do(campaign, "troika.heal", who="goblin 1", points="2")
    note(campaign, "The goblin drinks")
    assert stamina(campaign, 2) == 4
    amended = amend(campaign, rolled.number, against="goblin 2")
    assert (stamina(campaign, 2), stamina(campaign, 3)) == (6, 2)
    assert [*facts_retold_by(amended)] == [healed.number]


def test_what_could_not_have_followed_refuses_it(campaign: Campaign) -> None:
    number = do(campaign, "troika.add-foe", foe="goblin", count="2").number
    last = do(campaign, "troika.hurt", who="#5", damage="1").number
    before = state(campaign)
    with pytest.raises(
        AmendmentImpossible, match=f"entry {last} could not have happened like this: no character 5"
    ):
        amend(campaign, number, count="1")
    assert (campaign.length, state(campaign)) == (last, before)


def test_an_amendment_amended_amends_the_entry_done_first(campaign: Campaign) -> None:
    rolled = fight(campaign)
    amended = amend(campaign, rolled.number, against="goblin 2")
    again = amend(campaign, amended.number, modifier="1")
    assert (again.amends, again.given["against"], again.given["modifier"]) == (rolled.number, 3, 1)
    assert (stamina(campaign, 2), stamina(campaign, 3)) == (6, 2)


def test_an_earlier_roll_is_amended_after_a_later_one(campaign: Campaign) -> None:
    first, second = fight(campaign, 1), fight(campaign, 6)
    assert stamina(campaign, 2) == -2
    amend(campaign, second.number, against="goblin 2")
    amend(campaign, first.number, against="goblin 2")
    assert (stamina(campaign, 2), stamina(campaign, 3)) == (6, -2)


def test_an_amendment_is_one_change_to_undo_and_redo(campaign: Campaign) -> None:
    rolled = fight(campaign)
    do(campaign, "troika.heal", who="goblin 1", points="2")
    wrong = state(campaign)
    amended = amend(campaign, rolled.number, against="goblin 2")
    right = state(campaign)
    assert campaign.undoable == amended
    campaign.undo()
    assert state(campaign) == wrong
    assert campaign.amending(rolled.number).given["against"] == 2
    campaign.redo()
    assert state(campaign) == right
    assert campaign.amending(rolled.number).given["against"] == 3
    campaign.restore(rolled.number)
    assert campaign.amending(rolled.number).given["against"] == 2


def test_what_was_taken_back_or_made_by_no_rule_cannot_be_amended(campaign: Campaign) -> None:
    rolled = fight(campaign)
    campaign.undo()
    with pytest.raises(RuleError, match=f"entry {rolled.number} does not stand"):
        campaign.amending(rolled.number)
    with pytest.raises(RuleError, match="does not stand"):
        campaign.amending(rolled.number + 1)
    with pytest.raises(RuleError, match="the journal has no entry 99"):
        campaign.amending(99)


def test_an_amendment_begun_before_something_else_is_refused(campaign: Campaign) -> None:
    amendment = campaign.amending(fight(campaign).number)
    note(campaign, "Meanwhile")
    with pytest.raises(RuleError, match="something else has happened since"):
        campaign.amend(amendment)


def test_any_roll_is_turned_secret_and_back(campaign: Campaign) -> None:
    rolled = fight(campaign)
    amendment = campaign.amending(rolled.number)
    assert not amendment.is_secret
    hidden = campaign.amend(replace(amendment, is_secret=True))
    assert all(fact.secret for fact in hidden.facts) and all(each.secret for each in dice(hidden))
    amendment = campaign.amending(hidden.number)
    assert amendment.is_secret
    shown = campaign.amend(replace(amendment, is_secret=False))
    assert shown.facts == rolled.facts and shown.steps == rolled.steps


def test_an_amendment_is_kept_and_exported(campaign: Campaign, library: Library, tmp_path: Path) -> None:
    amended = amend(campaign, fight(campaign).number, against="goblin 2")
    assert read_entry(amended.number, amended.document()) == amended
    (tmp_path / "there.json").write_bytes(export_json(campaign))
    again = library.open(import_json(library, tmp_path / "there.json"))
    assert again.entry(amended.number) == amended and list(audit(again)) == []
    again.close()
    (tmp_path / "bad.json").write_bytes(export_json(campaign).replace(b'"amends": 3', b'"amends": 2'))
    with pytest.raises(StoreError, match="amends entry 2, which is not one of its kind"):
        import_json(library, tmp_path / "bad.json")


def dice(entry: Entry) -> list[Rolled]:
    return [step for step in entry.steps if isinstance(step, Rolled)]


# Evenings of anything


@pytest.mark.long
@pytest.mark.parametrize("game", BUNDLED)
@settings(max_examples=often(8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_amended_is_as_if_played_right_the_first_time(
    tmp_path_factory: pytest.TempPathFactory, game: str, seed: int
) -> None:
    evening = Evening(tmp_path_factory.mktemp("evening"), game, seed)
    campaign, dice = evening.campaign, evening.dice
    for _ in range(dice.randint(0, 12)):
        evening.act()
    number = campaign.length
    for _ in range(4):
        evening.act()
    assume(campaign.length > number)
    try:
        amendment = otherwise(campaign.amending(number + 1), dice)
        while not isinstance(asked := amendment.run().state, Performed):
            amendment = amendment.answered(answered(asked, dice))
        amended = campaign.amend(amendment)
    except RuleError:
        assume(False)
        raise
    came_to = state(campaign)
    if state(campaign) != documents(campaign.table_at(number)):
        campaign.restore(number)
    for entry in (amended, *(campaign.entry(later) for later in range(number + 2, amended.number))):
        campaign.perform(campaign.rules.procedure(entry.procedure), entry.given, Reader(entry.steps))
    assert state(campaign) == came_to
    evening.states += [evening.states[0]] * (campaign.length + 1 - len(evening.states))
    evening.prove()
    campaign.close()


class Reader:
    """Reads out the answers of a transcript: to what is asked, then to who is asked, then in their order."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self._left = list(steps)

    def __call__(self, asked: Asked) -> Step:
        answers = [step for step in self._left if _what(step) == _what(asked)]
        step = min(answers, key=lambda each: each.who != asked.who)
        self._left.remove(step)
        if isinstance(asked, DiceAsked) and isinstance(step, Rolled):
            return asked.answered(step.faces[: len(asked.sides)])
        return step


def _what(one: Asked | Step) -> str:
    return one.why if isinstance(one, DiceAsked | Rolled) else one.question


def test_no_open_question_is_read_as_another_one_is(campaign: Campaign) -> None:
    """`plain-twelve` answers one question alone: amended to be about another, it would say nothing."""
    set_ = do(campaign, "campaign.house-rule", rule="TRO-AMB-3", option="plain-twelve")
    amendment = campaign.amending(set_.number)
    other = next(each.id for each in campaign.rules.house_rules if each.id != "TRO-AMB-3")
    with pytest.raises(RuleError, match="plain-twelve is no longer possible: choose one of "):
        campaign.amend(amendment.with_given({**amendment.given, "rule": other}))
    assert campaign.table.house == {"TRO-AMB-3": "plain-twelve"}


def test_an_open_question_that_there_is_none_of_is_told_and_no_fault(campaign: Campaign) -> None:
    """A campaign that came from elsewhere may hold such an entry."""
    set_ = do(campaign, "campaign.house-rule", rule="TRO-AMB-3", option="plain-twelve")
    amendment = campaign.amending(set_.number)
    with pytest.raises(RuleError, match="'nothing' is no open question: there are "):
        campaign.amend(amendment.with_given({**amendment.given, "rule": "nothing", "option": ""}))
    decide = campaign.rules.procedure("campaign.house-rule").input("option")
    assert isinstance(decide, Choice) and decide.options(campaign.table, {"rule": "nothing"}) == ()
