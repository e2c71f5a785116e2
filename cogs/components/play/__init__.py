"""The controls of a game: under the board, under results, and the forms of commands."""
