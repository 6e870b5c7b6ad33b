import type { Transaction } from '../../platform/database/transactions';
import { extensionPoint } from '../../platform/extensions';

/** A change that affects the deliveries already queued for the endpoint. `activated`: they can be sent again. */
export type EndpointChange = 'activated' | 'deleted';

/** Handles changes to endpoints, so that this module need not import the delivery module. */
export interface EndpointListener {
  /** Runs in the transaction that makes the change. */
  onChange(
    tx: Transaction,
    endpoint: { organizationId: string; id: string },
    change: EndpointChange,
  ): Promise<void>;
}

export const ENDPOINT_LISTENERS = extensionPoint<EndpointListener>('endpoint listeners');
