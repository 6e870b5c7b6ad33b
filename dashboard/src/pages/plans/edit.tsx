import type { Schemas } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change, load } from '../../api/client';
import { useSession } from '../../api/session';
import { RecordForm } from '../../forms/record-form';
import type { FieldSpec, Option, Values } from '../../forms/fields';
import { messageOf } from '../../lib/errors';
import { Card, Empty, Loading, Page } from '../../ui';
import { useMetricOptions, useTaxOptions } from '../shared/options';
import { ChargesEditor } from './charge-editor';
import { toDraft, toInput } from './charges';

type Plan = Schemas['Plan'];

const currencyOf = ({ currency }: Values): string =>
  /^[A-Z]{3}$/.test(String(currency)) ? String(currency) : 'EUR';

const fieldsOf = (taxes: readonly Option[], isChange: boolean): readonly FieldSpec[] => [
  { kind: 'text', name: 'name', label: 'Name', required: true },
  { kind: 'text', name: 'code', label: 'Code', required: true, readOnly: isChange },
  { kind: 'textarea', name: 'description', label: 'Description', nullable: true },
  {
    kind: 'select',
    name: 'interval',
    label: 'Billing period',
    required: true,
    options: ['weekly', 'monthly', 'quarterly', 'yearly'].map((value) => ({ value, label: value })),
  },
  { kind: 'text', name: 'currency', label: 'Currency', required: true },
  { kind: 'money', name: 'amount_cents', label: 'Base price', required: true, currency: currencyOf },
  { kind: 'integer', name: 'trial_period_days', label: 'Days of trial' },
  { kind: 'checkbox', name: 'pay_in_advance', label: 'The base price is paid in advance' },
  {
    kind: 'choices',
    name: 'tax_codes',
    label: 'Taxes',
    options: taxes,
    hint: 'Those of the customer apply.',
  },
];

/** Makes a plan. */
export function NewPlanPage() {
  const { organization } = useSession();
  const navigate = useNavigate();
  return (
    <Page title="New plan">
      <PlanForm
        record={{ interval: 'monthly', currency: organization.default_currency, trial_period_days: 0 }}
        action="Add the plan"
        onSubmit={async (body) => {
          const { id } = await change('post', '/v1/plans', { body });
          await navigate({ to: '/plans/$id', params: { id } });
        }}
      />
    </Page>
  );
}

/** Changes a plan: a new version, for subscriptions from now on. */
export function EditPlanPage() {
  const { id } = useParams({ from: '/signed-in/plans/$id/edit' });
  const navigate = useNavigate();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['edit', 'plan', id],
    queryFn: ({ signal }) => load('/v1/plans/{id}', { path: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data === undefined) return error === null ? <Loading /> : <Empty title={messageOf(error)} />;
  return (
    <Page title={`Edit ${data.body.name}`} subtitle="Existing subscriptions keep the version that they have.">
      <PlanForm
        key={dataUpdatedAt}
        plan={data.body}
        record={data.body}
        action="Save as a new version"
        onReload={() => void refetch()}
        onSubmit={async (body) => {
          await change('put', '/v1/plans/{id}', { path: { id }, body, etag: data.etag });
          await navigate({ to: '/plans/$id', params: { id } });
        }}
      />
    </Page>
  );
}

interface PlanFormProps {
  plan?: Plan;
  record: Readonly<Record<string, unknown>>;
  action: string;
  onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
  onReload?: () => void;
}

function PlanForm({ plan, record, action, onSubmit, onReload }: PlanFormProps) {
  const [charges, setCharges] = useState(() => (plan?.charges ?? []).map(toDraft));
  const metrics = useMetricOptions();
  const taxes = useTaxOptions();
  return (
    <Card>
      <div className="max-w-3xl">
        <RecordForm
          fields={fieldsOf(taxes, plan !== undefined)}
          record={record}
          isChange={plan !== undefined}
          action={action}
          ownFields={['charges']}
          onSubmit={(body) => onSubmit({ ...body, charges: charges.map(toInput) })}
          onReload={onReload}
          extra={(errors) => (
            <ChargesEditor
              charges={charges}
              metrics={metrics}
              errors={errors}
              onChange={(next) => setCharges([...next])}
            />
          )}
        />
      </div>
    </Card>
  );
}
