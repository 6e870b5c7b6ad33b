import type { Response } from 'express';
import type { Credential } from '../../../platform/http/credential';
import type { EndpointKey } from '../queue/claimed-delivery';
import type { StreamPosition } from './inbox.repository';

/** How long a client waits before it reconnects. */
const RECONNECT_MS = 1000;
/** Heartbeats that a client may leave unread. */
const MAX_UNREAD_HEARTBEATS = 12;

/** Why the service ends a stream. */
export type EndReason =
  'shutting_down' | 'unauthorized' | 'organization_suspended' | 'organization_moved' | 'inbox_gone';

/** Who may read a stream. */
export interface StreamReader extends EndpointKey {
  credential: Credential | null;
}

/** One response of server-sent events (docs/webhooks.md#inbox). The id of each event is the number of its request. */
export class InboxStream implements StreamPosition {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly credential: Credential | null;
  private unreadHeartbeats = 0;

  constructor(
    reader: StreamReader,
    public sequence: number,
    private readonly response: Response,
  ) {
    this.organizationId = reader.organizationId;
    this.endpointId = reader.endpointId;
    this.credential = reader.credential;
  }

  /** Whether the client has read what it was sent. */
  get isReady(): boolean {
    return !this.response.writableNeedDrain && !this.response.writableEnded;
  }

  /** Starts the response. The first event tells a client that receives no other where to resume. */
  start(): void {
    this.response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no', // nginx would keep events back
    });
    this.response.flushHeaders();
    this.response.write(`retry: ${RECONNECT_MS}\n`);
    this.write('ready', { sequence: this.sequence });
  }

  /** Sends the request with the number at which the stream stands. */
  send(request: object): void {
    this.write('request', request);
  }

  /** Keeps the connection open through proxies; closes that of a client that no longer reads. */
  heartbeat(): void {
    if (this.isReady) {
      this.unreadHeartbeats = 0;
      this.response.write(':\n\n');
    } else if (++this.unreadHeartbeats > MAX_UNREAD_HEARTBEATS) {
      this.response.destroy();
    }
  }

  /** Ends the response with the reason. */
  end(reason: EndReason): void {
    this.write('end', { reason });
    this.response.end();
  }

  private write(event: string, data: object): void {
    this.response.write(`id: ${this.sequence}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
