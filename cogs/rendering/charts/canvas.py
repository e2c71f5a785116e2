"""The canvas of every picture: sizes in points, drawn at twice the resolution, to be sharp on phones."""

from __future__ import annotations

import io
from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

SCALE = 2
WIDTH = 400
"""Width in points; about the width of a picture in Discord on a phone, where 13 points are legible."""
MARGIN = 14
BLUE, ORANGE, GREEN, PINK, SKY, RED = "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"
SERIES = (BLUE, ORANGE, GREEN, PINK, SKY, RED)
"""Okabe and Ito's colours, distinct for colour-blind readers; no information depends on colour alone."""
SHADES = 12
"""Number of shades between ink and paper."""
PAPER, INK, FAINT, LINE = "#ffffff", "#1a1f24", "#5c6670", "#d8dde2"

# A picture is drawn in shades between ink and paper, which is fast and makes the edges of letters smooth. The shades
# from 1 on, darker than any ink, are reserved for the colours.
_SHADES = {PAPER: 255, LINE: 221, FAINT: 102, INK: 31} | {colour: nth for nth, colour in enumerate(SERIES, 1)}
_RESERVED = {nth: bytes.fromhex(colour[1:]) for nth, colour in enumerate(SERIES, 1)}
# The colours of all shades: slightly bluish greys, and the reserved colours.
_PALETTE = b"".join(
    _RESERVED.get(shade, bytes((shade, shade, min(255, shade + 8 * (255 - shade) // 255)))) for shade in range(256)
)
# Each shade as one of a few between ink and paper: edges stay smooth, and files are smaller by a third.
_DARKEST, _STEP = _SHADES[INK], (_SHADES[PAPER] - _SHADES[INK]) / (SHADES - 1)
_FEW_SHADES = [
    shade if shade <= _DARKEST else round(_DARKEST + round((shade - _DARKEST) / _STEP) * _STEP) for shade in range(256)
]

Side = Literal["left", "middle", "right"]
_ANCHORS = {"left": "ls", "middle": "ms", "right": "rs"}


@cache
def _load_pillow() -> Any:
    """Return the drawing library; it takes 7 MiB, so it is loaded with the first picture."""
    import PIL.ImageDraw
    import PIL.ImageFont

    return PIL


@lru_cache
def _font(size: float, bold: bool) -> FreeTypeFont:
    name = "SourceSansPro-Semibold.ttf" if bold else "SourceSansPro-Regular.ttf"
    file = files("font_source_sans_pro") / "files" / name
    # The basic layout is faster; the font has none of the scripts that need the other.
    fonts = _load_pillow().ImageFont
    return fonts.truetype(str(file), round(size * SCALE), layout_engine=fonts.Layout.BASIC)


@lru_cache(maxsize=4096)
def _draw_letter(letter: str) -> bytes:
    sheet = _load_pillow().Image.new("1", (40, 40))
    _load_pillow().ImageDraw.Draw(sheet).text((0, 0), letter, 1, _font(12, False))
    return sheet.tobytes()


def is_drawable(words: str) -> bool:
    """True if the font has every letter; other names appear only in the text beside the picture."""
    missing = _draw_letter("\U0010fffd")  # what the font draws for every missing letter
    return bool(words.strip()) and all(
        letter.isprintable() and (letter.isspace() or _draw_letter(letter) != missing) for letter in words
    )


class Canvas:
    """A sheet to draw on. All numbers are points from its upper left corner."""

    def __init__(self, height: float, width: float = WIDTH) -> None:
        self.width, self.height = width, height
        self._image = _load_pillow().Image.new("L", (round(width * SCALE), round(height * SCALE)), _SHADES[PAPER])
        self._draw = _load_pillow().ImageDraw.Draw(self._image)

    def bar(
        self, left: float, top: float, right: float, bottom: float, colour: str = BLUE, round_by: float = 3
    ) -> None:
        """Draw a filled bar with rounded corners, at least one point thick."""
        right, bottom = max(right, left + 1), max(bottom, top + 1)
        box = [round(at * SCALE) for at in (left, top, right, bottom)]
        corner = min(round_by, (right - left) / 2, (bottom - top) / 2) * SCALE
        self._draw.rounded_rectangle((box[0], box[1], box[2] - 1, box[3] - 1), corner, _SHADES[colour])

    def line(self, *points: tuple[float, float], colour: str = LINE, thick: float = 1) -> None:
        """Draw a line from point to point."""
        scaled = [(round(x * SCALE), round(y * SCALE)) for x, y in points]
        self._draw.line(scaled, _SHADES[colour], round(thick * SCALE), joint="curve")

    def dot(self, x: float, y: float, radius: float = 4, colour: str = BLUE) -> None:
        box = [round(at * SCALE) for at in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse((box[0], box[1], box[2], box[3]), _SHADES[colour])

    def write(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 13,
        side: Side = "left",
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """Write text with its baseline at `y`; `side` is the side of the text that `x` gives."""
        self._draw.text((x * SCALE, y * SCALE), words, _SHADES[colour], _font(size, bold), anchor=_ANCHORS[side])

    def fit(self, words: str, width: float, size: float = 13, bold: bool = False) -> str:
        """Return the text, cut with an ellipsis if it is too wide."""
        if text_width(words, size, bold) <= width:
            return words
        cuts = [f"{words[:at].rstrip()}…" for at in range(len(words))]
        return cuts[max(0, bisect_right(cuts, width, key=lambda cut: text_width(cut, size, bold)) - 1)]

    def png(self) -> bytes:
        """Return the picture as a file."""
        found = io.BytesIO()
        few = self._image.point(_FEW_SHADES)
        few.putpalette(_PALETTE)
        few.save(found, "PNG", compress_level=4)
        return found.getvalue()


@lru_cache(maxsize=4096)
def text_width(words: str, size: float = 13, bold: bool = False) -> float:
    """Return the width of a text in points."""
    return _font(size, bold).getlength(words) / SCALE
