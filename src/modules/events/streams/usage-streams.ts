import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Extensions } from '../../../platform/extensions';
import { WakeableLoop } from '../../../platform/jobs/wakeable-loop';
import { logger } from '../../../platform/observability/logger';
import { NatsSource } from './nats/nats-source';
import { StreamIntake } from './stream-intake';
import { streamLag, streamUp } from './stream-metrics';
import { USAGE_SOURCES, type UsageMessage, type UsageSource } from './usage-source';

/** Bounds the memory of a fetch; large enough to share the cost of transactions. */
const MAX_MESSAGES = 500;
/** After an empty fetch: a source that does not wait for messages is asked this often. */
const PAUSE_MS = 200;
const BACKOFF = { firstMs: 250, maxMs: 5000 };
/** Metrics do not wait longer for a source. */
const LAG_DEADLINE_MS = 2000;

interface Stream {
  readonly source: UsageSource;
  readonly loop: WakeableLoop;
}

/**
 * Reads usage events from streams, in every process that runs background work (docs/scaling.md#streams). A stream that
 * cannot be read affects neither the start nor anything else: its loop backs off and goes on.
 */
@Injectable()
export class UsageStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private streams: readonly Stream[] = [];

  constructor(
    private readonly intake: StreamIntake,
    private readonly extensions: Extensions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.streams = this.sources().map((source) => this.streamOf(source));
    if (this.streams.length > 0) Object.assign(streamLag, { collect: () => this.measureLag() });
    for (const { loop } of this.streams) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(
      this.streams.map(async ({ source, loop }) => {
        await loop.stop();
        await this.call(source, (it) => it.close()).catch((error: unknown) => {
          logger.warn({ source: source.name, err: error }, 'Usage stream did not close');
        });
      }),
    );
  }

  private sources(): UsageSource[] {
    const { usageStream } = this.config;
    const own = usageStream === null ? [] : [new NatsSource(usageStream)];
    return [...own, ...this.extensions.of(USAGE_SOURCES)];
  }

  private streamOf(source: UsageSource): Stream {
    const loop = new WakeableLoop({
      name: `usage-stream-${source.name}`,
      round: () => this.round(source),
      minPauseMs: 0,
      maxPauseMs: PAUSE_MS,
      backoff: BACKOFF,
    });
    return { source, loop };
  }

  /** Returns whether there may be more. */
  private async round(source: UsageSource): Promise<boolean> {
    const messages = await this.fetch(source);
    await this.intake.take(source, messages);
    return messages.length > 0;
  }

  private async fetch(source: UsageSource): Promise<readonly UsageMessage[]> {
    const up = streamUp.labels(source.name);
    try {
      const messages = await this.call(source, (it) => it.fetch(MAX_MESSAGES));
      up.set(1);
      return messages;
    } catch (error) {
      up.set(0);
      throw error;
    }
  }

  private async measureLag(): Promise<void> {
    for (const { source } of this.streams) {
      // The source is away: the gauge keeps its last value, and `streamUp` is 0.
      const lag = await this.call(source, (it) => it.lag(), LAG_DEADLINE_MS).catch(() => null);
      if (lag !== null) streamLag.set({ source: source.name }, lag);
    }
  }

  private call<T>(
    source: UsageSource,
    work: (source: UsageSource) => Promise<T>,
    deadlineMs?: number,
  ): Promise<T> {
    return this.extensions.call(USAGE_SOURCES, source, work, deadlineMs);
  }
}
