import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { BillingClient, type BillingClientOptions } from '@billing-service/sdk';
import { UsageError } from './failure.js';

export const DEFAULT_URL = 'http://localhost:3000';

/** Where the service is and who asks. */
export interface Credentials {
  url: string;
  apiKey: string;
}

/** Returns a path below the user's configuration (XDG_CONFIG_HOME) or state (XDG_STATE_HOME). */
export function userPath(kind: 'config' | 'state', name: string): string {
  const [variable, fallback] =
    kind === 'config' ? ['XDG_CONFIG_HOME', '.config'] : ['XDG_STATE_HOME', join('.local', 'state')];
  const set = process.env[variable] ?? '';
  return join(set === '' ? join(homedir(), fallback) : set, 'billing', name);
}

/** Replaces a file that only its owner can read, in one step. */
export function writePrivately(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** Stores credentials; returns the path of the file. */
export function storeCredentials({ url, apiKey }: Credentials): string {
  const path = userPath('config', 'credentials.json');
  writePrivately(path, `${JSON.stringify({ url, api_key: apiKey }, null, 2)}\n`);
  return path;
}

/**
 * Returns the credentials of the environment, or those that `billing login` stored. A stored key is sent to the address
 * it was stored with and to no other.
 * @throws UsageError without a login.
 */
export function credentials(): Credentials {
  const key = process.env['BILLING_API_KEY'] ?? '';
  const url = process.env['BILLING_URL'] ?? '';
  if (key !== '') return { url: url === '' ? DEFAULT_URL : url, apiKey: key };
  const stored = storedCredentials();
  if (stored === null || (url !== '' && url !== stored.url)) {
    const where = url === '' ? '' : ` to ${url}`;
    throw new UsageError(
      `You are not logged in${where}. Run "billing login", or set BILLING_API_KEY (and BILLING_URL, ${DEFAULT_URL} by default).`,
    );
  }
  return stored;
}

function storedCredentials(): Credentials | null {
  const path = userPath('config', 'credentials.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  try {
    const { url, api_key: apiKey } = JSON.parse(text) as { url: string; api_key: string };
    return { url, apiKey };
  } catch {
    throw new UsageError(`${path} is not valid. Run "billing login" again.`);
  }
}

/** Returns a client with the credentials of the user. */
export function client(options: Partial<BillingClientOptions> = {}): BillingClient {
  const { url, apiKey } = credentials();
  return new BillingClient({ baseUrl: url, apiKey, ...options });
}
