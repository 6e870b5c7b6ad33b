import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../../test/support/eventually';
import { gate } from '../../../../test/support/gate';
import { MemoryQueue } from '../../../../test/support/memory-queue';
import { loadConfig } from '../../../platform/config/config';
import type { ClaimedDelivery } from './claimed-delivery';
import type { DeliveryAttempt } from './delivery-attempt';
import type { DeliveryQueue } from './delivery-queue';
import { Producer } from './producer';
import { Completer } from './completer';
import type { DeliveryListener, DeliveryNotifier } from './delivery-notifier';

const CAP = 10;
const UPKEEP_MS = 1250;
const OUTAGE_MS = 3000;

/** A worker whose attempts end when the promise that `answer` returns resolves, with a local fault or anything else. */
class Worker {
  readonly begun: ClaimedDelivery[] = [];
  readonly begunAt: number[] = [];
  asked = 0;
  listener: DeliveryListener = { wake: () => undefined, handOver: () => undefined };
  readonly producer: Producer;

  constructor(
    readonly queue: MemoryQueue,
    slots: number,
    public answer: (delivery: ClaimedDelivery) => Promise<unknown>,
  ) {
    const notifier = {
      subscribe: (listener: DeliveryListener) => (this.listener = listener),
      wake: () => undefined,
      requestHandover: () => this.asked++,
    };
    const attempt = {
      make: async (delivery: ClaimedDelivery) => {
        this.begun.push(delivery);
        this.begunAt.push(performance.now());
        const fault = await this.answer(delivery);
        return fault === 'shortage' || fault === 'defect' ? fault : {};
      },
    };
    const stored = queue as unknown as DeliveryQueue;
    this.producer = new Producer(
      stored,
      attempt as unknown as DeliveryAttempt,
      new Completer(stored),
      notifier as unknown as DeliveryNotifier,
      loadConfig({
        NODE_ENV: 'test',
        WEBHOOK_CONCURRENCY: String(slots),
        WEBHOOK_ENDPOINT_CONCURRENCY: String(CAP),
      }),
    );
    this.producer.onApplicationBootstrap();
  }

  /** Queues deliveries and wakes the worker. */
  put(organizationId: string, endpointId: string, count = 1): void {
    this.queue.put(organizationId, endpointId, count);
    this.listener.wake();
  }

  begunOf(endpointId: string): number {
    return this.begun.filter((it) => it.endpointId === endpointId).length;
  }

  /** Waits until this many attempts to an endpoint have started. */
  until(endpointId: string, count: number): Promise<true> {
    return eventually(() => Promise.resolve(this.begunOf(endpointId) >= count ? true : null));
  }
}

