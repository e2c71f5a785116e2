"""A headless Chromium where there is one, driven over its own protocol: what a phone does with the page."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

FOUND = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_QUIET = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0")
PATIENCE = 30.0
"""Seconds; a busy machine is no fault of the page."""


class Screen:
    """One tab of a given width and height."""

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
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        await self.send("Emulation.setDeviceMetricsOverride", **size)
        await self.send("Page.navigate", url=address)
        await self.until("window.simcordPreview?.ready")

    async def js(self, script: str) -> Any:
        """What a piece of JavaScript comes to."""
        found = await self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait for something to become true; the page may be on its way to another one meanwhile."""
        async with asyncio.timeout(PATIENCE):
            while True:
                found = await self.send("Runtime.evaluate", expression=script, returnByValue=True)
                if value := found["result"].get("value"):
                    return value
                await asyncio.sleep(0.05)

    async def type(self, text: str) -> None:
        await self.js("document.querySelector('#channel-composer textarea').focus()")
        await self.send("Input.insertText", text=text)

    async def add(self, text: str) -> None:
        """Type where the cursor stands."""
        await self.send("Input.insertText", text=text)

    async def press(self, key: str) -> None:
        code = {"Enter": 13, "Tab": 9}[key]
        text = "\r" if key == "Enter" else ""
        for kind in ("keyDown", "keyUp"):
            await self.send(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text=text
            )

    async def picture(self, file: Path) -> None:
        found = await self.send("Page.captureScreenshot", format="png")
        await asyncio.to_thread(file.write_bytes, base64.b64decode(found["data"]))

    async def text(self, selector: str) -> str:
        return await self.js(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")


@asynccontextmanager
async def screen(folder: Path, address: str, width: int = 390, height: int = 844) -> AsyncGenerator[Screen]:
    """A browser with one page open at an address."""
    assert FOUND is not None
    profile = folder / f"browser-{width}"
    quiet = subprocess.DEVNULL
    browser = subprocess.Popen(  # noqa: ASYNC220
        [FOUND, *_QUIET, f"--user-data-dir={profile}", "about:blank"], stdout=quiet, stderr=quiet
    )
    try:
        async with ClientSession() as web, web.ws_connect(await _tab(web, profile), max_msg_size=0) as socket:
            page = Screen(socket)
            await page.open(address, width, height)
            yield page
    finally:
        browser.terminate()
        browser.wait(PATIENCE)


async def _tab(web: ClientSession, profile: Path) -> str:
    """Where the browser's only tab is to be spoken to."""
    file = profile / "DevToolsActivePort"
    async with asyncio.timeout(PATIENCE):
        while not file.is_file() or "\n" not in file.read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    port = file.read_text().split("\n")[0]
    async with web.get(f"http://127.0.0.1:{port}/json/list") as answer:
        tabs = await answer.json(content_type=None)
    return next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
