import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Changes of an endpoint that affect its queued deliveries. */
export type EndpointChange = 'activated' | 'deleted';

/** Runs in the transaction of the change. */
export type EndpointListener = (
  tx: Transaction,
  endpoint: { organizationId: string; id: string },
  change: EndpointChange,
) => Promise<void>;

/** Notifies the delivery module of changes of endpoints, which this module must not import. */
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
