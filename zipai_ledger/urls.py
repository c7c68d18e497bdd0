"""Every address of the site."""

from django.urls import URLPattern, URLResolver, include, path

from zipai_ledger.rules import facts
from zipai_ledger.views import (
    about,
    access_trail,
    board,
    breakdown,
    circle,
    circle_archive,
    circle_names,
    closing,
    corrections,
    deal,
    deal_entry,
    disputes,
    drawing,
    erasure,
    exports,
    figures,
    history,
    home,
    imports,
    invitations,
    joining,
    leaving,
    live,
    me,
    names,
    new_circle,
    new_table,
    offline,
    own_rules,
    payments,
    phones,
    pledges,
    preferences,
    probes,
    recovery,
    rescoring,
    rulebook,
    samples,
    settlement,
    sharing,
    stages,
    stand_ins,
    table,
    table_circle,
    trust,
    waits,
    what_if,
)
from zipai_ledger.views import help as answers

handler400 = "zipai_ledger.views.errors.bad_request"
handler404 = "zipai_ledger.views.errors.not_found"
handler500 = "zipai_ledger.views.errors.server_error"

settlement_patterns = [
    path("t/<str:public_id>/settle/", settlement.show, name="show"),
]
payments_patterns = [
    path("t/<str:public_id>/settle/tick/", payments.tick, name="tick"),
    path("t/<str:public_id>/pay/", payments.new, name="new"),
]
closing_patterns = [
    path("t/<str:public_id>/close/", closing.close, name="close"),
    path("t/<str:public_id>/reopen/", closing.reopen, name="reopen"),
]

# A new table, and the next stage of one.
new_table_patterns = [
    path("new/", new_table.new, name="new"),
    path("new/examples/", new_table.examples, name="examples"),
    path("new/games/", new_table.games, name="games"),
    path("new/rules/", new_table.rules, name="rules"),
    path("t/<str:public_id>/again/", new_table.again, name="again"),
    path("c/<str:public_id>/tonight/", new_table.tonight, name="tonight"),
]
stages_patterns = [path("t/<str:public_id>/stage/", stages.change, name="change")]
pledges_patterns = [path("t/<str:public_id>/pledges/", pledges.announce, name="announce")]
stand_ins_patterns = [
    path("t/<str:public_id>/stand-in/", stand_ins.change, name="change"),
]

rescoring_patterns = [path("t/<str:public_id>/rescore/", rescoring.rescore, name="rescore")]
what_if_patterns = [path("t/<str:public_id>/what-if/", what_if.show, name="show")]
erasure_patterns = [path("t/<str:public_id>/purge/", erasure.table, name="table")]
breakdown_patterns = [path("t/<str:public_id>/why/<int:player>/", breakdown.show, name="show")]
board_patterns = [
    path("t/<str:public_id>/board/", board.show, name="show"),
    path("t/<str:public_id>/board/invitation/", board.invite, name="invite"),
]
history_patterns = [path("t/<str:public_id>/history/", history.show, name="show")]

joining_patterns = [
    path("j/", joining.join, name="paste"),
    path("j/<str:public_id>", joining.join, name="join"),
]

# What a table and a circle have alike. On a page of either {% url "place:recovery" … %} finds its own.
place_patterns = [
    path("access/", access_trail.show, name="access_trail"),
    path("devices/<int:grant>/owner/", phones.promote, name="promote"),
    path("devices/<int:grant>/revoke/", phones.revoke, name="revoke_phone"),
    path("devices/rotate/", phones.rotate, name="rotate"),
    path("leave/", leaving.leave, name="leave"),
    path("erase/", erasure.choose, name="choose_name"),
    path("links/", invitations.show, name="invitations"),
    path("links/code/", invitations.hold_out, name="hold_out"),
    path("links/<int:link>/again/", invitations.renew, name="renew_invitation"),
    path("links/<int:link>/revoke/", invitations.revoke, name="revoke_invitation"),
    path("recovery/", recovery.show, name="recovery"),
    path("recovery/later/", recovery.later, name="later"),
]
table_patterns = [
    *place_patterns,
    path("", table.show, name="show"),
    path("ask/", phones.ask, name="ask"),
    path("circle/", table_circle.show, name="circle"),
    path("devices/<int:grant>/", phones.show, name="phone"),
    path("devices/<int:grant>/answer/", phones.answer, name="answer"),
    path("figures/", figures.evening, name="figures"),
    path("links/spoken/", invitations.speak, name="speak"),
    path("me/", me.show, name="me"),
    path("move/", joining.move, name="move"),
    path("players/<int:player>/erase/", erasure.name, name="erase"),
    path("rename/", names.rename, name="names"),
]
circle_patterns = [
    *place_patterns,
    path("", circle.show, name="show"),
    path("evenings/<int:evening>/look/", circle.look, name="look"),
    path("evenings/<int:evening>/out/", circle.take_out, name="take_out"),
    path("export/", circle_archive.show, name="export"),
    path("export/archive/", circle_archive.download, name="archive"),
    path("figures/", figures.circle, name="figures"),
    path("names/", circle_names.show, name="names"),
    path("people/<int:person>/", figures.person, name="person"),
    path("people/<int:person>/erase/", erasure.name_in_circle, name="erase"),
    path("purge/", circle.purge, name="purge"),
]

