import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { notifierClient } from './notifier';

describe('notifierClient', () => {
  it('gives up on a server that accepts the connection and never responds', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = notifierClient(`postgres://someone@127.0.0.1:${port}/x`);
    const ended = once(client, 'end');
    await expect(client.connect()).rejects.toThrow('timeout');
    await ended;
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('ends when none of several hosts takes writes, so that the notifier connects again', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = notifierClient(`postgres://someone@127.0.0.1:${port},localhost:${port}/x`);
    const ended = once(client, 'end');
    await expect(client.connect()).rejects.toThrow('no host of the database accepts writes');
    await ended;
    server.close();
  });
});
