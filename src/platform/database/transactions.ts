import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { corkUntilEndOfTurn } from './cork';
import { isRetryableConflict } from './pg-errors';
import { withinOrganization } from './row-security';

/** An open transaction. Whoever writes takes it as the first argument; there is no hidden one. */
export type Transaction = EntityManager;

const ATTEMPTS = 4;

interface Scope {
  readonly tx: Transaction;
  /** Whose rows the transaction can see and write; null: every organization's. */
  readonly organizationId: string | null;
  /** Null in a transaction that only reads. */
  readonly afterCommit: (() => void)[] | null;
}

/**
 * Starts transactions. A use case calls `runFor` or `readFor` once and hands the transaction on: within it PostgreSQL
 * itself keeps to the rows of that organization (reliability.md, S1). `run` and `reader` are for what is nobody's
 * request: finding out who calls, and the jobs that look for what is due.
 *
 * When the request carries an Idempotency-Key, the interceptor has already opened the transaction in which
 * the stored answer will be written; these then nest inside it, so that effect and stored answer are one commit.
 */
@Injectable()
export class Transactions {
  private readonly scopes = new AsyncLocalStorage<Scope>();
  private open = 0;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in a transaction of an organization; a deadlock or serialization failure runs it again, at most three
   * times. `work` must therefore have no effect outside the database.
   */
  runFor<T>(organizationId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.start(organizationId, work);
  }

  /** As `runFor`, without the second wall: for work that is not one organization's. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.start(null, work);
  }

  /** Puts a job's transaction behind the wall, once it is known whose `work` it does, for the rest of it. */
  confine<T>(tx: Transaction, organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.behind(runnerOf(tx), withinOrganization(organizationId), work);
  }

  /**
   * Runs reads in a transaction of an organization, on one connection; sees what an enclosing one has written. Its end
   * is not waited for: there is nothing to lose.
   */
  async readFor<T>(organizationId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outer = this.enclosingOf(organizationId);
    if (outer !== undefined) return work(outer.tx);
    const runner = this.dataSource.createQueryRunner();
    const tx = runner.manager;
    await runner.connect();
    try {
      const begin = `START TRANSACTION READ ONLY; ${withinOrganization(organizationId)}`;
      const scope = { tx, organizationId, afterCommit: null };
      return await this.behind(runner, begin, () => this.inScope(scope, () => work(tx)));
    } finally {
      // After a failure this rolls back. A connection on which it fails itself is broken, and not used again.
      const ended = runner.query('COMMIT').catch(() => undefined);
      void ended.then(() => runner.release());
    }
  }

  /** For reads across organizations; sees what an enclosing transaction has written. */
  get reader(): Transaction {
    return this.scopes.getStore()?.tx ?? this.dataSource.manager;
  }

  /** The transaction that encloses the caller, if there is one: what must be atomic with it goes in there. */
  get enclosing(): Transaction | null {
    return this.scopes.getStore()?.tx ?? null;
  }

  /**
   * Calls `callback` once the outermost transaction is committed, also when the inner one that asked for it was rolled
   * back: for hints only, such as to look for new work.
   */
  afterCommit(callback: () => void): void {
    const callbacks = this.scopes.getStore()?.afterCommit ?? null;
    if (callbacks === null) throw new Error('afterCommit() needs a running transaction');
    if (!callbacks.includes(callback)) callbacks.push(callback);
  }

  private async start<T>(organizationId: string | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outer = this.enclosingOf(organizationId);
    if (outer?.afterCommit === null)
      throw new Error('A transaction that only reads encloses one that writes');
    if (outer !== undefined) return outer.tx.transaction((tx) => work(tx));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(organizationId, work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryableConflict(error)) throw error;
      }
    }
  }

  /** An organization's transaction encloses its own work only; one of none encloses any. */
  private enclosingOf(organizationId: string | null): Scope | undefined {
    const outer = this.scopes.getStore();
    if (outer === undefined || outer.organizationId === null) return outer;
    if (outer.organizationId !== organizationId) {
      throw new Error("Work outside an organization within that organization's transaction");
    }
    return outer;
  }

  private async runOnce<T>(organizationId: string | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction((tx) => {
      const workInScope = () => this.inScope({ tx, organizationId, afterCommit }, () => work(tx));
      if (organizationId === null) return workInScope();
      return this.confine(tx, organizationId, workInScope);
    });
    for (const callback of afterCommit) callback();
    return result;
  }

  /**
   * Sends statements together with the first of `work`, which so cost no time of their own. When they fail, that is
   * what is thrown: what follows them in the transaction fails too.
   */
  private async behind<T>(runner: QueryRunner, statements: string, work: () => Promise<T>): Promise<T> {
    const client = (await runner.connect()) as PoolClient;
    corkUntilEndOfTurn(client);
    const sent = client.query(statements);
    sent.catch(() => undefined); // it is waited for below
    try {
      return await work();
    } finally {
      await sent;
    }
  }

  /** Following scopes makes every promise of the process dearer, so it ends with the last of them. */
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

function runnerOf(tx: Transaction): QueryRunner {
  if (tx.queryRunner === undefined) throw new Error('A transaction without a connection');
  return tx.queryRunner;
}
