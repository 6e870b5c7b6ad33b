import type { Schemas } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import type { FieldSpec, Option, Values } from '../../forms/fields';
import { fromLocalInput } from '../../lib/dates';
import { messageOf } from '../../lib/errors';
import { Money, Note, toast } from '../../ui';
import { usePlanOptions } from '../shared/options';

const fieldsOf = (plans: readonly Option[], hasCustomer: boolean): readonly FieldSpec[] => [
  ...(hasCustomer
    ? []
    : [
        {
          kind: 'text',
          name: 'external_customer_id',
          label: 'Customer',
          required: true,
          hint: 'The external id of the customer.',
        } as const,
      ]),
  { kind: 'select', name: 'plan_code', label: 'Plan', options: plans },
  {
    kind: 'text',
    name: 'external_id',
    label: 'External id',
    required: true,
    hint: 'The id of your own system; usage events name it.',
  },
  { kind: 'text', name: 'name', label: 'Name' },
  {
    kind: 'select',
    name: 'billing_time',
    label: 'Billing periods',
    required: true,
    options: [
      { value: 'calendar', label: 'Calendar: from the first of a month, a quarter, a year' },
      { value: 'anniversary', label: 'Anniversary: from the day of the start' },
    ],
  },
  {
    kind: 'instant',
    name: 'subscription_at',
    label: 'Starts',
    hint: 'Now if empty. Later: it is pending until then.',
  },
  { kind: 'instant', name: 'ending_at', label: 'Ends' },
];

interface CreateSubscriptionProps {
  customerId?: string;
  onClose: () => void;
}

/** Subscribes a customer to a plan, with its first invoice in money before it is made. */
export function CreateSubscription({ customerId, onClose }: CreateSubscriptionProps) {
  const plans = usePlanOptions();
  const submit = async (body: Record<string, unknown>) => {
    const customer = customerId === undefined ? {} : { customer_id: customerId };
    await change('post', '/v1/subscriptions', { body: { ...body, ...customer } });
    toast('The customer is subscribed.');
  };
  return (
    <EditDialog
      title="Subscribe to a plan"
      fields={fieldsOf(plans, customerId !== undefined)}
      record={{ billing_time: 'calendar' }}
      action="Subscribe"
      onSubmit={submit}
      onClose={onClose}
    >
      {(values) => <FirstInvoice customerId={customerId} values={values} />}
    </EditDialog>
  );
}

/** The first invoice of what the form describes. */
function FirstInvoice({ customerId, values }: { customerId: string | undefined; values: Values }) {
  const {
    plan_code: plan,
    billing_time: billingTime,
    subscription_at: start,
    external_customer_id: external,
  } = values;
  const startsAt = typeof start === 'string' ? fromLocalInput(start) : null;
  const body = useDeferredValue(
    JSON.stringify({
      ...(customerId === undefined ? { external_customer_id: external } : { customer_id: customerId }),
      plan_code: plan,
      billing_time: billingTime,
      ...(startsAt === null ? {} : { subscription_at: startsAt }),
    }),
  );
  const isReady = plan !== '' && plan !== undefined && (customerId !== undefined || external !== '');
  const { data, error } = useQuery({
    queryKey: ['preview', body],
    enabled: isReady,
    queryFn: ({ signal }) =>
      change('post', '/v1/invoices/preview', { body: JSON.parse(body) as unknown, signal }),
  });
  if (!isReady) return null;
  if (error !== null) return <Note tone="warn">{messageOf(error)}</Note>;
  return data === undefined ? <Note>Calculating the first invoice …</Note> : <Preview preview={data} />;
}

function Preview({ preview }: { preview: Schemas['InvoicePreview'] }) {
  const {
    currency,
    fees,
    coupons_amount_cents: coupons,
    taxes_amount_cents: taxes,
    total_amount_cents: total,
  } = preview;
  return (
    <section aria-label="First invoice" className="rounded-lg bg-raised p-3">
      <h3 className="mb-2 font-medium">First invoice, without usage yet</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {fees.map((it) => (
          <Line key={it.description} label={it.description} cents={it.amount_cents} currency={currency} />
        ))}
        {coupons > 0 && <Line label="Coupons" cents={-coupons} currency={currency} />}
        <Line label="Taxes" cents={taxes} currency={currency} />
        <Line label={`Total on ${preview.issuing_date}`} cents={total} currency={currency} isTotal />
      </dl>
    </section>
  );
}

interface LineProps {
  label: string;
  cents: number;
  currency: string;
  isTotal?: boolean;
}

export function Line({ label, cents, currency, isTotal = false }: LineProps) {
  const name = isTotal ? 'border-t border-line-strong pt-1 font-semibold' : '';
  return (
    <>
      <dt className={name}>{label}</dt>
      <dd className={`${name} text-right`}>
        <Money cents={cents} currency={currency} />
      </dd>
    </>
  );
}
