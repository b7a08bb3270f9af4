"""Lonelog's notation, out of a campaign and in."""

import re
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.rules.typed import typed_slug
from tableside.views.lonelog import lonelog_parts, notes_in_lonelog
from tableside.views.story import Telling, story_chapters
from tests.campaign.people import ask, do, note, roll_on
from tests.shell.test_contract import done, tableside


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    do(campaign, "campaign.begin-session")
    note(campaign, "## The ~Ford\n@Ana wades, @[Old Fum] waits. #drowned-bell\n\nIt rains.")
    do(campaign, "oracle.ask", 3, question="Is it deep?", likelihood="likely")
    do(campaign, "troika.test-luck", who="ana")
    do(campaign, "campaign.add-clock", name="The tide", steps="4")
    do(campaign, "campaign.tick-clock", clock="the-tide")
    note(campaign, "He lies. #gm")
    do(campaign, "campaign.add-clock", name="The plan", steps="4", sight="secret")
    do(campaign, "campaign.tick-clock", clock="the-plan")
    do(campaign, "oracle.ask", 3, question="Does he know?", secret="yes")
    roll_on(campaign, "weather")
    do(campaign, "campaign.close-name", name="#drowned-bell")
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    note(campaign, "## Next")
    return campaign


def test_a_campaign_is_told_in_its_signs(campaign: Campaign) -> None:
    lines = "".join(lonelog_parts(campaign, Telling())).splitlines()
    assert lines[:7] == [
        "---",
        'title: "Vale"',
        'ruleset: "Troika! Numinous Edition"',
        "---",
        "",
        "# Vale",
        "",
    ]
    begun = lines.index("### S1 The Ford")
    assert lines[begun + 2 : begun + 6] == [
        "=> [PC:Ana] wades, [N:Old Fum] waits. [Thread:drowned-bell|Open]",
        "=> It rains.",
        "? Is it deep? (likely)",
        "-> no",
    ]
    assert re.fullmatch(r"d: Ana, Luck: 2d6 \[\d \d\] -> Ana is (un)?lucky", lines[begun + 6])
    assert re.fullmatch(r"\(note: Ana is (un)?lucky: \d+ against \d+ .*\)", lines[begun + 7])
    assert "[Thread:drowned-bell|Closed]" in lines and any(each.startswith("tbl: ") for each in lines)
    assert "[E:The tide 1/4]" in lines and "### S2 Next" in lines and "## Session 2" in lines
    assert not [each for each in lines if "lies" in each or "plan" in each or "know" in each]


def test_only_the_story_has_no_rolls_and_the_gm_has_all(campaign: Campaign) -> None:
    story = "".join(lonelog_parts(campaign, Telling(story=True)))
    assert "d: " not in story and "? Is it deep?" in story
    assert re.search(r"^=> Ana is (un)?lucky$", story, re.MULTILINE)
    whole = "".join(lonelog_parts(campaign, Telling(secrets=True)))
    assert (
        "[E:The plan 1/4]" in whole
        and "=> He lies." in whole
        and "#gm" not in whole
        and "? Does he know?" in whole
    )


