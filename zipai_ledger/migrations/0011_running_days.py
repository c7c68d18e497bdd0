from datetime import timedelta

from django.db import migrations, models
from django.db.models import F
from django.utils import timezone

YEAR = timedelta(days=365)


def here_now(apps, schema_editor):
    """last_seen was never written again after the first visit: nobody knows who was here when, so all were here now.

    Who had signed off was marked by a last_seen a year before that.
    """
    Device = apps.get_model("zipai_ledger", "Device")
    Device.objects.filter(last_seen__lt=F("created") - timedelta(days=1)).update(
        signed_off_at=F("last_seen") + YEAR
    )
    Device.objects.filter(signed_off_at=None).update(last_seen=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0009_spoken_codes'),
    ]

    operations = [
        migrations.AddField(
            model_name='device',
            name='signed_off_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='RunningDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField(unique=True)),
                ('year_before', models.DateTimeField()),
            ],
        ),
        migrations.RunPython(here_now, migrations.RunPython.noop),
    ]
