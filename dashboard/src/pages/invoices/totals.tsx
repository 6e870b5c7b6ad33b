import type { Invoice } from '@billing-service/sdk';
import { Amount } from '../../ui/amount';
import { Card } from '../../ui/layout';

/** The steps from the fees to the amount due (docs/concepts.md#why-an-invoice-has-its-amount). */
export function Totals({ invoice }: { invoice: Invoice }) {
  const { currency } = invoice;
  const steps: readonly (readonly [string, number, 'sum' | 'part' | 'minus'])[] = [
    ['Fees', invoice.fees_amount_cents, 'part'],
    ['Coupons', invoice.coupons_amount_cents, 'minus'],
    ...invoice.taxes.map((it) => [`${it.name} ${it.rate} %`, it.amount_cents, 'part'] as const),
    ['Credit notes', invoice.credit_notes_amount_cents, 'minus'],
    ['Wallets', invoice.prepaid_credit_amount_cents, 'minus'],
    ['Total', invoice.total_amount_cents, 'sum'],
    ['Paid', invoice.amount_paid_cents, 'minus'],
    ['Credited on this invoice', invoice.offset_amount_cents, 'minus'],
    ['Amount due', invoice.amount_due_cents, 'sum'],
  ];
  return (
    <Card title="Total">
      <dl className="flex flex-col gap-1">
        {steps
          .filter(([, cents, kind]) => cents !== 0 || kind === 'sum')
          .map(([label, cents, kind]) => (
            <div
              key={label}
              className={`flex justify-between gap-3 ${kind === 'sum' ? 'border-t border-line pt-1 font-semibold' : ''}`}
            >
              <dt>{label}</dt>
              <dd>
                <Amount cents={kind === 'minus' ? -cents : cents} currency={currency} />
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
