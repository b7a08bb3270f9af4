"""`tableside list`, `show`, `sheet`, `rules`, `why`, `names`, `tables`: what campaigns and games contain."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from difflib import get_close_matches

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import character_document, document_json, table_document
from tableside.campaign.in_progress import read_progress
from tableside.campaign.library import Library, ShelvedCampaign
from tableside.campaign.table_files import (
    FOLDER,
    SHIPPED,
    TableFileBook,
    book_of_table_files,
    table_folders_shared,
)
from tableside.errors import RuleError
from tableside.games import broken_games, game_ids, id_of_game, load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Filled, Input, Number, Who, YesNo
from tableside.rules.names import find_by_name
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_option
from tableside.shell.arguments import library_of_arguments, on_campaign_of_arguments, paths_of_arguments
from tableside.shell.output import (
    Document,
    json_output,
    output_lines,
    output_rows,
    print_faults_output,
    print_output,
)
from tableside.text import local_time_text, width
from tableside.views import character_list, fight, sheet_rows, turn_orders
from tableside.views.character_list import OURS
from tableside.views.html_sheet import html_sheet_page
from tableside.views.notes import TagKind
from tableside.views.public.seen_table import is_sheet_seen_in_part, sheet_as_seen
from tableside.views.roll_result import result_so_far_text
from tableside.views.rollable_tables import RollableTableOrigin, all_rollable_tables
from tableside.views.search import SearchIndex, occurrences_text
from tableside.wording import label, sentence, so_many
from tableside.wording.explained import EXAMPLES, explained_rule_ids, question_explained, rule_explained


def run_list_command(options: argparse.Namespace) -> int:
    shelf = library_of_arguments(options).shelf()
    none = label("printed", "no-campaigns")
    print_output(options, document_json(shelf), lambda: output_lines(*map(_shelved, shelf)) or none)
    return 0


def _shelved(campaign: ShelvedCampaign) -> str:
    notes = [campaign.trouble] if campaign.trouble else []
    if campaign.archived and not notes:
        notes = [label("printed", "archived")]
    when = local_time_text(campaign.changed)
    return "  ".join([campaign.id, campaign.ruleset, when, campaign.title, *notes])


@on_campaign_of_arguments
def run_names_command(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print the names in notes, as `campaign.close-name` takes them, open ones first."""
    kind = None if options.kind is None else TagKind(typed_option(options.kind, map(str, TagKind)))
    index = SearchIndex(campaign)
    index.read(campaign.length)
    if index.trouble:
        raise RuleError("shell.names-unread", why=index.trouble)
    named = [each for each in index.named() if kind in (None, each.tag.kind)]
    document = [
        {
            "name": each.tag.id,
            "kind": each.tag.kind,
            "times": each.times,
            "session": each.session,
            "over": each.is_over,
        }
        for each in named
    ]
    cells = max((width(each.tag.listed) for each in named), default=0)
    lines = (
        f"{each.tag.listed}{' ' * (cells - width(each.tag.listed))}  {occurrences_text(each)}"
        for each in named
    )
    print_output(options, document, lambda: "\n".join(lines) or label("tags", "none"))
    return 0


def run_why_command(options: argparse.Namespace) -> int:
    document = look_up_explanation(options.rule)
    print_output(options, document, lambda: why_text(document))
    return 0


def look_up_explanation(asked: str) -> Document:
    """Return the document of `why`: a rule, or a procedure with its rules. Raises `RuleError`."""
    games = [campaign_rules(load_game(id)) for id in game_ids()]
    procedures = {each.id: each for game in games for each in game.procedures}
    rules = {id for each in procedures.values() for id in each.rules}
    questions = {each.id for game in games for each in game.open_questions}
    known = [*procedures, *sorted({*rules, *questions, *explained_rule_ids()}), *EXAMPLES]
    known_id = _one_of(asked, known)
    if known_id in procedures:
        return _procedure(procedures[known_id], games)
    if known_id in EXAMPLES:
        shown, text = EXAMPLES[known_id]
        return {"id": known_id, "text": text, "rules": [_rule(each, games) for each in shown]}
    by_rule = [each.id for each in procedures.values() if known_id in each.rules]
    examples = [{"id": id, "text": text} for id, (shown, text) in EXAMPLES.items() if known_id in shown]
    return {**_rule(known_id, games), "procedures": by_rule, "examples": examples}


def _one_of(asked: str, known: list[str]) -> str:
    """Return the id typed, ignoring case. Raises `RuleError` naming the nearest."""
    by_low = {each.casefold(): each for each in known}
    low = asked.strip().casefold()
    if low not in by_low:
        near = get_close_matches(low, by_low, n=3)
        raise RuleError("shell.no-rule", text=asked, near=[by_low[each] for each in near])
    return by_low[low]


