from django.db import migrations, models
from django.utils import timezone


def end_open_codes(apps, schema_editor):
    """Those of before were of another form, and kept in another."""
    Link = apps.get_model("zipai_ledger", "Link")
    Link.objects.filter(kind="spoken", revoked_at=None).update(revoked_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0008_recovery_codes'),
    ]

    operations = [
        migrations.AddField(
            model_name='link',
            name='wrong_tries',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name='link',
            index=models.Index(fields=['kind', 'expires_at'], name='link_kind_expires'),
        ),
        migrations.RunPython(end_open_codes, migrations.RunPython.noop),
    ]
