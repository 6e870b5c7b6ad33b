import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { logger } from '../../../platform/observability/logger';
import { deliveriesInFlight } from '../../../platform/observability/metrics';
import { DeliveryAttempt } from './delivery-attempt';
import { DeliveryQueue, LANE_LEASE_MS } from './delivery-queue';
import type { ClaimedDelivery } from './claimed-delivery';
import type { Pace } from './lane';
import { LaneFinder } from './lane-finder';
import { LaneSchedule } from './lane-schedule';
import { LostDeliveries } from './lost-deliveries';
import { OutcomeRecorder, type RecordingListener } from './outcome-recorder';
import { RequestSlots } from './request-slots';
import { WakeSignal } from './wake-signal';
import { WakeableRest } from './wakeable-rest';
/** Poll interval: bounds the delay after a lost wake-up. */
const POLL_MS = 1000;
/** First pause after a database error; doubled with each further one, up to the maximum. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5000;
/**
 * Claimed deliveries per slot, so that claiming stays ahead of sending. The worker claims again when half of them have
 * started.
 */
const AHEAD = 6;
/** Slow requests take a socket and no CPU time, so many more of them may be in flight. */
const SLOW_FACTOR = 10;
/** Attempts that end within this time of each other trigger a single claim. */
const LOOK_SOON_MS = 2;
/** Interval at which slow requests move to slow slots. */
const AGE_OUT_MS = 100;
/** Bounds the cost of one search. */
const MAX_LANES_PER_LOOK = 256;