describe('Producer', () => {
  const workers: Worker[] = [];
  /** Attempts may hang on it; it opens at the end of each test. */
  let end = gate();
  const aWorker = (queue: MemoryQueue, slots: number, answer: Worker['answer']): Worker => {
    const worker = new Worker(queue, slots, answer);
    workers.push(worker);
    return worker;
  };

  afterEach(async () => {
    jest.useRealTimers();
    end.open();
    for (const it of workers) it.answer = () => Promise.resolve();
    await Promise.all(workers.splice(0).map((it) => it.producer.beforeApplicationShutdown()));
    end = gate();
  });

  it('claims for other endpoints while slots are free, even if an endpoint at its cap has a backlog', async () => {
    let loudMs = 1;
    const worker = aWorker(new MemoryQueue(), 16, (it) => sleep(it.endpointId === 'loud' ? loudMs : 1));
    worker.put('a', 'loud', 5000);
    await worker.until('loud', 1000);
    loudMs = 450; // slower, but below the threshold of a slow endpoint
    worker.put('b', 'other');
    await worker.until('other', 1);
    const before = worker.begunOf('loud');
    for (let n = 2; n < 10; n++) {
      worker.put('b', 'other');
      await worker.until('other', n);
    }
    expect(worker.begunOf('loud') - before).toBeLessThanOrEqual(2 * CAP); // at most a second's worth, not the backlog
  });

  it('claims again as soon as requests become slow', async () => {
    const worker = aWorker(new MemoryQueue(), 4, () => end.opened);
    for (let n = 0; n < 40; n++) worker.put(`o${n}`, `e${n}`, 2);
    const slowAt = await eventually(() => Promise.resolve(worker.begunAt[4] ?? null)); // the first that waited for a slot
    const claimedAt = await eventually(() =>
      Promise.resolve(worker.queue.claimedAt.find((it) => it >= slowAt) ?? null),
    );
    expect(claimedAt - slowAt).toBeLessThan(250); // the next poll is half a second away
  });

  it('requests endpoint queues from other workers only while it has a free slot', async () => {
    const queue = new MemoryQueue();
    const owner = aWorker(queue, 2, () => sleep(20));
    for (const it of ['a', 'b', 'c', 'd']) owner.put('o', it, 500);
    await owner.until('a', 1);
    const busy = aWorker(queue.another(), 2, () => sleep(20));
    for (const it of ['e', 'f']) busy.put('o', it, 500);
    await busy.until('e', 60); // by now the owner has a backlog
    busy.listener.wake();
    await busy.until('e', 80);
    expect(busy.asked).toBe(0);
    const idle = aWorker(queue.another(), 2, () => sleep(20));
    idle.listener.wake();
    await eventually(() => Promise.resolve(idle.asked > 0 ? true : null));
  });

  it('does not hand over an endpoint queue while a claim from it is running', async () => {
    jest.useFakeTimers({ doNotFake: [...EXCEPT_INTERVALS] });
    const [given, kept, claim] = [gate(), gate(), gate()];
    const worker = aWorker(new MemoryQueue(), 2, () => Promise.resolve());
    for (const it of ['given', 'kept']) {
      worker.put('o', it);
      await worker.until(it, 1);
    }
    worker.answer = (it) => (it.endpointId === 'given' ? given : kept).opened;
    for (const it of ['given', 'kept']) {
      worker.put('o', it);
      await worker.until(it, 2);
    }
    worker.queue.claims = claim;
    worker.put('o', 'given', 3);
    await sleep(20);
    worker.listener.handOver();
    given.open();
    await sleep(20);
    jest.advanceTimersByTime(UPKEEP_MS);
    await sleep(20);
    expect(worker.queue.releasedQueues).toEqual([]);
    claim.open();
    await worker.until('given', 5);
    kept.open();
  });

  it('retries failed claims with backoff and jitter', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.9); // each pause is 1.4 times as long
    const queue = new MemoryQueue();
    queue.areQueuesAway = true;
    aWorker(queue, 1, () => Promise.resolve());
    const [first = 0, second = 0, third = 0] = await eventually(() =>
      Promise.resolve(queue.searchedAt.length >= 3 ? queue.searchedAt : null),
    );
    queue.areQueuesAway = false;
    random.mockRestore();
    expect(second - first).toBeGreaterThan(270); // 200 ms
    expect(third - second).toBeGreaterThan(550); // doubled
  });

  it('rescues nothing until an outage has been over long enough to record the waiting outcomes', async () => {
    const worker = aWorker(new MemoryQueue(), 1, () => Promise.resolve());
    worker.queue.isAway = true;
    await eventually(() => Promise.resolve(worker.queue.failedAt > 0 ? true : null));
    const claim = { organizationId: 'acme', deliveryId: 'd', generation: 1, attemptedAt: new Date() };
    worker.queue.expired = [{ ...claim, retries: 0, maxRetries: 5, isRetry: false, leaseExpirations: 0 }];
    worker.queue.isAway = false;
    const { at } = await eventually(() => Promise.resolve(worker.queue.recorded[0] ?? null));
    expect(at - worker.queue.failedAt).toBeGreaterThan(OUTAGE_MS);
  });

  it('pauses all attempts after a shortage, longer each time, and then sends the same deliveries', async () => {
    let isShort = true;
    const worker = aWorker(new MemoryQueue(), 4, () => Promise.resolve(isShort ? 'shortage' : 'sent'));
    const startedAt = performance.now();
    for (const it of ['a', 'b']) worker.put('o', it, 3);
    await worker.until('a', 3);
    isShort = false;
    expect(performance.now() - startedAt).toBeGreaterThan(290); // after pauses of 100 and 200 ms
    expect(worker.begun.length).toBeLessThanOrEqual(3 * 4); // in each round, no more than there are slots
    const sent = await eventually(() => {
      const ids = new Set(worker.begun.slice(-6).map((it) => it.id));
      return Promise.resolve(ids.size === 6 ? ids : null);
    });
    expect([...sent].sort()).toEqual(['a-0', 'a-1', 'a-2', 'b-0', 'b-1', 'b-2']);
  });

  it('a delivery whose attempt always fails with a defect delays no other endpoint, and is tried again', async () => {
    const worker = aWorker(new MemoryQueue(), 2, (it) =>
      Promise.resolve(it.endpointId === 'poison' ? 'defect' : 'sent'),
    );
    worker.put('a', 'poison');
    await worker.until('poison', 1);
    worker.put('b', 'other', 50);
    await worker.until('other', 50);
    expect(worker.begunOf('poison')).toBe(1);
    await worker.until('poison', 2);
  });

  it('releases the claim of an attempt that a shortage prevented, even while it stops', async () => {
    const queue = new MemoryQueue();
    const worker = aWorker(queue, 2, () => end.opened.then(() => 'shortage'));
    worker.put('a', 'e');
    await worker.until('e', 1);
    const stopped = worker.producer.beforeApplicationShutdown();
    end.open();
    await stopped;
    const { queues } = await queue.findQueues(1);
    expect(queues.map((it) => it.endpointId)).toEqual(['e']);
  });

  it('does not start maintenance while the previous run is in progress', async () => {
    jest.useFakeTimers({ doNotFake: [...EXCEPT_INTERVALS] });
    const worker = aWorker(new MemoryQueue(), 4, () => end.opened);
    const renewals = gate();
    worker.queue.renewals = renewals;
    worker.put('o', 'a');
    await worker.until('a', 1);
    jest.advanceTimersByTime(5 * UPKEEP_MS);
    await sleep(20);
    expect(worker.queue.renewing).toBe(1);
    renewals.open();
    await sleep(20);
    jest.advanceTimersByTime(UPKEEP_MS);
    await sleep(20);
    expect(worker.queue.renewing).toBe(0);
  });
});

const EXCEPT_INTERVALS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;
