"""The base page of lists of characters: the keys that act on one character or on all marked ones."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import events, work
from textual.binding import BindingType
from textual.geometry import clamp

from tableside.errors import RuleError
from tableside.language import complete as completion
from tableside.rules import encounters, foe_lines, form_filling, harm_lines
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.conditions import CONDITION_SECTION
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Number
from tableside.rules.names import name_without_number, names_together, namesakes
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Table
from tableside.screens.chrome import USUAL
from tableside.screens.messages import ProcedureWanted
from tableside.screens.page import ASKED_NAME, Page
from tableside.text import clip
from tableside.views import kind_list, rollable_tables
from tableside.views.rows import Row, text_rows
from tableside.widgets.bars import LogBar
from tableside.widgets.base import bindings
from tableside.widgets.field import Keep, Typing
from tableside.widgets.line_list import MARKER
from tableside.widgets.lists import MarkList
from tableside.wording import label, sentence, wording_in_use

FEW = 4
"""The most options to name in a question."""

OF_SOMEBODY = ("hurt", "heal", "condition", "relieve", "keep", "remark")
"""Acts on whoever is marked or selected."""

FormOf = Callable[[str], Form]
ListedFor = Callable[[str, int, int], Sequence[Row]]
"""Returns the rows for the text typed so far, given the cells of a row and the most rows."""


class CarePage(Page):
    """The keys for wounds and conditions, which act on the marked characters, else on the selected one."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("care")

    KEEPS_MARKS = True

    ROLES: ClassVar[Mapping[str, Role]] = {
        "hurt": Role.HURT,
        "heal": Role.HEAL,
        "condition": Role.CONDITION,
        "relieve": Role.RELIEVE,
        "foe": Role.FOE,
        "keep": Role.KEEP,
        "encounter": Role.ENCOUNTER,
    }

    def fit_narrow(self, people: MarkList, needed: int, least: int, most: int) -> None:
        """In a narrow terminal, fit the list to its cells, within `least` to `most` eighths of the screen."""
        room, columns = needed + len(MARKER) + 1, self.screen.size.width
        if columns < USUAL:
            people.styles.width = clamp(room, columns * least // 8, columns * most // 8)
        else:
            people.styles.clear_rule("width")

    @property
    def has_turns(self) -> bool:
        """Whether the next turn can be taken from this page."""
        return False

    def obstacle(self, action: str) -> str:
        if action in OF_SOMEBODY and self.shown is not None and not self.shown.targets:
            return label("problem", "nobody-selected")
        return super().obstacle(action)

    def action_hurt(self) -> None:
        self._care(self.ROLES["hurt"], self.ROLES["heal"])

    def action_heal(self) -> None:
        self._care(self.ROLES["heal"], self.ROLES["hurt"])

    def on_key(self, event: events.Key) -> None:
        """Start typing an amount of harm with a digit, if the game counts harm in amounts."""
        is_digit = event.character is not None and event.character.isdecimal()
        if not (is_digit and isinstance(self.screen.focused, MarkList)):
            return
        procedure = self.state.rules.role(Role.HURT, self.state.table)
        if procedure is not None and harm_lines.input_of_harm_line(procedure):
            event.stop()
            self._care(self.ROLES["hurt"], self.ROLES["heal"], event.character)

    @work(exclusive=True, group="ask")
    async def action_condition(self) -> None:
        """Ask for a condition, with its duration in rounds behind it: `prone`, `blinded 3`, `pr3`."""
        procedure = self.role(self.ROLES["condition"])
        if procedure is None or not self._anybody():
            return
        table, keys = self.state.table, self.state.targets
        own = tuple(campaign_kind_names(self.state.rules, table, CONDITION_SECTION))
        if known := harm_lines.conditions_in_harm_lines(procedure, table, own):
            text = sentence("told", "own-condition", known=", ".join(map(_as_typed, known)))
            self.listing(lambda _, cells, room: text_rows("known", text, cells)[:room])
        hints = f"{label('ask', 'rounds')}{self._all_of(keys)}"
        question = f"{self._question(label('role', Role.CONDITION))} ({hints}):"
        await self._typed(
            question, lambda text: harm_lines.form_with_condition(procedure, table, keys, text, own)
        )
        self.host.show_strip()

    @work(exclusive=True, group="ask")
    async def action_relieve(self) -> None:
        """End a condition, asking which if they have several."""
        procedure = self.role(self.ROLES["relieve"])
        form = self._form_for_people(procedure)
        if procedure is None or form is None:
            return
        pick = procedure.input("condition")
        if isinstance(pick, Choice) and len(pick.options(self.state.table, form.given)) > 1:
            form = await self.asked(form, "condition", self._question(label("procedure", procedure.id)))
        self.want_form(form)

    @work(exclusive=True, group="ask")
    async def action_foe(self) -> None:
        """Ask for foes in one line: `3 goblins, 1 troll`; for a single kind, ask for missing inputs too. They
        join a running fight.
        """
        if self.role(self.ROLES["foe"]) is None:
            return
        rules, table = self.state.rules, self.state.table
        check = partial(foe_lines.form_of_foe_line, rules, table)
        complete = partial(completion.kinds_completed, rules, table)
        kinds = kind_list.KindList(rules, table)
        which = wording_in_use(f"ask.foes.{rules.id}") or label("ask", "foes")
        question = f"{label('role', Role.FOE)} ({which}):"
        typing = Typing(check, self.listing(kinds.rows), complete)
        typed = await self.ask.command(question, "", typing)
        self.host.show_strip()
        if typed is None:
            return
        filled, said = check(typed)
        form: Form | None = filled
        for each in filled.procedure.inputs:
            if each.default is None and each.id not in said and form is not None:
                form = await self.asked(form, each.id, label("role", Role.FOE))
        self.want_form(form)

    @work(exclusive=True, group="ask")
    async def _care(self, role: Role, opposite: Role, begun: str = "") -> None:
        """Hurt or heal the targets, by a typed amount or by whatever inputs the game asks for."""
        procedure = self.role(role)
        begins = self._form_for_people(procedure)
        if procedure is None or begins is None:
            return
        table, keys = self.state.table, self.state.targets
        amount = harm_lines.input_of_harm_line(procedure)
        if amount is None:
            try:
                form = await self._answered(begins, table, self._question(label("role", role)))
            except RuleError as error:
                self.complain(f"{label('procedure', procedure.id)}: {error}")
            else:
                self.want_form(form)
            return
        other = self.state.rules.role(opposite, table)
        hints = f"{self._extras(begins)}{self._all_of(keys)}".removeprefix(", ")
        asked = self._amount_question(procedure, role, amount)
        question = f"{asked} ({hints}):" if hints else f"{asked}:"
        await self._typed(
            question, lambda text: harm_lines.form_of_harm_line(procedure, other, table, keys, text), begun
        )

    async def _answered(self, begun: Form, table: Table, question: str) -> Form | None:
        """The form with the remaining inputs, asked for if the rule leaves a choice. None: cancelled.

        Raises `RuleError` when no answer can make the form acceptable.
        """
        form: Form | None = begun
        for each in begun.procedure.inputs:
            if each.default is None and each.id != "who" and form is not None:
                ways = form_filling.form_filling_options(form, table, each.id)
                if len(ways) == 1:
                    form = form.with_value(table, each.id, ways[0])
                else:
                    form = await self.asked(form, each.id, question)
        return form

    @work(exclusive=True, group="ask")
    async def action_encounter(self) -> None:
        """Begin a prepared encounter on the initiative page, or prepare a new one."""
        if self.role(self.ROLES["encounter"]) is None:
            return
        rules, table = self.state.rules, self.state.table
        check = partial(encounters.form_of_encounter_line, rules, table)
        kinds = kind_list.KindList(rules, table)

        def listed(text: str, cells: int, room: int) -> Sequence[Row]:
            if ":" in text or "+" in text:  # the line names foes
                return kinds.rows(text, cells, room)
            return kind_list.kind_list_of_encounters(rules, table, text, cells, room)

        question = f"{label('role', Role.ENCOUNTER)} ({label('ask', 'encounter')}):"
        complete = partial(completion.encounter_completed, rules, table)
        begun, answers = "", dict[str, str]()
        while True:
            typed = await self.ask.command(question, begun, Typing(check, self.listing(listed), complete))
            self.host.show_strip()
            if typed is None:
                return
            form = check(typed)
            if form.procedure.id != encounters.PREPARE:
                await self.host.go("initiative")
                break
            prepared = await self._prepared(form, answers)
            if prepared is not None:
                form = prepared
                break
            if not self.ask.was_cancelled:
                return
            begun = typed
        self.want_form(form)

    async def _prepared(self, form: Form, answers: dict[str, str]) -> Form | None:
        """The form with the other inputs of an encounter, showing earlier answers. None: it was left."""
        rules, table = self.state.rules, self.state.table
        for id in ("read", "notes", "coming"):
            say = partial(encounters.form_with_more_of_encounter, rules, table, form, id)
            text = await self.ask.text(f"{label('ask', f'encounter-{id}')}:", answers.get(id, ""), say)
            if text is None:
                return None
            answers[id], form = text, say(text)
        if own := rollable_tables.own_rollable_tables(self.state.campaign):
            titles = [label("ask", "no-table"), *(each.title for each in own)]
            place = await self.ask.option(label("ask", "encounter-table"), titles)
            if place is None:
                return None
            form = form.typed(table, "table", own[place - 1].id) if place else form
        return form

    @work(exclusive=True, group="ask")
    async def action_keep(self) -> None:
        """Save the selected character as a kind under a typed name."""
        procedure = self.role(self.ROLES["keep"])
        table, who = self.state.table, self.state.character
        if procedure is None or who is None:
            self.complain(label("problem", "nobody-selected"))
            return
        form = filled_form(procedure, table, who.key)
        question = f"{label('ask', 'keep-as')}:"
        name = await self.ask.text(
            question, name_without_number(who.name), partial(form.typed, table, "name"), over=True
        )
        if name is not None:
            self.want_form(form.typed(table, "name", name))

    @work(exclusive=True, group="ask")
    async def action_remark(self) -> None:
        """Ask for the GM's remark on whoever is marked or selected; no rule removes it."""
        form = self._form_for_people(self.role(Role.REMARK))
        if form is None:
            return
        table = self.state.table
        question = f"{self._question(label('role', Role.REMARK))}:"
        text = await self.ask.text(question, table[self.state.targets[0]].remark)
        if text is not None:
            self.want_form(form.typed(table, "text", text))

    def action_presence(self) -> None:
        """Mark the players of the targets as absent; if all of them are absent, as present."""
        if not self._anybody():
            return
        table = self.state.table
        are_absent = all(table.is_absent(table[key]) for key in self.state.targets)
        if not self.on_targets(Role.ARRIVE if are_absent else Role.DEPART):
            self.complain(label("problem", "no-player"))

    async def is_sure(self, act: str, **values: str) -> bool:
        """Ask for confirmation; Enter declines."""
        ways = [label("sure", "no"), label("sure", f"{act}.yes")]
        return await self.ask.option(sentence("sure", act, **values), ways) == 1

    def on_targets(self, role: Role) -> bool:
        """Perform the procedure with this role on the targets; return False if it accepts none of them."""
        procedure = self.role(role)
        if procedure is None:
            return True
        try:
            self.want_form(form_filling.form_for_people(procedure, self.state.table, self.state.targets))
        except RuleError:
            return False
        return True

    async def _typed(self, question: str, form_of: FormOf, begun: str = "") -> None:
        typed = await self.ask.text(question, check=form_of, begun=begun, ends_turn=self.has_turns)
        if typed is None:
            return
        form = form_of(typed)
        if not self.ask.went_on:
            self.want_form(form)
        elif await self.host.perform(ProcedureWanted(form.procedure, form.given)):
            self.want(Role.NEXT)

    def _form_for_people(self, procedure: Procedure | None) -> Form | None:
        """The form for the targets. None, after a complaint, if there is nobody or the rule refuses."""
        if procedure is None or not self._anybody():
            return None
        try:
            return form_filling.form_for_people(procedure, self.state.table, self.state.targets)
        except RuleError as error:
            self.complain(f"{label('procedure', procedure.id)}: {error}")
            return None

    def _anybody(self) -> bool:
        """Whether there is any target; complain if not."""
        if not self.state.targets:
            self.complain(label("problem", "nobody-selected"))
        return bool(self.state.targets)

    def _amount_question(self, procedure: Procedure, role: Role, amount: Number) -> str:
        """The question for an amount lost or regained: the game's own, else built from the input's name."""
        if template := wording_in_use(f"ask.{procedure.id}"):
            return template.format(who=self._question("").strip())
        return f"{self._question(label('role', role))} {label('input', amount.id)}"

    def _question(self, act: str) -> str:
        """The question naming an act and its targets."""
        people = [self.state.table[key] for key in self.state.targets]
        count = f"{len(people)}: " if len(people) > 1 else ""
        return f"{act} {count}{clip(names_together(each.name for each in people), ASKED_NAME)}"

    def _extras(self, form: Form) -> str:
        """The options that may be typed behind the amount, if they are few."""
        table = self.state.table
        options = [
            each
            for pick in harm_lines.extras_of_harm_line(form, table)
            for each in pick.options(table, form.given)
        ]
        return f", {'/'.join(options)}" if 0 < len(options) <= FEW else ""

    def _all_of(self, keys: Sequence[int]) -> str:
        """The hint that a star means all of that name; empty if there is only one."""
        table = self.state.table
        if len(keys) != 1 or len(namesakes(table, keys[0])) == 1:
            return ""
        name = clip(name_without_number(table[keys[0]].name), ASKED_NAME)
        return f", {sentence('ask', 'all-called', name=name)}"

    def listing(self, listed: ListedFor) -> Keep:
        """A callback that lists, in place of the last journal lines, what the typed text may name."""

        def show(text: str) -> None:
            room = self.screen.query_one(LogBar).most_lines
            self.host.show_instead(lambda cells: listed(text, cells, room))

        show("")
        return show


def _as_typed(condition: str) -> str:
    """A condition as it can be typed: in words, if they match its id."""
    words = label("condition", condition)
    return words if words.replace(" ", "-") == condition else condition
