"""The steps before the first turn."""

from __future__ import annotations

from bot.game.registry import ActiveGame
from cogs.rendering.status import setup_reply
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.game.game import Game
from rules.game.unit import Unit
from tests.cogs.rendering.test_log import INFO
from tests.rows import for_each

SCOUTS = [
    Unit(id=f"u{nth}", name=f"Scouts {nth}", side=side, models=models, starting=2, states={"scout_waiting": 1})
    for nth, (side, models) in enumerate((("Red", 2), ("Blue", 1), ("Blue", 0)), 1)
]


OPEN, DONE = "Tick a step off: /game setup and its name.", "All done."


@for_each(
    ("units", "more", "marks", "missing", "footer"),
    [
        ([], {}, "☐☐☐☐☐☐☐☐", [], OPEN),
        (SCOUTS, {}, "☑☐☐☐☐☐☐☐", ["Scouts 1 and Scouts 2. `/act scout`"], OPEN),
        (SCOUTS[1:], {}, "☐☐☐☐☐☐☐☐", ["Scouts 2. `/act scout`"], OPEN),
        (SCOUTS[2:], {"order": ("Red", "Blue")}, "☐☐☐☐☐☐☐☑", [], OPEN),
        ([], {"ticked": {"deploy"}}, "☐☐☐☐☐☑☐☐", [], OPEN),
        ([], {"ticked": {one.key for one in system_of("openfire_d12").setup}}, "☑☑☑☑☑☑☑☑", [], DONE),
    ],
)
def test_the_steps_are_ticked_off_and_name_the_units_that_they_wait_for(
    units: list[Unit], more: dict[str, object], marks: str, missing: list[str], footer: str
) -> None:
    game = Game(units={one.id: one for one in units})
    for name, value in more.items():
        setattr(game, name, value)
    live = ActiveGame(INFO, system_of("openfire_d12"), game)
    reply = setup_reply(Reader(language("en"), live.board), live)
    lines = reply.text.split("\n")
    assert "".join(line[0] for line in lines) == marks
    assert lines[5] == f"{marks[5]} `deploy`: Deploy in the order of the roll-off, wholly inside the areas."
    assert [line.partition(" Missing: ")[2] for line in lines if "Missing" in line] == missing
    assert (reply.title, reply.footer) == ("Setting up The ford", footer)
