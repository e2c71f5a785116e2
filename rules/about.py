"""What a system says of itself: its author and terms, the steps before the first turn, its rules in our own words."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel

from rules.text import Text


class SetupStep(NamedTuple):
    """One step before the first turn: what to do, the command for it, and the state of units that wait for it."""

    key: str
    text: Text
    command: str = ""
    waits: str = ""


class Topic(NamedTuple):
    """A rule in our own words, with its section and the rulings it leans on."""

    title: Text
    section: str
    text: Text
    rulings: tuple[str, ...] = ()


class About(BaseModel):
    """Who wrote the system, and on what terms; the two forces of its demo, and the commands to try there."""

    name: str
    version: str
    credit: str
    licence: str
    demo: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
