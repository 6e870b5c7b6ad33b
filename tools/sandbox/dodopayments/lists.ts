import type { Answer } from '../core/http';
import type { Call } from '../core/dialect';
import { numberAt, textAt } from '../core/json';
import { invalid } from './wording';

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Answers a page of a list, newest first. The first page is 0. */
export function page(call: Call, all: readonly { created_at: string }[]): Answer {
  const size = numberAt(call.query, 'page_size') ?? 10;
  if (size < 1 || size > 100) throw invalid('page_size must be between 1 and 100');
  const number = numberAt(call.query, 'page_number') ?? 0;
  const [from, to] = ['created_at_gte', 'created_at_lte'].map((key) =>
    Date.parse(textAt(call.query, key) ?? ''),
  );
  const within = all.filter(({ created_at: text }) => {
    const at = Date.parse(text);
    return !(at < (from ?? NaN) || at > (to ?? NaN));
  });
  return ok({ items: within.slice(number * size, (number + 1) * size) });
}
