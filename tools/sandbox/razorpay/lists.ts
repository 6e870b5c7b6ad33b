import type { Answer } from '../core/http';
import type { Call } from '../core/dialect';
import { numberAt, textAt, textsAt, type Fields } from '../core/json';
import { invalid } from './wording';

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Answers a page of a list, newest first, by `from`, `to`, `count` and `skip`. */
export function collection(call: Call, all: readonly { created_at: number }[], name = 'items'): Answer {
  const count = numberAt(call.query, 'count') ?? 10;
  if (count < 1 || count > 100) throw invalid('The count must be between 1 and 100.', 'count');
  const [from, to] = [numberAt(call.query, 'from') ?? 0, numberAt(call.query, 'to') ?? Infinity];
  const within = all.filter((it) => it.created_at >= from && it.created_at <= to);
  const skip = numberAt(call.query, 'skip') ?? 0;
  const items = within.slice(skip, skip + count);
  return ok(name === 'items' ? { entity: 'collection', count: items.length, items } : { [name]: items });
}

/** @throws Refusal if there are more than 15 notes, or longer ones than 256 characters */
export function notesIn(body: unknown): Record<string, string> {
  const notes = textsAt(body, 'notes');
  const entries = Object.entries(notes);
  if (entries.length > 15)
    throw invalid('Number of fields in notes should be less than or equal to 15', 'notes');
  if (entries.some(([, value]) => value.length > 256)) throw invalid('A note is too long.', 'notes');
  return notes;
}

/** A reference of the merchant's. @throws Refusal if it is longer than 40 characters */
export function referenceIn(body: unknown, field: string): string | null {
  const text = textAt(body, field);
  if ((text?.length ?? 0) > 40) throw invalid(`The ${field} may not be greater than 40 characters.`, field);
  return text;
}

export function amountIn(body: unknown): { amount: number; currency: string } {
  const amount = numberAt(body, 'amount');
  const currency = textAt(body, 'currency') ?? 'INR';
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid('Currency is not supported', 'currency');
  if (amount === null) throw invalid('The amount field is required.', 'amount');
  if (currency === 'INR' && amount < 100)
    throw invalid('Order amount less than minimum amount allowed', 'amount');
  if (amount < 1) throw invalid('The amount must be at least 1.', 'amount');
  return { amount, currency };
}

export function customerIn(body: Fields): Record<string, string> {
  return textsAt(body, 'customer');
}
