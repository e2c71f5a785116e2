"""The public proof of the dice: `verify.py` is a separate program that needs nothing but Python."""
