"""What a table does while it plays: lifecycle, units, objects, odds, corrections."""
