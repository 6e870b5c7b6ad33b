import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { loadConfig } from '../../src/platform/config/config';
import { Env, parseEnv } from '../../src/platform/config/env';
import { expectListed } from '../support/findings';

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Returns every variable of the Env class, including optional ones. */
function declared(): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Env, '', false, false);
  return [...new Set(rules.map((it) => it.propertyName))].sort();
}

/** Returns the names in the first column of the table "Configuration" of docs/operations.md. */
function inDocument(): string[] {
  const [, section = ''] =
    /^#+ Configuration\b.*?$(.*?)(?=^#+ |$(?![\s\S]))/ms.exec(read('docs/operations.md')) ?? [];
  return [...section.matchAll(/^\| *`([A-Z][A-Z0-9_]*)`/gm)].map(([, name = '']) => name).sort();
}

/** Returns the names that .env.example sets or shows commented out. */
function inExample(): string[] {
  return [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name).sort();
}

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

  it('has the same variables in docs/operations.md', () => {
    expectListed(declared(), inDocument(), {
      unlisted: 'Add these variables to the table "Configuration" in docs/operations.md:',
      missing: 'Env does not declare these variables; remove them from docs/operations.md:',
    });
  });

  it('has the same variables in .env.example', () => {
    expectListed(declared(), inExample(), {
      unlisted: 'Add these variables to .env.example:',
      missing: 'Env does not declare these variables; remove them from .env.example:',
    });
  });

  it('the error names each invalid variable but never its value', () => {
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

  it('refuses an external database without ENCRYPTION_KEY, and refuses a test clock in production', () => {
    expect(() => loadConfig({ DATABASE_URL: 'postgres://localhost/billing' })).toThrow('ENCRYPTION_KEY');
    expect(() => loadConfig({ NODE_ENV: 'production', TEST_CLOCK: 'on' })).toThrow('TEST_CLOCK');
  });

  it('says which values a wrong variable may have', () => {
    const refusal = (env: Record<string, string>) => () => loadConfig(env);
    expect(refusal({ TEST_CLOCK: 'yes' })).toThrow('TEST_CLOCK must be on or off');
    expect(refusal({ PORT: 'http' })).toThrow(/PORT must be a whole number$/);
    expect(refusal({ PORT: '70000' })).toThrow(/PORT must not be greater than 65535$/);
    expect(refusal({ ROLE: 'web' })).toThrow('ROLE must be one of the following values: all, api, worker');
    expect(refusal({ PUBLIC_URL: 'billing' })).toThrow('PUBLIC_URL must be a URL such as https://');
    expect(refusal({ ENCRYPTION_KEY: 'a' })).toThrow('ENCRYPTION_KEY must be 32 random bytes in base64');
  });

  it('refuses a pool so small that waiting jobs could take every connection', () => {
    expect(() => loadConfig({ DATABASE_POOL_SIZE: '7' })).toThrow('DATABASE_POOL_SIZE');
    expect(loadConfig({ DATABASE_POOL_SIZE: '8' }).database.poolSize).toBe(8);
  });

  it('has the published default values', () => {
    const config = loadConfig({});
    expect(config.webhooks).toMatchObject({ maxRetries: 5, timeoutMs: 15_000 });
    expect(config.testClock).toBe(false);
    expect(config.adminToken).toBeNull();
  });

  it('delays shutdown in production, except for workers, and limits the delay', () => {
    const delayOf = (env: Record<string, string>): number => loadConfig(env).http.shutdownDelayMs;
    expect(delayOf({})).toBe(0);
    expect(delayOf({ NODE_ENV: 'production' })).toBe(5000);
    expect(delayOf({ NODE_ENV: 'production', ROLE: 'worker' })).toBe(0);
    expect(delayOf({ NODE_ENV: 'production', SHUTDOWN_DELAY_MS: '0' })).toBe(0);
    expect(delayOf({ SHUTDOWN_DELAY_MS: '15000' })).toBe(15_000);
    expect(delayOf({ SHUTDOWN_DELAY_MS: '15000', ROLE: 'worker' })).toBe(0);
    expect(() => loadConfig({ SHUTDOWN_DELAY_MS: '15001' })).toThrow('SHUTDOWN_DELAY_MS');
  });

  it('keeps idle connections open for longer than load balancers do', () => {
    expect(loadConfig({}).http.keepAliveTimeoutMs).toBe(75_000);
    expect(loadConfig({ KEEP_ALIVE_TIMEOUT_MS: '1000' }).http.keepAliveTimeoutMs).toBe(1000);
    expect(() => loadConfig({ KEEP_ALIVE_TIMEOUT_MS: '0' })).toThrow('KEEP_ALIVE_TIMEOUT_MS');
  });

  it('allows deliveries to loopback in development and to no private address in production', () => {
    expect(loadConfig({}).webhooks.allowedCidrs).toEqual(['127.0.0.0/8', '::1/128']);
    expect(loadConfig({ NODE_ENV: 'production' }).webhooks.allowedCidrs).toEqual([]);
  });
});
