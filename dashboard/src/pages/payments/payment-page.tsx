import type { Payment } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { Copyable } from '../../ui/copyable';
import { FormButton } from '../../ui/form/form-button';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { formatMoney, toDecimal } from '../../ui/money';
import { Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { InvoiceLink } from '../invoices/invoice-link';
import { providerName } from './providers';
import { paymentRoute } from './routes';

export function PaymentPage() {
  const { id } = paymentRoute.useParams();
  const { data: payment, error } = useLive(['payment', id], (signal) => billing.payments.get(id, { signal }));
  if (payment === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  const metadata = Object.entries(payment.metadata);
  return (
    <>
      <PageTitle
        title={`Payment of ${formatMoney(payment.amount_cents, payment.currency)}`}
        hint={<Badge>{payment.status}</Badge>}
      >
        {payment.status === 'succeeded' && <Refund payment={payment} />}
      </PageTitle>
      <div className="flex max-w-3xl flex-col gap-4">
        <Details payment={payment} />
        {metadata.length > 0 && (
          <Card title="Metadata">
            <Facts of={metadata.map(([name, value]) => [name, value])} />
          </Card>
        )}
      </div>
    </>
  );
}

function Details({ payment: it }: { payment: Payment }) {
  const money = (cents: number) => cents > 0 && <Amount cents={cents} currency={it.currency} />;
  const id = (text: string | null, label: string) => text !== null && <Copyable text={text} label={label} />;
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Customer', <CustomerLink key="customer" id={it.customer_id} />],
          ['Pays', <Target key="target" payment={it} />],
          ['Refunded', money(it.refunded_amount_cents)],
          ['Reversed', money(it.reversed_amount_cents)],
          ['Failure', it.failure_reason],
          ['Provider', providerName(it.provider)],
          ['Payment at the provider', id(it.provider_payment_id, 'ID of the payment')],
          ['Checkout at the provider', id(it.provider_checkout_id, 'ID of the checkout')],
          ['Reference', it.reference],
          ['Created', <Time key="created" at={it.created_at} />],
          ['Completed', it.completed_at !== null && <Time at={it.completed_at} />],
        ]}
      />
    </Card>
  );
}

function Target({ payment }: { payment: Payment }) {
  if (payment.invoice_id !== null) return <InvoiceLink id={payment.invoice_id} />;
  return payment.payment_request_id === null ? payment.target_kind : 'Payment request for overdue invoices';
}

function Refund({ payment }: { payment: Payment }) {
  const { id, currency } = payment;
  const left = payment.amount_cents - payment.refunded_amount_cents - payment.reversed_amount_cents;
  return (
    <FormButton
      label="Record refund"
      description="For money that you returned outside of the payment provider: this sends no money. The invoice stays paid; to reduce it, credit it."
      fields={[
        {
          name: 'amount_cents',
          label: 'Amount',
          kind: 'amount',
          required: true,
          currency: () => currency,
          initial: toDecimal(left, currency),
        },
      ]}
      send={(body) => billing.payments.refund(id, body)}
    />
  );
}
