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

/** How often a worker looks without being woken: the bound on a lost wake-up. */
const POLL_MS = 1000;
/** After the database failed: the first pause, doubled up to the last. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5000;
/** Deliveries that may wait here per slot, so that claiming runs ahead of sending; claimed anew when half are gone. */
const AHEAD = 6;
/** Slow requests cost a socket and no work, so there may be many more of them. */
const SLOW_FACTOR = 10;
/** The ends of attempts within this time make one claim. */
const LOOK_SOON_MS = 2;
/** How often requests are looked at that have become slow. */
const AGE_OUT_MS = 100;
/** Bounds what one look costs. */
const MAX_LANES_PER_LOOK = 256;

/**
 * The worker: claims ahead of need, sends up to a number at once, records in batches. One per process; any
 * number of processes share one queue (architecture.md, Delivery engine).
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
  /** Claimed is when there is room for so many, so that batches are large. */
  private readonly minRoom: number;
  /** Another worker has time for lanes that are behind. */
  private lanesWanted = false;
  /** To be given back, and not taken by the database yet. */
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

  /** SIGTERM: claims no more, gives back what has not begun, finishes and records what is under way. */
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

  /** Something was queued, perhaps for a lane that was empty. */
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

  /** Claims up to what there is room for; answers how many deliveries came. */
  private async claim(): Promise<number> {
    const { free } = this.slots;
    const room = this.concurrency * AHEAD - this.schedule.waiting;
    const isSmall = room < this.minRoom;
    // With a slot idle, all that waits is for endpoints at their cap, and must not hold up the others.
    const quotas = isSmall && free === 0 ? [] : await this.finder.quotas(Math.max(room, free));
    if (isSmall && !quotas.some((it) => it.held < this.config.webhooks.endpointConcurrency)) {
      this.finder.hasBacklog = true;
      return 0; // wait until a large batch fits
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

  /** Starts attempts until every slot is taken or nothing may start; slow ones take no slot. */
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

  /** What was not begun. The database may be away: then it is tried again with the next, or the leases lapse. */
  private async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const all = [...this.unreturned.splice(0), ...deliveries];
    if (all.length === 0) return;
    try {
      await this.queue.release(all);
      this.announced(); // they are queued again, and perhaps there is room for them here
    } catch {
      this.unreturned.push(...all);
    }
  }

  /** One attempt. Its outcome is recorded with those of others. */
  private async send(delivery: ClaimedDelivery, pace: Pace): Promise<void> {
    const startedAt = performance.now();
    const slot = this.slots.take(delivery, pace, startedAt);
    const record = await this.attempt.make(delivery);
    this.slots.answered(slot);
    this.schedule.finished(delivery, performance.now() - startedAt);
    this.recorder.record(record);
    this.ended();
  }

  /** An attempt has its answer, some have become durable, or some have become slow: there may be slots. */
  private ended(): void {
    this.pump();
    if (this.slots.inFlight === 0) for (const resolve of this.onIdle.splice(0)) resolve();
    if (this.finder.hasBacklog) this.lookSoon();
  }

  /** There may be room to claim again; many ends of attempts make one look. */
  private lookSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.idle.wake();
    }, LOOK_SOON_MS);
  }

  /** Requests that have become slow make room for others. */
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
      logger.warn({ reason: (error as Error).message }, 'Upkeep of delivery leases failed; trying again');
    } finally {
      this.isMaintaining = false;
    }
  }

  /**
   * Half of this worker's lanes become free for one that has time. Between claims and never beside one, which would
   * bring deliveries of lanes that are given up meanwhile. With slots free, these lanes are behind because of their
   * endpoints, and would be so elsewhere.
   */
  private async giveUpLanes(): Promise<void> {
    this.lanesWanted = false;
    if (this.slots.free > 0) return;
    await this.giveBack(this.schedule.giveUpHalf());
    await this.releaseLeft().catch(() => undefined); // their leases lapse
  }

  private async releaseLeft(): Promise<void> {
    const left = this.schedule.takeLeft(performance.now());
    if (left.length === 0) return;
    await this.queue.releaseLanes(left);
    this.signal.wake();
  }
}
