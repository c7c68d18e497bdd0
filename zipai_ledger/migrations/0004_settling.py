import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('zipai_ledger', '0003_invitations_and_requests'),
    ]

    operations = [
        migrations.CreateModel(
            name='Carried',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(max_length=3)),
                ('p0', models.BigIntegerField(default=0)),
                ('p1', models.BigIntegerField(default=0)),
                ('p2', models.BigIntegerField(default=0)),
                ('p3', models.BigIntegerField(default=0)),
                ('p4', models.BigIntegerField(default=0)),
                ('p5', models.BigIntegerField(default=0)),
                ('p6', models.BigIntegerField(default=0)),
                ('p7', models.BigIntegerField(default=0)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='carried', to='zipai_ledger.event')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='carried', to='zipai_ledger.gamesession')),
            ],
            options={
                'verbose_name_plural': 'carried',
                'constraints': [models.UniqueConstraint(fields=('session', 'event'), name='carried_event'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('p0'), '+', models.F('p1')), '+', models.F('p2')), '+', models.F('p3')), '+', models.F('p4')), '+', models.F('p5')), '+', models.F('p6')), '+', models.F('p7')), models.Value(0)), name='carried_zero')],
            },
        ),
        migrations.CreateModel(
            name='StandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.PositiveSmallIntegerField()),
                ('by', models.PositiveSmallIntegerField(null=True)),
                ('stage', models.PositiveSmallIntegerField()),
                ('after', models.PositiveIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stand_ins', to='zipai_ledger.event')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='stand_ins', to='zipai_ledger.gamesession')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'event'), name='stand_in_event'), models.CheckConstraint(condition=models.Q(('by', None), models.Q(('player', models.F('by')), _negated=True), _connector='OR'), name='stand_in_somebody_else')],
            },
        ),
    ]
