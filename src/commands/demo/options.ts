import { parseArgs } from 'node:util';

export interface DemoOptions {
  /** URL of a running service, without `/v1`; null to start one for the demo. */
  url: string | null;
  /** Admin token for the request that creates the organization; null if none is needed. */
  adminToken: string | null;
  help: boolean;
}

/** The command line or the environment is invalid. */
export class UsageError extends Error {}

export const USAGE = `Usage: npm run demo [-- --url http://localhost:3000]

Without --url (or BASE_URL), the demo starts its own service in a temporary folder and removes it at the end.
ADMIN_TOKEN, if set, is sent to a running service to create the organization.
`;

/** @throws UsageError for an unknown option or an invalid URL */
export function demoOptions(args: string[], env: Record<string, string | undefined>): DemoOptions {
  const { url = env.BASE_URL, help = false } = parse(args);
  return {
    url: url === undefined || url === '' ? null : origin(url),
    adminToken: env.ADMIN_TOKEN === undefined || env.ADMIN_TOKEN === '' ? null : env.ADMIN_TOKEN,
    help,
  };
}

function parse(args: string[]): { url?: string; help?: boolean } {
  try {
    return parseArgs({ args, options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
      .values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('The URL of the service must begin with http:// or https://');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+(v1\/*)?$/, '');
}
