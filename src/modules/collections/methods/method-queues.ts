import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { RequestError } from '../../../platform/errors/app-error';
import { Jobs } from '../../../platform/jobs/jobs';
import type { DueRow } from '../../../platform/jobs/job-failures';
import type { LeasedQueue } from '../../../platform/jobs/leased-queue';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { Outbox } from '../../../platform/outbox/outbox';
import { CollectorConnections, ProviderNotified, type ConnectedCollector } from '../../payments';
import { pollDelayMs } from '../collection.rules';
import { LEASE_SECONDS } from '../lifecycle/collection-state.rules';
import { PaymentMethodSetupEntity, ProviderCustomerEntity } from './payment-method.entity';
import {
  METHODS_QUEUE,
  PaymentMethodsRepository,
  SETUPS_QUEUE,
  type Polled,
} from './payment-methods.repository';
import { SavedMethods } from './saved-methods';

const CONCURRENCY = 8;
/** A customer who saves a method wants to see it: open pages are looked at every minute, for a day at most. */
const LONGEST_SETUP_POLL_MS = 60_000;
const MOST_SETUP_POLLS = 1_500;
/** Methods that cannot be read are given up after about a day. */
const MOST_METHOD_POLLS = 30;

/** Reads saved methods, and what became of the pages on which they are saved. */
@Injectable()
export class MethodQueues implements OnModuleInit {
  private readonly methods: LeasedQueue;
  private readonly setups: LeasedQueue;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentMethodsRepository,
    private readonly saved: SavedMethods,
    private readonly connections: CollectorConnections,
    private readonly outbox: Outbox,
    jobs: Jobs,
  ) {
    const queue = (name: string, table: Polled, work: (row: DueRow) => Promise<void>): LeasedQueue =>
      jobs.leasedQueue({
        ...{ name, schedule: SCHEDULES.paymentMethods, concurrency: CONCURRENCY, work },
        nextDueAt: (reader, now) => repository.dueSince(reader, table, now),
        claim: (tx, now, limit) => repository.claim(tx, table, now, limit),
        lease: (tx, organizationId, ids) => repository.lease(tx, table, organizationId, ids, LEASE_SECONDS),
      });
    this.methods = queue(METHODS_QUEUE, 'provider_customers', (row) => this.readMethods(row));
    this.setups = queue(SETUPS_QUEUE, 'payment_method_setups', (row) => this.readSetup(row));
  }

  onModuleInit(): void {
    // Notifications about setups concern no payment; any of them may be one, so the open setups are asked for.
    this.outbox.on(ProviderNotified, async (tx, { organizationId, provider }) => {
      if ((await this.repository.hear(tx, organizationId, provider)) > 0) this.wakeAfter(tx);
    });
  }

  /** Reads what has become due, after the commit. */
  wakeAfter(tx: Transaction): void {
    this.transactions.afterCommit(tx, this.methods.wake);
    this.transactions.afterCommit(tx, this.setups.wake);
  }

  private async readMethods({ organizationId, id }: DueRow): Promise<void> {
    const mapping = await this.find(ProviderCustomerEntity, organizationId, id);
    if (mapping === null) return;
    const { provider, providerCustomerId, customerId, polls } = mapping;
    const collector = await this.open(organizationId, provider, customerId);
    const result = await collector?.listMethods(providerCustomerId);
    await this.transactions.runFor({ organizationId, job: METHODS_QUEUE }, async (tx) => {
      if (result?.kind === 'done') await this.saved.record(tx, mapping, result.value);
      const isOver = result?.kind === 'done' || result?.kind === 'rejected' || polls >= MOST_METHOD_POLLS;
      const nextActionAt = isOver ? null : await this.later(tx, pollDelayMs(polls, false));
      await this.repository.saveCustomer(tx, { ...mapping, polls: polls + 1, nextActionAt });
    });
  }

  private async readSetup({ organizationId, id }: DueRow): Promise<void> {
    const setup = await this.find(PaymentMethodSetupEntity, organizationId, id);
    const setupObjectId = setup?.setupObjectId ?? null;
    if (setup === null || setupObjectId === null) return;
    const { provider, customerId, polls } = setup;
    const collector = await this.open(organizationId, provider, customerId);
    const result = await collector?.readSetup(setupObjectId);
    await this.transactions.runFor({ organizationId, job: SETUPS_QUEUE }, async (tx) => {
      const state = result?.kind === 'done' ? result.value : null;
      if (state !== null && state.status === 'succeeded' && state.providerCustomerId !== null) {
        const { providerCustomerId } = state;
        await this.saved.adopt(tx, organizationId, customerId, { provider, providerCustomerId });
        this.wakeAfter(tx);
      }
      const status = state?.status ?? setup.status;
      const isOver = status !== 'open' || result?.kind === 'rejected' || polls >= MOST_SETUP_POLLS;
      const delay = Math.min(LONGEST_SETUP_POLL_MS, pollDelayMs(polls, false));
      const nextActionAt = isOver ? null : await this.later(tx, delay);
      await this.repository.saveSetup(tx, { ...setup, status, polls: polls + 1, nextActionAt });
    });
  }

  private find<E extends ProviderCustomerEntity | PaymentMethodSetupEntity>(
    entity: new () => E,
    organizationId: string,
    id: string,
  ): Promise<E | null> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.findOne(tx, entity, organizationId, id),
    );
  }

  /** Null while the provider is not connected: it is tried again later. */
  private async open(
    organizationId: string,
    provider: string,
    customerId: string,
  ): Promise<ConnectedCollector | null> {
    try {
      return await this.connections.open(organizationId, provider, { collectionId: null, customerId });
    } catch (error) {
      if (error instanceof RequestError) return null;
      throw error;
    }
  }

  private async later(tx: Transaction, delayMs: number): Promise<Date> {
    return new Date((await this.repository.now(tx)).getTime() + delayMs);
  }
}
