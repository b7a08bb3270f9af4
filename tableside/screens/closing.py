"""The end of a session: a fight that is on, everybody's advancement, then the recap."""

from tableside.campaign.campaign import Campaign
from tableside.rules.procedure import Role
from tableside.screens import advancement
from tableside.screens.controller import Performing
from tableside.screens.messages import ProcedureWanted
from tableside.views import growth
from tableside.wording import has_text, label


async def close_session(performing: Performing) -> None:
    """End the session, and lead through what comes of it."""
    app_state = performing.app_state
    campaign = app_state.campaign
    if campaign is None or not app_state.may_change():
        return
    end, finish = (campaign.rules.role(role) for role in (Role.END, Role.FINISH))
    if end is None or finish is None:
        return
    if problems := end.problems(campaign.table):
        app_state.main_screen.complain("; ".join(label("problem", each) for each in problems))
        return
    if campaign.table.order is not None:
        ways = [label("session", "leave-fight"), label("session", "end-fight")]
        place = await app_state.main_screen.ask.option(label("session", "fight-is-on"), ways)
        if place is None:
            return
        if place == 1:
            await performing.perform(ProcedureWanted(finish, {}))
    await performing.perform(ProcedureWanted(end, {}))
    if not campaign.table.session_is_on:
        await _grow(performing, campaign)


async def _grow(performing: Performing, campaign: Campaign) -> None:
    """Everybody's advancement, where the session gave cause for any."""
    main_screen = performing.app_state.main_screen
    grows = bool(growth.waiting(campaign.table, campaign.rules, ()))
    if grows and has_text("closing", campaign.ruleset.id):
        ways = [label("option", "yes"), label("option", "no")]
        grows = await main_screen.ask.option(label("closing", campaign.ruleset.id), ways) == 0
    if grows:
        await main_screen.go("advancement")
        main_screen.query_one(advancement.AdvancementView).close_session()
    else:
        await main_screen.tell_session()
