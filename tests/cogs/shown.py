"""The bot's answers in plain form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cogs.rendering.reply import REFUSED
from rules.kernel.wording import make_sentence

NOT_REFUSALS = ("Please confirm", "Something is missing", "Sorry")
"""Headings of answers that look like refusals: questions, and internal errors."""


@dataclass
class Told:
    """An answer of the bot in plain form; `text` covers all of its messages."""

    title: str = ""
    text: str = ""
    footer: str = ""
    private: bool = False
    buttons: tuple[str, ...] = ()
    messages: list[Any] = field(default_factory=list[Any])
    form: dict[str, Any] | None = None
    result: Any = None
    colour: int = 0
    clicked: int | None = None
    """Id of the message whose button opened the form."""

    @property
    def refused(self) -> bool:
        return self.private and self.colour == REFUSED and self.title not in NOT_REFUSALS

    @property
    def whole(self) -> str:
        """The heading and the text of a refusal."""
        return f"{make_sentence(self.title)} {self.text}".strip()

    @property
    def warned(self) -> bool:
        """True if there is a button that continues despite a warning."""
        return any(label.endswith(" anyway") for label in self.buttons)

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @classmethod
    def of(cls, result: Any, clicked: int | None = None) -> Told:
        """Return the answer to an interaction.

        The message that was `clicked` is no part of it, unless it is private and has become the answer.
        """
        sent = [*([result.response] if result.response else []), *result.followups]
        messages = [message for message in sent if message.id != clicked]
        if not messages and result.modal is None:
            messages = [message for message in sent if message.ephemeral]
        embeds = [embed for message in messages for embed in message.embeds]
        footers = [embed.footer.text for embed in embeds if embed.footer and embed.footer.text]
        return cls(
            title=next((embed.title for embed in embeds if embed.title), ""),
            text="\n".join([m.content for m in messages if m.content] + [e.description or "" for e in embeds]).replace(
                "\u00a0", " "
            ),
            footer=" ".join(footers),
            private=bool(messages) and all(message.ephemeral for message in messages),
            buttons=tuple(label for message in messages for label in labels(message.components)),
            messages=messages,
            form=result.modal,
            result=result,
            colour=next((embed.colour.value for embed in embeds if embed.colour), 0),
            clicked=clicked,
        )


def labels(components: Iterable[dict[str, Any]]) -> list[str]:
    found = [one for row in components for one in row.get("components", [])]
    return [one.get("label", "") for one in found if one["type"] == 2]


def fields(components: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a form."""
    rows = [row.get("component") or (row.get("components") or [{}])[0] for row in components]
    return [row for row in rows if "custom_id" in row]


def prefilled_value(field: dict[str, Any]) -> Any:
    """Return the prefilled value of a field."""
    return field.get("value") or [one["value"] for one in field.get("options") or () if one.get("default")]
