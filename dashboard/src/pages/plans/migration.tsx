import type { MigratePlan, Plan, PlanMigration } from '@billing-service/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import type { Body, Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Alert, Badge, Card } from '../../ui/layout';

function fieldsOf(plan: Plan): readonly Field[] {
  const versions = Array.from({ length: plan.version - 1 }, (_, index) => String(index + 1));
  return [
    {
      name: 'at',
      label: 'When',
      kind: 'select',
      initial: 'period_end',
      options: [
        ['period_end', 'At the end of their billing periods'],
        ['now', 'Now'],
      ],
      help: ({ at }) =>
        at === 'now'
          ? 'Each subscription is billed for the days until now, and begins the new version at once, even if it is cheaper.'
          : 'Each subscription keeps its price until its billing period ends, even if the new version costs more.',
    },
    {
      name: 'from_versions',
      label: 'From versions',
      kind: 'choices',
      options: versions.map((it) => [it, `Version ${it}`]),
      help: 'Without a choice, from all earlier versions.',
    },
  ];
}

/** Returns the request of a migration. */
function requestOf({ at, from_versions: versions }: Body): MigratePlan {
  const chosen = Array.isArray(versions) ? versions.map(Number) : [];
  return { at: at as MigratePlan['at'], ...(chosen.length === 0 ? {} : { from_versions: chosen }) };
}

/** Moves subscriptions on earlier versions to the newest one. */
export function MigrateButton({ plan }: { plan: Plan }) {
  const navigate = useNavigate();
  return (
    <FormButton
      label="Migrate subscriptions"
      submit={`Move them to version ${plan.version}`}
      description={`Moves active and pending subscriptions on earlier versions to version ${plan.version}, whatever its price. Pending subscriptions move at once. A migration cannot be stopped.`}
      fields={fieldsOf(plan)}
      send={(body) => billing.plans.migrate(plan.id, requestOf(body))}
      onDone={({ id: migration }) => void navigate({ to: '.', search: { migration } })}
    />
  );
}

/** Progress of a migration. */
export function MigrationCard({ plan, id }: { plan: Plan; id: string }) {
  const { data, error } = useLive(['plan', plan.id, 'migration', id], (signal) =>
    billing.plans.getMigration(plan.id, id, { signal }),
  );
  if (data === undefined) return error === null ? null : <Alert>{error.message}</Alert>;
  return (
    <Card
      title={`Migration to version ${data.to_version}`}
      action={
        <Link to="/plans/$id" params={{ id: plan.id }}>
          Hide
        </Link>
      }
    >
      <Progress migration={data} />
      {data.failures.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {data.failures.map((it) => (
            <li key={it.subscription_id}>
              <code>{it.subscription_id}</code>: {it.message}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Progress({ migration: { status, total, done, failed, at } }: { migration: PlanMigration }) {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="mb-2 h-3 w-full rounded bg-page"
      >
        <rect
          width={total === 0 ? 100 : ((done + failed) / total) * 100}
          height="4"
          className="fill-accent"
        />
      </svg>
      <p role="status">
        <Badge tone={status === 'completed' ? 'good' : 'info'}>{status}</Badge> {done.toLocaleString()} of{' '}
        {total.toLocaleString()} subscriptions {at === 'now' ? 'moved' : 'moved or scheduled'}
        {failed > 0 && `, ${failed.toLocaleString()} failed and keep their version`}
      </p>
    </>
  );
}
