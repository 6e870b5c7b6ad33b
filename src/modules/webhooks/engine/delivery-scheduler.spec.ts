import { delivery } from '../../../../test/support/claimed-delivery';
import type { ClaimedDelivery } from './claimed-delivery';
import { DeliveryScheduler } from './delivery-scheduler';

const CAP = 10;
const SLOW_SLOTS = 120;

const scheduleOf = (cap = CAP): DeliveryScheduler =>
  new DeliveryScheduler({ cap, slowSlots: SLOW_SLOTS, unknownWaiting: 1000 });

const many = (endpointId: string, count: number) =>
  Array.from({ length: count }, (_, i) => delivery(endpointId, `${endpointId}${i}`));

/** Returns how many more deliveries the scheduler would claim for the endpoint now. */
const capacityOf = (schedule: DeliveryScheduler, endpointId: string, organizationId = 'acme'): number =>
  schedule.share([{ organizationId, endpointId }], 1000).quotas[0]?.quota ?? 0;

function startAll(schedule: DeliveryScheduler): ClaimedDelivery[] {
  const started: ClaimedDelivery[] = [];
  for (let it = schedule.next('fast', 0); it !== undefined; it = schedule.next('fast', 0)) started.push(it);
  for (let it = schedule.next('slow', 0); it !== undefined; it = schedule.next('slow', 0)) started.push(it);
  return started;
}

