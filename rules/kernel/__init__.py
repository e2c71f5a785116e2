"""Dice, chances and texts: the parts that every rule is made of."""