# 记一盘: what was played, by the result.
deal_entry_patterns = [
    path("t/<str:public_id>/deals/new/", deal_entry.new, name="new"),
    path("t/<str:public_id>/deals/preview/", deal_entry.preview, name="preview"),
    path("t/<str:public_id>/deals/heard/", deal_entry.hear, name="hear"),
    path("t/<str:public_id>/deals/save/", deal_entry.save, name="save"),
    path("t/<str:public_id>/deals/dead/", deal_entry.result, {"kind": facts.Dead}, name="dead"),
    path(
        "t/<str:public_id>/deals/dead/preview/",
        deal_entry.result_preview,
        {"kind": facts.Dead},
        name="dead_preview",
    ),
    path("t/<str:public_id>/deals/foul/", deal_entry.result, {"kind": facts.Foul}, name="foul"),
    path(
        "t/<str:public_id>/deals/foul/preview/",
        deal_entry.result_preview,
        {"kind": facts.Foul},
        name="foul_preview",
    ),
    path("t/<str:public_id>/deals/opening/", deal_entry.result, {"kind": facts.Opening}, name="opening"),
    path("t/<str:public_id>/deals/end-round/", deal_entry.result, {"kind": facts.EndRound}, name="end_round"),
    path("t/<str:public_id>/deals/close/", deal_entry.result, {"kind": facts.Close}, name="close"),
    path("t/<str:public_id>/deals/adjust/", deal_entry.result, {"kind": facts.Adjust}, name="adjust"),
]

# One deal that stands in the ledger.
deal_patterns = [path("t/<str:public_id>/deals/<int:key>/", deal.show, name="show")]
waits_patterns = [path("t/<str:public_id>/deals/<int:key>/after/", waits.show, name="show")]
corrections_patterns = [
    path("t/<str:public_id>/deals/<int:key>/void/", corrections.void, name="void"),
    path("t/<str:public_id>/deals/<int:key>/restore/", corrections.restore, name="restore"),
    path("t/<str:public_id>/deals/<int:key>/by-rule/", corrections.by_rule, name="by_rule"),
    path("t/<str:public_id>/deals/<int:key>/follow/", corrections.follow, name="follow"),
    path("t/<str:public_id>/deals/<int:key>/replace/", corrections.replace, name="replace"),
    path("t/<str:public_id>/deals/<int:key>/insert/", corrections.insert, name="insert"),
]
disputes_patterns = [
    path("t/<str:public_id>/deals/<int:key>/dispute/", disputes.dispute, name="dispute"),
    path("t/<str:public_id>/deals/<int:key>/resolve/", disputes.resolve, name="resolve"),
    path("t/<str:public_id>/deals/<int:key>/take-back/", disputes.take_back, name="take_back"),
]

# What open pages are told.
live_patterns = [
    path("t/<str:public_id>/live/", live.stream, name="stream"),
    path("t/<str:public_id>/news/", live.news, name="news"),
]

exports_patterns = [
    path("t/<str:public_id>/export/", exports.index, name="index"),
    path("t/<str:public_id>/export/csv/", exports.download, {"name": "csv"}, name="csv"),
    path("t/<str:public_id>/export/xlsx/", exports.download, {"name": "xlsx"}, name="xlsx"),
    path("t/<str:public_id>/export/json/", exports.download, {"name": "json"}, name="json"),
    path("t/<str:public_id>/export/archive/", exports.download, {"name": "archive"}, name="archive"),
]
sharing_patterns = [
    path("t/<str:public_id>/share/", sharing.show, name="show"),
    path("t/<str:public_id>/share/picture.svg", sharing.picture, name="picture"),
    path("t/<str:public_id>/export/print/", sharing.paper, name="paper"),
    path("t/<str:public_id>/export/pdf/", sharing.pdf, name="pdf"),
]
imports_patterns = [path("import/", imports.new, name="new")]

