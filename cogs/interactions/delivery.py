"""Gets an answer to whoever waits for it, whatever Discord does: once more, then another way, or later."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.errors import Busy
from bot.metrics import UNDELIVERED
from bot.services.play.messages import Passing
from bot.store import Unavailable
from cogs.interactions import refusals
from cogs.interactions.context import Context, Interaction
from cogs.interactions.message import edit, emptied, is_taken, messages, posted, view_of
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)
FAULTS = (discord.HTTPException, discord.RateLimited, discord.InteractionResponded, aiohttp.ClientError, OSError)
"""What sending something can come to; a connection that was cut, or a time that ran out, is an OSError."""
_ANSWERED = 40060
_GONE = (10062, 10015, 50027, _ANSWERED)
"""Discord takes no answer to this interaction any more, or has one from elsewhere."""
ARCHIVED, LOCKED = 50083, 160005
"""The thread takes no edit, as it is archived, or no word either, as it is locked."""
_COUNTS = Text(
    "Discord did not take the answer, but your command counts: see `/log show`, and `/waiting` for what is open."
)
_NOTHING = Text("Discord did not take the answer. Nothing was recorded.")
UNKNOWN = Text("It is not known whether this was recorded: look at `/log show` before you try again.")


class Undelivered(Exception):
    """Neither the first try nor the second has brought it to Discord."""


def passes(error: BaseException | None) -> bool:
    """Whether a failed try may succeed in a moment: the connection, too many requests, a fault of Discord's own."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def is_locked(error: BaseException | None) -> bool:
    """True if a thread takes no message either; one that is archived and not locked refuses edits alone."""
    code, status = getattr(error, "code", 0), getattr(error, "status", 0)
    return code == LOCKED or (code == ARCHIVED and status == 403)


def name_of(interaction: Interaction) -> str:
    """What was given, for the log, without a word that anybody typed."""
    command = interaction.command
    return command.qualified_name if command else interaction.type.name


def retired(settled: Reply | None, words: Reader) -> dict[str, Any]:
    """How a question that was answered is edited: it has no buttons any more."""
    return {"view": None, **({"embed": messages(settled, words)[0]["embed"]} if settled else {})}


