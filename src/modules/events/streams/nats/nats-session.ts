import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  type Consumer,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import type { UsageStreamSettings } from '../../../../platform/config/usage-stream-settings';
import { NatsMessage } from './nats-message';
import { openRejectedStream, type RejectedStream } from './rejected-stream';

const TIMEOUT_MS = 2000;
const RECONNECT_MS = 250;
/** How long a fetch waits until it has as many messages as it asked for. */
const FETCH_MS = 1000;
/** A fetch that is cut off waits for the connection to come back; for no longer than this. */
const FETCH_DEADLINE_MS = 3000;
/** How long what is still to be sent may take when the connection is closed. */
const CLOSE_MS = 1000;
/** A message that was handed out comes again after this time unless it was settled: storing takes seconds at most. */
const ACK_WAIT_MS = 20_000;
/** Messages that all processes together have in hand or have given back. */
const MAX_ACK_PENDING = 10_000;

/** A connection to NATS, with the consumer of the stream. */
export class NatsSession {
  private constructor(
    private readonly connection: NatsConnection,
    private readonly consumer: Consumer,
    private readonly rejected: RejectedStream,
  ) {}

  /** Connects; makes the consumer and the stream of rejected messages if there are none. */
  static async open(settings: UsageStreamSettings): Promise<NatsSession> {
    const connection = await connectTo(settings);
    try {
      const manager = await jetstreamManager(connection, { checkAPI: false, timeout: TIMEOUT_MS });
      const rejected = await openRejectedStream(connection, manager, settings.stream);
      await ensureConsumer(manager, settings);
      const { consumers } = jetstream(connection, { timeout: TIMEOUT_MS });
      const consumer = await consumers.get(settings.stream, settings.consumer);
      return new NatsSession(connection, consumer, rejected);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** @throws when the servers do not answer, or the stream or its consumer is gone. */
  async fetch(limit: number): Promise<NatsMessage[]> {
    const fetched = await this.consumer.fetch({ max_messages: limit, expires: FETCH_MS });
    const messages: NatsMessage[] = [];
    let failure: Error | undefined;
    const timer = setTimeout(() => {
      failure = new Error('NATS does not answer');
      fetched.stop();
    }, FETCH_DEADLINE_MS);
    try {
      for await (const message of fetched) messages.push(new NatsMessage(message, this.rejected));
    } catch (error) {
      failure = error as Error;
    } finally {
      clearTimeout(timer);
    }
    // What has arrived before the failure is in hand; the next fetch meets the failure again.
    if (failure !== undefined && messages.length === 0) throw failure;
    return messages;
  }

  async lag(): Promise<number> {
    const { num_pending: waiting, num_ack_pending: inHand } = await this.consumer.info();
    return waiting + inHand;
  }

  /** Sends what is still to be sent, if there is a connection to do so. */
  async close(): Promise<void> {
    const drained = this.connection.drain().catch(() => undefined);
    await Promise.race([drained, sleep(CLOSE_MS, undefined, { ref: false })]);
    await this.connection.close();
  }
}

async function connectTo(settings: UsageStreamSettings): Promise<NatsConnection> {
  const { servers, user, password, tls } = settings;
  try {
    return await connect({
      servers: [...servers],
      name: 'billing',
      timeout: TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      ...(user === null ? {} : { user }),
      ...(password === null ? {} : { pass: password }),
      ...(tls ? { tls: {} } : {}),
    });
  } catch (error) {
    throw new Error(`NATS cannot be reached at ${servers.join(', ')}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function ensureConsumer(manager: JetStreamManager, settings: UsageStreamSettings): Promise<void> {
  const { stream, consumer } = settings;
  try {
    const { config } = await manager.consumers.info(stream, consumer);
    if (config.ack_policy === AckPolicy.Explicit) return;
  } catch (error) {
    if (!isMissing(error, JetStreamApiCodes.ConsumerNotFound)) throw error;
    await manager.consumers.add(stream, {
      durable_name: consumer,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_ACK_PENDING,
    });
    return;
  }
  throw new Error(`The consumer "${consumer}" of the NATS stream "${stream}" must acknowledge explicitly`);
}

function isMissing(error: unknown, code: JetStreamApiCodes): boolean {
  return error instanceof JetStreamApiError && error.code === code;
}