# Cards drawn for the first dealer and the seats.
drawing_patterns = [path("drawing/", drawing.draw, name="draw")]

# A table to play with.
samples_patterns = [path("sample/", samples.begin, name="begin")]

# What each game's rules are.
rulebook_patterns = [
    path("rules/", rulebook.index, name="index"),
    path("rules/words/", rulebook.words, name="words"),
    path("rules/<slug:slug>/", rulebook.game, name="game"),
    path("t/<str:public_id>/rules/", rulebook.table, name="table"),
]

# House rules under a name.
own_rules_patterns = [
    path("own-rules/", own_rules.index, name="index"),
    path("own-rules/new/", own_rules.write, name="write"),
    path("own-rules/examples/", own_rules.examples, name="examples"),
    path("own-rules/preset/", own_rules.preset, name="preset"),
    path("own-rules/look/", own_rules.look, name="look"),
    path("own-rules/<str:public_id>/", own_rules.show, name="show"),
    path("own-rules/<str:public_id>/edit/", own_rules.edit, name="edit"),
    path("own-rules/<str:public_id>/copy/", own_rules.copy, name="copy"),
    path("own-rules/<str:public_id>/remove/", own_rules.remove, name="remove"),
    path("t/<str:public_id>/own-rules/", own_rules.table, name="table"),
]

# What people at the table ask.
help_patterns = [path("help/", answers.index, name="index")]

# HTTPS of this server's own.
trust_patterns = [
    path("trust/", trust.show, name="show"),
    path("trust/zipai.crt", trust.certificate, name="certificate"),
    path("trust/zipai.mobileconfig", trust.profile, name="profile"),
]

# Tried in this order: what phones at a table ask for most comes first.
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((live_patterns, "live"))),
    path("", include((deal_entry_patterns, "deal_entry"))),
    path("t/<str:public_id>/", include((table_patterns, "place"), namespace="table")),
    path("", home.show, name="home"),
    path("circles/new/", new_circle.new, name="new_circle"),
    path("circles/import/", circle_archive.bring_in, name="bring_circle_in"),
    path("", include((new_table_patterns, "new_table"))),
    path("", include((stages_patterns, "stages"))),
    path("", include((pledges_patterns, "pledges"))),
    path("", include((stand_ins_patterns, "stand_ins"))),
    path("", include((settlement_patterns, "settlement"))),
    path("", include((payments_patterns, "payments"))),
    path("", include((closing_patterns, "closing"))),
    path("", include((joining_patterns, "joining"))),
    path("c/<str:public_id>/", include((circle_patterns, "place"), namespace="circle"), {"circle": True}),
    path("", include((board_patterns, "board"))),
    path("", include((history_patterns, "history"))),
    path("", include((breakdown_patterns, "breakdown"))),
    path("", include((erasure_patterns, "erasure"))),
    path("", include((rescoring_patterns, "rescoring"))),
    path("", include((what_if_patterns, "what_if"))),
    path("recover/", recovery.recover, name="recover"),
    path("sign-off/", leaving.sign_off, name="sign_off"),
    path("", include((deal_patterns, "deal"))),
    path("", include((waits_patterns, "waits"))),
    path("", include((corrections_patterns, "corrections"))),
    path("", include((disputes_patterns, "disputes"))),
    path("", include((exports_patterns, "exports"))),
    path("", include((sharing_patterns, "sharing"))),
    path("", include((imports_patterns, "imports"))),
    path("", include((drawing_patterns, "drawing"))),
    path("", include((samples_patterns, "samples"))),
    path("", include((rulebook_patterns, "rulebook"))),
    path("", include((own_rules_patterns, "own_rules"))),
    path("", include((help_patterns, "help"))),
    path("about/", about.show, name="about"),
    path("healthz", probes.alive, name="alive"),
    path("readyz", probes.ready, name="ready"),
    path("metrics", probes.metrics, name="metrics"),
    path("", include((trust_patterns, "trust"))),
    path("preferences/", preferences.show, name="preferences"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.show, name="offline"),
]
