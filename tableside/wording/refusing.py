"""Why a typed line is not done: what is wrong with it first, then what would do."""

TEXTS: dict[str, str] = {
    "refused.too-many-words": "a line has at most {most} words that mean something: write more as a note (w)",
    "refused.too-long": "a line has at most {most} letters: write more as a note (w)",
    "refused.nothing-typed": "type what is to be done, such as: rest",
    # Groups that nobody belongs to now
    "nobody-in-play.pc": "no player's character is in play",
    "nobody-in-play.npc": "no NPC is in play",
    "nobody-in-play.enemy": "no foe is in play",
    "nobody-in-play.henchman": "no henchman is in play",
    "nobody-in-play.anybody": "nobody is in play",
}