class Delivery:
    """The answer to one interaction."""

    def __init__(self, ctx: Context) -> None:
        self._ctx, self._interaction = ctx, ctx.interaction
        self._doubt = self._followed = False
        """Whether a deferral was cut off and may have arrived; whether it has."""
        self._at_work = False
        """Whether a message stands that says how far the work is: the answer takes its place."""
        self._holds_prompt = False
        """Whether the message that was clicked can still be edited: nothing was promised beside it."""
        self._anew = False
        """Whether the answer comes as a message of its own, as what it should be in the place of takes no edit."""
        self._drawn = False
        """Whether the message that was clicked has been drawn anew by the answer, or is gone."""
        self._said: tuple[Reply, int | None] | None = None

    async def defer(self, private: bool, prompt: bool = False) -> None:
        """Tell Discord that the bot is at work. Where that fails the answer is tried all the same.

        A private `prompt` that was clicked is kept in hand: later nobody could say on it what has become of it.
        """
        try:
            await self._interaction.response.defer(thinking=not prompt, ephemeral=private)
            self._holds_prompt = prompt
            self._acknowledged()
        except FAULTS as error:
            self._doubt = passes(error)
            LOG.warning("%s could not be acknowledged: %s", name_of(self._interaction), error)

    async def retire(self, settled: Reply | None) -> None:
        """Take the buttons off the private message that was clicked, and say what has become of it; the answer
        follows.
        """
        response, edited = self._interaction.response, retired(settled, self._ctx.me)
        try:
            if not response.is_done():
                await response.edit_message(**edited)
                self._acknowledged()
                self._drawn = True
            elif self._holds_prompt:
                await self._interaction.edit_original_response(**edited)
                self._drawn = True
        except FAULTS as error:
            self._doubt = self._doubt or passes(error)
            LOG.info("a private question keeps its buttons: %s", error)

    async def progress(self, private: bool, text: str) -> None:
        """Say how far the work is; where Discord does not take that, nobody is the worse for it."""
        if not self._interaction.response.is_done():
            await self.defer(private)
        if self._holds_prompt:
            return
        try:
            await self._interaction.edit_original_response(content=text)
            self._at_work = True
        except FAULTS as error:
            LOG.info("how far %s is could not be said: %s", name_of(self._interaction), error)

    def _acknowledged(self) -> None:
        self._ctx.measured.acknowledged(name_of(self._interaction))

    async def take_back(self) -> None:
        """Answer a public deferral with nothing, and delete it: what answers it is seen by whom it was seen by."""
        if self._holds_prompt:
            return
        try:
            await self._interaction.edit_original_response(content="…")
            await self._interaction.delete_original_response()
        except FAULTS as error:
            LOG.info("a deferral could not be taken back: %s", error)

    async def say(self, reply: Reply) -> None:
        """Say what is to be said, in as many messages as it takes."""
        try:
            stands = await self._all(reply)
        except Undelivered as undelivered:
            await self._otherwise(reply, undelivered.__cause__)
        else:
            self._said = reply, stands
            await self._stands(reply, stands)
            await self._aloud(reply.aloud)
            await self._pay(reply)

    async def _all(self, reply: Reply) -> int | None:
        """The id of the last message, where Discord told it; raises Undelivered."""
        response, form = self._interaction.response, reply.form
        # A form may answer anything but a form, and only at once.
        is_form = self._interaction.type is discord.InteractionType.modal_submit
        if form is not None and not (response.is_done() or self._doubt or is_form):
            return await self._sent(lambda: self._opened(form))
        stands: int | None = None
        words = self._ctx.me if reply.private else self._ctx.everybody
        for nth, message in enumerate(messages(reply, words)):
            first = [message]
            # Made anew for a second try: a file that was sent is closed.
            stands = await self._sent(
                lambda nth=nth, first=first: self._once(first.pop() if first else messages(reply, words)[nth], reply)
            )
            if not (reply.private or reply.in_place):
                self._ctx.services.live_boards.spoke(self._ctx.call.where.channel)
        return stands

    async def _sent(self, send: Callable[[], Awaitable[int | None]]) -> int | None:
        """Send something, once more where that may help. What was cut off the first time may have arrived."""
        tried = False
        while True:
            try:
                sent = await send()
                self._acknowledged()
                return sent
            except FAULTS as error:
                answered = getattr(error, "code", 0) == _ANSWERED
                if answered and self._doubt:
                    self._doubt, self._followed = False, True
                elif answered and tried:
                    self._followed = True
                    return await self._original()
                elif getattr(error, "code", 0) == ARCHIVED and not (self._anew or is_locked(error)):
                    # A message of its own wakes the thread.
                    self._anew, self._at_work = True, False
                elif tried or not passes(error):
                    raise Undelivered from error
                else:
                    tried = True

    async def _once(self, message: dict[str, Any], reply: Reply) -> int | None:
        response = self._interaction.response
        in_place = reply.in_place and not self._anew
        if self._at_work or (self._holds_prompt and in_place):
            return await self._in_place(message)
        if response.is_done() or self._followed:
            return (await self._interaction.followup.send(**message, ephemeral=reply.private, wait=True)).id
        if in_place:
            # What was attached shows how it was before: it goes, or makes room for the new picture.
            edited: dict[str, Any] = {"view": None, **message, "attachments": message.get("files", [])}
            edited.pop("files", None)
            answer = await response.edit_message(**edited)
            self._drawn = True
            return answer.message_id if answer else None
        return (await response.send_message(**message, ephemeral=reply.private)).message_id

    async def _in_place(self, message: dict[str, Any]) -> int | None:
        """The answer in place of the words that said how far it was, or of the prompt that was clicked."""
        edited: dict[str, Any] = {"content": None, "view": None, **message, "attachments": message.get("files", [])}
        edited.pop("files", None)
        stands = (await self._interaction.edit_original_response(**edited)).id
        self._at_work, self._drawn = False, self._drawn or self._holds_prompt
        return stands

    async def renew(self) -> None:
        """Take away what was told to the same person in passing before, where this answer makes it useless: it is in
        its place, or tells everybody what they did.
        """
        reply, stands = self._said or (None, None)
        if reply is None or reply.form is not None or (reply.private and not (reply.passing or reply.in_place)):
            return
        now: Passing | None = None
        if reply.passing and stands is not None:
            now = Passing(stands, partial(self._interaction.followup.delete_message, stands))
        before = self._ctx.services.answers.passes(self._ctx.caller.id, self._ctx.call.where.channel, now)
        if before is None or before.message == stands:
            return
        clicked = self._interaction.message
        self._drawn = self._drawn or (clicked is not None and clicked.id == before.message)
        # One that its reader has dismissed, or that is older than a quarter of an hour, is not there or stays.
        with contextlib.suppress(*FAULTS):
            await before.put_away()

    async def empty_menus(self) -> None:
        """Draw the menus of the message that was chosen from anew, whatever the answer was: the same can be chosen once
        more. Where no edit reaches that message, the menus follow in one of their own.
        """
        message, kind = self._interaction.message, (self._interaction.data or {}).get("component_type")
        if self._drawn or message is None or kind != discord.ComponentType.select.value:
            return
        results = self._ctx.services.result_messages
        with results.drawing(str(message.id)):
            older = results.older(str(message.id))
            # A newer result stands below: no menu that was taken away may come back.
            view = view_of(older.kept) if older else emptied(discord.ui.View.from_message(message))
            redrawn = await self.edit_clicked(message, view=view)
        if view is not None and not redrawn:
            again = self._ctx.me.say("Choose again here:")
            with contextlib.suppress(*FAULTS):
                await self._interaction.followup.send(again, view=view, ephemeral=True)

    async def edit_clicked(self, message: discord.Message, **edited: Any) -> bool:
        """Edit the message that was clicked; returns True if Discord took it.

        By the token of the click, which reaches private messages, takes nothing from what the channel may be sent and
        is not counted as an edit of an old message; else as the bot.
        """
        try:
            await self._interaction.followup.edit_message(message.id, **edited)
        except FAULTS as error:
            LOG.info("%s does not reach what was clicked: %s", name_of(self._interaction), error)
        else:
            return True
        if not message.flags.ephemeral:
            with contextlib.suppress(*FAULTS):
                await edit(message, **edited)
                return True
        return False

    async def _opened(self, form: discord.ui.Modal) -> None:
        is_taken("a form", refusals.of_form(form.to_dict()))
        await self._interaction.response.send_modal(form)

    async def _original(self) -> int | None:
        try:
            return (await self._interaction.original_response()).id
        except (*FAULTS, discord.ClientException):
            return None

    async def _aloud(self, reply: Reply | None) -> None:
        """Tell the channel what has changed. Where Discord does not take that, the log has it."""
        try:
            for message in messages(reply, self._ctx.everybody) if reply else ():
                await self._interaction.followup.send(**message)
                self._ctx.services.live_boards.spoke(self._ctx.call.where.channel)
        except FAULTS as error:
            LOG.warning("what %s changed was not told: %s", name_of(self._interaction), error)

    async def _stands(self, reply: Reply, stands: int | None) -> None:
        """Note which message shows it; that it is not noted takes nothing from what was said."""
        if reply.sent is None or stands is None:
            return
        try:
            await reply.sent(stands)
        except Exception as error:  # whatever it is, the answer stands
            LOG.warning("a message could not be noted: %s", type(error).__name__)

    async def _otherwise(self, reply: Reply, error: BaseException | None) -> None:
        """What counts is said in the channel, else beside the next answer to whoever gave the command."""
        LOG.warning("no answer to %s: %s", name_of(self._interaction), error)
        UNDELIVERED.inc()
        counts = False if reply.unrecorded else await counts_or_not(self._ctx)
        code = getattr(error, "code", 0)
        refused = code not in _GONE and not passes(error) and not is_locked(error)
        if refused and await self._in_short(counts):
            return
        if counts and not await self._posted(reply):
            self._ctx.services.answers.owe(self._ctx.caller.id, _owed(self._ctx))
            await self._shown_later()
        elif counts is False and code in (ARCHIVED, LOCKED):
            self._ctx.services.answers.owe(self._ctx.caller.id, _lost(self._ctx))

    async def _shown_later(self) -> None:
        """What was recorded and nobody has seen is posted in its channel once that takes messages again."""
        services, source = self._ctx.services, self._ctx.call.source
        try:
            for game in self._ctx.changes if source else ():
                number = await services.record.entries.from_source(game, source or "")
                if number is not None:
                    await services.unposted_results.add(game, number, services.clock())
        except Unavailable as error:
            LOG.warning("what %s has changed is not shown later: %s", name_of(self._interaction), error)

    async def _in_short(self, counts: bool | None) -> bool:
        """Discord does not take this answer, but may take a sentence."""
        short = Reply(text=self._ctx.me({True: _COUNTS, False: _NOTHING, None: UNKNOWN}[counts]), private=True)
        try:
            await self._all(short)
        except Undelivered:
            return False
        return True

    async def _posted(self, reply: Reply) -> bool:
        """Say it in the channel, where everybody reads it; what was private only as far as that it counts."""
        words, player = self._ctx.everybody, self._ctx.caller.name
        if reply.private:
            public = Reply(
                text=words.say(
                    "Discord took no answer to {player}'s command, but it counts: see `/log show`, and `/waiting` for "
                    "what is open.",
                    player=player,
                )
            )
        else:
            line = words.say("Discord took no answer to {player}'s command, but it counts:", player=player)
            public = replace(reply, text=f"{line}\n{reply.text}")
        channel = self._ctx.call.where.channel
        try:
            stands = await posted(self._interaction.client, channel, messages(public, words))
        except FAULTS as error:
            LOG.warning("channel %s takes no messages: %s", channel, error)
            return False
        await self._stands(reply, stands)
        return True

    async def _pay(self, reply: Reply) -> None:
        """What could not be said before is said now, to them alone; after a form is no room for it."""
        answers, person = self._ctx.services.answers, self._ctx.caller.id
        for text in answers.owed(person) if reply.form is None else ():
            try:
                await self._all(Reply(text=self._ctx.me(text), private=True, colour=REFUSED))
            except Undelivered:
                answers.owe(person, text)


