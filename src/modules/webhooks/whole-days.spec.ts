import fc from 'fast-check';
import { splitSpan, type Span } from './whole-days';

const DAY_MS = 24 * 60 * 60 * 1000;
const anInstant = fc.integer({ min: -3 * DAY_MS, max: 6 * DAY_MS }).map((ms) => new Date(ms));
const aBound = fc.option(
  fc.oneof(
    anInstant,
    fc.integer({ min: -3, max: 6 }).map((day) => new Date(day * DAY_MS)),
  ),
);
const isIn = ({ from, to }: Span, at: Date): boolean =>
  (from === null || at >= from) && (to === null || at < to);

describe('splitSpan', () => {
  it('covers every instant of the period once, and none outside it', () => {
    fc.assert(
      fc.property(aBound, aBound, anInstant, (from, to, at) => {
        const { days, edges } = splitSpan({ from, to });
        const parts = days === null ? edges : [...edges, days];
        expect(parts.filter((part) => isIn(part, at))).toHaveLength(isIn({ from, to }, at) ? 1 : 0);
      }),
    );
  });

  it('returns whole days from midnight to midnight, and edges shorter than a day', () => {
    fc.assert(
      fc.property(aBound, aBound, (from, to) => {
        const { days, edges } = splitSpan({ from, to });
        if (days === null) return;
        for (const bound of [days.from, days.to]) expect(Math.abs((bound?.getTime() ?? 0) % DAY_MS)).toBe(0);
        for (const edge of edges) expect(Number(edge.to) - Number(edge.from)).toBeLessThan(DAY_MS);
      }),
    );
  });
});
