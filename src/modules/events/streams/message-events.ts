import { AppError, type FieldError } from '../../../platform/errors/app-error';
import { isObject } from '../../../platform/http/field-rules';
import { parseJson } from '../../../platform/http/json-body';
import { readBatch, readEvent } from '../ingestion/event-body';
import { MAX_BATCH } from '../ingestion/event-fields';
import type { UsageEventInput } from '../ingestion/received-event';
import type { Rejection, UsageMessage } from './usage-source';

/** An event of a message. */
export interface MessageEvent {
  readonly input: UsageEventInput;
  /** Returns the event as JSON. */
  body(): Uint8Array;
}

/** A message whose JSON has been read. */
export interface ReadMessage {
  readonly message: UsageMessage;
  readonly events: readonly MessageEvent[];
  /** What is not an event. */
  readonly rejections: readonly Rejection[];
}

/** Reads the events of a message by the rules of the API (docs/scaling.md#streams). */
export function readMessage(message: UsageMessage): ReadMessage {
  const { body } = message;
  const entries = entriesOf(body);
  if (!Array.isArray(entries)) return { message, events: [], rejections: [{ body, errors: entries.errors }] };
  const events: MessageEvent[] = [];
  const rejections: Rejection[] = [];
  for (const entry of entries) {
    const bodyOf = (): Uint8Array => (entries.length === 1 ? body : Buffer.from(JSON.stringify(entry)));
    const input = readEvent(entry);
    if (Array.isArray(input)) rejections.push({ body: bodyOf(), errors: input });
    else events.push({ input, body: bodyOf });
  }
  return { message, events, rejections };
}

/** Groups messages by organization, in their order. */
export function byOrganization(messages: readonly UsageMessage[]): Map<string, UsageMessage[]> {
  const groups = new Map<string, UsageMessage[]>();
  for (const message of messages) {
    const id = message.organizationId.toLowerCase();
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [message]);
    else group.push(message);
  }
  return groups;
}

/** Yields batches of messages with at most `maxEvents` events. Reads a message when its batch is due, not before. */
export function* batchesOf(
  messages: readonly UsageMessage[],
  maxEvents = MAX_BATCH,
): Generator<ReadMessage[]> {
  let batch: ReadMessage[] = [];
  let size = 0;
  for (const message of messages) {
    const read = readMessage(message);
    if (size + read.events.length > maxEvents) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(read);
    size += read.events.length;
  }
  if (batch.length > 0) yield batch;
}

/** Returns the events of a message, not read yet, or what is wrong with the whole. */
function entriesOf(body: Uint8Array): unknown[] | { errors: readonly FieldError[] } {
  let parsed: unknown;
  try {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    parsed = parseJson(bytes, 'application/json');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, errors } = error;
    return { errors: errors.length > 0 ? errors : [{ field: 'body', code, message }] };
  }
  if (!isObject(parsed) || parsed.events === undefined) return [parsed];
  const batch = readBatch(parsed);
  return Array.isArray(batch) ? { errors: batch } : batch.entries;
}
