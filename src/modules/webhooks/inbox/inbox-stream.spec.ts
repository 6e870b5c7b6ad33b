import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { eventually } from '../../../../test/support/eventually';
import type { InboxMessage } from './inbox';
import { InboxStream } from './inbox-stream';

const BODY = 'x'.repeat(100_000);
const MESSAGES = 400; // 40 MB, more than the buffers of a connection hold

const lease = { organizationId: 'acme', endpointId: 'endpoint', id: 'stream', slot: 1 };

const messageAt = (position: number): InboxMessage => ({
  id: `message-${position}`,
  receivedAt: new Date(0),
  headers: {},
  body: BODY,
  position,
});

describe('InboxStream', () => {
  let server: Server;
  let stream: InboxStream;
  let response: Response;
  let running: Promise<void>;
  /** The highest position that the stream has read. */
  let read = 0;

  beforeEach(async () => {
    read = 0;
    const app = express();
    app.get('/', (_request, given) => {
      response = given;
      stream = new InboxStream(lease, { position: 0, id: null }, given, (position, limit) => {
        const count = Math.min(limit, MESSAGES - position);
        read = position + count;
        return Promise.resolve(Array.from({ length: count }, (_, n) => messageAt(position + n + 1)));
      });
      running = stream.run();
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const connect = async (): Promise<IncomingMessage> => {
    const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    const [incoming] = (await once(request, 'response')) as [IncomingMessage];
    return incoming;
  };
  /** Waits until the client does not take the data that the stream writes. */
  const stalled = (): Promise<true> => eventually(() => (response.writableNeedDrain ? true : null));

  it('reads no further than a page ahead of a client that does not read, and then sends everything in order', async () => {
    const client = await connect();
    await stalled();
    expect(read).toBeLessThan(MESSAGES / 2);
    expect(response.writableLength).toBeLessThan(5 * BODY.length);

    let text = '';
    client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await eventually(() =>
      text.includes(`id: message-${MESSAGES}\n`) && text.endsWith('\n\n') ? true : null,
    );
    const ids = [...text.matchAll(/^id: message-(\d+)$/gm)].map(([, position]) => Number(position));
    expect(ids).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1));
  });

  it('ends at once although its client does not read, without heartbeats that fill the memory', async () => {
    const client = await connect();
    const broken = once(client, 'error').catch(() => undefined);
    await stalled();
    const buffered = response.writableLength;
    for (let n = 0; n < 1000; n++) stream.beat();
    expect(response.writableLength).toBe(buffered);
    stream.end();
    await running;
    expect(response.destroyed).toBe(true);
    client.resume();
    await broken;
  });
});
