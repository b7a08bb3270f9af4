"""Acts of players on the page: the HTML offered to them, and the checks of what they send.

Everything is checked here and performed by the program in which the campaign is played, the only one that
writes. A page sends JSON of a small fixed form, and with each act a word that was issued once for it, so that
nothing is done twice.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Annotated, Any, Protocol

import msgspec
from aiohttp import web

from tableside.campaign.campaign import Campaign
from tableside.errors import Message, RuleError, StoreError
from tableside.rules.cells import CellKind
from tableside.rules.form_filling import Form
from tableside.rules.table import Permission
from tableside.share.guard import RequestRates
from tableside.share.page import Parts, page_part
from tableside.views.html import html_text
from tableside.views.public import seen_table
from tableside.views.public.deeds import (
    LONGEST_NOTE,
    NOTE,
    THING,
    DeedQuestion,
    DeedThing,
    DeedWish,
    deed_of,
    deed_refusal,
    deed_things,
    deed_wish,
    deeds_of,
)
from tableside.views.public.player_forms import (
    DeedField,
    FieldKind,
    PlayerFormDeed,
    filled_player_form,
    player_form_fields,
    player_form_odds_lines,
)
from tableside.wording import has_wording, label, worded_on_screen

PATIENCE = 5.0
"""Seconds for a request's body to arrive."""
MOST_FIELDS = 24
LONGEST_TEXT = 4_000
MOST_FACES = 60
MOST_WORDS = 64
"""The most words issued to one player; when more forms are opened, the first one is requested again."""
A_SECOND, AT_ONCE = 4.0, 24.0
"""How often one player may request a form, act or answer: a second, and at once."""

OF_ANSWERS = ("deeds.", "play.")
"""Prefixes of the ids of refusals about the answer itself."""

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Id = Annotated[str, msgspec.Meta(max_length=200)]
AT_FIRST = 2
"""Fields visible at once; the rest is folded."""


class WantedAct(msgspec.Struct, forbid_unknown_fields=True):
    """A form that is filled in or requested."""

    do: Id
    word: Id = ""
    """The word issued with the form."""
    given: Annotated[dict[Id, Text], msgspec.Meta(max_length=MOST_FIELDS)] = {}
    typed: bool = False


