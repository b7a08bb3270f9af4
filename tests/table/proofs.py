"""What must hold whatever was pressed: nothing is lost, all can be undone, and players are told no secret."""

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import msgspec
from textual import events
from textual.pilot import Pilot

from tableside.app import Tableside
from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.campaign.session_entries import StandingEntries
from tableside.key_table import VIEW_KEYS
from tableside.rules.play import Fact
from tableside.screens.advancement import AdvancementPage
from tableside.screens.journal import JournalPage
from tableside.screens.writing import WritingPage
from tableside.views.html import campaign_html_page
from tableside.views.markdown import markdown_by_session, markdown_log
from tableside.views.notes import has_gm_tag
from tableside.views.recap import RecapLength, session_recap
from tableside.views.recap_parts import RecapParts
from tableside.views.story import Telling
from tableside.widgets.bars import LogBar, TitleBar
from tableside.widgets.line_list import LineList
from tableside.widgets.writing_field import WritingLine
from tableside.wording.facts import fact_text
from tests.secrets import public_outputs

CHOICES = {
    "initiative": ("is_veiled",),
    "advancement": ("picked", "picked_for", "through"),
    "journal": ("_opened", "_count", "_until", "_is_story", "_are_names", "_wanted"),
    "recap-view": ("session", "length", "public", "heading"),
}
"""What somebody has chosen to see on a view, which no file keeps."""
OF_A_MOMENT = (
    "roll-form",
    "roll-result",
    "roll-odds",
    "amend-form",
    "amend-coming",
    "help-lines",
    "beside",
    "ledger",
)
"""Lists about what is under a cursor, or being filled in."""
SHELF = "shelf"
"""The list of campaigns, the one saved last first."""
SAVED_AT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
"""When a campaign on the shelf was saved: reading the files anew touches them."""
LONG_ENOUGH = 12
"""Characters of a secret that stand nowhere by chance."""


# What is seen


