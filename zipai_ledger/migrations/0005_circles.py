import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0004_settling'),
    ]

    operations = [
        migrations.CreateModel(
            name='Circle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(max_length=22, unique=True)),
                ('opening_id', models.CharField(max_length=64, unique=True)),
                ('name', models.CharField(max_length=40)),
                ('created', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='CircleLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('invite', 'Invite'), ('recovery', 'Recovery'), ('spoken', 'Spoken'), ('transfer', 'Transfer')], max_length=8)),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('label', models.CharField(default='', max_length=40)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(null=True)),
                ('uses', models.PositiveIntegerField(null=True)),
                ('uses_left', models.PositiveIntegerField(null=True)),
                ('player', models.PositiveSmallIntegerField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('role', models.CharField(choices=[('member', 'Member'), ('owner', 'Owner')], max_length=16)),
                ('circle', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='links', to='zipai_ledger.circle')),
            ],
        ),
        migrations.CreateModel(
            name='CircleGrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.PositiveSmallIntegerField(null=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('role', models.CharField(choices=[('member', 'Member'), ('owner', 'Owner')], max_length=16)),
                ('circle', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='zipai_ledger.circle')),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circle_grants', to='zipai_ledger.device')),
                ('link', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='grants', to='zipai_ledger.circlelink')),
            ],
        ),
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('open_to_members', models.BooleanField(default=False)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='zipai_ledger.circle')),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='evening', to='zipai_ledger.gamesession')),
            ],
        ),
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=24)),
                ('name_key', models.CharField(max_length=240)),
                ('circle', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='people', to='zipai_ledger.circle')),
            ],
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='attendance', to='zipai_ledger.player')),
                ('evening', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='zipai_ledger.evening')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='zipai_ledger.person')),
            ],
        ),
        migrations.AddIndex(
            model_name='circlelink',
            index=models.Index(fields=['circle', 'kind'], name='circle_link_kind'),
        ),
        migrations.AddIndex(
            model_name='circlegrant',
            index=models.Index(fields=['circle', 'created'], name='circle_grant_created'),
        ),
        migrations.AddConstraint(
            model_name='circlegrant',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('circle', 'device'), name='circle_grant_live'),
        ),
        migrations.AddConstraint(
            model_name='person',
            constraint=models.UniqueConstraint(fields=('circle', 'index'), name='person_index'),
        ),
        migrations.AddConstraint(
            model_name='person',
            constraint=models.UniqueConstraint(fields=('circle', 'name_key'), name='person_name'),
        ),
        migrations.AddConstraint(
            model_name='attendance',
            constraint=models.UniqueConstraint(fields=('evening', 'person'), name='attendance_once'),
        ),
    ]
