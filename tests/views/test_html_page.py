"""The page of a campaign: everything that stands, nothing that could run, nothing fetched, no secrets."""

import random
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.session_entries import StandingEntries
from tableside.demo import place_demo
from tableside.games import game_ids
from tableside.rules.procedure import read_procedure_inputs
from tableside.views.html import HtmlRenderer, campaign_html_page, campaign_html_parts
from tableside.views.markdown import markdown_by_session, markdown_log, markdown_log_parts
from tableside.views.story import Telling, story_chapters
from tableside.wording.facts import fact_text
from tests.campaign.people import note
from tests.campaign.test_amendment import amend

HARMLESS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "main",
        "nav",
        "section",
        "details",
        "summary",
    ),
    *(
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "p",
        "div",
        "span",
        "b",
        "em",
        "strong",
        "code",
        "pre",
        "br",
        "hr",
        "s",
    ),
    *(
        "ol",
        "ul",
        "li",
        "blockquote",
        "a",
        "input",
        "label",
        "time",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    ),
    *("svg", "rect", "small"),
}
WITHOUT_END = {"br", "hr", "input", "meta"}
LANDMARKS = {"header", "nav", "main"}
"""What a screen reader jumps to: nothing may stand outside."""
NOTHING_FETCHED = {"src", "srcset", "data", "action", "background", "poster"}


