import type { AppliedCoupon, ApplyCoupon, Coupon, Customer } from '@billing-service/sdk';
import { useCoupons } from '../../api/choices';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { textOf, type Field, type Values } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { FREQUENCIES } from '../coupons/coupon-fields';
import { discountOf, remainderOf } from '../coupons/coupon-terms';

/** Coupons applied to a customer. */
export function CouponsCard({ customer }: { customer: Customer }) {
  const { data } = useLive(['customer', customer.id, 'coupons'], async (signal) => {
    const page = await billing.customers.listAppliedCoupons(customer.id, { limit: 20 }, { signal });
    return page.items;
  });
  return (
    <Card title="Coupons" action={<Apply customer={customer} />}>
      {data?.length === 0 && (
        <p className="text-muted">
          No coupons. A coupon lowers the bills of the customer’s subscriptions before taxes.
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {data?.map((it) => (
          <AppliedSummary key={it.id} applied={it} />
        ))}
      </ul>
    </Card>
  );
}

function AppliedSummary({ applied }: { applied: AppliedCoupon }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        <span className="font-medium">{discountOf(applied)}</span> <code>{applied.code}</code>{' '}
        <Badge>{applied.status}</Badge>
        <span className="block text-muted">
          {applied.status === 'active' && `${remainderOf(applied)}, `}since{' '}
          <Time at={applied.created_at} precision="day" />
          {applied.ended_at !== null && (
            <>
              {', ended '}
              <Time at={applied.ended_at} precision="day" />
            </>
          )}
        </span>
      </span>
      {applied.status === 'active' && (
        <ConfirmButton
          label="End coupon"
          look="danger"
          act={() => billing.customers.endAppliedCoupon(applied.customer_id, applied.id)}
        >
          The coupon lowers no further bill, drafts included. Final invoices keep their discounts. This cannot
          be undone.
        </ConfirmButton>
      )}
    </li>
  );
}

function Apply({ customer }: { customer: Customer }) {
  const coupons = useCoupons() ?? [];
  return (
    <FormButton
      label="Apply coupon"
      description="The customer gets a copy of the coupon’s terms. Terms that you enter here replace them for this customer."
      fields={applyFields(coupons)}
      send={(body) => billing.customers.applyCoupon(customer.id, body as unknown as ApplyCoupon)}
    />
  );
}

function applyFields(coupons: readonly Coupon[]): readonly Field[] {
  const of = (values: Values): Coupon | undefined =>
    coupons.find((it) => it.code === textOf(values, 'coupon_code'));
  return [
    {
      name: 'coupon_code',
      label: 'Coupon',
      kind: 'select',
      required: true,
      options: [
        ['', 'Choose a coupon'],
        ...coupons.map((it) => [it.code, `${it.name} (${discountOf(it)})`] as const),
      ],
      help: coupons.length === 0 ? 'There are no coupons yet. Create one on the page Coupons.' : undefined,
    },
    {
      name: 'amount_cents',
      label: 'Another amount',
      kind: 'amount',
      currency: (values) => of(values)?.currency ?? undefined,
      when: (values) => of(values)?.coupon_type === 'fixed_amount',
    },
    {
      name: 'percentage_rate',
      label: 'Another percentage',
      kind: 'decimal',
      when: (values) => of(values)?.coupon_type === 'percentage',
    },
    {
      name: 'frequency',
      label: 'How often',
      kind: 'select',
      options: [['', 'As in the coupon'], ...FREQUENCIES],
    },
    {
      name: 'frequency_duration',
      label: 'Number of bills',
      kind: 'number',
      when: (values) => values.frequency === 'recurring',
    },
  ];
}
