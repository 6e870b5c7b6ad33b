import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { loadConfig } from '../platform/config/config';
import { HttpAdapter } from './http-server';

describe('the server of the service', () => {
  it('closes when the response that was under way is sent, although its client would keep the connection', async () => {
    const adapter = new HttpAdapter(loadConfig({ NODE_ENV: 'test' }).http);
    adapter.initHttpServer();
    const server = adapter.getHttpServer() as Server;
    let respond = (): void => undefined;
    const received = new Promise<void>((resolve) => {
      adapter.getInstance<Express>().get('/', (_request, response) => {
        respond = () => void response.send('done');
        resolve();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await received;
    const closed = adapter.close();
    respond();
    expect(await (await answer).text()).toBe('done');
    await closed;
  });
});
