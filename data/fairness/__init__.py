"""The proof of the dice, for everybody: `verify.py` is a program of its own, which needs nothing but Python."""
