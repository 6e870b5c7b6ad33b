import { ApiError, type Plan } from '@billing-service/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMetrics } from '../../api/choices';
import { billing } from '../../api/client';
import { Button } from '../../ui/button';
import { Alert, Card } from '../../ui/layout';
import { MeterInputs } from './meter-inputs';
import { SimulatedBill } from './simulated-bill';
import { initialUsage, metersOf, POSITIONS, unitsAt, usageOf, type Entered } from './simulation-usage';

const DEBOUNCE_MS = 120;

const PRESETS = [
  ['None', 0],
  ['Low', 0.4],
  ['Medium', 0.75],
  ['High', 1],
] as const;

/** Prices usage that is entered or dragged, while it changes. The API stores nothing of it. */
export function Simulator({ plan }: { plan: Plan }) {
  const meters = metersOf(plan, useMetrics() ?? []);
  const [entered, setEntered] = useState<Record<string, Entered>>({});
  const usage = usageOf(meters, entered);
  const asked = useDebounced(JSON.stringify(usage));
  const { data, error } = useQuery({
    queryKey: ['simulation', plan.id, plan.version, asked],
    queryFn: ({ signal }) => billing.plans.simulate(plan.id, { usage: usage ?? [] }, { signal }),
    enabled: usage !== null && asked === JSON.stringify(usage),
    refetchInterval: false,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const setAll = (part: number): void =>
    setEntered(
      Object.fromEntries(
        meters.map((it) => [
          it.code,
          { ...(entered[it.code] ?? initialUsage(it)), units: unitsAt(part * POSITIONS, it.most) },
        ]),
      ),
    );
  return (
    <Card
      title="Simulator"
      action={
        meters.length > 0 && (
          <div role="group" aria-label="Usage of all metrics" className="flex flex-wrap gap-1">
            {PRESETS.map(([label, part]) => (
              <Button key={label} onClick={() => setAll(part)}>
                {label}
              </Button>
            ))}
          </div>
        )
      }
    >
      <p className="mb-3 text-muted">
        {meters.length === 0
          ? 'A billing period costs the price of the plan. Add a charge for usage to simulate it.'
          : 'How much would a customer pay for a billing period? Move the sliders or enter numbers.'}
      </p>
      <div className="flex flex-col gap-4">
        {meters.map((it) => (
          <MeterInputs
            key={it.code}
            meter={it}
            entered={entered[it.code] ?? initialUsage(it)}
            onChange={(next) => setEntered({ ...entered, [it.code]: next })}
          />
        ))}
      </div>
      {error !== null && <Alert>{messageOf(error)}</Alert>}
      {data !== undefined && <SimulatedBill plan={plan} simulation={data} meters={meters} />}
    </Card>
  );
}

/** Returns a value once it has not changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function messageOf(error: Error): string {
  const errors = error instanceof ApiError ? error.errors : [];
  return errors.length === 0 ? error.message : errors.map((it) => it.message).join(' ');
}
