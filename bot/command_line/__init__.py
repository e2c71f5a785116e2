"""What is typed behind `python -m bot`, beside starting it: looking after the data, and asking how the bot is."""
