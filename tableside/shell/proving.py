"""Looking at a campaign that came from elsewhere as every command would, before it is one of ours.

A fact may lack what its sentence needs, and only telling it shows that. Exact chances are left out: they take
their time, and what cannot be foretold is passed over wherever they are told.
"""

from collections.abc import Callable, Iterator
from functools import partial

from tableside.campaign.campaign import Campaign
from tableside.errors import StoreError, TablesideError
from tableside.shell import plain
from tableside.views.journal import details, dice, entry_rows, headline
from tableside.views.markdown import session_files, session_log
from tableside.views.page import page
from tableside.views.public.table import table_seen
from tableside.views.recap import Length, recap
from tableside.views.recap_material import Material
from tableside.views.watching import watched

Look = tuple[str, Callable[[], object]]
"""What is looked at, and looking."""
CELLS = 80


def prove(campaign: Campaign) -> None:
    """Raises `StoreError` naming the first thing that cannot be told."""
    for what, look in _looks(campaign):
        try:
            look()
        except TablesideError as error:
            raise StoreError(f"{what} cannot be told: {error}") from None
        except Exception as error:  # what is not ours may hold anything, and views trust what rules have told
            raise StoreError(f"{what} cannot be told: {type(error).__name__} {error}") from None


def _looks(campaign: Campaign) -> Iterator[Look]:
    table = campaign.table
    for number in range(1, campaign.length + 1):
        yield f"entry {number}", partial(_entry, campaign, number)
    yield "the campaign", partial(plain.campaign, campaign, table, None)
    for each in table.characters.values():
        yield f"characters/{each.key}", partial(plain.character, each, table, campaign)
    yield "the players' screen", partial(_watched, campaign)
    for secrets in (False, True):
        yield "the session log", partial(_logs, campaign, secrets)
    for number in sorted({each.session for each in campaign.entries()}):
        yield f"session {number}", partial(_recap, campaign, number)


def _entry(campaign: Campaign, number: int) -> None:
    entry = campaign.entry(number)
    plain.entry(entry)
    dice(entry)
    details(entry, campaign.rules, campaign.table)
    entry_rows(entry, CELLS)
    for secrets in (False, True):
        headline(entry, secrets=secrets)


def _watched(campaign: Campaign) -> None:
    watched(table_seen(campaign), CELLS, campaign.length)


def _logs(campaign: Campaign, secrets: bool) -> None:
    session_log(campaign, secrets=secrets)
    session_files(campaign, secrets=secrets)
    page(campaign, secrets=secrets)


def _recap(campaign: Campaign, number: int) -> None:
    try:
        material = Material(campaign, number)
    except TablesideError:
        return  # nothing was done in it
    for length in Length:
        for public in (False, True):
            recap(material, length, public=public, surprises=())
