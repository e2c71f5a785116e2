"""How the core rules' commands find their facts on the board, and what they leave there."""
