import { listedSince, nextComparison } from './capture-comparison.rules';

const NOW = new Date('2026-03-20T12:00:00Z');
const UNTIL = new Date('2026-03-20T11:00:00Z');

describe('since when captures are listed', () => {
  it('overlaps a little with the last time', () => {
    const last = { origin: '1/1', comparedUntil: UNTIL, deepAt: new Date('2026-03-20T00:00:00Z') };
    expect(listedSince(last, NOW, '1/1')).toEqual({ since: new Date('2026-03-20T10:00:00Z'), isDeep: false });
  });

  it.each([
    ['once a day', '1/1', new Date('2026-03-19T12:00:00Z')],
    ['after a restore', '1/2', NOW],
  ])('goes back two weeks %s', (_, present, deepAt) => {
    const last = { origin: '1/1', comparedUntil: UNTIL, deepAt };
    expect(listedSince(last, NOW, present)).toEqual({
      since: new Date('2026-03-06T11:00:00Z'),
      isDeep: true,
    });
  });

  it('a provider that did not answer is asked again after a minute', () => {
    expect(nextComparison(true, NOW)).toEqual(new Date('2026-03-20T13:00:00Z'));
    expect(nextComparison(false, NOW)).toEqual(new Date('2026-03-20T12:01:00Z'));
  });
});
