from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def from_the_trail(apps, schema_editor):
    event = apps.get_model("zipai_ledger", "Event")
    opening = event.objects.filter(session=OuterRef("pk"), seq=1).values("client_id")
    apps.get_model("zipai_ledger", "GameSession").objects.update(opening_id=Subquery(opening))


class Migration(migrations.Migration):
    dependencies = [("zipai_ledger", "0001_ledger")]

    operations = [
        migrations.AddField(
            model_name="gamesession",
            name="opening_id",
            field=models.CharField(max_length=64, null=True, unique=True),
        ),
        migrations.RunPython(from_the_trail, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="event", name="event_opening"),
    ]
