"""Strangers, guests and members against a server that is started as its owner starts it: ``make attack``.

Each attack is a function of a module that is named after what it is about. Meanwhile a bystander records a deal
every second, and says how that went.
"""