/**
 * The worker (docs/webhooks.md): claims deliveries ahead of need, sends as many as there are slots, and records
 * outcomes in batches. There is one per process; any number of processes share one queue.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly schedule: LaneSchedule;
  private readonly concurrency: number;
  private readonly slots: RequestSlots;
  private readonly idle = new WakeableRest();
  private running = false;
  private loop: Promise<void> = Promise.resolve();
  private onIdle: (() => void)[] = [];
  private timers: NodeJS.Timeout[] = [];
  private soon: NodeJS.Timeout | undefined;
  private readonly finder: LaneFinder;
  /** Minimum free capacity before claiming, to keep batches large. */
  private readonly minRoom: number;
  /** Whether another worker has asked for endpoint queues that are behind. */
  private lanesWanted = false;
  /** Claims whose release failed; retried with the next release. */
  private unreturned: ClaimedDelivery[] = [];
  private isMaintaining = false;
  private readonly lost: LostDeliveries;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly attempt: DeliveryAttempt,
    private readonly recorder: OutcomeRecorder,
    private readonly signal: WakeSignal,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.concurrency = config.webhooks.concurrency;
    this.slots = new RequestSlots(this.concurrency);
    const limits = {
      cap: config.webhooks.endpointConcurrency,
      slowPlaces: this.concurrency * SLOW_FACTOR,
      unknownWaiting: this.concurrency,
    };
    this.schedule = new LaneSchedule(limits);
    this.lost = new LostDeliveries(queue);
    this.minRoom = Math.ceil((this.concurrency * AHEAD) / 2);
    const lanesPerLook = Math.min(MAX_LANES_PER_LOOK, this.minRoom);
    this.finder = new LaneFinder(queue, this.schedule, lanesPerLook, () => {
      if (this.slots.free > 0) signal.askForLanes();
    });
    Object.assign(deliveriesInFlight, {
      collect: () => {
        deliveriesInFlight.set(this.slots.inFlight);
      },
    });
    const told = (what: keyof RecordingListener) => (outcomes: number) => {
      this.slots[what](outcomes);
      this.ended();
    };
    this.recorder.subscribe({
      sent: told('sent'),
      returned: told('returned'),
      recorded: told('recorded'),
      refused: told('refused'),
    });
    this.signal.subscribe({ wake: () => this.announced(), giveUpLanes: () => this.askedForLanes() });
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.running = true;
    this.timers = [
      setInterval(() => {
        if (!this.isMaintaining) void this.maintain();
      }, LANE_LEASE_MS / 4),
      setInterval(() => {
        this.ageOut();
      }, AGE_OUT_MS),
    ];
    this.loop = this.run();
  }

  /** Stops claiming, releases claims that have not started, and finishes and records attempts in flight. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    this.idle.wake();
    await this.loop;
    await this.giveBack(this.schedule.drain());
    if (this.slots.inFlight > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.soon);
    await this.queue.releaseAllLanes().catch(() => undefined);
  }

  /** Handles an announcement of queued deliveries. Known search results may lack their endpoint queues. */
  private announced(): void {
    this.finder.announced();
    this.idle.wake();
  }

  private askedForLanes(): void {
    this.lanesWanted = true;
    this.idle.wake();
  }

  private async run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; this.running;) {
      try {
        this.idle.begin();
        if (this.lanesWanted) await this.giveUpLanes();
        const claimed = await this.claim();
        pause = FIRST_PAUSE_MS;
        if (claimed === 0) await this.idle.rest(POLL_MS);
      } catch (error) {
        logger.warn({ reason: (error as Error).message }, 'Claiming deliveries failed; trying again');
        await this.idle.rest(pause * (0.5 + Math.random()));
        pause = Math.min(MAX_PAUSE_MS, pause * 2);
      }
    }
  }

  /** Claims up to the free capacity. Returns the number of claimed deliveries. */
  private async claim(): Promise<number> {
    const { free } = this.slots;
    const room = this.concurrency * AHEAD - this.schedule.waiting;
    const isSmall = room < this.minRoom;
    // With a free slot, every waiting claim belongs to an endpoint at its cap. Other endpoints must not wait for those.
    const quotas = isSmall && free === 0 ? [] : await this.finder.quotas(Math.max(room, free));
    if (isSmall && !quotas.some((it) => it.held < this.config.webhooks.endpointConcurrency)) {
      this.finder.hasBacklog = true;
      return 0; // wait until there is capacity for a large batch
    }
    if (quotas.length === 0) return 0;
    const claimed = await this.queue.claim(quotas);
    if (!this.running) {
      await this.queue.release(claimed);
      return 0;
    }
    this.finder.claimed(quotas, claimed.length);
    this.schedule.add(claimed);
    this.pump();
    return claimed.length;
  }

  /** Starts attempts until all slots are taken or no delivery may start. Slow requests need no fast slot. */
  private pump(): void {
    this.startWhile('fast', () => this.slots.free > 0);
    this.startWhile('slow', () => true);
    void this.giveBack(this.schedule.takeUnbegun());
  }

  private startWhile(pace: Pace, mayStart: () => boolean): void {
    while (this.running && mayStart()) {
      const delivery = this.schedule.next(pace, performance.now());
      if (delivery === undefined) return;
      void this.send(delivery, pace);
    }
  }

  /**
   * Releases claims that have not started. If the database is unavailable, the next release retries them, or their
   * leases expire.
   */
  private async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const all = [...this.unreturned.splice(0), ...deliveries];
    if (all.length === 0) return;
    try {
      await this.queue.release(all);
      this.announced(); // they are queued again, and this worker may have capacity
    } catch {
      this.unreturned.push(...all);
    }
  }

  /** Makes one attempt and hands its outcome to the recorder. */
  private async send(delivery: ClaimedDelivery, pace: Pace): Promise<void> {
    const startedAt = performance.now();
    const slot = this.slots.take(delivery, pace, startedAt);
    const record = await this.attempt.make(delivery);
    this.slots.answered(slot);
    this.schedule.finished(delivery, performance.now() - startedAt);
    this.recorder.record(record);
    this.ended();
  }

  /** Handles freed slots: an attempt has ended, outcomes were recorded, or requests have become slow. */
  private ended(): void {
    this.pump();
    if (this.slots.inFlight === 0) for (const resolve of this.onIdle.splice(0)) resolve();
    if (this.finder.hasBacklog) this.lookSoon();
  }

  /** Claims again after a short delay, so that attempts that end together trigger a single claim. */
  private lookSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.idle.wake();
    }, LOOK_SOON_MS);
  }

  /** Moves slow requests out of the fast slots. */
  private ageOut(): void {
    const aged = this.slots.ageOut(performance.now());
    for (const delivery of aged) this.schedule.slowedDown(delivery);
    if (aged.length > 0) this.ended();
  }

  private async maintain(): Promise<void> {
    this.isMaintaining = true;
    try {
      const lanes = this.schedule.activeLanes();
      if (lanes.length > 0) await this.queue.renewLanes(lanes);
      this.schedule.forgetIdle(performance.now());
      await this.releaseLeft();
      this.schedule.expire(performance.now());
      await this.giveBack(this.schedule.takeUnbegun());
      if ((await this.lost.takeUp()) > 0) this.signal.wake();
    } catch (error) {
      this.lost.sawOutage();
      logger.warn({ reason: (error as Error).message }, 'Maintaining delivery leases failed; trying again');
    } finally {
      this.isMaintaining = false;
    }
  }

  /**
   * Hands over half of the endpoint queues to a worker with free capacity. Runs between claims, because a running claim
   * could return deliveries of queues being handed over. Does nothing while slots are free: then the queues are behind
   * because of their endpoints, and would be behind at another worker, too.
   */
  private async giveUpLanes(): Promise<void> {
    this.lanesWanted = false;
    if (this.slots.free > 0) return;
    await this.giveBack(this.schedule.giveUpHalf());
    await this.releaseLeft().catch(() => undefined); // on failure, their leases expire
  }

  private async releaseLeft(): Promise<void> {
    const left = this.schedule.takeLeft(performance.now());
    if (left.length === 0) return;
    await this.queue.releaseLanes(left);
    this.signal.wake();
  }
}
