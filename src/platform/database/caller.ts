import type { EntityManager } from 'typeorm';
import type { AuditedOperation, CallerKey } from './audited-operation';
import type { Precondition } from './precondition';

export type { CallerKey } from './audited-operation';

/** An open transaction. Everything that reads or writes within one takes it as its first argument. */
export type Transaction = EntityManager;

/** On whose behalf a use case runs. A controller gets it by `@CurrentCaller()`. */
export interface Caller {
  readonly organizationId: string;
  /** Absent for jobs. */
  readonly apiKey?: CallerKey;
  /**
   * The transaction that an Idempotency-Key opened for the request. The use case nests in it, so that its effect and
   * the stored response are one commit (docs/decisions.md#idempotency-keys).
   */
  readonly tx?: Transaction;
  /** What the audit log records with the writes of the use case. Absent in jobs and for reads. */
  readonly operation?: AuditedOperation;
  /** What the request requires of the object that it changes. Checked against the locked row. */
  readonly precondition?: Precondition;
  /** The name of the job that acts for the organization, if one does. */
  readonly job?: string;
}
