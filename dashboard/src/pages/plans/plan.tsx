import type { Schemas } from '@billing-service/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { messageOf } from '../../lib/errors';
import { formatMajor } from '../../lib/money';
import {
  Card,
  Code,
  Confirm,
  Empty,
  Fact,
  Facts,
  LinkButton,
  Loading,
  Menu,
  MenuItem,
  Money,
  Page,
  Table,
  toast,
} from '../../ui';
import { SubscriptionTable } from '../subscriptions/table';
import { Thresholds } from '../shared/thresholds';
import { priceOf, propertiesOf, tiersOf } from './charges';
import { Simulator } from './simulator';

type Plan = Schemas['Plan'];
type Charge = Schemas['Charge'];

/** One plan: its prices, and a simulator that explains them. */
export function PlanPage() {
  const { id } = useParams({ from: '/signed-in/plans/$id' });
  const { data, error } = useRecord('/v1/plans/{id}', { path: { id } });
  if (data === undefined) return error === null ? <Loading /> : <Empty title={messageOf(error)} />;
  const { body: plan } = data;
  return (
    <Page
      title={plan.name}
      subtitle={
        <>
          <Code>{plan.code}</Code> version {plan.version}
        </>
      }
      actions={<Actions plan={plan} />}
    >
      <Card title="Price">
        <Facts>
          <Fact label="Base price">
            <Money cents={plan.amount_cents} currency={plan.currency} /> {plan.interval}, paid{' '}
            {plan.pay_in_advance ? 'in advance' : 'at the end'}
          </Fact>
          {plan.trial_period_days > 0 && <Fact label="Trial">{plan.trial_period_days} days</Fact>}
          <Fact label="Taxes">{plan.tax_codes.join(', ') || 'those of the customer'}</Fact>
          {plan.description !== null && <Fact label="Description">{plan.description}</Fact>}
        </Facts>
      </Card>
      {plan.charges.map((it) => (
        <ChargeCard key={it.id} charge={it} currency={plan.currency} />
      ))}
      {plan.charges.length > 0 && <Simulator plan={plan} />}
      <Thresholds owner="plan" id={id} currency={plan.currency} />
      <Card title="Subscriptions" padded={false}>
        <SubscriptionTable query={{ plan_id: id }} />
      </Card>
    </Page>
  );
}

function ChargeCard({ charge, currency }: { charge: Charge; currency: string }) {
  const properties = charge.properties as Readonly<Record<string, unknown>>;
  const list = tiersOf(charge.charge_model);
  const title = charge.invoice_display_name ?? charge.billable_metric_code;
  const price = priceOf(charge.charge_model);
  const textOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const moneyOf = (value: unknown) => (textOf(value) === '' ? '–' : formatMajor(textOf(value), currency));
  return (
    <Card title={`${title}: ${charge.charge_model.replaceAll('_', ' ')}`} padded={list === undefined}>
      {list === undefined ? (
        <Facts>
          {propertiesOf(charge.charge_model)
            .filter(({ name }) => properties[name] !== undefined && properties[name] !== null)
            .map(({ name, label }) => (
              <Fact key={name} label={label}>
                {name.includes('amount') ? moneyOf(properties[name]) : textOf(properties[name])}
              </Fact>
            ))}
        </Facts>
      ) : (
        <Table
          label={`Tiers of ${title}`}
          rows={properties[list] as readonly Record<string, string | number | null>[]}
          keyOf={(it) => String(it.from_value)}
          columns={[
            { title: 'From', cell: (it) => it.from_value, isNumber: true },
            { title: 'To', cell: (it) => it.to_value ?? 'any number', isNumber: true },
            {
              title: price === 'rate' ? 'Rate' : 'Price per unit',
              cell: (it) => (price === 'rate' ? `${it.rate ?? 0} %` : moneyOf(it[price])),
              isNumber: true,
            },
            { title: 'Flat price', cell: (it) => moneyOf(it.flat_amount), isNumber: true },
          ]}
        />
      )}
    </Card>
  );
}

function Actions({ plan }: { plan: Plan }) {
  const [dialog, setDialog] = useState<'migrate' | 'delete' | null>(null);
  const navigate = useNavigate();
  const mayWrite = useScope('plans:write');
  const close = () => setDialog(null);
  const path = { id: plan.id };
  if (!mayWrite) return null;
  return (
    <>
      <LinkButton to="/plans/$id/edit" params={path} kind="primary">
        Edit
      </LinkButton>
      <Menu label="More">
        <MenuItem onSelect={() => setDialog('migrate')}>Move subscriptions to this version</MenuItem>
        <MenuItem isDangerous onSelect={() => setDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'migrate' && (
        <EditDialog
          title="Move subscriptions to this version"
          fields={[
            {
              kind: 'select',
              name: 'at',
              label: 'When',
              required: true,
              options: [
                { value: 'period_end', label: 'At the end of their billing periods' },
                { value: 'now', label: 'Now' },
              ],
            },
          ]}
          record={{ at: 'period_end' }}
          action="Move"
          onSubmit={(body) => change('post', '/v1/plans/{id}/migrate', { path, body })}
          onSaved={() => toast('The subscriptions are being moved.')}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <Confirm
          title={`Delete ${plan.name}?`}
          action="Delete"
          onClose={close}
          onConfirm={async () => {
            await change('delete', '/v1/plans/{id}', { path });
            await navigate({ to: '/plans' });
          }}
        >
          Plans with subscriptions cannot be deleted.
        </Confirm>
      )}
    </>
  );
}
