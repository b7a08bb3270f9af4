"""Everything that any game can show has words, and each text stands in one place."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import TypeGuard

import pytest

import tableside
from tableside import wording
from tableside.campaign.entries import AGAIN
from tableside.games import BUNDLED, load_game
from tableside.key_table import KEYS
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Choice
from tableside.rules.sheet import sheet_parts
from tableside.rules.table import Kind, Table
from tableside.wording import has_wording, told_to_players
from tests.source import dotted, nodes, strings, words_needed
from tests.test_layers import name_of, room
from tests.words import OF_ANY_CAMPAIGN, TEXTS, TOLD

OF_MESSAGES = ("error", "screen", "one", "without")
"""The kinds of texts that `tests/test_messages.py` looks after."""
SOURCES = sorted(Path(tableside.__file__).parent.rglob("*.py"))
BOOKS = [
    name_of(path) for path in SOURCES if room(path) in ("wording", "games/words") and path.stem != "__init__"
]


def test_no_text_stands_in_two_places() -> None:
    books = {name: getattr(import_module(name), "TEXTS", {}) for name in BOOKS}
    where: dict[str, list[str]] = {}
    for name, texts in books.items():
        for key in texts:
            where.setdefault(key, []).append(name)
    assert {key: names for key, names in where.items() if len(names) > 1} == {}
    assert {*where} == {*TEXTS}


def test_a_condition_of_several_games_is_named_by_none_of_them() -> None:
    """Without Troika! the others would have no word for the dead."""
    games = {game: {*load_game(game).conditions} for game in BUNDLED}
    for game in BUNDLED:
        labels = labels_of(game)
        others = set().union(*(ids for each, ids in games.items() if each != game))
        assert [id for id in others if f"condition.{id}" in labels] == [], (
            "wording/campaign.py is their place"
        )


def labels_of(game: str) -> Mapping[str, str]:
    """The names of what a game has."""
    folder = Path(tableside.__file__).parent / "games" / game
    if (folder / "words.py").exists():
        labels: Mapping[str, str] = import_module(f"tableside.games.{game}.words").LABELS
        return labels
    texts: Mapping[str, str] = import_module(f"tableside.games.{game}.labels").TEXTS
    return texts


def words_of(game: str) -> set[str]:
    """The keys of the words that a game has: its own, and those that stand in `wording/`."""
    return {*wording.TEXTS, *(load_game(game).texts() if game in BUNDLED else ())}


@pytest.mark.parametrize("game", BUNDLED)
def test_every_procedure_input_outcome_amount_and_problem_has_words(game: str) -> None:
    """Of its own game or of any campaign: what several games call alike stands in `wording/games.py`."""
    missing: set[str] = set()
    for each in campaign_rules(load_game(game)).procedures:
        needed = {f"procedure.{each.id}", f"procedure.{each.id}.help"}
        needed |= {f"input.{input.id}" for input in each.inputs}
        needed |= {f"outcome.{id}" for id in each.outcomes}
        needed |= {f"amount.{id}" for id in each.amounts}
        missing |= needed - words_of(each.id.partition(".")[0])
        missing |= {f"problem.{id}" for id in each.problems(Table())} - words_of(game)
    assert sorted(missing) == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_fact_question_and_throw_in_the_source_of_a_game_has_words(game: str) -> None:
    folder = Path(tableside.__file__).parent / "games" / game
    needed = {key for path in folder.glob("*.py") for key in words_needed(path)}
    assert needed
    assert sorted(needed - {*TEXTS}) == []


@pytest.mark.parametrize("game", BUNDLED)
def test_a_game_borrows_no_words_of_another(game: str) -> None:
    """What players are told of its facts neither."""
    folder = Path(tableside.__file__).parent / "games" / game
    told = {id for path in folder.rglob("*.py") for id in facts_told(path)}
    inputs = [input for each in load_game(game).procedures for input in each.inputs]
    options = {id for each in inputs if isinstance(each, Choice) for id in each.options(Table(), {})}
    named = {f"fact.{id}" for id in told} | {f"option.{id}" for id in options}
    assert sorted(key for key in named - words_of(game) if key in TEXTS) == []
    assert sorted(told & {*TOLD} - {*OF_ANY_CAMPAIGN, *load_game(game).told()}) == []


def test_what_has_no_words_in_the_games_in_use_has_none() -> None:
    """No other game is loaded for it: an outcome `1` of Troika! was called `1: mixed`, as in Wandered."""
    code = (
        "import sys; from tableside.games import load_game; from tableside.wording import label\n"
        "load_game('troika')\n"
        "print(label('outcome', '1'), 'tableside.games.wandered' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1 False\n"


def facts_told(path: Path) -> Iterator[str]:
    """The ids of the facts that a module tells."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and dotted(node.func) == "play.tell":
            inner = (each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant))
            yield from (id for id in inner if isinstance(id, str))


