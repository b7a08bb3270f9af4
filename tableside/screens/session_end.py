"""The end of a session: a fight that is on, everybody's advancement, then the recap."""

from tableside.campaign.campaign import Campaign
from tableside.rules.procedure import Role
from tableside.screens import advancement
from tableside.screens.controller import Controller
from tableside.screens.messages import ProcedureWanted
from tableside.views.improvements import waiting_to_improve
from tableside.wording import has_wording, label, sentence

NOT_YET, ENDS = "not-yet", "end-it"
LEAVING, ENDING = "leave-fight", "end-fight"
GROWING, NOT_GROWING = GROWTH = "with-growth", "without-growth"
"""The ways to end a session, and what to do with a fight that is on; in a game where growth has to be earned,
whether it was.
"""


async def lead_through_session_end(controller: Controller) -> None:
    """End the session, when that is really meant, and lead through what comes of it."""
    app_state = controller.app_state
    campaign = app_state.campaign
    if campaign is None or not app_state.may_change():
        return
    end, finish = (campaign.rules.role(role) for role in (Role.END, Role.FINISH))
    if end is None or finish is None:
        return
    if problems := end.problems(campaign.table):
        app_state.main_screen.complain("; ".join(label("problem", each) for each in problems))
        return
    how = await _how(controller, campaign)
    if how == NOT_YET:
        return
    if how == ENDING:
        await controller.perform(ProcedureWanted(finish, {}))
    await controller.perform(ProcedureWanted(end, {}))
    if not campaign.table.session_is_on:
        await _grow(controller, campaign, how)


async def _how(controller: Controller, campaign: Campaign) -> str:
    """How it is to end: with the fight that is on, or where the game asks for it with growth or without."""
    game, session = campaign.ruleset.id, campaign.table.session
    ways: tuple[str, ...] = (NOT_YET, ENDS)
    question = "ends-now"
    if campaign.table.order is not None:
        question, ways = "ends-in-a-fight", (NOT_YET, LEAVING, ENDING)
    elif has_wording("closing", game):
        ways = (NOT_YET, GROWING, NOT_GROWING)
    labels = [label("closing", f"{game}.{way}") if way in GROWTH else label("session", way) for way in ways]
    ask = controller.app_state.main_screen.ask
    return ways[await ask.option(sentence("session", question, session=session), labels) or 0]


async def _grow(controller: Controller, campaign: Campaign, how: str) -> None:
    """Everybody's advancement, where the session gave cause for any."""
    main_screen, game = controller.app_state.main_screen, campaign.ruleset.id
    grows = how != NOT_GROWING and bool(waiting_to_improve(campaign.table, campaign.rules, ()))
    if grows and how != GROWING and has_wording("closing", game):
        ways = [label("option", "yes"), label("option", "no")]
        grows = await main_screen.ask.option(label("closing", game), ways) == 0
    if grows:
        await main_screen.go("advancement")
        main_screen.query_one(advancement.AdvancementPage).close_session()
    else:
        await main_screen.tell_session()
