"""A fight by the keyboard: how many keys each thing takes, on one and on several."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.rules.names import find_by_name
from tableside.rules.procedure import Role
from tableside.rules.table import Kind
from tableside.rules.turns.counts import CountsOrder
from tableside.rules.turns.running_order import who_acts_in_running_order
from tableside.screens.roll import RollPage
from tableside.screens.roll_parts import RollLarge
from tableside.views.attacks import attackers_this_turn, foes_to_target
from tableside.widgets.line_list import LineList
from tableside.wording import label
from tests.campaign.people import do
from tests.screens.table import Table, campaign_of, opened

GOBLINS = ("Goblin 1", "Goblin 2", "Goblin 3")


def battle(folder: Path, *begun: str, game: str = "d20") -> str:
    """A campaign with Ana and three goblins, who have hit points 9; its id. `begun` is done too."""
    library = Library(folder)
    id = library.new("Salt", game)
    campaign = library.open(id)
    texts: tuple[tuple[str, dict[str, str]], ...] = (
        ("d20.create", {"name": "Ana", "dexterity": "30", "hit-points": "20"}),
        ("d20.add-foe", {"name": "Goblin", "count": "3", "hit-points": "9", "modifier": "-5"}),
        *((each, {}) for each in begun),
    )
    for procedure_id, given in texts:
        do(campaign, procedure_id, **given)
    campaign.close()
    return id


FIGHT = ("d20.begin-battle", "turn.next")


def hit_points(table: Table) -> list[int]:
    people = table.campaign.table.in_play()
    return [each.sheet.hit_points.current for each in people]  # type: ignore[attr-defined]  # a d20 sheet


def conditions(table: Table) -> list[list[tuple[str, int | None]]]:
    people = table.campaign.table.in_play()
    return [[(each.name, each.rounds) for each in who.conditions] for who in people]


async def test_one_is_hurt_with_four_keys(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("minus", "1", "2", "enter")
        assert hit_points(table) == [8, 9, 9, 9]


async def test_an_attack_is_aimed_at_whoever_of_the_other_side_is_under_the_cursor(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        for downs in (1, 2, 3):
            await table.keys("i", "home", *["down"] * downs)
            under = table.app.app_state.selected
            await table.keys("x")
            form = table.app.screen.query_one(RollPage).form
            assert form is not None and (form.given["who"], form.given["against"]) == (1, under) != (1, 1)


async def test_an_attack_and_the_end_of_the_fight_are_there_on_characters_too(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("c", "end")
        foe = table.app.app_state.selected
        await table.keys("x")
        form = table.app.screen.query_one(RollPage).form
        assert form is not None and (form.given["who"], form.given["against"]) == (1, foe)
        await table.keys("c", "f", "2")
        assert table.campaign.table.order is None
        await table.keys("c", "f")
        assert "! " in table.text()


async def test_a_digit_on_the_list_begins_the_wound(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("1")
        assert "Damage to Ana:" in table.text()
        await table.keys("2", "enter")
        assert hit_points(table) == [8, 9, 9, 9]
        await table.keys("c", "down", "3", "enter")
        assert hit_points(table) == [8, 6, 9, 9]


@pytest.mark.parametrize("place", ["r", "a", "j", "p"])
async def test_wounds_conditions_and_foes_are_asked_for_on_every_view(tmp_path: Path, place: str) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        title = (await table.keys(place, "tab" if place == "r" else "home")).lines()[0][:8]
        await table.keys(*"k", *"pr3", "enter", "N", *"2 orcs", "enter")
        assert conditions(table)[0] == [("prone", 3)] and len(table.campaign.table.in_play()) == 6
        if place != "r":  # there - is the modifier
            await table.keys("minus", "1", "2", "enter", "plus", "3", "enter")
            assert hit_points(table)[0] == 11
        assert table.lines()[0].startswith(title)


async def test_tab_goes_to_the_foe_aimed_at_last_and_on_to_the_next(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        first, second, _ = foes_to_target(table.campaign.table)
        await table.keys("tab", "tab")
        assert table.app.app_state.selected == second
        await table.keys("4", "enter", "home", "tab")
        assert table.app.app_state.selected == second
        await table.keys("tab", "tab")
        assert table.app.app_state.selected == first


async def test_tab_enters_a_wound_and_goes_on_to_the_next_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("tab", "4", "tab")
        assert hit_points(table) == [20, 5, 9, 9]
        assert who_acts_in_running_order(table.campaign.table) == (2,)
        await table.keys("tab")
        assert table.app.app_state.selected == 1
        assert len(table.campaign.table.turns) == 2


async def test_a_wound_that_will_not_do_is_asked_again_and_nothing_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("tab", "4", "x", "tab")
        assert table.app.main_screen.ask.is_asking
        await table.keys("backspace", "enter")
        assert hit_points(table) == [20, 5, 9, 9]
        assert who_acts_in_running_order(table.campaign.table) == (1,)


async def test_on_other_views_tab_stays_in_the_question(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("c", "4", "tab", "enter")
        assert hit_points(table) == [16, 9, 9, 9]
        assert who_acts_in_running_order(table.campaign.table) == (1,)


async def test_each_side_remembers_whom_it_attacked(tmp_path: Path) -> None:
    folk = (("Ana", "pc"), ("Bram", "pc"), ("Orc", "enemy"))
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", **dict(folk))) as table:
        await table.keys("i", "space", "r", *"ana", "space", *"fight", "enter")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        await table.keys("c", "end", "i", "end", "r", *"orc", "space", *"fight")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and form.given["against"] in (1, 2)


async def test_whoever_was_beaten_is_not_attacked_again(tmp_path: Path) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "fell")) as table:
        view = await table.keys("x", "enter")
        form = view.app.main_screen.query_one(RollPage).form
        beaten = next(
            each for each in table.campaign.table.characters.values() if each.name == "Toll keeper 2"
        )
        assert form is not None and beaten.has("out-of-action") and form.given["against"] != beaten.key
        await table.keys("i", "x")
        again = table.app.main_screen.query_one(RollPage).form
        assert again is not None and again.given["against"] not in (0, beaten.key)


async def test_a_side_attacks_with_one_key_each(tmp_path: Path) -> None:
    library = Library(tmp_path)
    async with opened(tmp_path, library.new("Fen", "fell")) as table:
        await table.keys("n", "2", *"Ana", "enter", "N", *"3 wolves d4", "enter", "i", *["space"] * 3)
        assert len(who_acts_in_running_order(table.campaign.table)) == 3
        await table.keys("x", "equals_sign", *"12")
        assert who(table) == "Wolf 2", "the first has attacked"
        await table.keys("equals_sign", *"11")
        assert who(table) == "Wolf 3", "all but one have attacked"
        await table.keys("equals_sign", *"14", "1")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and form.procedure.role == Role.NEXT, "the last is beaten"


def who(table: Table) -> str:
    """The name of the one whose attack on Ana is filled in."""
    form = table.app.main_screen.query_one(RollPage).form
    assert form is not None and form.procedure.id == "fell.attack-foe"
    assert table.campaign.table[int(str(form.given["against"]))].name == "Ana"
    return table.campaign.table[int(str(form.given["who"]))].name


async def test_three_are_hurt_at_once_with_six_keys_in_one_entry(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down")
        length = table.campaign.length
        await table.keys("shift+down", "shift+down", "minus")
        assert "Damage to 3: Goblin" in table.text() and "3 marked" in table.lines()[0]
        await table.keys("1", "2", "enter")
        assert hit_points(table) == [20, -3, -3, -3] and table.campaign.length == length + 1


async def test_all_of_a_name_are_hurt_with_a_star(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down", "minus")
        assert "* every Goblin" in table.text()
        await table.keys("4", "asterisk", "enter")
        assert hit_points(table) == [20, 5, 5, 5]


async def test_a_condition_for_rounds_takes_five_keys_on_however_many(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down", "asterisk", "down", "down", "asterisk")
        await table.keys("k", "p", "r", "3", "enter")
        assert sum(each == [("prone", 3)] for each in conditions(table)) == 2


async def test_marks_are_for_what_is_done_next_and_nothing_after_it(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down", "shift+down", "minus", "5", "enter")
        assert "marked" not in table.lines()[0]
        await table.keys("u", "minus", "2", "enter")
        assert sum(each < 9 for each in hit_points(table)) == 1, "one wound, though two had been marked"
        await table.keys("u", "U")
        assert "marked" not in table.lines()[0]


@pytest.mark.parametrize("keys", [("space",), ("u",), ("j", "i"), ("j", "L", "L", "i"), ("escape",)])
async def test_marks_go_with_what_was_done_meanwhile_and_where_nobody_sees_them(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("space", "home", "asterisk", "down", "asterisk")
        assert "2 marked" in table.lines()[0]
        await table.keys(*keys)
        assert "marked" not in table.lines()[0] and table.page == "Initiative"
        assert not any(line.startswith((" *", ">*")) for line in table.lines())


async def test_marks_stay_through_a_note_and_a_look_aside(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down", "shift+down", "question_mark", "question_mark", "w", *"fire", "enter")
        assert "2 marked" in table.lines()[0]


async def test_a_question_that_is_left_keeps_the_marks(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down", "shift+down", "minus", "escape", "c")
        assert "2 marked" in table.lines()[0], "the roster shows the same marks"
        assert sum(line.startswith((" *", ">*")) for line in table.lines()) == 2


async def test_a_plus_in_the_hurt_line_heals(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("minus", "8", "enter", "minus", "plus", "3", "enter")
        assert hit_points(table)[0] == 15


async def test_leaving_and_coming_back_is_one_key_each(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down", "l")
        order = table.campaign.table.order
        assert order is not None and len(order.members) == 3
        assert "Not in the fight" in table.text()
        await table.keys("end", "o")
        order = table.campaign.table.order
        assert order is not None and len(order.members) == 4


async def test_of_several_conditions_the_one_that_is_picked_ends(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("k", "p", "r", "enter", "k", "s", "t", "u", "enter", "K", "2")
        assert conditions(table)[0] == [("prone", None)]
        await table.keys("K")
        assert conditions(table)[0] == []
        assert list(audit(table.campaign)) == []


async def test_foes_come_into_the_fight_in_one_entry_that_one_key_takes_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before, length = table.campaign.table, table.campaign.length
        await table.keys("N", *"3 gob", "enter")
        order = table.campaign.table.order
        assert order is not None and before.order is not None
        assert len(order.members) == len(before.order.members) + 3
        assert table.campaign.length == length + 1
        assert "Goblin 3" in table.text()
        await table.keys("u")
        assert table.campaign.table == before


async def test_foes_of_several_kinds_are_one_line_and_one_entry(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        before, length = table.campaign.table, table.campaign.length
        await table.keys("N", *"2 gob", "tab")
        assert "2 goblin" in table.text()
        await table.keys(*" 1 trol", "tab", "enter")
        assert table.campaign.length == length + 1
        came = [each.name for each in table.campaign.table.in_play() if each.key not in before.characters]
        assert came == ["Goblin 1", "Goblin 2", "Troll"]
        await table.keys("u")
        assert table.campaign.table == before
        assert list(audit(table.campaign)) == []


async def test_the_cursor_goes_to_the_first_who_came_while_nobody_fights(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path)) as table:
        await table.keys("c", "N", *"2 wolves hp 9", "enter")
        assert table.campaign.table[table.app.app_state.selected or 0].name == "Wolf 1"
        await table.keys("minus", "7", "enter")
        assert hit_points(table)[-2:] == [2, 9]


async def test_in_a_fight_the_cursor_stays_where_it_was(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        acting = table.app.app_state.selected
        await table.keys("N", *"2 wolves hp 9", "enter")
        assert table.app.app_state.selected == acting
        await table.keys("minus", "7", "enter")
        assert hit_points(table) == [13, 9, 9, 9, 9, 9]


async def test_what_the_game_needs_besides_the_line_is_asked(tmp_path: Path) -> None:
    library = Library(tmp_path)
    async with opened(tmp_path, library.new("Fen", "fell")) as table:
        await table.keys("N", *"2 guards", "enter")
        assert table.app.main_screen.ask.is_asking
        await table.keys("3")
        assert "Guard 2" in table.text()
        await table.keys("N", *"2 wolves d6", "enter")
        assert "Wolf 2" in table.text()


async def test_an_archer_shoots(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("x")
        assert "weapon" in table.text() and "aimed" not in table.text()
        await table.keys("i", *["down"] * 3, "O", "escape", "f", "2", "x")
        assert "aimed" in table.text(), "Moss has a bow"


async def test_a_page_down_shows_the_rest_of_what_stands_beside_the_fight(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await (await table.keys("i", "N")).write("3 goblins, 1 troll, 2 orcs")
        await table.keys("enter", "f", "2")
        assert "O begins another kind" not in table.text()
        await table.keys("pagedown")
        assert "O begins another kind" in table.text()
        assert table.app.app_state.selected == 1
        await table.keys("pageup")
        assert "The fight: 2 rounds" in table.text()


async def test_where_whoever_acts_dies_in_their_turn_no_other_attacks_for_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await (await table.keys("colon")).write("kill ottoline")
        await table.keys("enter")
        assert table.lines()[0].startswith(" Round 2  Ottoline Vash, dead ")
        await table.keys("x")
        assert table.page == "Initiative"
        assert "this turn is over (Ottoline Vash, dead): space is the next" in table.text()


async def test_while_the_end_of_a_round_asks_it_is_announced_and_nobody_acts(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i")
        for _ in range(40):
            await table.keys("space")
            if table.app.main_screen.ask.is_asking:
                break
        assert table.lines()[0].startswith(" END OF ROUND 2   ")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        assert table.lines()[0].startswith(" Round 3 ")


async def test_the_end_of_a_fight_tells_what_it_came_to(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("down", "minus", *"20*", "enter", "f", "2")
        assert "The fight: 1 round, 4 entries" in table.text()
        pane = table.app.screen.query_one("#stack", LineList)
        told = " ".join(line.content.plain.strip() for line in pane.lines)
        assert "took 20" in told and "dead in round 1" in told
        await table.keys("j", "enter")
        assert "The fight: 1 round" in table.text()


def members(table: Table) -> tuple[int, ...]:
    order = table.campaign.table.order
    return order.members if order is not None else ()


@pytest.mark.parametrize(("keys", "inside"), [("1", 3), ("2", 3), ("12", 4), ("3", 4)])
async def test_who_joins_is_marked_where_the_one_under_the_cursor_is_in_it(
    tmp_path: Path, keys: str, inside: int
) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("end", "l", "up", "l", "home", "o")
        assert "Join the fight, who:" in table.text() and "3 all" in table.text()
        await table.keys(*keys, "enter")
        assert len(members(table)) == inside


async def test_the_only_one_outside_joins_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("end", "l", "home", "o")
        assert len(members(table)) == 4


async def test_what_a_fight_came_to_reads_the_same_on_coming_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "colon", *"end", "space", *"the", "space", *"fight", "enter")
        assert table.campaign.table.order is None
        await table.keys("i")
        assert "Tide warden 2  dealt 6" in table.text()


async def test_popcorn_asks_whoever_has_acted_who_is_next(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path)) as table:
        ways = [each.id for each in table.campaign.rules.procedures if each.role == Role.ASSEMBLE]
        await table.keys("i", "O", str(1 + ways.index("turn.begin-popcorn")), "enter")
        await table.keys("i", "space")
        assert "Who acts next?" in table.text()
        await table.keys("2")
        order = table.campaign.table.order
        assert order is not None and order.now == (2,)
        await table.keys("down", "M")
        order = table.campaign.table.order
        assert order is not None and order.now != (2,), "M on somebody hands the turn to them"


@pytest.mark.parametrize("game", ("troika", "fell", "galejatra", "wandered", "d20"))
async def test_a_turn_is_handed_to_the_one_under_the_cursor_and_nobody_else(
    tmp_path: Path, game: str
) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        if game == "d20":
            await table.keys("i", "space", "d", "space")
        for place in range(len(members(table))):
            length = table.campaign.length
            await table.keys("i", "home", *["down"] * place)
            key = table.app.main_screen.query_one("#fighters", LineList).key
            await table.keys("M")
            last = table.campaign.last
            assert last is not None
            if table.campaign.length > length:
                assert last.given["who"] == int(key or 0)
            else:
                assert "! " in table.text()


@pytest.mark.parametrize("game", ("troika", "fell", "galejatra"))
async def test_enter_on_a_fighter_does_nothing_but_go_to_the_sheet(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        length = table.campaign.length
        await table.keys("i", "home", "enter")
        view = table.app.main_screen.view
        assert table.campaign.length == length and view is not None and view.id == "characters"
        assert table.app.app_state.selected == members(table)[0]


async def test_the_key_bar_has_what_can_be_done_at_this_moment(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path), size=(120, 40)) as table:
        bar = (await table.keys("i")).lines()[-1]
        assert bar.startswith("space Begin") and "End fight" not in bar and "Delay" not in bar
        bar = (await table.keys("space", "space")).lines()[-1]
        assert bar.startswith("space Next") and "d Delay" in bar
        bar = (await table.keys("l")).lines()[-1]
        assert "Delay" not in bar and "Ready" not in bar
        assert "Next: Goblin" in table.text(), "nobody acts, and it said nothing of who would"
        await table.keys("y")
        assert "it is nobody's turn: space begins the next" in table.text()


@pytest.mark.parametrize(("key", "typed"), [("d", ()), ("y", (*"if she casts", "enter"))])
async def test_whoever_has_put_off_their_turn_takes_it_with_a_key_on_the_key_bar(
    tmp_path: Path, key: str, typed: tuple[str, ...]
) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("i")
        assert "Act now" not in table.lines()[-1]
        await table.keys(key, *("space" if each == " " else each for each in typed))
        assert "Act now" not in table.lines()[-1], "the cursor is on whoever acts now, without another key"
        order = table.campaign.table.order
        assert order is not None and order.now == (table.app.app_state.selected,)
        await table.keys("home")
        assert "M Act now" in table.lines()[-1]
        await table.keys("M")
        assert "Act now" not in table.lines()[-1] and "Ana acts" in table.text()


async def test_a_readied_attack_is_against_the_foe_whose_turn_it_breaks_into(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("i", "y", *"so", "enter", "space", "space", "home")
        order = table.campaign.table.order
        assert order is not None
        (acting,) = order.now
        await table.keys("M", "x")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and form.given["against"] == acting


async def test_what_the_game_knows_is_said_where_a_condition_is_typed(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path)) as table:
        await table.keys("k")
        assert "your own words, or prone, stunned, shaken" in table.text()
        await table.keys(*"pr3", "enter")
        assert "or words of your own" not in table.text()


async def test_a_tick_is_on_the_key_bar_where_there_is_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "right")
        assert "space Tick" not in table.lines()[-1]
        await table.keys("space")
        assert "only a skill or a spell has a tick" in table.text()
        sheet = table.app.main_screen.query_one("#sheet", LineList)
        sheet.go_to("skills.1")
        await table.pilot.pause()
        assert "space Tick" in table.lines()[-1]


async def test_a_foe_does_not_eat_and_nobody_eats_for_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("c", "end", "up", "up", "E")
        assert "The keeper is a foe: choose Ottoline Vash" in table.text()
        assert table.campaign.length == length


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
async def test_a_long_name_leaves_the_values_of_all_on_their_row(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT), size) as table:
        await table.keys("N", *"2 storm giants of the north hp 40", "enter")
        fighters = [
            str(each.content) for each in table.app.main_screen.query_one("#fighters", LineList).lines
        ]
        reasons = [str(each.content) for each in table.app.main_screen.query_one("#stack", LineList).lines]
        assert sum("40/40" in row and "Storm" in row for row in fighters) == 2
        assert sum("9/9" in row and "Goblin" in row for row in fighters) == 3
        assert sum("Storm" in row and "+0" in row for row in reasons) == 2
        await table.keys("c")
        roster = [str(each.content) for each in table.app.main_screen.query_one("#roster", LineList).lines]
        assert sum("40/40" in row and "Storm" in row for row in roster) == 2


async def test_after_a_crash_in_the_middle_the_one_who_acts_is_selected(tmp_path: Path) -> None:
    id = battle(tmp_path, *FIGHT)
    async with opened(tmp_path, id) as table:
        await table.keys("space", "home", "asterisk")
        order = table.campaign.table.order
        assert order is not None
        acting = order.now[0]
    async with opened(tmp_path, id) as table:
        assert table.page == "Initiative" and "marked" not in table.lines()[0]
        assert table.app.app_state.selected == acting


async def test_a_second_attack_in_one_turn_is_asked_about_and_enter_makes_none(tmp_path: Path) -> None:
    """TRO-6.1; the demo's fight: it is Ottoline's turn."""
    async with opened(tmp_path) as table:
        await table.keys("x", "enter")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        first = table.campaign.length
        assert table.campaign.entry(first).procedure == "troika.fight"
        await table.keys("enter")
        assert "Ottoline Vash has acted this turn already. Act again?" in table.text()
        await table.keys("enter")
        assert table.campaign.length == first and not table.app.main_screen.ask.is_asking
        await table.keys("enter", "2")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        assert table.campaign.length == first + 1
        assert "attacks-again" in {each.id for each in table.campaign.entry(first + 1).facts}


async def test_a_spell_that_harms_is_aimed_and_a_second_in_one_turn_is_asked_about(tmp_path: Path) -> None:
    """TRO-6.1, TRO-6.3."""
    async with opened(tmp_path) as table:
        quill = find_by_name(table.campaign.table.in_play(), "Sister Quill").key
        order = table.campaign.table.order
        while order is not None and order.acting != quill:
            do(table.campaign, "turn.next")
            order = table.campaign.table.order
        table.app.app_state.selected = quill
        table.app.app_state.show()
        await (await table.keys("r")).write("jolt")
        await table.until("against       Tide warden 1")
        await table.keys("enter")
        first = table.campaign.length
        assert table.campaign.entry(first).procedure == "troika.cast"
        await (await table.keys("slash", "ctrl+u")).write("hush")
        await table.until("against       left open")
        await table.keys("enter")
        assert "Sister Quill has acted this turn already. Act again?" in table.text()
        await table.keys("enter")
        assert table.campaign.length == first


async def test_what_a_fight_came_to_goes_on_behind_a_comma(tmp_path: Path) -> None:
    """A row ended behind `dying in round`."""
    async with opened(tmp_path) as table:
        await (await table.keys("colon")).write("hurt warden 1 8")
        await table.keys("enter", "i", "f", "y", "enter")
        told = table.app.screen.query_one("#stack", LineList).lines
        assert any(line.content.plain == "  dying in round 2" for line in told), table.text()


@pytest.mark.parametrize(("game", "begun"), [("d20", ["space"]), ("fell", ["space"]), ("galejatra", [])])
async def test_so_it_is_where_no_rule_keeps_who_has_acted_and_the_fight_shows_it(
    tmp_path: Path, game: str, begun: list[str]
) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        await table.keys("i", *begun)
        assert not attackers_this_turn(table.campaign)
        await table.keys("x", "enter")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        first, who = table.campaign.length, table.campaign.entry(table.campaign.length).given["who"]
        assert attackers_this_turn(table.campaign) == {who}
        table.app.app_state.selected = int(str(who))
        table.app.app_state.show()
        await table.keys("i", "x", "enter")
        assert "has acted this turn already. Act again?" in table.text()
        await table.keys("enter", "i")
        assert table.campaign.length == first
        listed = table.app.main_screen.query_one("#fighters", LineList)
        (row,) = [line.content.plain for line in listed.lines if line.key == str(who)]
        assert (label("waits", "acted") if game == "d20" else "√") in row
        await table.keys("u")
        assert not attackers_this_turn(table.campaign)
        await table.keys("U", "space")
        assert not attackers_this_turn(table.campaign)


@pytest.mark.parametrize("game", ["fell", "galejatra"])
async def test_who_is_marked_as_having_acted_is_not_proposed(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        await table.keys("i", "M")
        marked = table.campaign.entry(table.campaign.length).given["who"]
        await table.keys("x")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and form.given["who"] != marked


async def test_whoever_left_the_fight_is_aimed_at_no_more(tmp_path: Path) -> None:
    """The keeper stood there, and the sentry who had fled was attacked by one Enter more."""
    async with opened(tmp_path, place_demo(Library(tmp_path), "d20")) as table:
        await table.keys("i", "x", "enter")
        await table.keys(":", *"brine sentry 1 leaves", "enter", "i", "x")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and form.procedure.role == Role.FIGHT
        order, against = table.campaign.table.order, form.given["against"]
        assert order is not None and against in order.members


@pytest.mark.parametrize(
    ("game", "key", "against"),
    [("galejatra", "x Attempt", "Ringers in iron masks"), ("wandered", "x Roll it", "")],
)
async def test_where_there_is_no_attack_the_key_opens_the_main_roll_of_whoever_acts(
    tmp_path: Path, game: str, key: str, against: str
) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        assert key in (await table.keys("i")).text()
        acting = who_acts_in_running_order(table.campaign.table)[0]
        await table.keys("x")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and form.procedure.role == Role.TEST and form.given["who"] == acting
        assert not against or table.campaign.table[int(str(form.given["against"]))].name == against
        await table.keys("i", *["down"] * 3, "x")
        cliff = next((each for each in table.campaign.table.in_play() if "cliff" in each.name), None)
        again = table.app.main_screen.query_one(RollPage).form
        assert again is not None and again.given["who"] == acting
        assert again.given.get("against", 0) == (cliff.key if cliff is not None else 0)


async def test_one_key_clears_away_the_fallen_and_undo_brings_them_back(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        await table.keys("i", "X")
        assert "nobody to clear away" in table.text()
        for name in GOBLINS[:2]:
            do(table.campaign, "campaign.condition", who=name, condition="dead")
        length = table.campaign.length
        await table.keys("i", "X")
        assert table.campaign.length == length + 1
        assert [each.name for each in table.campaign.table.in_play()] == ["Ana", "Goblin 3"]
        await table.keys("u")
        assert len(table.campaign.table.in_play()) == 4


@pytest.mark.parametrize("key", ["enter", "escape", "v"])
async def test_what_was_rolled_is_shown_large_until_enter_escape_or_v(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path, battle(tmp_path)) as table:
        await table.keys("r", *"spot", "enter", "v")
        large = table.app.main_screen.query_one(RollLarge)
        assert large.display and "█" in table.text()
        length = table.campaign.length
        await table.keys(key)
        assert not large.display
        assert table.campaign.length == length
        await table.keys("enter")
        assert table.campaign.length == length + 1


async def test_any_other_key_does_what_it_does_on_a_large_result(tmp_path: Path) -> None:
    """It only closed it, and the Enter behind it was one of the roll, or of the turn."""
    async with opened(tmp_path, battle(tmp_path)) as table:
        length = table.campaign.length
        await table.keys("r", *"spot", "enter", "v", "j")
        assert table.page == "Journal"
        await table.keys("r", *"spot", "enter", "v", "plus")
        form = table.app.main_screen.query_one(RollPage).form
        assert form is not None and form.given["modifier"] == 1
        await table.keys("v", "u")
        assert not table.app.main_screen.query_one(RollLarge).display
        assert table.campaign.length == length + 3, "two rolls, one of them taken back"


async def test_a_fight_begins_with_the_cursor_on_whoever_acts_first(tmp_path: Path) -> None:
    """It stayed on the foe it was on, and an attack was theirs although the party acted first."""
    async with opened(tmp_path, place_demo(Library(tmp_path), "fell")) as table:
        await table.keys("i", "f", "2", "end")
        people, before = table.campaign.table, table.app.app_state.selected
        await table.keys("space")
        order, first = table.campaign.table.order, table.app.app_state.selected
        assert order is not None and not order.now
        assert before and people[before].kind == Kind.ENEMY
        assert first and people[first].kind == Kind.PC


async def test_a_count_is_set_with_a_key_and_taken_back_with_one(tmp_path: Path) -> None:
    async with opened(tmp_path, battle(tmp_path, *FIGHT)) as table:
        order, length = table.campaign.table.order, table.campaign.length
        assert isinstance(order, CountsOrder)
        last = order.members[-1]
        table.app.screen.query_one("#fighters", LineList).go_to(str(last))
        await table.keys("I", "4", "0", "enter")
        now = table.campaign.table.order
        assert isinstance(now, CountsOrder) and now.members[0] == last and now.place(last).count == 40
        assert table.campaign.length == length + 1
        await table.keys("u")
        assert table.campaign.table.order == order
