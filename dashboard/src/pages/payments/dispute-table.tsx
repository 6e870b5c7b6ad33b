import type { Schemas } from '@billing-service/sdk';
import type { ReactNode } from 'react';
import type { Query } from '../../api/client';
import { Dialog, Empty, ListView, Money, Status, Time, type Column } from '../../ui';
import { CustomerName } from '../shared/names';

type Dispute = Schemas['Dispute'];

const CUSTOMER: Column<Dispute> = {
  title: 'Customer',
  cell: (it) => <CustomerName id={it.customer_id} />,
};

/** Disputes, with until when evidence is accepted. */
export function DisputeTable({
  query,
  empty,
  ofAll = false,
}: {
  query: Query;
  empty: ReactNode;
  ofAll?: boolean;
}) {
  return (
    <ListView
      label="Disputes"
      path="/v1/disputes"
      query={query}
      cursor="disputes"
      empty={empty}
      columns={[
        { title: 'Opened', cell: (it) => <Time at={it.created_at} /> },
        ...(ofAll ? [CUSTOMER] : []),
        { title: 'Provider', cell: (it) => it.provider },
        { title: 'Reason', cell: (it) => it.reason?.replaceAll('_', ' ') ?? '–', isMinor: true },
        { title: 'Status', cell: (it) => <State dispute={it} /> },
        { title: 'Answer by', cell: (it) => (it.respond_by === null ? '–' : <Time at={it.respond_by} />) },
        {
          title: 'Amount',
          cell: (it) => <Money cents={it.amount_cents} currency={it.currency} />,
          isNumber: true,
        },
      ]}
    />
  );
}

function State({ dispute: { status, closed_at: closedAt } }: { dispute: Dispute }) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Status of={status} />
      {closedAt !== null && <Time at={closedAt} />}
    </span>
  );
}

/** The disputes of one payment. */
export function PaymentDisputes({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  return (
    <Dialog title="Disputes of the payment" onClose={onClose} wide>
      <DisputeTable
        query={{ payment_id: paymentId }}
        empty={<Empty title="Nobody disputes this payment">Evidence is handed in at the provider.</Empty>}
      />
    </Dialog>
  );
}
