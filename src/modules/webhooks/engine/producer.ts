import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { logger } from '../../../platform/observability/logger';
import { deliveriesInFlight } from '../../../platform/observability/metrics';
import type { LocalFault } from '../../../platform/outbound';
import { DeliveryAttempt } from './delivery-attempt';
import { DeliveryQueue, QUEUE_LEASE_MS } from './delivery-queue';
import type { ClaimedDelivery } from './claimed-delivery';
import type { SlotKind } from './endpoint-queue';
import { ClaimPlanner } from './claim-planner';
import { DeliveryScheduler } from './delivery-scheduler';
import { Rescuer } from './rescuer';
import { Completer, type CompletionListener } from './completer';
import { RequestSlots, type Slot } from './request-slots';
import { ClaimReleases } from './claim-releases';
import { ShortagePause } from './shortage-pause';
import { DeliveryNotifier } from './delivery-notifier';
import { WakeableSleep } from './wakeable-sleep';
/** Poll interval. It bounds the delay after a lost wake-up. */
const POLL_MS = 1000;
/** First pause after a database error. Each further error doubles it, up to the maximum. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5000;
/**
 * Number of deliveries to claim per slot, so that claiming stays ahead of sending. The worker claims again
 * when half of them have started.
 */
const AHEAD = 6;
/** Interval between checks for slow requests, which move to slow slots. */
const AGE_OUT_MS = 100;
/** Longer than a fast request, so that the attempts move to slow slots and other endpoints keep the fast ones. */
const DEFECT_PAUSE_MS = 1000;
/** Bounds the cost of one search. */
const MAX_QUEUES_PER_SEARCH = 256;

/**
 * The worker (docs/webhooks.md). It claims deliveries ahead of need, keeps the slots busy, and records
 * outcomes in batches. There is one per process; any number of processes share one queue.
 */
