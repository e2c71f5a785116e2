"""Delivery of answers despite errors of Discord: by a retry, by another route, or later."""

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
from bot.services.play.messages import EphemeralHint
from bot.store import Unavailable
from cogs.interactions import refusals
from cogs.interactions.context import Context, Interaction
from cogs.interactions.message import edit_as_bot, emptied_menus, is_accepted, messages, post_messages, view_of
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)
FAULTS = (discord.HTTPException, discord.RateLimited, discord.InteractionResponded, aiohttp.ClientError, OSError)
"""Errors of sending; a lost connection or a timeout is an OSError."""
_ANSWERED = 40060
_GONE = (10062, 10015, 50027, _ANSWERED)
"""Codes for an interaction that has expired, or has been answered elsewhere."""
ARCHIVED, LOCKED = 50083, 160005
"""Codes for an archived thread, which takes no edit, and a locked one, which takes no message either."""
_COUNTS = Text("Discord lost the answer, but your command counts: see `/log show`, and `/waiting` for open questions.")
_NOTHING = Text("Discord lost the answer. Nothing was recorded.")
UNKNOWN = Text("This may have been recorded: check `/log show` before you try again.")


class DeliveryError(Exception):
    """Raised if neither the first nor the second attempt reached Discord."""


def is_transient(error: BaseException | None) -> bool:
    """True if a failed attempt may succeed soon: a network error, a rate limit, or an error of Discord's."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def is_locked(error: BaseException | None) -> bool:
    """True if a thread takes no messages either; one that is only archived refuses edits."""
    code, status = getattr(error, "code", 0), getattr(error, "status", 0)
    return code == LOCKED or (code == ARCHIVED and status == 403)


def command_name(interaction: Interaction) -> str:
    """Return the name of the command, for the log, without any typed text."""
    command = interaction.command
    return command.qualified_name if command else interaction.type.name


def removed_buttons_edit(settled: Reply | None, words: Reader) -> dict[str, Any]:
    """Return the edit that removes the buttons of an answered question."""
    return {"view": None, **({"embed": messages(settled, words)[0]["embed"]} if settled else {})}


class Delivery:
    """The answer to one interaction."""

    def __init__(self, ctx: Context) -> None:
        self._ctx, self._interaction = ctx, ctx.interaction
        self._doubt = self._followed = False
        """The first is True if a deferral was interrupted and may have arrived, the second if it has arrived."""
        self._at_work = False
        """True if a progress message is shown, which the answer replaces."""
        self._holds_prompt = False
        """True if the clicked message can still be edited, because no new message was deferred."""
        self._anew = False
        """True if the answer is a new message, because the message that it should replace cannot be edited."""
        self._drawn = False
        """True if the answer has redrawn or removed the clicked message."""
        self._said: tuple[Reply, int | None] | None = None

    async def defer(self, private: bool, prompt: bool = False) -> None:
        """Acknowledge the interaction; even if that fails, the answer is attempted.

        A private `prompt` that was clicked stays editable, because later edits cannot reach it.
        """
        try:
            await self._interaction.response.defer(thinking=not prompt, ephemeral=private)
            self._holds_prompt = prompt
            self._measure_acknowledgement()
        except FAULTS as error:
            self._doubt = is_transient(error)
            LOG.warning("%s could not be acknowledged: %s", command_name(self._interaction), error)

    async def disable_clicked(self, settled: Reply | None) -> None:
        """Remove the buttons of the clicked private message and show its outcome; the answer follows."""
        response, edited = self._interaction.response, removed_buttons_edit(settled, self._ctx.me)
        try:
            if not response.is_done():
                await response.edit_message(**edited)
                self._measure_acknowledgement()
                self._drawn = True
            elif self._holds_prompt:
                await self._interaction.edit_original_response(**edited)
                self._drawn = True
        except FAULTS as error:
            self._doubt = self._doubt or is_transient(error)
            LOG.info("a private question keeps its buttons: %s", error)

    async def progress(self, private: bool, text: str) -> None:
        """Show the progress of the work; errors of Discord are only logged."""
        if not self._interaction.response.is_done():
            await self.defer(private)
        if self._holds_prompt:
            return
        try:
            await self._interaction.edit_original_response(content=text)
            self._at_work = True
        except FAULTS as error:
            LOG.info("how far %s is could not be said: %s", command_name(self._interaction), error)

    def _measure_acknowledgement(self) -> None:
        self._ctx.measured.record_acknowledgement(command_name(self._interaction))

    async def delete_deferral(self) -> None:
        """Replace a public deferral and delete it, before a private answer."""
        if self._holds_prompt:
            return
        try:
            await self._interaction.edit_original_response(content="…")
            await self._interaction.delete_original_response()
        except FAULTS as error:
            LOG.info("a deferral could not be taken back: %s", error)

    async def say(self, reply: Reply) -> None:
        """Send a reply, in as many messages as necessary."""
        try:
            stands = await self._send_all(reply)
        except DeliveryError as undelivered:
            await self._fall_back(reply, undelivered.__cause__)
        else:
            self._said = reply, stands
            await self._record_message(reply, stands)
            await self._announce(reply.aloud)
            await self._flush_notices(reply)

    async def _send_all(self, reply: Reply) -> int | None:
        """Send all messages of a reply and return the id of the last, if known; raise DeliveryError."""
        response, form = self._interaction.response, reply.form
        # A form may answer anything except a form, and only as the first response.
        is_form = self._interaction.type is discord.InteractionType.modal_submit
        if form is not None and not (response.is_done() or self._doubt or is_form):
            return await self._send_with_retry(lambda: self._open_form(form))
        stands: int | None = None
        words = self._ctx.me if reply.private else self._ctx.all_readers
        for nth, message in enumerate(messages(reply, words)):
            first = [message]
            # Rendered again for a second attempt, because a file is closed after sending.
            stands = await self._send_with_retry(
                lambda nth=nth, first=first: self._send_once(
                    first.pop() if first else messages(reply, words)[nth], reply
                )
            )
            if not (reply.private or reply.in_place):
                self._ctx.services.live_boards.note_message(self._ctx.call.where.channel)
        return stands

    async def _send_with_retry(self, send: Callable[[], Awaitable[int | None]]) -> int | None:
        """Send with one retry if that may help; an interrupted first attempt may have arrived."""
        tried = False
        while True:
            try:
                sent = await send()
                self._measure_acknowledgement()
                return sent
            except FAULTS as error:
                answered = getattr(error, "code", 0) == _ANSWERED
                if answered and self._doubt:
                    self._doubt, self._followed = False, True
                elif answered and tried:
                    self._followed = True
                    return await self._original_message_id()
                elif getattr(error, "code", 0) == ARCHIVED and not (self._anew or is_locked(error)):
                    # A new message unarchives the thread.
                    self._anew, self._at_work = True, False
                elif tried or not is_transient(error):
                    raise DeliveryError from error
                else:
                    tried = True

    async def _send_once(self, message: dict[str, Any], reply: Reply) -> int | None:
        response = self._interaction.response
        in_place = reply.in_place and not self._anew
        if self._at_work or (self._holds_prompt and in_place):
            return await self._edit_in_place(message)
        if response.is_done() or self._followed:
            return (await self._interaction.followup.send(**message, ephemeral=reply.private, wait=True)).id
        if in_place:
            # The old attachment is outdated: it is removed, or replaced by the new picture.
            edited: dict[str, Any] = {"view": None, **message, "attachments": message.get("files", [])}
            edited.pop("files", None)
            answer = await response.edit_message(**edited)
            self._drawn = True
            return answer.message_id if answer else None
        return (await response.send_message(**message, ephemeral=reply.private)).message_id

    async def _edit_in_place(self, message: dict[str, Any]) -> int | None:
        """Edit the progress message, or the clicked prompt, into the answer."""
        edited: dict[str, Any] = {"content": None, "view": None, **message, "attachments": message.get("files", [])}
        edited.pop("files", None)
        stands = (await self._interaction.edit_original_response(**edited)).id
        self._at_work, self._drawn = False, self._drawn or self._holds_prompt
        return stands

    async def replace_hint(self) -> None:
        """Delete the caller's previous temporary notice, if this answer makes it obsolete.

        That is so if the answer takes its place, or shows all players what the caller did.
        """
        reply, stands = self._said or (None, None)
        if reply is None or reply.form is not None or (reply.private and not (reply.passing or reply.in_place)):
            return
        now: EphemeralHint | None = None
        if reply.passing and stands is not None:
            now = EphemeralHint(stands, partial(self._interaction.followup.delete_message, stands))
        before = self._ctx.services.answers.replace_hint(self._ctx.caller.id, self._ctx.call.where.channel, now)
        if before is None or before.message == stands:
            return
        clicked = self._interaction.message
        self._drawn = self._drawn or (clicked is not None and clicked.id == before.message)
        # A notice that was dismissed is gone; one older than a quarter of an hour stays.
        with contextlib.suppress(*FAULTS):
            await before.put_away()

    async def empty_menus(self) -> None:
        """Redraw the menus of the clicked message, so that the same option can be chosen again.

        If the message cannot be edited, the menus are sent as a new message.
        """
        message, kind = self._interaction.message, (self._interaction.data or {}).get("component_type")
        if self._drawn or message is None or kind != discord.ComponentType.select.value:
            return
        results = self._ctx.services.result_messages
        with results.lock_message(str(message.id)):
            older = results.find_outdated(str(message.id))
            # A newer result is below: menus removed earlier must not come back.
            view = view_of(older.kept) if older else emptied_menus(discord.ui.View.from_message(message))
            redrawn = await self.edit_clicked(message, view=view)
        if view is not None and not redrawn:
            again = self._ctx.me.say("Choose again here:")
            with contextlib.suppress(*FAULTS):
                await self._interaction.followup.send(again, view=view, ephemeral=True)

    async def edit_clicked(self, message: discord.Message, **edited: Any) -> bool:
        """Edit the clicked message; return True if Discord accepted it.

        The token of the click is tried first: it reaches private messages and does not count against the channel's rate
        limits or as an edit of an old message. Otherwise the bot edits it.
        """
        try:
            await self._interaction.followup.edit_message(message.id, **edited)
        except FAULTS as error:
            LOG.info("%s does not reach what was clicked: %s", command_name(self._interaction), error)
        else:
            return True
        if not message.flags.ephemeral:
            with contextlib.suppress(*FAULTS):
                await edit_as_bot(message, **edited)
                return True
        return False

    async def _open_form(self, form: discord.ui.Modal) -> None:
        is_accepted("a form", refusals.form_errors(form.to_dict()))
        await self._interaction.response.send_modal(form)

    async def _original_message_id(self) -> int | None:
        try:
            return (await self._interaction.original_response()).id
        except (*FAULTS, discord.ClientException):
            return None

    async def _announce(self, reply: Reply | None) -> None:
        """Announce the change to the channel; if Discord fails, the change remains in the log."""
        if reply is None:
            return
        stands: int | None = None
        try:
            for message in messages(reply, self._ctx.all_readers):
                stands = (await self._interaction.followup.send(**message, wait=True)).id
                self._ctx.services.live_boards.note_message(self._ctx.call.where.channel)
        except FAULTS as error:
            LOG.warning("what %s changed was not told: %s", command_name(self._interaction), error)
        await self._record_message(reply, stands)

    async def _record_message(self, reply: Reply, stands: int | None) -> None:
        """Record the message that shows a reply; errors are only logged."""
        if reply.sent is None or stands is None:
            return
        try:
            await reply.sent(stands)
        except Exception as error:  # the answer has been sent, so no error here may fail it
            LOG.warning("a message could not be noted: %s", type(error).__name__)

    async def _fall_back(self, reply: Reply, error: BaseException | None) -> None:
        """Post a recorded result in the channel, else keep a notice for the issuer's next answer."""
        LOG.warning("no answer to %s: %s", command_name(self._interaction), error)
        UNDELIVERED.inc()
        counts = False if reply.unrecorded else await has_changed_record(self._ctx)
        code = getattr(error, "code", 0)
        refused = code not in _GONE and not is_transient(error) and not is_locked(error)
        if refused and await self._send_short(counts):
            return
        if counts and not await self._post_result(reply):
            self._ctx.services.answers.defer_notice(self._ctx.caller.id, _unshown_result_text(self._ctx))
            await self._schedule_unshown()
        elif counts is False and code in (ARCHIVED, LOCKED):
            self._ctx.services.answers.defer_notice(self._ctx.caller.id, _lost_command_text(self._ctx))

    async def _schedule_unshown(self) -> None:
        """Schedule results that were recorded but not shown, to be posted once the channel accepts messages again."""
        services, source = self._ctx.services, self._ctx.call.source
        try:
            for game in self._ctx.changes if source else ():
                number = await services.record.entries.from_source(game, source or "")
                if number is not None:
                    await services.unposted_results.add(game, number, services.clock())
        except Unavailable as error:
            LOG.warning("what %s has changed is not shown later: %s", command_name(self._interaction), error)

    async def _send_short(self, counts: bool | None) -> bool:
        """Send a single sentence, because Discord rejected the answer itself."""
        short = Reply(text=self._ctx.me({True: _COUNTS, False: _NOTHING, None: UNKNOWN}[counts]), private=True)
        try:
            await self._send_all(short)
        except DeliveryError:
            return False
        return True

    async def _post_result(self, reply: Reply) -> bool:
        """Post the result in the channel; for a private result, only that it was recorded."""
        words, player = self._ctx.all_readers, self._ctx.caller.name
        if reply.private:
            public = Reply(
                text=words.say(
                    "Discord lost the answer to {player}'s command, but it counts: see `/log show`, and "
                    "`/waiting` for open questions.",
                    player=player,
                )
            )
        else:
            line = words.say("Discord lost the answer to {player}'s command, but it counts:", player=player)
            public = replace(reply, text=f"{line}\n{reply.text}")
        channel = self._ctx.call.where.channel
        try:
            stands = await post_messages(self._interaction.client, channel, messages(public, words))
        except FAULTS as error:
            LOG.warning("channel %s takes no messages: %s", channel, error)
            return False
        await self._record_message(reply, stands)
        return True

    async def _flush_notices(self, reply: Reply) -> None:
        """Send the deferred notices to the caller privately; there is no room for them after a form."""
        answers, person = self._ctx.services.answers, self._ctx.caller.id
        for text in answers.flush_notices(person) if reply.form is None else ():
            try:
                await self._send_all(Reply(text=self._ctx.me(text), private=True, colour=REFUSED))
            except DeliveryError:
                answers.defer_notice(person, text)


