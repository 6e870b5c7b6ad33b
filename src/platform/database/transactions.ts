import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isRetryableConflict } from './pg-errors';

/** An open transaction. Whoever writes takes it as the first argument; there is no hidden one. */
export type Transaction = EntityManager;

const ATTEMPTS = 4;

interface Scope {
  readonly tx: Transaction;
  readonly afterCommit: (() => void)[];
}

/**
 * Starts transactions. A use case calls `run` once and hands the transaction on.
 *
 * When the request carries an Idempotency-Key, the interceptor has already opened the transaction in which
 * the stored answer will be written; `run` then nests inside it, so that effect and stored answer are one
 * commit.
 */
@Injectable()
export class Transactions {
  private readonly scopes = new AsyncLocalStorage<Scope>();
  private open = 0;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in a transaction; a deadlock or serialization failure runs it again, at most three times.
   * `work` must therefore have no effect outside the database.
   */
  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outer = this.scopes.getStore();
    if (outer !== undefined) return outer.tx.transaction((tx) => work(tx));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryableConflict(error)) throw error;
      }
    }
  }

  /** For reads outside a use case's transaction; sees what an enclosing transaction has written. */
  get reader(): Transaction {
    return this.scopes.getStore()?.tx ?? this.dataSource.manager;
  }

  /** The transaction that encloses the caller, if there is one: what must be atomic with it goes in there. */
  get enclosing(): Transaction | null {
    return this.scopes.getStore()?.tx ?? null;
  }

  /** Calls `callback` once the outermost transaction is committed; never if it is rolled back. */
  afterCommit(callback: () => void): void {
    const scope = this.scopes.getStore();
    if (scope === undefined) throw new Error('afterCommit() needs a running transaction');
    if (!scope.afterCommit.includes(callback)) scope.afterCommit.push(callback);
  }

  private async runOnce<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction((tx) =>
      this.inScope({ tx, afterCommit }, () => work(tx)),
    );
    for (const callback of afterCommit) callback();
    return result;
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
