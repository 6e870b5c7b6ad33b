import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** A change of an endpoint that affects its queued deliveries. */
export type EndpointChange = 'activated' | 'deleted';

/** Handles a change in the transaction that makes it. */
export type EndpointListener = (
  tx: Transaction,
  endpoint: { organizationId: string; id: string },
  change: EndpointChange,
) => Promise<void>;

/** Announces changes of endpoints to the delivery module, which this module must not import. */
@Injectable()
export class EndpointLifecycle {
  private readonly listeners: EndpointListener[] = [];

  onChange(listener: EndpointListener): void {
    this.listeners.push(listener);
  }

  async announce(
    tx: Transaction,
    endpoint: { organizationId: string; id: string },
    change: EndpointChange,
  ): Promise<void> {
    for (const listener of this.listeners) await listener(tx, endpoint, change);
  }
}
