import { delivery } from '../../../../test/support/claimed-delivery';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { DeliveryScheduler } from './delivery-scheduler';

const CAP = 10;
const SLOW_SLOTS = 120;

const aScheduler = (endpointCap = CAP, hostCap = 200): DeliveryScheduler =>
  new DeliveryScheduler({ endpointCap, hostCap, slowSlots: SLOW_SLOTS, maxUnknown: 1000 });

const many = (endpointId: string, count: number) =>
  Array.from({ length: count }, (_, i) => delivery(endpointId, `${endpointId}${i}`));

/** Number of deliveries that would be claimed for an endpoint now. */
const claimableOf = (scheduler: DeliveryScheduler, endpointId: string, organizationId = 'acme'): number =>
  scheduler.planClaims([{ organizationId, endpointId }], 1000).claims[0]?.quota ?? 0;

function startAll(scheduler: DeliveryScheduler): ClaimedDelivery[] {
  const started: ClaimedDelivery[] = [];
  for (let it = scheduler.next('fast', 0); it !== undefined; it = scheduler.next('fast', 0)) started.push(it);
  for (let it = scheduler.next('slow', 0); it !== undefined; it = scheduler.next('slow', 0)) started.push(it);
  return started;
}

/** Starts everything that may start; returns the first delivery. */
function startOne(scheduler: DeliveryScheduler): ClaimedDelivery {
  const [first] = startAll(scheduler);
  if (first === undefined) throw new Error('nothing started');
  return first;
}

