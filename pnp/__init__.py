"""The press: from a folder of game data to paper. Knows nothing of the tracker."""

__version__ = "0.1.0"