async def has_changed_record(ctx: Context) -> bool | None:
    """Return whether the interaction has changed the record; None if the record cannot be read."""
    try:
        return await ctx.has_changed_record()
    except Exception as error:  # after any error the outcome is unknown
        LOG.warning("the record cannot say what came of an interaction: %s", type(error).__name__)
        return None


def _unshown_result_text(ctx: Context) -> Text:
    return Text(
        "Discord lost the answer to your last command in <#{channel}>, but it counts: see `/log show` there, "
        "and `/waiting` for open questions.",
        channel=ctx.call.where.channel,
    )


def _lost_command_text(ctx: Context) -> Text:
    return Text(
        "Your last command in <#{channel}> was not carried out: the thread is archived or locked. Write in it "
        "or have it unlocked, then try again.",
        channel=ctx.call.where.channel,
    )


# Failed background work is retried after increasing pauses; each failure is a line in the log.

PASSING = (*FAULTS, Busy, Unavailable)
"""Errors of Discord, the network and the database, which need no traceback."""
LONGEST = 300.0
"""Longest pause in seconds."""


class Retries:
    """The number of failures of each task, and the time of its next attempt, in seconds given by the caller."""

    def __init__(self) -> None:
        self._failed: dict[str, tuple[int, float]] = {}

    def is_due(self, key: str, now: float) -> bool:
        """True if a task is due: it has not failed, or its pause is over."""
        return now >= self._failed.get(key, (0, now))[1]

    def count_failure(self, key: str, now: float) -> int:
        """Count a failure of `key` and return the number of failures."""
        times = self._failed.get(key, (0, now))[0] + 1
        self._failed[key] = times, now + min(LONGEST, 5.0 * 2.0 ** min(times, 10))
        return times

    def forget(self, key: str) -> None:
        """Forget the failures of `key`, which has succeeded."""
        self._failed.pop(key, None)

    def forget_others(self, keys: Iterable[str]) -> None:
        """Forget the failures of all other keys."""
        kept = set(keys)
        self._failed = {key: found for key, found in self._failed.items() if key in kept}


def note(log: logging.Logger, error: Exception, times: int, what: str, *about: object) -> None:
    """Log a failure in one line; an internal error with its traceback the first time."""
    ours = not isinstance(error, PASSING)
    level = logging.ERROR if ours else logging.WARNING
    said = type(error).__name__ if ours else str(error)
    log.log(level, f"{what} (%d): %s", *about, times, said, exc_info=error if ours and times == 1 else None)
