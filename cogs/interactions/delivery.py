"""Delivery of answers despite errors of Discord: by a retry, by another route, or later."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord

from bot.metrics import UNDELIVERED
from bot.services.play.messages import EphemeralHint, SideTurn
from cogs.interactions import limits, refusals
from cogs.interactions.context import Context, command_name
from cogs.interactions.faults import ARCHIVED, FAULTS, is_locked, is_transient
from cogs.interactions.lost_answers import has_changed_record, keep_result
from cogs.interactions.message import edit_as_bot, emptied_menus, is_accepted, messages, record_message, view_of
from cogs.rendering.reply import NOTICE, REFUSED, Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)
_ANSWERED = 40060
_GONE = (10062, 10015, 50027, _ANSWERED)
"""Codes for an interaction that has expired, or has been answered elsewhere."""
_COUNTS = Text("Discord lost the answer, but your command counts: see `/log show`, and `/waiting` for open questions.")
_NOTHING = Text("Discord lost the answer. Nothing was recorded.")
UNKNOWN = Text("This may have been recorded: check `/log show` before you try again.")


class DeliveryError(Exception):
    """Raised if neither the first nor the second attempt reached Discord."""


def removed_buttons_edit(settled: Reply | None, words: Reader) -> dict[str, Any]:
    """Return the edit that removes the buttons of an answered question."""
    return {"view": None, **({"embed": messages(settled, words)[0]["embed"]} if settled else {})}


def is_private(ctx: Context) -> bool:
    """True if the click, or the opening of the form, was on a private message."""
    message = ctx.interaction.message
    return message is not None and message.flags.ephemeral


def is_prompt(message: discord.Message | None) -> bool:
    """True if a message is a question to its reader or a refusal: those are red."""
    colour = message.embeds[0].colour if message and message.embeds else None
    return colour is not None and colour.value == REFUSED


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
        self._settled = False
        """True if the clicked question shows its outcome, until the caller's next answer."""
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

    async def retire_clicked(self, settled: Reply | None) -> None:
        """Show the outcome of the clicked private message without its buttons; the answer follows.

        A question or refusal without an outcome is deleted.
        """
        response, edited = self._interaction.response, removed_buttons_edit(settled, self._ctx.me)
        self._settled = settled is not None
        try:
            if settled is None and is_prompt(self._interaction.message):
                if not response.is_done():
                    await self.defer(True, prompt=True)
                await self._interaction.delete_original_response()
                self._holds_prompt, self._drawn = False, True
            elif not response.is_done():
                await response.edit_message(**edited)
                self._measure_acknowledgement()
                self._drawn = True
            else:
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
            await record_message(reply, stands)
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
            if (view := message.get("view")) is not None:
                view.clear_items()  # so that it is freed at once: a view and its controls hold each other
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
                    with contextlib.suppress(*FAULTS, discord.ClientException):
                        return (await self._interaction.original_response()).id
                    return None
                elif getattr(error, "code", 0) == ARCHIVED and not (self._anew or is_locked(error)):
                    # A new message unarchives the thread.
                    self._anew, self._at_work = True, False
                elif tried or not is_transient(error):
                    raise DeliveryError from error
                else:
                    tried = True

    async def _send_once(self, message: dict[str, Any], reply: Reply) -> int | None:
        response = self._interaction.response
        in_place = not self._anew and (reply.in_place or (reply.private and is_private(self._ctx)))
        if self._at_work or (self._holds_prompt and in_place):
            # The progress message, or the clicked prompt, becomes the answer.
            stands = (await self._interaction.edit_original_response(**self._replacement(message, reply))).id
            self._at_work, self._drawn = False, self._holds_prompt
            self._holds_prompt = False  # further parts of the answer are messages of their own
            return stands
        if response.is_done() or self._followed:
            return (await self._interaction.followup.send(**message, ephemeral=reply.private, wait=True)).id
        if in_place:
            answer = await response.edit_message(**self._replacement(message, reply))
            self._drawn = True
            return answer.message_id if answer else None
        return (await response.send_message(**message, ephemeral=reply.private)).message_id

    def _replacement(self, message: dict[str, Any], reply: Reply) -> dict[str, Any]:
        """Return the edit that turns the clicked message, or the progress message, into a part of the answer.

        The old attachment is outdated. An answer without controls leaves those of a private message, since they are the
        way on; a refusal is shown above its text.
        """
        edited: dict[str, Any] = {"content": None, "view": None, **message, "attachments": message.get("files", [])}
        edited.pop("files", None)
        clicked = self._interaction.message
        if clicked is None or reply.in_place or not reply.private or not is_private(self._ctx):
            return edited
        if "view" not in message:
            edited["view"] = emptied_menus(discord.ui.View.from_message(clicked))
            if reply.helper == NOTICE:
                edited["embeds"] = [edited.pop("embed"), *clicked.embeds[-1:]]
                if sum(map(len, edited["embeds"])) > limits.ALL_EMBEDS:
                    edited["embeds"].pop()
        return edited

    async def close_helpers(self) -> None:
        """Delete the private helpers of the caller that this answer makes obsolete.

        A helper replaces the older one of its kind, an answer in place of the clicked message replaces a notice, and a
        public result closes all of them; if it ends a turn or the game, those of all players that ended with it.
        """
        reply, stands = self._said or (None, None)
        if reply is None or reply.form is not None:
            return
        interactions, place = self._ctx.services.interactions, (self._ctx.caller.id, self._ctx.call.where.channel)
        clicked, before = self._interaction.message, interactions.hints(*place)
        changed = clicked is not None and clicked.id == stands
        kind, shown = reply.helper if reply.private else "", stands
        if changed and kind == NOTICE:
            kind = next((one.kind for one in before if one.message == stands), "")
        elif self._settled and clicked is not None:
            kind, shown = NOTICE, clicked.id
        over = {kind, NOTICE} if changed or reply.in_place else {kind}
        kept = [one for one in before if reply.private and one.kind not in over and one.message != shown]
        gone = [one for one in before if one not in kept and one.message != shown]
        if kind and shown is not None:
            put_away = partial(self._interaction.followup.delete_message, shown)
            kept.append(EphemeralHint(shown, put_away, kind, self._moment, kind == NOTICE))
        interactions.keep_hints(*place, kept)
        if self._ctx.changes:
            gone += interactions.take_outdated_hints(place[1], self._moment)
        for one in gone:
            self._drawn = self._drawn or (clicked is not None and clicked.id == one.message)
            # A helper that was dismissed is gone; one older than a quarter of an hour stays.
            with contextlib.suppress(*FAULTS):
                await one.put_away()

    @property
    def _moment(self) -> SideTurn | None:
        live = self._ctx.glance()
        return None if live is None or live.game.over else SideTurn.of(live)

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
        await record_message(reply, stands)

    async def _fall_back(self, reply: Reply, error: BaseException | None) -> None:
        """Send a sentence if Discord rejected the answer itself, else post or keep the result."""
        LOG.warning("no answer to %s: %s", command_name(self._interaction), error)
        UNDELIVERED.inc()
        counts = False if reply.unrecorded else await has_changed_record(self._ctx)
        code = getattr(error, "code", 0)
        refused = code not in _GONE and not is_transient(error) and not is_locked(error)
        if refused and await self._send_short(counts):
            return
        await keep_result(self._ctx, reply, counts, code)

    async def _send_short(self, counts: bool | None) -> bool:
        """Send a single sentence, because Discord rejected the answer itself."""
        short = Reply(text=self._ctx.me({True: _COUNTS, False: _NOTHING, None: UNKNOWN}[counts]), private=True)
        try:
            await self._send_all(short)
        except DeliveryError:
            return False
        return True

    async def _flush_notices(self, reply: Reply) -> None:
        """Send the deferred notices to the caller privately; there is no room for them after a form."""
        interactions, person = self._ctx.services.interactions, self._ctx.caller.id
        for text in interactions.flush_notices(person) if reply.form is None else ():
            try:
                await self._send_all(Reply(text=self._ctx.me(text), private=True, colour=REFUSED))
            except DeliveryError:
                interactions.defer_notice(person, text)
