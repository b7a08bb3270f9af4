"""A house rule that holds it answers another question."""

import random
from pathlib import Path

from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.rules.play import play_to_end
from tableside.shell import check
from tableside.shell.check import shell_check_of_campaign
from tableside.views.help import help_of_rule
from tests.campaign.people import do


def test_an_answer_to_another_question_is_told_and_can_be_set_right(tmp_path: Path) -> None:
    """As an older program could leave it, when an amendment named another question."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Iron Vale", "troika"))
    decide = campaign.rules.procedure("campaign.house-rule")
    given = {"rule": "TRO-AMB-3", "option": "six-is-mighty"}
    campaign.record(
        decide, given, play_to_end(decide.perform(campaign.table, given), ReplayAnswers(random.Random(1)))
    )
    campaign.close()
    found = shell_check_of_campaign(library, campaign.id)
    assert not found.faults and found.misread == ("TRO-AMB-3",)
    assert "TRO-AMB-3 holds the answer to another question" in check.shell_check_text(found)
    again = library.open(campaign.id)
    assert "it answers another question" in help_of_rule("TRO-AMB-3", again.table, again.rules)
    do(again, "campaign.house-rule", rule="TRO-AMB-3", option="plain-twelve")
    again.close()
    assert shell_check_of_campaign(library, campaign.id).misread == ()
