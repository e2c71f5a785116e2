"""How Bayonet's commands find their facts on the board, and what they leave there."""
