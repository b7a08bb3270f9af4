"""Sharing the open campaign with players, and performing what they ask for on their own screens.

A wish is performed at once, or once the GM allows it, as if the GM had done it. A phone never takes the focus
nor delays a key: pages are made once, a moment after the keys that changed something, however many phones
look on.
"""

from __future__ import annotations

import asyncio
from asyncio import Event, to_thread
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from tableside.campaign.in_progress import ProcedureInProgress
from tableside.errors import RuleError, StoreError, TablesideError
from tableside.rules.play import ChoiceAsked, Chosen, DiceAsked, Step
from tableside.rules.table import Permission
from tableside.screens.app_state import AppState
from tableside.screens.controller import Controller, Question
from tableside.screens.messages import SharingStep
from tableside.share import guard, hosting
from tableside.terminal.keys import OrderedKeysApp
from tableside.troubles import tolerated
from tableside.views import input_values
from tableside.views.public import deeds, entries_told, seen_table
from tableside.wording import label, sentence

if TYPE_CHECKING:
    from tableside.campaign.campaign import Campaign
    from tableside.views.sharing import Shared

A_MOMENT = 0.05
"""Seconds between a change and its pages, so that keys come first."""
A_WHILE = 1.0
"""Seconds between two updates of who looks on, if nothing else has changed."""


