import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { expectListed } from '../support/findings';
import { assertServable, loadConfig } from '../../src/platform/config/config';
import { Env, parseEnv } from '../../src/platform/config/env';

/** Set by the image, published by `ports`, or for processes with an embedded database only. */
const FIXED_IN_CONTAINERS = ['DATA_DIR', 'HOST', 'NODE_ENV', 'PORT', 'TEST_CLOCK'];

const root = join(__dirname, '../..');

describe('configuration', () => {
  it('reads every variable that Env declares', () => {
    const readOrRefused = (name: string): unknown => {
      try {
        return (parseEnv({ [name]: '?' }) as unknown as Record<string, unknown>)[name] === '?';
      } catch (error) {
        return (error as Error).message.includes(name);
      }
    };
    expect(declared().filter((name) => !readOrRefused(name))).toEqual([]);
  });

  it('is documented in docs/operations.md', () => {
    expectSame(inOperations(), 'the table "Configuration" of docs/operations.md');
  });

  it('is documented in .env.example', () => {
    expectSame(inExample(), '.env.example');
  });

  it('can be passed to the containers of docker/compose.yaml', () => {
    const passed = [...read('docker/compose.yaml').matchAll(/^ +([A-Z][A-Z0-9_]*):/gm)].map(([, it]) => it);
    expect(declared().filter((it) => !FIXED_IN_CONTAINERS.includes(it) && !passed.includes(it))).toEqual([]);
  });

  it('names the variable that is wrong and never its value', () => {
    const secret = 'postgrez://user:hunter2@host/db';
    const given = {
      DATABASE_URL: secret,
      ADMIN_TOKEN: 'short',
      ENCRYPTION_KEY: 'not-32-bytes',
      PORT: '99999',
    };
    const attempt = (): unknown => loadConfig(given);
    for (const name of Object.keys(given)) expect(attempt).toThrow(name);
    for (const value of ['hunter2', 'short\n', 'not-32-bytes', '99999']) expect(attempt).not.toThrow(value);
  });

  it('needs a sender and a public URL for e-mails, and never repeats SMTP_URL', () => {
    const env = { SMTP_URL: 'smtp://user:hunter2@mail.example.com', MAIL_FROM: 'billing@example.com' };
    expect(() => loadConfig({ SMTP_URL: env.SMTP_URL })).toThrow('MAIL_FROM is required');
    expect(() => loadConfig(env)).toThrow('PUBLIC_URL is required');
    const PUBLIC_URL = 'https://billing.example.com';
    expect(loadConfig({ ...env, PUBLIC_URL }).mail?.smtp.auth?.user).toBe('user');
    const wrong = (): unknown => loadConfig({ ...env, PUBLIC_URL, SMTP_URL: 'http://user:hunter2@host' });
    expect(wrong).toThrow('SMTP_URL must be a URL');
    expect(wrong).not.toThrow('hunter2');
  });

  it('reads the servers, the login, the stream and the consumer of USAGE_STREAM, and never repeats it', () => {
    const { usageStream } = loadConfig({
      USAGE_STREAM: 'nats://acme:p%40ss@n1,[::1]:4333/USAGE?consumer=b-1',
    });
    expect(usageStream).toEqual({
      ...{ servers: ['n1:4222', '[::1]:4333'], tls: false, user: 'acme', password: 'p@ss' },
      ...{ stream: 'USAGE', consumer: 'b-1' },
    });
    expect(loadConfig({ USAGE_STREAM: 'tls://n1/USAGE' }).usageStream).toMatchObject({
      ...{ tls: true, user: null, password: null, consumer: 'billing' },
    });
    const wrong = [
      ...[
        'http://a:hunter2@n1/USAGE',
        'nats://a:hunter2@n1',
        'nats://a:hunter2@n1/a.b',
        'nats://a:hunter2@/U',
      ],
      ...[
        'nats://a:hunter2@n1/U?other=1',
        'nats://hunter2@n1/U',
        'nats://a:hunter2%@n1/U',
        'nats://a:hunter2@n1,/U',
      ],
    ];
    for (const url of wrong) {
      const attempt = (): unknown => loadConfig({ USAGE_STREAM: url });
      expect(attempt).toThrow('USAGE_STREAM must be a URL such as nats://');
      expect(attempt).not.toThrow('hunter2');
    }
  });

  it('refuses an external database without ENCRYPTION_KEY and a test clock in production', () => {
    expect(() => loadConfig({ DATABASE_URL: 'postgres://localhost/billing' })).toThrow(
      'ENCRYPTION_KEYS is required',
    );
    expect(() => loadConfig({ NODE_ENV: 'production', TEST_CLOCK: 'on' })).toThrow('TEST_CLOCK');
  });

  it.each(['', ' ', '\t'])('refuses the blank ADMIN_TOKEN %j in every environment', (blank) => {
    for (const env of ['development', 'test', 'production']) {
      expect(() => loadConfig({ NODE_ENV: env, ADMIN_TOKEN: blank })).toThrow('ADMIN_TOKEN is blank');
    }
  });

  it('refuses to serve production without ADMIN_TOKEN unless OPEN_REGISTRATION=on', () => {
    const check = (env: Record<string, string>) => () => {
      assertServable(loadConfig({ NODE_ENV: 'production', ...env }));
    };
    expect(check({})).toThrow('ADMIN_TOKEN is required');
    expect(check({ ROLE: 'api', OPEN_REGISTRATION: 'off' })).toThrow('OPEN_REGISTRATION=on');
    expect(check({ OPEN_REGISTRATION: 'on' })).not.toThrow();
    expect(check({ ADMIN_TOKEN: 'a-token-of-some-length' })).not.toThrow();
    expect(check({ ROLE: 'worker' })).not.toThrow();
    expect(check({ NODE_ENV: 'development' })).not.toThrow();
  });

  it('refuses a webhook secret of the installation without DEFAULT_ORGANIZATION_ID', () => {
    const check = (env: Record<string, string>) => () => {
      assertServable(loadConfig({ MANUAL_WEBHOOK_SECRET: 'a-secret-of-some-length', ...env }));
    };
    expect(check({})).toThrow('DEFAULT_ORGANIZATION_ID is required with MANUAL_WEBHOOK_SECRET');
    expect(check({ DEFAULT_ORGANIZATION_ID: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c' })).not.toThrow();
    expect(check({ DEFAULT_ORGANIZATION_ID: 'acme' })).toThrow('DEFAULT_ORGANIZATION_ID must be a UUID');
  });

  it('refuses another value of a switch and names its two values', () => {
    expect(() => loadConfig({ TEST_CLOCK: 'yes' })).toThrow('TEST_CLOCK must be on or off');
    expect(loadConfig({ TEST_CLOCK: 'on' }).testClock).toBe(true);
  });

  it('refuses a pool so small that jobs could take every connection and deadlock', () => {
    expect(() => loadConfig({ DATABASE_POOL_SIZE: '7' })).toThrow('DATABASE_POOL_SIZE');
    expect(loadConfig({ DATABASE_POOL_SIZE: '8' }).database.poolSize).toBe(8);
  });

  it('has the published default values', () => {
    const config = loadConfig({});
    expect(config.webhooks).toMatchObject({ maxRetries: 5, timeoutMs: 15_000 });
    expect(config.testClock).toBe(false);
    expect(config.adminToken).toBeNull();
  });

  it('allows deliveries to loopback in development and to no private address in production', () => {
    expect(loadConfig({}).webhooks.allowedCidrs).toEqual(['127.0.0.0/8', '::1/128']);
    expect(loadConfig({ NODE_ENV: 'production' }).webhooks.allowedCidrs).toEqual([]);
  });
});

function read(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

/** Returns every variable of the Env class, including optional ones. */
function declared(): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Env, '', false, false);
  return [...new Set(rules.map((it) => it.propertyName))].sort();
}

/** Returns the names in the first column of the table "Configuration" of docs/operations.md. */
function inOperations(): string[] {
  const [, section = ''] =
    /^#+ Configuration\b.*?$(.*?)(?=^#+ |$(?![\s\S]))/ms.exec(read('docs/operations.md')) ?? [];
  return [...section.matchAll(/^\| *`([A-Z][A-Z0-9_]*)`/gm)].map(([, name = '']) => name).sort();
}

/** Returns the names that .env.example sets or shows commented out. */
function inExample(): string[] {
  return [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name).sort();
}

/** Fails if a document does not name exactly the variables of Env. */
function expectSame(documented: string[], document: string): void {
  expectListed(documented, declared(), {
    unlisted: `${document} names variables that src/platform/config/env.ts does not declare: remove them there.`,
    missing: `${document} lacks variables that src/platform/config/env.ts declares: add them there.`,
  });
}
