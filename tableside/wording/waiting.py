"""The words for what is not finished: a roll that waits, a question that is left, a program that is ended."""

TEXTS: dict[str, str] = {
    "waiting.cancelled": "cancelled: nothing has changed",
    "waiting.left": "the dice are seen, so this roll waits: . goes on with it, u takes it back",
    "waiting.redo": "a roll waits, so there is nothing to restore: finish it, or take it back with u",
    "waiting.title": "A ROLL WAITS",
    "waiting.hint": ". goes on, u takes back: {text}",
    "sure.no": "no, leave it",
    "sure.finish": "End the fight?",
    "sure.finish.yes": "yes, end it",
    "sure.retire": "Take {who} out of play?",
    "sure.retire.yes": "yes, out of play",
    "quit.question": "Quit in the middle of this?",
    "quit.no": "no, go on",
    "quit.yes": "yes, quit",
    "quit.no-shell": "there is no shell to go back to: Ctrl+Z can do nothing here",
}
