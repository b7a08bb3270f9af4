"""Explanations of Troika! for the GM, and what players are told of its facts."""

from tableside.wording.told_to_players import (
    DOWN,
    HEALED,
    HURT,
    Told,
    ToldWords,
    told_players_alike,
    told_players_nothing,
    told_players_of_ours,
    told_players_otherwise,
    told_players_whole,
)

EXPLAINED: dict[str, str] = {
    "explained.TRO-1": "All dice are d6. A d3 is a d6 halved, rounded up; a d66 is two d6 read as digits, so 1 and 4 make 14.",
    "explained.TRO-1.1": "Roll Under: 2d6 succeed if they are no higher than the target. A double 6 always fails, however high the target.",
    "explained.TRO-1.2": "Roll Versus: both sides add their bonuses to 2d6, and the higher total wins.",
    "explained.TRO-2": "A Skill Total is Skill plus the rank of the Advanced Skill or spell. Without a fitting one, plain Skill is the target.",
    "explained.TRO-2.1.1": "A passed test of an Advanced Skill or spell puts a tick beside it. Ticks are what may be improved at rest.",
    "explained.TRO-3.1": "Testing Luck is a 2d6 roll under the Luck that is left. It costs 1 Luck, lucky or not, and nobody has to test.",
    "explained.TRO-3.2": "Eight hours of rest give 2d6 Luck back, never above the starting value. Luck 0 harms nobody by itself.",
    "explained.TRO-3.3": "Testing Luck may break a tie. Whoever has hit may test it before the damage is rolled: a lucky test adds 2 to the Damage Roll.",
    "explained.TRO-3.4": "Optional: instead of dying, a player's character may test Luck; the lucky are out of action rather than dead.",
    "explained.TRO-4": "Stamina keeps one alive: harm lowers it, sleep and food raise it up to the start.",
    "explained.TRO-4.1": "At exactly 0 Stamina one is dying: in a fight until the next End token, outside it friends have one try to heal. Otherwise it is death.",
    "explained.TRO-4.2": "Eight hours of sleep give 2d6 Stamina back, a provision 1d6. Three provisions a day help, and nothing goes above the start.",
    "explained.TRO-4.3": "Below 0 Stamina one is dead at once, without a time to be healed in.",
    "explained.TRO-4.4": "Whoever replaces a dead character is made by the same rules as the first one was.",
    "explained.TRO-5.1.1": "Each player's character puts two tokens into the stack, and so may act twice before the round ends, or not at all.",
    "explained.TRO-5.1.2": "The foes put in as many tokens as their Initiative adds up to, all of one colour: eight at 2 put in 16.",
    "explained.TRO-5.1.3": "One token in the stack is the End of the Round.",
    "explained.TRO-5.1.4": "Optional: however many foes there are, they put in at most twice the tokens of the characters.",
    "explained.TRO-5.2": "Tokens are drawn blindly and stay out until the round ends. Whose token is drawn acts.",
    "explained.TRO-5.3": "When End is drawn, lasting harm works, all tokens go back in, the dead's are taken out, and a new round begins.",
    "explained.TRO-5.4": "Henchmen put in one token each, of one shared colour. The GM says which of them acts on it.",
    "explained.TRO-5.5": "Whichever foe the GM likes acts on the foes' tokens; even one that has already acted this round.",
    "explained.TRO-6.1": "Melee is a Roll Versus with Skill and Advanced Skill on both sides: either may win, and the loser is hurt. A tie hurts nobody.",
    "explained.TRO-6.2": "A shot is a Roll Versus; the target rolls on Skill, or on a skill that helps to evade. A target that wins has only dodged.",
    "explained.TRO-6.2.1": "A shot into a melee that succeeds hits one of all who are in it, friend or foe, by an even roll.",
    "explained.TRO-6.2.2": "Aiming holds one's token back. At the next token the shot is rolled twice and the better roll kept.",
    "explained.TRO-6.3": "A spell is paid in Stamina and rolled under its total; to touch somebody unwilling it is a Roll Versus. It needs a free hand and speech.",
    "explained.TRO-6.4": "Delaying puts the drawn token back into the stack: one may act later this round, if it is drawn again.",
    "explained.TRO-6.5": "A few steps, less than 4 m, go along with whatever one does; to go further takes the turn.",
    "explained.TRO-6.6": "To get a thing out in a fight 2d6 must reach its slot, so the first slots are the handiest. A double 1 always fails and the action is spent.",
    "explained.TRO-6.8": "Wrestling is a Roll Versus. Win: knock down, or hurt unarmed and both fall; a Mighty Blow knocks out for 1d6 rounds. Lose: be hurt as if attacked.",
    "explained.TRO-7.1": "Whoever stands behind cover adds it to their own roll, from +1 behind a waist-high bush to +6 behind battlements.",
    "explained.TRO-7.2": "A foe is Skill, Stamina and Initiative, with perhaps an Advanced Skill or something special.",
    "explained.TRO-7.3": "Whoever is unaware is attacked with a Roll Under, cannot hit back, and the Damage Roll against them gets +2.",
    "explained.TRO-7.4": "A double 6 in a fight is a Mighty Blow: it wins whatever the totals and doubles the damage. Two of them are a clinch that shatters both weapons.",
    "explained.TRO-7.5": "A double 1 in a fight is a Fumble: it loses, and the other side gets +1 on the Damage Roll. Two of them: each hurts the other with +1.",
    "explained.TRO-7.6": "A shield takes 1 off each Damage Roll against its bearer, but the roll never falls below 1.",
    "explained.TRO-7.7": "Whoever holds several weapons says which weapon's row is read when the Damage Roll lies on the table.",
    "explained.TRO-7.8": "On the floor all physical rolls against the standing get -2, Damage Rolls included. Getting up takes a turn.",
    "explained.TRO-7.8.1": "A fall costs 1d6 Stamina for each 2 m.",
    "explained.TRO-7.9": "A failed Swim test is the beginning of drowning: 1d6 Stamina there and then, a die more with each failure in a row. A success ends the row; without Stamina one has drowned.",
    "explained.TRO-7.9.1": "Fire, poison, bleeding: each time a related skill or Luck is tested (by a foe: Skill). Success ends it; a failure costs 1d6, and a die more with each one in a row.",
    "explained.TRO-7.9.2": "In a fight the tests against drowning, fire, poison and bleeding are made when the End token is drawn, once a round, and at no other time.",
    "explained.TRO-7.11": "A turn takes some seconds, and a round about a minute: it lasts from one End token to the next.",
    "explained.TRO-8": "Damage is one d6, read on the row of the weapon: the number there is the Stamina lost.",
    "explained.TRO-8.1": "A Mighty Blow doubles the Stamina that is lost, after the row is read.",
    "explained.TRO-8.2": "Bonuses and penalties to damage change the die, not what the row says: a sword's 5 with +1 is read as a 6.",
    "explained.TRO-9": "Light, modest and heavy armour take 1, 2 or 3 off each Damage Roll against the wearer, but never below 1.",
    "explained.TRO-9.1": "Worn armour fills twice its value in slots: heavy armour fills 6.",
    "explained.TRO-10": "Twelve slots hold what is carried: a thing fills one, a two-handed thing two, a lot of trifles one together, such as provisions or silver.",
    "explained.TRO-10.4": "With more than 12 slots filled all rolls get -4, those of Luck and damage too. From 18 on one also barely moves and counts as unaware.",
    "explained.TRO-10.4.1": "In a turn 1d6 slots of things can be laid down with care, or 2d6 if they may break or get lost.",
    "explained.TRO-11.1": "At rest up to three ticked skills or spells are tried: 2d6 above the Skill Total raises the rank by 1. Then the ticks are erased.",
    "explained.TRO-11.1.1": "From 12 on improving needs a roll of 12, and then a second 12. There is no highest rank.",
    "explained.TRO-11.2": "A teacher who is better trains one for a week and one more for each rank held, then a try to improve. Something new is a roll under Skill.",
    "explained.TRO-X-create": "A new character has 1d3+3 Skill, 2d6+12 Stamina and 1d6+6 Luck, a kit with 2d6 silver and 6 provisions, and a background by d66.",
    "explained.TRO-X-spell": "Casting is a roll under the spell's total: a double 1 always works, a double 6 never does and goes wrong on the Oops! table.",
    "explained.TRO-X-oops": "A spell that goes wrong is a d66 on a table of 36 mishaps. Its text may not be copied: each group writes its own.",
    "explained.TRO-X-enemy": "A foe's Skill stands for all its skills and for its Luck, which never falls. Its spells cost no Stamina, and Luck wins it no fights.",
    "explained.TRO-X-foes": "Ten common foes with their Skill, Stamina, Initiative and armour, from the goblin (5, 6, 1, 1) to the dragon (16, 32, 8, 4).",
    "explained.TRO-X-house": "What other tables do is a house rule here: a tick for failing, a d6 to learn something new. Turns that are handed on are an order of their own.",
    "explained.TRO-X-swim": "In the water half of the filled slots are taken off the Swim test. Whoever lacks the skill tests every turn.",
    # Conditions
    "condition.prone": "-2 to physical rolls against the standing, damage too (TRO-7.8). Getting up takes a turn and ends it.",
    "condition.unconscious": "Does not act and is attacked as unaware (TRO-7.3). It ends with its rounds, or K ends it.",
    "condition.unaware": "Attacked with a Roll Under, without an answer, and +2 on the Damage Roll (TRO-7.3). K ends it.",
    "condition.drowning": "Tests Swim each turn, in a fight at the End token; each failure in a row costs a d6 more (TRO-7.9). A passed test with the skill ends it.",
    "condition.fire": "Each turn, in a fight at the End token, a related skill or Luck ends it; a failure costs 1d6, and a die more with each in a row (TRO-7.9.1).",
    "condition.poison": "Each turn, in a fight at the End token, a related skill or Luck ends it; a failure costs 1d6, and a die more with each in a row (TRO-7.9.1).",
    "condition.bleeding": "Each turn, in a fight at the End token, a related skill or Luck ends it; a failure costs 1d6, and a die more with each in a row (TRO-7.9.1).",
    "condition.dying": "At Stamina 0: dies when the next End token is drawn; outside a fight friends have one try (TRO-4.1). Any Stamina regained ends it.",
    "condition.dead": "Stamina fell below 0, or nobody helped in time (TRO-4.3, TRO-4.1). Only undo takes it back; their tokens leave at End.",
    "condition.out-of-action": "Luck saved them from death (TRO-3.4): no acting at Stamina 0, yet not dying. Any Stamina regained ends it.",
    "condition.aiming": "Holds a token back; at the next one the shot is rolled twice (TRO-6.2.2). It ends with that turn, or when given up at End.",
    "condition.aimed": "A shot in this turn is rolled twice and the better kept (TRO-6.2.2). It ends with the turn, shot or not.",
    "condition.overburdened": "More than 12 slots are filled: -4 to rolls (TRO-10.4). Dropping things ends it.",
    "condition.swamped": "18 slots or more are filled: -4 to rolls, barely moving, attacked as unaware (TRO-10.4). Dropping things ends it.",
    # Numbers of the sheet
    "part.skill": "The base of every test, fight and spell: ranks are added to it (TRO-2). Rolled as 1d3+3 at creation and seldom changed.",
    "part.stamina": "What keeps one alive: 0 is dying, below is death (TRO-4.1, TRO-4.3). Sleep gives 2d6 back, a provision 1d6 (TRO-4.2).",
    "part.luck": "The target of Luck tests, and each test takes 1, lucky or not (TRO-3.1). Eight hours of rest give 2d6 back (TRO-3.2).",
    "part.initiative": "The tokens that this foe adds to those of all foes in the stack (TRO-5.1.2).",
    "part.armour": "Taken off each Damage Roll against the wearer, never below 1 (TRO-9). It fills twice its value in slots (TRO-9.1).",
    "part.shield": "Takes 1 off each Damage Roll against its bearer, never below 1 (TRO-7.6). It fills a slot.",
    "part.weapon": "The row of the damage table that a won blow is read on (TRO-8); the form of an attack can name another.",
    "part.skills": "A passed test ticks a skill (TRO-2.1.1); at rest three ticked ones may improve (TRO-11.1). The total is what is rolled under (TRO-2).",
    "part.spells": "Casting costs the Stamina in brackets and is a roll under the total (TRO-6.3). A success ticks the spell.",
    "part.items": "Their order is the order of the slots: what lies first is soonest at hand (TRO-6.6). Above 12 slots all rolls suffer (TRO-10.4).",
    "part.provisions": "Each eaten one gives 1d6 Stamina, three a day at most (TRO-4.2). All together fill a slot behind the items; an item called Provisions gives it another place (TRO-AMB-27).",
    "part.eaten_today": "Provisions eaten since the day began: the fourth does not help (TRO-4.2). A long rest begins a new day.",
    "part.silver": "Money. A new character has 2d6 of it (TRO-X-create). It fills a slot behind the items; an item called Silver gives it another place (TRO-AMB-27).",
    "part.background": "What they were before; rolled with d66 at creation (TRO-X-create).",
    "part.mien": "How the foe is disposed now, a d6 on its own list of moods (TRO-X-enemy).",
    "derived.total": "Total {value} = Skill {skill} + rank {rank} (TRO-2): tests roll at most {value}, and improving needs more than {value} (TRO-11.1).",
    "derived.slots-of-12": "{value} of 12 slots are filled by things, provisions, silver, armour and shield (TRO-10, TRO-9.1, TRO-AMB-27).",
    "derived.slots-worn": "{value} of them are filled by armour and shield that are worn and not listed (TRO-9.1).",
    "derived.slot": "Lies in slot {value}: in a fight 2d6 of {value} or more get it out (TRO-6.6).",
    # Inputs of rolls
    "input.modifier": "The GM's own plus or minus; a plus always makes it easier.",
    "input.cover": "What the target's cover adds to its own roll, from 1 to 6 (TRO-7.1).",
    "input.unaware": "Whether the target does not see it coming: then it is a Roll Under without an answer (TRO-7.3).",
    "input.aimed": "Whether the shot was aimed: it is rolled twice and the better kept (TRO-6.2.2).",
    "input.among": "Who else is in the melee, and may be hit instead (TRO-6.2.1).",
    "input.careful": "With care 1d6 slots can be laid down, without it 2d6, which may break (TRO-10.4.1).",
    "input.luck": "Whether Luck is tested where it can help: for a tie, or 2 more on the Damage Roll (TRO-3.3).",
    "input.their-skill": "What the target answers or evades with (TRO-6.1, TRO-6.2).",
    "input.metres": "How far the fall is: 1d6 Stamina for each 2 m (TRO-7.8.1).",
    "input.teacher-total": "The teacher's total has to be higher than the pupil's (TRO-11.2).",
}
_OWN, _DICE = "{dice} + {bonus} = {total}", "{dice} + ?"
_AT_OWN, _AT_DICE = "{their_dice} + {opposing} = {their_total}", "{their_dice} + ?"
"""The sides of a Roll Versus: in full for the party, for others only the dice and that more is added."""


