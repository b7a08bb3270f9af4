"""What players may see while it happens: their own people, and of everything else what was done openly."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import games_with_demo
from tableside.rules.table import TableClockSight
from tableside.text import width
from tableside.views.character_list import OURS
from tableside.views.html import campaign_html_page
from tableside.views.markdown import markdown_log
from tableside.views.public.seen_table import own_sheet_seen_rows, seen_table_rows, table_seen
from tableside.views.side_panes import pane_of_latest_entries
from tableside.wording.facts import fact_text
from tests.campaign.people import do, note
from tests.campaign.random_play import Evening
from tests.thorough import often


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path, lambda: 1.8e9)
    opened = library.open(library.new("Salt", "d20"))
    do(opened, "d20.create", name="Ana", dexterity="30", hit_points="20")
    do(opened, "d20.add-foe", name="Goblin", count="2", modifier="-5", hit_points="9")
    yield opened
    opened.close()


def seen(campaign: Campaign, lines: int = 24) -> str:
    return "\n".join(each.text.rstrip() for each in seen_table_rows(table_seen(campaign), 80, lines))


def test_without_a_fight_the_party_alone_is_seen(campaign: Campaign) -> None:
    assert seen(campaign).splitlines() == ["The party", "  Ana ▆▆▆▆▆▆▆▆  20/20"]


def test_in_a_fight_everybody_in_it_is_seen_and_whose_turn_it_is(campaign: Campaign) -> None:
    do(campaign, "d20.begin-battle")
    do(campaign, "turn.next")
    assert "Round 1: Ana acts" in seen(campaign)
    assert "▶ Ana      ▆▆▆▆▆▆▆▆  20/20" in seen(campaign) and "  Goblin 2" in seen(campaign)


def test_of_a_foe_one_sees_the_blow_and_the_fall_not_what_is_left(campaign: Campaign) -> None:
    do(campaign, "d20.begin-battle")
    do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    assert "Goblin 1 is hurt\n" in f"{seen(campaign)}\n" and "Goblin 1 hurt" in seen(campaign)
    do(campaign, "d20.hurt", who="Goblin 1", hit_points="30")
    assert "Goblin 1 down" in seen(campaign) and "Goblin 1 is down" in seen(campaign)
    do(campaign, "d20.hurt", who="Ana", hit_points="4")
    assert "16/20" in seen(campaign) and "Ana loses 4" in seen(campaign)


def test_a_roll_is_told_by_its_headline_and_its_dice(campaign: Campaign) -> None:
    """Each took five lines of arithmetic; a written log has that below."""
    do(campaign, "campaign.edit", who="Ana", cells="attacks.new=bow +30 1d8")
    do(campaign, "d20.attack", who="Ana", against="Goblin 1")
    came, how = "Ana hits Goblin 1 · Goblin 1 is hurt (Ana, attack: d20 [", "Ana attacks: bow +30 · Ana hits"
    assert f" · {came}" in seen(campaign) and how not in seen(campaign)
    assert f"- {came}" in markdown_log(campaign) and f"\n  - {how}" in markdown_log(campaign)
    page = campaign_html_page(campaign)
    assert "</time> Ana hits Goblin 1 · Goblin 1 is hurt <" in page and f'<small class="how">{how}' in page


def test_the_last_lines_beside_a_recap_for_players_do_not_say_what_a_foe_has_left(campaign: Campaign) -> None:
    do(campaign, "d20.begin-battle")
    do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    for players, told in ((False, "Goblin 1 loses 4 hit points  5 left"), (True, "Goblin 1 is hurt")):
        assert pane_of_latest_entries(campaign, 1, 80, players=players)[-1].text.endswith(told)


def test_of_the_clocks_one_sees_what_each_lets_one_know(campaign: Campaign) -> None:
    for sight in TableClockSight:
        do(campaign, "campaign.add-clock", name=f"A {sight} clock", steps="4", sight=sight)
    told = seen(campaign)
    assert "A open clock □□□□ 0 of 4" in told and "A hidden clock ?" in told and "secret" not in told


def test_what_is_written_looked_up_or_secret_is_not_seen(campaign: Campaign) -> None:
    do(campaign, "campaign.house-rule", rule="ORA-4", option="the-gm-alone")
    note(campaign, "The keeper is the thief.")
    do(campaign, "oracle.ask", question="Is the cellar trapped?")
    do(campaign, "campaign.edit", who="Goblin 1", notes="has the key")
    rolled = do(campaign, "d20.check", who="Ana", check="spot")
    assert "Ana" in seen(campaign).split("What happened")[1]
    campaign.amend(campaign.amending(rolled.number).in_secret(True))
    assert seen(campaign).splitlines() == ["The party", "  Ana ▆▆▆▆▆▆▆▆  20/20"]


def test_what_was_taken_back_never_was(campaign: Campaign) -> None:
    do(campaign, "d20.hurt", who="Ana", hit_points="4")
    campaign.undo()
    assert "loses" not in seen(campaign)


def test_where_there_is_little_room_people_come_first(campaign: Campaign) -> None:
    do(campaign, "d20.begin-battle")
    assert len(seen(campaign, 3).splitlines()) == 3
    assert "What happened" not in seen(campaign, 4) and "What happened" in seen(campaign, 6)


def test_an_own_sheet_is_whole_at_any_width_and_without_what_is_for_the_gm(campaign: Campaign) -> None:
    written = "She was born by the sea, and fears it\nSecond line\n#gm the sea remembers"
    do(campaign, "campaign.edit", who="Ana", notes=written.rpartition("\n")[0])
    do(campaign, "campaign.condition", who="Ana", condition="cursed #gm")
    ana = campaign.table[1]
    for cells in (24, 40, 80):
        rows = [*own_sheet_seen_rows(ana, campaign.table, campaign.rules, cells)]
        words = " ".join(" ".join(each.text for each in rows).split())
        assert "She was born by the sea, and fears it" in words and "Second line" in words
        assert "cursed" not in words and max(width(each.text.rstrip()) for each in rows) <= cells
    do(campaign, "campaign.edit", who="Ana", notes=written)
    assert "sea" not in "".join(
        each.text for each in own_sheet_seen_rows(campaign.table[1], campaign.table, campaign.rules, 80)
    )


def test_a_long_row_of_a_list_is_not_cut_off(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: 1.8e9)
    opened = library.open(library.new("Iron", "troika"))
    do(opened, "troika.create", name="Ana")
    thing = "A letter of passage through every gate of the city"
    do(opened, "campaign.edit", who="Ana", cells=f"items.new={thing}")
    rows = own_sheet_seen_rows(opened.table[1], opened.table, opened.rules, 40)
    assert thing in " ".join(" ".join(each.text for each in rows).split())
    opened.close()


@settings(max_examples=often(6), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), game=st.sampled_from(games_with_demo()))
def test_no_secret_is_ever_seen(seed: int, game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Over evenings of whatever can be done: no text of a secret fact, nobody who lies in wait."""
    evening = Evening(tmp_path_factory.mktemp("evening"), game, seed)
    for _ in range(40):
        evening.operate()
        campaign = evening.campaign
        told = seen(campaign, 10_000)
        facts = [fact for each in campaign.entries() for fact in each.facts]
        secrets = {fact_text(fact) for fact in facts if fact.secret}
        table = campaign.table
        fighting = table.order.members if table.order else ()
        met = [who for key, who in table.characters.items() if key in fighting or who.kind in OURS]
        known = "\n".join(
            [*(fact_text(fact) for fact in facts if not fact.secret), *(each.name for each in met)]
        )
        """What a secret may be a part of by chance: a foe is called `rope`, and so is a milestone."""
        assert not [each for each in secrets if each and each in told and each not in known]
        people = told.split("What happened")[0]
        for each in table.in_play():
            if each not in met and each.name not in {other.name for other in met}:
                assert f"  {each.name}\n" not in people
    campaign.close()