describe('DeliveryScheduler', () => {
  it('starts no more than the cap of one endpoint and alternates between endpoints', () => {
    const scheduler = aScheduler();
    scheduler.add([...many('a', 15), ...many('b', 2)]);
    const started = startAll(scheduler);
    expect(started.slice(0, 4).map((it) => it.endpointId)).toEqual(['a', 'b', 'a', 'b']);
    expect(started.filter((it) => it.endpointId === 'a')).toHaveLength(CAP);
    expect(scheduler.waiting).toBe(5);
    scheduler.attemptEnded(delivery('a', 'a0'), 5);
    expect(startAll(scheduler)).toHaveLength(1);
  });

  it('claims one delivery of an unknown endpoint, the cap of a slow one, a second of work of a fast one', () => {
    const scheduler = aScheduler();
    expect(claimableOf(scheduler, 'a')).toBe(1);
    scheduler.add(many('a', 1));
    expect(claimableOf(scheduler, 'a')).toBe(0);
    const first = startOne(scheduler);
    scheduler.attemptSlowed(first);
    expect(claimableOf(scheduler, 'a')).toBe(CAP - 1);
    scheduler.attemptEnded(first, 15_000);
    expect(claimableOf(scheduler, 'a')).toBe(CAP);
    scheduler.add(many('fast', 1));
    scheduler.attemptEnded(startOne(scheduler), 2);
    expect(claimableOf(scheduler, 'fast')).toBe(200);
    scheduler.add(many('fast', 120));
    expect(claimableOf(scheduler, 'fast')).toBe(0); // refilled when half empty
  });

  it('hands over half of its queues when asked, each once its last attempt has ended', () => {
    const scheduler = aScheduler(1);
    scheduler.add([...many('a', 2), ...many('b', 2)]);
    const a0 = startOne(scheduler);
    expect(scheduler.handOverHalf().map((it) => it.id)).toEqual(['a1']);
    expect(claimableOf(scheduler, 'a')).toBe(0);
    expect(scheduler.takeHandedOver(0)).toEqual([]); // one request is still in flight
    scheduler.attemptEnded(a0, 5);
    expect(scheduler.takeHandedOver(0).map((it) => it.endpointId)).toEqual(['a']);
    scheduler.forgetIdle(1_000);
    expect(claimableOf(scheduler, 'a')).toBe(0); // held off for the other workers
    scheduler.forgetIdle(10_000);
    expect(claimableOf(scheduler, 'a')).toBeGreaterThan(0);
    expect(scheduler.waiting).toBe(1);
  });

  it('sends what a running claim brings for a leaving queue, and hands the queue over after that', () => {
    const scheduler = aScheduler(1);
    scheduler.add([...many('a', 1), ...many('b', 1)]);
    scheduler.handOverHalf();
    scheduler.add([delivery('a', 'a1')]);
    expect(scheduler.takeHandedOver(0)).toEqual([]);
    const [a1, b0] = startAll(scheduler);
    if (a1 === undefined || b0 === undefined) throw new Error('too few started');
    expect([a1.id, b0.id]).toEqual(['a1', 'b0']);
    scheduler.attemptEnded(a1, 5);
    expect(scheduler.takeHandedOver(0).map((it) => it.endpointId)).toEqual(['a']);
    expect(scheduler.waiting).toBe(0);
  });

  it('starts deliveries of a slow endpoint in slow slots only', () => {
    const scheduler = aScheduler();
    scheduler.add(many('a', 2));
    const a0 = scheduler.next('fast', 0);
    if (a0 === undefined) throw new Error('nothing started');
    scheduler.next('fast', 0);
    scheduler.attemptEnded(a0, 15_000);
    scheduler.add([delivery('a', 'a9')]);
    expect(scheduler.next('fast', 0)).toBeUndefined();
    expect(scheduler.next('slow', 0)?.id).toBe('a9');
  });

  it('treats an endpoint as slow once a request has become slow, and releases its surplus claims', () => {
    const scheduler = aScheduler();
    scheduler.add(many('a', 1));
    scheduler.attemptEnded(startOne(scheduler), 2);
    scheduler.add(many('a', 200));
    const hanging = startOne(scheduler);
    scheduler.attemptSlowed(hanging);
    expect([scheduler.waiting, scheduler.takeReleasable().length]).toEqual([0, 200 - CAP]);
    scheduler.attemptEnded(hanging, 15_000);
    scheduler.add(many('a', 1));
    expect(scheduler.next('fast', 0)).toBeUndefined();
    expect(startAll(scheduler)).toHaveLength(1);
  });

  it('moves a queue that waits for a fast slot to the slow slots when its endpoint becomes slow', () => {
    const scheduler = aScheduler();
    scheduler.add(many('a', 1));
    scheduler.attemptEnded(startOne(scheduler), 2);
    scheduler.add(many('a', 2));
    const hanging = scheduler.next('fast', 0);
    if (hanging === undefined) throw new Error('nothing started');
    scheduler.attemptSlowed(hanging);
    scheduler.takeReleasable();
    scheduler.add([delivery('a', 'next')]);
    expect(scheduler.next('slow', 0)?.id).toBe('next');
    expect(scheduler.next('fast', 0)).toBeUndefined();
  });

  it('remembers that an endpoint is slow after its queue has been forgotten', () => {
    const scheduler = aScheduler();
    scheduler.add(many('a', 1));
    scheduler.attemptEnded(startOne(scheduler), 15_000);
    scheduler.forgetIdle(0);
    scheduler.add(many('a', 1));
    expect(scheduler.next('fast', 0)).toBeUndefined();
    expect(scheduler.next('slow', 0)?.endpointId).toBe('a');
  });

  it('limits the slow slots of an organization and keeps some for other organizations', () => {
    const scheduler = aScheduler();
    const loud = Array.from({ length: 100 }, (_, i) => ({ organizationId: 'loud', endpointId: `l${i}` }));
    const { claims, hasMore } = scheduler.planClaims(loud, 1000);
    expect(hasMore).toBe(true);
    expect(claims.reduce((sum, it) => sum + it.quota, 0)).toBe((SLOW_SLOTS * 2) / 3);
    for (const { endpointId, quota } of claims) {
      scheduler.add(many(endpointId, quota).map((it) => ({ ...it, organizationId: 'loud' })));
    }
    expect(scheduler.planClaims(loud, 1000)).toEqual({ claims: [], hasMore: true });
    expect(claimableOf(scheduler, 'other', 'quiet')).toBe(1);
  });

  it('starts a delivery of another organization before the next one of a loud organization', () => {
    const scheduler = aScheduler();
    scheduler.add(
      ['l1', 'l2', 'l3'].flatMap((it) => many(it, 2).map((one) => ({ ...one, organizationId: 'loud' }))),
    );
    scheduler.next('fast', 0);
    scheduler.add(many('other', 1));
    const started = startAll(scheduler).map((it) => it.endpointId);
    expect(started.indexOf('other')).toBeLessThanOrEqual(1);
    expect(started).toHaveLength(6);
  });

  it('skips a claim that can no longer start within its lease, and releases it', () => {
    const scheduler = aScheduler();
    scheduler.add([
      { ...delivery('a', 'late'), startBefore: 5 },
      { ...delivery('a', 'soon'), startBefore: 50 },
    ]);
    expect(scheduler.next('fast', 10)?.id).toBe('soon');
    expect(scheduler.takeReleasable().map((it) => it.id)).toEqual(['late']);
    expect(scheduler.takeReleasable()).toEqual([]);
  });

  it('expires claims that can no longer start, also while nothing starts', () => {
    const scheduler = aScheduler();
    scheduler.add([
      { ...delivery('a', 'late'), startBefore: 5 },
      { ...delivery('a', 'soon'), startBefore: 50 },
    ]);
    scheduler.expire(10);
    expect(scheduler.waiting).toBe(1);
    expect(scheduler.takeReleasable().map((it) => it.id)).toEqual(['late']);
  });

  it('drains the claims that have not started, and forgets idle queues', () => {
    const scheduler = aScheduler();
    scheduler.add(many('a', 12));
    const started = startAll(scheduler);
    expect(scheduler.drain().map((it) => it.id)).toEqual(['a10', 'a11']);
    for (const it of started) scheduler.attemptEnded(it, 1);
    scheduler.forgetIdle(0);
    expect(scheduler.activeQueues()).toEqual([]);
    expect(scheduler.waiting).toBe(0);
  });

  describe('with a cap of 3 requests per host', () => {
    const scheduler = () => aScheduler(2, 3);
    const perEndpoint = (started: readonly ClaimedDelivery[]) => started.map((it) => it.endpointId).sort();

    it('starts no more than the cap over all endpoints of an organization on the host', () => {
      const capped = scheduler();
      capped.add([...many('a', 2), ...many('b', 2), ...many('c', 2)]);
      const started = startAll(capped);
      expect(perEndpoint(started)).toEqual(['a', 'b', 'c']);
      const [first] = started;
      if (first === undefined) throw new Error('nothing started');
      capped.attemptEnded(first, 5);
      expect(startAll(capped)).toHaveLength(1);
      expect(startAll(capped)).toHaveLength(0);
    });

    it('starts everything in the end, also after an attempt that could not be made', () => {
      const capped = scheduler();
      capped.add([...many('a', 4), ...many('b', 4), ...many('c', 1)]);
      let ended = 0;
      for (let started = startAll(capped); started.length > 0; started = startAll(capped)) {
        for (const it of started) {
          if (it.id === 'b0') capped.attemptGivenUp(it);
          else capped.attemptEnded(it, 5);
          ended++;
        }
      }
      expect(ended).toBe(9);
      expect(capped.waiting).toBe(0);
    });

    it('does not hold up another organization or another host', () => {
      const capped = scheduler();
      capped.add([...many('a', 2), ...many('b', 2)]);
      expect(startAll(capped)).toHaveLength(3);
      const elsewhere = delivery('d', 'd0');
      elsewhere.target.url = 'http://127.0.0.2/';
      capped.add([delivery('e', 'e0', 'other'), elsewhere]);
      expect(perEndpoint(startAll(capped))).toEqual(['d', 'e']);
    });

    it('claims nothing for a host at its cap', () => {
      const capped = scheduler();
      capped.add([...many('a', 2), ...many('b', 1)]);
      const started = startAll(capped);
      expect(claimableOf(capped, 'b')).toBe(0);
      for (const it of started) capped.attemptEnded(it, 5);
      expect(claimableOf(capped, 'b')).toBeGreaterThan(0);
    });

    it('is unlimited with a cap of 0', () => {
      const unlimited = aScheduler(2, 0);
      unlimited.add([...many('a', 2), ...many('b', 2), ...many('c', 2)]);
      expect(startAll(unlimited)).toHaveLength(6);
    });
  });
});
