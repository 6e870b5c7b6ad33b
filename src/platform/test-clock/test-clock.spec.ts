import { TestClock } from './test-clock';

describe('TestClock', () => {
  it('stands still from the beginning of a move, so that the system time cannot pass its end', () => {
    const clock = new TestClock();
    const to = new Date(Date.now() + 60_000);
    const from = clock.freezeBefore(to);
    expect(clock.frozenAt()).toEqual(from);
    expect(from?.getTime()).toBeLessThan(to.getTime());
    clock.moveTo(to);
    expect(clock.freezeBefore(to)).toEqual(to);
  });

  it('follows the system time after a move into the past was refused', () => {
    const clock = new TestClock();
    expect(clock.freezeBefore(new Date(Date.now() - 60_000))).toBeNull();
    expect(clock.frozenAt()).toBeNull();
  });
});
