"""Commands: everything that can be done in a campaign as one list, with the words each goes by."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from tableside.frozen import frozen
from tableside.key_table import key_table_by_command
from tableside.language.people import kind_of_people_meant
from tableside.language.words import (
    LEAST_LETTERS,
    SHORT,
    Phrase,
    Token,
    WordsByBeginning,
    synonyms_of,
    verb_forms,
    without_small_words,
    words_in_name,
)
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.ruleset import OTHER_ORDER, Ruleset
from tableside.rules.table import Table
from tableside.rules.tables.procedures import SCENE_CHECK
from tableside.views.offers import EXPANDED, Offer, offers, offers_of_one
from tableside.views.rollable_tables import ListedTable
from tableside.views.rows import SEPARATOR
from tableside.wording import has_wording, label, sentence

IMPLIED = (Role.TEST, Role.CAST, Role.CONDITION, Role.HURT, Role.TICK)
"""Roles that are meant first if a line names only one of their options."""

LOOSELY = 2
"""The cost of reading a line as another roll of the game: it names no command, only an option by a whole
word.
"""

Places = Mapping[str, tuple[str, str]]
"""The title and key of each view, by id."""


class AppCommand(StrEnum):
    """Acts of the app that are no procedures."""

    UNDO = "undo"
    REDO = "redo"
    AGAIN = "again"
    AMEND = "amend"
    PAGE = "page"
    THEME = "theme"
    REAL_DICE = "real-dice"
    SHARE = "share"
    HOUSE_RULES = "house-rules"
    HELP = "help"
    QUIT = "quit"


@lru_cache(maxsize=256)
def is_app_command_word(word: str) -> bool:
    """Whether a word stands for an act of the app: `help` does not begin helpless."""
    return any(word in synonyms_of(each) for each in AppCommand)


KEYS: Mapping[str, str] = key_table_by_command()
"""Keys of commands; a view's keys precede the app's."""


@frozen
class ViewPlace:
    """A view to go to."""

    id: str


@frozen
class Command:
    """Something to be done, with all its names."""

    id: str
    label: str
    target: Offer | ViewPlace | AppCommand
    phrases: tuple[Phrase, ...]
    verbs: tuple[Phrase, ...] = ()
    """The names of all of its kind, for one of many such as the test of one skill."""
    key: str = ""
    help: str = ""
    implied: int = 0
    """The cost of this command if a line names only one of its options. 0: it is not meant then."""
    why_not: str = ""
    """Why it cannot be done now; empty if it can."""
    is_of_another_order: bool = False
    """Whether the reason is that it belongs to another kind of turn order."""
    whole: Phrase = ()
    """The words of its label, without small ones."""

    @property
    def name(self) -> str:
        """The name without the kind, for one of many of its kind."""
        return _name_of_one(self.label)

    @property
    def title(self) -> str:
        """The title in a list of all kinds of commands."""
        if isinstance(self.target, ViewPlace):
            return sentence("act", "go", title=self.label)
        kind = label("procedure", self.target.procedure.id) if isinstance(self.target, Offer) else ""
        return f"{self.label} · {kind}" if self.verbs and kind not in self.label else self.label

    @property
    def may_go_unnamed(self) -> bool:
        """Whether a line may mean it without its name: by one of its options, or by the person named."""
        return isinstance(self.target, Offer) and (bool(self.implied) or "who" in self.target.presets)

    @property
    def about(self) -> str:
        """What it does, or why it cannot be done now; empty if the title says so."""
        text = self.why_not or self.help
        return text if text != self.title else ""


def commands_at_table(
    table: Table, rules: Ruleset, who: int | None, places: Places, tables: Sequence[ListedTable] = ()
) -> tuple[Command, ...]:
    """All commands, this character's rolls first, including every procedure."""
    own = [each for each in offers(table, rules, who, tables) if not each.is_option]
    offered = (*own, *_of_others(own, rules))
    return (*(_offered(each, table, rules) for each in offered), *_places(places), *_acts())


def _of_others(offered: Iterable[Offer], rules: Ruleset) -> Iterable[Offer]:
    """Procedures that this character cannot do, for which a person or table is still to be named."""
    mine = {each.procedure.id for each in offered if each.procedure.role != Role.TABLE}
    for each in rules.procedures:
        if each.id not in mine:
            yield Offer(each.id, label("procedure", each.id), each)


def own_commands(table: Table, rules: Ruleset, who: int) -> tuple[Command, ...]:
    """The commands for this character's own rolls."""
    return tuple(
        _offered(each, table, rules) for each in offers_of_one(table, rules, who) if not each.is_option
    )


def _offered(offer: Offer, table: Table, rules: Ruleset) -> Command:
    procedure = offer.procedure
    is_one_of_many = procedure.role in EXPANDED and len(offer.presets) > 1
    is_table = procedure.role == Role.TABLE
    names = _names_of_table(offer) if is_table else _names(procedure, table, rules)
    own = tuple(each for each in _one_of_many(offer) if each not in names) if is_one_of_many else names
    whole = next(iter(_phrases((offer.label,))), ())
    help = f"{procedure.id}.help"
    leads = procedure.role is not None and rules.role(procedure.role, table) is procedure
    problems = procedure.problems(table)
    return Command(
        offer.key,
        offer.label,
        offer,
        own,
        names if is_one_of_many else (),
        KEYS.get(procedure.role or "", "") if leads else "",
        label("procedure", help) if has_wording("procedure", help) else "",
        _implied(procedure, leads=leads),
        "; ".join(label("problem", each) for each in problems),
        OTHER_ORDER in problems,
        whole if whole in own or not is_table else (),
    )


