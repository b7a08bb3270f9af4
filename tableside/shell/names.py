"""`tableside names`: the scenes, threads, people and places that the notes of a campaign name."""

import argparse

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.rules.typed import one_of
from tableside.shell.json_output import encoded_json
from tableside.text import width
from tableside.views.notes import TagKind
from tableside.views.search import Index, named_in_order, often_text
from tableside.wording import label


def print_names(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print them by their ids, as `campaign.close-name` takes them, what is open first."""
    kind = None if options.kind is None else TagKind(one_of(options.kind, map(str, TagKind)))
    index = Index(campaign)
    index.read(campaign.length)
    if index.trouble:
        raise RuleError("shell.names-unread", why=index.trouble)
    closed = campaign.table.closed
    named = [each for each in named_in_order(index.named(), closed) if kind in (None, each.tag.kind)]
    if options.json:
        print(
            encoded_json(
                [
                    {
                        "name": each.tag.id,
                        "kind": each.tag.kind,
                        "times": each.times,
                        "session": each.session,
                        "over": each.tag.id in closed,
                    }
                    for each in named
                ]
            )
        )
        return 0
    cells = max((width(each.tag.id) for each in named), default=0)
    for each in named:
        print(f"{each.tag.id}{' ' * (cells - width(each.tag.id))}  {often_text(each, closed)}")
    if not named:
        print(label("tags", "none"))
    return 0
