from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0017_kept_indexes'),
    ]

    operations = [
        migrations.RenameField(model_name='grant', old_name='asked_at', new_name='requested_at'),
        migrations.RenameField(model_name='grant', old_name='told', new_name='changes'),
    ]
