import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** What happened to an endpoint that matters to what is queued for it. */
export type EndpointChange = 'activated' | 'deleted';

/** Runs in the transaction of the change. */
export type EndpointListener = (
  tx: Transaction,
  endpoint: { organizationId: string; id: string },
  change: EndpointChange,
) => Promise<void>;

/** Lets the delivery side act on an endpoint's changes, without this module knowing of deliveries. */
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