def _procedure(procedure: Procedure, games: list[Ruleset]) -> Document:
    return {
        "id": procedure.id,
        "label": label("procedure", procedure.id),
        "text": label("procedure", f"{procedure.id}.help"),
        "rules": [_rule(each, games) for each in procedure.rules],
    }


def _rule(id: str, games: list[Ruleset]) -> Document:
    question = next((each for game in games for each in game.open_questions if each.id == id), None)
    document: Document = {"id": id, "text": rule_explained(id)}
    if question is not None:
        asked = question_explained(id, question.options, question.default, where=label("printed", "default"))
        document["text"] = " ".join(filter(None, (document["text"], asked)))
        document["options"] = list(question.options)
    return document


def why_text(document: Document) -> str:
    """Return the text of `why`, for people."""
    title = f"{document['label']}. " if "label" in document else ""
    rules = [f"{each['id']}: {each['text']}" for each in document.get("rules", ())]
    examples = [sentence("printed", "example", **each) for each in document.get("examples", ())]
    used = document.get("procedures")
    carried = [sentence("printed", "procedures", ids=", ".join(used))] if used else []
    return "\n".join([f"{document['id']}: {title}{document['text']}", *rules, *examples, *carried])


def run_tables_command(options: argparse.Namespace) -> int:
    """List random tables, or check their files."""
    library = library_of_arguments(options)
    return _list(options, library) if options.act == "list" else _check(options, library)


def _list(options: argparse.Namespace, library: Library) -> int:
    if len(options.where) > 1:
        raise RuleError("shell.one-too-many", text=options.where[1])
    if options.where:
        with closing(library.open(library.find(options.where[0]), read_only=True)) as campaign:
            rows = [(each.id, each.title, each.dice, each.origin) for each in all_rollable_tables(campaign)]
    else:
        rows = _of_book(book_of_table_files(table_folders_shared(library.shared.tables)))
    if options.json:
        print(json_output([dict(zip(("id", "title", "dice", "from"), row, strict=True)) for row in rows]))
        return 0
    width = max((len(row[0]) for row in rows), default=0)
    for id, title, dice, origin in rows:
        print(f"{id:{width}}  {dice or '-':5}  {title} ({origin})")
    return 0


def _of_book(book: TableFileBook) -> list[tuple[str, str, str, RollableTableOrigin]]:
    return [
        (
            id,
            each.table.title,
            each.table.dice,
            RollableTableOrigin.SHIPPED if each.path.is_relative_to(SHIPPED) else RollableTableOrigin.SHARED,
        )
        for id, each in sorted(book.found.items())
    ]


def _check(options: argparse.Namespace, library: Library) -> int:
    """Print the faults, and exit with 2 if there are any; a hidden table is mentioned, but is no fault."""
    shared = table_folders_shared(library.shared.tables)
    named = paths_of_arguments(options.where, library, FOLDER, shared)
    book = book_of_table_files(tuple(dict.fromkeys((*named, *shared))))
    for each in () if options.json else book.hidden:
        print(sentence("printed", "no-fault", what=each))
    count, files = len(book.found), book.files
    sound = sentence("printed", "sound-tables", count=count, files=files)
    return print_faults_output(options, book.faults, {"tables": count, "files": files}, sound)


def run_rules_command(options: argparse.Namespace) -> int:
    ids = [id_of_game(options.ruleset)] if options.ruleset else game_ids()
    games = [campaign_rules(load_game(id)) for id in ids]
    rulesets = [_ruleset_json(game) for game in games]
    document = rulesets[0] if options.ruleset else rulesets
    print_output(options, document, lambda: "\n\n".join(map(_ruleset_text, games)))
    for broken in () if options.ruleset else broken_games():
        print(f"tableside: {broken}", file=sys.stderr)
    return 0


def _ruleset_text(game: Ruleset) -> str:
    procedures = [line for each in game.procedures for line in _procedure_lines(each)]
    asked = ((f"{each.id}: {label('rule', each.id)}", each.options) for each in game.open_questions)
    questions = [line for text, options in asked for line in (text, f"    {' | '.join(options)}")]
    return output_lines(
        f"{game.id}: {game.name}", "", *procedures, label("printed", "house-rules"), "", *questions
    )


def _procedure_lines(procedure: Procedure) -> list[str]:
    inputs = " ".join(_input(each) for each in procedure.inputs if not isinstance(each, Filled))
    where = "do CAMPAIGN" if procedure.on_table else "roll"
    lines = [f"{procedure.id} {inputs}".rstrip(), f"    {label('procedure', procedure.id)} ({where})"]
    named = (("outcomes", procedure.outcomes), ("amounts", procedure.amounts))
    lines += [f"    {_ids(what, ids)}" for what, ids in named if ids]
    return [*lines, f"    {_ids('rules', procedure.rules)}", ""]


