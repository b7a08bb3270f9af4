"""Letters of other scripts, accents in either form, and marks as wide as an input method makes them."""

import unicodedata
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.language.feedback import feedback_summary
from tableside.language.listener import Listener
from tableside.language.understand import understood
from tableside.rules.names import find_by_name
from tableside.rules.typed import typed_dice, typed_number, typed_yes_no
from tableside.text import NARROW_TO_WIDE, clean_text, folded_text
from tableside.views.notes import NoteAndCommand, has_gm_tag, note_and_command, tags_in_note
from tests.campaign.people import do, note


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def wide(text: str) -> str:
    return "".join(chr(ord(each) + NARROW_TO_WIDE) for each in text)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    campaign = library.open(library.new("X", "troika"))
    for name in ("Émile", "İlker", "Łódź"):
        do(campaign, "troika.create", name=name)
    return campaign


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (decomposed("hurt Émile 3"), "Hurt · Émile · Stamina lost 3"),
        ("hurt emile 3", "Hurt · Émile · Stamina lost 3"),
        ("hurt ilker 1", "Hurt · İlker · Stamina lost 1"),
        ("hurt İlker 1", "Hurt · İlker · Stamina lost 1"),
        (f"hurt {'İlker'.casefold()} 1", "Hurt · İlker · Stamina lost 1"),
        ("hurt łódź 1", "Hurt · Łódź · Stamina lost 1"),
        ("hurt lodz 1", "Hurt · Łódź · Stamina lost 1"),
        (f"{wide('hurt')}\u3000emile\u3000{wide('3')}", "Hurt · Émile · Stamina lost 3"),
        (wide("2d6+1"), "Throw dice · dice 2d6+1"),
        (f"{wide('#')}1 tests luck", "Test Luck · Émile"),
        (f"{wide('/')}hurt emile {wide('2')}", "Hurt · Émile · Stamina lost 2"),
        (f"emile stamina {wide('-')}2", "Hurt · Émile · Stamina lost 2"),
        (f"{wide('3')} goblins{wide(',1')} troll", "Add kinds of foes · foes 3 goblins; 1 troll"),
        (f"clock flood {wide('6')}", "Add a clock · name flood · steps 6"),
        (f"note emile{wide(':')} if the door", "Remark · Émile · text if the door"),
        (f"note これは{wide('?#')}gm", f"Write a note · text これは{wide('?#')}gm"),
        (f"{wide('?')} is it locked", "Ask the oracle · question is it locked · even"),
    ],
)
def test_a_line_is_read_in_any_form_and_width_of_its_letters(
    campaign: Campaign, line: str, meant: str
) -> None:
    listener = Listener(campaign.table, campaign.rules, None)
    assert feedback_summary(understood(listener, line), campaign.table) == meant


def test_a_name_in_another_form_is_the_same_name(campaign: Campaign) -> None:
    assert find_by_name(campaign.table.in_play(), decomposed("Émile")).name == "Émile"
    assert clean_text(decomposed("Émile")) == "Émile"
    assert folded_text("İlker") == folded_text(decomposed("İlker")) == "ilker"


@pytest.mark.parametrize("tag", ["#gm", f"{wide('#')}gm", wide("#GM"), "﹟gm-only"])
def test_a_note_for_the_gm_is_one_in_any_width(campaign: Campaign, tag: str) -> None:
    entry = note(campaign, f"They owe the toad a favour {tag}")
    assert has_gm_tag(str(entry.given["text"]))


def test_wide_marks_in_prose_are_the_marks_they_are() -> None:
    assert note_and_command(f"He ran {wide('/')}hurt ana 2") == NoteAndCommand("He ran", "hurt ana 2")
    names = [
        each.id
        for each in tags_in_note(
            f"{wide('@')}Vash and {wide('@[')}Old Fum{wide(']')} by the {wide('~')}Quay {wide('#')}rope"
        )
    ]
    assert names == ["@vash", "@old fum", "~quay", "#rope"]


def test_numbers_and_dice_may_be_wide() -> None:
    assert typed_number(wide("-2"), 5, 0, 9) == 3
    assert typed_dice(wide("2d6+1")).text == "2d6+1"
    assert typed_yes_no(wide("Yes"))


def test_a_campaign_in_another_script_has_a_readable_id_of_its_own(tmp_path: Path) -> None:
    library = Library(tmp_path)
    titles = ["Łódź", "Ærø", "Đakovo", "Straße", "Москва", "Αθήνα", "東京", "大阪"]
    ids = ["lodz", "aero", "dakovo", "strasse", "moskva", "athina", "campaign", "campaign-2"]
    assert [library.new(each, "troika") for each in titles] == ids
