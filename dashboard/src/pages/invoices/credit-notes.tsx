import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { Button, Card, Empty, ListView, Money, Status, Time, useAction } from '../../ui';
import { SendEmail } from '../emails/send';

type CreditNote = Schemas['CreditNote'];

/** The credit notes of an invoice. */
export function InvoiceCreditNotes({ invoice }: { invoice: Schemas['Invoice'] }) {
  const mayWrite = useScope('credit_notes:write');
  const maySend = useScope('emails:write');
  const [sent, setSent] = useState<CreditNote | null>(null);
  return (
    <Card padded={false}>
      <ListView
        label="Credit notes"
        path="/v1/credit_notes"
        query={{ invoice_id: invoice.id }}
        cursor="notes"
        empty={
          <Empty title="No credit notes">
            A credit note takes back a part of an invoice: as credit for later invoices, as a refund, or off
            what is still to pay.
          </Empty>
        }
        columns={[
          {
            title: 'Credit note',
            cell: (it) => (
              <a
                href={`/dashboard/api/v1/credit_notes/${it.id}/document`}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-link underline"
              >
                {it.number ?? 'Draft'}
                <span className="sr-only">, document in a new tab</span>
              </a>
            ),
          },
          { title: 'Status', cell: (it) => <Status of={it.status} /> },
          { title: 'Reason', cell: (it) => it.reason.replaceAll('_', ' '), isMinor: true },
          { title: 'Time', cell: (it) => <Time at={it.created_at} />, isMinor: true },
          {
            title: 'Total',
            cell: (it) => <Money cents={it.total_amount_cents} currency={it.currency} />,
            isNumber: true,
          },
          {
            title: 'Balance',
            cell: (it) => <Money cents={it.balance_amount_cents} currency={it.currency} />,
            isNumber: true,
            isMinor: true,
          },
          {
            title: 'Action',
            cell: (it) => (
              <span className="flex gap-1">
                {maySend && it.status === 'finalized' && (
                  <Button kind="quiet" onClick={() => setSent(it)}>
                    Send
                  </Button>
                )}
                {mayWrite && <NoteActions note={it} />}
              </span>
            ),
          },
        ]}
      />
      {sent !== null && (
        <SendEmail
          title={`Send ${sent.number ?? 'the credit note'}`}
          path="/v1/credit_notes/{id}/send"
          id={sent.id}
          customerId={sent.customer_id}
          onClose={() => setSent(null)}
        />
      )}
    </Card>
  );
}

function NoteActions({ note: { id, status } }: { note: CreditNote }) {
  const path = { id };
  const finalize = useAction(
    () => change('post', '/v1/credit_notes/{id}/finalize', { path }),
    'The credit note is final.',
  );
  const end = useAction(
    () => change('post', '/v1/credit_notes/{id}/void', { path }),
    'The credit note is void.',
  );
  if (status === 'voided') return null;
  return (
    <span className="flex gap-1">
      {status === 'draft' && (
        <Button kind="quiet" busy={finalize.busy} onClick={finalize.run}>
          Finalize
        </Button>
      )}
      <Button kind="quiet" busy={end.busy} onClick={end.run}>
        Void
      </Button>
    </span>
  );
}
