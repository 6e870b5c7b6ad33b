import { newId } from '../domain/id';
import { validate } from 'uuid';
import type { AuditedOperation, Author } from './audited-operation';
import type { Transaction } from './caller';

/** A transition of an object that a job caused. */
export interface Transition {
  readonly organizationId: string;
  /** The kind of its event, e.g. `invoice.finalized`. */
  readonly kind: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly createdAt: Date;
}

/** `changed_fields` of an update are the names that the trigger `note_changed_fields` has collected. */
const INSERT_OPERATION = `
  INSERT INTO audit_log (organization_id, id, created_at, actor_type, api_key_id, api_key_prefix, operation,
                         object_type, object_id, changed_fields, ip_address, request_id, session_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
          ARRAY(SELECT DISTINCT name FROM unnest(
            $10::text[] || string_to_array(current_setting('billing.changed_fields', true), ',')) AS name ORDER BY name),
          $11, $12, $13)`;

const INSERT_TRANSITIONS = `
  INSERT INTO audit_log (organization_id, id, created_at, actor_type, job, operation, object_type, object_id)
  SELECT organization_id, id, created_at, 'system', $7, operation, object_type, object_id
    FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::uuid[])
      AS entry (organization_id, id, created_at, operation, object_type, object_id)`;

/** What is known about an operation at the end of its transaction. */
interface Outcome {
  readonly result: unknown;
  /** Fields that are not columns of the object's row. */
  readonly changedFields: readonly string[];
  readonly at: Date;
}

/** Returns a statement that lets the database collect the names of the columns that change in the object's row. */
export function watchedColumns(author: Author | undefined): string {
  const objectId = author !== undefined && 'operation' in author ? author.objectId : null;
  return `SET LOCAL billing.audited_id = '${objectId !== null && validate(objectId) ? objectId.toLowerCase() : ''}'`;
}

/** Records a write of the API in its transaction. Of an object that it creates, the fields are those of the body. */
export async function recordOperation(
  tx: Transaction,
  organizationId: string,
  { actor, operation, objectType, objectId, idOf, bodyFields, ipAddress, requestId }: AuditedOperation,
  { result, changedFields, at }: Outcome,
): Promise<void> {
  const [keyId, keyPrefix, sessionId = null] =
    actor.type === 'api_key' ? [actor.id, actor.prefix, actor.sessionId] : [null, null];
  const fields = objectId === null ? [...bodyFields, ...changedFields] : changedFields;
  const object = [objectType, objectId ?? idOf(result), fields];
  const who = [actor.type, keyId, keyPrefix, operation];
  const request = [ipAddress, requestId, sessionId];
  await tx.query(INSERT_OPERATION, [organizationId, newId(at), at, ...who, ...object, ...request]);
}

/** Records transitions that a job caused, in its transaction. */
export async function recordTransitions(
  tx: Transaction,
  job: string | null,
  transitions: readonly Transition[],
): Promise<void> {
  await tx.query(INSERT_TRANSITIONS, [
    transitions.map((it) => it.organizationId),
    transitions.map((it) => newId(it.createdAt)),
    transitions.map((it) => it.createdAt),
    transitions.map((it) => it.kind),
    transitions.map((it) => it.objectType),
    transitions.map((it) => it.objectId),
    job,
  ]);
}
