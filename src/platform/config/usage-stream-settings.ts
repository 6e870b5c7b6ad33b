import { hostsOf } from '../database/database-hosts';
import { ConfigError, type Env } from './env';

/** The NATS JetStream stream that usage events are read from. */
export interface UsageStreamSettings {
  /** `host:port`, in their order. */
  readonly servers: readonly string[];
  readonly tls: boolean;
  readonly user: string | null;
  readonly password: string | null;
  readonly stream: string;
  /** The durable consumer that all processes share. */
  readonly consumer: string;
}

const FORM =
  /^(?<scheme>nats|tls):\/\/(?:(?<user>[^:@/?#]+):(?<password>[^@/?#]*)@)?[^@/?#]+\/(?<stream>[\w-]+)(?:\?consumer=(?<consumer>[\w-]+))?$/i;
const DEFAULT_PORT = 4222;
const DEFAULT_CONSUMER = 'billing';

/** @throws ConfigError for a USAGE_STREAM that is none; the message does not repeat it. */
export function usageStreamSettings({ USAGE_STREAM: url }: Env): UsageStreamSettings | null {
  if (url === undefined) return null;
  const { scheme, user, password, stream, consumer } = FORM.exec(url)?.groups ?? {};
  const hosts = hostsOf(url, DEFAULT_PORT);
  if (stream === undefined || hosts.length === 0) throw invalid();
  return {
    servers: hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`),
    tls: scheme?.toLowerCase() === 'tls',
    user: decoded(user),
    password: decoded(password),
    stream,
    consumer: consumer ?? DEFAULT_CONSUMER,
  };
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    throw invalid();
  }
}

function invalid(): ConfigError {
  return new ConfigError(
    'USAGE_STREAM must be a URL such as nats://user:password@host:4222,host:4222/USAGE?consumer=billing: the servers, ' +
      'the name of the stream, and the name of the consumer if it is another. A login is a user and a password, with ' +
      'special characters escaped.',
  );
}
