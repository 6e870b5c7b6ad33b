import type { InvoiceSeries, MrrSeries } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { Card } from '../../ui/layout';
import { formatMoney } from '../../ui/money';
import { Trend } from '../../ui/trend';
import { Figure } from './figure';

/** What customers owe, by currency. */
export function ReceivablesCard() {
  const { data } = useLive(['home', 'invoices'], (signal) => billing.analytics.getInvoice({}, { signal }));
  return (
    <Card title="Open invoices">
      {data === undefined && <p className="text-muted">Loading …</p>}
      {data?.data.length === 0 && <p className="text-muted">Nothing is owed.</p>}
      {data?.data.map((it) => (
        <Receivables key={it.currency} of={it} />
      ))}
    </Card>
  );
}

function Receivables({ of: it }: { of: InvoiceSeries }) {
  const paid = it.series.reduce((sum, day) => sum + day.paid_amount_cents, 0);
  return (
    <>
      <Figure
        label={
          <Link to="/invoices" search={{ status: 'finalized' }}>
            Open ({it.open_count})
          </Link>
        }
      >
        <Amount cents={it.open_amount_cents} currency={it.currency} />
      </Figure>
      <Figure
        label={
          <Link to="/invoices" search={{ payment_overdue: 'true' }}>
            Overdue ({it.overdue_count})
          </Link>
        }
      >
        <Amount cents={it.overdue_amount_cents} currency={it.currency} />
      </Figure>
      <Figure label="Paid in 30 days">
        <Amount cents={paid} currency={it.currency} />
      </Figure>
    </>
  );
}

/** Monthly recurring revenue (docs/concepts.md#analytics), by currency. */
export function RecurringCard() {
  const { data } = useLive(['home', 'mrr'], (signal) => billing.analytics.getMrr({}, { signal }));
  return (
    <Card title="Monthly recurring revenue">
      {data === undefined && <p className="text-muted">Loading …</p>}
      {data?.data.length === 0 && (
        <p className="text-muted">The prices of active subscriptions, per month. There are none yet.</p>
      )}
      {data?.data.map((it) => (
        <Recurring key={it.currency} of={it} />
      ))}
    </Card>
  );
}

function Recurring({ of: { currency, series } }: { of: MrrSeries }) {
  const values = series.map((it) => it.mrr_cents);
  const now = values.at(-1) ?? 0;
  const then = values[0] ?? 0;
  return (
    <div>
      <Figure label={currency}>
        <Amount cents={now} currency={currency} />
      </Figure>
      <Trend
        values={values}
        label={`In the last ${values.length} days: from ${formatMoney(then, currency)} to ${formatMoney(now, currency)}`}
      />
    </div>
  );
}
