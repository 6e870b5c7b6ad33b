import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { corkUntilEndOfTurn } from './cork';
import { currentDeadline } from './deadline';
import { isRetryableConflict } from './pg-errors';
import { withinOrganization } from './row-security';
import { WriteFailures } from './write-failures';

/** An open transaction. Everything that reads or writes within it takes it as the first argument. */
export type Transaction = EntityManager;

const ATTEMPTS = 4;

interface Scope {
  readonly tx: Transaction;
  /** Organization to whose rows the transaction is confined; null for work across organizations. */
  readonly organizationId: string | null;
  /** Null in a read-only transaction. */
  readonly afterCommit: (() => void)[] | null;
}

/**
 * Opens transactions. A use case calls `runFor` or `readFor` once and passes the transaction on as an argument; row
 * security confines it to the organization (docs/security.md). `run` and `reader` are for work across organizations:
 * authentication, and jobs that query due work.
 *
 * For a request with an Idempotency-Key, the interceptor has already opened the transaction that stores the response.
 * The transactions of use cases then nest in it, so that the effect and the stored response are committed together.
 */
@Injectable()
export class Transactions {
  private readonly scopes = new AsyncLocalStorage<Scope>();
  private open = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly writeFailures: WriteFailures,
  ) {}

  /**
   * Runs `work` in a transaction of an organization. Retries up to three times after deadlocks, serialization failures
   * and violations of retryable constraints, so `work` must have no effect outside the database.
   */
  runFor<T>(organizationId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.start(organizationId, work);
  }

  /** Like `runFor`, but without row security: for work across organizations. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.start(null, work);
  }

  /**
   * Confines the rest of a job's transaction to an organization, once the job knows which organization its work belongs
   * to.
   */
  confine<T>(tx: Transaction, organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.behind(runnerOf(tx), confined(organizationId), work);
  }

  /**
   * Runs reads on one connection, confined to the organization. Joins an enclosing transaction if there is one, so that
   * the reads see its writes. Otherwise does not wait for the COMMIT, because reads have nothing to lose.
   */
  async readFor<T>(organizationId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outer = this.enclosingOf(organizationId);
    if (outer !== undefined) return work(outer.tx);
    const runner = this.dataSource.createQueryRunner();
    const tx = runner.manager;
    await runner.connect();
    try {
      const begin = `START TRANSACTION READ ONLY; ${confined(organizationId)}`;
      const scope = { tx, organizationId, afterCommit: null };
      return await this.behind(runner, begin, () => this.inScope(scope, () => work(tx)));
    } finally {
      // Rolls back after a failure. If COMMIT itself fails, the connection is broken and the pool discards it.
      const ended = runner.query('COMMIT').catch(() => undefined);
      void ended.then(() => runner.release());
    }
  }

  /** For reads across organizations. They see the writes of an enclosing transaction, if there is one. */
  get reader(): Transaction {
    return this.scopes.getStore()?.tx ?? this.dataSource.manager;
  }

  /** The enclosing transaction, or null. For work that must be atomic with the caller's. */
  get enclosing(): Transaction | null {
    return this.scopes.getStore()?.tx ?? null;
  }

  /**
   * Calls `callback` after the outermost transaction has committed, even if the nested transaction that registered it
   * was rolled back. So use it only for notifications, such as waking a worker. A callback that is registered twice is
   * called once.
   */
  afterCommit(callback: () => void): void {
    const callbacks = this.scopes.getStore()?.afterCommit ?? null;
    if (callbacks === null) throw new Error('afterCommit() requires an open transaction');
    if (!callbacks.includes(callback)) callbacks.push(callback);
  }

  private async start<T>(organizationId: string | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outer = this.enclosingOf(organizationId);
    if (outer?.afterCommit === null)
      throw new Error('A read-only transaction cannot enclose one that writes');
    if (outer !== undefined) return outer.tx.transaction((tx) => work(tx));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(organizationId, work);
      } catch (error) {
        const isLast = attempt === ATTEMPTS || currentDeadline()?.isPast === true;
        if (isLast || !isRetryableConflict(error)) throw error;
      }
    }
  }

  /**
   * Returns the enclosing scope. A transaction confined to an organization may enclose only work of that organization;
   * other transactions may enclose any work.
   *
   * @throws Error for work of another organization
   */
  private enclosingOf(organizationId: string | null): Scope | undefined {
    const outer = this.scopes.getStore();
    if (outer === undefined) return undefined;
    if (outer.organizationId !== null && outer.organizationId !== organizationId) {
      throw new Error("Work of another organization cannot run within this organization's transaction");
    }
    return outer;
  }

  private async runOnce<T>(organizationId: string | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const transact = (tx: Transaction): Promise<T> => {
      const workInScope = () => this.inScope({ tx, organizationId, afterCommit }, () => work(tx));
      if (organizationId === null) return workInScope();
      return this.confine(tx, organizationId, workInScope);
    };
    const result = await this.writeFailures.watch((wrote) =>
      this.dataSource.transaction(async (tx) => {
        const done = await transact(tx);
        if (this.writeFailures.age !== null && (await hasWritten(tx))) wrote();
        return done;
      }),
    );
    for (const callback of afterCommit) callback();
    return result;
  }

  /**
   * Sends `statements` together with the first statement of `work`, to save a round trip. If both fail, throws the
   * error of `statements`.
   */
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

  /** AsyncLocalStorage slows every promise while enabled; disable it when no transaction is open. */
  private async inScope<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    this.open++;
    try {
      return await this.scopes.run(scope, work);
    } finally {
      this.open--;
      if (this.open === 0) this.scopes.disable();
    }
  }
}

async function hasWritten(tx: Transaction): Promise<boolean> {
  const text = 'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS written';
  const [row] = await tx.query<[{ written: boolean }]>(text);
  return row.written;
}

/** Returns the statements that begin an organization's transaction. */
function confined(organizationId: string): string {
  return withinOrganization(organizationId) + (currentDeadline()?.lockTimeout() ?? '');
}

function runnerOf(tx: Transaction): QueryRunner {
  if (tx.queryRunner === undefined) throw new Error('The transaction has no connection');
  return tx.queryRunner;
}