def _ids(what: str, ids: Sequence[str]) -> str:
    return sentence("printed", what, ids=", ".join(ids) or "-")


def _input(input: Input) -> str:
    if input.default is None:
        return f"{input.id}=…"
    default = input.default if not isinstance(input.default, bool) else "yes" if input.default else "no"
    return f"[{input.id}={default or ''}]"


def _ruleset_json(game: Ruleset) -> Document:
    """Return the JSON of `rules`: everything that can be called, and the open questions."""
    return {
        "id": game.id,
        "name": game.name,
        "procedures": [
            {
                "id": each.id,
                "label": label("procedure", each.id),
                "rules": list(each.rules),
                "inputs": [_input_document(given) for given in each.inputs],
                "outcomes": list(each.outcomes),
                "amounts": list(each.amounts),
                "campaign": each.on_table,
                "odds": each.odds is not None,
            }
            for each in game.procedures
        ],
        "house-rules": [
            {"id": each.id, "question": label("rule", each.id), "options": list(each.options)}
            for each in game.open_questions
        ],
    }


def _input_document(input: Input) -> Document:
    document: Document = {"id": input.id, "type": type(input).__name__.lower(), "default": input.default}
    if isinstance(input, Number):
        document |= {"lowest": input.lowest, "highest": input.highest}
    if isinstance(input, Who):
        document["many"] = input.many
    if isinstance(input, YesNo):
        document["type"] = "yes-no"
    return document


@on_campaign_of_arguments
def run_show_command(campaign: Campaign, options: argparse.Namespace) -> int:
    table = campaign.table if options.at is None else campaign.table_at(options.at)
    if options.character is None:
        document = _campaign_json(campaign, table, options.at)
        print_output(options, document, lambda: shown_campaign_text(campaign, table, options.at))
        return 0
    character = find_by_name(table.characters.values(), options.character)
    print_output(
        options, _character_json(character), lambda: shown_character_text(character, table, campaign)
    )
    return 0


def shown_campaign_text(campaign: Campaign, table: Table, at: int | None) -> str:
    when = "session-on" if table.session_is_on else "session"
    session = sentence("printed", when, session=table.session, day=table.day)
    values = {"title": table.title, "game": campaign.ruleset.name, "session": session}
    fighting = (
        [turn_orders.turn_order_text(table), *output_rows(fight.fight_member_rows(table, campaign.rules))]
        if table.order
        else []
    )
    past = [] if at is None else [label("history", "at" if at else "beginning").format(entry=at)]
    return output_lines(
        *past,
        sentence("printed", "campaign", **values, entries=so_many("printed", "entries", campaign.length)),
        *filter(None, (_roll_waiting(campaign, at),)),
        *output_rows(character_list.character_list_rows(table, campaign.rules)),
        *fighting,
    )


def _roll_waiting(campaign: Campaign, at: int | None) -> str:
    """Return which roll waits in the app, or why it is lost; empty for none, and for the past."""
    try:
        waiting = read_progress(campaign) if at is None else None
    except RuleError as error:
        return str(error)
    return sentence("printed", "roll-waits", roll=result_so_far_text(waiting)) if waiting is not None else ""


def shown_character_text(character: Character, table: Table, campaign: Campaign) -> str:
    return output_lines(*output_rows(sheet_rows.sheet_rows(character, table, campaign.rules)))


def _campaign_json(campaign: Campaign, table: Table, at: int | None) -> Document:
    """Return the JSON of `show`: the campaign without its journal, now or after entry `at`."""
    return {
        "id": campaign.id,
        "ruleset": campaign.about.ruleset,
        "entries": campaign.length,
        **({} if at is None else {"at": at}),
        **({"roll-waits": roll} if (roll := _roll_waiting(campaign, at)) else {}),
        **table_document(table),
        "characters": [_character_json(each) for each in table.characters.values()],
    }


def _character_json(character: Character) -> Document:
    return {"key": character.key, **character_document(character)}


@on_campaign_of_arguments
def run_sheet_command(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print one sheet as an HTML page. Raises `RuleError` for a sheet that players may not see, unless
    secrets are wanted.
    """
    who = find_by_name(campaign.table.characters.values(), options.character)
    if not options.secrets and who.kind not in OURS:
        raise RuleError("shell.not-for-players", who=who.name)
    shown = who if options.secrets else sheet_as_seen(who, campaign.rules)
    print(html_sheet_page(campaign, shown), end="")
    if is_sheet_seen_in_part(shown, who):
        what = sentence("left-out", "export", what=label("left-out", "marked"))
        print(f"tableside: {what}", file=sys.stderr)
    return 0
