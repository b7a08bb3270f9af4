"""Why a rule of d20 SRD 3.5 cannot be carried out."""

TEXTS: dict[str, str] = {
    "error.d20.aware-and-unaware": "{who} is named twice: either aware or unaware, once",
    "error.d20.breaks-in": "a readied action breaks into another's turn: begin that turn first",
    "error.d20.in-it-already": "{who} is in the battle already",
    "error.d20.modifiers": "{count} modifiers are given: 1 to {most} will do, like '4 1 1'",
    "error.d20.no-battle": "no order of battle is running: begin one first",
    "error.d20.no-sheet": "{who} has no d20 sheet",
    "error.d20.nobody-fights": "nobody is there to fight: add characters or foes first",
    "error.d20.nobodys-turn": "it is nobody's turn: begin the next turn first",
    "error.d20.not-in-it": "{who} is not in the battle",
    "error.d20.not-their-turn": "it is not {who}'s turn but {other}'s: they wait until theirs comes",
    "without.d20.not-their-turn.other": "it is not {who}'s turn but nobody's: they wait until theirs comes",
    "error.d20.not-waiting": "{who} has not {waits}: name somebody who has",
}
