/** A server that may hold the database. */
export interface DatabaseHost {
  host: string;
  port: number;
}

const POSTGRES_PORT = 5432;
/** Scheme and login, the hosts, and what follows them. The password may contain an escaped `@` only. */
const PARTS = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i;
const HOST = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/**
 * Returns the hosts of a database URL in their order, such as those of `postgres://user@db1:5432,db2:5432/billing`
 * (docs/operations.md#a-standby-that-takes-over). Empty if the URL is invalid. For URLs of other servers too.
 */
export function hostsOf(url: string, defaultPort = POSTGRES_PORT): DatabaseHost[] {
  const hosts = (PARTS.exec(url)?.[2] ?? '').split(',').map((it) => hostOf(it, defaultPort));
  return hosts.every((it) => it !== null) ? hosts : [];
}

/** Returns the URL with one host in place of all. */
export function urlOf(url: string, { host, port }: DatabaseHost): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return url.replace(PARTS, (_, before: string, __, after: string) => `${before}${name}:${port}${after}`);
}

/** Returns the URL with its first host only, for readers that know one host. */
export function firstHostUrl(url: string): string {
  const [first, second] = hostsOf(url);
  return first === undefined || second === undefined ? url : urlOf(url, first);
}

function hostOf(text: string, defaultPort: number): DatabaseHost | null {
  const [, name, port] = HOST.exec(text.trim()) ?? [];
  if (name === undefined) return null;
  return {
    host: name.replace(/^\[|\]$/g, ''),
    port: port === undefined || Number(port) === 0 ? defaultPort : Number(port),
  };
}
