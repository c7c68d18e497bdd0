"""What those values have in common that a page looks at dozens of times."""


class TemplateValue:
    """A value whose attributes a template finds as soon as the values of a dict.

    For ``{{ seat.name }}`` Django looks for an item of that name first; where there are no items it fails before it
    looks for the attribute, which takes twice as long.
    """

    __slots__ = ()
    __getitem__ = object.__getattribute__
