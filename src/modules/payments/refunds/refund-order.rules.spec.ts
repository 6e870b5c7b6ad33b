import { changesBy, recheck } from './refund-order.rules';

const HOUR_MS = 3_600_000;
const requestedAt = new Date('2030-01-01T00:00:00Z');
const after = (hours: number): Date => new Date(requestedAt.getTime() + hours * HOUR_MS);

describe('a refund that has succeeded', () => {
  it('is asked for again after six hours, doubling, and a last time after 30 days', () => {
    const asked: number[] = [];
    let order = { polls: 0, requestedAt, nextActionAt: requestedAt as Date | null };
    while (order.nextActionAt !== null) {
      const next = recheck(order, order.nextActionAt);
      if (next.nextActionAt !== null)
        asked.push((next.nextActionAt.getTime() - requestedAt.getTime()) / HOUR_MS);
      order = { ...order, ...next };
    }
    expect(asked).toEqual([6, 18, 42, 90, 186, 378, 720]);
  });

  it('is due again once the provider says so, and one that failed is not', () => {
    const state = { providerRefundId: 're_1', reason: null };
    const by = (status: 'succeeded' | 'failed') =>
      changesBy(
        { tries: 1, polls: 3, requestedAt },
        'find',
        { kind: 'done', value: { ...state, status } },
        after(1),
      );
    expect(by('succeeded')).toMatchObject({ polls: 1, nextActionAt: after(7) });
    expect(by('failed')).toMatchObject({ polls: 0, nextActionAt: null });
  });
});

it('a refund that is not visible yet is asked for as soon as it is certain', () => {
  const ask = (settlesAt: Date) =>
    changesBy(
      { tries: 1, polls: 9, requestedAt },
      'find',
      { kind: 'unknown', reason: '', settlesAt },
      requestedAt,
    );
  const seconds = (n: number): Date => new Date(requestedAt.getTime() + n * 1000);
  expect(ask(seconds(3)).nextActionAt).toEqual(seconds(3));
  expect(ask(seconds(30)).nextActionAt).toEqual(seconds(20));
});
