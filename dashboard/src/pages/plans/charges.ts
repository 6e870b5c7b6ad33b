import type { Schemas } from '@billing-service/sdk';

export type ChargeModel = Schemas['Charge']['charge_model'];

/** A tier of a graduated or volume model, as typed. */
export interface TierDraft {
  upTo: string;
  price: string;
  flat: string;
}

/** A charge as typed: the properties of all models, so that changing the model loses nothing. */
export interface ChargeDraft {
  key: string;
  metric: string;
  model: ChargeModel;
  name: string;
  prorated: boolean;
  /** Properties of the models without tiers, by their names in the API. */
  properties: Readonly<Record<string, string>>;
  tiers: readonly TierDraft[];
}

export interface Property {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
}

export const MODELS: readonly { value: ChargeModel; label: string }[] = [
  { value: 'standard', label: 'Standard: a price per unit' },
  { value: 'graduated', label: 'Graduated: each tier has its price' },
  { value: 'volume', label: 'Volume: the total decides the price of all units' },
  { value: 'package', label: 'Package: a price per started package' },
  { value: 'percentage', label: 'Percentage: a share of the amount' },
  { value: 'graduated_percentage', label: 'Graduated percentage: each tier has its share' },
];

const TIERS: Partial<Record<ChargeModel, string>> = {
  graduated: 'graduated_ranges',
  volume: 'volume_ranges',
  graduated_percentage: 'graduated_percentage_ranges',
};

/** Returns the name of the list of tiers of a model; undefined for a model without tiers. */
export const tiersOf = (model: ChargeModel): string | undefined => TIERS[model];

/** What a tier's price is called in the API. */
export const priceOf = (model: ChargeModel): 'rate' | 'per_unit_amount' =>
  model === 'graduated_percentage' ? 'rate' : 'per_unit_amount';

const PROPERTIES: Partial<Record<ChargeModel, readonly Property[]>> = {
  standard: [{ name: 'amount', label: 'Price per unit', required: true }],
  package: [
    { name: 'amount', label: 'Price per package', required: true },
    { name: 'package_size', label: 'Units in a package', required: true },
    { name: 'free_units', label: 'Free units' },
  ],
  percentage: [
    { name: 'rate', label: 'Rate in percent', required: true },
    { name: 'fixed_amount', label: 'Fixed amount per event' },
    { name: 'free_units_per_events', label: 'Free events' },
    { name: 'free_units_per_total_aggregation', label: 'Free amount in total' },
    { name: 'per_transaction_min_amount', label: 'Least amount per event' },
    { name: 'per_transaction_max_amount', label: 'Largest amount per event' },
  ],
};

export const propertiesOf = (model: ChargeModel): readonly Property[] => PROPERTIES[model] ?? [];

export const newCharge = (key: string): ChargeDraft => ({
  key,
  metric: '',
  model: 'standard',
  name: '',
  prorated: false,
  properties: {},
  tiers: [
    { upTo: '1000', price: '', flat: '' },
    { upTo: '', price: '', flat: '' },
  ],
});

/** Returns a charge of the API as a form shows it. */
export function toDraft(charge: Schemas['Charge']): ChargeDraft {
  const {
    id,
    billable_metric_code: metric,
    charge_model: model,
    invoice_display_name: name,
    prorated,
  } = charge;
  const properties = charge.properties as Readonly<Record<string, unknown>>;
  const list = tiersOf(model);
  const ranges = (list === undefined ? [] : properties[list]) as readonly Record<string, unknown>[];
  return {
    ...newCharge(id),
    metric,
    model,
    name: name ?? '',
    prorated,
    properties: Object.fromEntries(propertiesOf(model).map((it) => [it.name, textOf(properties[it.name])])),
    ...(ranges.length === 0
      ? {}
      : {
          tiers: ranges.map((it) => ({
            upTo: textOf(it.to_value),
            price: textOf(it[priceOf(model)]),
            flat: textOf(it.flat_amount),
          })),
        }),
  };
}

/** Returns a charge as the API takes it. Each tier begins one unit above the one before. */
export function toInput(draft: ChargeDraft): Record<string, unknown> {
  const { metric, model, name, prorated } = draft;
  return {
    billable_metric_code: metric,
    charge_model: model,
    properties: toProperties(draft),
    invoice_display_name: name === '' ? null : name,
    prorated,
  };
}

function toProperties({ model, properties, tiers }: ChargeDraft): Record<string, unknown> {
  const list = tiersOf(model);
  if (list === undefined) {
    const given = propertiesOf(model).map((it): [string, string] => [
      it.name,
      decimal(properties[it.name] ?? ''),
    ]);
    return Object.fromEntries(given.filter(([, value]) => value !== ''));
  }
  const ranges = tiers.map(({ upTo, price, flat }, index) => {
    const before = tiers[index - 1];
    const isLast = index === tiers.length - 1;
    return {
      from_value: before === undefined ? '0' : oneAbove(before.upTo),
      to_value: isLast || upTo.trim() === '' ? null : decimal(upTo),
      [priceOf(model)]: decimal(price),
      ...(flat.trim() === '' ? {} : { flat_amount: decimal(flat) }),
    };
  });
  return { [list]: ranges };
}

const decimal = (typed: string): string => typed.trim().replace(',', '.');

function oneAbove(typed: string): string {
  return /^\s*\d+\s*$/.test(typed) ? String(BigInt(typed.trim()) + 1n) : decimal(typed);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
