import type { CreatePlan } from '@billing-service/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMetrics, useTaxes } from '../../api/choices';
import { billing } from '../../api/client';
import { Amount } from '../../ui/amount';
import { FormButton } from '../../ui/form/form-button';
import { Empty, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import { Time } from '../../ui/time';
import { planBody, planFields } from './plan-fields';
import { plansRoute } from './routes';

export function PlansPage() {
  const search = plansRoute.useSearch();
  return (
    <>
      <PageTitle title="Plans">
        <NewPlan />
      </PageTitle>
      <List
        label="Plans of the organization"
        search={search}
        load={(query, signal) => billing.plans.list(query, { signal })}
        keyOf={(it) => it.id}
        columns={[
          {
            title: 'Name',
            cell: (it) => (
              <Link to="/plans/$id" params={{ id: it.id }}>
                {it.name}
              </Link>
            ),
          },
          { title: 'Code', cell: (it) => <code>{it.code}</code>, minor: true },
          {
            title: 'Price',
            cell: (it) => (
              <>
                <Amount cents={it.amount_cents} currency={it.currency} /> {it.interval}
              </>
            ),
            align: 'end',
          },
          { title: 'Charges', cell: (it) => it.charges.length, align: 'end', minor: true },
          { title: 'Version', cell: (it) => it.version, align: 'end', minor: true },
          { title: 'Created', cell: (it) => <Time at={it.created_at} />, minor: true },
        ]}
        empty={
          <Empty title="No plans">
            A plan is what customers subscribe to: a price for each billing period, and charges for usage. To
            charge for usage, create a metric first.
          </Empty>
        }
      />
    </>
  );
}

function NewPlan() {
  const navigate = useNavigate();
  const fields = planFields(useMetrics() ?? [], useTaxes() ?? []);
  return (
    <FormButton
      label="New plan"
      look="primary"
      submit="Create plan"
      isWide
      fields={fields}
      send={(body) => billing.plans.create(planBody(body) as unknown as CreatePlan)}
      onDone={({ id }) => void navigate({ to: '/plans/$id', params: { id } })}
    />
  );
}
