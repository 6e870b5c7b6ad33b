import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Notifier } from '../../../platform/database/notifier';
import { WakeableLoop } from '../../../platform/jobs/wakeable-loop';
import { logger } from '../../../platform/observability/logger';
import { deliveriesInFlight } from '../../../platform/observability/metrics';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { DeliveryQueue, QUEUE_LEASE_MS } from '../queue/delivery-queue';
import { ClaimPlanner } from './claim-planner';
import { DeliveryAttempt } from './delivery-attempt';
import { DeliveryScheduler } from './delivery-scheduler';
import type { SlotKind } from './endpoint-queue';
import { LeaseRescuer } from './lease-rescuer';
import { OutcomeRecorder } from './outcome-recorder';
import { RequestSlots } from './request-slots';
import { ShortagePause } from './shortage-pause';

/** Topics of the notifier: deliveries have been queued; a worker with free slots asks for queues. */
const DELIVERIES_TOPIC = 'webhook_deliveries';
const QUEUES_TOPIC = 'webhook_queues';
/** Poll interval without wake-ups: the bound on a lost one. */
const POLL_MS = 1000;
const BACKOFF = { firstMs: 200, maxMs: 5000 };
/** Minimum interval between two requests for queues. */
const ASK_INTERVAL_MS = 1000;
/** Claimed deliveries that may wait per fast slot, so that claiming runs ahead of sending. */
const WAITING_PER_SLOT = 6;
/** Slow requests take a socket and no CPU time, so there are many more slots for them. */
const SLOW_SLOTS_PER_SLOT = 10;
/** Attempts that end within this time cause one claim. */
const CLAIM_DEBOUNCE_MS = 2;
/** Interval of moving requests that have become slow to slow slots. */
const MOVE_SLOW_MS = 100;
/** Bounds the cost of a search for queues. */
const MAX_PAGE_SIZE = 256;

