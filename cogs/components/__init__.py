"""Buttons, menus and forms: one view a kind, each with what it is about in its id."""
