"""What is worn or held is one of the things carried: it is there once, fills its slots once, and goes with
the thing.
"""

import pytest

from tableside.errors import RuleError
from tableside.games.fell import sheet as fell
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.inventory import inventory_slots_used, packed_in_inventory
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.inputs import Choice
from tableside.rules.items import (
    item_text,
    items_carried,
    part_for_items,
    places_of_items_in_use,
    row_of_item_in_use,
)
from tableside.rules.sheet import Sheet, sheet_part_of
from tableside.rules.table import Table
from tableside.views.input_values import row_names_as_input_values
from tests.rules.test_foe_line_parts import after, do, rules
from tests.understood import understood_at


def ana(game: str, cells: str = "") -> Table:
    """Ana alone, with this cell of her sheet typed."""
    return do(Table(), game, "campaign.add-character", name="Ana", cells=cells)


def said(table: Table, game: str, *lines: str) -> Table:
    """The table after what is said at it."""
    for line in lines:
        form = understood_at(line, table, rules(game), 1).form
        assert form is not None
        table = after(form, table)
    return table


def carried(table: Table) -> list[str]:
    """The things on Ana's sheet, with a star what is worn or in hand."""
    sheet: Sheet = table[1].sheet
    places = places_of_items_in_use(sheet)
    return [f"{item_text(each)}{'*' * (n in places)}" for n, each in enumerate(items_carried(sheet))]


@pytest.mark.parametrize(
    ("lines", "things", "slots"),
    [
        (("ana wears light armour",), ["light armour (2)*"], 2),
        (("give ana light armour",), ["light armour (2)"], 2),
        (("give ana light armour", "ana wears light armour"), ["light armour (2)*"], 2),
        (("ana wears light armour", "ana takes off her armour"), ["light armour (2)"], 2),
        (("ana wears heavy armour", "ana drops armour"), [], 0),
        (("ana wears heavy armour", "ana wears light armour"), ["heavy armour (6)", "light armour (2)*"], 8),
        (("ana armour 3",), [], 6),
        (("ana armour 3", "ana takes off her armour"), ["heavy armour (6)"], 6),
        (("ana wears a shield", "ana wields axe"), ["shield*", "axe*"], 2),
        (("ana wears a shield", "ana drops shield"), [], 0),
        (("ana wields axe", "ana drops axe"), [], 0),
        (("ana wields axe", "ana sheathes axe"), ["axe"], 1),
        (("give ana Widowmaker = axe", "ana wields widowmaker"), ["Widowmaker = axe*"], 1),
    ],
)
def test_in_troika_it_fills_its_slots_once(lines: tuple[str, ...], things: list[str], slots: int) -> None:
    """TRO-9.1, TRO-10."""
    on = said(ana("troika"), "troika", *lines)
    assert carried(on) == things
    assert inventory_slots_used(TroikaSheet.of(on[1]), TroikaHouse()) == slots


def test_what_is_dropped_is_neither_worn_nor_in_hand() -> None:
    on = said(ana("troika"), "troika", "ana wears heavy armour", "ana wields axe", "ana wears a shield")
    assert (TroikaSheet.of(on[1]).armour, TroikaSheet.of(on[1]).weapon, TroikaSheet.of(on[1]).shield) == (
        3,
        "axe",
        True,
    )
    on = said(on, "troika", "ana drops armour", "ana drops axe", "ana drops shield")
    assert (TroikaSheet.of(on[1]).armour, TroikaSheet.of(on[1]).weapon, TroikaSheet.of(on[1]).shield) == (
        0,
        "unarmed",
        False,
    )


def test_another_of_the_same_stays_in_hand() -> None:
    on = said(ana("troika"), "troika", "ana wields axe", "give ana axe")
    on = do(on, "troika", "campaign.edit", who="#1", cells="items.1=")
    assert TroikaSheet.of(on[1]).weapon == "axe"


