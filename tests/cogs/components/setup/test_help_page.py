"""The commands that the help lists: those of play are the system's own."""

from __future__ import annotations

from dataclasses import replace

from cogs.components.setup.help_page import command_lines
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language


def test_a_system_without_actions_has_no_command_for_them() -> None:
    words, system = Reader(language("en")), system_of("bayonet")
    assert "`/act`" in " ".join(command_lines(words, system))
    assert "`/act`" not in " ".join(command_lines(words, replace(system, acts={})))
