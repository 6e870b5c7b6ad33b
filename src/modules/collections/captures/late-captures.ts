import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { CollectedPayments } from '../../payments';
import type { Capture } from '../../payments/collector-kit';
import { CollectionsRepository } from '../collections.repository';
import { CollectionRecorder } from '../lifecycle/collection-recorder';
import { ForgottenCaptures, type Captor } from './forgotten-captures';

/** Takes in captures that are not known here: as much as is due settles, the rest is a surplus. */
@Injectable()
export class LateCaptures {
  constructor(
    private readonly transactions: Transactions,
    private readonly collections: CollectionsRepository,
    private readonly recorder: CollectionRecorder,
    private readonly forgotten: ForgottenCaptures,
    private readonly payments: CollectedPayments,
  ) {}

  /** Money that this service did not collect is none of its business. */
  async take({ organizationId, provider }: Captor, captures: readonly Capture[]): Promise<void> {
    const own = captures.filter((it) => it.collectionId !== null);
    const ids = own.map((it) => it.providerPaymentId);
    const known = await this.transactions.readFor(organizationId, (tx) =>
      this.payments.known(tx, organizationId, provider, ids),
    );
    for (const capture of own) {
      if (!known.has(capture.providerPaymentId)) await this.receive({ organizationId, provider }, capture);
    }
  }

  private async receive({ organizationId, provider }: Captor, capture: Capture): Promise<void> {
    const { collectionId } = capture;
    if (collectionId === null) return;
    const collection = await this.transactions.readFor(organizationId, (tx) =>
      this.collections.find(tx, organizationId, collectionId),
    );
    if (collection?.provider === provider) {
      await this.recorder.captured(collection, capture);
      return;
    }
    await this.forgotten.take({ organizationId, provider }, capture, collectionId);
  }
}
