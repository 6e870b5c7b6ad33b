import type { Customer } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { timelineOf } from './timeline-entries';

const RECENT = 20;

/** Everything that has happened to a customer, newest first. */
export function Timeline({ customer }: { customer: Customer }) {
  const { data } = useLive(['customer', customer.id, 'timeline'], async (signal) => {
    const query = { customer_id: customer.id, limit: RECENT };
    const [subscriptions, invoices, payments, creditNotes, wallets, emails] = await Promise.all([
      billing.subscriptions.list(query, { signal }),
      billing.invoices.list(query, { signal }),
      billing.payments.list(query, { signal }),
      billing.creditNotes.list(query, { signal }),
      billing.wallets.list(query, { signal }),
      billing.emails.list(query, { signal }),
    ]);
    return {
      subscriptions: subscriptions.items,
      invoices: invoices.items,
      payments: payments.items,
      creditNotes: creditNotes.items,
      wallets: wallets.items,
      emails: emails.items,
    };
  });
  const entries = data === undefined ? [] : timelineOf(customer, data);
  return (
    <Card title="Timeline">
      <ol className="flex flex-col gap-2.5">
        {entries.slice(0, RECENT * 2).map((it) => (
          <li key={`${it.at} ${it.text}`} className="border-s-2 border-line ps-3">
            <p>{it.text}</p>
            <p className="text-xs text-muted">
              <Time at={it.at} precision="second" />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
