import { fromLocalInput, toLocalInput } from '../lib/dates';
import { toMajor, toMinor } from '../lib/money';

/** What the inputs of a form hold, by the name of the field. */
export type Values = Readonly<Record<string, string | boolean>>;

interface Common {
  /** Name of the field in the API, which its errors name too. */
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** Whether the field is shown, given the others. A hidden field is not sent. */
  when?: (values: Values) => boolean;
  /** Shown but not changed. */
  readOnly?: boolean;
}

export type FieldSpec = Common &
  (
    | {
        kind: 'text' | 'email' | 'decimal' | 'integer' | 'password';
        placeholder?: string;
        nullable?: boolean;
      }
    | { kind: 'textarea'; nullable?: boolean }
    | { kind: 'checkbox' }
    /** An amount in the major unit of the currency in another field, or of a fixed one. */
    | { kind: 'money'; currency: (values: Values) => string; nullable?: boolean }
    | { kind: 'select'; options: readonly Option[]; nullable?: boolean }
    | { kind: 'instant'; nullable?: boolean }
    /** Several texts, one a line. */
    | { kind: 'lines' }
    /** Several options, by ticking. */
    | { kind: 'choices'; options: readonly Option[] }
    /** Amounts in several currencies, one a line: `EUR 50.00`. */
    | { kind: 'amounts' }
    /** `key: value` a line. */
    | { kind: 'pairs' }
  );

interface Amount {
  currency: string;
  amount_cents: number;
}

export interface Option {
  value: string;
  label: string;
}

/** What a form finds wrong before it asks the API. */
export class InvalidInputError extends Error {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super('Check the marked fields.');
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((it) => it.trim())
    .filter((it) => it !== '');

/** Returns what an input shows for a value of the API. */
export function toInput(spec: FieldSpec, value: unknown, values: Values): string | boolean {
  if (spec.kind === 'checkbox') return value === true;
  if (value === undefined || value === null) return '';
  if (spec.kind === 'money') return toMajor(value as number, spec.currency(values));
  if (spec.kind === 'instant') return toLocalInput(value as string);
  if (spec.kind === 'lines' || spec.kind === 'choices') return (value as string[]).join('\n');
  if (spec.kind === 'amounts') {
    return (value as Amount[])
      .map((it) => `${it.currency} ${toMajor(it.amount_cents, it.currency)}`)
      .join('\n');
  }
  if (spec.kind === 'pairs') {
    return Object.entries(value)
      .map(([key, it]) => `${key}: ${String(it)}`)
      .join('\n');
  }
  return typeof value === 'number' ? String(value) : (value as string);
}

/** Returns what a form shows for a record, or for defaults. */
export function toValues(specs: readonly FieldSpec[], record: Readonly<Record<string, unknown>>): Values {
  const values: Record<string, string | boolean> = {};
  for (const { name } of specs) {
    const value = record[name];
    if (typeof value === 'string') values[name] = value;
  }
  for (const spec of specs) values[spec.name] = toInput(spec, record[spec.name], values);
  return values;
}

/**
 * Returns the body of a request for what was typed. Empty fields are left out on creation; on a change they are null,
 * which clears them, where the API allows it.
 * @throws InvalidInputError for what is no number or no amount.
 */
export function toBody(
  specs: readonly FieldSpec[],
  values: Values,
  isChange: boolean,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const spec of specs) {
    if (spec.readOnly === true || spec.when?.(values) === false) continue;
    const value = toField(spec, values);
    if (value instanceof InvalidInputError) Object.assign(errors, value.fields);
    else if (value !== undefined) body[spec.name] = value;
    else if (isChange && 'nullable' in spec && spec.nullable) body[spec.name] = null;
  }
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return body;
}

function toField(spec: FieldSpec, values: Values): unknown {
  const raw = values[spec.name];
  if (spec.kind === 'checkbox') return raw === true;
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (spec.kind === 'lines' || spec.kind === 'choices') return linesOf(text);
  if (spec.kind === 'pairs') return pairsOf(spec, text);
  if (spec.kind === 'amounts') return amountsOf(spec, text);
  if (text === '') return undefined;
  if (spec.kind === 'instant') return fromLocalInput(text) ?? undefined;
  if (spec.kind === 'integer') {
    return /^-?\d+$/.test(text) ? Number(text) : invalid(spec, 'must be a whole number');
  }
  if (spec.kind === 'decimal') return text.replace(',', '.');
  if (spec.kind !== 'money') return text;
  const currency = spec.currency(values);
  return toMinor(text, currency) ?? invalid(spec, `must be an amount in ${currency}`);
}

function pairsOf(spec: FieldSpec, text: string): unknown {
  const pairs = linesOf(text).map((line) => /^([^:]+):\s*(.*)$/.exec(line));
  if (pairs.some((it) => it === null)) return invalid(spec, 'must have one "key: value" a line');
  return Object.fromEntries(pairs.map((it) => [it?.[1]?.trim() ?? '', it?.[2] ?? '']));
}

function amountsOf(spec: FieldSpec, text: string): unknown {
  const amounts = linesOf(text).map((line) => {
    const [, currency = '', major = ''] = /^([A-Za-z]{3})\s+(\S+)$/.exec(line) ?? [];
    return {
      currency: currency.toUpperCase(),
      amount_cents: currency === '' ? null : toMinor(major, currency),
    };
  });
  const isComplete = amounts.every((it) => it.amount_cents !== null);
  return isComplete ? amounts : invalid(spec, 'must have one currency and amount a line, such as EUR 50.00');
}

const invalid = ({ name, label }: FieldSpec, what: string): InvalidInputError =>
  new InvalidInputError({ [name]: `${label} ${what}.` });
