"""What players may do, as HTML: the list of it, a form with its odds, a question that a rule asks."""

from collections.abc import Iterable

from tableside.rules.cells import CellKind
from tableside.rules.form_filling import Form
from tableside.rules.table import Leave
from tableside.views.html import html_text
from tableside.views.public.deeds import LONGEST_NOTE, NOTE, THING, Asking, Thing, deeds_of, things_of
from tableside.views.public.fields import Answer, Deed, Field, Scene, fields_of, odds_lines
from tableside.wording import has_text, label

AT_FIRST = 2
"""Fields that are in view at once; the rest is folded."""


def deeds_list(scene: Scene) -> str:
    """A button for each thing that they may do; empty where they only look on."""
    may = scene.table.may.of(scene.key)
    if may == Leave.LOOK:
        return ""
    others = [(NOTE, label("deeds", "write"))]
    others += [(THING, label("deeds", "things"))] if things_of(scene) else []
    deeds = [(each.id, each.label) for each in deeds_of(scene)]
    asks = f"<p>{label('deeds', 'asks')}</p>" if may == Leave.ASK else ""
    return (
        f'<section aria-labelledby="deeds-title"><h2 id="deeds-title">{label("deeds", "title")}</h2>{asks}'
        f'<ul class="deeds">{_buttons(deeds)}</ul><ul class="deeds">{_buttons(others)}</ul></section>'
    )


def _buttons(deeds: Iterable[tuple[str, str]]) -> str:
    return "".join(
        f'<li><button type="button" data-do="{html_text(id)}">{html_text(words)}</button></li>'
        for id, words in deeds
    )


def deed_form(scene: Scene, deed: Deed, form: Form, word: str) -> str:
    """What may be chosen of a deed, and its odds as chosen."""
    fields = [_field(each) for each in fields_of(scene, deed, form)]
    more = "".join(fields[AT_FIRST:])
    folded = f"<details><summary>{label('deeds', 'more')}</summary>{more}</details>" if more else ""
    odds = "".join(f"<li>{html_text(each)}</li>" for each in odds_lines(scene, form))
    help_id = f"{deed.procedure.id}.help"
    about = f"<p>{html_text(label('procedure', help_id))}</p>" if has_text("procedure", help_id) else ""
    real = scene.table.real_dice.of(scene.key)
    typed = (
        '<label class="check"><input type="checkbox" name="typed" data-typed'
        f"{' checked' if real else ''}> {label('deeds', 'own-dice')}</label>"
    )
    rolls = deed.procedure.odds is not None
    return _form(
        deed.id,
        word,
        html_text(deed.label),
        f"{about}{''.join(fields[:AT_FIRST])}{folded}"
        f'<ul class="odds" aria-live="polite">{odds}</ul>{typed if rolls else ""}',
        label("deeds", "roll" if rolls else "do"),
    )


def _form(id: str, word: str, title: str, inside: str, act: str) -> str:
    return (
        f'<form data-form="{html_text(id)}" data-word="{html_text(word)}">'
        f'<h2 tabindex="-1">{title}</h2>{inside}<div class="acts"><button>{act}</button>'
        f'<button type="button" data-close>{label("deeds", "close")}</button></div></form>'
    )


def _field(field: Field) -> str:
    id, name = f"f-{html_text(field.id)}", html_text(field.id)
    title = f'<label for="{id}">{html_text(field.label)}</label>'
    value = html_text(field.value)
    match field.answer:
        case Answer.CHOICE:
            options = "".join(_option(*each, field.value) for each in field.options)
            return f'{title}<select id="{id}" name="{name}">{options}</select>'
        case Answer.YES_NO:
            options = "".join(_option(each, label("option", each), field.value) for each in ("no", "yes"))
            return f'{title}<select id="{id}" name="{name}">{options}</select>'
        case Answer.NUMBER:
            lowest, highest = field.bounds
            bounds = f'min="{lowest}" max="{highest}" inputmode="numeric"'
            return f'{title}<input id="{id}" name="{name}" type="number" {bounds} value="{value}">'
    return f'{title}<input id="{id}" name="{name}" value="{value}" maxlength="200">'


def _option(value: str, words: str, now: str) -> str:
    chosen = " selected" if value == now else ""
    return f'<option value="{html_text(value)}"{chosen}>{html_text(words)}</option>'


def note_form(word: str) -> str:
    """A line for the journal."""
    inside = (
        f'<label for="f-text">{label("deeds", "line")}</label>'
        f'<textarea id="f-text" name="text" rows="3" maxlength="{LONGEST_NOTE}" required></textarea>'
    )
    return _form(NOTE, word, label("deeds", "write"), inside, label("deeds", "enter"))


def things_form(scene: Scene, word: str) -> str:
    """What they carry, a line each: one at a time is changed."""
    things = things_of(scene)
    options = "".join(
        f'<option value="{html_text(each.path)}" data-was="{html_text(each.text)}"'
        f"{' data-long' if each.kind == CellKind.LONG_TEXT else ''}>{_thing(each)}</option>"
        for each in things
    )
    first = things[0].text if things else ""
    inside = (
        f'<label for="f-path">{label("deeds", "which")}</label>'
        f'<select id="f-path" name="path" data-things>{options}</select>'
        f'<label for="f-text">{label("deeds", "becomes")}</label>'
        f'<textarea id="f-text" name="text" rows="2" maxlength="{LONGEST_NOTE}">{html_text(first)}</textarea>'
        f"<p>{label('deeds', 'takes-away')}</p>"
    )
    return _form(THING, word, label("deeds", "things"), inside, label("deeds", "enter"))


def _thing(thing: Thing) -> str:
    is_new = thing.path.endswith(".new")
    text = label("deeds", "new") if is_new else thing.text.partition("\n")[0]
    return html_text(f"{thing.label}: {text}")


def question_form(asking: Asking) -> str:
    """What a rule asks them, large."""
    id = html_text(asking.id)
    if asking.sides:
        dice = "".join(
            f'<label>d{sides} <input type="number" name="face" min="1" max="{sides}" required '
            'inputmode="numeric"></label>'
            for sides in asking.sides
        )
        answers = f'<div class="acts">{dice}<button>{label("deeds", "these-dice")}</button></div>'
    else:
        answers = "".join(
            f'<button type="button" data-choice="{html_text(value)}">{html_text(words)}</button>'
            for value, words in asking.options
        )
        answers = f'<div class="acts">{answers}</div>'
    gone = html_text(label("deeds", "answered"))
    return (
        f'<form class="asked" data-question="{id}" data-gone="{gone}">'
        f"<strong>{html_text(asking.words)}</strong>{answers}</form>"
    )
