"""The Discord layer: slash commands, components, and the rendering of answers."""
