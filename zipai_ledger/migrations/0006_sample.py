from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("zipai_ledger", "0005_circles")]

    operations = [
        migrations.AddField(
            model_name="gamesession",
            name="sample",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="gamesession",
            index=models.Index(fields=["opened_at"], condition=models.Q(sample=True), name="session_sample"),
        ),
    ]
