"""`tableside recap`: what happened in a session, in three lengths, for the GM or for players."""

import argparse

from tableside.campaign.campaign import Campaign
from tableside.shell import documents
from tableside.views.recap import Length, recap
from tableside.views.recap_parts import Material
from tableside.views.recap_rows import document, lines


def tell(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print the recap of a session: of the last one, when none is named."""
    number = campaign.table.session if options.session is None else options.session
    material = Material(campaign, number)
    length, public = Length(options.length), options.players
    chapters = recap(material, length, public=public, surprises=material.surprises())
    if options.json:
        told = {
            "session": number,
            "length": length,
            "players": public,
            "chapters": document(chapters, public=public),
        }
        print(documents.encoded(told))
    else:
        print("\n".join(lines(chapters)))
    return 0
