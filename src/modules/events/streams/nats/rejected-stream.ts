import {
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { FieldError } from '../../../../platform/errors/app-error';
import type { Rejection } from '../usage-source';

const TIMEOUT_MS = 2000;
const PREFIX = 'rejected.';
/** Headers of a rejected message. Names and values stay far below HEADER_BYTES. */
const ERRORS = 'Billing-Errors';
const SEQUENCE = 'Billing-Sequence';
const TRUNCATED = 'Billing-Truncated';
const MAX_ERRORS = 8;
const MAX_TEXT = 200;
/** What the headers may take of the largest message that the server accepts. */
const HEADER_BYTES = 16_384;

/** A message of the main stream. */
interface Origin {
  readonly stream: string;
  readonly sequence: number;
  readonly subject: string;
}

/** The stream of what can never be stored: `<STREAM>_REJECTED`, with the subjects of the main stream behind `rejected.` */
export class RejectedStream {
  constructor(
    private readonly name: string,
    private readonly client: JetStreamClient,
    private readonly maxBytes: () => number,
  ) {}

  /** Resolves once the servers have them. A repetition within two minutes is dropped, by the id of the message. */
  async add(origin: Origin, rejections: readonly Rejection[]): Promise<void> {
    await Promise.all(rejections.map((it, index) => this.addOne(origin, it, index)));
  }

  private async addOne(origin: Origin, { body, errors }: Rejection, index: number): Promise<void> {
    const room = this.maxBytes() - HEADER_BYTES;
    const about = headers();
    about.set(ERRORS, JSON.stringify(errors.slice(0, MAX_ERRORS).map(shortened)));
    about.set(SEQUENCE, String(origin.sequence));
    if (body.length > room) about.set(TRUNCATED, 'true');
    await this.client.publish(PREFIX + origin.subject, body.subarray(0, room), {
      headers: about,
      msgID: `${origin.stream}/${origin.sequence}/${index}`,
      expect: { streamName: this.name },
      timeout: TIMEOUT_MS,
    });
  }
}

/** Returns the stream of rejected messages; makes it if there is none. @throws if the main stream does not exist. */
export async function openRejectedStream(
  connection: NatsConnection,
  manager: JetStreamManager,
  stream: string,
): Promise<RejectedStream> {
  const main = await configOf(manager, stream);
  if (main === null) throw new Error(`NATS has no stream "${stream}": create it (docs/scaling.md#streams)`);
  const name = `${stream}_REJECTED`;
  if ((await configOf(manager, name)) === null) {
    await manager.streams.add({
      name,
      subjects: main.subjects.map((it) => PREFIX + it),
      num_replicas: main.num_replicas,
      storage: main.storage,
    });
  }
  const maxBytes = (): number => connection.info?.max_payload ?? HEADER_BYTES;
  return new RejectedStream(name, jetstream(connection, { timeout: TIMEOUT_MS }), maxBytes);
}

async function configOf(manager: JetStreamManager, stream: string): Promise<StreamConfig | null> {
  try {
    return (await manager.streams.info(stream)).config;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  }
}

/** Fields and messages may repeat what the event says. */
function shortened({ field, code, message }: FieldError): FieldError {
  return { field: field.slice(0, MAX_TEXT), code, message: message.slice(0, MAX_TEXT) };
}