@pytest.mark.parametrize("game", BUNDLED)
def test_labels_are_short_and_mostly_without_values(game: str) -> None:
    for key, text in labels_of(game).items():
        if key.startswith("procedure.") and not key.endswith(".help"):
            assert 1 <= len(text.split()) <= 4, key
        assert len(text) <= (160 if key.endswith(".help") else 80), key
        values = [value for _, value, _, _ in Formatter().parse(text) if value is not None]
        assert all(value.isidentifier() for value in values), key
        assert not values or key.startswith(
            ("derived.", "boxed.", "instead.", "reason.", "ask.", "counted.")
        ), key


@pytest.mark.parametrize("game", BUNDLED)
def test_every_open_question_and_every_answer_to_it_has_words(game: str) -> None:
    rules = load_game(game)
    needed = [f"rule.{each.id}" for each in rules.house_rules]
    needed += [f"option.{option}" for each in rules.house_rules for option in each.options]
    assert [key for key in needed if key not in TEXTS] == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_open_question_is_consulted_by_some_procedure(game: str) -> None:
    rules = campaign_rules(load_game(game))
    consulted = {id for each in rules.procedures for id in each.rules}
    assert sorted({each.id for each in rules.house_rules} - consulted) == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_part_of_a_sheet_has_a_name(game: str) -> None:
    rules = load_game(game)
    named = {part for kind in Kind for part in sheet_parts(rules.blank(kind), kind)}
    words = words_of(game)
    nameless = [part for part in named if not {f"part.{part}", f"part.{game}.{part}"} & words]
    assert sorted(nameless) == [], "name it in labels.py of its game"


def test_a_part_that_one_game_alone_has_is_named_by_that_game() -> None:
    named = {key for key in wording.TEXTS if key.startswith("part.")}
    sheets = [sheet_parts(load_game(game).blank(Kind.PC)) for game in BUNDLED]
    of_one = {part for sheet in sheets for part in sheet if sum(part in each for each in sheets) == 1}
    assert sorted(named & {f"part.{part}" for part in of_one}) == []


@pytest.mark.parametrize("game", BUNDLED)
def test_every_condition_that_the_rules_know_has_a_name(game: str) -> None:
    nameless = [each for each in load_game(game).conditions if not has_wording("condition", each)]
    assert nameless == [], "name it in labels.py of its game"


def test_no_text_tells_a_person_of_a_procedure_by_its_id() -> None:
    ids = {each.id for game in BUNDLED for each in campaign_rules(load_game(game)).procedures}
    named = re.compile("|".join(map(re.escape, ids)))
    told = [
        f"{path.name}: {text}"
        for path in SOURCES
        if not {"demo", "shell", "shell.py"} & {*path.parts}
        for text in sentences(path)
        if named.search(text)
    ]
    assert told == []


