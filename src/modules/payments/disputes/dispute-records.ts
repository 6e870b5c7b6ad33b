import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import type { EventDefinition } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import type { PaymentEntity } from '../ledger/payment.entity';
import { isClosed, type DisputeStatus, type DisputeUpdate } from '../provider-kit/disputes';
import { toDisputeResponse, type DisputeDto } from './dispute.dto';
import type { DisputeEntity } from './dispute.entity';
import { DisputeClosed, DisputeCreated, DisputeUpdated } from './dispute.events';
import { hasChanged, isOutdated, stateAfter, type DisputeState } from './dispute.rules';
import { DisputesRepository } from './disputes.repository';

/** What a report changed. */
export interface RecordedDispute {
  readonly status: DisputeStatus;
  readonly isChanged: boolean;
  /** Whether a later outcome is known: the report moves no money any more. */
  readonly isOver: boolean;
  readonly dispute: DisputeEntity;
}

/** Records what providers report about disputes, in any order and however often (docs/payments.md#disputes). */
@Injectable()
export class DisputeRecords {
  constructor(
    private readonly repository: DisputesRepository,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Records a report about a payment whose lock the caller holds. @param at by the provider's clock */
  async record(
    tx: Transaction,
    payment: PaymentEntity,
    reported: DisputeUpdate,
    at: Date | null,
  ): Promise<RecordedDispute> {
    const { organizationId, provider } = payment;
    const now = this.clock.now();
    const known = await this.repository.findByProviderId(tx, organizationId, provider, reported.id);
    const reportedAt = at ?? now;
    if (known !== null && isOutdated(known, reported.status, reportedAt)) {
      return { status: known.status, isChanged: false, isOver: isClosed(known.status), dispute: known };
    }
    const state = stateAfter(known, reported, payment.amountCents, reportedAt);
    const isChanged = known === null || hasChanged(known, state);
    const dispute =
      known === null
        ? await this.create(tx, payment, reported.id, { ...state, createdAt: now, updatedAt: now })
        : await this.change(tx, known, { ...known, ...state, updatedAt: isChanged ? now : known.updatedAt });
    return { status: state.status, isChanged, isOver: false, dispute };
  }

  /** Records what a dispute over a part has taken of its payment; 0 where the money is back. */
  async noteReversed(tx: Transaction, dispute: DisputeEntity, reversedAmountCents: bigint): Promise<void> {
    await this.repository.update(tx, { ...dispute, reversedAmountCents });
  }

  private async create(
    tx: Transaction,
    { organizationId, id: paymentId, customerId, provider, currency }: PaymentEntity,
    providerDisputeId: string,
    state: DisputeState & Pick<DisputeEntity, 'createdAt' | 'updatedAt'>,
  ): Promise<DisputeEntity> {
    const about = {
      organizationId,
      id: newId(),
      paymentId,
      customerId,
      provider,
      providerDisputeId,
      currency,
      reversedAmountCents: 0n,
    };
    const dispute: DisputeEntity = { ...about, ...state };
    await this.repository.insert(tx, { ...dispute }); // TypeORM overwrites what has a default
    await this.announce(tx, DisputeCreated, dispute);
    if (isClosed(dispute.status)) await this.announce(tx, DisputeClosed, dispute);
    return dispute;
  }

  private async change(tx: Transaction, before: DisputeEntity, after: DisputeEntity): Promise<DisputeEntity> {
    await this.repository.update(tx, after);
    if (!hasChanged(before, after)) return after;
    const isEnd = isClosed(after.status) && after.status !== before.status;
    await this.announce(tx, isEnd ? DisputeClosed : DisputeUpdated, after);
    return after;
  }

  private async announce(
    tx: Transaction,
    kind: EventDefinition<DisputeDto>,
    dispute: DisputeEntity,
  ): Promise<void> {
    const { organizationId, id: objectId } = dispute;
    await this.outbox.append(tx, kind.of({ organizationId, objectId, object: toDisputeResponse(dispute) }));
  }
}
