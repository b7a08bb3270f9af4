"""Casting spells (TRO-6.3, TRO-X-spell): on bare numbers, and on the table.

A spell is cast by a Roll Under its Skill Total; touching the unwilling is a Roll Versus. A fumble (a double 6 under,
a double 1 versus) rolls a number on the Oops! table, whose words are the group's own (TRO-X-oops).
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from tableside.rules.dice import digits
from tableside.rules.odds import Odds, collect, mapped, sums, two_dice
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Choice, Given, Group, Outcome, Procedure, Role, Who
from tableside.rules.sheet import Skill, Skills
from tableside.rules.table import Character, Kind, Table
from tableside.rules.troika.attacks import LUCK, MODIFIER, check_two, lives, person_given, skill_input
from tableside.rules.troika.exchange import Side, Trust, break_tie, tell_tie
from tableside.rules.troika.exchange_odds import broken_ties, nameless
from tableside.rules.troika.fighters import Fighter, fighter, has_won, tell_fighter, weapons_of, with_luck
from tableside.rules.troika.house import House, house_of
from tableside.rules.troika.modifiers import on_roll, tell_reasons, total
from tableside.rules.troika.rolls import DOUBLE_ONE, DOUBLE_SIX, Result, RolledVersus, Verdict, throw, tell_side
