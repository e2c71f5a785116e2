"""The rules core: pure functions of facts, dice and decisions. No Discord, database, clock, files or randomness."""
