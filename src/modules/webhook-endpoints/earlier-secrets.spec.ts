import { afterRotation, earlierSecretsOf, stillSigning, toColumns } from './earlier-secrets';

const now = new Date('2026-05-01T00:00:00Z');
const ending = (sealed: string, seconds: number) => ({
  sealed,
  expiresAt: new Date(now.getTime() + seconds * 1000),
});

describe('the earlier secrets of an endpoint', () => {
  it('keep their announced ends in a rotation, to the millisecond', () => {
    const earlier = [ending('b', 60), ending('over', 0), ending('a', 86_400)];
    expect(afterRotation([ending('c', 5), ...earlier], now)).toEqual([
      ending('c', 5),
      ending('b', 60),
      ending('a', 86_400),
    ]);
    expect(stillSigning(earlier, new Date(now.getTime() + 59_999))).toHaveLength(2);
    expect(stillSigning(earlier, new Date(now.getTime() + 60_000))).toEqual([ending('a', 86_400)]);
  });

  it('are at most five: a rotation with an overlap is then refused and names the first end', () => {
    const five = [50, 40, 10, 30, 20].map((seconds) => ending(String(seconds), seconds));
    const rotate = () => afterRotation([ending('six', 5), ...five], now);
    expect(rotate).toThrow('2026-05-01T00:00:10.000Z');
    expect(rotate).toThrow('overlap_seconds 0');
    expect(afterRotation([ending('six', 5), ...five.slice(1)], now)).toHaveLength(5);
  });

  it('are stored and read without a change', () => {
    for (const earlier of [[], [ending('a', 1)], [ending('c', 3), ending('b', 2), ending('a', 1)]])
      expect(earlierSecretsOf(toColumns(earlier))).toEqual(earlier);
  });
});
