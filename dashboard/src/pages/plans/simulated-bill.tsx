import type { ChargeStep, Plan, PlanSimulation, SimulatedCharge } from '@billing-service/sdk';
import { Amount } from '../../ui/amount';
import { formatMoney, formatPrice, formatUnits } from '../../ui/money';
import { MODELS } from './charge-fields';
import type { Meter } from './simulation-usage';

interface Props {
  plan: Plan;
  simulation: PlanSimulation;
  meters: readonly Meter[];
}

/** The bill of a simulated period: its total, the part of each charge, and how each comes about. */
export function SimulatedBill({ plan, simulation, meters }: Props) {
  const { currency, amount_cents: total, charges } = simulation;
  const parts = [plan.amount_cents, ...charges.map((it) => it.amount_cents)];
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-semibold">Bill of one period, before taxes</h3>
        <p role="status" className="text-3xl font-semibold tabular-nums">
          {formatMoney(total, currency)}
        </p>
      </div>
      <Parts parts={parts} />
      <ul className="mt-3 flex flex-col gap-3">
        <li className="flex justify-between gap-3">
          <span className="flex items-center gap-2 font-medium">
            <Dot index={0} />
            Price of the plan
          </span>
          <Amount cents={plan.amount_cents} currency={currency} />
        </li>
        {charges.map((it, index) => (
          // The charges of a version keep their order.
          <li key={index}>
            <ChargeSummary
              charge={it}
              index={index + 1}
              currency={currency}
              name={nameOf(plan, meters, index)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf(plan: Plan, meters: readonly Meter[], index: number): string {
  const charge = plan.charges[index];
  const meter = meters.find((it) => it.code === charge?.billable_metric_code);
  return charge?.invoice_display_name ?? meter?.label ?? charge?.billable_metric_code ?? '';
}

const FILLS = [
  'fill-muted',
  'fill-accent',
  'fill-good',
  'fill-warn',
  'fill-accent/60',
  'fill-good/60',
  'fill-warn/60',
] as const;

function fillOf(index: number): string {
  return index === 0 ? FILLS[0] : (FILLS[1 + ((index - 1) % (FILLS.length - 1))] ?? FILLS[1]);
}

function Dot({ index }: { index: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className={`size-2.5 shrink-0 ${fillOf(index)}`}>
      <circle cx="5" cy="5" r="5" />
    </svg>
  );
}

/** The parts of a total as a bar; the list below says the same in numbers. */
function Parts({ parts }: { parts: readonly number[] }) {
  const total = parts.reduce((sum, it) => sum + it, 0);
  const startOf = (index: number): number => parts.slice(0, index).reduce((sum, it) => sum + it, 0);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="mt-2 h-4 w-full rounded bg-page"
    >
      {total > 0 &&
        parts.map((part, index) => (
          <rect
            key={index}
            x={(startOf(index) / total) * 100}
            width={(part / total) * 100}
            height="4"
            className={fillOf(index)}
          />
        ))}
    </svg>
  );
}

interface ChargeProps {
  charge: SimulatedCharge;
  index: number;
  currency: string;
  name: string;
}

function ChargeSummary({ charge, index, currency, name }: ChargeProps) {
  return (
    <>
      <div className="flex justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Dot index={index} />
          <span className="font-medium">{name}</span>
          <span className="text-muted">
            {formatUnits(charge.units)} units, {MODELS[charge.charge_model].name.toLowerCase()}
          </span>
        </span>
        <Amount cents={charge.amount_cents} currency={currency} />
      </div>
      <ol className="ms-4.5 mt-1 flex flex-col gap-0.5 border-s-2 border-line ps-3 text-muted">
        {charge.steps.map((step, at) => (
          // Steps have no name of their own.
          <li key={at} className="flex flex-wrap justify-between gap-x-3">
            <span>
              {step.description}: {calculationOf(step, currency)}
            </span>
            <span className="tabular-nums">{formatPrice(step.amount, currency)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function calculationOf({ units, unit_amount: price, rate }: ChargeStep, currency: string): string {
  const quantity = formatUnits(units);
  if (price !== undefined) return `${quantity} × ${formatPrice(price, currency)}`;
  return rate === undefined ? quantity : `${rate} % of ${quantity}`;
}
