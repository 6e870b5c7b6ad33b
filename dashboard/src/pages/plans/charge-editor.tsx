import { Trash2 } from 'lucide-react';
import { Checkbox, Field } from '../../forms/field';
import type { Option } from '../../forms/fields';
import type { FieldErrors } from '../../lib/errors';
import { Button } from '../../ui';
import {
  MODELS,
  newCharge,
  priceOf,
  propertiesOf,
  tiersOf,
  type ChargeDraft,
  type ChargeModel,
  type TierDraft,
} from './charges';

interface ChargesEditorProps {
  charges: readonly ChargeDraft[];
  metrics: readonly Option[];
  errors: FieldErrors;
  onChange: (charges: readonly ChargeDraft[]) => void;
}

/** All charges of a plan. */
export function ChargesEditor({ charges, metrics, errors, onChange }: ChargesEditorProps) {
  const set = (key: string, part: Partial<ChargeDraft>) =>
    onChange(charges.map((it) => (it.key === key ? { ...it, ...part } : it)));
  return (
    <section aria-label="Charges" className="space-y-4">
      <h2 className="font-semibold">Charges for usage</h2>
      {metrics.length === 0 && (
        <p className="text-muted">Define a billable metric first; a charge puts a price on it.</p>
      )}
      {charges.map((charge, index) => (
        <ChargeFields
          key={charge.key}
          charge={charge}
          index={index}
          metrics={metrics}
          errors={errors}
          onChange={(part) => set(charge.key, part)}
          onRemove={() => onChange(charges.filter((it) => it !== charge))}
        />
      ))}
      <Button onClick={() => onChange([...charges, newCharge(crypto.randomUUID())])}>Add a charge</Button>
    </section>
  );
}

interface ChargeFieldsProps {
  charge: ChargeDraft;
  index: number;
  metrics: readonly Option[];
  errors: FieldErrors;
  onChange: (part: Partial<ChargeDraft>) => void;
  onRemove: () => void;
}

function ChargeFields({ charge, index, metrics, errors, onChange, onRemove }: ChargeFieldsProps) {
  const { metric, model, name, prorated, properties } = charge;
  const errorOf = (field: string) => errors[`charges.${index}.${field}`];
  return (
    <fieldset className="card space-y-4 p-4">
      <legend className="sr-only">Charge {index + 1}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Metric"
          required
          error={errorOf('billable_metric_code') ?? errorOf('billable_metric_id')}
        >
          {(ids) => (
            <select
              {...ids}
              className="input"
              value={metric}
              onChange={(it) => onChange({ metric: it.target.value })}
            >
              <option value="">–</option>
              {metrics.map((it) => (
                <option key={it.value} value={it.value}>
                  {it.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Model" required error={errorOf('charge_model')}>
          {(ids) => (
            <select
              {...ids}
              className="input"
              value={model}
              onChange={(it) => onChange({ model: it.target.value as ChargeModel })}
            >
              {MODELS.map((it) => (
                <option key={it.value} value={it.value}>
                  {it.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {propertiesOf(model).map((it) => (
          <Field
            key={it.name}
            label={it.label}
            required={it.required}
            error={errorOf(`properties.${it.name}`)}
          >
            {(ids) => (
              <input
                {...ids}
                className="input num"
                inputMode="decimal"
                value={properties[it.name] ?? ''}
                onChange={(event) =>
                  onChange({ properties: { ...properties, [it.name]: event.target.value } })
                }
              />
            )}
          </Field>
        ))}
      </div>
      {tiersOf(model) !== undefined && (
        <Tiers charge={charge} errorOf={errorOf} onChange={(tiers) => onChange({ tiers })} />
      )}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field label="Name on the invoice" error={errorOf('invoice_display_name')}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              value={name}
              onChange={(it) => onChange({ name: it.target.value })}
            />
          )}
        </Field>
        <div className="flex items-center justify-between gap-3">
          <Checkbox label="Prorated" checked={prorated} onChange={(it) => onChange({ prorated: it })} />
          <Button kind="danger" onClick={onRemove}>
            <Trash2 size={15} aria-hidden /> Remove<span className="sr-only"> charge {index + 1}</span>
          </Button>
        </div>
      </div>
      {errorOf('properties') !== undefined && <p className="text-bad">{errorOf('properties')}</p>}
    </fieldset>
  );
}

interface TiersProps {
  charge: ChargeDraft;
  errorOf: (field: string) => string | undefined;
  onChange: (tiers: readonly TierDraft[]) => void;
}

function Tiers({ charge: { model, tiers }, errorOf, onChange }: TiersProps) {
  const list = tiersOf(model) ?? '';
  const price = priceOf(model);
  const set = (at: number, part: Partial<TierDraft>) =>
    onChange(tiers.map((it, index) => (index === at ? { ...it, ...part } : it)));
  return (
    <div className="space-y-3">
      {tiers.map((tier, index) => {
        const isLast = index === tiers.length - 1;
        const error = (field: string) => errorOf(`properties.${list}.${index}.${field}`);
        const inputs = [
          { key: 'upTo', label: 'Up to', field: 'to_value' },
          { key: 'price', label: price === 'rate' ? 'Percent' : 'Price per unit', field: price },
          { key: 'flat', label: 'Flat price', field: 'flat_amount' },
        ] as const;
        return (
          <div key={index} className="grid grid-cols-3 items-start gap-3">
            {inputs.map(({ key, label, field }) => (
              <Field
                key={key}
                label={`${label}, tier ${index + 1}`}
                required={key !== 'flat'}
                error={error(field)}
              >
                {(ids) => (
                  <input
                    {...ids}
                    className="input num"
                    inputMode="decimal"
                    disabled={key === 'upTo' && isLast}
                    value={key === 'upTo' && isLast ? 'any number' : tier[key]}
                    onChange={(event) => set(index, { [key]: event.target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
        );
      })}
      {errorOf(`properties.${list}`) !== undefined && (
        <p className="text-bad">{errorOf(`properties.${list}`)}</p>
      )}
      <div className="flex gap-2">
        <Button onClick={() => onChange([...tiers, { upTo: '', price: '', flat: '' }])}>Add a tier</Button>
        {tiers.length > 1 && (
          <Button onClick={() => onChange(tiers.slice(0, -1))}>Remove the last tier</Button>
        )}
      </div>
    </div>
  );
}
