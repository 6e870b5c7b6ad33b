import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerUnreadable } from './unreadable-requests';

describe('answerUnreadable', () => {
  let server: Server;

  beforeEach(async () => {
    const timers = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    server = createServer(timers, (request, response) => {
      request.resume().on('end', () => response.end());
    });
    answerUnreadable(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  async function answerTo(bytes: string): Promise<{ head: string; body: unknown }> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { head, body: JSON.parse(body) };
  }

  it.each([
    ['head', 'POST / HTTP/1.1\r\nHost: localhost\r\n'],
    ['body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{'],
  ])('sends a 408 problem if the %s of a request never ends', async (_, bytes) => {
    const { head, body } = await answerTo(bytes);
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(head).toContain('application/problem+json');
    expect(body).toMatchObject({ status: 408, code: 'request_timeout' });
  });
});
