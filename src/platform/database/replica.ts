import type { OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config';
import { AppError } from '../errors/app-error';
import { logger } from '../observability/logger';
import { databaseReads, databaseReplicaLag } from '../observability/metrics';
import { dataSourceOptions, type Schema } from './data-source-options';
import { ReplicaFreshness } from './replica-freshness';
import { ReservedConnections, type Queries } from './reserved-connections';

const LOOK_EVERY_MS = 500;
/** Deadlines of statements say something about the statement: the primary would take as long. */
const TOO_SLOW = /Query read timeout|statement timeout/;

const PRIMARY = `
  SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::text AS position, system_identifier::text AS system
    FROM pg_control_system()`;
const STANDBY = `
  SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS system,
         (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0'::pg_lsn)::text AS position
    FROM pg_control_system()`;

/** DATABASE_REPLICA_URL is not a standby of the database. */
export class NotAStandbyError extends Error {}

/**
 * The standby that lists, analytics and documents are read from, as long as it is fresh enough
 * (docs/operations.md#reads-from-a-replica). Without DATABASE_REPLICA_URL there is none, and everything is read from the
 * primary.
 */
export class Replica implements OnApplicationShutdown {
  private readonly freshness = new ReplicaFreshness();
  /** When an organization last wrote through this process (monotonic, ms). */
  private readonly written = new Map<string, number>();
  private isServing = false;
  private isOpen = false;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  private constructor(
    private readonly maxLagMs: number,
    private readonly standby: DataSource | null,
    private readonly primary: (Queries & OnApplicationShutdown) | null,
  ) {}

  /**
   * Opens the replica of the configuration. One that is away is used as soon as it is there.
   *
   * @throws NotAStandbyError if it is something else
   */
  static async open(config: Config, url: string, schema: Schema): Promise<Replica> {
    const { replica: configured, poolSize, timeoutMs } = config.database;
    if (configured === null) return new Replica(0, null, null);
    const settings = {
      url: configured.url,
      poolSize,
      timeoutMs,
      applicationName: `billing-${config.role}-replica`,
    };
    const standby = new DataSource(dataSourceOptions(settings, schema));
    const primary = new ReservedConnections(url, config, 'replica-lag', 1);
    const replica = new Replica(configured.maxLagMs, standby, primary);
    try {
      await replica.start();
    } catch (error) {
      await replica.onApplicationShutdown();
      throw error;
    }
    return replica;
  }

  /** Runs reads on the replica if it is fresh enough, and on the primary otherwise or if they fail there. */
  async serve<T>(
    organizationId: string,
    primary: DataSource,
    read: (database: DataSource) => Promise<T>,
  ): Promise<T> {
    const replica = this.isFreshFor(organizationId) ? this.standby : null;
    if (replica !== null) {
      try {
        const result = await read(replica);
        databaseReads.inc({ host: 'replica' });
        return result;
      } catch (error) {
        if (!this.isToBlame(error)) throw error;
      }
    }
    databaseReads.inc({ host: 'primary' });
    return read(primary);
  }

  /** Notes that the organization has committed a write: its next lists must have it. */
  wrote(organizationId: string): void {
    if (this.standby !== null) this.written.set(organizationId, performance.now());
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.looking;
    await this.primary?.onApplicationShutdown();
    if (this.standby?.isInitialized === true) await this.standby.destroy();
  }

  /** Whether it has everything that this organization wrote, and what others wrote until the bound. */
  private isFreshFor(organizationId: string): boolean {
    const { asOf } = this.freshness;
    const isWithinBound = performance.now() - asOf <= this.maxLagMs;
    return this.isServing && isWithinBound && asOf > (this.written.get(organizationId) ?? -Infinity);
  }

  /** Whether a read that failed here may succeed on the primary. The replica then rests until the next look at it. */
  private isToBlame(error: unknown): boolean {
    if (error instanceof AppError || (error instanceof Error && TOO_SLOW.test(error.message))) return false;
    this.isServing = false;
    return true;
  }

  private async start(): Promise<void> {
    this.isOpen = true;
    try {
      await this.look();
    } catch (error) {
      if (error instanceof NotAStandbyError) throw error;
      this.rest(error as Error);
    }
    Object.assign(databaseReplicaLag, {
      collect: () => {
        databaseReplicaLag.set((performance.now() - this.freshness.asOf) / 1000);
      },
    });
    this.lookAgain();
  }

  private lookAgain(): void {
    this.timer = setTimeout(
      () => {
        this.looking = this.look()
          .catch((error: unknown) => {
            this.rest(error as Error);
          })
          .finally(() => {
            if (this.timer !== undefined) this.lookAgain();
          });
      },
      Math.min(LOOK_EVERY_MS, this.maxLagMs / 4),
    );
    this.timer.unref();
  }

  /** Compares the position of the standby with that of the primary. */
  private async look(): Promise<void> {
    const { primary, standby } = this;
    if (primary === null || standby === null) return;
    const at = performance.now();
    const [ahead] = await primary.query<[{ position: string; system: string }]>(PRIMARY);
    this.freshness.sampled(at, BigInt(ahead.position));
    if (!standby.isInitialized) await standby.initialize();
    const [behind] = await standby.query<[{ isStandby: boolean; position: string; system: string }]>(STANDBY);
    if (!behind.isStandby) {
      throw new NotAStandbyError(
        'DATABASE_REPLICA_URL is not a standby: it takes writes. Set the URL of a standby, or none.',
      );
    }
    if (behind.system !== ahead.system) {
      throw new NotAStandbyError('DATABASE_REPLICA_URL is a standby of another server than DATABASE_URL.');
    }
    this.freshness.replayed(BigInt(behind.position));
    const { asOf } = this.freshness;
    for (const [id, writtenAt] of this.written) if (writtenAt < asOf) this.written.delete(id);
    if (!this.isOpen) logger.info('The replica of the database serves lists again');
    this.isOpen = this.isServing = true;
  }

  private rest(error: Error): void {
    this.isServing = false;
    if (this.isOpen)
      logger.warn({ err: error }, 'The replica of the database is not used: the primary serves its reads');
    this.isOpen = false;
  }
}
