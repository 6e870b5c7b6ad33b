import type { Schemas } from '@billing-service/sdk';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Button, Card, Confirm, Empty, ListView, Money, Status, Time } from '../../ui';
import { useCouponOptions } from '../shared/options';

type AppliedCoupon = Schemas['AppliedCoupon'];

/** The coupons that have been applied to a customer. */
export function CustomerCoupons({ customerId }: { customerId: string }) {
  const [dialog, setDialog] = useState<'apply' | AppliedCoupon | null>(null);
  const mayWrite = useScope('coupons:write');
  const path = { id: customerId };
  const close = () => setDialog(null);
  const apply = mayWrite && <Button onClick={() => setDialog('apply')}>Apply a coupon</Button>;
  return (
    <Card title="Applied coupons" actions={apply} padded={false}>
      <ListView
        label="Applied coupons"
        path="/v1/customers/{id}/coupons"
        pathValues={path}
        cursor="coupons"
        empty={
          <Empty title="No coupons applied" icon={Ticket}>
            An applied coupon is deducted from the next invoices of the customer, before taxes.
          </Empty>
        }
        columns={[
          { title: 'Coupon', cell: (it) => it.code },
          { title: 'Status', cell: (it) => <Status of={it.status} /> },
          { title: 'Discount', cell: (it) => <Discount coupon={it} />, isNumber: true },
          { title: 'Left', cell: (it) => leftOf(it), isMinor: true },
          { title: 'Applied', cell: (it) => <Time at={it.created_at} />, isMinor: true },
          {
            title: 'Action',
            cell: (it) =>
              mayWrite &&
              it.status === 'active' && (
                <Button kind="quiet" onClick={() => setDialog(it)}>
                  End
                </Button>
              ),
          },
        ]}
      />
      {dialog === 'apply' && <ApplyCoupon customerId={customerId} onClose={close} />}
      {dialog !== null && dialog !== 'apply' && (
        <Confirm
          title={`End ${dialog.code}?`}
          action="End"
          onClose={close}
          onConfirm={() =>
            change('delete', '/v1/customers/{id}/coupons/{applied_coupon_id}', {
              path: { ...path, applied_coupon_id: dialog.id },
            })
          }
        >
          It is not deducted from later invoices. What it was deducted from stays as it is.
        </Confirm>
      )}
    </Card>
  );
}

interface DiscountProps {
  coupon: Pick<AppliedCoupon, 'amount_cents' | 'currency' | 'percentage_rate'>;
}

/** What a coupon takes off: an amount or a percentage. */
export function Discount({
  coupon: { amount_cents: cents, currency, percentage_rate: rate },
}: DiscountProps) {
  if (cents !== null && currency !== null) return <Money cents={cents} currency={currency} />;
  return <>{rate} %</>;
}

function leftOf({ frequency, frequency_duration_remaining: left }: AppliedCoupon): string {
  if (frequency === 'forever') return 'forever';
  if (frequency === 'recurring') return `${left ?? 0} invoices`;
  return 'once';
}

function ApplyCoupon({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const coupons = useCouponOptions();
  return (
    <EditDialog
      title="Apply a coupon"
      fields={[{ kind: 'select', name: 'coupon_code', label: 'Coupon', options: coupons }]}
      action="Apply"
      onSubmit={(body) => change('post', '/v1/customers/{id}/coupons', { path: { id: customerId }, body })}
      onClose={onClose}
    />
  );
}