class PlayersSharing:
    """Shares the campaign of an app state."""

    def __init__(self, app_state: AppState, wishes: PlayersWishes, *, draws_codes: bool) -> None:
        """`draws_codes`: whether the terminal can draw codes for a camera."""
        self.app_state, self.wishes, self._draws_codes = app_state, wishes, draws_codes
        self._hosting: hosting.Hosting | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = Event()
        self._is_new = False
        """Whether the table may have changed since the pages were made."""
        self._not_before = 0.0
        """The loop time before which the GM is not shown again who looks on."""
        self._drawn: Shared | None = None
        """The state of sharing that the GM was last shown."""

    @property
    def is_on(self) -> bool:
        return self._hosting is not None

    def shared(self) -> Shared | None:
        """The state of sharing for the GM. None: nothing is shared."""
        self._drawn = self._seen(self._hosting) if self._hosting is not None else None
        return self._drawn

    def _seen(self, begun: hosting.Hosting) -> Shared:
        seen = begun.shared(self.wishes.asks, self.wishes.awaited)
        return seen if self._draws_codes else replace(seen, qr=())

    async def step(self, step: SharingStep, key: int = 0, name: str = "") -> None:
        """Take a step of sharing and show the result. Raises `TablesideError`, leaving all as it was."""
        begun = self._hosting
        if step == SharingStep.BEGIN:
            await self._begin()
        elif step == SharingStep.END or begun is None:
            await self.end()
        elif step == SharingStep.RENEW:
            self._renew(begun, key)
            return
        elif step in (SharingStep.LOOKS, SharingStep.NAMES):
            begun.sharing.change(replace(begun.sharing.way, looks=step == SharingStep.LOOKS))
        elif step == SharingStep.NAME:
            begun.sharing.change(replace(begun.sharing.way, names=frozenset(filter(None, (name,)))))
        else:
            await begun.open(is_lan=step == SharingStep.LAN)
        self.app_state.show()

    async def _begin(self) -> None:
        campaign = self.app_state.campaign
        if self._hosting is not None or campaign is None:
            return
        guard.check_sharing_installed()
        kind = await to_thread(getattr, hosting, "Hosting")  # the first import takes a while
        begun: hosting.Hosting = kind(
            campaign, self.app_state.main_screen.complain, self._changed.set, self.wishes
        )
        await begun.open(is_lan=False)
        self._hosting = begun
        self._task = asyncio.create_task(self._keep_true(begun))

    async def end(self) -> None:
        """Stop sharing; all codes become invalid."""
        if self._task is not None:
            self._task.cancel()
        ended, self._hosting, self._task = self._hosting, None, None
        self.wishes.clear()
        if ended is not None:
            await ended.close()

    def _renew(self, begun: hosting.Hosting, key: int) -> None:
        begun.sharing.codes.renew(key)
        begun.sharing.stir()
        self.app_state.show_shared()
        name = begun.campaign.table[key].name
        self.app_state.main_screen.tell(sentence("told", "code-renewed", who=name))

    def changed(self) -> None:
        """Note that something was done or is shown differently."""
        if self._hosting is None:
            return
        self._is_new = True
        self._changed.set()

    async def _keep_true(self, begun: hosting.Hosting) -> None:
        """Keep the shared pages up to date until cancelled or another campaign is open."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(A_MOMENT)
            self._changed.clear()
            if self.app_state.campaign is not begun.campaign:
                await self._go_on_with(self.app_state.campaign)
                return
            with tolerated(self.app_state.main_screen.complain):
                if self._is_new:
                    self._is_new = False
                    begun.sharing.make()
                    begun.sharing.stir()
                self._show_who_looks(begun)
                if self.wishes.go_on():
                    self._changed.set()

    def _show_who_looks(self, begun: hosting.Hosting) -> None:
        """Show the GM which screens have come and gone, at intervals."""
        loop = asyncio.get_running_loop()
        if self._seen(begun) == self._drawn:
            return
        if loop.time() < self._not_before:
            loop.call_at(self._not_before, self._changed.set)
            return
        self._not_before = loop.time() + A_WHILE
        self.app_state.show_shared()

    async def _go_on_with(self, campaign: Campaign | None) -> None:
        """Stop sharing, because another campaign is open."""
        self._task = None
        await self.end()
        self.app_state.show()
        app = self.app_state.main_screen.app
        assert isinstance(app, OrderedKeysApp)  # every app with a main screen is one
        if await app.worked_off() and campaign is not None:  # its first messages would replace this one
            self.app_state.main_screen.tell(label("told", "unshared"))


class PlayersWishes:
    """The waiting wishes of one campaign, and the outcomes of others."""

    def __init__(self, app_state: AppState, controller: Controller) -> None:
        self.app_state, self._controller = app_state, controller
        self._waiting: list[tuple[deeds.DeedWish, bool]] = []
        """Wishes in the order of their arrival, each with whether the GM has allowed it."""
        self._told: dict[int, str] = {}

    @property
    def asks(self) -> tuple[str, ...]:
        """The wishes that wait for the GM, one line each."""
        return tuple(
            sentence(
                "sharing",
                "asks-doubtful" if wish.doubt else "asks",
                who=wish.name,
                what=wish.words,
                doubt=wish.doubt,
            )
            for wish, is_allowed in self._waiting
            if not is_allowed
        )

    def clear(self) -> None:
        """Drop all wishes and outcomes."""
        self._waiting.clear()
        self._told.clear()

    # What players send (`share.acts.Program`)

    def told(self, key: int) -> str:
        """The outcome of this character's wish, if it came later."""
        outcome = self._told.get(key, "")
        is_over = outcome == label("deeds", "goes-on") and self._controller.question is None
        return "" if is_over else outcome

    def act(self, wish: deeds.DeedWish) -> str:
        """Perform a wish or let it wait; return the reply to the player. Raises `RuleError`, `StoreError`."""
        if any(each.key == wish.key for each, _ in self._waiting):
            raise RuleError("deeds.one-waits")
        self._told.pop(wish.key, None)
        acts = self._may(wish.key) == Permission.ACT and not wish.doubt
        if acts and self._controller.is_free:
            return self._perform(wish)
        self._waiting.append((wish, acts))
        self.app_state.show_shared()
        self.app_state.was_shown()
        return label("deeds", "soon" if acts else "asked")

    def _may(self, key: int) -> str:
        campaign = self.app_state.campaign
        return campaign.table.may.of(key) if campaign is not None else Permission.LOOK

    def _perform(self, wish: deeds.DeedWish) -> str:
        """Perform a wish; return the reply to its player. Raises `RuleError`, `StoreError`."""
        campaign = self.app_state.campaign
        assert campaign is not None  # the wish is about it
        roll = ProcedureInProgress(wish.procedure, wish.given, campaign.table, typed=wish.typed, by=wish.name)
        try:
            entry = self._controller.perform_for_player(roll)
        except StoreError as error:
            self.app_state.main_screen.complain(str(error))
            if self.app_state.waiting is None:
                raise
            return label("deeds", "thrown")  # and kept, so that the GM can continue it
        if entry is None:
            return label("deeds", "goes-on")
        return entries_told.last_entry_told(campaign) or label("deeds", "done")

    def asking(self, key: int) -> deeds.DeedQuestion | None:
        """The open question for the player of this character. None: there is none."""
        question = self._question_of(key)
        if question is None:
            return None
        asked, id = question.asked, _id(question)
        if isinstance(asked, ChoiceAsked):
            names = input_values.input_option_texts(asked.options, question.roll.table, {})
            options = tuple(zip(asked.options, names, strict=True))
            return deeds.DeedQuestion(id, label("question", asked.question), options)
        deed, why = label("procedure", question.roll.procedure.id), label("why", asked.why)
        return deeds.DeedQuestion(id, sentence("deeds", "throw", deed=deed, why=why), sides=asked.sides)

    @property
    def awaited(self) -> int:
        """The key of the character whose player may answer the open question; 0: nobody's."""
        campaign, question = self.app_state.campaign, self._controller.question
        people = campaign.table.in_play() if campaign is not None and question is not None else ()
        return next((each.key for each in people if self._question_of(each.key) is not None), 0)

    def _question_of(self, key: int) -> Question | None:
        campaign, question = self.app_state.campaign, self._controller.question
        if campaign is None or question is None or self._may(key) == Permission.LOOK:
            return None
        who = campaign.table.characters.get(key)
        is_secret = isinstance(question.asked, DiceAsked) and question.asked.secret
        is_secret = is_secret or any(fact.secret for fact in question.roll.facts())
        is_theirs = who is not None and question.asked.who == who.name and not is_secret
        return question if is_theirs else None

    def answer(self, key: int, question: str, choice: str, faces: tuple[int, ...]) -> str:
        """Take a player's answer, or propose it to the GM; return the reply. Raises like `act`."""
        open_question = self._question_of(key)
        if open_question is None or _id(open_question) != question:
            raise RuleError("deeds.answered")
        step = _step(open_question, choice, faces)
        main_screen, name = self.app_state.main_screen, open_question.asked.who
        if self._may(key) == Permission.ASK:
            self._controller.propose(open_question, step)
            main_screen.tell(sentence("told", "would-answer", who=name, answer=_answer_text(step)))
            return label("deeds", "proposed")
        text = sentence("told", "answered", who=name, answer=_answer_text(step))
        self._controller.answer(open_question, step, text)
        return label("deeds", "done")

    # What the GM does

    def allow(self, place: int = 0) -> None:
        """Allow a waiting wish, which is performed as soon as possible."""
        if (asking := self._that_asks(place)) is None:
            return
        wish, _ = self._waiting[asking]
        self._waiting[asking] = (wish, True)
        if not self._controller.is_free:
            self.app_state.main_screen.tell(label("sharing", "soon"))
        self.go_on()

    def decline(self, place: int = 0) -> None:
        """Decline a waiting wish."""
        if (asking := self._that_asks(place)) is None:
            return
        wish, _ = self._waiting.pop(asking)
        self._told[wish.key] = sentence("deeds", "declined", what=wish.words)
        self.app_state.show_shared()
        self.app_state.main_screen.tell(sentence("told", "declined", who=wish.name, what=wish.words))
        self.app_state.was_shown()

    def _that_asks(self, place: int) -> int | None:
        """The index in `_waiting` of the wish at this place of `asks`. None, after a complaint: none is."""
        asking = [n for n, (_, is_allowed) in enumerate(self._waiting) if not is_allowed]
        if place < len(asking):
            return asking[place]
        self.app_state.main_screen.complain(label("sharing", "nobody-asks"))
        return None

    def go_on(self) -> bool:
        """Perform the first allowed wish if possible; return whether another may follow later."""
        place = next((n for n, (_, is_allowed) in enumerate(self._waiting) if is_allowed), None)
        if place is None:
            return False
        if not self._controller.is_free:
            return True
        wish, _ = self._waiting.pop(place)
        try:
            self._told[wish.key] = self._perform(wish)
        except TablesideError as error:
            self._tell_refused(wish, error)
        self.app_state.show_shared()
        self.app_state.was_shown()
        return any(is_allowed for _, is_allowed in self._waiting)

    def _tell_refused(self, wish: deeds.DeedWish, error: TablesideError) -> None:
        campaign = self.app_state.campaign
        refusal = label("error", "deeds.not-kept")
        if campaign is not None and isinstance(error, RuleError):
            player = seen_table.table_seen_by_player(campaign, wish.key)
            refusal = deeds.deed_refusal(player, error, wish.form)
        self._told[wish.key] = refusal
        self.app_state.main_screen.complain(f"{wish.name}: {error}")


def _id(question: Question) -> str:
    """An id that differs for each question and reveals no count."""
    return sha256(f"{id(question.roll)} {question.asked}".encode()).hexdigest()[:16]


def _step(question: Question, choice: str, faces: tuple[int, ...]) -> Step:
    """The answer as a step. Raises `RuleError` when it does not fit the question."""
    asked = question.asked
    if isinstance(asked, DiceAsked):
        return asked.answered(faces, (True,) * len(faces))
    if choice not in asked.options:
        raise RuleError("deeds.answered")
    return Chosen(asked.question, choice, asked.who)


def _answer_text(step: Step) -> str:
    return label("option", step.choice) if isinstance(step, Chosen) else " ".join(map(str, step.faces))
