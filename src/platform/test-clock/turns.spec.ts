import { Turns } from './turns';

const tooLong = (): Error => new Error('too long');

describe('Turns', () => {
  it('runs tasks one after the other, also after one that fails', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const task = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (name === 'a') throw new Error('a fails');
      return name;
    };
    const [a, b] = await Promise.allSettled([
      turns.take(task('a'), 60_000, tooLong),
      turns.take(task('b'), 60_000, tooLong),
    ]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect([a.status, b]).toEqual(['rejected', { status: 'fulfilled', value: 'b' }]);
  });

  it('a task whose turn does not come in time never runs, and later tasks do', async () => {
    const turns = new Turns();
    let end: (() => void) | undefined;
    const long = turns.take(() => new Promise<void>((resolve) => (end = resolve)), 0, tooLong);
    const ran: string[] = [];
    const late = turns.take(() => Promise.resolve(ran.push('late')), 1, tooLong);
    await expect(late).rejects.toThrow('too long');
    const last = turns.take(() => Promise.resolve(ran.push('last')), 60_000, tooLong);
    end?.();
    await Promise.all([long, last, turns.idle()]);
    expect(ran).toEqual(['last']);
  });
});
