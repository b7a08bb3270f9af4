"""What players want done, and answer, on screens of their own: done at once, or once the GM says so.

It is performed as if the GM had done it, and never takes the focus: what is typed and asked goes on.
"""

from __future__ import annotations

from hashlib import sha256

from tableside.campaign.in_progress import Performance
from tableside.errors import RuleError, StoreError, TablesideError
from tableside.rules.play import ChoiceAsked, Chosen, DiceAsked, Step
from tableside.rules.table import Leave
from tableside.screens.app_state import AppState
from tableside.screens.controller import Performing, Question
from tableside.views.public import deeds, fields
from tableside.views.values import option_texts
from tableside.wording import label
from tableside.wording.results import sentence


class Wishes:
    """Those of one campaign that wait, and what became of others."""

    def __init__(self, app_state: AppState, performing: Performing) -> None:
        self.app_state, self._performing = app_state, performing
        self._waiting: list[tuple[deeds.Wish, bool]] = []
        """In the order in which they came, each with whether the GM has allowed it."""
        self._told: dict[int, str] = {}

    @property
    def asks(self) -> tuple[str, ...]:
        """What waits for the GM, in a line each."""
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
        """Nothing waits, and nothing is told."""
        self._waiting.clear()
        self._told.clear()

    # What players send (`share.acts.Program`)

    def told(self, key: int) -> str:
        """What became of what this one's player wanted, where that came later."""
        told = self._told.get(key, "")
        is_over = told == label("deeds", "goes-on") and self._performing.question is None
        return "" if is_over else told

    def act(self, wish: deeds.Wish) -> str:
        """Do it, or let it wait; what is said of it. Raises `RuleError`, `StoreError`."""
        if any(each.key == wish.key for each, _ in self._waiting):
            raise RuleError("deeds.one-waits")
        self._told.pop(wish.key, None)
        acts = self._may(wish.key) == Leave.ACT and not wish.doubt
        if acts and self._performing.is_free:
            return self._perform(wish)
        self._waiting.append((wish, acts))
        self.app_state.show_shared()
        self.app_state.was_shown()
        return label("deeds", "soon" if acts else "asked")

    def _may(self, key: int) -> str:
        campaign = self.app_state.campaign
        return campaign.table.may.of(key) if campaign is not None else Leave.LOOK

    def _perform(self, wish: deeds.Wish) -> str:
        """Do it; what is said of it to who wanted it. Raises `RuleError`, `StoreError`."""
        campaign = self.app_state.campaign
        assert campaign is not None  # it is of this one
        roll = Performance(wish.procedure, wish.given, campaign.table, typed=wish.typed, by=wish.name)
        try:
            entry = self._performing.perform_for_player(roll)
        except StoreError as error:
            self.app_state.main_screen.complain(str(error))
            if self.app_state.waiting is None:
                raise
            return label("deeds", "thrown")  # and kept, for the GM to go on with
        if entry is None:
            return label("deeds", "goes-on")
        return deeds.told_of_last(campaign) or label("deeds", "done")

    def asking(self, key: int) -> deeds.Asking | None:
        """What a rule asks this one's player now."""
        question = self._question_of(key)
        if question is None:
            return None
        asked, id = question.asked, _id(question)
        if isinstance(asked, ChoiceAsked):
            names = option_texts(asked.options, question.roll.table, {})
            options = tuple(zip(asked.options, names, strict=True))
            return deeds.Asking(id, label("question", asked.question), options)
        deed, why = label("procedure", question.roll.procedure.id), label("why", asked.why)
        return deeds.Asking(id, sentence("deeds", "throw", deed=deed, why=why), sides=asked.sides)

    @property
    def awaited(self) -> int:
        """The key of the one whose player may answer what is asked now; 0: nobody's."""
        campaign, question = self.app_state.campaign, self._performing.question
        people = campaign.table.in_play() if campaign is not None and question is not None else ()
        return next((each.key for each in people if self._question_of(each.key) is not None), 0)

    def _question_of(self, key: int) -> Question | None:
        campaign, question = self.app_state.campaign, self._performing.question
        if campaign is None or question is None or self._may(key) == Leave.LOOK:
            return None
        who = campaign.table.characters.get(key)
        is_secret = isinstance(question.asked, DiceAsked) and question.asked.secret
        is_secret = is_secret or any(fact.secret for fact in question.roll.facts())
        is_theirs = who is not None and question.asked.who == who.name and not is_secret
        return question if is_theirs else None

    def answer(self, key: int, question: str, choice: str, faces: tuple[int, ...]) -> str:
        """Take an answer, or have it stand there for the GM; what is said of it. Raises as `act`."""
        open_question = self._question_of(key)
        if open_question is None or _id(open_question) != question:
            raise RuleError("deeds.answered")
        step = _step(open_question, choice, faces)
        main_screen, name = self.app_state.main_screen, open_question.asked.who
        if self._may(key) == Leave.ASK:
            self._performing.propose(open_question, step)
            main_screen.tell(sentence("told", "would-answer", who=name, answer=_answer_text(step)))
            return label("deeds", "proposed")
        told = sentence("told", "answered", who=name, answer=_answer_text(step))
        self._performing.answer(open_question, step, told)
        return label("deeds", "done")

    # What the GM does

    def allow(self, place: int = 0) -> None:
        """Have one that waits done, as soon as nothing else is."""
        if (asking := self._that_asks(place)) is None:
            return
        wish, _ = self._waiting[asking]
        self._waiting[asking] = (wish, True)
        if not self._performing.is_free:
            self.app_state.main_screen.tell(label("sharing", "soon"))
        self.go_on()

    def decline(self, place: int = 0) -> None:
        """Have one that waits not done."""
        if (asking := self._that_asks(place)) is None:
            return
        wish, _ = self._waiting.pop(asking)
        self._told[wish.key] = sentence("deeds", "declined", what=wish.words)
        self.app_state.show_shared()
        self.app_state.main_screen.tell(sentence("told", "declined", who=wish.name, what=wish.words))
        self.app_state.was_shown()

    def _that_asks(self, place: int) -> int | None:
        """Where among all that wait the one at this place of `asks` is. None: there is none, as is said."""
        asking = [n for n, (_, is_allowed) in enumerate(self._waiting) if not is_allowed]
        if place < len(asking):
            return asking[place]
        self.app_state.main_screen.complain(label("sharing", "nobody-asks"))
        return None

    def go_on(self) -> bool:
        """Do the first that may be done now; whether one is left that may be as soon as it can."""
        place = next((n for n, (_, is_allowed) in enumerate(self._waiting) if is_allowed), None)
        if place is None:
            return False
        if not self._performing.is_free:
            return True
        wish, _ = self._waiting.pop(place)
        try:
            self._told[wish.key] = self._perform(wish)
        except TablesideError as error:
            self._tell_refused(wish, error)
        self.app_state.show_shared()
        self.app_state.was_shown()
        return any(is_allowed for _, is_allowed in self._waiting)

    def _tell_refused(self, wish: deeds.Wish, error: TablesideError) -> None:
        campaign = self.app_state.campaign
        told = label("error", "deeds.not-kept")
        if campaign is not None and isinstance(error, RuleError) and not isinstance(error, StoreError):
            told = deeds.refusal(fields.scene_of(campaign, wish.key), error, wish.form)
        self._told[wish.key] = told
        self.app_state.main_screen.complain(f"{wish.name}: {error}")


def _id(question: Question) -> str:
    """Another for each question, which counts nothing."""
    return sha256(f"{id(question.roll)} {question.asked}".encode()).hexdigest()[:16]


def _step(question: Question, choice: str, faces: tuple[int, ...]) -> Step:
    """An answer that fits. Raises `RuleError` for one that does not."""
    asked = question.asked
    if isinstance(asked, DiceAsked):
        return asked.answered(faces, (True,) * len(faces))
    if choice not in asked.options:
        raise RuleError("deeds.answered")
    return Chosen(asked.question, choice, asked.who)


def _answer_text(step: Step) -> str:
    return label("option", step.choice) if isinstance(step, Chosen) else " ".join(map(str, step.faces))
