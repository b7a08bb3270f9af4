"""`tableside why`, `names` and `tables`: what a rule says, notes name, and what can be rolled on."""

import argparse
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.table_files import FOLDER, SHIPPED, TableFileBook, book_of_table_files
from tableside.campaign.user_files import named_path
from tableside.errors import RuleError
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, ruleset, ruleset_ids
from tableside.rules.typed import typed_option
from tableside.shell.output import Document, encoded_json
from tableside.text import width
from tableside.views.notes import TagKind
from tableside.views.rollable_tables import ListedTable, RollableTableOrigin, all_rollable_tables
from tableside.views.search import SearchIndex, often_text
from tableside.wording import label, sentence
from tableside.wording.explained import EXAMPLES, explained_rule_ids, question_explained, rule_explained

Options = argparse.Namespace
BAD_INPUT = 2


def look_up_names(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print what the notes name, as `campaign.close-name` takes it, what is open first."""
    kind = None if options.kind is None else TagKind(typed_option(options.kind, map(str, TagKind)))
    index = SearchIndex(campaign)
    index.read(campaign.length)
    if index.trouble:
        raise RuleError("shell.names-unread", why=index.trouble)
    named = [each for each in index.named() if kind in (None, each.tag.kind)]
    if options.json:
        print(
            encoded_json(
                [
                    {
                        "name": each.tag.id,
                        "kind": each.tag.kind,
                        "times": each.times,
                        "session": each.session,
                        "over": each.is_over,
                    }
                    for each in named
                ]
            )
        )
        return 0
    cells = max((width(each.tag.listed) for each in named), default=0)
    for each in named:
        print(f"{each.tag.listed}{' ' * (cells - width(each.tag.listed))}  {often_text(each)}")
    if not named:
        print(label("tags", "none"))
    return 0


def look_up_explanation(asked: str) -> Document:
    """What `why` says: a rule, or a procedure with its rules. Raises `RuleError` naming the nearest."""
    games = [campaign_rules(ruleset(id)) for id in ruleset_ids()]
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
    """The id that was typed, in whatever case. Raises `RuleError` naming the nearest."""
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


def explanation_text(document: Document) -> str:
    """What `why` says, for people."""
    called = f"{document['label']}. " if "label" in document else ""
    rules = [f"{each['id']}: {each['text']}" for each in document.get("rules", ())]
    examples = [sentence("printed", "example", **each) for each in document.get("examples", ())]
    used = document.get("procedures")
    carried = [sentence("printed", "procedures", ids=", ".join(used))] if used else []
    return "\n".join([f"{document['id']}: {called}{document['text']}", *rules, *examples, *carried])


def table_folders(library: Library) -> tuple[Path, ...]:
    """Where tables are looked for without a campaign."""
    return (library.shared.tables, SHIPPED) if library.shared.tables is not None else (SHIPPED,)


def look_up_tables(options: Options, library: Library) -> int:
    return _list(options, library) if options.act == "list" else _check(options, library)


def _list(options: Options, library: Library) -> int:
    if len(options.where) > 1:
        raise RuleError("shell.one-too-many", text=options.where[1])
    if options.where:
        tables = _with(library, options.where[0], all_rollable_tables)
        rows = [(each.id, each.title, each.dice, each.origin) for each in tables]
    else:
        rows = _of_book(book_of_table_files(table_folders(library)))
    if options.json:
        print(encoded_json([dict(zip(("id", "title", "dice", "from"), row, strict=True)) for row in rows]))
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


def _with(
    library: Library, name: str, act: Callable[[Campaign], tuple[ListedTable, ...]]
) -> tuple[ListedTable, ...]:
    campaign = library.open(library.find(name), read_only=True)
    try:
        return act(campaign)
    finally:
        campaign.close()


def _check(options: Options, library: Library) -> int:
    """Exit 2 and a line for each fault; nothing said of what is only hidden by a nearer table but that."""
    book = _book_to_check(options.where, library)
    if options.json:
        faults = [{"file": str(each.path), "line": each.line, "what": str(each.what)} for each in book.faults]
        print(encoded_json({"faults": faults, "tables": len(book.found), "files": book.files}))
    else:
        for each in book.hidden:
            print(sentence("printed", "no-fault", what=each))
        for each in book.faults:
            print(each, file=sys.stderr)
        if not book.faults:
            print(sentence("printed", "sound-tables", count=len(book.found), files=book.files))
    return BAD_INPUT if book.faults else 0


def _book_to_check(where: Sequence[str], library: Library) -> TableFileBook:
    """The book of a campaign, or of files or folders beside what is shared and shipped."""
    paths = [named_path(each) for each in where]
    if not where:
        return book_of_table_files(table_folders(library))
    if len(where) == 1 and not paths[0].exists() and paths[0].suffix != ".toml":
        campaign = library.folder / library.find(where[0])
        return book_of_table_files((campaign / FOLDER, *table_folders(library)))
    for path in paths:
        if not path.exists():
            raise RuleError("shell.no-path", path=str(path))
    return book_of_table_files((*paths, *table_folders(library)))
