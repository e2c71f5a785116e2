"""The services of a running game: lifecycle, units, objects, odds and corrections."""
