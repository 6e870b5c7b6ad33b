import { mapInSlices } from './slices';

describe('mapInSlices', () => {
  it('maps all items in order and gives the event loop a turn every 2 ms', async () => {
    let now = 0;
    const turnsAt: number[] = [];
    const turns = {
      now: () => now,
      next: () => {
        turnsAt.push(now);
        return Promise.resolve();
      },
    };
    const items = Array.from({ length: 95 }, (_, index) => index);
    const mapped = await mapInSlices(
      items,
      (it) => {
        now += 0.1;
        return -it;
      },
      turns,
    );
    expect(mapped).toEqual(items.map((it) => -it));
    const holds = turnsAt.map((at, index) => at - (turnsAt[index - 1] ?? 0));
    expect(Math.max(...holds)).toBeLessThanOrEqual(3);
    expect(turnsAt.length).toBeGreaterThanOrEqual(3);
  });

  it('gives no turn for a short list', async () => {
    const turns = { now: () => 0, next: () => Promise.reject(new Error('not needed')) };
    expect(await mapInSlices([1, 2], (it) => it + 1, turns)).toEqual([2, 3]);
  });
});
