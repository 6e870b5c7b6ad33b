import type { Caller, Transaction } from '../../../platform/database/transactions';
import type { ProviderAnswer, ProviderRequest } from '../collector-kit';
import type { CallRecord } from './call-record';
import type { CallSubject } from './call-subject';
import type { ProviderCallEntity } from './provider-call.entity';
import type { ProviderCallLog } from './provider-call-log';

/** Somebody else has recorded something meanwhile, so that nothing was sent. */
export class SupersededCallError extends Error {}

/**
 * The record of a call that belongs to a state: its first request is stored in the transaction that records that it is
 * about to be sent, and its answer in the transaction that records what it says (docs/payments.md#calls-of-providers).
 */
export class StateCallRecord implements CallRecord {
  private readonly answered: ProviderCallEntity[] = [];
  private isOpen = false;
  private failure: unknown = null;

  /** @param open records that something is about to be sent; false: it must not be sent */
  constructor(
    private readonly log: ProviderCallLog,
    private readonly caller: Caller,
    private readonly open: (tx: Transaction) => Promise<boolean>,
  ) {}

  /** Whether there are answers that are not stored. */
  get isPending(): boolean {
    return this.answered.length > 0;
  }

  async begin(subject: CallSubject, request: ProviderRequest): Promise<ProviderCallEntity> {
    const call = this.log.callOf(subject, request);
    if (call.method === 'GET') return call;
    try {
      const stored = await this.log.write(this.caller, (tx) => this.store(tx, call));
      if (!stored) throw new SupersededCallError('The state has changed');
    } catch (error) {
      this.failure = error;
      throw error;
    }
    this.isOpen = true;
    this.answered.length = 0;
    return call;
  }

  end(call: ProviderCallEntity, answer: ProviderAnswer, durationMs: number): Promise<void> {
    this.answered.push(this.log.answeredCallOf(call, answer, durationMs));
    return Promise.resolve();
  }

  /** @throws what kept the first request from being sent, whatever the collector made of it */
  assertOpened(): void {
    if (!this.isOpen && this.failure !== null) throw this.failure as Error;
  }

  /** Stores the answers, within the transaction that records what they say. */
  async keepIn(tx: Transaction): Promise<void> {
    for (const call of this.answered) await this.log.storeAnswer(tx, call);
  }

  /** Stores the answers in a transaction of their own. Never rejects. */
  async keep(): Promise<void> {
    for (const call of this.answered.splice(0)) await this.log.keep(call);
  }

  private async store(tx: Transaction, call: ProviderCallEntity): Promise<boolean> {
    if (!this.isOpen && !(await this.open(tx))) return false;
    await this.keepIn(tx);
    await this.log.store(tx, call);
    return true;
  }
}
