"""The services of a running game."""

from __future__ import annotations

from bot.resolution.cancel import Cancellation, OverdueQuestions
from bot.resolution.questions import Questions
from bot.resolution.referee import Referee
from bot.services.play.army_lists import ArmyLists
from bot.services.play.clocks import Clocks
from bot.services.play.corrections import Corrections
from bot.services.play.divisions import UnitDivisions
from bot.services.play.endings import Endings
from bot.services.play.lifecycle import Lifecycle
from bot.services.play.named_figures import NamedFigures
from bot.services.play.odds import OddsService
from bot.services.play.opponent import OpponentSeat
from bot.services.play.preferences import Preferences
from bot.services.play.reserves import Reserves
from bot.services.play.roster import GameUnits
from bot.services.play.saved_forces import SavedForces
from bot.services.play.scenarios import Scenarios
from bot.services.play.seals import Seals
from bot.services.play.seats import Seats
from bot.services.play.story_notes import StoryNotes
from bot.services.play.table_objects import TableObjects
from bot.services.play.unit_corrections import UnitCorrections
from bot.services.record.file_reader import FileReader
from bot.services.record.server_systems import ServerSystems


class GameServices:
    """Services of a running game: forces, units, questions and their answers."""

    def build_game_services(self, referee: Referee) -> None:
        """Build the services of a running game: forces, units, questions and their answers."""
        record, games, clock = referee.record, referee.games, referee.clock
        self.odds = OddsService(referee)
        self.table_objects = TableObjects(referee)
        self.files = FileReader()
        self.systems = ServerSystems(record, games.versions, self.files, clock)
        self.saved_forces = SavedForces(record, games, clock)
        self.army_lists = ArmyLists(record, self.saved_forces, self.files)
        self.questions = Questions(referee)
        self.overdue = OverdueQuestions(self.questions, referee)
        self.cancellation = Cancellation(referee, self.questions)
        self.corrections = Corrections(referee, self.questions, self.cancellation)
        self.story_notes = StoryNotes(referee, self.corrections)
        self.roster = GameUnits(referee)
        self.unit_corrections = UnitCorrections(referee, self.corrections)
        self.divisions = UnitDivisions(referee, self.corrections)
        self.named_figures = NamedFigures(referee, self.corrections)
        self.lifecycle = Lifecycle(referee, self.roster, self.systems)
        self.seats = Seats(referee, self.corrections)
        self.endings = Endings(referee, self.corrections)
        self.opponent = OpponentSeat(record, self.questions, self.seats, self.corrections)
        self.clocks = Clocks(referee, self.questions, self.corrections, self.endings)
        self.reserves = Reserves(referee, self.corrections, self.questions)
        self.scenarios = Scenarios(referee, self.corrections)
        self.seals = Seals(referee)
        self.preferences = Preferences(referee, self.corrections)