@Injectable()
export class Producer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly scheduler: DeliveryScheduler;
  private readonly concurrency: number;
  private readonly slots: RequestSlots;
  private readonly idle = new WakeableSleep();
  private running = false;
  private loop: Promise<void> = Promise.resolve();
  private onIdle: (() => void)[] = [];
  private timers: NodeJS.Timeout[] = [];
  private readonly planner: ClaimPlanner;
  /** Minimum free capacity for a claim, to keep batches large. */
  private readonly minCapacity: number;
  /** Whether another worker has asked to take over backlogged endpoint queues. */
  private isHandoverRequested = false;
  private readonly releases: ClaimReleases;
  private readonly pause = new ShortagePause(() => {
    this.pump();
    this.announced();
  });
  private isMaintaining = false;
  private readonly rescuer: Rescuer;
  constructor(
    private readonly queue: DeliveryQueue,
    private readonly attempt: DeliveryAttempt,
    private readonly completer: Completer,
    private readonly notifier: DeliveryNotifier,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.concurrency = config.webhooks.concurrency;
    this.slots = new RequestSlots(this.concurrency);
    const limits = {
      cap: config.webhooks.endpointConcurrency,
      slowSlots: config.webhooks.slowConcurrency,
      unknownWaiting: this.concurrency,
    };
    this.scheduler = new DeliveryScheduler(limits);
    this.rescuer = new Rescuer(queue);
    // They are queued again, and this worker may have capacity for them.
    this.releases = new ClaimReleases(queue, () => this.announced());
    this.minCapacity = Math.ceil((this.concurrency * AHEAD) / 2);
    const queuesPerSearch = Math.min(MAX_QUEUES_PER_SEARCH, this.minCapacity);
    this.planner = new ClaimPlanner(queue, this.scheduler, queuesPerSearch, () => {
      if (this.slots.free > 0) notifier.requestHandover();
    });
    Object.assign(deliveriesInFlight, {
      collect: () => {
        deliveriesInFlight.set(this.slots.inFlight);
      },
    });
    const report = (what: keyof CompletionListener) => (outcomes: number) => {
      this.slots[what](outcomes);
      this.ended();
    };
    this.completer.subscribe({
      sent: report('sent'),
      returned: report('returned'),
      recorded: report('recorded'),
      refused: report('refused'),
    });
    this.notifier.subscribe({ wake: () => this.announced(), handOver: () => this.onHandoverRequested() });
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.running = true;
    this.timers = [
      setInterval(() => {
        if (!this.isMaintaining) void this.maintain();
      }, QUEUE_LEASE_MS / 4),
      setInterval(() => {
        this.ageOut();
      }, AGE_OUT_MS),
    ];
    this.loop = this.run();
  }

  /**
   * Stops claiming, releases claims that have not started, waits for the attempts in flight, and records
   * their outcomes.
   */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    this.idle.wake();
    await this.loop;
    await this.releases.release(this.scheduler.drain());
    if (this.slots.inFlight > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
    this.pause.stop();
    await this.releases.release();
    for (const timer of this.timers) clearInterval(timer);
    await this.queue.releaseAllQueueLeases().catch(() => undefined);
  }

  /**
   * Handles an announcement of queued deliveries: discards search results, which may lack their endpoint
   * queues.
   */
  private announced(): void {
    this.planner.announced();
    this.idle.wake();
  }

  private onHandoverRequested(): void {
    this.isHandoverRequested = true;
    this.idle.wake();
  }

  private async run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; this.running;) {
      try {
        this.idle.begin();
        if (this.isHandoverRequested) await this.handOver();
        const claimed = await this.claim();
        pause = FIRST_PAUSE_MS;
        if (claimed === 0) await this.idle.sleep(POLL_MS);
      } catch (error) {
        logger.warn({ reason: (error as Error).message }, 'Could not claim deliveries; will retry');
        await this.idle.sleep(pause * (0.5 + Math.random()));
        pause = Math.min(MAX_PAUSE_MS, pause * 2);
      }
    }
  }

  /** Claims as many deliveries as there is capacity for. Returns the number of claimed deliveries. */
  private async claim(): Promise<number> {
    if (this.pause.isActive) return 0;
    const { free } = this.slots;
    const capacity = this.concurrency * AHEAD - this.scheduler.waiting;
    const isSmall = capacity < this.minCapacity;
    // If a slot is free, all waiting claims belong to endpoints at their cap. Other endpoints must not wait
    // for those.
    const quotas = isSmall && free === 0 ? [] : await this.planner.quotas(Math.max(capacity, free));
    if (isSmall && !quotas.some((it) => it.held < this.config.webhooks.endpointConcurrency)) {
      this.planner.hasBacklog = true;
      return 0; // wait until there is capacity for a large batch
    }
    if (quotas.length === 0) return 0;
    const claimed = await this.queue.claim(quotas);
    if (!this.running) {
      await this.queue.release(claimed);
      return 0;
    }
    this.planner.claimed(quotas, claimed.length);
    this.scheduler.add(claimed);
    this.pump();
    return claimed.length;
  }

  /**
   * Starts attempts until all slots are taken or no delivery may start. Requests to slow endpoints need no
   * fast slot.
   */
  private pump(): void {
    if (this.pause.isActive) return;
    this.startWhile('fast', () => this.slots.free > 0);
    this.startWhile('slow', () => true);
    void this.releases.release(this.scheduler.takeUnstarted());
  }

  private startWhile(slotKind: SlotKind, mayStart: () => boolean): void {
    while (this.running && !this.pause.isActive && mayStart()) {
      const delivery = this.scheduler.next(slotKind, performance.now());
      if (delivery === undefined) return;
      void this.send(delivery, slotKind);
    }
  }

  /** Makes one attempt and passes its outcome to the completer. */
  private async send(delivery: ClaimedDelivery, slotKind: SlotKind): Promise<void> {
    const startedAt = performance.now();
    const slot = this.slots.take(delivery, slotKind, startedAt);
    const record = await this.attempt.make(delivery);
    if (typeof record === 'string') await this.giveUp(slot, record);
    else {
      this.pause.attemptSent();
      this.slots.ended(slot);
      this.scheduler.finished(delivery, performance.now() - startedAt);
      this.completer.record(record);
    }
    this.ended();
  }

  /**
   * Releases the claim of an attempt that a local fault prevented. Pauses first, so that the attempt is not repeated in a
   * tight loop: all attempts after a shortage, only the slot of this delivery after a defect.
   */
  private async giveUp(slot: Slot, fault: LocalFault['kind']): Promise<void> {
    if (fault === 'shortage') this.pause.begin();
    else await sleep(DEFECT_PAUSE_MS);
    this.slots.notMade(slot);
    this.scheduler.notMade(slot.delivery);
    this.releases.add(slot.delivery);
  }

  /**
   * Uses freed slots. Called when an attempt has ended, outcomes have been recorded, or requests have become
   * slow.
   */
  private ended(): void {
    this.pump();
    if (this.slots.inFlight === 0) for (const resolve of this.onIdle.splice(0)) resolve();
    if (this.planner.hasBacklog) this.idle.wakeSoon();
  }

  /** Moves slow requests from fast to slow slots. */
  private ageOut(): void {
    const aged = this.slots.ageOut(performance.now());
    for (const delivery of aged) this.scheduler.slowedDown(delivery);
    if (aged.length > 0) this.ended();
  }

  private async maintain(): Promise<void> {
    this.isMaintaining = true;
    try {
      const queues = this.scheduler.activeQueues();
      if (queues.length > 0) await this.queue.renewQueueLeases(queues);
      this.scheduler.forgetIdle(performance.now());
      await this.releaseHandedOver();
      this.scheduler.expire(performance.now());
      await this.releases.release(this.scheduler.takeUnstarted());
      if ((await this.rescuer.rescue()) > 0) this.notifier.wake();
    } catch (error) {
      this.rescuer.sawOutage(error);
    } finally {
      this.isMaintaining = false;
    }
  }

  /**
   * Hands over half of the endpoint queues to a worker with free capacity. Must not run during a claim, which
   * could return deliveries of these queues. Does nothing while slots are free: the endpoints themselves
   * then cause the backlog, and another worker would not deliver faster.
   */
  private async handOver(): Promise<void> {
    this.isHandoverRequested = false;
    if (this.slots.free > 0) return;
    await this.releases.release(this.scheduler.handOverHalf());
    await this.releaseHandedOver().catch(() => undefined); // if this fails, their leases expire
  }

  private async releaseHandedOver(): Promise<void> {
    const handedOver = this.scheduler.takeHandedOver(performance.now());
    if (handedOver.length === 0) return;
    await this.queue.releaseQueueLeases(handedOver);
    this.notifier.wake();
  }
}
