import type { Coupon, CreateCoupon } from '@billing-service/sdk';
import { useMetrics, usePlans } from '../../api/choices';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Empty, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import { Time } from '../../ui/time';
import { couponFields } from './coupon-fields';
import { couponChange, discountOf, frequencyOf } from './coupon-terms';
import { couponsRoute } from './routes';

export function CouponsPage() {
  const search = couponsRoute.useSearch();
  const fields = useFields();
  return (
    <>
      <PageTitle
        title="Coupons"
        hint="A coupon lowers the bills of subscriptions before taxes, once you apply it to a customer."
      >
        <NewCoupon fields={fields} />
      </PageTitle>
      <List
        label="Coupons of the organization"
        search={search}
        load={(query, signal) => billing.coupons.list(query, { signal })}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Name', cell: (it) => it.name },
          { title: 'Code', cell: (it) => <code>{it.code}</code> },
          { title: 'Discount', cell: discountOf, align: 'end' },
          { title: 'Lowers', cell: frequencyOf, minor: true },
          { title: 'Only for', cell: limitsOf, minor: true },
          {
            title: 'Expires',
            cell: (it) => (it.expiration_at === null ? 'never' : <Time at={it.expiration_at} />),
            minor: true,
          },
          { title: 'Actions', cell: (it) => <Actions coupon={it} fields={fields} />, align: 'end' },
        ]}
        empty={
          <Empty title="No coupons">
            A coupon is an amount or a percentage off. Create one here, then apply it on the page of a
            customer.
          </Empty>
        }
      />
    </>
  );
}

function useFields(): readonly Field[] {
  const plans = usePlans();
  const metrics = useMetrics();
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  return couponFields(plans ?? [], metrics ?? []).map((it) =>
    it.kind === 'instant' ? { ...it, timeZone } : it,
  );
}

function limitsOf({ plan_codes: plans, billable_metric_codes: metrics }: Coupon): string {
  const codes = [...plans, ...metrics];
  return codes.length === 0 ? 'no limit' : codes.join(', ');
}

function NewCoupon({ fields }: { fields: readonly Field[] }) {
  return (
    <FormButton
      label="New coupon"
      look="primary"
      submit="Create coupon"
      fields={fields}
      send={(body) => billing.coupons.create(body as unknown as CreateCoupon)}
    />
  );
}

function Actions({ coupon, fields }: { coupon: Coupon; fields: readonly Field[] }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <EditButton
        title={`Edit ${coupon.name}`}
        description="Once the coupon has been applied to a customer, only its name and its expiration can change."
        fields={fields.filter((it) => it.name !== 'code')}
        load={() => billing.coupons.get(coupon.id)}
        send={(body, options) => billing.coupons.update(coupon.id, couponChange(body), options)}
      />
      <ConfirmButton label="Delete" look="danger" act={() => billing.coupons.delete(coupon.id)}>
        Deletes the coupon {coupon.name} and ends it for all customers who have it. Final invoices keep their
        discounts. The code can be used again.
      </ConfirmButton>
    </div>
  );
}
