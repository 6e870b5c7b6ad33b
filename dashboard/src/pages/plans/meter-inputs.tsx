import { useId } from 'react';
import { formatUnits } from '../../ui/money';
import { isUnits, movedTo, POSITIONS, positionOf, type Entered, type Meter } from './simulation-usage';

interface Props {
  meter: Meter;
  entered: Entered;
  onChange: (entered: Entered) => void;
}

/** A slider and a number for the units of a metric. */
export function MeterInputs({ meter, entered, onChange }: Props) {
  const id = useId();
  const { label, most } = meter;
  const isNumber = isUnits(entered.units);
  return (
    <div role="group" aria-labelledby={`${id}-name`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span id={`${id}-name`} className="font-medium">
          {label}
        </span>
        <span className="flex flex-wrap gap-3">
          <NumberInput
            label={meter.isCount ? 'Events' : 'Units'}
            value={entered.units}
            isValid={isNumber}
            errorId={`${id}-error`}
            onChange={(units) => onChange({ ...entered, units })}
          />
          {meter.hasEvents && !meter.isCount && (
            <NumberInput
              label="in events"
              value={entered.events}
              isValid={/^\d{1,9}$/.test(entered.events)}
              errorId={`${id}-error`}
              onChange={(events) => onChange({ ...entered, events })}
            />
          )}
        </span>
      </div>
      <input
        type="range"
        aria-label={`${label}, slider`}
        aria-valuetext={isNumber ? `${formatUnits(entered.units)} units` : undefined}
        min={0}
        max={POSITIONS}
        value={positionOf(entered.units, most)}
        onChange={(it) =>
          onChange({ ...entered, units: movedTo(Number(it.target.value), entered.units, most) })
        }
        className="mt-1 w-full cursor-pointer border-0 p-0 accent-accent"
      />
      <p id={`${id}-error`} className="text-xs text-bad" aria-live="polite">
        {isNumber ? '' : 'Enter a number of units, such as 1200 or 0.5.'}
      </p>
      {meter.hasEvents && !meter.isCount && (
        <p className="text-xs text-muted">The units are spread evenly over the events.</p>
      )}
    </div>
  );
}

interface NumberProps {
  label: string;
  value: string;
  isValid: boolean;
  errorId: string;
  onChange: (value: string) => void;
}

function NumberInput({ label, value, isValid, errorId, onChange }: NumberProps) {
  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">{label}</span>
      <input
        type="number"
        min={0}
        step="any"
        value={value}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : errorId}
        onChange={(it) => onChange(it.target.value)}
        className="max-w-32 text-end tabular-nums"
      />
    </label>
  );
}
