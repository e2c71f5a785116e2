"""The texts of a system file that players read, for translators."""

from __future__ import annotations

from collections.abc import Iterator

from rules.files.action_shape import ActionRow
from rules.files.shape import Document


def spoken(document: Document) -> Iterator[str | tuple[str, str]]:
    """Yield all texts of a file that the bot may show, as written; some are empty."""
    facts = [fact for record in document.record.values() for fact in record.facts.values()]
    for row in (*document.profile.values(), *document.weapon.values(), *facts):
        yield from (row.name, row.about or "")
    for ruling in document.rulings.values():
        yield from (ruling.about, *ruling.says.values(), *ruling.renamed)
    for words in document.counted.values():
        one, _, many = words.partition("|")
        yield one, many
    for state in document.states.values():
        yield from (state.set_by, state.effect, state.ends or "", state.alone or "")
    for asked in document.asked.values():
        yield from (asked.label or "", asked.question or "", *asked.codes.values(), *asked.names.values())
    for phrases in document.phrases.values():
        yield from phrases.values()
    for modifier in document.modifier.values():
        yield modifier.why
        if decided := modifier.decided:
            yield from (decided.question, decided.yes, decided.no)
    for action in document.action.values():
        yield from _of_action(action)
    for table in document.table.values():
        yield from (row.say or "" for row in table.values())
    if document.victory:
        yield document.victory.text
    for topic in document.topics.values():
        yield from (topic.title, topic.text)
    yield from (*document.absent.values(), *document.refused, *document.warned, *(one.text for one in document.setup))


def _of_action(row: ActionRow) -> Iterator[str]:
    yield from (row.title, row.rule, row.headline or "", row.doing or "", (row.weapons and row.weapons.none) or "")
    said = [*row.told, *row.notes, *(one for step in row.then for one in step.ways)]
    said += [*row.menu, *row.choice, *row.reminds, *row.owes]
    yield from (one.say for one in (*said, *row.refused, *row.warned))
    yield from (one.button or "" for one in row.notes)
    yield from (one.say for row in said for part in row.values.values() if isinstance(part, tuple) for one in part)
    yield from (one.name or one.roll.replace("_", " ") for one in row.roll)
    yield from (said or "" for one in (*row.roll, *row.then) for said in (one.why, one.dice_why))
    yield from (why for why, _ in row.inches)
    for step in row.then:
        yield from (step.name or (step.roll or "").replace("_", " "), step.passed or "", step.failed or "")
        yield from (step.question or "", step.yes or "", step.no or "")
        yield from (said or "" for one in step.options for said in (one.say, one.short))
