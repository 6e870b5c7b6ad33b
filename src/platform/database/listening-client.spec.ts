import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { listeningClient } from './listening-client';

describe('listeningClient', () => {
  it('rejects and emits "end" if the server accepts the connection but never responds', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = listeningClient(`postgres://someone@127.0.0.1:${port}/x`, 'test');
    const ended = once(client, 'end');
    await expect(client.connect()).rejects.toThrow('timeout');
    await ended;
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
