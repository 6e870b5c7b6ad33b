import type { FieldError } from '@billing-service/sdk';
import type { ReactNode } from 'react';
import { toCents, toDecimal } from '../money';
import { toInstant, toWallClock } from '../zoned';

/** What a form holds, by field: texts and flags of inputs, and a list of the same for rows. */
export interface Values {
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- a Record cannot refer to itself
  [name: string]: string | boolean | Values[];
}

/** The body of a request. */
export type Body = Record<string, unknown>;

/**
 * One input of a form. Its name is the path of the field in the API, such as `properties.amount`, so that errors of the
 * API appear beside it.
 */
export interface Field {
  name: string;
  label: string;
  /**
   * `amount` is entered in the major unit and sent in the minor unit; `list` holds texts separated by commas; `decimal`
   * is sent as a string; `instant` is entered as a date with a time in the time zone of the field; `choices` are
   * checkboxes for the options, and `checkboxes` for groups of values, both sent as a list; `rows` is a list of objects;
   * `image` is a file, sent in base64.
   */
  kind?:
    | 'text'
    | 'password'
    | 'email'
    | 'url'
    | 'number'
    | 'decimal'
    | 'amount'
    | 'checkbox'
    | 'select'
    | 'textarea'
    | 'date'
    | 'instant'
    | 'list'
    | 'checkboxes'
    | 'choices'
    | 'rows'
    | 'color'
    | 'image';
  help?: ReactNode | ((values: Values) => ReactNode);
  placeholder?: string;
  required?: boolean;
  /** Of a select or choices. */
  options?: readonly (readonly [value: string, label: string])[];
  /** Of an instant. By default, UTC. */
  timeZone?: string;
  /** Of checkboxes. */
  groups?: readonly CheckboxGroup[];
  /** Of rows: the inputs of each row. */
  row?: readonly Field[];
  /** Of an amount: its currency. Rows see the values of the whole form as well. */
  currency?: (values: Values, form: Values) => string | undefined;
  /** Initial value, unless the form edits a record. */
  initial?: string | boolean | Values[];
  /** Whether the field is shown and sent. */
  when?: (values: Values, form: Values) => boolean;
}

/** Values that belong together, and the value that stands for all of them, such as `invoice.*`. */
export interface CheckboxGroup {
  label: string;
  all: string;
  values: readonly string[];
}

/** Wrong input that no request is needed to recognize. */
export class InputError extends Error {
  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map((it) => it.message).join(' '));
  }
}

/** Returns the currency of an amount; USD until one has been entered. */
export function currencyOf(field: Field, values: Values, form: Values): string {
  const code = field.currency?.(values, form) ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : 'USD';
}

/** Returns the value of a text input. */
export function textOf(values: Values, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the chosen options of choices from the text that a form holds. */
export function chosen(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Returns the text that a form holds for chosen options; a code can contain any character but a line break. */
export function ofChoices(options: readonly string[]): string {
  return options.join('\n');
}

/** Returns the values that a form starts with: those of the record that it edits, or the initial ones. */
export function initialValues(fields: readonly Field[], record?: object): Values {
  const form: Values =
    record !== undefined && 'currency' in record ? { currency: String(record.currency) } : {};
  return startOf(fields, record, form);
}

function startOf(fields: readonly Field[], record: object | undefined, form: Values): Values {
  const values: Values = {};
  for (const field of fields) {
    values[field.name] =
      record === undefined
        ? (field.initial ?? blank(field))
        : entered(field, valueAt(record, field.name), { ...form, ...values });
  }
  return values;
}

function blank({ kind }: Field): string | boolean | Values[] {
  if (kind === 'checkbox') return false;
  return kind === 'rows' ? [] : '';
}

/** Returns a value of a record as a person would enter it. */
function entered(field: Field, value: unknown, form: Values): string | boolean | Values[] {
  if (field.kind === 'checkbox') return value === true;
  if (field.kind === 'rows') {
    return Array.isArray(value) ? value.map((it: object) => startOf(field.row ?? [], it, form)) : [];
  }
  if (isList(field)) return Array.isArray(value) ? value.join(', ') : '';
  if (field.kind === 'choices') return Array.isArray(value) ? ofChoices(value.map(String)) : '';
  if (field.kind === 'amount' && typeof value === 'number')
    return toDecimal(value, currencyOf(field, form, form));
  if (field.kind === 'instant' && typeof value === 'string')
    return toWallClock(value, field.timeZone ?? 'UTC');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Returns the body of a request: of a new record without the fields that were left empty, of an edited one only with the
 * fields that have changed, and null for those that were emptied.
 *
 * @throws InputError for texts that are no number or amount
 */
export function bodyOf(fields: readonly Field[], values: Values, before: Values | null): Body {
  const errors: FieldError[] = [];
  const body = collect(fields, values, { form: values, before, path: '', errors });
  if (errors.length > 0) throw new InputError(errors);
  return body;
}

interface Collection {
  form: Values;
  before: Values | null;
  path: string;
  errors: FieldError[];
}

function collect(fields: readonly Field[], values: Values, { form, before, path, errors }: Collection): Body {
  const body: Body = {};
  for (const field of fields) {
    const value = values[field.name];
    if (field.when?.(values, form) === false) continue;
    if (before !== null && JSON.stringify(value) === JSON.stringify(before[field.name])) continue;
    const name = `${path}${field.name}`;
    if (Array.isArray(value)) {
      const rows = value.map((row, index) =>
        collect(field.row ?? [], row, { form, before: null, path: `${name}.${index}.`, errors }),
      );
      put(body, field.name, rows);
      continue;
    }
    try {
      const sent = typeof value === 'string' ? parsed(field, value.trim(), values, form) : value;
      if (sent !== undefined) put(body, field.name, sent);
      else if (before !== null) put(body, field.name, null);
    } catch (error) {
      errors.push({ field: name, code: 'invalid_value', message: (error as Error).message });
    }
  }
  return body;
}

/** Whether the field holds texts separated by commas. */
function isList({ kind }: Field): boolean {
  return kind === 'list' || kind === 'checkboxes';
}

/** Returns what the API expects for a text, or undefined for an empty input. */
function parsed(field: Field, text: string, values: Values, form: Values): unknown {
  if (isList(field)) return text === '' ? [] : text.split(',').map((it) => it.trim());
  if (field.kind === 'choices') return chosen(text);
  if (text === '') return undefined;
  if (field.kind === 'amount') return toCents(text, currencyOf(field, values, form));
  if (field.kind === 'instant') return toInstant(text, field.timeZone ?? 'UTC');
  if (field.kind !== 'number') return text;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new RangeError('Enter a number.');
  return number;
}

function valueAt(record: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Body | null | undefined)?.[name], record);
}

function put(body: Body, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? path;
  const parent = names.reduce<Body>((inner, name) => (inner[name] ??= {}) as Body, body);
  parent[last] = value;
}
