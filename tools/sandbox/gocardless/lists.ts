import type { Answer } from '../core/http';
import type { Call } from '../core/dialect';
import { fieldsAt, numberAt, textAt } from '../core/json';
import { usage } from './wording';

interface Listed {
  id: string;
  created_at: string;
}

/** Answers one resource under its name. */
export const one = (name: string, value: unknown, status = 200): Answer => ({
  status,
  body: { [name]: value },
});

/** Answers a page of a list that is sorted newest first, by `limit`, `after` and `created_at`. */
export function page(call: Call, name: string, all: readonly Listed[]): Answer {
  const limit = numberAt(call.query, 'limit') ?? 50;
  if (limit < 1 || limit > 500) throw usage(400, 'invalid_filters', 'limit must be between 1 and 500');
  const created = fieldsAt(call.query, 'created_at');
  const bounds = ['gte', 'gt', 'lte', 'lt'].map((key) => Date.parse(textAt(created, key) ?? ''));
  const [gte = NaN, gt = NaN, lte = NaN, lt = NaN] = bounds;
  const within = all.filter(({ created_at: text }) => {
    const at = Date.parse(text);
    return !(at < gte || at <= gt || at > lte || at >= lt);
  });
  const after = textAt(call.query, 'after');
  const start = after === null ? 0 : within.findIndex((it) => it.id === after) + 1;
  const rows = within.slice(start, start + limit);
  const hasMore = within.length > start + limit;
  const cursors = {
    before: start === 0 ? null : (rows[0]?.id ?? null),
    after: hasMore ? rows.at(-1)?.id : null,
  };
  return { status: 200, body: { [name]: rows, meta: { cursors, limit } } };
}
