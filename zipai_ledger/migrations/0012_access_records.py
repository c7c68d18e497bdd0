import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0011_running_days'),
    ]

    operations = [
        migrations.CreateModel(
            name='AccessRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=18)),
                ('at', models.DateTimeField()),
                ('count', models.PositiveIntegerField(default=1)),
                ('device', models.PositiveBigIntegerField(null=True)),
                ('player', models.PositiveSmallIntegerField(null=True)),
                ('role', models.CharField(default='', max_length=16)),
                ('by_device', models.PositiveBigIntegerField(null=True)),
                ('by_player', models.PositiveSmallIntegerField(null=True)),
                ('link', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='zipai_ledger.link')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='access_records', to='zipai_ledger.gamesession')),
            ],
            options={
                'indexes': [models.Index(fields=['session', 'kind'], name='access_record_kind')],
            },
        ),
        migrations.CreateModel(
            name='CircleAccessRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=18)),
                ('at', models.DateTimeField()),
                ('count', models.PositiveIntegerField(default=1)),
                ('device', models.PositiveBigIntegerField(null=True)),
                ('player', models.PositiveSmallIntegerField(null=True)),
                ('role', models.CharField(default='', max_length=16)),
                ('by_device', models.PositiveBigIntegerField(null=True)),
                ('by_player', models.PositiveSmallIntegerField(null=True)),
                ('circle', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='access_records', to='zipai_ledger.circle')),
                ('link', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='zipai_ledger.circlelink')),
            ],
            options={
                'indexes': [models.Index(fields=['circle', 'kind'], name='circle_access_kind')],
            },
        ),
    ]
