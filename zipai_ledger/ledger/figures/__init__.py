"""战绩 (zhanji), figures: who won how often and how much, counted from what deals did when they last counted.

Never counted: void deals, adjustments, carried rows, ends of rounds, deals in which somebody sat out or had no seat. A deal
played by a stand-in counts for the stand-in.
"""

from .counting import NOTHING, Played, Tally, Won, tallies, together
from .evening import BestHand, Course, Evening, GameFigures, StageFigures, evening
from .reading import Ways, ways_of

__all__ = [
    "NOTHING",
    "BestHand",
    "Course",
    "Evening",
    "GameFigures",
    "Played",
    "StageFigures",
    "Tally",
    "Ways",
    "Won",
    "evening",
    "tallies",
    "together",
    "ways_of",
]
