"""An entry at a glance: the verdict first, then what it did, then how."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tableside.demo import games_with_demo
from tableside.games import load_game
from tableside.rules.play import Fact
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table
from tableside.views.chances import chance_bar_shares, histogram
from tableside.views.fact_headlines import (
    EFFECTS,
    VERDICTS,
    fact_beyond_headline,
    fact_text_with_try,
    foes_for_headline,
    headline_of,
    separate_headlines,
)
from tableside.views.meters import meter_bar, meter_bars, meter_level
from tableside.views.rows import Tone
from tableside.wording import TEXTS
from tableside.wording.facts import fact_text
from tests.source import modules, strings

SHOT = Fact(
    "shot-hit",
    "TRO-7.3",
    {"who": "Moss", "dice": 7, "bonus": 8, "total": 15, "their_dice": 9, "opposing": 3, "their_total": 12},
)
WOUND = Fact("wounded", "TRO-7.1", {"who": "Gremlin", "points": 10, "left": -6})
DEATH = Fact("died", "TRO-4.3", {"who": "Gremlin"})


def test_what_is_told_behind_an_answer_does_not_go_on_with_it() -> None:
    asked = {"question": "Does she see me?", "likelihood": "likely", "answer": "no-but"}
    found = headline_of((Fact("oracle-answered", "ORA-1", {**asked, "rolled": "26"}),))
    assert (found.words, found.detail) == ("Does she see me? no, but", "(likely)")


def test_a_track_that_begins_is_told_by_its_name() -> None:
    found = headline_of((Fact("track-added", "", {"clock": "Find him", "difficulty": "hard", "pace": 8}),))
    assert found.words == "Find him begins" and found.detail.startswith("hard")


def test_a_hit_tells_who_and_the_worst_that_came_of_it() -> None:
    found = headline_of((SHOT, WOUND, DEATH))
    assert (found.verdict, found.words, found.tone) == ("HIT", "Moss hits · Gremlin dies", Tone.GOOD)
    assert found.detail.startswith("15 against 12") and "loses 10 Stamina" in found.detail


def test_behind_what_came_to_somebody_their_name_is_not_said_again() -> None:
    told = {id.removeprefix("detail."): text for id, text in TEXTS.items() if id.startswith("detail.")}
    effects = {id for id in told for tone in ("better", "worse") if f"{tone}.{id}" in TEXTS}
    assert effects and not [id for id in effects if "{who}" in told[id]]


def test_what_a_hit_took_stands_behind_it_and_names_nobody_again() -> None:
    hit = Fact("hits", "D20-X-attack", {"who": "Ben", "other": "Orc", "total": 21, "target": 15})
    lost = Fact("loses-hit-points", "D20-X-hp", {"who": "Orc", "points": 8, "left": 2})
    critical = Fact("is-critical", "D20-X-multiply", {"who": "Ben", "total": 19, "target": 15, "times": 2})
    assert headline_of((hit, lost)).words == "Ben hits Orc for 8"
    assert headline_of((hit, critical, lost)).words == "Ben hits Orc for 8 · a critical hit"
    assert headline_of((lost,)).words == "Orc loses 8 hit points"


def test_a_hit_that_is_more_than_one_says_so_in_its_badge() -> None:
    """A critical hit had HIT there as any other."""
    hit = Fact("hits", "D20-X-attack", {"who": "Ben", "other": "Orc", "total": 25, "target": 15})
    critical = Fact("is-critical", "D20-X-multiply", {"who": "Ben", "total": 19, "target": 15, "times": 2})
    lost = Fact("loses-hit-points", "D20-X-hp", {"who": "Orc", "points": 8, "left": 2})
    saved = Fact("save-made", "D20-X-save", {"who": "Orc", "option": "Fortitude", "total": 16, "target": 15})
    told = separate_headlines((hit, critical, lost, saved))
    assert [each.verdict for each in told] == ["CRITICAL", "", "SAVED"]
    assert not any("critical" in each.words for each in told), "the badge says it"
    assert headline_of((hit, critical, lost)).verdict == "CRITICAL" and headline_of((hit,)).verdict == "HIT"
    blow = Fact("mighty-blow", "TRO-7.4", {"who": "Moss"})
    lucky = Fact("luck-passed", "TRO-3.1", {"who": "Moss", "total": 6, "target": 8, "left": 7})
    assert [each.verdict for each in separate_headlines((blow, SHOT, lucky))] == ["MIGHTY BLOW", "LUCKY"]


def test_whose_blow_was_mighty_is_told_before_the_name_of_whoever_it_hurts() -> None:
    sums = {"dice": 3, "bonus": 1, "total": 4, "their_dice": 12, "opposing": 3, "their_total": 15}
    blow = Fact("their-mighty-blow", "TRO-7.4", {"who": "Gremlin"})
    lost = Fact("versus-lose", "TRO-7.2", {"who": "Moss", "other": "Gremlin", **sums})
    wound = Fact("wounded", "TRO-7.1", {"who": "Moss", "points": 12, "left": 2})
    words = "Moss is struck by Gremlin · Gremlin deals a Mighty Blow · Moss loses 12 Stamina"
    assert headline_of((blow, lost, wound)).words == words


def test_a_fact_that_names_nobody_else_has_a_headline_without() -> None:
    sums = {"dice": 7, "bonus": 1, "total": 8, "their_dice": 5, "opposing": 3, "their_total": 8}
    assert headline_of((Fact("versus-tie", "TRO-7.2", {"who": "Moss", **sums}),)).words == "Moss ties"
    tie = Fact("versus-tie", "TRO-7.2", {"who": "Moss", "other": "Gremlin", **sums})
    assert headline_of((tie,)).words == "Moss ties with Gremlin"


def test_certain_success_names_who_tried_what_and_no_dice_that_nobody_threw() -> None:
    tries = Fact("tries", "HEI-1", {"who": "Aino", "dice": 2, "against": "", "skill": "Climbing"})
    certain = Fact("nothing-opposes", "HEI-3-zero")
    for found in (headline_of((tries, certain)), separate_headlines((tries, certain))[0]):
        assert (found.verdict, found.words) == ("CERTAIN", "Nothing opposes Aino at Climbing")
    assert headline_of((tries, certain)).detail == "certain success, no roll"
    assert headline_of((certain,)).words == "Nothing opposes"


def test_a_tie_that_luck_did_not_break_says_whose_it_is() -> None:
    uses = Fact("skill-total", "TRO-2", {"who": "Ada", "skill": "sword", "rank": 2, "total": 7})
    stands = Fact("tie-stands", "TRO-3.3", {"who": "Ada", "other": "Warden"})
    assert headline_of((uses, stands)).words == "Ada ties with Warden, even after testing Luck"


def test_the_end_of_a_round_stands_before_what_it_brings_to_each_in_order() -> None:
    end = Fact("end-of-round", "TRO-5.3", {"round": 3})
    drowns = Fact("sinks", "TRO-7.9", {"who": "Moss", "failures": 1, "harm": 2})
    wound = Fact("wounded", "TRO-7.1", {"who": "Moss", "points": 2, "left": 14})
    luck = Fact("luck-passed", "TRO-3.1", {"who": "Quill", "total": 7, "target": 11, "left": 10})
    saved = Fact("saved-from-bleeding", "TRO-7.9.1", {"who": "Quill"})
    harmed = Fact("wounded", "TRO-7.1", {"who": "Ada", "points": 3, "left": 5})
    found = headline_of((end, drowns, wound, luck, saved, harmed))
    assert found.words == (
        "End of round 3 · Moss goes under · loses 2 Stamina · Quill stops the bleeding · Ada loses 3 Stamina"
    )
    assert found.verdict == "ROUND OVER"
    assert "Moss 14 left" in found.detail and "Ada 5 left" in found.detail and "lucky" in found.detail
    assert separate_headlines((end, drowns, wound))[0].words == "End of round 3"


def test_what_was_tried_stands_in_what_is_known_so_far() -> None:
    uses = Fact("skill-total", "TRO-2", {"who": "Moss", "skill": "Swim", "base": 1, "rank": 2, "total": 3})
    fails = Fact("roll-under-failed", "TRO-2", {"who": "Moss", "total": 6, "target": 3})
    assert fact_text_with_try(fails, (uses, fails)) == "Moss fails with Swim: 6 against 3"


def test_luck_that_does_not_save_from_death_stands_behind_it() -> None:
    luck = Fact("luck-failed", "TRO-3.4", {"who": "Gremlin", "total": 9, "target": 6, "left": 5})
    assert "unlucky" in headline_of((SHOT, WOUND, luck, DEATH)).detail


def test_a_clock_that_fills_is_named_once() -> None:
    full = (
        Fact("clock-ticked", "", {"clock": "The tide", "marked": 4, "steps": 4}),
        Fact("milestone", "", {"clock": "The tide", "step": 4, "text": "it is here"}),
        Fact("clock-full", "", {"clock": "The tide"}),
    )
    assert headline_of(full).words == "The tide: 4 of 4 · it is here · full"


def test_luck_for_damage_does_not_hide_the_hit() -> None:
    lucky = Fact("luck-passed", "TRO-3.1", {"who": "Moss", "total": 6, "target": 8, "left": 7})
    assert headline_of((SHOT, lucky, DEATH)).verdict == "HIT"
    assert headline_of((lucky,)).verdict == "LUCKY"


def test_luck_is_tested_with_no_skill() -> None:
    skill = Fact("skill-total", "TRO-2", {"who": "Moss", "skill": "Bow", "base": 5, "rank": 3, "total": 8})
    lucky = Fact("luck-passed", "TRO-3.1", {"who": "Moss", "total": 6, "target": 8, "left": 7})
    assert headline_of((skill, lucky)).words == "Moss is lucky"


def test_each_ability_is_told_of_that_grew_or_shrank() -> None:
    ways = (("fell-die-up", "BOD", "d6"), ("fell-unchanged", "INT", "d4"), ("fell-die-down", "WIL", "d6"))
    facts = [
        Fact(id, "FELL-ADVANCE-1", {"who": "Bram", "ability": ability, "die": die})
        for id, ability, die in ways
    ]
    assert headline_of(facts).words == "Bram: BOD grows to d6 · INT stays d4 · WIL shrinks to d6"


def test_of_one_and_the_same_the_name_is_told_once() -> None:
    cast = Fact("cast-success", "TRO-X-spell", {"who": "Quill", "total": 2, "target": 7})
    paid = Fact("wounded", "TRO-X-spell", {"who": "Quill", "points": 2, "left": 15})
    assert headline_of((cast, paid)).words == "Quill casts · loses 2 Stamina"
    skill = Fact("skill-total", "TRO-2", {"who": "Quill", "skill": "Jolt", "total": 7})
    assert headline_of((skill, cast, paid)).words == "Quill casts Jolt · loses 2 Stamina"


def test_of_several_cells_of_one_sheet_the_name_is_told_once() -> None:
    edits = [
        Fact("edited", "", {"who": "Ana", "part": f"d20.{part}", "before": "0", "after": "5"})
        for part in ("spot", "listen")
    ]
    assert headline_of(edits).words == "Ana: Spot 0 → 5 · Listen 0 → 5"


def test_of_several_skills_each_is_told() -> None:
    grown = Fact("skill-improved", "TRO-11.1", {"who": "Ana", "skill": "Climb", "total": 10, "target": 8})
    stays = Fact("skill-unchanged", "TRO-11.1", {"who": "Ana", "skill": "Swim", "total": 5, "target": 7})
    assert headline_of((grown, stays)).words == "Ana improves Climb · Ana's Swim stays"


def test_a_fact_without_words_of_its_own_is_told_up_to_its_colon() -> None:
    found = headline_of((Fact("fallen-asleep", "", {"who": "Ana"}),))
    assert found.words == "fallen asleep" and not found.verdict


def test_many_effects_are_counted() -> None:
    wounds = tuple(
        Fact("wounded", "TRO-7.1", {"who": f"Gremlin {n}", "points": n, "left": 9 - n})
        for n in (1, 2, 3, 4, 5)
    )
    words = headline_of(wounds).words
    assert words.startswith("Gremlin 1 loses 1 Stamina · ") and words.endswith(" · 2 more")


def test_what_came_to_several_alike_is_told_of_them_together() -> None:
    wounds = tuple(
        Fact("wounded", "TRO-7.1", {"who": f"Gremlin {n}", "points": 4, "left": n}) for n in (1, 2)
    )
    assert headline_of(wounds).words == "Gremlin 1, Gremlin 2 lose 4 Stamina"


def pair(kind: str, who: str = "Maud", other: str = "Keeper") -> Fact:
    values: dict[str, str | int] = {"die": "d6", "number": 5, "their_die": "d6", "their_number": 1}
    return Fact(f"pair-{kind}", "FELL-CON-1", values | {"who": who, "other": other})


def harmed(who: str, points: int) -> Fact:
    return Fact("fell-harmed", "FELL-HARM", {"who": who, "points": points, "ability": "HP", "left": 1})


@pytest.mark.parametrize(
    ("facts", "verdict", "words", "tone"),
    [
        ((pair("hit"), pair("uncontested", other="")), "2 HITS", "Maud hits Keeper", Tone.GOOD),
        ((pair("missed"),), "STRUCK", "Maud is struck by Keeper", Tone.BAD),
        ((pair("hit"), pair("missed")), "BOTH HIT", "Maud hits Keeper and is hit", Tone.ACCENT),
        ((pair("both"),), "BOTH HIT", "Maud hits Keeper and is hit", Tone.ACCENT),
        ((pair("equal"),), "NO HIT", "Maud and Keeper both miss", Tone.ACCENT),
    ],
)
def test_an_attack_in_fell_has_a_verdict(
    facts: tuple[Fact, ...], verdict: str, words: str, tone: Tone
) -> None:
    load_game("fell").texts()
    found = headline_of(facts)
    assert (found.verdict, found.words, found.tone) == (verdict, words, tone)


@pytest.mark.parametrize(
    ("game", "hit", "death", "word"),
    [
        ("fell", pair("both"), "fell-died", "DEAD"),
        ("fell", pair("missed"), "fell-dying-rounds", "DYING"),
        ("troika", Fact("versus-lose", "TRO-4.3", {"who": "Maud", "other": "Keeper"}), "died", "DEAD"),
        ("d20", Fact("hits", "", {"who": "Keeper", "other": "Maud"}), "now-dying", "DYING"),
    ],
)
def test_that_one_of_the_party_dies_is_louder_than_how_the_roll_went(
    game: str, hit: Fact, death: str, word: str
) -> None:
    """BOTH HIT stood over it, and the death in the third row; of a foe the hit comes first."""
    load_game(game).texts()
    fate = Fact(death, "", {"who": "Maud", "time": 3})
    told = separate_headlines((hit, harmed("Keeper", 3), fate))
    assert (told[0].verdict, told[0].tone) == (word, Tone.BAD) and "Maud" in told[0].words
    assert told[1] == replace(headline_of((hit,)), detail="")
    assert separate_headlines((hit, fate), lambda name: name == "Maud")[0].words == told[1].words


def test_an_attack_with_helpers_names_its_leader_first() -> None:
    load_game("fell").texts()
    rolled = (("bod", "Corin"), ("help", "Maud"), ("help", "Nan"), ("hit-die", "Keeper"), ("help", "Orc"))
    why = tuple(Fact(f"die-{id}", "FELL-TEST-1", {"who": who, "die": "d6"}) for id, who in rolled)
    missed, hit = pair("missed", "Maud"), pair("hit", "Nan", "Orc")
    told = headline_of((*why, missed, hit, Fact("has-acted", "FELL-ATK-2", {"who": "Maud"})))
    assert told.words == "Corin, with Maud and Nan, hits Keeper, who hits back"
    assert "acted" not in told.detail
    assert headline_of((*why, missed)).words == "Corin, with Maud and Nan, is struck by Keeper"


def test_an_attack_on_somebody_without_dice_names_who_hits() -> None:
    load_game("fell").texts()
    why = Fact("die-bod", "FELL-TEST-1", {"who": "Maud", "die": "d6"})
    found = headline_of((why, pair("uncontested", other=""), harmed("Keeper", 5)))
    assert (found.words, found.detail) == ("Maud hits · Keeper takes 5 harm", "1 HP left")


def test_of_one_hit_a_verdict_says_one() -> None:
    load_game("fell").texts()
    passed = [Fact("fell-test-pass", "FELL-TEST-2", {"who": "Maud", "dn": 4, "hits": n}) for n in (1, 2)]
    assert [headline_of([each]).verdict for each in passed] == ["1 HIT", "2 HITS"]


def test_that_morale_is_to_be_tested_stands_in_the_headline() -> None:
    load_game("fell").texts()
    halved = Fact("fell-foes-halved", "FELL-MOR", {"who": "Keeper 2, Keeper 3"})
    words = headline_of((pair("hit"), Fact("fell-beaten", "FELL-X-npc", {"who": "Keeper 1"}), halved)).words
    assert words == "Maud hits Keeper · Keeper 1 is beaten · Test morale: half the foes are down"


@pytest.mark.parametrize(("through", "is_told"), [(0, True), (1, False)])
def test_a_hit_that_armour_stops_says_that_nobody_is_harmed(through: int, is_told: bool) -> None:
    load_game("fell").texts()
    values: dict[str, int | str | bool] = {"who": "Keeper 1", "points": through, "harm": 1 + through}
    values["amount"] = 1
    words = headline_of((pair("hit"), Fact("fell-armour-protects", "FELL-X-armour", values))).words
    assert words.endswith("Keeper 1 is unharmed") is is_told


def test_who_retreats_is_told_once() -> None:
    load_game("fell").texts()
    names = ("Keeper 1", "Keeper 2")
    gone = [Fact(id, "", {"who": name}) for id in ("fell-foe-retreated", "leaves-order") for name in names]
    told = headline_of((Fact("fell-morale-retreat", "FELL-MOR", {"face": 3}), *gone)).words
    assert told == "They retreat (3) · Keeper 1, Keeper 2 leave the fight"


def test_what_an_attack_does_is_told_target_by_target() -> None:
    load_game("fell").texts()
    told = separate_headlines((pair("hit"), harmed("Keeper 1", 6), harmed("Keeper 2", 4), harmed("Maud", 1)))
    assert [each.words for each in told] == [
        "Maud hits Keeper",
        "Keeper 1 takes 6 harm",
        "Keeper 2 takes 4 harm",
        "Maud takes 1 harm",
    ]


def test_every_verdict_of_a_moment_is_told_and_what_came_of_the_last_before_the_others() -> None:
    lucky = Fact("luck-passed", "TRO-3.1", {"who": "Moss", "total": 6, "target": 8, "left": 7})
    told = separate_headlines((SHOT, lucky, DEATH), lambda name: name == "Gremlin")
    assert [each.verdict for each in told] == ["HIT", "", "LUCKY"]


KINDS = {*VERDICTS, *EFFECTS, "head", "detail", "several", "aside", "alone", "tally", "grave", "louder"}


@pytest.mark.parametrize("game", games_with_demo())
def test_every_headline_is_of_a_fact_that_is_told(game: str) -> None:
    """A text for an id that no fact has would never be seen."""
    texts = {**TEXTS, **load_game(game).texts()}
    facts = {key.partition(".")[2] for key in texts if key.startswith("fact.")}
    told = {id for kind, id, *_ in (key.split(".") for key in texts) if kind in KINDS}
    assert told - facts - _ids_in_source() == set()


def _ids_in_source() -> set[str]:
    """Every string of the program: ids of facts that other games tell, or that are put together."""
    return {text for path in modules() for text in strings(path)}


@pytest.mark.parametrize(
    ("left", "tone", "filled"),
    [
        (20, Tone.MOST, 8),
        (19, Tone.MOST, 7),
        (10, Tone.HALF, 4),
        (5, Tone.LITTLE, 2),
        (1, Tone.LITTLE, 1),
        (0, Tone.LITTLE, 0),
    ],
)
def test_a_bar_is_full_or_empty_only_where_the_meter_is(left: int, tone: Tone, filled: int) -> None:
    (cells, drawn), (rest, _) = meter_bar(Meter(left, 20))
    assert (len(cells), drawn, len(cells + rest)) == (filled, tone, 8)
    assert meter_level(Meter(left, 20)) == tone


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_bars_side_by_side_fill_their_cells(count: int) -> None:
    assert sum(len(text) for text, _ in meter_bars([Meter(3, 6)] * count, 8)) == 8


def test_the_pieces_of_a_bar_fill_it_and_none_is_lost() -> None:
    assert sum(chance_bar_shares([Fraction(1, 1296), Fraction(1, 1296), Fraction(1294, 1296)], 46)) == 46
    assert min(chance_bar_shares([Fraction(1, 1296), Fraction(1295, 1296)], 46)) == 1
    assert histogram({1: Fraction(1, 6), 3: Fraction(5, 6)}) == "▂ █"


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("wandered.resources", "Gardener gets The trees close in"),
        ("wandered.escalations", "Gardener can escalate: The trees close in"),
    ],
)
def test_what_comes_to_a_list_is_told_as_its_game_says_it(part: str, words: str) -> None:
    load_game("wandered").texts()
    added = Fact("row-added", "", {"who": "Gardener", "part": part, "after": "The trees close in"})
    assert headline_of((added,)).words == words
    assert fact_text(added).startswith(words)


def test_who_is_new_in_wandered_is_told_with_what_they_have_to_pick() -> None:
    load_game("wandered").texts()
    made = Fact("made", "", {"who": "Ilse", "name": "Fighter"})
    to_pick = Fact("approaches-to-pick", "", {"who": "Ilse", "count": 2})
    assert headline_of((made, to_pick)).words == "Ilse comes into play · has 2 approaches to pick"


@pytest.mark.parametrize(
    ("fact", "ours", "theirs"),
    [
        (Fact("fell-harmed", "", {"who": "Orc", "points": 3}), Tone.BAD, Tone.GOOD),
        (Fact("fell-healed", "", {"who": "Orc", "points": 3}), Tone.GOOD, Tone.BAD),
        (Fact("fell-test-pass", "", {"who": "Orc", "dn": 4, "hits": 1}), Tone.GOOD, Tone.BAD),
        (Fact("fell-contest-tie", "", {"who": "Orc", "other": "Ana"}), Tone.ACCENT, Tone.ACCENT),
        (Fact("acts-now", "", {"who": "Orc"}), Tone.PLAIN, Tone.PLAIN),
    ],
)
def test_what_is_good_for_a_foe_has_the_tone_of_what_is_bad(fact: Fact, ours: Tone, theirs: Tone) -> None:
    load_game("fell").texts()
    orc = Character(1, "Orc", Kind.ENEMY, load_game("fell").blank(Kind.ENEMY))
    is_foe = foes_for_headline(Table().put(orc))
    assert headline_of((fact,)).tone == ours
    assert headline_of((fact,), is_foe).tone == theirs == separate_headlines((fact,), is_foe)[0].tone


def test_a_headline_names_a_helper_once_and_says_who_fumbled() -> None:
    failed = Fact("roll-under-failed", "TRO-1.1", {"who": "Moss", "total": 8, "target": 5})
    lost = Fact("not-helped", "TRO-4.1", {"who": "Iris", "helper": "Moss"})
    assert headline_of((failed, lost)).words == "Moss fails · cannot save Iris"
    fumble = Fact("their-fumble", "TRO-7.5", {"who": "Gremlin"})
    sums = {"dice": 10, "bonus": 4, "total": 14, "their_dice": 2, "opposing": 7, "their_total": 9}
    won = Fact("versus-win", "TRO-6.1", {"who": "Moss", "other": "Gremlin", **sums})
    told = headline_of((fumble, won, Fact("died", "TRO-4.3", {"who": "Gremlin"})))
    assert told.words == "Moss strikes · Gremlin dies" and "Gremlin fumbles" in told.detail


def test_a_test_on_the_way_is_told_with_its_numbers() -> None:
    sums = {"dice": 10, "bonus": 4, "total": 14, "their_dice": 2, "opposing": 7, "their_total": 9}
    won = Fact("versus-win", "TRO-6.1", {"who": "Moss", "other": "Gremlin", **sums})
    lucky = Fact("luck-passed", "TRO-3.1", {"who": "Moss", "total": 7, "target": 9, "left": 8})
    told = {each.verdict: each for each in separate_headlines((won, lucky))}
    assert told["LUCKY"].detail == "7 against 9 (Luck now 8)"


def test_tokens_on_which_nobody_can_act_stand_behind_whoever_acts_in_the_end() -> None:
    shared = Fact("token-passed", "TRO-AMB-12", {"who": "", "owner": "enemies"})
    own = Fact("token-passed", "TRO-AMB-12", {"who": "Iris"})
    turn = Fact("turn-of", "TRO-5.2", {"who": "Moss", "round": 2, "left": 3})
    told = headline_of((shared, shared, own, turn))
    assert (told.words, told.verdict) == ("Moss acts", "NEXT")
    assert told.detail == "3 left in the stack"
    assert fact_text(shared) == "Nobody of the foes can act on this token: the next is drawn"


def test_the_end_of_a_fight_says_first_who_is_dying_and_then_whatever_else_is_left_of_it() -> None:
    """The dying were left out of it, and of the dead all but one."""
    facts = (
        Fact("fight-finished", "", {"rounds": 3}),
        Fact("condition-stays", "", {"who": "Ada", "condition": "prone"}),
        Fact("still-dying", "TRO-4.1", {"who": "Osric"}),
        Fact("put-away", "", {"who": "Gremlin 1"}),
        Fact("put-away", "", {"who": "Gremlin 3"}),
    )
    found = headline_of(facts)
    assert found.words == (
        "The fight is over · Osric is dying: one attempt to help · Ada: still prone"
        " · Gremlin 1, Gremlin 3 leave play"
    )
    assert (found.tone, found.detail) == (Tone.BAD, "in round 3")


@pytest.mark.parametrize("condition", ["dying", "dying-in-hours", "dying-in-days"])
def test_at_the_end_of_any_fight_the_dying_of_the_party_come_before_foes(condition: str) -> None:
    """In d20 and Fell they came last, behind every foe who was beaten, or were cut off."""
    facts = (
        Fact("fight-finished", "", {"rounds": 3}),
        Fact("put-away", "", {"who": "Wolf"}),
        Fact("condition-stays", "", {"who": "Orc", "condition": "dying"}),
        Fact("condition-stays", "", {"who": "Tamsin", "condition": condition}),
    )
    found = headline_of(facts, "Orc".__eq__).words
    assert found.startswith("The fight is over · Tamsin: still dying") and found.endswith("Orc: still dying")


def test_what_stands_behind_several_holds_for_all_of_them() -> None:
    """The Armour Class of the guards stood behind the wolf as well, and the Luck of one behind another."""
    guard = Fact("enters-with-hit-points", "", {"who": "Guard", "number": 13, "points": 11})
    wolf = Fact("enters-with-hit-points", "", {"who": "Wolf", "number": 14, "points": 13})
    found = headline_of((guard, wolf))
    assert (found.words, found.detail) == ("Guard, Wolf appear", "")
    luck = Fact("luck-regained", "TRO-3.2", {"who": "Brakka", "points": 1, "left": 11})
    healed = Fact("healed", "TRO-4.2", {"who": "Osric", "points": 11, "left": 18})
    assert headline_of((luck, healed)).detail == "Brakka Luck 11 now · Osric Stamina 18 now"
    assert headline_of((healed,)).detail == "18 now"


def test_whoever_joins_a_battle_late_or_has_lost_what_they_readied_is_in_its_headline() -> None:
    """It told the initiative that was rolled, and whose turn came."""
    rolled = Fact("initiative-rolled", "D20-check", {"who": "Cato", "face": 8, "modifier": 0, "total": 8})
    joins = Fact("joins-before-count", "D20-AMB-9", {"who": "Cato", "count": 8})
    assert "Cato joins in on 8" in headline_of((rolled, joins)).words
    tie = Fact("rolled-off", "D20-AMB-3", {"who": "Hale 4, Cato 11", "count": 8})
    order = Fact("order-of-battle", "D20-order", {"who": "Cato 8, Hale 8"})
    assert headline_of((rolled, tie, joins)).detail == "roll-off on 8: Hale 4, Cato 11"
    begun = Fact("initiative-modifiers", "D20-check", {"who": "Cato +0, Hale +0"})
    assert headline_of((begun, tie, order)).detail == "Cato 8, Hale 8 · roll-off on 8: Hale 4, Cato 11"
    over = Fact("surprise-round-over", "D20-surprise", {})
    lost = Fact("ready-lost", "D20-X-ready", {"who": "Hale"})
    acts = Fact("turn-on-count", "D20-order", {"who": "Hale", "count": 10, "round": 1})
    found = headline_of((over, lost, acts))
    assert found.words == "The surprise round is over · Hale loses the readied action · acts"
    assert found.tone == Tone.BAD


def test_luck_on_the_way_is_no_headline_of_the_end_of_a_round() -> None:
    unlucky = Fact("luck-failed", "TRO-3.1", {"who": "Iris", "total": 10, "target": 7, "left": 6})
    end, dies = Fact("end-of-round", "TRO-5.3", {"round": 4}), Fact("died", "TRO-4.3", {"who": "Iris"})
    assert headline_of((end, unlucky, dies)).words == "End of round 4 · Iris dies"
    assert headline_of((unlucky,)).words == "Iris is unlucky"


def test_of_a_night_the_day_is_told_first_and_stamina_beside_luck() -> None:
    day = Fact("new-day", "TRO-4.2", {"day": 2})
    healed = Fact("healed", "TRO-4.2", {"who": "Iris", "points": 9, "left": 12})
    luck = Fact("luck-regained", "TRO-3.2", {"who": "Iris", "points": 1, "left": 9})
    told = headline_of((day, healed, luck))
    assert told.words == "Day 2 · Iris regains 9 Stamina · regains 1 Luck"


def test_who_breaks_their_limits_is_not_told_to_have_what_is_erased() -> None:
    marked = Fact("condition-marked", "PBT-X-cond", {"who": "Ida", "condition": "distracted"})
    broken = Fact("limits-broken", "PBT-X-harm", {"who": "Ida", "experience": 1, "name": "Limit Break"})
    assert headline_of((marked,)).words == "Ida is Distracted now"
    assert headline_of((marked, broken)).words == "Ida breaks their limits"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ([Fact("side-acts", "", {"side": "party", "round": 2})], "The party acts"),
        ([Fact("sides-begun", "FELL-TURN", {"side": "enemies", "option": "fight"})], "The foes act first"),
        ([Fact("fell-rounds-passed", "", {"count": 3})], "3 rounds pass"),
        ([Fact("fell-hours-passed", "", {"count": 1})], "An hour passes"),
        (
            [Fact("matter-open", "HEI-5-once", {"matter": each}) for each in ("climbing", "the gate")],
            "Open again: climbing · Open again: the gate",
        ),
    ],
)
def test_who_acts_and_what_passes_is_told_as_a_sentence(told: list[Fact], words: str) -> None:
    assert headline_of(told).words == words


@pytest.mark.parametrize("days", [1, 7])
def test_that_days_pass_is_told_once_in_a_result(days: int) -> None:
    passed = Fact("days-passed", "", {"days": days, "day": 9})
    assert fact_beyond_headline(passed, [headline_of([passed]).words]) == ""


def test_those_who_rest_together_are_told_of_together() -> None:
    rests = [Fact("no-pains", "PBT-X-harm", {"who": who}) for who in ("Ida", "Bo")]
    assert headline_of(rests).words == "Ida, Bo rest and have no Pain"
    assert headline_of(rests[:1]).words == "Ida rests and has no Pain"