def test_what_was_in_hand_without_being_listed_stays_there() -> None:
    on = said(ana("troika", "weapon=sword"), "troika", "give ana rope", "ana drops rope")
    assert TroikaSheet.of(on[1]).weapon == "sword"
    assert carried(said(on, "troika", "ana wields sword")) == ["sword*"]


def test_worn_armour_is_not_got_out_in_a_fight() -> None:
    """TRO-6.6."""
    on = said(ana("troika"), "troika", "give ana rope", "ana wears light armour")
    assert [each.id for each in packed_in_inventory(TroikaSheet.of(on[1]), TroikaHouse())] == ["rope"]
    on = said(on, "troika", "ana takes off armour")
    assert [each.id for each in packed_in_inventory(TroikaSheet.of(on[1]), TroikaHouse())] == [
        "rope",
        "light-armour",
    ]


@pytest.mark.parametrize(
    ("lines", "things", "protection"),
    [
        (("ana wears chain mail", "ana puts on a helmet"), ["chain*", "helmet*"], 3),
        (("ana wears chain mail", "ana takes off her armour"), ["chain"], 0),
        (("ana wears chain mail", "ana drops chain"), [], 0),
        (("give ana Bell coat = plate", "ana wears bell coat"), ["Bell coat = plate*"], 3),
        (("ana wears a gambeson", "ana wears plate", "ana drops plate"), ["gambeson*"], 1),
    ],
)
def test_in_fell_armour_protects_while_it_is_worn(
    lines: tuple[str, ...], things: list[str], protection: int
) -> None:
    """FELL-X-armour, FELL-X-slots."""
    on = said(ana("fell"), "fell", *lines)
    assert carried(on) == things
    assert fell.FellSheet.of(on[1]).protection == protection
    assert fell.FellSheet.of(on[1]).slots_used == len(things)


def test_what_is_worn_already_is_not_put_on_again() -> None:
    on = said(ana("fell"), "fell", "ana wears chain")
    with pytest.raises(RuleError, match="Ana has chain already"):
        said(on, "fell", "ana wears chain mail")


def test_a_row_that_is_no_armour_is_in_nobodys_hand() -> None:
    on = said(ana("troika"), "troika", "give ana old coat = light-armour")
    assert not row_of_item_in_use(on[1].sheet, "armour")
    pick = rules("troika").procedure("troika.fight").input("weapon")
    assert isinstance(pick, Choice)
    assert "light-armour" not in pick.options(on, {"who": 1})


@pytest.mark.parametrize("game", ["troika", "fell", "galejatra", "wandered"])
@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (("ana gets 3 candles", "ana loses 2 candles"), ("1 candle",)),
        (("ana gets 3 candles", "ana uses 1 candle", "ana loses a candle"), ("1 candle",)),
        (("ana gets 3 candles, 2 candles", "ana drops 4 candles"), ("1 candle",)),
        (("ana gets 3 candles", "ana drops the candles"), ()),
        (("ana gets 3 candles", "ana gets 1 candle"), ("3 candles", "1 candle")),
        (("ana gets 3 candles, rope", "ana loses rope and 1 candle"), ("2 candles",)),
    ],
)
def test_what_was_got_by_number_is_lost_by_number(
    game: str, lines: tuple[str, ...], left: tuple[str, ...]
) -> None:
    ana_now = said(ana(game), game, *lines)[1]
    assert row_names_as_input_values(sheet_part_of(ana_now.sheet, part_for_items(ana_now) or "")) == left


def test_in_galejatra_losing_a_thing_is_no_ailment() -> None:
    """Neither one that is carried and called like somebody in the way, nor one that is not."""
    table = said(ana("galejatra"), "galejatra", "add obstacle Bell cliff: steep 3")
    assert said(table, "galejatra", "ana gets bell", "ana loses bell") == table
    with pytest.raises(RuleError):
        said(table, "galejatra", "ana loses 2 candles")
