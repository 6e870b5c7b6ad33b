import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './free-port';
import { isInstalled } from './installed';

const COMMAND = 'redis-server';

/** Whether Redis is installed. */
export const hasRedis = (): boolean => isInstalled(COMMAND, 'redis-server');

/** A Redis server for one test file, without persistence. */
export class RedisServer {
  private process: ChildProcess | null = null;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.up();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the server, after `down` on the same port, and waits until it responds. */
  async up(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.process = spawn(COMMAND, options, { stdio: 'ignore' });
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  async down(): Promise<void> {
    if (this.process === null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    this.process = null;
  }
}
