import { RequestSlots } from './request-slots';

describe('RequestSlots', () => {
  it('bounds fast and slow requests apart', () => {
    const slots = new RequestSlots(1);
    const fast = slots.take('fast', 0);
    expect([slots.isFree('fast'), slots.isFree('slow')]).toEqual([false, true]);
    for (let i = 0; i < 5; i++) slots.take('slow', 0);
    expect(slots.isFree('slow')).toBe(false);
    slots.free(fast);
    expect([slots.isFree('fast'), slots.inFlight]).toEqual([true, 5]);
  });

  it('holds a slot until the outcome is with the database, and again when that does not take it', () => {
    const slots = new RequestSlots(2);
    const first = slots.take('fast', 0);
    slots.take('fast', 0);
    slots.answered(first);
    expect(slots.isFree('fast')).toBe(false);
    slots.sent(1);
    expect(slots.isFree('fast')).toBe(true);
    slots.returned(1);
    expect(slots.isFree('fast')).toBe(false);
  });

  it('counts an attempt as in flight until its outcome is on record', () => {
    const slots = new RequestSlots(2);
    slots.answered(slots.take('fast', 0));
    slots.sent(1);
    expect(slots.inFlight).toBe(1);
    slots.recorded(1);
    expect([slots.isFree('fast'), slots.inFlight]).toEqual([true, 0]);
    slots.take('fast', 0);
    slots.take('fast', 0);
    expect(slots.isFree('fast')).toBe(false);
  });

  it('frees the fast slot of a request that has taken a second', () => {
    const slots = new RequestSlots(2);
    const hanging = slots.take('fast', 0);
    slots.take('fast', 600);
    expect(slots.ageOut(999)).toBe(false);
    expect(slots.ageOut(1000)).toBe(true);
    expect([hanging.pace, slots.isFree('fast')]).toEqual(['slow', true]);
    slots.free(hanging);
    expect(slots.inFlight).toBe(1);
  });
});