def sentences(path: Path) -> Iterator[str]:
    """The strings of a module that hold more than one word and are no comment."""
    comments = {id(each.value) for each in nodes(path) if isinstance(each, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
            yield from [node.value] if " " in node.value else []


def asked_for(path: Path) -> Iterator[str]:
    """The keys of the texts that a module asks for by a kind and an id that both stand there."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and (by := dotted(node.func)) in (
            "label",
            "sentence",
            "refused",
            "refusal",
        ):
            own = ("error.refused",) if by.startswith("refus") else ()
            named = [*own, *(each.value for each in node.args[:2] if isinstance(each, ast.Constant))]
            if len(named) == 2:
                yield ".".join(map(str, named))


def test_every_text_that_is_asked_for_by_name_is_there() -> None:
    asked = {key for path in SOURCES for key in asked_for(path)}
    assert asked
    assert sorted(asked - {*TEXTS}) == []


@cache
def named() -> frozenset[str]:
    """What stands in the program besides its texts: strings, also within others, the names of fields, and of
    the parameters of rules, which are inputs.
    """
    books = {name for name in BOOKS if hasattr(import_module(name), "TEXTS")}
    code = [path for path in SOURCES if name_of(path) not in books]
    fields = {dotted(node.target) for path in code for node in nodes(path) if isinstance(node, ast.AnnAssign)}
    inputs = {each.arg for path in code for node in nodes(path) if is_rule(node) for each in parameters(node)}
    names = fields.union(inputs, *map(strings, code))
    return frozenset(text.strip(".-").replace("_", "-") for text in names)


def is_rule(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(isinstance(each, ast.Call) and dotted(each.func) == "rule" for each in decorators)


def parameters(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.args, *function.args.kwonlyargs]


def is_named(id: str) -> bool:
    """Whether an id stands there, whole or in parts: `bod-up`, `first-12`."""
    if {id, id.rstrip("0123456789").rstrip("-")} & {*named(), ""}:
        return True
    cuts = (place for place, sign in enumerate(id) if sign in ".-")
    return any(id[:place] in named() and is_named(id[place + 1 :]) for place in cuts)


def test_no_words_lie_there_that_nobody_can_ask_for() -> None:
    """Of no kind and of no id that stands nowhere else. A fact may be one that an old journal tells, and
    `tests/test_messages.py` looks after messages and variants.
    """
    keys = {key: key.replace("_", "-").removesuffix("-many").partition(".") for key in TEXTS}
    facts = {id for kind, _, id in keys.values() if kind == "fact"}
    kinds = {text.partition(".")[0] for text in named()}
    labels = {each.label_id for keys in KEYS.values() for each in keys}
    unused = [
        key
        for key, (kind, _, id) in keys.items()
        if not (kind in OF_MESSAGES or key in named() or id in facts or (kind in kinds and is_named(id)))
        and key.removesuffix(".help") not in labels
    ]
    assert unused == []


# What players are told of facts


def test_of_every_fact_it_is_decided_what_players_are_told() -> None:
    """Whoever adds a fact says in `explained.py` of its game, or in `wording/told_to_players`, what players
    are told of it: `told_players_whole`, `told_players_of_ours`, `told_players_otherwise`,
    `told_players_alike`, or `told_players_nothing`. Until then they are told nothing.
    """
    facts = {key.split(".")[1] for key in TEXTS if key.startswith("fact.")}
    assert sorted(facts - {*TOLD} - {AGAIN}) == [], "decide in explained.py of its game"
    assert sorted({*TOLD} - facts - {AGAIN}) == [], "no such fact"
    told = [id for game in BUNDLED for id in load_game(game).told()]
    assert len(told) + len(OF_ANY_CAMPAIGN) == len(TOLD), "a fact stands in two lists"


OF_OTHERS = (
    *("who", "other", "helper", "names", "against", "side", "condition", "round", "rounds", "session", "day"),
    *(
        "days",
        "clock",
        "marked",
        "further",
        "steps",
        "step",
        "text",
        "table",
        "question",
        "likelihood",
        "answer",
        "dice",
    ),
    *("total", "faces", "rule", "option", "before", "after", "place", "number", "their_number", "face"),
    *("their_dice", "first", "second", "kept", "amount", "metres", "weeks", "goal", "hits", "needed", "own"),
    *("theirs", "their_hits", "name", "danger", "successes", "rolls", "times", "count"),
    *("how", "difficulty", "boxes", "acting"),
)
"""Values that players may know of anybody: faces and what was counted of them in the open, names, rounds."""


def test_of_others_no_value_is_told_that_is_not_open_to_everybody() -> None:
    """A value that is new to the list may be a number of a sheet: see that it is none before it is added."""
    assert _named(is_ours=False) <= {*OF_OTHERS}
    assert _named(is_ours=False, is_at_ours=True) <= {*OF_OTHERS, "opposing", "their_total"}
    assert not _named(is_ours=True) & {"opposing", "their_total"}


def _named(**whose: bool) -> set[str]:
    """The values that players are told where it is about these."""
    texts = [told_to_players.told_players_template(id, **whose) for id in TOLD]
    return {field for text in texts for _, field, _, _ in Formatter().parse(text) if field}


def test_a_fact_that_nobody_has_decided_on_is_not_told() -> None:
    assert (
        told_to_players.told_players_template("brand-new", is_ours=True)
        == ""
        == told_to_players.told_players_template("brand-new", is_ours=False)
    )
