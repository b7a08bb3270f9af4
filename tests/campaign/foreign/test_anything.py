"""Records with anything in them: each becomes a kind whose pack is sound and says the same, or is left."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableside.campaign.foreign.files import Record, RecordPlace
from tableside.campaign.foreign.packs_from_records import (
    numbers_from_record,
    pack_made_of,
    pack_made_of_unknown_record,
)
from tableside.campaign.untrusted_files import read_untrusted_toml
from tableside.games import BUNDLED, load_game
from tableside.rules.pack_kinds import read_pack_kind
from tableside.shell.packs import pack_as_toml, tables_as_toml
from tableside.text import clean_text
from tests.thorough import often

pytestmark = pytest.mark.long

KEYS = (
    *(
        "name",
        "type",
        "system",
        "data",
        "items",
        "stats",
        "skill",
        "stamina",
        "armour",
        "mien",
        "damage",
        "spells",
    ),
    *("advancedSkills", "possessions", "cost", "range", "slots", "weapon", "attributes", "special", "notes"),
    *(
        "Name",
        "HP",
        "AC",
        "StatBlock",
        "Abilities",
        "Actions",
        "Traits",
        "Player",
        "InitiativeModifier",
        "Saves",
    ),
    *(
        "entries",
        "roll",
        "result",
        "formula",
        "value",
        "max",
        "rank",
        "quantity",
        "description",
        "@type",
        "kind",
    ),
)
TEXTS = (
    *(
        "Eel",
        "six",
        "-3",
        "1d6+2",
        "14/19",
        "=1",
        "pc",
        "npc",
        "gear",
        "spell",
        "Enemy",
        "light armour",
        "Club",
    ),
    *(
        "<p>a<br>b</p>",
        "[x]",
        "a = b (2), c",
        "\x1b[31m",
        "\u202e",
        '"""',
        "\\",
        "name = 'x'",
        "x" * 300,
        "..." * 9,
    ),
    *("Melee Weapon Attack: +4 to hit. Hit: 5 (1d6 + 2) piercing damage.", "bite +4 1d6+1", "11-16", "d66"),
)
text = st.sampled_from(TEXTS) | st.text(max_size=12)
value = st.recursive(
    st.none() | st.booleans() | st.integers(-50, 2_000) | st.floats() | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)
record = st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=6), value, max_size=14).flatmap(
    lambda fields: text.map(lambda name: {**fields, "name": name})
)
HINTS = ("", "enemies", "spells", "items", "skills", "backgrounds", "characters", "tables")
many = settings(max_examples=often(1_000), deadline=None, suppress_health_check=list(HealthCheck))


@many
@given(values=record, hint=st.sampled_from(HINTS), is_row=st.booleans(), game=st.sampled_from(BUNDLED))
def test_what_is_made_of_it_is_a_sound_pack_that_says_the_same(
    values: dict[str, Any], hint: str, is_row: bool, game: str
) -> None:
    rules = load_game(game)
    if is_row:
        values = {key: str(each) for key, each in values.items()}
    found = pack_made_of(Record(RecordPlace(Path("x")), hint, values, is_row), rules)
    assert found is None or found.why is None or found.why.id != "foreign.odd", found
    if found is None or found.kind is None:
        return
    kind = found.kind
    written = read_untrusted_toml(pack_as_toml([kind], game))
    assert "\n[" not in pack_as_toml([kind], game).replace(f"\n[{kind.section}.", "", 1)
    read = read_pack_kind(kind.section, kind.id, written[kind.section][kind.id], rules)
    assert read.kind is not None, (read.faults, kind)
    assert numbers_from_record(read.kind) == numbers_from_record(kind)
    assert clean_text(kind.name) == kind.name and clean_text(kind.text, lines=True) == kind.text


@many
@given(values=record)
def test_a_table_is_sound_or_says_why_not(values: dict[str, Any]) -> None:
    made = pack_made_of_unknown_record(Record(RecordPlace(Path("x")), "tables", values))
    if made.table is not None and made.why is None:
        written = read_untrusted_toml(tables_as_toml({made.table.id: made.table.written}))
        assert written[made.table.id]["title"] == made.name
    else:
        assert made.why is not None


@pytest.mark.parametrize("name", ["x" * 500, "Eel (2)", "A, B", "a=b"])
def test_a_name_that_no_row_takes_is_left_with_why(name: str) -> None:
    found = pack_made_of(
        Record(RecordPlace(Path("x")), "items", {"name": name, "slots": 1}), load_game("troika")
    )
    assert found is not None and (found.kind is not None) != (found.why is not None)
