"""A headless Chromium, if installed, driven over its own protocol, as a phone with the page."""

from __future__ import annotations

import asyncio
import atexit
import base64
import json
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from aiohttp import ClientSession, ClientWebSocketResponse

_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell has no window of its own, and takes two fifths less of the processor."""
FOUND = next(filter(None, map(shutil.which, _PROGRAMS)), None)
_QUIET = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0")
_ALIKE = "--font-render-hinting=none"
"""Letters as wide without a window as in one."""
_SMALL = "--disable-dev-shm-usage"
"""For containers with little shared memory."""
_AWAKE = ("--disable-background-timer-throttling", "--disable-renderer-backgrounding")
_LEAN = (
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,"
    "SpareRendererForSitePerProcess",
)
"""Leaves out pages of the browser's own window, which took two thirds of the time of opening one."""
READY = "document.body?.dataset.ready === 'yes' || Boolean(document.querySelector('#go h1')?.textContent)"
FORM = "Boolean(document.querySelector('dialog.form'))"
PATIENCE = 30.0
"""Timeout in seconds, long enough for a busy machine."""


class Screen:
    """A tab of a given width and height."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket, self._sent = socket, 0

    async def send(self, method: str, **given: Any) -> dict[str, Any]:
        self._sent += 1
        await self._socket.send_json({"id": self._sent, "method": method, "params": given})
        while True:
            answer: dict[str, Any] = await self._socket.receive_json(timeout=PATIENCE)
            if answer.get("id") == self._sent:
                assert "error" not in answer, answer
                return answer["result"]

    async def open(self, address: str, width: int, height: int) -> None:
        """Open an address and wait for a player's page or the table screen."""
        await self.resize(width, height)
        await self.send("Page.navigate", url=address)
        await self.until(READY)

    async def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        await self.send("Emulation.setDeviceMetricsOverride", **size)

    async def read(self, file: Path, width: int = 1280, height: int = 1600) -> None:
        """Open a file as a page in a desktop window of that size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.send("Emulation.setDeviceMetricsOverride", **size)
        await self.send("Emulation.setScrollbarsHidden", hidden=True)
        await self.send("Page.navigate", url=file.as_uri())
        await self.until(f"location.href === {json.dumps(file.as_uri())} && document.readyState === 'complete'")

    async def empty(self) -> None:
        """Leave the page, by itself, which keeps the process of its site, and forget what it stored."""
        forgets = "location.origin === 'null' || sessionStorage.clear()"
        await self.js(f"{forgets}; location.replace('about:blank')")

    async def js(self, script: str) -> Any:
        """Return the result of a piece of JavaScript."""
        found = await self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait until an expression is true, also across page loads."""
        async with asyncio.timeout(PATIENCE):
            while True:
                found = await self.send("Runtime.evaluate", expression=script, returnByValue=True)
                if value := found["result"].get("value"):
                    return value
                await asyncio.sleep(0.05)

    async def type(self, text: str) -> None:
        """Write into the input line, which a phone opens first."""
        key = "document.querySelector('#views [data-view=type]')"
        await self.js(f"document.body.dataset.view === 'type' || !{key}.checkVisibility() || {key}.click()")
        await self.js("document.querySelector('#composer textarea').focus()")
        await self.send("Input.insertText", text=text)

    async def add(self, text: str) -> None:
        """Type at the cursor."""
        await self.send("Input.insertText", text=text)

    async def press(self, key: str) -> None:
        code = {"Enter": 13, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38}[key]
        text = "\r" if key == "Enter" else ""
        for kind in ("keyDown", "keyUp"):
            await self.send(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text=text
            )

    async def tab_to(self, name: str) -> None:
        """Press Tab until the element with that name has a visible focus in view."""
        focused = "document.activeElement"
        called = f"({focused}.innerText?.trim() || {focused}.getAttribute('aria-label') || '')"
        for _ in range(100):
            await self.press("Tab")
            if await self.js(f"{called}.startsWith({json.dumps(name)})"):
                break
        else:
            raise AssertionError(f"no Tab leads to {name}")
        seen = f"((box) => box.top >= 0 && box.bottom <= innerHeight)({focused}.getBoundingClientRect())"
        assert await self.js(seen), f"{name} has the focus out of view"
        assert await self.js(f"parseFloat(getComputedStyle({focused}).outlineWidth)") >= 2, (
            f"no focus is seen at {name}"
        )

    async def say(self, line: str, then: str) -> None:
        """Send a line and wait for a new answer; a command without options is picked first."""
        count = f"document.querySelector('#messages').textContent.split({json.dumps(then)}).length"
        said = f"{count} > {await self.js(count)}"
        await self.type(line)
        composer = "document.querySelector('#composer textarea')"
        async with asyncio.timeout(PATIENCE):
            while not await self.js(f"{said} && !{composer}.value"):
                picks = await self.js("Boolean(document.querySelector('.suggestion[aria-selected=true]'))")
                if await self.js(f"Boolean({composer}.value)"):
                    await self.press("Enter")
                if not picks:
                    await self.settles(f"{said} && !{composer}.value", 1.5)
        await self.show("now")

    async def show(self, view: str) -> None:
        """Switch a phone to its current view, log, board, or input line; a desktop shows all of them."""
        key = f"#views [data-view={view if view != 'now' else 'type'}]"
        wanted = json.dumps(view)
        await self.js(
            f"document.body.dataset.view === {wanted} || ({wanted} === 'now'"
            f" ? document.querySelector(`#views [data-view=${{document.body.dataset.view}}]`)"
            f" : document.querySelector('{key}')).click()"
        )

    async def settles(self, script: str, seconds: float) -> None:
        """Wait until an expression is true, but no longer than `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.until(script)

    async def tap(self, button: str) -> None:
        """Press the last visible button of that name, once it is enabled."""
        all = "[...document.querySelectorAll('button')]"
        there = "one.checkVisibility() && !one.disabled && !document.querySelector('[aria-busy=true]')"
        last = f"{all}.findLast((one) => one.innerText.trim() === {json.dumps(button)} && {there})"
        await self.until(f"((one) => one && (one.click(), true))({last})")

    async def picture(self, file: Path) -> None:
        found = await self.send("Page.captureScreenshot", format="png")
        await asyncio.to_thread(file.write_bytes, base64.b64decode(found["data"]))

    async def paper(self) -> bytes:
        """Return the page as a PDF, as the browser prints it."""
        found = await self.send("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        return base64.b64decode(found["data"])

    async def text(self, selector: str) -> str:
        return await self.js(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")


class Chromium:
    """A browser whose pages are windows, because background tabs are suspended.

    Its windows are used again, empty, by the next test: the process of a new one takes as long as the test itself.
    """

    def __init__(self, web: ClientSession, running: Running, port: str) -> None:
        self._web, self._running, self._at = web, running, f"127.0.0.1:{port}"
        self._tabs = AsyncExitStack()
        self._open: list[tuple[str, Screen]] = []
        self._own: Screen | None = None

    async def begin(self, folder: Path) -> None:
        """Connect to the browser; downloads go to the folder."""
        async with self._web.get(f"http://{self._at}/json/version") as answer:
            own = (await answer.json(content_type=None))["webSocketDebuggerUrl"]
        self._own = Screen(await self._tabs.enter_async_context(self._web.ws_connect(own)))
        await self._told("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    async def window(self, address: str, width: int = 390, height: int = 844) -> Screen:
        page = await self.tab()
        await page.open(address, width, height)
        return page

    async def tab(self) -> Screen:
        """Open an empty window."""
        id = self._running.unused.pop() if self._running.unused else await self._new_window()
        connected = self._web.ws_connect(f"ws://{self._at}/devtools/page/{id}", max_msg_size=0)
        page = Screen(await self._tabs.enter_async_context(connected))
        self._open.append((id, page))
        await page.send("Emulation.setFocusEmulationEnabled", enabled=True)
        return page

    async def _new_window(self) -> str:
        bare = {"newWindow": True, "windowState": "fullscreen"}  # without tabs and an address to paint
        return (await self._told("Target.createTarget", url="about:blank", **bare))["targetId"]

    async def _told(self, method: str, **given: Any) -> dict[str, Any]:
        """Send a command to the browser itself."""
        assert self._own is not None
        return await self._own.send(method, **given)

    async def close(self) -> None:
        """Empty the windows; a page takes nothing along, neither its storage nor its size."""
        for id, page in self._open:
            with suppress(OSError, TypeError, TimeoutError):  # a window that a test has closed
                await page.empty()
                self._running.unused.append(id)
        await self._tabs.aclose()


class Running(NamedTuple):
    """The program, started once per process, its profile, and its windows without a page."""

    program: subprocess.Popen[bytes]
    profile: Path
    unused: list[str]


_RUNNING: list[Running] = []


def _begun() -> Running:
    """Return the running program."""
    assert FOUND is not None
    if not _RUNNING or _RUNNING[-1].program.poll() is not None:
        profile, quiet = Path(mkdtemp(prefix="adjutant-browser.")), subprocess.DEVNULL
        program = subprocess.Popen(
            [FOUND, *_QUIET, *_AWAKE, *_LEAN, _ALIKE, _SMALL, f"--user-data-dir={profile}", "about:blank"],
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
        )
        _RUNNING.append(Running(program, profile, []))
    return _RUNNING[-1]


@atexit.register
def _ended() -> None:
    for one in _RUNNING:
        # With its group: Debian's command is a script that does not hand the signal on to the browser.
        os.killpg(one.program.pid, signal.SIGTERM)
        one.program.wait(PATIENCE)
        shutil.rmtree(one.profile, ignore_errors=True)


@asynccontextmanager
async def browser(folder: Path) -> AsyncGenerator[Chromium]:
    """Provide a browser without a page; close it with its tabs at the end."""
    async with ClientSession() as web:
        running = _begun()
        found = Chromium(web, running, await _port(running.profile))
        await found.begin(folder)
        try:
            yield found
        finally:
            await found.close()


@asynccontextmanager
async def screen(folder: Path, address: str, width: int = 390, height: int = 844) -> AsyncGenerator[Screen]:
    """Provide a browser with one page at an address."""
    async with browser(folder) as found:
        yield await found.window(address, width, height)


async def _port(profile: Path) -> str:
    """Return the debugging port of the browser."""
    file = profile / "DevToolsActivePort"
    async with asyncio.timeout(PATIENCE):
        while not file.is_file() or "\n" not in file.read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return file.read_text().split("\n")[0]