class AnsweredAct(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a question of a rule."""

    question: Id
    choice: Id = ""
    faces: Annotated[list[int], msgspec.Meta(max_length=MOST_FACES)] = []


class ProgramForActs(Protocol):
    """The program in which the campaign is played."""

    def asking(self, key: int) -> DeedQuestion | None:
        """The open question for this character's player."""

    def told(self, key: int) -> str:
        """The outcome of this player's last wish, if it came later."""

    def act(self, wish: DeedWish) -> str:
        """Perform a wish, or let it wait for the GM; return the reply. Raises `RuleError`, `StoreError`."""

    def answer(self, key: int, question: str, choice: str, faces: tuple[int, ...]) -> str:
        """Take an answer, or show it to the GM; return the reply. Raises like `act`."""


class Acts:
    """Takes what players send."""

    def __init__(
        self, campaign: Campaign, program: ProgramForActs, player: Callable[[web.Request], int | None]
    ):
        self._campaign, self._program, self._player = campaign, program, player
        self._words: OrderedDict[str, int] = OrderedDict()
        """Issued words that have not come back yet, with the keys of their characters."""
        self._rates = RequestRates(A_SECOND, AT_ONCE)
        self._counting = asyncio.Lock()
        self._rests_until = 0.0
        """The loop time before which no odds are counted again."""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/form", self._taking(self._form, WantedAct)),
            web.post("/act", self._taking(self._act, WantedAct)),
            web.post("/answer", self._taking(self._answer, AnsweredAct)),
        ]

    def _taking(
        self,
        take: Callable[[seen_table.TableSeenByPlayer, Any], Awaitable[dict[str, str]]],
        kind: type[msgspec.Struct],
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """A handler of JSON of this form from a player; a refusal is answered in a line."""
        decoder = msgspec.json.Decoder(kind)

        async def handler(request: web.Request) -> web.StreamResponse:
            if request.content_type != "application/json":
                raise web.HTTPUnsupportedMediaType
            try:
                async with asyncio.timeout(PATIENCE):
                    sent = decoder.decode(await request.read())
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                raise web.HTTPBadRequest from None
            try:
                player = self._player_of(request)
                return _json(await take(player, sent), 200)
            except RuleError as error:
                return _json({"said": worded_on_screen(error.message)}, 422)
            except StoreError:
                return _json({"said": worded_on_screen(Message("deeds.not-kept"))}, 503)

        return handler

    def _player_of(self, request: web.Request) -> seen_table.TableSeenByPlayer:
        """The player's character. Raises `RuleError` for a stranger, or a player who may only look on."""
        key = self._player(request)
        who = self._campaign.table.characters.get(key) if key is not None else None
        if key is None or who is None or who.retired:
            raise RuleError("deeds.nobody")
        if self._only_looks(key):
            raise RuleError("deeds.only-looks")
        if not self._rates.is_within(str(key), asyncio.get_running_loop().time()):
            raise RuleError("deeds.too-fast")
        return seen_table.table_seen_by_player(self._campaign, key)

    def _only_looks(self, key: int) -> bool:
        """Whether this character's player may do nothing."""
        return self._campaign.is_read_only or self._campaign.table.may.of(key) == Permission.LOOK

    def parts(self, key: int) -> Parts:
        """What this character's player is offered, asked and told."""
        asking, deeds, asked = self._program.asking(key), "", ""
        if not self._only_looks(key):
            deeds = _deeds_list(seen_table.table_seen_by_player(self._campaign, key))
            asked = _question_form(asking) if asking is not None else ""
        answer = html_text(self._program.told(key))
        return {"deeds": page_part(deeds), "asked": page_part(asked), "told": page_part(answer)}

    # A form, with its odds

    async def _form(self, player: seen_table.TableSeenByPlayer, sent: WantedAct) -> dict[str, str]:
        word = self._give_word(player.key)
        if sent.do == NOTE:
            return {"html": _note_form(word)}
        if sent.do == THING:
            return {"html": act_form_of_things(player, word)}
        form: Form | None = None
        try:
            deed = deed_of(player, sent.do)
            form = filled_player_form(player, deed, sent.given)
        except RuleError as error:
            raise _refused(player, error, form) from None
        html = partial(act_form_of_deed, player, deed, form, word)
        return {"html": await self._counted(html)}

    async def _counted(self, count: Callable[[], str]) -> str:
        """The result of counting in a thread: one at a time, and idle for as long as it counts."""
        clock = asyncio.get_running_loop().time
        async with self._counting:
            await asyncio.sleep(self._rests_until - clock())
            began = clock()
            counted = await asyncio.to_thread(count)
            self._rests_until = 2 * clock() - began
        return counted

    def _give_word(self, key: int) -> str:
        word = secrets.token_urlsafe(9)
        self._words[word] = key
        own = [each for each, whose in self._words.items() if whose == key]
        for each in own[:-MOST_WORDS]:
            del self._words[each]
        return word

    # Acts and answers

    async def _act(self, player: seen_table.TableSeenByPlayer, sent: WantedAct) -> dict[str, str]:
        if self._words.get(sent.word) != player.key:
            raise RuleError("deeds.done-already")
        try:
            wish = deed_wish(player, sent.do, sent.given, typed=sent.typed)
        except RuleError as error:
            raise _refused(player, error, None) from None
        try:
            said = self._program.act(wish)
        except RuleError as error:
            raise _refused(player, error, wish.form) from None
        del self._words[sent.word]
        return {"said": said}

    async def _answer(self, player: seen_table.TableSeenByPlayer, sent: AnsweredAct) -> dict[str, str]:
        try:
            said = self._program.answer(player.key, sent.question, sent.choice, tuple(sent.faces))
        except RuleError as error:
            if error.message.id.startswith(OF_ANSWERS):
                raise
            raise RuleError("deeds.refused") from None  # somebody else has a part in the roll
        return {"said": said}


def _refused(player: seen_table.TableSeenByPlayer, error: RuleError, form: Form | None) -> RuleError:
    """The error, as far as this player may know the reason."""
    return RuleError("deeds.said", text=deed_refusal(player, error, form))


def _json(said: dict[str, str], status: int) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(said), status=status, content_type="application/json", charset="utf-8"
    )


def _deeds_list(player: seen_table.TableSeenByPlayer) -> str:
    """An HTML button for each thing that a player may do."""
    others = [(NOTE, label("deeds", "write"))]
    others += [(THING, label("deeds", "things"))] if deed_things(player) else []
    deeds = [(each.id, each.label) for each in deeds_of(player)]
    is_asked = player.table.may.of(player.key) == Permission.ASK
    asks = f"<p>{label('deeds', 'asks')}</p>" if is_asked else ""
    return (
        f'<section aria-labelledby="deeds-title"><h2 id="deeds-title">{label("deeds", "title")}</h2>{asks}'
        f'<ul class="deeds">{_buttons(deeds)}</ul><ul class="deeds">{_buttons(others)}</ul></section>'
    )


def _buttons(deeds: Iterable[tuple[str, str]]) -> str:
    return "".join(
        f'<li><button type="button" data-do="{html_text(id)}">{html_text(words)}</button></li>'
        for id, words in deeds
    )