/**
 * The worker (docs/webhooks.md#delivery-engine): claims deliveries ahead of need, sends as many as there are slots, and
 * records outcomes in batches. One per process; any number of processes share one queue.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly concurrency: number;
  private readonly slots: RequestSlots;
  private readonly scheduler: DeliveryScheduler;
  private readonly planner: ClaimPlanner;
  private readonly recorder: OutcomeRecorder;
  private readonly rescuer: LeaseRescuer;
  private readonly loop = new WakeableLoop({
    name: 'webhook-dispatcher',
    round: () => this.round(),
    minPauseMs: 0,
    maxPauseMs: POLL_MS,
    backoff: BACKOFF,
  });
  /** Minimum free capacity before claiming, to keep batches large. */
  private readonly minClaim: number;
  private readonly shortage = new ShortagePause(() => this.slotsChanged());
  private running = false;
  private onDrained: (() => void)[] = [];
  private timers: NodeJS.Timeout[] = [];
  private claimSoon: NodeJS.Timeout | undefined;
  /** Another worker has free slots and asks for queues. */
  private queuesWanted = false;
  private askedForQueuesAt = -ASK_INTERVAL_MS;
  /** Claims whose release failed; retried with the next release. */
  private unreleased: ClaimedDelivery[] = [];
  private isMaintaining = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly attempt: DeliveryAttempt,
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { concurrency, endpointConcurrency: endpointCap, hostConcurrency: hostCap } = config.webhooks;
    this.concurrency = concurrency;
    this.slots = new RequestSlots(concurrency);
    const slowSlots = concurrency * SLOW_SLOTS_PER_SLOT;
    this.scheduler = new DeliveryScheduler({ endpointCap, hostCap, slowSlots, maxUnknown: concurrency });
    this.minClaim = Math.ceil((this.concurrency * WAITING_PER_SLOT) / 2);
    const pageSize = Math.min(MAX_PAGE_SIZE, this.minClaim);
    this.planner = new ClaimPlanner(queue, this.scheduler, pageSize, () => {
      if (this.slots.free > 0) this.askForQueues();
    });
    this.recorder = this.aRecorder();
    this.rescuer = new LeaseRescuer(queue);
    Object.assign(deliveriesInFlight, {
      collect: () => {
        deliveriesInFlight.set(this.slots.inFlight);
      },
    });
    if (config.role === 'api') return;
    notifier.on(DELIVERIES_TOPIC, () => this.queued());
    // Not on reconnection: nobody has asked, and queues that are handed over are not served for a while.
    notifier.on(QUEUES_TOPIC, () => this.askedForQueues(), { onConnect: false });
  }

  /**
   * Wakes this process's worker immediately, and those of other processes through the notifier. Call it after the commit
   * that queued deliveries. One function, so that a transaction registers it once.
   */
  readonly wake = (): void => {
    this.queued();
    this.notifier.notify(DELIVERIES_TOPIC);
  };

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.running = true;
    this.timers = [
      setInterval(() => {
        if (!this.isMaintaining) void this.maintain();
      }, QUEUE_LEASE_MS / 4),
      setInterval(() => {
        this.moveSlow();
      }, MOVE_SLOW_MS),
    ];
    this.loop.start();
  }

  /** SIGTERM: stops claiming, releases what has not started, finishes and records what is in flight. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    await this.loop.stop();
    await this.release(this.scheduler.drain());
    if (this.slots.inFlight > 0) await new Promise<void>((resolve) => this.onDrained.push(resolve));
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.claimSoon);
    this.shortage.stop();
    await this.queue.releaseAllQueues().catch(() => undefined);
  }

  /** Something has been queued, perhaps in a queue that was empty. */
  private queued(): void {
    this.planner.announced();
    this.loop.wake();
  }

  private askForQueues(): void {
    if (performance.now() - this.askedForQueuesAt < ASK_INTERVAL_MS) return;
    this.askedForQueuesAt = performance.now();
    this.notifier.notify(QUEUES_TOPIC);
  }

  private askedForQueues(): void {
    this.queuesWanted = true;
    this.loop.wake();
  }

  /** Claims once. Returns whether the next round should follow at once. */
  private async round(): Promise<boolean> {
    if (this.queuesWanted) await this.handOverQueues();
    return (await this.claim()) > 0;
  }

  /** Claims up to the free capacity. Returns the number of claimed deliveries. */
  private async claim(): Promise<number> {
    if (this.shortage.isActive) return 0;
    const { free } = this.slots;
    const capacity = this.concurrency * WAITING_PER_SLOT - this.scheduler.waiting;
    const isSmall = capacity < this.minClaim;
    // With a slot free, everything that waits is for endpoints at their cap and must not delay the others.
    const claims = isSmall && free === 0 ? [] : await this.planner.plan(Math.max(capacity, free));
    if (isSmall && !claims.some((it) => it.claimed < this.config.webhooks.endpointConcurrency)) {
      this.planner.hasBacklog = true;
      return 0; // wait until a large batch fits
    }
    if (claims.length === 0) return 0;
    const claimed = await this.queue.claim(claims);
    if (!this.running) {
      await this.queue.release(claimed);
      return 0;
    }
    this.planner.claimed(claims, claimed.length);
    this.scheduler.add(claimed);
    this.startAttempts();
    return claimed.length;
  }

  /** Starts attempts until the fast slots are taken or nothing is ready. Slow slots were taken at the claim. */
  private startAttempts(): void {
    this.startWhile('fast', () => this.slots.free > 0);
    this.startWhile('slow', () => true);
    void this.release(this.scheduler.takeReleasable());
  }

  private startWhile(kind: SlotKind, mayStart: () => boolean): void {
    while (this.running && !this.shortage.isActive && mayStart()) {
      const delivery = this.scheduler.next(kind, performance.now());
      if (delivery === undefined) return;
      void this.send(delivery, kind);
    }
  }

  /** Releases claims that have not started. If the database is away, the next release retries, or their leases expire. */
  private async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const all = [...this.unreleased.splice(0), ...deliveries];
    if (all.length === 0) return;
    try {
      await this.queue.release(all);
      this.queued(); // they are queued again, and this worker may have capacity
    } catch {
      this.unreleased.push(...all);
    }
  }

  private async send(delivery: ClaimedDelivery, kind: SlotKind): Promise<void> {
    const startedAt = performance.now();
    const slot = this.slots.take(delivery, kind, startedAt);
    const record = await this.attempt.make(delivery);
    if (record === null) {
      this.slots.attemptGivenUp(slot);
      this.scheduler.attemptGivenUp(delivery);
      this.shortage.begin();
    } else {
      this.slots.attemptEnded(slot);
      this.scheduler.attemptEnded(delivery, performance.now() - startedAt);
      this.recorder.record(record);
    }
    this.slotsChanged();
  }

  private aRecorder(): OutcomeRecorder {
    const { slots } = this;
    const thenStart = (change: (count: number) => void) => (count: number) => {
      change(count);
      this.slotsChanged();
    };
    return new OutcomeRecorder(this.queue, {
      outcomesSent: thenStart((count) => slots.outcomesSent(count)),
      outcomesReturned: thenStart((count) => slots.outcomesReturned(count)),
      outcomesRecorded: thenStart((count) => slots.outcomesRecorded(count)),
      outcomesDropped: thenStart((count) => slots.outcomesDropped(count)),
    });
  }

  /** Slots may be free: starts the next attempts, and claims again if there is a backlog. */
  private slotsChanged(): void {
    this.startAttempts();
    if (this.slots.inFlight === 0) for (const resolve of this.onDrained.splice(0)) resolve();
    if (!this.planner.hasBacklog) return;
    this.claimSoon ??= setTimeout(() => {
      this.claimSoon = undefined;
      this.loop.wake();
    }, CLAIM_DEBOUNCE_MS);
  }

  private moveSlow(): void {
    const slowed = this.slots.moveSlow(performance.now());
    for (const delivery of slowed) this.scheduler.attemptSlowed(delivery);
    if (slowed.length > 0) this.slotsChanged();
  }

  /** Renews queue leases, ends those of handed-over queues, expires claims and rescues deliveries of lost workers. */
  private async maintain(): Promise<void> {
    this.isMaintaining = true;
    try {
      const queues = this.scheduler.activeQueues();
      if (queues.length > 0) await this.queue.renewQueues(queues);
      this.scheduler.forgetIdle(performance.now());
      await this.releaseHandedOver();
      this.scheduler.expire(performance.now());
      await this.release(this.scheduler.takeReleasable());
      if ((await this.rescuer.rescue()) > 0) this.wake();
    } catch (error) {
      this.rescuer.sawOutage();
      logger.warn({ reason: (error as Error).message }, 'Could not maintain delivery leases; retrying');
    } finally {
      this.isMaintaining = false;
    }
  }

  /**
   * Hands half of this worker's queues over to a worker with free slots. Runs between claims, never during one, which
   * could bring deliveries of a queue that is being handed over. With free slots of its own, a worker keeps its queues:
   * they are behind because of their endpoints, and would be elsewhere.
   */
  private async handOverQueues(): Promise<void> {
    this.queuesWanted = false;
    if (this.slots.free > 0) return;
    await this.release(this.scheduler.handOverHalf());
    await this.releaseHandedOver().catch(() => undefined); // their leases expire
  }

  private async releaseHandedOver(): Promise<void> {
    const queues = this.scheduler.takeHandedOver(performance.now());
    if (queues.length === 0) return;
    await this.queue.releaseQueues(queues);
    this.wake();
  }
}
