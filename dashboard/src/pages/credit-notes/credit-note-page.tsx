import type { CreditNote } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { ConfirmButton } from '../../ui/confirm';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { Table } from '../../ui/table';
import { Day, Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { DocumentCard } from '../invoices/document-card';
import { InvoiceLink } from '../invoices/invoice-link';
import { reasonName } from './reason-name';
import { creditNoteRoute } from './routes';

export function CreditNotePage() {
  const { id } = creditNoteRoute.useParams();
  const { data: note, error } = useLive(['credit note', id], (signal) =>
    billing.creditNotes.get(id, { signal }),
  );
  if (note === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle
        title={note.number === null ? 'Draft credit note' : `Credit note ${note.number}`}
        hint={<Badge>{note.status}</Badge>}
      >
        <Actions note={note} />
      </PageTitle>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Items note={note} />
          <DocumentCard path={`/v1/credit_notes/${note.id}/document`} version={note.updated_at} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Amounts note={note} />
          <Details note={note} />
        </div>
      </div>
    </>
  );
}

function Actions({ note }: { note: CreditNote }) {
  const { id, status } = note;
  const isCreditOnly = note.refund_amount_cents === 0 && note.offset_amount_cents === 0;
  const isUnused = note.balance_amount_cents === note.credit_amount_cents;
  return (
    <>
      {status === 'draft' && (
        <ConfirmButton label="Finalize" look="primary" act={() => billing.creditNotes.finalize(id)}>
          The credit note takes effect. After that, its amounts cannot change.
        </ConfirmButton>
      )}
      {(status === 'draft' || (status === 'finalized' && isCreditOnly && isUnused)) && (
        <ConfirmButton label="Void" look="danger" act={() => billing.creditNotes.void(id)}>
          The credit note has no effect any more, and its lines can be credited again. This cannot be undone.
        </ConfirmButton>
      )}
    </>
  );
}

/** The credited lines, by the texts of the invoice. */
function Items({ note }: { note: CreditNote }) {
  const { currency, invoice_id: invoiceId } = note;
  const { data: invoice } = useLive(['invoice', invoiceId], (signal) =>
    billing.invoices.get(invoiceId, { signal }),
  );
  const textOf = (feeId: string): string =>
    invoice?.fees.find((it) => it.id === feeId)?.description ?? 'Line of the invoice';
  return (
    <Card title="Lines">
      <Table
        label="Lines of the credit note"
        rows={note.items}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Text', cell: (it) => textOf(it.fee_id) },
          {
            title: 'Taxes',
            align: 'end',
            cell: (it) => <Amount cents={it.taxes_amount_cents} currency={currency} />,
          },
          {
            title: 'Amount',
            align: 'end',
            cell: (it) => <Amount cents={it.amount_cents} currency={currency} />,
          },
        ]}
      />
    </Card>
  );
}

function Amounts({ note }: { note: CreditNote }) {
  const money = (cents: number) => <Amount cents={cents} currency={note.currency} />;
  const unlessZero = (cents: number) => cents > 0 && money(cents);
  return (
    <Card title="Amounts">
      <Facts
        of={[
          ...note.taxes.map((it) => [`${it.name} ${it.rate} %`, money(it.amount_cents)] as const),
          ['Total', money(note.total_amount_cents)],
          ['As credit', unlessZero(note.credit_amount_cents)],
          ['Credit left', note.status === 'finalized' && money(note.balance_amount_cents)],
          ['As refund', unlessZero(note.refund_amount_cents)],
          ['State of the refund', note.refund_status !== null && <Badge>{note.refund_status}</Badge>],
          ['Off the amount due', unlessZero(note.offset_amount_cents)],
        ]}
      />
    </Card>
  );
}

function Details({ note }: { note: CreditNote }) {
  const at = (instant: string | null) => instant !== null && <Time at={instant} />;
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Customer', <CustomerLink key="customer" id={note.customer_id} />],
          ['Credits', <InvoiceLink key="invoice" id={note.invoice_id} />],
          ['Reason', reasonName(note.reason)],
          ['Description', note.description],
          ['Issued', note.issuing_date !== null && <Day date={note.issuing_date} />],
          ['Created', at(note.created_at)],
          ['Finalized', at(note.finalized_at)],
          ['Voided', at(note.voided_at)],
        ]}
      />
    </Card>
  );
}
