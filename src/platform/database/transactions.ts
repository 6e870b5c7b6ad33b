import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { CONFIG, type Config } from '../config/config';
import { CLOCK, type Clock } from '../domain/clock';
import { recordOperation, watchedColumns } from './audit-entries';
import type { AuditedOperation, Author } from './audited-operation';
import type { Caller, Transaction } from './caller';
import { corkUntilEndOfTurn } from './cork';
import { isAfterFailure, isRetryableConflict } from './pg-errors';
import { withinRequestDeadline } from './request-deadline';
import { Replica } from './replica';
import { ORGANIZATION_ROLE } from './roles/role-names';
import { withinOrganization } from './row-security';
import { WriteFailures } from './write-failures';

export type { Caller, CallerKey, Transaction } from './caller';

const ATTEMPTS = 4;
/** What ends a transaction, sent by TypeORM or by `readFor`. */
const ENDS = new Set(['COMMIT', 'ROLLBACK']);

/** What is known about an open transaction. Stored by query runner, which savepoints share with their transaction. */
interface OpenTransaction {
  /** Whose rows the transaction can see and write; null: those of every organization. */
  organizationId: string | null;
  /** Null in a transaction that only reads. */
  readonly afterCommit: (() => void)[] | null;
  /** For whom it writes; undefined: unnamed work of the service. */
  author?: Author | undefined;
  /** Fields of the audited object that are not columns of its row. */
  readonly changedFields: string[];
}

/**
 * Opens transactions (docs/decisions.md#transactions). A use case calls `runFor` or `readFor` once and passes the
 * transaction on as an argument; row security confines it to the organization. `run` and `reader` are for work across
 * organizations: authentication, and jobs that look for due work.
 */
