import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { logger } from '../../../platform/observability/logger';
import type { ProviderAnswer, ProviderRequest } from '../collector-kit';
import { storedBody, storedPath } from './call-redaction';
import type { CallRecord } from './call-record';
import type { CallSubject } from './call-subject';
import type { ProviderCallEntity } from './provider-call.entity';
import { ProviderCallsRepository } from './provider-calls.repository';

/** Keeps every request to a provider and its answer. */
@Injectable()
export class ProviderCallLog implements CallRecord {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ProviderCallsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Begins the record of a request. One that may change something is stored before it is sent, so that a crash leaves a
   * trace of it; one that only reads is stored with its answer.
   */
  async begin(subject: CallSubject, request: ProviderRequest): Promise<ProviderCallEntity> {
    const call = this.callOf(subject, request);
    if (call.method !== 'GET') await this.write(call.organizationId, (tx) => this.store(tx, call));
    return call;
  }

  /** Stores the answer. Never rejects: a record that cannot be written must not hide what the provider said. */
  end(begun: ProviderCallEntity, answer: ProviderAnswer, durationMs: number): Promise<void> {
    return this.keep(this.answeredCallOf(begun, answer, durationMs));
  }

  /** Returns a request as it is stored before its answer. */
  callOf(subject: CallSubject, request: ProviderRequest): ProviderCallEntity {
    return {
      organizationId: subject.organizationId,
      id: newId(),
      provider: subject.provider,
      collectionId: subject.collectionId,
      customerId: subject.customerId,
      method: request.method,
      path: storedPath(request.path),
      request: storedBody(request.body),
      outcome: 'pending',
      status: null,
      response: null,
      reason: null,
      durationMs: null,
      createdAt: this.clock.now(),
    };
  }

  answeredCallOf(begun: ProviderCallEntity, answer: ProviderAnswer, durationMs: number): ProviderCallEntity {
    return {
      ...begun,
      outcome: answer.kind,
      status: answer.kind === 'answered' ? answer.status : null,
      response: answer.kind === 'answered' ? storedBody(answer.body) : null,
      reason: answer.kind === 'answered' ? null : answer.reason,
      durationMs,
    };
  }

  store(tx: Transaction, call: ProviderCallEntity): Promise<void> {
    return this.repository.insert(tx, call);
  }

  /** Stores an answer: where nothing was stored before it was sent, with its request. */
  storeAnswer(tx: Transaction, call: ProviderCallEntity): Promise<void> {
    return call.method === 'GET' ? this.repository.insert(tx, call) : this.repository.update(tx, call);
  }

  /** Stores an answer in a transaction of its own. Never rejects. */
  async keep(call: ProviderCallEntity): Promise<void> {
    try {
      await this.write(call.organizationId, (tx) => this.storeAnswer(tx, call));
    } catch (error) {
      logger.error({ err: error, organization_id: call.organizationId }, 'Could not record a provider call');
    }
  }

  /** Runs `work` in a transaction of the organization. */
  write<T>(caller: Caller | string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transactions.runFor(caller, work);
  }
}
