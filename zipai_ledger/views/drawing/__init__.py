"""Drawing cards for the first dealer and the seats: on its own, or as a step of a new table or stage."""
