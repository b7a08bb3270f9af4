"""What players are told of the sessions, as a page: the one that is on, below it the one before."""

from collections.abc import Iterator

from tableside.campaign.campaign import Campaign
from tableside.share.page import Kind, whole
from tableside.views.html import html_text
from tableside.views.recap import HEAD, Chapter, Length, session_recap
from tableside.views.recap_parts import Material
from tableside.views.sessions import last_told
from tableside.wording import label

REST = 5.0
"""Seconds after the making of one before another is made: a long session costs a twentieth of a second."""


class Recap:
    """The page as it was made last."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._length, self._made_at, self._page = -1, 0.0, ""

    def page(self, now: float) -> str:
        """The page, made anew where there is something new and the last was not made just now; in seconds."""
        is_stale = self._campaign.length != self._length
        if not self._page or (is_stale and now - self._made_at >= REST):
            self._page = recap_page(self._campaign)
            self._length, self._made_at = self._campaign.length, now
        return self._page


def recap_page(campaign: Campaign) -> str:
    """The whole page."""
    table = campaign.table
    title = html_text(table.title)
    back = f'<nav><a href="/">{label("share", "back")}</a></nav>'
    sessions = sorted({table.session, last_told(table)}, reverse=True)
    told = "\n".join(_session(campaign, number) for number in sessions)
    return whole(
        f"{title} · {label('share', 'recap')}",
        Kind.RECAP,
        f"<header><h1>{title}</h1>{back}</header>\n<main>{told}</main>",
    )


def _session(campaign: Campaign, number: int) -> str:
    chapters = session_recap(Material(campaign, number), Length.MIDDLE, public=True, surprises=())
    return f'<article aria-labelledby="s{number}">{"".join(_chapters(chapters, number))}</article>'


def _chapters(chapters: tuple[Chapter, ...], number: int) -> Iterator[str]:
    for chapter in chapters:
        texts = [html_text(each.text.strip(), lines=True) for each in chapter.lines]
        if chapter.id == HEAD:
            yield f'<h2 id="s{number}">{texts[0]}</h2>{"".join(f"<p>{each}</p>" for each in texts[1:])}'
        else:
            listed = "".join(f"<li>{each}</li>" for each in texts)
            yield f"<h3>{label('recap', chapter.id)}</h3><ul>{listed}</ul>"
