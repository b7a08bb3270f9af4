"""All words of ours: the general ones, and those of every game that comes with Tableside."""

from collections.abc import Mapping

from tableside import wording
from tableside.games import BUNDLED
from tableside.wording import games, told_to_players
from tableside.wording.explained import EXPLAINED as OF_ANY_GAME
from tableside.wording.explained import explained_in_games

TEXTS: Mapping[str, str] = {**wording.TEXTS, **games.wordings_of_games(BUNDLED)}
EXPLAINED: Mapping[str, str] = {**OF_ANY_GAME, **explained_in_games(BUNDLED)}
OF_ANY_CAMPAIGN = told_to_players.TOLD
TOLD: Mapping[str, tuple[str, ...]] = {**OF_ANY_CAMPAIGN, **told_to_players.told_players_in_games(BUNDLED)}