def act_form_of_deed(
    player: seen_table.TableSeenByPlayer, deed: PlayerFormDeed, form: Form, word: str
) -> str:
    """The HTML form of a deed: its inputs, and the odds for their present values."""
    fields = [_field(each) for each in player_form_fields(player, deed, form)]
    more = "".join(fields[AT_FIRST:])
    folded = f"<details><summary>{label('deeds', 'more')}</summary>{more}</details>" if more else ""
    odds = "".join(f"<li>{html_text(each)}</li>" for each in player_form_odds_lines(player, form))
    help_id = f"{deed.procedure.id}.help"
    about = f"<p>{html_text(label('procedure', help_id))}</p>" if has_wording("procedure", help_id) else ""
    real = player.table.real_dice.of(player.key)
    typed = (
        '<label class="check"><input type="checkbox" name="typed" data-typed'
        f"{' checked' if real else ''}> {label('deeds', 'own-dice')}</label>"
    )
    rolls = deed.procedure.odds is not None
    return _form(
        deed.id,
        word,
        html_text(deed.label),
        f"{about}{''.join(fields[:AT_FIRST])}{folded}"
        f'<ul class="odds" aria-live="polite">{odds}</ul>{typed if rolls else ""}',
        label("deeds", "roll" if rolls else "do"),
    )


def _form(id: str, word: str, title: str, inside: str, act: str) -> str:
    return (
        f'<form data-form="{html_text(id)}" data-word="{html_text(word)}">'
        f'<h2 tabindex="-1">{title}</h2>{inside}<div class="acts"><button>{act}</button>'
        f'<button type="button" data-close>{label("deeds", "close")}</button></div></form>'
    )


def _field(field: DeedField) -> str:
    id, name = f"f-{html_text(field.id)}", html_text(field.id)
    title = f'<label for="{id}">{html_text(field.label)}</label>'
    value = html_text(field.value)
    match field.answer:
        case FieldKind.CHOICE:
            options = "".join(_option(*each, field.value) for each in field.options)
            return f'{title}<select id="{id}" name="{name}">{options}</select>'
        case FieldKind.YES_NO:
            options = "".join(_option(each, label("option", each), field.value) for each in ("no", "yes"))
            return f'{title}<select id="{id}" name="{name}">{options}</select>'
        case FieldKind.NUMBER:
            lowest, highest = field.bounds
            bounds = f'min="{lowest}" max="{highest}" inputmode="numeric"'
            return f'{title}<input id="{id}" name="{name}" type="number" {bounds} value="{value}">'
    return f'{title}<input id="{id}" name="{name}" value="{value}" maxlength="200">'


def _option(value: str, words: str, now: str) -> str:
    chosen = " selected" if value == now else ""
    return f'<option value="{html_text(value)}"{chosen}>{html_text(words)}</option>'


def _note_form(word: str) -> str:
    """The HTML form for a line in the journal."""
    inside = (
        f'<label for="f-text">{label("deeds", "line")}</label>'
        f'<textarea id="f-text" name="text" rows="3" maxlength="{LONGEST_NOTE}" required></textarea>'
    )
    return _form(NOTE, word, label("deeds", "write"), inside, label("deeds", "enter"))


def act_form_of_things(player: seen_table.TableSeenByPlayer, word: str) -> str:
    """What a player carries as HTML, one line each; one is changed at a time."""
    things = deed_things(player)
    options = "".join(
        f'<option value="{html_text(each.path)}" data-was="{html_text(each.text)}"'
        f"{' data-long' if each.kind == CellKind.LONG_TEXT else ''}>{_thing(each)}</option>"
        for each in things
    )
    first = things[0].text if things else ""
    inside = (
        f'<label for="f-path">{label("deeds", "which")}</label>'
        f'<select id="f-path" name="path" data-things>{options}</select>'
        f'<label for="f-text">{label("deeds", "becomes")}</label>'
        f'<textarea id="f-text" name="text" rows="2" maxlength="{LONGEST_NOTE}">{html_text(first)}</textarea>'
        f"<p>{label('deeds', 'takes-away')}</p>"
    )
    return _form(THING, word, label("deeds", "things"), inside, label("deeds", "enter"))


def _thing(thing: DeedThing) -> str:
    is_new = thing.path.endswith(".new")
    text = label("deeds", "new") if is_new else thing.text.partition("\n")[0]
    return html_text(f"{thing.label}: {text}")


def _question_form(asking: DeedQuestion) -> str:
    """A question to a player, large, as HTML."""
    id = html_text(asking.id)
    if asking.sides:
        dice = "".join(
            f'<label>d{sides} <input type="number" name="face" min="1" max="{sides}" required '
            'inputmode="numeric"></label>'
            for sides in asking.sides
        )
        answers = f'<div class="acts">{dice}<button>{label("deeds", "these-dice")}</button></div>'
    else:
        answers = "".join(
            f'<button type="button" data-choice="{html_text(value)}">{html_text(words)}</button>'
            for value, words in asking.options
        )
        answers = f'<div class="acts">{answers}</div>'
    gone = html_text(label("deeds", "answered"))
    return (
        f'<form class="asked" data-question="{id}" data-gone="{gone}">'
        f"<strong>{html_text(asking.words)}</strong>{answers}</form>"
    )
