"""The services that read the record of a game."""

from __future__ import annotations

from bot.resolution.referee import Referee
from bot.services.play.channels import GameChannels
from bot.services.play.messages import UnpostedResults
from bot.services.record.check import Health, UnreadableGames
from bot.services.record.exports import Exports
from bot.services.record.fairness import Fairness
from bot.services.record.game_numbers import GameNumbers
from bot.services.record.history import History, LogPages
from bot.services.record.reviews import Reviews


class RecordServices:
    """Services that read the record of a game, for its players or for the operator."""

    def build_record_services(self, referee: Referee) -> None:
        """Build the services that read the record of a game."""
        record, games = referee.record, referee.games
        self.fairness = Fairness(referee)
        self.history = History(referee)
        self.exports = Exports(record, self.fairness)
        self.log_pages = LogPages(record, games)
        self.health = Health(record)
        self.numbers = GameNumbers(record, games, self.log_pages)
        self.reviews = Reviews(record, self.log_pages)
        self.channels = GameChannels(referee)
        self.unposted_results = UnpostedResults(record)
        self.unreadable = UnreadableGames(record, games)
