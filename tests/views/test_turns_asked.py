"""Whose turn it is: acts out of it, or a second in it, are asked about in every order and never refused."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.rules.form_filling import filled_form
from tableside.rules.procedure import read_procedure_inputs
from tableside.rules.turns.counts import CountsOrder
from tableside.rules.turns.stack import StackOrder
from tableside.views.attacks import doubt_of
from tableside.wording import sentence
from tests.campaign.people import do
from tests.understood import understood_at

OpensCampaign = Callable[[str], Campaign]


@pytest.fixture
def opens(tmp_path: Path) -> OpensCampaign:
    """A campaign of a game: Ana and Bram, the one with a bow and a spell, against two orcs."""

    def open_campaign(game: str) -> Campaign:
        library = Library(tmp_path)
        campaign = library.open(library.new("Salt", game))
        for name, kind in (("Ana", "pc"), ("Bram", "pc"), ("Orc 1", "enemy"), ("Orc 2", "enemy")):
            do(campaign, "campaign.add-character", name=name, kind=kind)
        if game == "troika":
            cells = "items.new=bow = bow; items.new=rope; spells.new=jolt 4"
            do(campaign, "campaign.edit", who="Ana", cells=cells)
        return campaign

    return open_campaign


def in_troika(campaign: Campaign, whose: str) -> Campaign:
    """The fight, drawn on until it is their turn and nobody else has acted in it."""
    if campaign.table.order is None:
        do(campaign, "troika.assemble-stack")
    for seed in range(200):
        order = campaign.table.order
        assert isinstance(order, StackOrder)
        if order.acting is not None and campaign.table[order.acting].name == whose:
            return campaign
        do(campaign, "turn.next", seed)
    raise AssertionError(whose)


ACTS = {
    "troika.fight": {"who": "Ana", "against": "Orc 1"},
    "troika.shoot": {"who": "Ana", "against": "Orc 1", "weapon": "bow"},
    "troika.grapple": {"who": "Ana", "against": "Orc 1"},
    "troika.cast": {"who": "Ana", "spell": "jolt"},
    "troika.aim": {"who": "Ana"},
    "troika.stand": {"who": "Ana"},
    "troika.drop": {"who": "Ana"},
    "troika.retrieve-item": {"who": "Ana", "item": "rope"},
    "troika.delay": {"who": "Ana"},
}
OUT_OF_TURN = [each for each in ACTS if each != "troika.delay"]


def asked(campaign: Campaign, id: str, **texts: str) -> str:
    procedure = campaign.rules.procedure(id)
    given = read_procedure_inputs(procedure, texts or ACTS[id], campaign.table)
    return doubt_of(campaign, procedure, given)


def doubt(id: str, who: str = "Ana", other: str = "") -> str:
    return sentence("doubt", id, who=who, other=other)


@pytest.mark.parametrize("act", OUT_OF_TURN)
def test_before_the_first_token_and_in_anothers_turn_and_after_the_end(
    opens: OpensCampaign, act: str
) -> None:
    campaign = opens("troika")
    do(campaign, "campaign.condition", who="Ana", condition="prone")
    assert act == "troika.aim" or asked(campaign, act) == "", "there is no fight"
    do(campaign, "troika.assemble-stack")
    assert asked(campaign, act) == doubt("nobodys-turn")
    in_troika(campaign, "Bram")
    assert asked(campaign, act) == doubt("others-turn", other="Bram")
    in_troika(campaign, "Ana")
    assert asked(campaign, act) == ""
    while campaign.last is not None and campaign.last.result != "end":
        do(campaign, "turn.next", campaign.length)
    assert asked(campaign, act) == doubt("nobodys-turn")
    do(campaign, act, **ACTS[act])  # and not refused


@pytest.mark.parametrize(
    "first", ["troika.fight", "troika.shoot", "troika.cast", "troika.stand", "troika.drop"]
)
@pytest.mark.parametrize("then", [*ACTS])
def test_whoever_has_acted_is_asked_about_whatever_comes_then(
    opens: OpensCampaign, first: str, then: str
) -> None:
    """W1, W2, W3: a spent token went back, one aimed after an attack, and got up for nothing."""
    campaign = opens("troika")
    do(campaign, "campaign.edit", who="Orc 1", cells="stamina=90/90")
    in_troika(campaign, "Ana")
    do(campaign, "campaign.edit", who="Ana", cells="stamina=90/90")
    do(campaign, "campaign.condition", who="Ana", condition="prone")
    given = ACTS[first]
    procedure = campaign.rules.procedure(first)
    assert asked(campaign, first) == ""
    if first == "troika.drop":
        do(
            campaign,
            "campaign.edit",
            who="Ana",
            cells="; ".join(f"items.new=log {n}" for n in range(14)),
        )
    do(campaign, first, **given)
    assert procedure.takes_turn
    if (first, then) != ("troika.stand", "troika.stand"):
        assert asked(campaign, then) == doubt("acted")
    do(campaign, "turn.next", 1)
    assert asked(campaign, "troika.fight") != doubt("acted")


def test_a_spent_token_of_the_foes_is_spent_for_them_all(opens: OpensCampaign) -> None:
    """TRO-5.5: any foe may act on their token, but once."""
    campaign = opens("troika")
    for who in ("Ana", "Orc 1", "Orc 2"):
        do(campaign, "campaign.edit", who=who, cells="stamina=90/90")
    in_troika(campaign, "Orc 1")
    assert asked(campaign, "troika.fight", who="Orc 2", against="Ana") == ""
    do(campaign, "troika.fight", who="Orc 2", against="Ana")
    assert asked(campaign, "troika.fight", who="Orc 2", against="Ana") == doubt("acted", "Orc 2")
    assert asked(campaign, "troika.fight", who="Orc 1", against="Ana") == doubt(
        "token-spent", "Orc 1", "Orc 2"
    )


def test_who_draws_two_tokens_one_after_the_other_has_two_turns(opens: OpensCampaign) -> None:
    campaign = in_troika(opens("troika"), "Ana")
    fight = campaign.rules.procedure("troika.fight")
    act = {"who": 1, "against": 3}
    for seed in range(200):
        do(campaign, "troika.fight", seed, who="Ana", against="Orc 1")
        assert doubt_of(campaign, fight, act) == sentence("doubt", "acted", who="Ana")
        before = campaign.table.order
        do(campaign, "turn.next", seed)
        order = campaign.table.order
        assert isinstance(before, StackOrder) and isinstance(order, StackOrder)
        if (order.acting, order.round) == (before.acting, before.round):
            assert doubt_of(campaign, fight, act) == ""
            return
        campaign.undo()
        campaign.undo()
    raise AssertionError("never twice")


def test_handing_on_a_token_that_was_acted_on_is_asked_about(opens: OpensCampaign) -> None:
    campaign = opens("troika")
    for who in ("Ana", "Orc 1"):
        do(campaign, "campaign.edit", who=who, cells="stamina=90/90")
    in_troika(campaign, "Orc 1")
    assert asked(campaign, "troika.hand-token", who="Orc 2") == ""
    do(campaign, "troika.fight", who="Orc 1", against="Ana")
    assert asked(campaign, "troika.hand-token", who="Orc 2") == doubt("acted", "Orc 1")


def test_who_is_not_in_the_fight_is_asked_about(opens: OpensCampaign) -> None:
    campaign = opens("troika")
    in_troika(campaign, "Bram")
    do(campaign, "turn.leave", who="Ana")
    assert asked(campaign, "troika.fight") == doubt("not-in-fight")


def test_a_found_thing_leaves_the_turn_and_a_search_in_vain_does_not(opens: OpensCampaign) -> None:
    """TRO-6.6."""
    campaign = in_troika(opens("troika"), "Ana")
    for seed in range(20):
        if do(campaign, "troika.retrieve-item", seed, who="Ana", item="rope").result == "success":
            assert asked(campaign, "troika.fight") == ""
        else:
            assert asked(campaign, "troika.fight") == doubt("nobodys-turn")
            return


@pytest.mark.parametrize(
    ("game", "begin", "attack"),
    [
        ("troika", "turn.begin-list", {"id": "troika.fight"}),
        ("d20", "d20.begin-battle", {"id": "d20.attack"}),
        ("fell", "turn.begin-sides", {"id": "fell.attack-foe"}),
    ],
)
def test_so_it_is_in_every_order(opens: OpensCampaign, game: str, begin: str, attack: dict[str, str]) -> None:
    campaign = opens(game)
    if game == "d20":
        for who in ("Ana", "Bram", "Orc 1", "Orc 2"):
            do(campaign, "campaign.edit", who=who, cells="attacks.new=bow +3 1d8")
    do(campaign, begin)
    do(campaign, "turn.next")
    order = campaign.table.order
    assert order is not None
    others = [each for each in campaign.table.in_play() if each.key not in order.now]
    foe = next(each for each in others if campaign.table.are_opposed(order.now[0], each.key))
    acting = [campaign.table[key].name for key in order.now]
    procedure = campaign.rules.procedure(attack["id"])
    out = filled_form(procedure, campaign.table, foe.key, {"against": order.now[0]}).given
    assert doubt_of(campaign, procedure, out) == doubt("others-turn", foe.name, ", ".join(acting))


def test_the_unaware_have_no_turn_in_a_surprise_round(opens: OpensCampaign) -> None:
    """W13, D20-unaware."""
    campaign = opens("d20")
    for who in ("Ana", "Orc 1"):
        do(campaign, "campaign.edit", who=who, cells="attacks.new=bow +3 1d8")
    do(campaign, "d20.begin-battle", unaware="Orc 1, Orc 2")
    for _ in range(2):
        assert asked(campaign, "d20.attack", who="Orc 1", against="Ana") == doubt("unaware", "Orc 1")
        do(campaign, "turn.next")


@pytest.mark.parametrize("state", ["captured", "surrendered", "prisoner"])
@pytest.mark.parametrize(
    ("game", "begin"),
    [
        *(("troika", each) for each in ("troika.assemble-stack", "turn.begin-list", "turn.begin-sides")),
        ("d20", "d20.begin-battle"),
        ("fell", "turn.begin-sides"),
    ],
)
def test_a_captured_foe_is_out_of_the_next_fight(
    opens: OpensCampaign, game: str, begin: str, state: str
) -> None:
    """It got tokens and acted; who is named is in it all the same."""
    campaign = opens(game)
    do(campaign, "campaign.condition", who="Orc 1", condition=state)
    do(campaign, begin)
    order = campaign.table.order
    assert order is not None and sorted(order.members) == [1, 2, 4]
    do(campaign, "turn.join", who="Orc 1")
    order = campaign.table.order
    assert order is not None and sorted(order.members) == [1, 2, 3, 4]


def with_faces(campaign: Campaign, id: str, faces: tuple[int, ...], **texts: str) -> None:
    procedure = campaign.rules.procedure(id)
    given = read_procedure_inputs(procedure, texts, campaign.table)
    campaign.perform(procedure, given, ReplayAnswers(random.Random(1), faces))


COUNTS_SAID = {
    "orc 2 initiative 20": ["Orc 2", "Ana", "Bram", "Orc 1"],
    "set orc 2 initiative to 20": ["Orc 2", "Ana", "Bram", "Orc 1"],
    "orc 2 to 20": ["Orc 2", "Ana", "Bram", "Orc 1"],
    "orc 2's count is 20": ["Orc 2", "Ana", "Bram", "Orc 1"],
    "initiative of orc 2 to 20": ["Orc 2", "Ana", "Bram", "Orc 1"],
    "orc 2 acts on 12": ["Ana", "Orc 2", "Bram", "Orc 1"],
    "move bram to -1": ["Ana", "Orc 1", "Orc 2", "Bram"],
    "ana to 5": ["Bram", "Orc 1", "Orc 2", "Ana"],
    "orcs to 20": ["Orc 1", "Orc 2", "Ana", "Bram"],
    "orc 2 before ana": ["Orc 2", "Ana", "Bram", "Orc 1"],
    "orc 2 goes before bram": ["Ana", "Orc 2", "Bram", "Orc 1"],
    "put orc 2 ahead of bram": ["Ana", "Orc 2", "Bram", "Orc 1"],
    "ana after orc 1": ["Bram", "Orc 1", "Ana", "Orc 2"],
    "move ana behind orc 2": ["Bram", "Orc 1", "Orc 2", "Ana"],
    "orcs before bram": ["Ana", "Orc 1", "Orc 2", "Bram"],
    "orcs after ana": ["Ana", "Orc 1", "Orc 2", "Bram"],
}


@pytest.mark.parametrize(("line", "order"), [*COUNTS_SAID.items()])
@pytest.mark.parametrize("is_on", [False, True])
def test_a_count_and_a_place_are_set_by_a_word_in_one_entry(
    opens: OpensCampaign, line: str, order: list[str], is_on: bool
) -> None:
    campaign = opens("d20")
    with_faces(campaign, "d20.begin-battle", (15, 10, 8, 5))
    if is_on:
        do(campaign, "turn.next")
    before, length = campaign.table, campaign.length
    form = understood_at(line, campaign.table, campaign.rules, 1).form
    assert form is not None
    campaign.perform(form.procedure, form.given, ReplayAnswers(random.Random(1)))
    assert campaign.length == length + 1
    now = campaign.table.order
    assert isinstance(now, CountsOrder)
    assert [campaign.table[each.key].name for each in now.places] == order
    assert [each.count for each in now.places] == sorted((each.count for each in now.places), reverse=True)
    assert before.order is not None and (now.acted, now.now) == (before.order.acted, before.order.now)
    campaign.undo()
    assert campaign.table.order == before.order


def test_a_count_that_is_set_stays_with_a_newcomer_and_when_a_turn_is_taken_back(
    opens: OpensCampaign,
) -> None:
    campaign = opens("d20")
    with_faces(campaign, "d20.begin-battle", (15, 10, 8, 5))
    do(campaign, "turn.next")
    do(campaign, "d20.set-count", who="Orc 2", count="12")
    do(campaign, "campaign.add-character", name="Cleo", kind="pc")
    with_faces(campaign, "turn.join", (13,), who="Cleo")
    do(campaign, "turn.back")
    order = campaign.table.order
    assert isinstance(order, CountsOrder)
    assert [(campaign.table[each.key].name, each.count) for each in order.places] == [
        *(("Ana", 15), ("Cleo", 13), ("Orc 2", 12), ("Bram", 10), ("Orc 1", 8))
    ]


def test_whoever_has_acted_has_no_second_turn_by_a_lower_count(opens: OpensCampaign) -> None:
    campaign = opens("d20")
    with_faces(campaign, "d20.begin-battle", (15, 10, 8, 5))
    do(campaign, "turn.next")
    do(campaign, "turn.next")
    do(campaign, "d20.set-count", who="Ana", count="6")
    do(campaign, "d20.set-count", who="Orc 2", count="20")
    acting = []
    for _ in range(3):
        do(campaign, "turn.next")
        assert campaign.table.order is not None
        acting += [campaign.table[key].name for key in campaign.table.order.now]
    assert acting == ["Orc 2", "Orc 1", "Orc 2"]  # the last in the next round


@pytest.mark.parametrize("game", ["troika", "fell", "galejatra", "wandered", "d20"])
@pytest.mark.parametrize(
    "line",
    [
        *("orc 2 surrenders", "orc 2 gave up", "orc 2 has surrendered", "orc 2 surrenders to ana"),
        *("orc 2 is a prisoner", "orc 2 is captured by bram", "we capture orc 2", "ana captures orc 2"),
        *("take orc 2 prisoner", "ana takes orc 2 captive", "ana and bram take orc 2 prisoner"),
    ],
)
def test_who_gives_up_or_is_taken_is_captured_and_nobody_else(
    opens: OpensCampaign, game: str, line: str
) -> None:
    campaign = opens(game)
    form = understood_at(line, campaign.table, campaign.rules, 1).form
    assert form is not None and form.given["who"] == (4,)
    assert form.given["condition"] in ("captured", "surrendered")
