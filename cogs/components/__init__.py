"""Buttons, menus and forms: one view per kind, with everything a click needs in its id."""
