import type { Invoice, InvoiceFee } from '@billing-service/sdk';
import { Amount } from '../../ui/amount';
import { Card, Empty } from '../../ui/layout';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { WhyButton } from './fee-explanation';

/** The lines of an invoice. */
export function Fees({ invoice }: { invoice: Invoice }) {
  return (
    <Card title="Lines">
      {invoice.fees.length === 0 ? (
        <Empty title="No lines">Nothing was used and no price was due in this billing period.</Empty>
      ) : (
        <Table
          label="Lines of the invoice"
          rows={invoice.fees}
          keyOf={(it) => it.id}
          columns={[
            { title: 'Text', cell: (it) => <Description invoice={invoice} fee={it} /> },
            { title: 'Units', align: 'end', cell: (it) => it.units },
            { title: 'Unit price', align: 'end', cell: (it) => it.unit_amount, minor: true },
            {
              title: 'Discount',
              align: 'end',
              cell: (it) => <Amount cents={it.discount_amount_cents} currency={invoice.currency} />,
              minor: true,
            },
            {
              title: 'Taxes',
              align: 'end',
              cell: (it) => <Amount cents={it.taxes_amount_cents} currency={invoice.currency} />,
              minor: true,
            },
            {
              title: 'Amount',
              align: 'end',
              cell: (it) => <Amount cents={it.amount_cents} currency={invoice.currency} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Description({ invoice, fee }: { invoice: Invoice; fee: InvoiceFee }) {
  const { from, to, billed_days: days, period_days: all, events_count: events } = fee;
  return (
    <>
      {fee.description}
      <span className="block text-xs font-normal text-muted">
        {from !== null && to !== null && (
          <>
            <Time at={from} precision="day" /> to <Time at={to} precision="day" />
          </>
        )}
        {days !== null && all !== null && days !== all && ` · ${days} of ${all} days`}
        {events !== null && ` · ${events} events`}
      </span>
      <span className="block text-xs font-normal">
        <WhyButton invoice={invoice} fee={fee} />
      </span>
    </>
  );
}
