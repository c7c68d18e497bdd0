"""Charts as SVG text: pure functions of numbers and names, the same on a page, in a picture and on paper.

Lines are told apart by dash and marker as well as by colour. Colours stand in presentation attributes, so that a chart
is whole by itself; the classes ``c0`` … ``c7`` let a page give them its own.
"""

from .drawing import Frame, line
from .series import MOST_MARKS, Series

__all__ = ["MOST_MARKS", "Frame", "Series", "line"]
