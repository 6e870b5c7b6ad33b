import { delivery } from '../../../../test/support/claimed-delivery';
import { RequestSlots } from './request-slots';

const HANGING = delivery('a', 'a1');
const OTHER = delivery('b', 'b1');

describe('RequestSlots', () => {
  it('limits fast requests, but not slow ones', () => {
    const slots = new RequestSlots(1);
    slots.take(OTHER, 'fast', 0);
    for (let i = 0; i < 10; i++) slots.take(HANGING, 'slow', 0);
    expect([slots.free, slots.inFlight]).toEqual([0, 11]);
  });

  it('holds a slot until the outcome is sent, and takes one again if the database does not accept it', () => {
    const slots = new RequestSlots(2);
    const first = slots.take(OTHER, 'fast', 0);
    slots.take(OTHER, 'fast', 0);
    slots.ended(first);
    expect(slots.free).toBe(0);
    slots.sent(1);
    expect(slots.free).toBe(1);
    slots.returned(1);
    expect(slots.free).toBe(0);
  });

  it('counts an attempt as in flight until its outcome is recorded', () => {
    const slots = new RequestSlots(2);
    slots.ended(slots.take(OTHER, 'fast', 0));
    slots.sent(1);
    expect(slots.inFlight).toBe(1);
    slots.recorded(1);
    expect([slots.free, slots.inFlight]).toEqual([2, 0]);
    slots.take(OTHER, 'fast', 0);
    slots.take(OTHER, 'fast', 0);
    expect(slots.free).toBe(0);
  });

  it('moves a request out of its fast slot after half a second', () => {
    const slots = new RequestSlots(2);
    const hanging = slots.take(HANGING, 'fast', 0);
    slots.take(OTHER, 'fast', 300);
    expect(slots.ageOut(499)).toEqual([]);
    expect(slots.free).toBe(0);
    expect(slots.ageOut(500)).toEqual([HANGING]);
    expect(slots.ageOut(500)).toEqual([]);
    expect([hanging.slotKind, slots.free]).toEqual(['slow', 1]);
    slots.ended(hanging);
    slots.sent(1);
    slots.recorded(1);
    expect(slots.inFlight).toBe(1);
  });
});
