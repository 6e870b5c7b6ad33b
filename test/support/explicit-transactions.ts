import { AsyncLocalStorage } from 'node:async_hooks';
import { Transactions, type Caller, type Transaction } from '../../src/platform/database/transactions';

/**
 * Fails a test whose code opens a transaction inside another, or reads outside of the one that is open: it must pass
 * the open one on. The inner one would not see what the outer one wrote, and could wait for its locks for ever.
 */
const open = new AsyncLocalStorage<true>();

type Work = (tx: Transaction) => Promise<unknown>;
type Method = (this: Transactions, ...args: never[]) => Promise<unknown>;

function assertOutside(what: string): void {
  if (open.getStore() === true) throw new Error(`${what} inside an open transaction: pass its tx`);
}

const inside =
  (work: Work): Work =>
  (tx) =>
    open.run(true, () => work(tx));

function methodOf(name: 'run' | 'runFor' | 'readFor'): Method {
  return Object.getOwnPropertyDescriptor(Transactions.prototype, name)?.value as Method;
}

function replace(name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(Transactions.prototype, name, { configurable: true, ...descriptor });
}

for (const name of ['runFor', 'readFor'] as const) {
  const original = methodOf(name) as (
    this: Transactions,
    caller: Caller | string,
    work: Work,
  ) => Promise<unknown>;
  replace(name, {
    async value(this: Transactions, caller: Caller | string, work: Work): Promise<unknown> {
      if (typeof caller === 'string' || caller.tx === undefined) assertOutside(`${name}()`);
      return original.call(this, caller, inside(work));
    },
  });
}

const run = methodOf('run') as (this: Transactions, work: Work, job?: string) => Promise<unknown>;
replace('run', {
  async value(this: Transactions, work: Work, job?: string): Promise<unknown> {
    assertOutside('run()');
    return run.call(this, inside(work), job);
  },
});

const reader = Object.getOwnPropertyDescriptor(Transactions.prototype, 'reader') as {
  get: () => Transaction;
};
replace('reader', {
  get(this: Transactions): Transaction {
    assertOutside('reader');
    return reader.get.call(this);
  },
});
