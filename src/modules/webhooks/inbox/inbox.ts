/** Identifies the inbox of an endpoint. */
export interface InboxKey {
  organizationId: string;
  endpointId: string;
}

/** A delivery that was stored in an inbox. */
export interface InboxMessage {
  id: string;
  receivedAt: Date;
  headers: Record<string, string>;
  body: string;
  /** Number of the message within its inbox. */
  position: number;
}

/** The slot that an open stream occupies among those of its organization. */
export interface StreamLease extends InboxKey {
  id: string;
  slot: number;
}