def screen_text(app: Tableside) -> str:
    """The rows of the screen, without the spaces at their ends."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(piece.text for piece in strip).rstrip() for strip in strips)


def seen(app: Tableside) -> tuple[object, ...]:
    """All that tells somebody that a key has done something."""
    main_screen, campaign = app.main_screen, app.campaign
    focus = app.screen.focused
    length = campaign.length if campaign is not None else 0
    return (screen_text(app), app.theme, main_screen.ask.is_asking, focus.id if focus else None, length)


def place(app: Tableside) -> str:
    """The view in front, and what of it has the focus."""
    view, focus = app.main_screen.view, app.screen.focused
    return f"{view.id if view else 'nothing'}, {focus.id if focus else 'nothing'}"


def listed(app: Tableside) -> dict[str, object]:
    """What stands in the lists of the view in front, on the title and in the last lines of the journal."""
    view = app.main_screen.view
    assert view is not None
    found: dict[str, object] = {
        str(each.id): [(line.key, SAVED_AT.sub("", line.content.plain)) for line in each.lines]
        for each in view.query(LineList)
        if each.id not in OF_A_MOMENT
    }
    if SHELF in found:
        found[SHELF] = sorted(cast(list[tuple[str, str]], found[SHELF]))
    bar, strip = app.main_screen.query_one(TitleBar), app.main_screen.query_one(LogBar)
    return {**found, "title": bar.title_shown, "strip": [each.plain for each in strip._lines]}


# That nothing on the screen is lost


async def same_when_read_anew(app: Tableside, pilot: Pilot[int]) -> None:
    """Whether every view shows what a program shows that reads the files as they are at this instant."""
    if app.campaign is None:
        return
    _check_draft(app)
    sound(app.campaign)
    with tempfile.TemporaryDirectory() as folder:
        copy = Library(Path(shutil.copytree(app.library.folder, Path(folder) / "saves")))
        fresh = Tableside(copy, app.campaign.id)
        async with fresh.run_test(size=app.size) as other:
            await other.pause()
            assert fresh.campaign is not None
            assert export_json(fresh.campaign) == export_json(app.campaign)
            await _sit_down(app, fresh)
            for id, (_, key) in VIEW_KEYS.items():
                if not await _goes(app, pilot, id, key):
                    continue
                assert await _goes(fresh, other, id, key), f"{id} is not where it was"
                _choose_alike(app, fresh, id)
                for each, its in ((app, pilot), (fresh, other)):
                    each.main_screen.chrome.turn_to_readers()
                    each.app_state.show()
                    await _at_rest(each, its)
                here, there = listed(app), listed(fresh)
                assert here == there, f"{id} shows what is not in the files: {_differences(here, there)}"
            fresh.campaign.close()


def _check_draft(app: Tableside) -> None:
    """Whether what is half written is kept."""
    campaign, view, field = app.campaign, app.main_screen.view, app.screen.focused
    if campaign is None:
        return
    if isinstance(field, WritingLine) and app.main_screen.ask._words._content.plain.startswith("Note:"):
        assert campaign.draft == field.value, "the draft is not what is typed"
    if isinstance(view, WritingPage) and view.is_begun and view._rewritten is None:
        assert campaign.draft == view.page.value, "the draft is not what is written"


async def _sit_down(app: Tableside, fresh: Tableside) -> None:
    """The same person in the same app_state."""
    app_state, new = app.app_state, fresh.app_state
    new.selected, new.typed_dice, new.looking_at = (
        app_state.selected,
        app_state.typed_dice,
        app_state.looking_at,
    )
    new.marks |= app_state.marks
    new.shared = app_state.shared
    new.show()


async def _goes(app: Tableside, pilot: Pilot[int], id: str, key: str) -> bool:
    """Whether a key leads to this view; a session that ends goes on from advancement to the recap."""
    while app.screen is not app.main_screen:
        app.pop_screen()
        await pilot.pause()
    app.post_message(events.Key(key, None))
    await _at_rest(app, pilot)
    assert app.main_screen.view is not None
    is_there = app.main_screen.view.id == id
    assert is_there or id == "advancement", f"{key} leads to {app.main_screen.view.id}"
    return is_there


async def _at_rest(app: Tableside, pilot: Pilot[int]) -> None:
    await pilot.pause()
    await app.worked_off()
    if not app.main_screen.ask.is_asking:
        await app.workers.wait_for_complete()
    await pilot.pause()


def _choose_alike(app: Tableside, fresh: Tableside, id: str) -> None:
    one, other = app.main_screen.view, fresh.main_screen.view
    for name in CHOICES.get(id, ()):
        setattr(other, name, getattr(one, name))
    fresh.app_state.selected = (
        app.app_state.selected
    )  # as a session ends, advancement selects whose turn it is
    if isinstance(one, AdvancementPage) and isinstance(other, AdvancementPage):
        other._ending = fresh.campaign if one._ending is app.campaign else None
    if isinstance(other, JournalPage) and (other._wanted or other._are_names or other._until):
        other._read_all(fresh.campaign)


def _differences(here: dict[str, object], there: dict[str, object]) -> str:
    found = []
    for name in here.keys() | there.keys():
        one, other = here.get(name), there.get(name)
        if one != other and isinstance(one, list) and isinstance(other, list):
            found.append(
                f"{name}: {[e for e in one if e not in other]} for {[e for e in other if e not in one]}"
            )
        elif one != other:
            found.append(f"{name}: {one} for {other}")
    return "; ".join(found)


# What must hold at the end


def sound(campaign: Campaign) -> None:
    """Whether every entry, played again, comes to what it says."""
    faults = [f"{fault.where}: {fault.what}" for fault in audit(campaign)]
    assert faults == [], f"not sound: {faults}"


def digest(campaign: Campaign) -> bytes:
    """The table as bytes."""
    return msgspec.json.encode(dict(sorted(documents(campaign.table).items())))


def end_well(library: Library, folder: Path) -> None:
    """Whether all campaigns are sound, go out and in again as they are, are told without secrets, and can be
    undone to their first table and redone to their last.
    """
    for shelved in library.shelf():
        campaign = library.open(shelved.id)
        sound(campaign)
        goes_out_and_in(campaign, folder)
        keeps_secrets(campaign)
        undone_and_redone(campaign)
        sound(campaign)
        campaign.close()


def undone_and_redone(campaign: Campaign) -> None:
    """Whether undoing all gives the first table byte for byte, and redoing all the last."""
    last, first = digest(campaign), msgspec.json.encode(dict(sorted(documents(campaign.first_table).items())))
    standing = len(campaign.undoing(campaign.length))
    if not standing:
        return
    campaign.undo(standing)
    assert campaign.undoable is None
    assert digest(campaign) == first, "undoing all does not lead to the first table"
    campaign.redo(standing)
    assert digest(campaign) == last, "redoing all does not lead to the last table"


def goes_out_and_in(campaign: Campaign, folder: Path) -> None:
    """Whether an export of what was made of an export is the same, byte for byte."""
    path = folder / "out.json"
    path.write_bytes(export_json(campaign))
    library = Library(folder / f"in-{campaign.id}")
    library.folder.mkdir()
    made = library.open(import_json(library, path))
    assert export_json(made) == path.read_bytes(), "an export of an import is another"
    made.close()


def keeps_secrets(campaign: Campaign) -> None:
    """Whether everything that can be made of it can, and nothing for players tells what is for the GM."""
    for session in range(campaign.table.session + 1):
        for length in RecapLength:
            session_recap(RecapParts(campaign, session), length, public=False, surprises=None)
    whole = [campaign_html_page(campaign, secrets=True), markdown_log(campaign, secrets=True)]
    assert all([*whole, *markdown_by_session(campaign, Telling(secrets=True)).values()])
    facts = [fact for place in StandingEntries(campaign).places() for fact in place.as_it_stands.facts]
    for about, text in public_outputs(campaign):
        assert not _betrayed(facts, text), f"players are told {_betrayed(facts, text)}: {about}"


def _betrayed(facts: Sequence[Fact], text: str) -> list[str]:
    """The texts for the GM alone that stand in what was written for players."""
    openly = "\n".join(fact_text(each) for each in facts if not _is_secret(each))
    secret = {line for each in facts if _is_secret(each) for line in fact_text(each).splitlines()}
    hidden = (each for each in secret if len(each) >= LONG_ENOUGH and each not in openly)
    return [each for each in hidden if each in text]


def _is_secret(fact: Fact) -> bool:
    return fact.secret or (fact.id == "note" and has_gm_tag(str(fact.values["text"])))
