"""The words of help: what to do first, and why something cannot be done now."""

TEXTS: dict[str, str] = {
    "hint.first-run": "n makes a character, N brings foes; then i and space begin a fight. ? tells more",
    "hint.asking": "Answer below: Enter takes it, Escape leaves it; the first letter or number picks",
    "hint.story-only": "only the story is shown: h shows everything again",
    "hint.story-and-all": "everything is shown: h shows the story alone",
    # Why not now, besides what the rules say
    "problem.nobody-selected": "nobody is selected: n on the characters (c) makes somebody",
    "problem.no-session-ends": "nobody is waited for: B ends the session, and then s skips somebody",
    "problem.nothing-here": "nothing is here yet",
    "problem.no-entry": "the cursor is on no entry: up and down pick one",
    "problem.only-foe": "nobody else is on the other side",
    "problem.no-foe": "nobody is on the other side: N brings foes",
    "problem.nothing-to-hide": "no stack and no clock is on the table: nothing is hidden from players",
    "problem.nothing-done": "nothing has been done yet",
    "problem.nothing-rolled": "nothing has been rolled yet: r rolls",
    "problem.no-inputs": "there is nothing to fill in here: Enter does it",
    "problem.nothing-fits": "nothing fits what was typed: Backspace takes letters away",
    "problem.nobody-to-improve": "nobody who can improve is selected: up and down pick somebody",
    "problem.nothing-picked": "nothing is picked: right, then Space picks",
    "problem.nothing-to-pick": "nothing waits to be improved: tests that succeed set ticks",
}
