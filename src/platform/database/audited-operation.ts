/** The API key of a request. */
export interface CallerKey {
  readonly id: string;
  /** The part of the raw key that may be shown. */
  readonly prefix: string;
  /** The session of the dashboard that stands for the key, if one does. */
  readonly sessionId?: string;
}

/** Who made a request, for the audit log. */
export type Actor =
  | ({ readonly type: 'api_key' } & CallerKey)
  /** The operator, by ADMIN_TOKEN. */
  | { readonly type: 'admin' }
  /** Registration without an admin token. */
  | { readonly type: 'anonymous' };

/** A write of the API, as the audit log records it (docs/security.md#audit-log). */
export interface AuditedOperation {
  readonly actor: Actor;
  /** The operationId of the API description, e.g. `updateCustomer`. */
  readonly operation: string;
  readonly objectType: string;
  /** Null until the operation has created the object. */
  readonly objectId: string | null;
  /** Returns the id of the object that the work of the transaction has created. */
  readonly idOf: (result: unknown) => string | null;
  /** Names of the fields in the request body. */
  readonly bodyFields: readonly string[];
  readonly ipAddress: string | null;
  readonly requestId: string;
  /** Whether the entry is written. A request writes one, also if it opens several transactions. */
  recorded: boolean;
}

/** The job whose transaction it is. */
export interface SystemJob {
  readonly job: string;
}

/** For whom a transaction writes. */
export type Author = AuditedOperation | SystemJob;
