import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0012_access_records'),
    ]

    operations = [
        migrations.CreateModel(
            name='OpenEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tab', models.CharField(max_length=32)),
                ('until', models.DateTimeField()),
                ('grant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='zipai_ledger.grant')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('grant', 'tab'), name='open_entry_page')],
            },
        ),
    ]
