import type { Schemas } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { messageOf } from '../../lib/errors';
import { formatMoney } from '../../lib/money';
import { Loading, Note } from '../../ui';
import { Steps } from '../shared/steps';
import { usePlanOf } from './fees';

interface FeeStepsProps {
  fee: Schemas['InvoiceFee'];
  invoice: Schemas['Invoice'];
}

/**
 * How a charge came to its amount: the units of the fee through the plan's simulation. Where that comes to another
 * amount, since the plan has changed or the charge is prorated, it says so.
 */
export function FeeSteps({ fee, invoice }: FeeStepsProps) {
  const plan = usePlanOf(fee);
  const mayRead = useScope('plans:read');
  const { plan_id: planId, billable_metric_code: code, units, events_count: events } = fee;
  const { data, error } = useQuery({
    queryKey: ['steps', planId, code, units, events],
    enabled: mayRead && planId !== null && code !== null,
    queryFn: ({ signal }) =>
      change('post', '/v1/plans/{id}/simulate', {
        path: { id: planId ?? '' },
        body: { usage: [{ billable_metric_code: code, units, events_count: events ?? 0 }] },
        signal,
      }),
    staleTime: Infinity,
  });
  if (!mayRead) return <Note>The steps need the scope plans:read.</Note>;
  if (error !== null) return <Note tone="warn">{messageOf(error)}</Note>;
  if (data === undefined) return <Loading />;
  const charge = data.charges.find((it) => it.billable_metric_code === code);
  if (charge === undefined)
    return <Note tone="warn">The plan as it is now does not charge this metric any more.</Note>;
  const isExact = charge.amount_cents === fee.amount_cents;
  return (
    <section aria-label={`Steps of ${fee.description}`} className="space-y-3">
      <h3 className="font-medium">
        {plan?.name ?? 'The plan'} charges {code} by the model “{charge.charge_model.replaceAll('_', ' ')}”
      </h3>
      <div className="-mx-4">
        <Steps label={`Steps of ${fee.description}`} steps={charge.steps} currency={invoice.currency} />
      </div>
      {!isExact && (
        <Note tone="warn">
          These are the steps of the plan as it is now, which come to{' '}
          {formatMoney(charge.amount_cents, invoice.currency)}. The invoice has{' '}
          {formatMoney(fee.amount_cents, invoice.currency)}: the charge was prorated, depends on single
          events, or the plan has changed since.
        </Note>
      )}
    </section>
  );
}
