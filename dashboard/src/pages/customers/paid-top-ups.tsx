import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { Badge, ListView, Money, Quantity, Status, Time } from '../../ui';

type Wallet = Schemas['Wallet'];
type TopUp = Schemas['WalletTopUp'];

/** The credits that a wallet has sold by invoices; nothing where there are none. */
export function PaidTopUps({ wallet: { id, name, currency } }: { wallet: Wallet }) {
  return (
    <ListView
      label={`Paid top-ups of ${name ?? 'the wallet'}`}
      path="/v1/wallets/{id}/top_ups"
      pathValues={{ id }}
      cursor={`top-ups-${id}`}
      limit={5}
      empty={null}
      summary={() => <h3 className="px-4 pt-3 font-medium">Paid top-ups</h3>}
      columns={[
        { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
        { title: 'Credits', cell: (it) => <Quantity of={it.credits} />, isNumber: true },
        {
          title: 'Price',
          cell: (it) => <Money cents={it.amount_cents} currency={currency} />,
          isNumber: true,
        },
        { title: 'Status', cell: (it) => <State topUp={it} /> },
        {
          title: 'Invoice',
          cell: (it) => (
            <Link
              to="/invoices/$id"
              params={{ id: it.invoice_id }}
              search={{ tab: 'payments' }}
              className="text-link underline"
            >
              {it.automatic ? 'by itself' : 'by hand'}
              <span className="sr-only">, invoice of the top-up</span>
            </Link>
          ),
        },
        { title: 'Refunded', cell: (it) => <Refunded topUp={it} currency={currency} />, isNumber: true },
      ]}
    />
  );
}

function State({ topUp: { status, needs_review: needsReview } }: { topUp: TopUp }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Status of={status} />
      {needsReview && <Badge tone="warn">refund it</Badge>}
    </span>
  );
}

/** What refunds took off the balance, and what was spent before. */
function Refunded({ topUp, currency }: { topUp: TopUp; currency: string }) {
  const { taken_back_cents: taken, not_taken_back_cents: spent } = topUp;
  if (taken === 0 && spent === 0) return <>–</>;
  return (
    <>
      <Money cents={taken} currency={currency} />
      {spent > 0 && (
        <span className="block text-xs text-muted">
          <Money cents={spent} currency={currency} /> was spent
        </span>
      )}
    </>
  );
}
