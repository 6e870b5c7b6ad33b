import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { Child } from './child.mjs';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const ADMIN_TOKEN = randomBytes(16).toString('hex');

/** Environment of the service: production, with deliveries to this machine allowed. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  PORT: '0',
  SHUTDOWN_DELAY_MS: '0', // there is no load balancer that must notice the shutdown
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  ADMIN_TOKEN,
};

/**
 * As in `npm start` and the container image: with a larger young generation, garbage collection copies less under load.
 */
const NODE_OPTIONS = ['--max-semi-space-size=32'];

/** A process of the service: `node dist/src/main.js`. */
export class Service {
  /**
   * @param role `all`, `api` or `worker`
   * @param settings additional environment variables
   */
  static async start(role, databaseUrl, execArgv = [], settings = {}) {
    const service = new Service();
    service.process = new Child(MAIN, {
      env: { ...ENVIRONMENT, ...settings, ROLE: role, DATABASE_URL: databaseUrl },
      execArgv: [...NODE_OPTIONS, ...execArgv],
    });
    const [, port] = await service.process.printed(/http:\/\/localhost:(\d+)/);
    service.url = `http://127.0.0.1:${port}`;
    service.client = new Client(service.url);
    return service;
  }

  /** Calls the API. Without a key, uses the admin token. */
  async request(method, path, { body, key = ADMIN_TOKEN } = {}) {
    const answer = await this.client.request({
      method,
      path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return { value: JSON.parse(text), headers: answer.headers };
  }

  async stop() {
    await this.client.close();
    await this.process.stop();
  }
}