def test_all_that_came_of_an_answer_and_of_a_clock_is_told(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    do(campaign, "campaign.house-rule", rule="ORA-3", option="twist-on-doubles")
    assert any(len(ask(campaign, "is Wick lying", seed).facts) > 1 for seed in range(60)), "a double"
    do(campaign, "campaign.add-clock", name="The tide", steps="1", milestones="1 the alarm")
    do(campaign, "campaign.tick-clock", clock="the-tide")
    for secrets in (False, True):
        told = "".join(lonelog_parts(campaign, Telling(secrets))).splitlines()
        double = told.index("=> A double: something unexpected happens too")
        assert told[double + 1].startswith("tbl: Something happens -> ")
        full = told.index("[E:The tide 1/1]")
        assert told[full + 1 : full + 3] == ["=> The tide, step 1: the alarm", "=> The tide is full"]
    campaign.close()


TAG = r"\[(?:N|PC|L|Thread):[^\[\]|]+(?:\|Open|\|Closed)?\]"
LINE = re.compile(
    r"### S\d+ .+|## .+|\*Date: \d{4}-\d\d-\d\d\*|=> .+|\? .+|-> .+|d: .+ -> .+"
    r"|tbl: .+ -> .+|\[Thread:.+\|Closed\]|\[E:[^\[\]|]+ \d+/\d+\]|\[Track:[^\[\]|]+ \d+/\d+\]|\(note: .+\)"
)
"""A line of a session by the grammar of the notation."""


@pytest.mark.parametrize("game", [*games_with_demo(), "solo"])
@pytest.mark.parametrize("secrets", [False, True])
def test_every_line_of_a_story_is_one_that_the_notation_knows(
    game: str, secrets: bool, tmp_path: Path
) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    do(campaign, "campaign.add-track", name="Out [of] | here", difficulty="hard")
    do(campaign, "campaign.tick-clock", clock=typed_slug("Out [of] | here"))
    note(campaign, "## After all\n? -> => d: [x] (@[Old Fum]) ~[The | Ford]\n--- it ends")
    text = "".join(lonelog_parts(campaign, Telling(secrets=secrets)))
    front, _, body = text.partition("---\n\n")
    assert re.fullmatch(r'---\ntitle: ".*"\nruleset: ".*"\n', front)
    title, *lines = filter(None, body.splitlines())
    assert title == f"# {campaign.table.title}" and "[Track:Out of  here 2/10]" in lines
    assert [each for each in lines if not LINE.fullmatch(each)] == []
    scenes = [each for each in lines if each.startswith("### S")]
    assert [each.split()[1] for each in scenes] == [f"S{n}" for n, _ in enumerate(scenes, 1)]
    answers = [n for n, each in enumerate(lines) if each.startswith("-> ")]
    assert all(lines[n - 1].startswith("? ") for n in answers), "an answer stands behind its question"
    tags = [tag for each in lines for tag in re.findall(r"\[(?:N|PC|L|Thread):.*?\]", each)]
    assert all(re.fullmatch(TAG, each) for each in tags)
    campaign.close()


LOG = """\ufeff---
title: Elsewhere
---

# Elsewhere
## Session 1
*Date: 2026-01-01*

### S1 *Dark alley, midnight*
```
@ Sneak past [N:Guard|alert|armed]
d: Stealth 4 vs TN 5 -> Fail
=> [PC:Ana|HP 8] kicks a bottle near the [L:Old Mill].

? Does he see me?
-> No, but...
=> He comes closer. [Thread:Who pays?|Open]
```
### T2-S3a: Later
[#N:Guard] sleeps.
"""


def test_a_log_from_elsewhere_comes_in_as_notes() -> None:
    assert notes_in_lonelog(LOG) == (
        "# Session 1\n*Date: 2026-01-01*",
        "## Dark alley, midnight\n@ Sneak past @Guard (alert; armed)\nd: Stealth 4 vs TN 5 -> Fail\n"
        "@Ana (HP 8) kicks a bottle near the ~[Old Mill].",
        "? Does he see me?\n-> No, but...\nHe comes closer. #[Who pays?]",
        "## Later\n@Guard sleeps.",
    )


def test_what_goes_out_comes_in_again(campaign: Campaign) -> None:
    notes = notes_in_lonelog("".join(lonelog_parts(campaign, Telling(story=True))))
    assert "## The Ford" in "\n".join(notes).replace("~", "")
    assert "@Ana wades, @[Old Fum] waits. #drowned-bell" in "\n".join(notes)
    assert re.search(r"^# Session 1\n\*Date: [\d-]+\*$", "\n".join(notes), re.MULTILINE)


def test_a_roll_says_what_came_of_it_behind_its_arrow_and_the_sums_in_an_aside(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for game in games_with_demo():
        campaign = library.open(place_demo(library, game))
        chapters = story_chapters(campaign, Telling(secrets=True))
        told = [each.seen for chapter in chapters for each in chapter.told]
        rolls = [each.result for each in told if each.throws]
        lines = "".join(lonelog_parts(campaign, Telling(secrets=True))).splitlines()
        behind = {each.partition(" -> ")[2] for each in lines if each.startswith("d: ")}
        assert behind >= {each for each in rolls if each} and not any(
            re.search(r" \d+ = \d+", each) for each in behind
        )
        campaign.close()


def test_a_log_that_came_in_goes_out_as_it_came(campaign: Campaign, tmp_path: Path) -> None:
    log = "".join(lonelog_parts(campaign, Telling()))
    library = Library(tmp_path / "other")
    taken = library.open(library.new("Vale", "troika"))
    do(taken, "campaign.add-character", name="Ana", kind="pc")
    for text in notes_in_lonelog(log):
        note(taken, text)
    again = "".join(lonelog_parts(taken, Telling()))
    assert [*filter(None, again.partition("## Session")[2].splitlines())] == [
        *filter(None, log.partition("## Session")[2].splitlines())
    ]


@pytest.mark.parametrize("text", ["", "---\n---\n", "# Title\n\n```\n```\n", "\x1b\x07", "---\n" * 9])
def test_nothing_is_no_note(text: str) -> None:
    assert notes_in_lonelog(text) == ()


def test_the_shell_takes_a_log_in_and_writes_one(campaign: Campaign, tmp_path: Path) -> None:
    campaign.close()
    (tmp_path / "log.md").write_text(LOG)
    told = done(tmp_path, "import", str(tmp_path / "log.md"), "--lonelog", "--into", "vale")
    assert told.count("entry ") == 4 and "Sneak past @Guard" in told
    assert "=> Sneak" not in done(tmp_path, "export", "vale", "--format", "lonelog")
    assert "--into" in tableside(tmp_path, "import", str(tmp_path / "log.md"), "--lonelog").stderr
    (tmp_path / "none.md").write_text("# Only a title")
    empty = tableside(tmp_path, "import", str(tmp_path / "none.md"), "--lonelog", "--into", "vale")
    assert empty.returncode == 2 and "nothing that could be a note" in empty.stderr