class Reader(HTMLParser):
    """What a browser would find."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.rooms: set[str] = set()
        """The tags that stand right in the body."""
        self._around: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if self._around[-1:] == ["body"]:
            self.rooms.add(tag)
        if tag not in WITHOUT_END:
            self._around.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        if tag in self._around:
            while self._around.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


@pytest.mark.parametrize("game", game_ids())
def test_it_tells_everything_that_stands(library: Library, game: str) -> None:
    campaign = library.open(place_demo(library, game))
    reader = Reader(campaign_html_page(campaign))
    read = reader.words
    assert reader.rooms == LANDMARKS
    told = [each for chapter in story_chapters(campaign) for each in chapter.told]
    assert told
    for each in told:
        assert each.text in read
        for throw in each.seen.throws:
            assert " ".join(map(str, throw.faces)) in read


def test_nothing_in_it_runs_or_is_fetched(library: Library) -> None:
    campaign = library.open(place_demo(library))
    for text in (
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[x](javascript:alert(1)) ![y](https://example.org/z.png)",
        "</style></div></main>",
    ):
        note(campaign, text)
    add = campaign.rules.procedure("campaign.add-character")
    name = "<b onmouseover=alert(1)>Eve"
    campaign.perform(add, {"name": name, "kind": "pc", "cells": ()}, ReplayAnswers(random.Random(1)))
    found = Reader(campaign_html_page(campaign))
    assert found.tags <= HARMLESS
    assert not any(name.startswith("on") or name in NOTHING_FETCHED for name, _ in found.attributes)
    links = [value or "" for name, value in found.attributes if name == "href"]
    assert links and all(link.startswith(("#", "https://")) for link in links)
    assert "<script>alert(1)</script>" in found.words and name in found.words


@given(st.text(max_size=80))
def test_whatever_is_written_is_harmless(text: str) -> None:
    found = Reader(HtmlRenderer(Path("nowhere"), lambda tag: "names").prose(text, "n1")[0])
    assert found.tags <= HARMLESS
    assert not any(name.startswith("on") or name in NOTHING_FETCHED for name, _ in found.attributes)


def test_what_a_fight_came_to_stands_in_columns(library: Library) -> None:
    campaign = library.open(place_demo(library, "troika"))
    html = campaign_html_page(campaign, secrets=True)
    campaign.close()
    (fight,) = re.findall(r'<span class="fight">([^<]*)</span>', html)
    assert "\nOttoline Vash  unharmed\n" in fight and "\nMoss           dealt 18\n" in fight
    assert re.search(r"\.fight \{[^}]*monospace[^}]*white-space: pre-wrap", html)


def test_on_paper_it_is_dark_on_light_with_numbered_pages(library: Library) -> None:
    campaign = library.open(place_demo(library, "troika"))
    _, _, printed = campaign_html_page(campaign).partition("@media print {")
    assert "counter(page)" in campaign_html_page(campaign) and "--ink: #000; --paper: #fff" in printed
    campaign.close()


def test_what_was_written_is_markdown(library: Library) -> None:
    campaign = library.open(place_demo(library))
    note(campaign, "The *old* king:\n\n- a crown\n- a key")
    assert "The <em>old</em> king" in campaign_html_page(
        campaign
    ) and "<li>a crown</li>" in campaign_html_page(campaign)


def test_what_was_taken_back_is_left_out(library: Library) -> None:
    campaign = library.open(place_demo(library))
    note(campaign, "This never happened.")
    campaign.undo()
    assert "This never happened." not in campaign_html_page(campaign)


@pytest.mark.long
def test_notes_for_the_gm_and_what_they_name_are_in_nothing_that_players_get(library: Library) -> None:
    campaign = library.open(place_demo(library))
    note(campaign, "#gm The @Traitor waits at ~Hideout, #Betrayal\n\n## The trap")
    written = [campaign_html_page(campaign), markdown_log(campaign), *markdown_by_session(campaign).values()]
    names = ("Traitor", "Hideout", "Betrayal", "The trap")
    assert not [name for text in written for name in names if name in text]
    assert all(name in campaign_html_page(campaign, secrets=True) for name in names)


@pytest.mark.long
def test_only_the_gm_is_told_secrets(library: Library) -> None:
    campaign = library.open(place_demo(library, "galejatra"))
    told = [
        fact_text(fact)
        for place in StandingEntries(campaign).places()
        for fact in place.as_it_stands.facts
        if fact.secret
    ]
    assert told and all(
        each in campaign_html_page(campaign, secrets=True).replace("&#x27;", "'") for each in told
    )
    assert not any(each in campaign_html_page(campaign) for each in told)
    assert any(
        each.is_secret for chapter in story_chapters(campaign, Telling(secrets=True)) for each in chapter.told
    )
    assert not any(each.is_secret for chapter in story_chapters(campaign) for each in chapter.told)


# What a browser may do with it


@pytest.mark.parametrize("secrets", [False, True])
def test_a_browser_may_show_it_in_its_own_style_and_nothing_else(library: Library, secrets: bool) -> None:
    campaign = library.open(place_demo(library))
    note(campaign, "| right |\n|--:|\n| 1 |")
    html = campaign_html_page(campaign, secrets=secrets)
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
    (style,) = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    allowed = dict(each.strip().split(" ", 1) for each in policy.split(";"))
    assert allowed.pop("style-src") == f"'sha256-{digest}'"
    assert allowed == {
        "default-src": "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert html.index("Content-Security-Policy") < html.index("<style>")
    found = Reader(html)
    assert "script" not in found.tags and "style" not in {name for name, _ in found.attributes}


# Odds as pictures


def bars(html: str) -> list[str]:
    return re.findall(r'<span class="odds bar">(<svg.*?</svg>)', html)


def histograms(html: str) -> list[str]:
    return re.findall(r'<span class="odds amount">(<svg.*?</small>)', html)


@pytest.mark.parametrize("game", game_ids())
def test_a_roll_shows_what_could_have_come_of_it(library: Library, game: str) -> None:
    campaign = library.open(place_demo(library, game))
    seen, whole = bars(campaign_html_page(campaign)), bars(campaign_html_page(campaign, secrets=True))
    assert seen and len(seen) <= len(whole)
    for bar in whole:
        wide = [float(each) for each in re.findall(r' width="([\d.]+)"', bar)]
        assert len(wide) > 1 and 90 < sum(wide) < 110 and bar.count(' came"') == 1
        assert "style" not in bar and 'aria-label="' in bar
    columns = histograms(campaign_html_page(campaign, secrets=True))
    for each in columns:
        assert each.count('class="came"') == 1 and each.count("<rect") > 1
        assert max(float(high) for high in re.findall(r' height="([\d.]+)"', each)) == 10
    assert columns
    campaign.close()


def with_one_test(library: Library, **given: str) -> Campaign:
    """A campaign in which Ana has tested Swim at 7 or less: 21 rolls of 36."""
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc", skill="5", skills="Swim 2")
    do(campaign, "troika.test", "3 4", who="ana", skill="swim", **given)
    return campaign


def do(campaign: Campaign, id: str, faces: str = "", **given: str) -> None:
    procedure = campaign.rules.procedure(id)
    answers = ReplayAnswers(random.Random(1), list(map(int, faces.split())) or None)
    campaign.perform(procedure, read_procedure_inputs(procedure, given, campaign.table), answers)


def test_a_bar_says_what_was_how_likely(library: Library) -> None:
    campaign = with_one_test(library)
    (bar,) = bars(campaign_html_page(campaign))
    assert "success 58 %, failure 42 %" in bar and 'class="most came"' in bar and 'class="little"' in bar
    campaign.undo()
    assert not bars(campaign_html_page(campaign))
    campaign.close()


def test_beside_the_bar_stands_what_an_amount_came_to_and_could_have(library: Library) -> None:
    campaign = library.open(library.new("Vale", "galejatra"))
    do(campaign, "campaign.add-character", name="Aino", kind="pc")
    do(campaign, "galejatra.roll", "4 1 5", player="2", opposition="1")
    html = campaign_html_page(campaign, secrets=True)
    own, opposing = histograms(html)
    assert "own dice left 1, of 0 to 2" in own and own.endswith("<small>own dice left 1</small>")
    assert "opposing left 1, of 0 to 1" in opposing
    campaign.close()


def test_what_only_the_gm_may_know_has_no_bar_for_players(library: Library) -> None:
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc", skill="5", skills="Swim 2, Spying#gm 2")
    do(campaign, "campaign.add-character", name="Ogre", kind="enemy")
    do(campaign, "troika.test", "3 4", who="ana", skill="spying-gm")
    do(campaign, "troika.test", "3 4", who="ogre", skill="skill")
    assert (
        not bars(campaign_html_page(campaign)) and len(bars(campaign_html_page(campaign, secrets=True))) == 2
    )
    campaign.close()


def test_of_what_was_amended_since_nothing_is_counted(library: Library) -> None:
    campaign = with_one_test(library)
    do(campaign, "troika.test-luck", "3 4", who="ana")
    do(campaign, "troika.test", "1 2", who="ana", skill="swim")
    assert len(bars(campaign_html_page(campaign))) == 3
    amend(campaign, 2, modifier="1")
    do(campaign, "troika.test-luck", "3 4", who="ana")
    assert len(bars(campaign_html_page(campaign))) == 1
    campaign.close()


def test_only_so_many_are_counted(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = with_one_test(library)
    do(campaign, "troika.test", "3 4", who="ana", skill="swim")
    monkeypatch.setattr("tableside.views.past_rolls.MOST_ROLLS", 1)
    html = campaign_html_page(campaign)
    assert len(bars(html)) == 1 and html.index("<svg") > html.rindex('class="roll"')
    campaign.close()


# The story, what it names, and its pictures


def test_only_the_story_has_answers_results_and_clocks_and_no_dice(library: Library) -> None:
    campaign = with_one_test(library)
    note(campaign, "The door.")
    do(campaign, "oracle.ask", "3 3", question="Is it locked?")
    do(campaign, "campaign.add-clock", name="The tide", steps="4")
    html = campaign_html_page(campaign)
    assert html.count('class="roll told"') == 3 and 'class="roll" id' in html
    assert "main .roll:not(.told) { display: none; }" in html
    only = Telling(story=True)
    for parts in (campaign_html_parts(campaign, only), markdown_log_parts(campaign, only)):
        told = "".join(parts).partition('id="people"')[0]
        assert all(each in told for each in ("The door.", "Is it locked?", "The tide"))
        assert "Ana succeeds with Swim" in told and "against" not in told
    campaign.close()


def test_scenes_stand_under_their_session_and_in_the_contents(library: Library) -> None:
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "campaign.begin-session")
    note(campaign, "## The ~Ford\nIt rains.\n\n# Loud\n### Deeper\ntext")
    html = campaign_html_page(campaign)
    assert re.findall(r"<h(\d)[^>]*>", html)[:5] == ["1", "2", "3", "3", "4"]
    assert '<ol><li><a href="#n1-1">The Ford</a></li>' in html and '<h3 id="n1-1">' in html
    campaign.close()


def test_names_lead_to_a_list_of_where_they_are(library: Library) -> None:
    campaign = library.open(library.new("Vale", "troika"))
    note(campaign, "@[Old Fum] at ~Harbour [of @Vash](https://example.org) for the #bell")
    note(campaign, "The #bell. `@code` <b>")
    note(campaign, "#Bell again, #gm-not for players")
    html = campaign_html_page(campaign)
    found = Reader(html)
    links = [value for name, value in found.attributes if name == "href" and value]
    targets = {value for name, value in found.attributes if name == "id"}
    assert {each.removeprefix("#") for each in links if each.startswith("#")} <= targets
    assert ">Old Fum</a> at " in html
    assert ">@Vash</a>" not in html.replace('<a href="https://example.org">of @Vash</a>', "")
    listed = re.findall(r'<li id="name-\d">(\w[^<]*) <small>(.*?)</small>', html)
    assert [name for name, _ in listed] == ["bell", "code", "Old Fum", "Vash", "Harbour"]
    assert listed[0][1] == '<a href="#n1">1</a> <a href="#n2">2</a>'
    campaign.close()


PIXEL = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000")


def test_a_picture_of_the_campaigns_folder_comes_along_and_no_other(library: Library, tmp_path: Path) -> None:
    campaign = library.open(library.new("Vale", "troika"))
    (campaign.folder / "map.png").write_bytes(PIXEL)
    (tmp_path / "out.png").write_bytes(PIXEL)
    note(campaign, "![The map](map.png) ![Out](../out.png) ![No](gone.png) ![It](campaign.json)")
    note(campaign, "![Far](https://example.org/z.png)")
    html = campaign_html_page(campaign)
    assert re.findall(r'<img src="data:image/png;base64,[\w+/=]+" alt="The map">', html)
    assert html.count("<img") == 1
    assert all(f"[picture: {each}]" in html for each in ("Out ../out.png", "No gone.png", "It campaign.json"))
    assert '<a href="https://example.org/z.png">Far</a>' in html
    campaign.close()


def test_no_level_of_titles_is_skipped(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Salt", "troika"))
    texts = (
        "### Deep\nText",
        "### Deeper",
        "## A scene\n##### Within\n#### Beside",
        "#### Under it",
        "# Top",
    )
    for text in texts:
        do(campaign, "campaign.note", text=text)
    titles = re.findall(r"<h(\d)[^>]*>(.*?)</h(\d)>", campaign_html_page(campaign))
    campaign.close()
    assert all(begun == ended for begun, _, ended in titles)
    levels = {title: int(level) for level, title, _ in titles}
    told = ("Deep", "Deeper", "A scene", "Within", "Beside", "Under it", "Top")
    assert [levels[title] for title in told] == [3, 3, 3, 4, 4, 4, 3]
    in_order = [int(level) for level, _, _ in titles]
    assert all(then <= now + 1 for now, then in pairwise(in_order))
