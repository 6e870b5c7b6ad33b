import type { Invoice } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { API, billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { Badge, Card } from '../../ui/layout';
import { Time } from '../../ui/time';

/** Payments of an invoice, if there are any. */
export function PaymentsCard({ invoice }: { invoice: Invoice }) {
  const { data } = useLive(['invoice', invoice.id, 'payments'], async (signal) => {
    const page = await billing.payments.list({ invoice_id: invoice.id, limit: 20 }, { signal });
    return page.items;
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <Card title="Payments">
      <ul className="flex flex-col gap-2">
        {data.map((it) => (
          <li key={it.id} className="flex flex-wrap justify-between gap-2">
            <span>
              <Link to="/payments/$id" params={{ id: it.id }}>
                <Amount cents={it.amount_cents} currency={it.currency} />
              </Link>{' '}
              <Badge>{it.status}</Badge>
            </span>
            <span className="text-muted">
              {it.provider} · <Time at={it.completed_at ?? it.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Credit notes on an invoice, if there are any. */
export function CreditNotesCard({ invoice }: { invoice: Invoice }) {
  const { data } = useLive(['invoice', invoice.id, 'credit notes'], async (signal) => {
    const page = await billing.creditNotes.list({ invoice_id: invoice.id, limit: 20 }, { signal });
    return page.items;
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <Card title="Credit notes">
      <ul className="flex flex-col gap-2">
        {data.map((it) => (
          <li key={it.id} className="flex flex-wrap justify-between gap-2">
            <span>
              <Link to="/credit-notes/$id" params={{ id: it.id }}>
                {it.number ?? 'Draft'}
              </Link>{' '}
              <Badge>{it.status}</Badge>
            </span>
            <span className="flex gap-3">
              <Amount cents={it.total_amount_cents} currency={it.currency} />
              <a href={`${API}/v1/credit_notes/${it.id}/document.pdf`} target="_blank" rel="noreferrer">
                PDF
              </a>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
