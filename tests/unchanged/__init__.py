"""Does the product still show and answer what another commit did? `make unchanged BASE=rev`, see `__main__`.

The phones and forms of this checkout use a server of either commit, so addresses and fields of forms have to stay too.
"""
