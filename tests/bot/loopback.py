"""A local Discord server: its HTTP interface and its gateway, as far as a bot needs them.

The bot connects through unmodified discord.py over real sockets. The test configures the faults.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import IO, Any

from aiohttp import WSMsgType, web
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.command_line.startup import serve
from bot.logs import JsonFormatter
from bot.settings import Settings
from tests.bench.wire import ANN, BOT, GUILD, _interaction, _user
from tests.bench.wire import _command as _given
from tests.bot.on_loopback import at
from tests.cogs.made_once import create_database
from tests.programs import Program, without_settings

LONG = 120.0
"""Longest wait of a test in seconds."""
_HELLO, _IDENTIFY, _HEARTBEAT, _RESUME, _INVALID, _ACK = 10, 2, 1, 6, 9, 11
_OTHER_CALLBACK = 40060
"""Discord's code for a second answer to one interaction."""


class Loopback:
    """A Discord for one bot."""

    def __init__(self) -> None:
        self.refuses: dict[str, list[int]] = defaultdict(list)
        """HTTP statuses of the next answers, by route, such as `GET /users/@me`."""
        self.says: dict[str, dict[str, Any]] = {}
        """Bodies of these answers, by route."""
        self.closes: list[int] = []
        """Codes with which the next sessions are closed once they have identified."""
        self.closes_first: list[int] = []
        """Codes with which the next sessions are closed before the gateway has sent anything."""
        self.shards = 1
        """Recommended number of shards; sessions with fewer are closed with 4011."""
        self.guilds: list[int] = [GUILD]
        self.slow = 0.0
        """Delay of an answer to an interaction in seconds."""
        self.asked: list[str] = []
        """Every request, as method and path."""
        self.sessions: dict[web.WebSocketResponse, tuple[int, int]] = {}
        """Open sessions, each with its shard and the number of shards."""
        self.most_at_once = 0
        """Greatest number of simultaneous sessions."""
        self.answers: dict[str, list[dict[str, Any]]] = defaultdict(list)
        """Answers by interaction id; all after the first were refused."""
        self._ids = count(1 << 40)
        self._runner: web.AppRunner | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Listen, on the same port each time."""
        app = web.Application()
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/{path:.*}", self._request)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        assert site._server is not None
        self.port = site._server.sockets[0].getsockname()[1]  # pyright: ignore[reportAttributeAccessIssue]

    async def close(self) -> None:
        """Stop listening and abort all connections."""
        for socket in list(self.sessions):
            if socket._req is not None and socket._req.transport is not None:
                socket._req.transport.abort()
        self.sessions.clear()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def until(self, holds: Callable[[], Any], seconds: float = LONG) -> None:
        """Wait until a condition holds; raise TimeoutError."""
        async with asyncio.timeout(seconds):
            while not holds():  # noqa: ASYNC110 — the condition may depend on another process
                await asyncio.sleep(0.02)

    async def say(self, command: str, where: int = 1000, who: int = ANN, guild: int = GUILD, **options: Any) -> str:
        """Send a command to every session of the server's shard and return the id of the interaction."""
        id = str(next(self._ids))
        payload = {**_interaction(id, who, where), **_given(command, options), "guild_id": str(guild)}
        for socket, (shard, of) in list(self.sessions.items()):
            if (guild >> 22) % of == shard:
                await _send(socket, 0, payload, "INTERACTION_CREATE")
        return id

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.refuses["gateway"]:
            return web.Response(status=self.refuses["gateway"].pop(0))
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.closes_first:
            await socket.close(code=self.closes_first.pop(0))
            return socket
        await _send(socket, _HELLO, {"heartbeat_interval": 40_000})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._said(socket, json.loads(message.data))
        self.sessions.pop(socket, None)
        return socket

    async def _said(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        if said["op"] == _HEARTBEAT:
            await _send(socket, _ACK, None)
        elif said["op"] == _RESUME:
            await _send(socket, _INVALID, False)
        elif said["op"] == _IDENTIFY:
            await self._identified(socket, *said["d"].get("shard", (0, 1)))

    async def _identified(self, socket: web.WebSocketResponse, shard: int, of: int) -> None:
        if self.closes:
            await socket.close(code=self.closes.pop(0))
            return
        if of < self.shards:
            await socket.close(code=4011)
            return
        self.sessions[socket] = shard, of
        self.most_at_once = max(self.most_at_once, len(self.sessions))
        here = [one for one in self.guilds if (one >> 22) % of == shard]
        await _send(
            socket,
            0,
            {
                "v": 10,
                "user": _user(BOT, "adjutant"),
                "guilds": [{"id": str(one), "unavailable": True} for one in here],
                "session_id": f"s{next(self._ids)}",
                "resume_gateway_url": self.address.replace("http", "ws") + "/gateway/",
                "application": {"id": str(BOT), "flags": 0},
                "shard": [shard, of],
            },
            "READY",
        )
        for one in here:
            await _send(socket, 0, _guild(one), "GUILD_CREATE")

    async def _request(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        self.asked.append(f"{request.method} {path}")
        for route, statuses in self.refuses.items():
            if statuses and f"{request.method} {path}".startswith(route):
                return _json(self.says.get(route, {"message": "refused", "code": 0}), status=statuses.pop(0))
        match [request.method, *path.strip("/").split("/")]:
            case ["GET", "users", "@me"]:
                return _json(_user(BOT, "adjutant"))
            case ["GET", "oauth2", "applications", "@me"]:
                return _json(_application())
            case ["GET", "gateway", "bot"]:
                limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
                url = self.address.replace("http", "ws") + "/gateway/"
                return _json({"url": url, "shards": self.shards, "session_start_limit": limits})
            case ["PUT", "applications", _, "commands"]:
                told = await request.json()
                return _json([_command(nth, one) for nth, one in enumerate(told, 1)])
            case ["POST", "interactions", id, _, "callback"]:
                return await self._answered(id, await _payload(request))
            case ["PATCH" | "POST", "webhooks", _, token, *_]:
                return await self._answered(token.removeprefix("t"), {"data": await _payload(request)}, later=True)
            case _:
                return _json([] if request.method == "GET" else _message(next(self._ids)))

    async def _answered(self, id: str, said: dict[str, Any], later: bool = False) -> web.StreamResponse:
        await asyncio.sleep(self.slow)
        first = not self.answers[id] or later
        self.answers[id].append(said)
        if not first:
            return _json({"message": "answered already", "code": _OTHER_CALLBACK}, status=400)
        message = _message(next(self._ids))
        if later:
            return _json(message)
        about = {"id": id, "type": 2, "response_message_id": message["id"]}
        return _json({"interaction": about, "resource": {"type": said["type"], "message": message}})


def _json(found: Any, status: int = 200) -> web.Response:
    """Return a response like Discord's: discord.py parses none with a charset."""
    return web.Response(body=json.dumps(found).encode(), status=status, headers={"Content-Type": "application/json"})


async def _payload(request: web.Request) -> dict[str, Any]:
    if not (request.content_type or "").startswith("multipart"):
        return await request.json()
    form = await request.post()
    return json.loads(str(form["payload_json"]))


async def _send(socket: web.WebSocketResponse, op: int, data: Any, event: str | None = None) -> None:
    await socket.send_str(json.dumps({"op": op, "d": data, "s": 1 if event else None, "t": event}))


def _application() -> dict[str, Any]:
    about = {"id": str(BOT), "name": "adjutant", "icon": None, "description": "", "bot_public": True, "flags": 0}
    owner = _user(ANN, "ann")
    return {**about, "bot_require_code_grant": False, "verify_key": "", "owner": owner, "team": None, "rpc_origins": []}


def _guild(id: int) -> dict[str, Any]:
    channel = {"id": "1000", "type": 0, "name": "t", "position": 0, "permission_overwrites": []}
    role = {"id": str(id), "name": "@everyone", "permissions": "2147483647", "position": 0, "color": 0, "hoist": False}
    role |= {"managed": False, "mentionable": False, "colors": {"primary_color": 0}}
    me = {"user": _user(BOT, "adjutant"), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
    about = {"id": str(id), "name": "Club", "owner_id": str(ANN), "preferred_locale": "en-US", "member_count": 1}
    empty = dict.fromkeys(("emojis", "stickers", "features", "threads", "presences", "voice_states"), ())
    channels = [channel] if id == GUILD else []
    return {**about, **empty, "channels": channels, "roles": [role], "members": [{**me, "deaf": False, "mute": False}]}


def _message(id: int) -> dict[str, Any]:
    about = {"id": str(id), "channel_id": "1000", "author": _user(BOT, "adjutant"), "content": "", "type": 0}
    empty = dict.fromkeys(("mentions", "mention_roles", "attachments", "embeds", "components"), ())
    times = {"timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None}
    return {**about, **empty, **times, "tts": False, "mention_everyone": False, "pinned": False, "flags": 0}


def _command(nth: int, told: dict[str, Any]) -> dict[str, Any]:
    return {"description": "", **told, "id": str(nth), "application_id": str(BOT), "version": "1"}


@asynccontextmanager
async def discord() -> AsyncIterator[Loopback]:
    """Run a local Discord."""
    found = Loopback()
    await found.open()
    try:
        yield found
    finally:
        await found.close()


class Bot:
    """A running bot and its log."""

    def __init__(self) -> None:
        self.said: list[str] = []
        """Lines of its log so far."""

    @property
    def over(self) -> bool:
        raise NotImplementedError

    def has_said(self, words: str) -> bool:
        return any(words in line for line in self.said)


class BotHere(Bot, logging.Handler):
    """A bot in the test's process, running what `python -m bot run` does after reading its settings."""

    def __init__(self, settings: Settings) -> None:
        Bot.__init__(self)
        logging.Handler.__init__(self, "INFO")
        self.setFormatter(JsonFormatter([]))
        token = settings.token
        assert token is not None
        self.serving = asyncio.create_task(serve(settings, token.get_secret_value()))

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))

    @property
    def over(self) -> bool:
        return self.serving.done()


@asynccontextmanager
async def served_here(discord: Loopback, folder: Path, **settings: str) -> AsyncIterator[BotHere]:
    """Run a bot in this process as long as the test needs it."""
    base, gateway, log = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, logging.getLogger()
    at(discord.address)
    given = _environment(folder, settings)
    bot, level = BotHere(Settings.model_validate(given)), log.level
    log.addHandler(bot)
    log.setLevel("INFO")
    try:
        yield bot
    finally:
        bot.serving.cancel()
        await asyncio.wait({bot.serving})
        log.removeHandler(bot)
        log.setLevel(level)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


def _environment(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    """Return the settings of a bot; its database file is prepared, which another process would do otherwise."""
    file = folder / "games.sqlite"
    if "ADJUTANT_DATABASE" not in settings:
        create_database(file)
    return {"DISCORD_TOKEN": "a.b.c", "ADJUTANT_DATABASE": str(file), **settings}


class BotProcess(Bot):
    """A bot in its own process, started like `python -m bot run`."""

    def __init__(self, process: Program, stderr: IO[bytes]) -> None:
        super().__init__()
        self.process = process
        self._reading = asyncio.create_task(self._read(stderr))
        self._ending = asyncio.create_task(asyncio.to_thread(process.wait))

    @property
    def over(self) -> bool:
        return self._ending.done()

    async def _read(self, stderr: IO[bytes]) -> None:
        lines = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), stderr)
        async for line in lines:
            self.said.append(line.decode().rstrip())

    async def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, wait, and return its exit code."""
        if not self.over:
            self.process.send_signal(by)
        return await self.ended()

    async def ended(self) -> int:
        async with asyncio.timeout(LONG):
            await self._reading
            return await self._ending


@asynccontextmanager
async def served(discord: Loopback, folder: Path, *command: str, **settings: str) -> AsyncIterator[BotProcess]:
    """Run a bot in its own process as long as the test needs it, and kill it at the end if necessary."""
    env = {**without_settings(), "ADJUTANT_TEST_DISCORD": discord.address, **_environment(folder, settings)}
    stderr, theirs = os.pipe()
    nothing = os.open(os.devnull, os.O_RDWR)
    words = "tests.bot.on_loopback", *(command or ("run",))
    process = Program(*words, cwd=folder, env=env, streams=(nothing, nothing, theirs))
    os.close(theirs)
    os.close(nothing)
    bot = BotProcess(process, os.fdopen(stderr, "rb"))
    try:
        yield bot
    finally:
        if not bot.over:
            process.kill()
        await bot.ended()
