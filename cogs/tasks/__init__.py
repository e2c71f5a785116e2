"""What goes on by itself: deadlines, and boards that keep up with their games."""
