"""The bot without Discord: the local table in the browser, and scripted battles."""
