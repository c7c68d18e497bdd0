"""Addresses of deals, below a table's own."""

from django.urls import path

from . import after, corrections, disputing, hearing, others, wins

app_name = "deals"
urlpatterns = [
    path("new/", wins.new, name="new"),
    path("preview/", wins.preview, name="preview"),
    path("heard/", hearing.heard, name="heard"),
    path("save/", wins.save, name="save"),
    path("dead/", others.dead, name="dead"),
    path("dead/preview/", wins.dead_preview, name="dead_preview"),
    path("foul/", others.foul, name="foul"),
    path("foul/preview/", wins.foul_preview, name="foul_preview"),
    path("opening/", others.opening, name="opening"),
    path("end-round/", others.end_round, name="end_round"),
    path("adjust/", others.adjust, name="adjust"),
    path("<int:key>/", corrections.show, name="show"),
    path("<int:key>/after/", after.after, name="after"),
    path("<int:key>/void/", corrections.void, name="void"),
    path("<int:key>/restore/", corrections.restore, name="restore"),
    path("<int:key>/dispute/", disputing.dispute, name="dispute"),
    path("<int:key>/resolve/", disputing.resolve, name="resolve"),
    path("<int:key>/take-back/", disputing.take_back, name="take_back"),
    path("<int:key>/by-rule/", corrections.by_rule, name="by_rule"),
    path("<int:key>/follow/", corrections.follow, name="follow"),
    path("<int:key>/replace/", corrections.replace, name="replace"),
    path("<int:key>/insert/", corrections.insert, name="insert"),
]