@Injectable()
export class Transactions {
  private readonly opened = new WeakMap<QueryRunner, OpenTransaction>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly replica: Replica,
    private readonly writeFailures: WriteFailures,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ORGANIZATION_ROLE) private readonly role: string,
  ) {}

  /**
   * Runs `work` in a transaction of the caller's organization: in a savepoint of `caller.tx` if there is one, else in a
   * transaction of its own. The latter is retried after a deadlock or serialization failure, up to three times, so
   * `work` must have no effect outside the database. Writes the caller's entry of the audit log in the same transaction.
   */
  async runFor<T>(caller: Caller | string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { organizationId, tx: outer, operation, job } = asCaller(caller);
    const author: Author | undefined = operation ?? (job === undefined ? undefined : { job });
    const recorded =
      operation === undefined || operation.recorded
        ? work
        : (tx: Transaction): Promise<T> => this.recorded(tx, organizationId, operation, work);
    if (outer === undefined) {
      const result = await this.retried(organizationId, author, recorded);
      if (operation !== undefined) operation.recorded = true;
      return result;
    }
    const enclosing = this.enclosing(outer, organizationId);
    if (enclosing.afterCommit === null) {
      throw new Error('A read-only transaction cannot enclose one that writes');
    }
    enclosing.author ??= author;
    const result = await outer.transaction((tx) =>
      this.behind(runnerOf(tx), watchedColumns(author), () => recorded(tx)),
    );
    if (operation !== undefined) operation.recorded = true;
    return result;
  }

  /**
   * Runs `work` in a transaction of its own without row security, for work across organizations. Retried likewise.
   *
   * @param job the name of the job, for the audit log
   */
  run<T>(work: (tx: Transaction) => Promise<T>, job?: string): Promise<T> {
    return this.retried(null, job === undefined ? undefined : { job }, work);
  }

  /** Returns for whom the transaction writes; undefined for unnamed work of the service. */
  authorOf(tx: Transaction): Author | undefined {
    return this.opened.get(runnerOf(tx))?.author;
  }

  /**
   * Adds changed fields to the entry of the audit log: only those that are not columns of the object's row, because the
   * database finds the others (docs/security.md#audit-log).
   */
  noteChanged(tx: Transaction, ...fields: string[]): void {
    this.opened.get(runnerOf(tx))?.changedFields.push(...fields);
  }

  /** Confines a job's transaction to an organization for the rest of it, once `work` knows whose rows it acts on. */
  async confine<T>(tx: Transaction, organizationId: string, work: () => Promise<T>): Promise<T> {
    const opened = this.opened.get(runnerOf(tx));
    if (opened === undefined) throw new Error('A transaction that is over cannot be confined');
    opened.organizationId = organizationId;
    return this.behind(runnerOf(tx), withinOrganization(organizationId, this.role), work);
  }

  /**
   * Runs reads on one connection, confined to the caller's organization; in `caller.tx` if there is one, so that they
   * see its writes. Does not wait for the COMMIT of its own transaction: there is nothing to lose.
   */
  async readFor<T>(caller: Caller | string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { organizationId, tx: outer } = asCaller(caller);
    if (outer === undefined) return this.readOn(this.dataSource, organizationId, work);
    this.enclosing(outer, organizationId);
    return work(outer);
  }

  /**
   * As `readFor`, on the replica if there is one that is fresh enough (docs/operations.md#reads-from-a-replica). For lists
   * and sums that only inform, and for what never changes; never for what a decision rests on. `work` must have no effect
   * but its result.
   */
  async reportFor<T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { organizationId, tx } = caller;
    if (tx !== undefined) return this.readFor(caller, work);
    return this.replica.serve(organizationId, this.dataSource, (it) => this.readOn(it, organizationId, work));
  }

  /** Runs reads in a transaction of their own, on the primary or the replica. */
  private async readOn<T>(
    database: DataSource,
    organizationId: string,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const runner = database.createQueryRunner();
    const since = performance.now();
    await runner.connect();
    this.opened.set(runner, { organizationId, afterCommit: null, changedFields: [] });
    reportFirstFailure(runner);
    try {
      const begin = `START TRANSACTION READ ONLY; ${this.confined(organizationId, since)}`;
      return await this.behind(runner, begin, () => work(runner.manager));
    } finally {
      this.close(runner);
      // Rolls back after a failure. If COMMIT itself fails, the connection is broken and the pool discards it.
      const ended = runner.query('COMMIT').catch(() => undefined);
      void ended.then(() => runner.release());
    }
  }

  /** For reads across organizations, outside any transaction. */
  get reader(): Transaction {
    return this.dataSource.manager;
  }

  /**
   * Calls `callback` once the transaction is committed, also when `tx` is a savepoint of it that was rolled back. For
   * hints only, such as waking a worker. A callback that is added twice is called once.
   */
  afterCommit(tx: Transaction, callback: () => void): void {
    const callbacks = this.opened.get(runnerOf(tx))?.afterCommit ?? null;
    if (callbacks === null) throw new Error('afterCommit() needs a transaction that writes');
    if (!callbacks.includes(callback)) callbacks.push(callback);
  }

  /** An organization's transaction encloses only work for that organization, and none of another. */
  private enclosing(tx: Transaction, organizationId: string): OpenTransaction {
    const opened = this.opened.get(runnerOf(tx));
    if (opened === undefined) throw new Error('The caller names a transaction that is over');
    if (opened.organizationId !== organizationId) {
      throw new Error('The caller names a transaction that is not confined to its organization');
    }
    return opened;
  }

  /** Runs the work of a request, and records it in the audit log. */
  private async recorded<T>(
    tx: Transaction,
    organizationId: string,
    operation: AuditedOperation,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const result = await work(tx);
    const { changedFields = [] } = this.opened.get(runnerOf(tx)) ?? {};
    await recordOperation(tx, organizationId, operation, { result, changedFields, at: this.clock.now() });
    return result;
  }

  private async retried<T>(
    organizationId: string | null,
    author: Author | undefined,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const since = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.runOnce(organizationId, author, work, since);
        if (organizationId !== null) this.replica.wrote(organizationId);
        return result;
      } catch (error) {
        this.writeFailures.note(error);
        if (attempt === ATTEMPTS || !isRetryableConflict(error)) throw error;
      }
    }
  }

  /** @param since when the caller began to wait (monotonic clock, ms) */
  private async runOnce<T>(
    organizationId: string | null,
    author: Author | undefined,
    work: (tx: Transaction) => Promise<T>,
    since: number,
  ): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction(async (tx) => {
      const runner = runnerOf(tx);
      this.opened.set(runner, { organizationId, afterCommit, author, changedFields: [] });
      reportFirstFailure(runner);
      try {
        if (organizationId === null) return await work(tx);
        const begin = `${this.confined(organizationId, since)}; ${watchedColumns(author)}`;
        return await this.behind(runner, begin, () => work(tx));
      } finally {
        this.close(runner);
      }
    });
    for (const callback of afterCommit) callback();
    return result;
  }

  /** Returns the statements that begin an organization's transaction, whose caller has waited since then. */
  private confined(organizationId: string, since: number): string {
    const { timeoutMs } = this.config.database;
    const deadline = withinRequestDeadline(timeoutMs, performance.now() - since);
    return `${withinOrganization(organizationId, this.role)};${deadline}`;
  }

  /** Sends `statements` together with the first of `work`, to save a round trip. Their failure takes precedence. */
  private async behind<T>(runner: QueryRunner, statements: string, work: () => Promise<T>): Promise<T> {
    const client = (await runner.connect()) as PoolClient;
    corkUntilEndOfTurn(client);
    const sent = client.query(statements);
    sent.catch(() => undefined); // awaited below
    try {
      return await work();
    } finally {
      await sent;
    }
  }

  /**
   * Refuses every further statement but the end of the transaction. Work that failed may have left something running,
   * such as an extension past its deadline; a statement of it that followed ROLLBACK would be committed on its own.
   */
  private close(runner: QueryRunner): void {
    this.opened.delete(runner);
    const send = runner.query.bind(runner) as (statement: string, ...rest: unknown[]) => Promise<unknown>;
    const refuseLate = (statement: string, ...rest: unknown[]): Promise<unknown> =>
      ENDS.has(statement) ? send(statement, ...rest) : Promise.reject(new Error('The transaction is over'));
    Object.assign(runner, { query: refuseLate });
  }
}

/**
 * Makes statements that PostgreSQL refuses because an earlier one has failed report that failure. Of statements sent
 * together, any can be the first that its caller sees fail.
 */
function reportFirstFailure(runner: QueryRunner): void {
  const send = runner.query.bind(runner) as (statement: string, ...rest: unknown[]) => Promise<unknown>;
  let cause: Error | undefined;
  const query = async (statement: string, ...rest: unknown[]): Promise<unknown> => {
    try {
      return await send(statement, ...rest);
    } catch (error) {
      if (cause !== undefined && isAfterFailure(error)) throw cause;
      cause = error as Error;
      throw error;
    }
  };
  Object.assign(runner, { query });
}

const asCaller = (caller: Caller | string): Caller =>
  typeof caller === 'string' ? { organizationId: caller } : caller;

function runnerOf(tx: Transaction): QueryRunner {
  if (tx.queryRunner === undefined) throw new Error('A transaction without a connection');
  return tx.queryRunner;
}
