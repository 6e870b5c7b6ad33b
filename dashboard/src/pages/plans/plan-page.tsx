import type { Plan } from '@billing-service/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useMetrics, useTaxes } from '../../api/choices';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import { Alert, Card, Facts, PageTitle } from '../../ui/layout';
import { Time } from '../../ui/time';
import { ChargesCard } from './charges-card';
import { MigrateButton, MigrationCard } from './migration';
import { planBody, planFields } from './plan-fields';
import { planRoute } from './routes';
import { Simulator } from './simulator';
import { SubscriptionsCard } from './subscriptions-card';
import { ThresholdsCard } from './thresholds-card';

export function PlanPage() {
  const { id } = planRoute.useParams();
  const { migration } = planRoute.useSearch();
  const { data: plan, error } = useLive(['plan', id], (signal) => billing.plans.get(id, { signal }));
  if (plan === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle title={plan.name} hint={<code>{plan.code}</code>}>
        <EditPlan id={id} />
        {plan.version > 1 && <MigrateButton plan={plan} />}
        <DeletePlan id={id} />
      </PageTitle>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          {migration !== undefined && <MigrationCard plan={plan} id={migration} />}
          <ChargesCard plan={plan} />
          <Simulator key={plan.version} plan={plan} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Details plan={plan} />
          <SubscriptionsCard plan={plan} />
          <ThresholdsCard plan={plan} />
        </div>
      </div>
    </>
  );
}

function Details({ plan }: { plan: Plan }) {
  return (
    <Card title="Details">
      <Facts
        of={[
          [
            'Price',
            <span key="price">
              <Amount cents={plan.amount_cents} currency={plan.currency} /> {plan.interval}
            </span>,
          ],
          ['Billed', plan.pay_in_advance ? 'at the start of a period' : 'at the end of a period'],
          ['Trial', plan.trial_period_days > 0 && `${plan.trial_period_days} days`],
          ['Taxes', plan.tax_codes.join(', ')],
          ['Description', plan.description],
          ['Version', plan.version],
          ['Created', <Time key="created" at={plan.created_at} />],
          ['Changed', <Time key="changed" at={plan.updated_at} />],
        ]}
      />
    </Card>
  );
}

function EditPlan({ id }: { id: string }) {
  const fields = planFields(useMetrics() ?? [], useTaxes() ?? []);
  return (
    <EditButton
      title="Edit plan"
      description="A new price, billing period, currency, trial or charge makes a new version of the plan. New subscriptions get it; existing ones keep their version until they change plan or you migrate them. Name, description and taxes change for all."
      isWide
      fields={fields.filter((it) => it.name !== 'code')}
      load={() => billing.plans.get(id)}
      send={(body, options) => billing.plans.update(id, planBody(body), options)}
    />
  );
}

function DeletePlan({ id }: { id: string }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Delete"
      look="danger"
      act={() => billing.plans.delete(id)}
      onDone={() => void navigate({ to: '/plans' })}
    >
      Deletes the plan. A plan with pending or active subscriptions, or to which a coupon is limited, cannot
      be deleted.
    </ConfirmButton>
  );
}
