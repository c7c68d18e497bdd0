import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('zipai_ledger', '0002_opening_id'),
    ]

    operations = [
        migrations.AddField(
            model_name='grant',
            name='asked_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='grant',
            name='refused_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='grant',
            name='told',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='link',
            name='moves',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='transfers', to='zipai_ledger.grant'),
        ),
        migrations.AddField(
            model_name='link',
            name='player',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='link',
            name='uses',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='link',
            name='kind',
            field=models.CharField(choices=[('invite', 'Invite'), ('recovery', 'Recovery'), ('spoken', 'Spoken'), ('transfer', 'Transfer')], max_length=8),
        ),
        migrations.CreateModel(
            name='FailedCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('who', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['at'], name='failed_code_at'), models.Index(fields=['who', 'at'], name='failed_code_who')],
            },
        ),
    ]
