import { BillingClient } from '@billing-service/sdk';
import { UsageError } from './failure.js';
import type { Output } from './output.js';
import type { Settings } from './settings.js';

/** The context of a command: its output, the settings, and a signal that Ctrl-C aborts. */
export interface Context {
  output: Output;
  settings: Settings;
  signal: AbortSignal;
}

/** Returns a client with the credentials of the user. @throws UsageError if no user is logged in */
export function clientOf({ settings }: Context): BillingClient {
  const { url, apiKey } = settings.credentials();
  return clientFor(url, apiKey);
}

/** @throws UsageError if the URL is not a web address */
export function clientFor(url: string, apiKey: string): BillingClient {
  try {
    return new BillingClient({ baseUrl: url, apiKey });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`"${url}" is not the URL of a service: it must begin with https:// or http://.`);
  }
}
