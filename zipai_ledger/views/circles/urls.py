"""Addresses of circles, and the page of a table that puts it into one."""

from django.urls import path

from . import figures, names, opening, page, table

app_name = "circles"

urlpatterns = [
    path("circles/new/", opening.new, name="new"),
    path("t/<str:public_id>/circle/", table.table, name="table"),
    path("c/<str:public_id>/", page.show, name="show"),
    path("c/<str:public_id>/evenings/<int:evening>/look/", page.look, name="look"),
    path("c/<str:public_id>/evenings/<int:evening>/out/", page.take_out, name="take_out"),
    path("c/<str:public_id>/figures/", figures.figures, name="figures"),
    path("c/<str:public_id>/people/<int:person>/", figures.person, name="person"),
    path("c/<str:public_id>/names/", names.names, name="names"),
    path("c/<str:public_id>/people/<int:person>/erase/", names.erase, name="erase"),
    path("c/<str:public_id>/purge/", names.purge, name="purge"),
]
