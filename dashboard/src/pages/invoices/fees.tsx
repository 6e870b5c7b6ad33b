import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { useRecord } from '../../api/hooks';
import { useScope, useSession } from '../../api/session';
import { formatDay, formatLastDay } from '../../lib/dates';
import { formatMajor } from '../../lib/money';
import { Button, Card, Money, Quantity } from '../../ui';
import { FeeEvents } from './fee-events';
import { FeeSteps } from './fee-steps';

type Invoice = Schemas['Invoice'];
type Fee = Schemas['InvoiceFee'];

/** Every line of an invoice, explained down to the events, and the way from the lines to what is to pay. */
export function InvoiceFees({ invoice }: { invoice: Invoice }) {
  return (
    <>
      {invoice.fees.map((fee) => (
        <FeeCard key={fee.id} fee={fee} invoice={invoice} />
      ))}
      <Sums invoice={invoice} />
    </>
  );
}

function FeeCard({ fee, invoice }: { fee: Fee; invoice: Invoice }) {
  const [isOpen, setOpen] = useState(false);
  const { currency } = invoice;
  const isCharge = fee.charge_id !== null;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-medium">{fee.description}</h2>
          <p className="text-muted">
            <Origin fee={fee} currency={currency} />
          </p>
        </div>
        <div className="flex items-center gap-3">
          {isCharge && (
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide the steps' : 'Explain'}
              <span className="sr-only"> {fee.description}</span>
            </Button>
          )}
          <Money cents={fee.amount_cents} currency={currency} className="text-base font-semibold" />
        </div>
      </div>
      {isOpen && (
        <div className="mt-4 space-y-5 border-t border-line pt-4">
          <FeeSteps fee={fee} invoice={invoice} />
          <FeeEvents fee={fee} invoice={invoice} />
        </div>
      )}
      <Deductions fee={fee} currency={currency} />
    </Card>
  );
}

/** What the amount of a fee was made of, in a sentence. */
function Origin({ fee, currency }: { fee: Fee; currency: string }) {
  const { timezone } = useSession().organization;
  const {
    from,
    to,
    billed_days: billed,
    period_days: days,
    events_count: events,
    units,
    unit_amount: price,
  } = fee;
  const period =
    from !== null && to !== null && `${formatDay(from, timezone)} – ${formatLastDay(to, timezone)}`;
  return (
    <>
      <Quantity of={units} /> {price === null ? 'units' : `× ${formatMajor(price, currency)}`}
      {events !== null && (
        <>
          {' '}
          from <Quantity of={events} /> events
        </>
      )}
      {billed !== null && days !== null && billed !== days && `, ${billed} of ${days} days`}
      {period !== false && `, ${period}`}
    </>
  );
}

function Deductions({ fee, currency }: { fee: Fee; currency: string }) {
  if (fee.discount_amount_cents === 0 && fee.applied_taxes.length === 0) return null;
  return (
    <p className="num mt-3 text-xs text-muted">
      {fee.discount_amount_cents > 0 && (
        <>
          Discount <Money cents={-fee.discount_amount_cents} currency={currency} /> · net{' '}
          <Money cents={fee.net_amount_cents} currency={currency} /> ·{' '}
        </>
      )}
      {fee.applied_taxes.map(({ code, name, rate }) => `${name} (${code}) ${rate} %`).join(', ')}
      {fee.applied_taxes.length > 0 && (
        <>
          {' '}
          = <Money cents={fee.taxes_amount_cents} currency={currency} /> tax
        </>
      )}
    </p>
  );
}

/** The sums, in the order in which they are calculated. */
function Sums({ invoice }: { invoice: Invoice }) {
  const { currency } = invoice;
  const steps: readonly [string, number, boolean][] = [
    ['Sum of the lines', invoice.fees_amount_cents, false],
    ...invoice.coupons.map((it): [string, number, boolean] => [`Coupon ${it.name}`, -it.amount_cents, false]),
    ['Taxes', invoice.taxes_amount_cents, false],
    ['Credit notes', -invoice.credit_notes_amount_cents, false],
    ['Prepaid credits', -invoice.prepaid_credit_amount_cents, false],
    ['Total', invoice.total_amount_cents, true],
    ['Paid', -invoice.amount_paid_cents, false],
    ['Taken off by credit notes', -invoice.offset_amount_cents, false],
    ['To pay', invoice.amount_due_cents, true],
  ];
  const shown = steps.filter(([label, cents, isSum]) => isSum || cents !== 0 || label.startsWith('Sum'));
  return (
    <Card title="From the lines to what is to pay">
      <dl className="ml-auto max-w-md space-y-1.5">
        {shown.map(([label, cents, isSum]) => (
          <div
            key={label}
            className={
              isSum
                ? 'flex justify-between border-t border-line-strong pt-1.5 font-semibold'
                : 'flex justify-between'
            }
          >
            <dt>{label}</dt>
            <dd>
              <Money cents={cents === 0 ? 0 : cents} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The plan by which a fee was charged; undefined while it is not known. */
export function usePlanOf(fee: Fee): Schemas['Plan'] | undefined {
  const { data } = useRecord('/v1/plans/{id}', {
    path: { id: fee.plan_id ?? '' },
    enabled: useScope('plans:read') && fee.plan_id !== null,
    every: false,
  });
  return data?.body;
}