describe('DeliveryScheduler', () => {
  it('never exceeds the cap of an endpoint, and serves endpoints in turn', () => {
    const schedule = scheduleOf();
    schedule.add([...many('a', 15), ...many('b', 2)]);
    const started = startAll(schedule);
    expect(started.slice(0, 4).map((it) => it.endpointId)).toEqual(['a', 'b', 'a', 'b']);
    expect(started.filter((it) => it.endpointId === 'a')).toHaveLength(CAP);
    expect(schedule.waiting).toBe(5);
    schedule.finished(delivery('a', 'a0'), 5);
    expect(startAll(schedule)).toHaveLength(1);
  });

  it("claims one delivery for an unknown endpoint, up to the cap for a hanging one, and a second's worth for a fast one", () => {
    const schedule = scheduleOf();
    expect(capacityOf(schedule, 'a')).toBe(1);
    schedule.add(many('a', 1));
    expect(capacityOf(schedule, 'a')).toBe(0);
    const [first] = startAll(schedule);
    if (first === undefined) throw new Error('nothing started');
    schedule.slowedDown(first);
    expect(capacityOf(schedule, 'a')).toBe(CAP - 1);
    schedule.finished(first, 15_000);
    expect(capacityOf(schedule, 'a')).toBe(CAP);
    schedule.add(many('fast', 1));
    const [fast] = startAll(schedule);
    if (fast === undefined) throw new Error('nothing started');
    schedule.finished(fast, 2);
    expect(capacityOf(schedule, 'fast')).toBe(200);
    schedule.add(many('fast', 120));
    expect(capacityOf(schedule, 'fast')).toBe(0); // refilled only when half empty
  });

  it('hands over half of its queues on request, but keeps a queue until its attempts in flight have ended', () => {
    const schedule = scheduleOf(1);
    schedule.add([...many('a', 2), ...many('b', 2)]);
    const started = startAll(schedule);
    const back = schedule.handOverHalf();
    expect(back.map((it) => it.id)).toEqual(['a1']);
    expect(capacityOf(schedule, 'a')).toBe(0);
    expect(schedule.takeHandedOver(0)).toEqual([]); // one request is still in flight
    const [a0] = started;
    if (a0 === undefined) throw new Error('nothing started');
    schedule.finished(a0, 5);
    expect(schedule.takeHandedOver(0).map((it) => it.endpointId)).toEqual(['a']);
    schedule.forgetIdle(1_000);
    expect(capacityOf(schedule, 'a')).toBe(0); // not claimed from for a while, so that other workers can
    schedule.forgetIdle(10_000);
    expect(capacityOf(schedule, 'a')).toBeGreaterThan(0);
    expect(schedule.waiting).toBe(1);
  });

  it('sends deliveries claimed for a queue that is being handed over, then releases the queue', () => {
    const schedule = scheduleOf(1);
    schedule.add([...many('a', 1), ...many('b', 1)]);
    schedule.handOverHalf();
    schedule.add([delivery('a', 'a1')]);
    expect(schedule.takeHandedOver(0)).toEqual([]);
    const [a1, b0] = startAll(schedule);
    if (a1 === undefined || b0 === undefined) throw new Error('not enough deliveries started');
    expect([a1.id, b0.id]).toEqual(['a1', 'b0']);
    schedule.finished(a1, 5);
    expect(schedule.takeHandedOver(0).map((it) => it.endpointId)).toEqual(['a']);
    expect(schedule.waiting).toBe(0);
  });

  it('starts deliveries of a slow endpoint in slow slots', () => {
    const schedule = scheduleOf();
    schedule.add(many('a', 2));
    const a0 = schedule.next('fast', 0);
    if (a0 === undefined) throw new Error('nothing started');
    schedule.next('fast', 0);
    schedule.finished(a0, 15_000);
    schedule.add([delivery('a', 'a9')]);
    expect(schedule.next('fast', 0)).toBeUndefined();
    expect(schedule.next('slow', 0)?.id).toBe('a9');
  });

  it('treats an endpoint as slow once a request has taken long, and releases its surplus claims', () => {
    const schedule = scheduleOf();
    schedule.add(many('a', 1));
    const [first] = startAll(schedule);
    if (first === undefined) throw new Error('nothing started');
    schedule.finished(first, 2);
    schedule.add(many('a', 200));
    const [hanging] = startAll(schedule);
    if (hanging === undefined) throw new Error('nothing started');
    schedule.slowedDown(hanging);
    expect([schedule.waiting, schedule.takeUnstarted().length]).toEqual([0, 200 - CAP]);
    schedule.finished(hanging, 15_000);
    schedule.add(many('a', 1));
    expect(schedule.next('fast', 0)).toBeUndefined();
    expect(startAll(schedule)).toHaveLength(1);
  });

  it('once an endpoint has become slow, starts its next delivery in a slow slot, although it waited for a fast one', () => {
    const schedule = scheduleOf();
    schedule.add(many('a', 1));
    const [first] = startAll(schedule);
    if (first === undefined) throw new Error('nothing started');
    schedule.finished(first, 2);
    schedule.add(many('a', 2));
    const hanging = schedule.next('fast', 0);
    if (hanging === undefined) throw new Error('nothing started');
    schedule.slowedDown(hanging);
    schedule.takeUnstarted();
    schedule.add([delivery('a', 'next')]);
    expect(schedule.next('slow', 0)?.id).toBe('next');
    expect(schedule.next('fast', 0)).toBeUndefined();
  });

  it('remembers that an endpoint is slow after its queue was forgotten', () => {
    const schedule = scheduleOf();
    schedule.add(many('a', 1));
    const [first] = startAll(schedule);
    if (first === undefined) throw new Error('nothing started');
    schedule.finished(first, 15_000);
    schedule.forgetIdle(0);
    schedule.add(many('a', 1));
    expect(schedule.next('fast', 0)).toBeUndefined();
    expect(schedule.next('slow', 0)?.endpointId).toBe('a');
  });

  it('limits endpoints that may hang to the share of their organization, and leaves other organizations a share', () => {
    const schedule = scheduleOf();
    const loud = Array.from({ length: 100 }, (_, i) => ({ organizationId: 'loud', endpointId: `l${i}` }));
    const { quotas, isFull } = schedule.share(loud, 1000);
    expect(isFull).toBe(true);
    expect(quotas.reduce((sum, it) => sum + it.quota, 0)).toBe((SLOW_SLOTS * 2) / 3);
    for (const { endpointId, quota } of quotas) {
      schedule.add(many(endpointId, quota).map((it) => ({ ...it, organizationId: 'loud' })));
    }
    expect(schedule.share(loud, 1000)).toEqual({ quotas: [], isFull: true });
    expect(capacityOf(schedule, 'other', 'quiet')).toBe(1);
  });

  it('starts deliveries of other organizations before the next one of a loud organization', () => {
    const schedule = scheduleOf();
    schedule.add(
      ['l1', 'l2', 'l3'].flatMap((it) => many(it, 2).map((one) => ({ ...one, organizationId: 'loud' }))),
    );
    schedule.next('fast', 0);
    schedule.add(many('other', 1));
    const started = startAll(schedule).map((it) => it.endpointId);
    expect(started.indexOf('other')).toBeLessThanOrEqual(1);
    expect(started).toHaveLength(6);
  });

  it('sets aside claims that can no longer start within their lease, and sends the others', () => {
    const schedule = scheduleOf();
    schedule.add([
      { ...delivery('a', 'late'), startBefore: 5 },
      { ...delivery('a', 'soon'), startBefore: 50 },
    ]);
    expect(schedule.next('fast', 10)?.id).toBe('soon');
    expect(schedule.takeUnstarted().map((it) => it.id)).toEqual(['late']);
    expect(schedule.takeUnstarted()).toEqual([]);
  });

  it('expire sets aside claims that can no longer start within their lease, even those of endpoints at their cap', () => {
    const schedule = scheduleOf();
    schedule.add([
      { ...delivery('a', 'late'), startBefore: 5 },
      { ...delivery('a', 'soon'), startBefore: 50 },
    ]);
    schedule.expire(10);
    expect(schedule.waiting).toBe(1);
    expect(schedule.takeUnstarted().map((it) => it.id)).toEqual(['late']);
  });

  it('drain returns the claims that have not started, and forgetIdle forgets idle queues', () => {
    const schedule = scheduleOf();
    schedule.add(many('a', 12));
    const started = startAll(schedule);
    expect(schedule.drain().map((it) => it.id)).toEqual(['a10', 'a11']);
    for (const it of started) schedule.finished(it, 1);
    schedule.forgetIdle(0);
    expect(schedule.activeQueues()).toEqual([]);
    expect(schedule.waiting).toBe(0);
  });
});
