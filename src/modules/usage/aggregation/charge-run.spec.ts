import fc from 'fast-check';
import { computeCharge, percentageCharge, type PercentageProperties } from '../../plans';
import { recount, type StoredEvents } from './charge-recount';
import { append, byPlace, canAppend, type ChargedEvent, type ChargeRun, type Place } from './charge-run';
import { Exact, toText } from './decimals';

const charges = fc.record<PercentageProperties>({
  rate: fc.constantFrom('10', '0'),
  fixed_amount: fc.constantFrom('0', '0.5'),
  free_units_per_events: fc.constantFrom(null, 1, 3, 8),
  free_units_per_total_aggregation: fc.constantFrom(null, '10', '25.5'),
  per_transaction_min_amount: fc.constantFrom(null, '1'),
  per_transaction_max_amount: fc.constantFrom(null, '3'),
});

/** Events in the order of their arrival, some at the same time. */
const arrivals = (min: number): fc.Arbitrary<ChargedEvent[]> =>
  fc
    .array(fc.record({ at: fc.nat(20), cents: fc.integer({ min, max: 1500 }) }), { maxLength: 25 })
    .map((list) => list.map(({ at, cents }, index) => ({ at, sequence: index + 1, value: text(cents) })));

const text = (cents: number): string => toText(new Exact(cents).div(100));

/** Stored events in memory, in chunks of 3, which counts how many are read. */
class Memory implements StoredEvents {
  read = 0;

  constructor(private readonly events: readonly ChargedEvent[]) {}

  async *after(place: Place | null, upTo: Place | null): AsyncGenerator<ChargedEvent[]> {
    const { events } = this;
    const isWithin = (it: Place): boolean =>
      (place === null || byPlace(it, place) > 0) && (upTo === null || byPlace(it, upTo) <= 0);
    yield* this.chunks(events.filter(isWithin).sort(byPlace));
  }

  async *before(place: Place | null): AsyncGenerator<ChargedEvent[]> {
    const found = this.events.filter((it) => place === null || byPlace(it, place) < 0);
    yield* this.chunks(found.sort((one, other) => byPlace(other, one)));
  }

  private async *chunks(events: readonly ChargedEvent[]): AsyncGenerator<ChargedEvent[]> {
    for (let from = 0; from < events.length; from += 3) {
      const chunk = await Promise.resolve(events.slice(from, from + 3));
      this.read += chunk.length;
      yield chunk;
    }
  }
}

/** Counts events batch by batch, as they arrive. */
async function count(
  properties: PercentageProperties,
  events: readonly ChargedEvent[],
  size: number,
): Promise<{ run: ChargeRun | undefined; read: number }> {
  let run: ChargeRun | undefined;
  let read = 0;
  for (let from = 0; from < events.length; from += size) {
    const batch = events.slice(from, from + size).sort(byPlace);
    if (run === undefined || canAppend(run, { properties, ofDistinctValues: false }, batch)) {
      run = append(run, properties, batch);
      continue;
    }
    const stored = new Memory(events.slice(0, from + size));
    run = await recount({ properties, run, events: batch }, stored);
    read += stored.read;
  }
  return { run, read };
}

const amountOf = (run: ChargeRun | undefined, properties: PercentageProperties): string | undefined =>
  run === undefined ? '0' : percentageCharge(run, properties).amount;

/** The amount of the events in the order of their places, computed by the charge model alone. */
const definedAmount = (properties: PercentageProperties, events: readonly ChargedEvent[]): string => {
  const eventValues = [...events].sort(byPlace).map((it) => it.value);
  const units = toText(eventValues.reduce((sum, it) => sum.plus(it), new Exact(0)));
  const usage = { units, eventsCount: events.length, eventValues };
  return computeCharge('percentage', properties, usage).amount;
};

describe('the aggregate of a charge on single events', () => {
  it.each([
    ['without negative values', 0],
    ['with negative values', -1000],
  ])('has the amount of the order by timestamp in any order of arrival, %s', async (_, min) => {
    await fc.assert(
      fc.asyncProperty(
        charges,
        arrivals(min),
        fc.integer({ min: 1, max: 4 }),
        async (properties, events, size) => {
          const { run } = await count(properties, events, size);
          expect(amountOf(run, properties)).toBe(definedAmount(properties, events));
          if (run !== undefined) expect(run.events).toBe(events.length);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is appended to while events arrive in order, or after the end of the allowance', () => {
    fc.assert(
      fc.property(charges, arrivals(0), (properties, events) => {
        const terms = { properties, ofDistinctValues: false };
        let run: ChargeRun | undefined;
        for (const event of [...events].sort(byPlace)) {
          expect(canAppend(run, terms, [event])).toBe(true);
          run = append(run, properties, [event]);
        }
        const end = run?.order?.end ?? null;
        if (end !== null) expect(canAppend(run, terms, [{ ...end, sequence: 1000 }])).toBe(true);
      }),
    );
  });

  it('reads each event at most about once when all events arrive in reverse', async () => {
    const properties = { rate: '1', free_units_per_events: 300, free_units_per_total_aggregation: '900' };
    const events = Array.from({ length: 1000 }, (__, index) => ({
      at: 1000 - index,
      sequence: index + 1,
      value: '2',
    }));
    const { run, read } = await count(properties, events, 1);
    expect(amountOf(run, properties)).toBe('14'); // 700 events of 2
    expect(read).toBeLessThan(3 * events.length); // 3 is the size of a chunk
  });

  it('is recounted from the start if it is from before the order by timestamp', async () => {
    const properties = { rate: '10', free_units_per_events: 1 };
    const events = [
      { at: 2, sequence: 1, value: '10' },
      { at: 1, sequence: 2, value: '20' },
      { at: 3, sequence: 3, value: '40' },
    ];
    const { order: _, ...run } = append(undefined, properties, events.slice(0, 2));
    const terms = { properties, ofDistinctValues: false };
    expect(canAppend(run, terms, events.slice(2))).toBe(false);
    const now = await recount({ properties, run, events: events.slice(2) }, new Memory(events));
    expect(amountOf(now, properties)).toBe('5'); // 10 and 40
  });
});
