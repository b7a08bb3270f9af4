"""What is said of the names in the notes: that one is over, or open again."""

from tableside.campaign.campaign import Campaign
from tableside.language.feedback import MOST_MEANT, Said
from tableside.language.listener import Listener
from tableside.language.refusals import quoted_in_refusal, refused
from tableside.language.synonyms import synonyms_of
from tableside.language.tokens import phrase, text_behind
from tableside.rules.clocks import CLOSE_NAME
from tableside.rules.form_filling import new_form
from tableside.rules.typed import typed_slug
from tableside.views.names_in_notes import names_in_notes
from tableside.views.notes import SIGNS, Tag, TagKind, in_brackets
from tableside.wording import either

DROP_CLOCK = "campaign.drop-clock"


def name_closed(campaign: Campaign, listener: Listener, text: str) -> Said | None:
    """What a line closes, by its name with or without its sign: a thread, a scene, somebody or a place, else
    a clock or a track; or what it opens again. None: it says neither.

    Raises `RuleError` naming what is open, where nothing is meant or several things are.
    """
    closes, reopens = text_behind(text, synonyms_of("closes")), text_behind(text, synonyms_of("reopens"))
    typed = closes if closes is not None else reopens
    if typed is None:
        return None
    named, over = (each.tag for each in names_in_notes(campaign)), campaign.table.closed
    tags = [each for each in named if (each.id in over) == (closes is None)]
    meant = [each for each in tags if _is_called(each, typed)]
    if len(meant) > 1:
        raise refused("which-name", names=either(map(_written, meant)))
    if meant:
        return _said(listener, CLOSE_NAME, "name", meant[0].id)
    clocks = [each.name for each in listener.table.clocks] if closes is not None else []
    if clock := next((each for each in clocks if _words(each) == _words(typed)), ""):
        return _said(listener, DROP_CLOCK, "clock", typed_slug(clock) or clock)
    scenes_last = sorted(tags, key=lambda each: each.kind == TagKind.SCENE)
    known = [*map(_written, scenes_last), *clocks]
    if not known:
        raise refused("nothing-is-open" if closes is not None else "nothing-is-over")
    few = ", ".join((*known[:MOST_MEANT], *(["…"] if len(known) > MOST_MEANT else [])))
    if not typed:
        raise refused("name-which", known=few)
    raise refused(
        "nothing-to-close" if closes else "nothing-to-reopen", name=quoted_in_refusal(typed), known=few
    )


def _said(listener: Listener, procedure: str, input: str, value: str) -> Said:
    form = new_form(listener.rules.procedure(procedure), listener.table, None, {input: value})
    return Said(listener.command(procedure), form, (), (input,))


def _is_called(tag: Tag, typed: str) -> bool:
    sign = typed[:1] if typed[:1] in SIGNS else ""
    return (not sign or SIGNS[sign] == tag.kind) and _words(tag.name) == _words(typed)


def _words(name: str) -> tuple[str, ...]:
    """The words of a name, without the article that it may begin with."""
    words = phrase(name)
    return words[1:] if words[:1] == synonyms_of("the") else words


def _written(tag: Tag) -> str:
    return tag.name if tag.kind == TagKind.SCENE else in_brackets(tag.kind, tag.name)
