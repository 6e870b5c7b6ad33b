import type { Schemas } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import { messageOf } from '../../lib/errors';
import { Badge, Money, Note, Time, toast } from '../../ui';
import { usePlanOptions } from '../shared/options';
import { Line } from './create';

interface ChangePlanProps {
  subscription: Schemas['Subscription'];
  etag: string | null;
  onClose: () => void;
}

/** Changes the plan, with what that means in money before it is made. */
export function ChangePlan({ subscription, etag, onClose }: ChangePlanProps) {
  const plans = usePlanOptions();
  const path = { id: subscription.id };
  return (
    <EditDialog
      title="Change the plan"
      fields={[{ kind: 'select', name: 'plan_code', label: 'New plan', options: plans }]}
      action="Change the plan"
      onSubmit={(body) => change('put', '/v1/subscriptions/{id}', { path, body, etag })}
      onSaved={() => toast('The plan is changed.')}
      onClose={onClose}
    >
      {({ plan_code: code }) =>
        typeof code === 'string' && code !== '' && <Preview id={subscription.id} code={code} />
      }
    </EditDialog>
  );
}

function Preview({ id, code }: { id: string; code: string }) {
  const { data, error } = useQuery({
    queryKey: ['plan change', id, code],
    queryFn: ({ signal }) =>
      change('post', '/v1/subscriptions/{id}/change_plan_preview', {
        path: { id },
        body: { plan_code: code },
        signal,
      }),
    staleTime: 0,
  });
  if (error !== null) return <Note tone="warn">{messageOf(error)}</Note>;
  if (data === undefined) return <Note>Calculating …</Note>;
  const { currency } = data;
  return (
    <section aria-label="What the change means" className="space-y-3 rounded-lg bg-raised p-3">
      <p>
        <Badge tone="accent">{data.change}</Badge> from <Time at={data.effective_at} />
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <Line label="Fee of the new plan for the period" cents={data.fee_amount_cents} currency={currency} />
        {data.credit_amount_cents > 0 && (
          <Line
            label="Credit for the rest of the old plan"
            cents={-data.credit_amount_cents}
            currency={currency}
          />
        )}
      </dl>
      {data.invoices.map((it, index) => (
        <dl key={index} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-2">
          <Line label={`Invoice ${index + 1}: lines`} cents={it.fees_amount_cents} currency={it.currency} />
          {it.coupons_amount_cents > 0 && (
            <Line label="Coupons" cents={-it.coupons_amount_cents} currency={it.currency} />
          )}
          <Line label="Taxes" cents={it.taxes_amount_cents} currency={it.currency} />
          <Line label="Total" cents={it.total_amount_cents} currency={it.currency} isTotal />
        </dl>
      ))}
      {data.invoices.length === 0 && (
        <p className="text-muted">
          No invoice is made at once; the next one has{' '}
          <Money cents={data.fee_amount_cents} currency={currency} />.
        </p>
      )}
    </section>
  );
}
