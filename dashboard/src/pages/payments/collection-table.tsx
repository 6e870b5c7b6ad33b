import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { change } from '../../api/client';
import type { Query } from '../../api/client';
import { useScope } from '../../api/session';
import {
  Badge,
  Button,
  Code,
  Confirm,
  Copy,
  ListView,
  Money,
  Status,
  Time,
  toast,
  type Column,
} from '../../ui';
import { CustomerName } from '../shared/names';
import { failureInWords } from './failures';

type Collection = Schemas['Collection'];

interface CollectionTableProps {
  query: Query;
  empty: ReactNode;
  /** Whose collections they are: then the target is shown as well, and without a customer the customer. */
  of: 'invoice' | 'customer' | 'all';
}

/** Tries to collect money, with how they went and what can be done about them. */
export function CollectionTable({ query, empty, of }: CollectionTableProps) {
  const [canceled, setCanceled] = useState<Collection | null>(null);
  const mayWrite = useScope('collections:write');
  return (
    <>
      <ListView
        label="Collections"
        path="/v1/collections"
        query={query}
        cursor="collections"
        empty={empty}
        columns={[
          { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
          ...(of === 'all' ? [CUSTOMER] : []),
          ...(of === 'invoice' ? [] : [TARGET]),
          { title: 'Attempt', cell: (it) => it.attempt_number, isNumber: true, isMinor: true },
          { title: 'By', cell: (it) => `${it.kind} of ${it.provider}` },
          { title: 'Status', cell: (it) => <State collection={it} /> },
          {
            title: 'Amount',
            cell: (it) => <Money cents={it.amount_cents} currency={it.currency} />,
            isNumber: true,
          },
          {
            title: 'Action',
            cell: (it) => (
              <span className="flex flex-wrap items-center gap-1">
                {it.action_url !== null && (
                  <Copy text={it.action_url} label="Copy the link to pay">
                    Copy link
                  </Copy>
                )}
                {mayWrite && isAlive(it) && (
                  <Button kind="quiet" onClick={() => setCanceled(it)}>
                    Cancel
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {canceled !== null && (
        <Confirm
          title={`Cancel the ${canceled.kind}?`}
          action={`Cancel the ${canceled.kind}`}
          dismiss="Keep it"
          onClose={() => setCanceled(null)}
          onConfirm={async () => {
            await change('post', '/v1/collections/{id}/cancel', { path: { id: canceled.id } });
            toast(`The ${canceled.kind} is canceled.`);
          }}
        >
          {canceled.provider} is told to take no money by it any more. Once money is on its way, the provider
          refuses.
        </Confirm>
      )}
    </>
  );
}

const CUSTOMER: Column<Collection> = {
  title: 'Customer',
  cell: (it) => <CustomerName id={it.customer_id} />,
};

const TARGET: Column<Collection> = {
  title: 'For',
  cell: ({ invoice_id: invoice }) =>
    invoice === null ? (
      'payment request'
    ) : (
      <Link
        to="/invoices/$id"
        params={{ id: invoice }}
        search={{ tab: 'payments' }}
        className="text-link underline"
      >
        invoice
      </Link>
    ),
  isMinor: true,
};

/** Whether it can still take money. */
const isAlive = ({ dead_at: deadAt, status }: Collection): boolean =>
  deadAt === null && status !== 'succeeded';

function State({ collection }: { collection: Collection }) {
  const { status, requires_action: needsPayer, failure_code: code, failure_reason: reason } = collection;
  const failure = failureInWords(code, reason);
  return (
    <div className="max-w-xs">
      <span className="flex flex-wrap gap-1">
        <Status of={status} />
        {needsPayer && <Badge tone="warn">payer must authenticate</Badge>}
      </span>
      {failure !== null && (
        <p className="mt-1 text-xs break-words text-muted">
          {failure} {code !== null && <Code>{code}</Code>}
        </p>
      )}
      {status === 'unknown' && (
        <p className="mt-1 text-xs text-muted">The answer was lost; the provider is being asked.</p>
      )}
    </div>
  );
}
