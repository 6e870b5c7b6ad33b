import type { Schemas } from '@billing-service/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { change } from '../../api/client';
import { messageOf } from '../../lib/errors';
import { Card, ErrorNote, Money } from '../../ui';
import { Steps } from '../shared/steps';

type Plan = Schemas['Plan'];
type Charge = Schemas['Charge'];

/** The range of the slider; the field beside it takes any number. */
const SLIDER_MAX = 10_000;

/** What usage would cost, with every step of the calculation. */
export function Simulator({ plan }: { plan: Plan }) {
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({});
  const usage = plan.charges.map(({ billable_metric_code: code }) => {
    const typed = (units[code] ?? '0').trim().replace(',', '.');
    return { billable_metric_code: code, units: typed === '' ? '0' : typed, events_count: 1 };
  });
  const body = useDeferredValue(JSON.stringify({ usage }));
  const { data, error } = useQuery({
    queryKey: ['simulation', plan.id, plan.version, body],
    queryFn: ({ signal }) =>
      change('post', '/v1/plans/{id}/simulate', {
        path: { id: plan.id },
        body: JSON.parse(body) as unknown,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return (
    <Card
      title="Simulator"
      actions={
        data !== undefined && (
          <p role="status" className="text-base font-semibold">
            <span className="sr-only">Total </span>
            <Money cents={data.amount_cents} currency={data.currency} />
            <span className="font-normal text-muted"> with the base price</span>
          </p>
        )
      }
    >
      {error !== null && <ErrorNote className="mb-4">{messageOf(error)}</ErrorNote>}
      <div className="space-y-6">
        {plan.charges.map((charge) => (
          <Usage
            key={charge.id}
            charge={charge}
            units={units[charge.billable_metric_code] ?? '0'}
            onChange={(it) => setUnits({ ...units, [charge.billable_metric_code]: it })}
            result={data?.charges.find((it) => it.billable_metric_code === charge.billable_metric_code)}
            currency={plan.currency}
          />
        ))}
      </div>
    </Card>
  );
}

interface UsageProps {
  charge: Charge;
  units: string;
  onChange: (units: string) => void;
  result: Schemas['SimulatedCharge'] | undefined;
  currency: string;
}

function Usage({ charge, units, onChange, result, currency }: UsageProps) {
  const id = useId();
  const name = charge.invoice_display_name ?? charge.billable_metric_code;
  const value = Number(units.replace(',', '.'));
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="w-32 font-medium">
          {name}
        </label>
        <input
          type="range"
          aria-label={`${name}, slider`}
          className="min-w-32 flex-1 accent-accent"
          min={0}
          max={SLIDER_MAX}
          step={10}
          value={Number.isFinite(value) ? Math.min(value, SLIDER_MAX) : 0}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          className="input num !w-28"
          inputMode="decimal"
          value={units}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className="w-24 text-right font-medium">
          {result !== undefined && <Money cents={result.amount_cents} currency={currency} />}
        </span>
      </div>
      {result !== undefined && result.steps.length > 0 && (
        <div className="-mx-4">
          <Steps label={`Steps of ${name}`} steps={result.steps} currency={currency} />
        </div>
      )}
    </div>
  );
}
