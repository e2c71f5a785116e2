"""The rules on the command line: `python -m rules list | resolve | odds`."""
