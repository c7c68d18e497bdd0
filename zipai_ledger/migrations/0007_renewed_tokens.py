from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("zipai_ledger", "0006_sample")]

    operations = [
        migrations.AddField(
            model_name="device",
            name="former_hash",
            field=models.CharField(default="", max_length=64),
        ),
        migrations.AddField(
            model_name="device",
            name="seed",
            field=models.CharField(default="", max_length=43),
        ),
        migrations.AddConstraint(
            model_name="device",
            constraint=models.UniqueConstraint(
                condition=models.Q(("former_hash", ""), _negated=True),
                fields=("former_hash",),
                name="device_former",
            ),
        ),
    ]
