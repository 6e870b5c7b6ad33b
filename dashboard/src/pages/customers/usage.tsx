import type { Schemas } from '@billing-service/sdk';
import { usePage, useRecord } from '../../api/hooks';
import { useScope, useSession } from '../../api/session';
import { formatMoney } from '../../lib/money';
import { formatDay, formatLastDay } from '../../lib/dates';
import { Bar, Card, Empty, Loading, Money, Quantity, Table } from '../../ui';

type Subscription = Schemas['Subscription'];
type Threshold = Schemas['UsageThreshold'];

/** Current usage of every active subscription of a customer. */
export function CurrentUsageCards({ customerId }: { customerId: string }) {
  const mayRead = useScope('events:read');
  const { data } = usePage('/v1/subscriptions', {
    query: { customer_id: customerId, status: 'active', limit: 10 },
    enabled: mayRead,
  });
  return data?.items.map((it) => <CurrentUsage key={it.id} subscription={it} />);
}

/** What a subscription has consumed in its billing period so far, and how far that is from its thresholds. */
export function CurrentUsage({ subscription }: { subscription: Subscription }) {
  const { id, customer_id: customerId, external_id: externalId, name } = subscription;
  const { timezone } = useSession().organization;
  const usage = useRecord('/v1/customers/{id}/current_usage', {
    path: { id: customerId },
    query: { subscription_id: id },
    enabled: useScope('events:read'),
  });
  const thresholds = useThresholds(subscription);
  const title = `Current usage of ${name ?? externalId}`;
  if (usage.data === undefined) return <Card title={title}>{usage.isPending && <Loading />}</Card>;
  const { currency, from, to, amount_cents: amount, charges } = usage.data.body;
  return (
    <Card
      title={title}
      actions={
        <span className="text-muted">
          {formatDay(from, timezone)} – {formatLastDay(to, timezone)}
        </span>
      }
      padded={false}
    >
      {thresholds.length > 0 && (
        <ul className="space-y-3 border-b border-line p-4">
          {thresholds.map((it) => (
            <ThresholdBar key={it.id} threshold={it} amount={amount} currency={currency} />
          ))}
        </ul>
      )}
      {charges.length === 0 ? (
        <Empty title="The plan charges no usage" />
      ) : (
        <Table
          label={title}
          rows={charges}
          keyOf={(it) => it.billable_metric_code}
          columns={[
            { title: 'Charge', cell: (it) => it.invoice_display_name ?? it.billable_metric_code },
            { title: 'Model', cell: (it) => it.charge_model.replaceAll('_', ' '), isMinor: true },
            {
              title: 'Events',
              cell: (it) => <Quantity of={it.events_count} />,
              isNumber: true,
              isMinor: true,
            },
            { title: 'Units', cell: (it) => <Quantity of={it.units} />, isNumber: true },
            { title: 'Share', cell: (it) => <Share cents={it.amount_cents} of={amount} />, isMinor: true },
            {
              title: 'Amount',
              cell: (it) => <Money cents={it.amount_cents} currency={currency} />,
              isNumber: true,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Share({ cents, of }: { cents: number; of: number }) {
  return (
    <div className="w-28 pt-1.5">
      <Bar share={of === 0 ? 0 : cents / of} label="Share of the usage amount" />
    </div>
  );
}

/** The thresholds that apply: those of the subscription replace those of its plan. */
function useThresholds({ id, plan_id: planId }: Subscription): readonly Threshold[] {
  const enabled = useScope('usage_thresholds:read');
  const own = usePage('/v1/subscriptions/{id}/usage_thresholds', { path: { id }, enabled, every: false });
  const ofPlan = usePage('/v1/plans/{id}/usage_thresholds', { path: { id: planId }, enabled, every: false });
  if (own.data === undefined) return [];
  return own.data.items.length > 0 ? own.data.items : (ofPlan.data?.items ?? []);
}

interface ThresholdBarProps {
  threshold: Threshold;
  amount: number;
  currency: string;
}

function ThresholdBar({ threshold, amount, currency }: ThresholdBarProps) {
  const { amount_cents: limit, threshold_display_name: name, recurring } = threshold;
  // A recurring threshold is crossed at each of its multiples: the next one counts.
  const next = recurring ? limit * (Math.floor(amount / limit) + 1) : limit;
  const share = amount / next;
  const label = `${name ?? 'Threshold'}: ${formatMoney(amount, currency)} of ${formatMoney(next, currency)}`;
  return (
    <li>
      <div className="mb-1 flex flex-wrap justify-between gap-2">
        <span>{name ?? 'Threshold'}</span>
        <span className="num text-muted">
          <Money cents={amount} currency={currency} className="text-ink" /> of{' '}
          <Money cents={next} currency={currency} />
        </span>
      </div>
      <Bar share={share} label={label} tone={share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'accent'} />
    </li>
  );
}
