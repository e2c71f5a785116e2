"""Markdown rendered as an HTML page for the screen and for print."""

from __future__ import annotations

from html import escape

from markdown_it import MarkdownIt

_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
body {{ font: 15px/1.4 sans-serif; max-width: 60em; margin: 1em auto; padding: 0 1em; color: #111; background: #fff }}
table {{ border-collapse: collapse; margin: .5em 0 }}
td, th {{ border: 1px solid #999; padding: .2em .5em; text-align: left }}
h2 {{ font-size: 1.1em; margin: 1em 0 .2em; break-after: avoid }} table, ul {{ break-inside: avoid }}
@media print {{ body {{ font-size: 10pt; margin: 0 }} }}
</style></head><body>
{body}</body></html>"""


def render_page(title: str, text: str, language: str = "en") -> str:
    """Render Markdown as an HTML page; HTML tags in the text are escaped."""
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return _PAGE.format(title=escape(title), body=body, language=language)
