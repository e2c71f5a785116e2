"""What the bot told somebody, in plain form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cogs.rendering.reply import REFUSED
from rules.kernel.wording import sentence

NOT_REFUSALS = ("Please confirm", "Something is missing", "Sorry")
"""Headings of what looks like a refusal: questions, and a fault of ours."""


@dataclass
class Told:
    """An answer of the bot in plain form; `text` is all of it, over all its messages."""

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
    """The message whose button opened the form."""

    @property
    def refused(self) -> bool:
        return self.private and self.colour == REFUSED and self.title not in NOT_REFUSALS

    @property
    def whole(self) -> str:
        """The heading and the text, as a refusal is read."""
        return f"{sentence(self.title)} {self.text}".strip()

    @property
    def warned(self) -> bool:
        """Whether there is a button that goes on in spite of something."""
        return any(label.endswith(" anyway") for label in self.buttons)

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @classmethod
    def of(cls, result: Any, clicked: int | None = None) -> Told:
        """What an interaction came to; the message that was `clicked` on is no answer to the click."""
        messages = [*([result.response] if result.response else []), *result.followups]
        messages = [message for message in messages if message.id != clicked]
        embeds = [embed for message in messages for embed in message.embeds]
        footers = [embed.footer.text for embed in embeds if embed.footer and embed.footer.text]
        return cls(
            title=next((embed.title for embed in embeds if embed.title), ""),
            text="\n".join([m.content for m in messages if m.content] + [e.description or "" for e in embeds]),
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
    """The fields of a form."""
    rows = [row.get("component") or (row.get("components") or [{}])[0] for row in components]
    return [row for row in rows if "custom_id" in row]


def filled_in(field: dict[str, Any]) -> Any:
    """What a field of a form has in it before anybody touches it."""
    return field.get("value") or [one["value"] for one in field.get("options") or () if one.get("default")]
