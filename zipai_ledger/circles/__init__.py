"""牌友圈 (circles): the same people across evenings. Not part of any trail: what is said here can be unsaid.

`members`: people and names; `evenings`: tables, and who their players are; `looking`: members at
tables; `reads` and `counting`: what is shown.
"""

from .counting import CircleCourse, CircleGame, courses, games
from .evenings import Who, add, by_name, forget, greet, open_of, set_who, take_out
from .looking import leave, look, rotate, send_away, send_away_by
from .members import (
    PEOPLE_MOST,
    OpenedCircle,
    add_person,
    erase_person,
    open_circle,
    purge,
    rename,
    rename_person,
)
from .reads import (
    CircleRow,
    EveningRow,
    Sum,
    circles_of,
    evening_of,
    evenings_of,
    people_of,
    roles_at_tables,
    sums,
)

__all__ = [
    "PEOPLE_MOST",
    "CircleCourse",
    "CircleGame",
    "CircleRow",
    "EveningRow",
    "OpenedCircle",
    "Sum",
    "Who",
    "add",
    "add_person",
    "by_name",
    "circles_of",
    "courses",
    "erase_person",
    "evening_of",
    "evenings_of",
    "forget",
    "games",
    "greet",
    "leave",
    "look",
    "open_circle",
    "open_of",
    "people_of",
    "purge",
    "rename",
    "rename_person",
    "roles_at_tables",
    "rotate",
    "send_away",
    "send_away_by",
    "set_who",
    "sums",
    "take_out",
]