def _implied(procedure: Procedure, *, leads: bool) -> int:
    """The cost of meaning a procedure by an option's name; the game's own rolls are less likely."""
    if leads and procedure.role in IMPLIED:
        return 1
    is_roll = procedure.group == Group.ROLL and procedure.on_table and not procedure.is_rare
    return LOOSELY * is_roll


def _names(procedure: Procedure, table: Table, rules: Ruleset) -> tuple[Phrase, ...]:
    role = procedure.role
    leads = role is not None and rules.role(role, table) is procedure
    texts = (
        *(synonyms_of(role) if role is not None and leads else ()),
        *synonyms_of(procedure.id),
        label("procedure", procedure.id),
        procedure.id.partition(".")[2],
        *(synonyms_of(f"{role}.{rules.id}") if leads else ()),
    )
    return _phrases(texts)


def _names_of_table(offer: Offer) -> tuple[Phrase, ...]:
    """The names of a random table: title or id, alone or after `roll` or `table`, and synonyms; for the roll
    on any table, the common names. The names of a scene check stand for no other table.
    """
    if not offer.presets:
        return _phrases((offer.label, *synonyms_of(Role.TABLE)))
    id = str(offer.presets["table"])
    verbs, names = ("roll", *synonyms_of(Role.TABLE)), (offer.label, id)
    phrases = _phrases(
        (*names, *synonyms_of(f"table.{id}"), *(f"{verb} {name}" for verb in verbs for name in names))
    )
    of_scenes = _phrases(synonyms_of(f"table.{SCENE_CHECK}")) if id != SCENE_CHECK else ()
    return tuple(each for each in phrases if each not in of_scenes)


def _one_of_many(offer: Offer) -> tuple[Phrase, ...]:
    name = _name_of_one(offer.label)
    option = next(str(value) for id, value in offer.presets.items() if id != "who")
    return _phrases((name, option))


def _name_of_one(label: str) -> str:
    return label.partition(SEPARATOR)[0]


def _places(places: Places) -> Iterable[Command]:
    for id, (title, key) in places.items():
        names = _phrases((title,))
        help = sentence("act", "go", title=title)
        yield Command(f"go {id}", title, ViewPlace(id), names, key=key, help=help, whole=names[0])


def _acts() -> Iterable[Command]:
    for each in AppCommand:
        names = _phrases((*synonyms_of(each), label("act", each)))
        help = label("act", f"{each}.help")
        yield Command(each, label("act", each), each, names, key=KEYS[each], help=help, whole=names[-1])


def _phrases(names: Iterable[str]) -> tuple[Phrase, ...]:
    """The words of each name, without small ones."""
    all_phrases = (without_small_words(words_in_name(name)) for name in names)
    return tuple(dict.fromkeys(each for each in all_phrases if each))


class CommandVocabulary:
    """Commands and the words of all their names."""

    def __init__(self, commands: Iterable[Command]) -> None:
        self.commands: Sequence[Command] = tuple(commands)
        self._unnamed = [place for place, each in enumerate(self.commands) if each.may_go_unnamed]
        self._places: dict[str, set[int]] = {}
        for place, each in enumerate(self.commands):
            for name in (*each.phrases, *each.verbs):
                for word in name:
                    self._places.setdefault(word, set()).add(place)
        self._begun = WordsByBeginning(self._places)
        self._forms: dict[str, list[str]] = {}
        for word in self._places:
            for form in verb_forms(word):
                self._forms.setdefault(form, []).append(word)

    @property
    def words(self) -> Iterable[str]:
        return self._places

    def begins(self, typed: str) -> bool:
        """Whether any word begins like this."""
        return self._begun.has(typed)

    def meant(self, token: Token) -> Iterator[str]:
        """The words that a typed word may stand for."""
        if "=" in token.text or token.low in synonyms_of("fillers"):
            return
        if token.is_number or len(token.words) > 1:
            yield from (each for each in token.words if each in self._places)
            return
        for typed in token.words:
            yield from self._begun.by(typed)
            if kind_of_people_meant(token) is None:
                yield from self._forms.get(typed, ())

    def meant_by(self, tokens: Sequence[Token]) -> Iterator[tuple[Command, Sequence[Token]]]:
        """The commands that a line may mean, each with the tokens that may name it."""
        named = self._named(tokens)
        for place in sorted({*named, *self._unnamed}):
            yield self.commands[place], named.get(place, ())

    def _named(self, tokens: Sequence[Token]) -> Mapping[int, Sequence[Token]]:
        by_place: dict[int, list[Token]] = {}
        is_long = len(tokens) > SHORT
        for token in tokens:
            if is_long and len(token.low) < LEAST_LETTERS and token.low not in self._places:
                continue
            for place in {place for word in self.meant(token) for place in self._places[word]}:
                by_place.setdefault(place, []).append(token)
        return by_place