async def counts_or_not(ctx: Context) -> bool | None:
    """Whether the record has changed by an interaction; None where the record cannot say so now."""
    try:
        return await ctx.counts()
    except Exception as error:  # whatever it is, nobody knows
        LOG.warning("the record cannot say what came of an interaction: %s", type(error).__name__)
        return None


def _owed(ctx: Context) -> Text:
    return Text(
        "Discord took no answer to your last command in <#{channel}>, but it counts: see `/log show` there, and "
        "`/waiting` for what is open.",
        channel=ctx.call.where.channel,
    )


def _lost(ctx: Context) -> Text:
    return Text(
        "Your last command in <#{channel}> was not carried out: the thread is archived or locked, so no answer can be "
        "shown there. Write a word in it or have it unlocked, then try again.",
        channel=ctx.call.where.channel,
    )


# What failed in the background is tried again, after a longer pause each time; each failure is a line in the log.

PASSING = (*FAULTS, Busy, Unavailable)
"""Faults of Discord, of the way there, and of the database: no traceback would say more than they do."""
LONGEST = 300.0
"""Seconds of the longest pause."""


class Retries:
    """How often each thing has failed, and when it is tried again; times are seconds, given by the caller."""

    def __init__(self) -> None:
        self._failed: dict[str, tuple[int, float]] = {}

    def due(self, key: str, now: float) -> bool:
        """Whether it is tried now: it has not failed, or its pause is over."""
        return now >= self._failed.get(key, (0, now))[1]

    def failed(self, key: str, now: float) -> int:
        """Count a failure of `key`; returns how many there were."""
        times = self._failed.get(key, (0, now))[0] + 1
        self._failed[key] = times, now + min(LONGEST, 5.0 * 2.0 ** min(times, 10))
        return times

    def over(self, key: str) -> None:
        """Forget the failures of `key`, which has succeeded."""
        self._failed.pop(key, None)

    def only(self, keys: Iterable[str]) -> None:
        """Forget all but these: the others need not be tried any more."""
        kept = set(keys)
        self._failed = {key: found for key, found in self._failed.items() if key in kept}


def note(log: logging.Logger, error: Exception, times: int, what: str, *about: object) -> None:
    """Log a failure in one line; a fault of ours with its traceback, once."""
    ours = not isinstance(error, PASSING)
    level = logging.ERROR if ours else logging.WARNING
    said = type(error).__name__ if ours else str(error)
    log.log(level, f"{what} (%d): %s", *about, times, said, exc_info=error if ours and times == 1 else None)
