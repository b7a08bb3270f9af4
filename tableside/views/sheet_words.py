"""A number for something on a sheet: `ana stamina -2`, `luck 5`, `stamina 14/16`, `moss spends 3 silver`.

What the game's own wounds and healing would do to it is done by them; all else is an edit of the sheet.
"""

from collections.abc import Iterator, Mapping, Sequence

from tableside.errors import RuleError
from tableside.rules.care import as_care
from tableside.rules.cells import CellKind, cells
from tableside.rules.form import Form
from tableside.rules.procedure import Role
from tableside.rules.sheet import Meter, part_of, parts
from tableside.rules.table import Character
from tableside.rules.upkeep import EDIT, with_cell
from tableside.views.listening import Listener
from tableside.views.phrases import Phrase, Token, best, called, phrase, tokens
from tableside.views.said import Said
from tableside.wording import label, part_label

MOST_WORDS = 10
"""Words of a line that is about a number: whose it is, what it is called, and the number."""
LEAST_LETTERS = 3
"""By which something on a sheet is known when its name is only begun."""


def value_said(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none.

    Raises `RuleError` for a name that could be several people's, and for a number that will not do.
    """
    listed = tokens(text)
    if len(listed) > MOST_WORDS:
        return None
    numbers = [each for each in listed if each.is_number]
    amounts = [each for each in numbers if not each.text.isdecimal()] or numbers[::-1]
    for amount in amounts:
        words = [each for each in listed if each is not amount and not _only_joins(each)]
        for keys, rest in _whose(listener, words):
            found = {key: part for key in keys if (part := _part(listener, listener.table[key], rest))}
            if len(found) > 1:
                raise RuleError(f"{' or '.join(listener.table[key].name for key in found)}? one at a time")
            for key, part in found.items():
                return _changed(listener, key, part, _signed(listed, amount.text))
    return None


def _only_joins(token: Token) -> bool:
    if token.low in called("gives"):
        return not token.place  # `give moss 3 silver`, and nothing that somebody gives away
    return any(token.low in called(id) for id in ("fillers", "articles", "sets", "gains", "spends"))


def _signed(listed: Sequence[Token], amount: str) -> str:
    """The amount with the sign that a verb gives it: whoever spends 3 has 3 less."""
    if not amount.isdecimal():
        return amount
    if listed[0].text == amount and any(each.low == "for" for each in listed):
        return f"+{amount}"  # `5 silver for ana`
    signs: Mapping[str, str] = {"gains": "+", "gives": "+", "spends": "-"}
    return next((f"{signs[id]}{amount}" for id in signs for each in listed if each.low in called(id)), amount)


def _whose(listener: Listener, words: Sequence[Token]) -> Iterator[tuple[tuple[int, ...], list[Token]]]:
    """Whoever may be named, and the other words; last the one selected, and all words."""
    for place, word in enumerate(words):
        person = listener.known.named(words[place:])
        if person is not None:
            rest = [*words[:place], *words[place + person.count :]]
            keys = tuple(key for key in person.keys if not listener.table[key].retired)
            yield keys, rest
        elif word.low in called("everybody"):
            return
    if listener.who is not None:
        yield (listener.who,), list(words)


def _part(listener: Listener, who: Character, words: Sequence[Token]) -> str:
    """The part of their sheet that these words name; empty when they name none, or could be several."""
    names = [(name, part) for part in _numbers(who) for name in _names(listener, part)]
    found, meant = best(words, names) if words else (None, ())
    if found is None or found.count < len(words) or len(meant) > 1:
        return ""
    is_known = found.is_whole or sum(len(each.low) for each in words) >= LEAST_LETTERS
    return meant[0] if is_known and found.from_first else ""


def _numbers(who: Character) -> Iterator[str]:
    for part in parts(who.sheet, who.kind):
        first = next(iter(cells(who.sheet, part)), None)
        if first is not None and first.kind == CellKind.NUMBER:
            yield part


def _names(listener: Listener, part: str) -> Iterator[Phrase]:
    """What a part goes by: its name on the screen, its id, and the letters that its words begin with."""
    for name in (phrase(part_label(listener.rules.id, part)), phrase(part.replace("_", " "))):
        yield name
        if len(name) > 1:
            yield ("".join(word[0] for word in name),)


def _changed(listener: Listener, key: int, part: str, amount: str) -> Said:
    """The change, told with what it was before."""
    who = listener.table[key]
    care = _care(listener, key, part, amount)
    if care is not None:
        told = tuple(each.id for each in care.procedure.inputs)
        return Said(listener.command(care.procedure.id), care, (), told)
    path = part.replace("_", "-")
    current, _, most = amount.partition("/")
    is_both = bool(most) and isinstance(part_of(who.sheet, part), Meter)
    typed = (f"{path}={current}", f"{path}.maximum={most}") if is_both else (f"{path}={amount}",)
    edit = Form(listener.rules.procedure(EDIT), {"who": key, "cells": typed})
    after = who
    for each in typed:
        field, _, text = each.partition("=")
        after = with_cell(after, field, text)
    before, now = (cells(each.sheet, part)[0].text for each in (who, after))
    of = f" of {cells(after.sheet, part)[1].text}" if is_both else ""
    about = f"{label('procedure', EDIT)} · {who.name} · {part_label(listener.rules.id, part)}"
    return Said(listener.command(EDIT), edit, (), ("who", "cells"), about=f"{about} {before} → {now}{of}")


def _care(listener: Listener, key: int, part: str, amount: str) -> Form | None:
    """The wound or the healing that a step up or down is. None: it is neither."""
    if amount[0] not in "+-":
        return None
    found = (listener.rules.role(role, listener.table) for role in (Role.HURT, Role.HEAL))
    forms = (as_care(each, listener.table, key, part, int(amount)) for each in found if each is not None)
    return next(filter(None, forms), None)
