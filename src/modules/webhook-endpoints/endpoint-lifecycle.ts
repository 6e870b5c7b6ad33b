import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** A change that affects the deliveries already queued for the endpoint. `activated`: they can be sent again. */
export type EndpointChange = 'activated' | 'deleted';

/** Handles a change to an endpoint, in the transaction that makes the change. */
export type EndpointListener = (
  tx: Transaction,
  endpoint: { organizationId: string; id: string },
  change: EndpointChange,
) => Promise<void>;

/** Notifies listeners of changes to endpoints, so that this module need not import the delivery module. */
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
