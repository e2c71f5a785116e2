"""Dice, chances and texts: what every rule is made of."""
