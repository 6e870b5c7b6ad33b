import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BillingClient, ProblemError } from '@billing-service/sdk';
import { storeCredentials } from '../credentials.js';
import { UsageError } from '../failure.js';
import type { Output } from '../output.js';

/** Stores an API key, typed or piped in, after trying it. */
export async function login(output: Output, { url }: { url: string }): Promise<void> {
  if (!/^https?:\/\//.test(url)) throw new UsageError(`--url must begin with http:// or https://: ${url}`);
  const apiKey = (process.stdin.isTTY ? await typedKey() : await text(process.stdin)).trim();
  if (apiKey === '')
    throw new UsageError('No API key was given. Type it, or pipe it in: billing login < key.txt');
  const organization = await organizationOf(url, apiKey);
  const path = storeCredentials({ url, apiKey });
  output.result(
    { url, organization, path },
    `Logged in to ${url}${organization === null ? '' : ` as ${organization}`}.`,
  );
}

/** Returns the name of the key's organization; null if the key may not read it. */
async function organizationOf(url: string, apiKey: string): Promise<string | null> {
  try {
    const { name } = await new BillingClient({ baseUrl: url, apiKey }).get('/v1/organizations/current');
    return name;
  } catch (error) {
    if (ProblemError.is(error, 'insufficient_scope')) return null; // the key is genuine
    throw error;
  }
}

/** Asks for the key; does not show what is typed. */
async function typedKey(): Promise<string> {
  process.stderr.write('API key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  const key = await prompt.question('');
  prompt.close();
  process.stderr.write('\n');
  return key;
}
