import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { whenWritten } from './when-written';

/** More than a kernel buffers for a peer that does not read. */
const MUCH = Buffer.alloc(64 * 1024 * 1024);

describe('whenWritten', () => {
  let server: Server;
  let socket: Socket;
  let peer: Socket;

  beforeEach(async () => {
    server = createServer((accepted) => (peer = accepted.pause().on('error', () => undefined)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
  });
  afterEach(async () => {
    socket.destroy();
    peer.destroy();
    server.close();
    await once(server, 'close');
  });

  it('calls back immediately when the kernel accepts the whole statement', () => {
    let calls = 0;
    socket.write('SELECT 1');
    whenWritten(socket, Promise.resolve(), () => calls++);
    expect(calls).toBe(1);
  });

  it('calls back once, with the result, when the kernel does not accept the whole statement', async () => {
    let calls = 0;
    let answered: (value: unknown) => void = () => undefined;
    const answer = new Promise((resolve) => (answered = resolve));
    socket.write(MUCH);
    whenWritten(socket, answer, () => calls++);
    await endOfTurn();
    await endOfTurn();
    expect(calls).toBe(0);
    answered(null);
    await answer;
    await endOfTurn();
    expect(calls).toBe(1);
  });

  it('does not call back when the statement fails first', async () => {
    let calls = 0;
    socket.write(MUCH);
    whenWritten(socket, Promise.reject(new Error('lost')), () => calls++);
    await endOfTurn();
    await endOfTurn();
    expect(calls).toBe(0);
  });
});
