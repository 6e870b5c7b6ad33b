/** A usage event as a request gives it. */
export interface EventInput {
  transactionId: string;
  code: string;
  /** Null: the moment of arrival. */
  timestamp: Date | null;
  properties: Record<string, unknown>;
  externalSubscriptionId: string | null;
  externalCustomerId: string | null;
}
