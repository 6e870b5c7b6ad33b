/** An event that has arrived. */
export interface Arrival {
  input: EventInput;
  /** Hash of the API key that must be usable still when the event is stored; null where that is certain. */
  keyHash: string | null;
}

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
