"""An opponent that plays a side for the bot: its options, their worth, and its orders."""
