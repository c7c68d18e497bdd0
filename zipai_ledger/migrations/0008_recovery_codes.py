import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0007_renewed_tokens'),
    ]

    operations = [
        migrations.AddField(
            model_name='circlegrant',
            name='recovered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='grant',
            name='recovered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='zipai_ledger.device')),
                ('used_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='used_codes', to='zipai_ledger.device')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('device',), name='recovery_code_live')],
            },
        ),
    ]