def _versus(how: str, *ids: str) -> Told:
    sides = ((_OWN, _AT_DICE), (_DICE, _AT_DICE), (_OWN, _AT_OWN), (_DICE, _AT_OWN))
    return dict.fromkeys(ids, ToldWords(*(f"{how}: {own} against {other}" for own, other in sides)))


def _damage(how: str, *ids: str) -> Told:
    """Damage without the row's numbers, which would reveal the other's armour."""
    return dict.fromkeys(ids, ToldWords(f"{how} ({{weapon}})", how))


_ROLLS: Told = {
    **told_players_of_ours("skill-total", "skill-alone"),
    **told_players_otherwise("{who} succeeds", "roll-under-passed"),
    **told_players_otherwise("{who} fails", "roll-under-failed"),
    **told_players_otherwise("{who} rolls a double 6: that always fails", "double-six-fails"),
    **told_players_otherwise("{who} rolls a double 1: that always succeeds", "double-one-succeeds"),
    **told_players_otherwise("{who} is lucky", "skill-as-luck-passed", "luck-passed"),
    **told_players_otherwise("{who} is unlucky", "skill-as-luck-failed", "luck-failed"),
    **told_players_whole("aimed"),
    # Why a roll is easier or harder
    **told_players_of_ours("reason-given", "reason-given-against", "reason-overburdened", "reason-carried"),
    **told_players_otherwise("{who} is on the floor", "reason-prone"),
    **told_players_otherwise("{who} is in cover", "reason-cover"),
    **told_players_whole("reason-lucky", "reason-unaware", "reason-fumbled"),
    # An exchange of blows
    **told_players_whole("mighty-blow", "their-mighty-blow", "fumble", "their-fumble", "versus-clinch"),
    **told_players_whole("versus-both-fumble", "tie-broken", "tie-stands", "shot-mishap", "touch-oops"),
    **_versus("{who} wins", "versus-win", "contest-win"),
    **_versus("{who} loses", "versus-lose", "contest-lose"),
    **_versus("{who} ties", "versus-tie", "shot-tie", "contest-tie"),
    **_versus("{who} hits", "shot-hit"),
    **_versus("{who} misses", "shot-miss"),
    **_versus("{other} evades and strikes back", "shot-answered"),
    **told_players_otherwise("{who}'s weapon breaks", "weapon-shatters", "their-weapon-shatters"),
    **told_players_otherwise(
        "{who} has no weapon to break, and is hurt", "clinch-hurts", "their-clinch-hurts"
    ),
    **told_players_alike("The shot hits {who}", "victim"),
    **told_players_whole("taken-unawares", "counts-as-unaware"),
    **told_players_otherwise("{who} strikes {other} unawares: a hit", "unaware-hit"),
    **told_players_otherwise("{who} strikes at {other} unawares: a miss", "unaware-miss"),
    **told_players_of_ours("attacks-again", "turn-spent"),
    # Damage
    **told_players_nothing("armour-protects", "shield-protects", "weapon-pierces"),
    **_damage("{who} rolls {face} for damage", "damage-plain", "damage-changed", "damage-doubled"),
    **_damage("{who} strikes back with {face} for damage", "their-damage-plain", "their-damage-changed"),
    **_damage("{who} strikes back with {face} for damage", "their-damage-doubled"),
    **told_players_otherwise("{who} is knocked out", "knocked-out"),
    # Spells
    **told_players_otherwise("{who} casts: the spell works", "cast-success"),
    **told_players_otherwise("{who} casts: the spell fails", "cast-failure"),
    **told_players_otherwise("{who} casts with a double 6: the spell goes wrong", "cast-oops"),
    **_versus("{who} reaches {other}", "touch-success"),
    **_versus("{who} does not reach {other}", "touch-failure"),
    **_versus("{who} ties with {other}", "touch-tie"),
    **told_players_whole("oops"),
    **told_players_of_ours("spell-paid"),
}
_LIFE: Told = {
    # Burden
    **told_players_of_ours(
        "retrieved", "not-retrieved", "double-one-fails", "drop-with-care", "drop-without-care"
    ),
    **told_players_of_ours("dropped"),
    **told_players_nothing("reached", "not-reached"),
    # Life
    **told_players_otherwise(HURT, "wounded"),
    **told_players_otherwise(HEALED, "healed"),
    **told_players_otherwise(DOWN, "dying-now", "died", "saved-from-death"),
    **told_players_whole("back-from-dying", "knocked-down", "stood-up", "helped", "not-helped"),
    **told_players_of_ours("was-dying"),
    **told_players_of_ours("eaten", "stamina-is-full", "lacks-nothing", "luck-regained", "ticked"),
    **told_players_otherwise("{who} falls {metres} m", "fallen"),
    **told_players_alike("{helper} feeds {who} a provision", "fed"),
    # Perils
    **told_players_whole("swims", "keeps-afloat"),
    **told_players_otherwise("{who} goes under", "sinks"),
    **told_players_otherwise("{who} burns", "suffers-fire", "fails-fire"),
    **told_players_otherwise("The poison works on {who}", "suffers-poison", "fails-poison"),
    **told_players_otherwise("{who} bleeds", "suffers-bleeding", "fails-bleeding"),
    **told_players_of_ours("no-test-drowning", "no-test-fire", "no-test-poison", "no-test-bleeding"),
    **told_players_whole(
        "saved-from-drowning", "saved-from-fire", "saved-from-poison", "saved-from-bleeding"
    ),
    **told_players_whole("still-drowning", "still-fire", "still-poison", "still-bleeding"),
    # The stack: how many tokens there are is the GM's
    **told_players_alike("The tokens are in the stack", "stack-assembled"),
    **told_players_nothing("cap-counted", "turns-counted"),
    **told_players_alike("{who} acts (round {round})", "turn-of"),
    **told_players_whole(
        "shoots-with-care", "end-first-again", "end-of-round", "aims", "aim-kept", "aim-given-up"
    ),
    **told_players_whole("token-handed", "left-fight"),
    **told_players_alike("Nobody can act on this token, so the next is drawn", "token-passed"),
    **told_players_of_ours("tokens-removed"),
    **told_players_alike("Round {round}", "round-begins"),
    **told_players_alike("{who} waits: the token goes back", "delayed"),
    **told_players_alike("{who} joins the fight", "joined"),
    # Growth and creation
    **told_players_of_ours(
        "skill-improved", "skill-unchanged", "ticks-erased", "weeks-of-training", "learned"
    ),
    **told_players_of_ours(
        "not-learned", "d6-reaches-skill", "d6-below-skill", "created", "background-rolled"
    ),
    **told_players_nothing("advanced", "not-advanced", "mien-rolled"),
    **told_players_whole("weeks-passed"),
}

TOLD: Told = {**_ROLLS, **_LIFE}
