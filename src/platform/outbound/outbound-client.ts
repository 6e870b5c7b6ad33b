import { lookup as lookupWithDns } from 'node:dns';
import type { AddressPolicy } from './address-policy';
import { Attempt, type AttemptLimits } from './attempt';
import { Connector, type OutboundTlsOptions } from './connector';
import { FairLookups, type LookupAll } from './fair-lookups';
import { GuardedResolver } from './guarded-resolver';
import { OriginPool, type OriginPoolOptions } from './origin-pool';
import { OutboundError, toUnsentError } from './outbound-error';
import { type OutboundOutcome, toOutcome } from './outbound-outcome';
import { parseTargetUrl } from './target-url';

const KIB = 1024;
const MAX_CACHED_TARGETS = 1_024;

export interface OutboundClientOptions {
  /** The addresses that the client may connect to. */
  policy: AddressPolicy;
  /** Timeout of a request in milliseconds, from connecting to the end of the response body. */
  deadlineMs: number;
  /** Maximum size of the response headers in bytes; default 16 KiB. */
  maxHeaderBytes?: number;
  /** Maximum size of the response body in bytes; default 16 KiB. */
  maxBodyBytes?: number;
  /** Number of characters of the response body that the outcome keeps; default 1000. */
  keepBodyChars?: number;
  /** Maximum number of origins with idle connections; default 512. */
  maxOrigins?: number;
  /** User-Agent of requests that do not set one. */
  userAgent?: string;
  /** Resolver of host names; default `dns.lookup`. */
  lookup?: LookupAll;
  /** Maximum number of concurrent lookups; default 28, most of the threads that thread-pool.ts requests. */
  lookupThreads?: number;
  tls?: OutboundTlsOptions;
}

/** A POST request. The body is sent byte for byte. */
export interface OutboundRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** ID of the organization whose share of DNS lookups the request uses. */
  onBehalfOf: string;
}

export interface OutboundClientStats {
  inFlight: number;
  /** Number of origins with at least one connection. */
  origins: number;
  /** Number of connections in use, idle or being established. */
  connections: number;
  /** Number of requests resent because a keep-alive connection had closed, since start-up. */
  resends: number;
}

type Target = { origin: string; path: string } | { refusal: OutboundError };

/**
 * The only HTTP client of the service (docs/security.md). Assumes that every server is broken or hostile: no server can
 * make `post` throw, exceed the deadline, use much memory or connect to a refused address.
 *
 * Uses HTTP/1.1 over keep-alive connections. Does not follow redirects, decompress bodies or use the proxy settings of
 * the environment.
 */
export class OutboundClient {
  private readonly policy: AddressPolicy;
  private readonly userAgent: string | undefined;
  private readonly limits: AttemptLimits;
  private readonly maxOrigins: number;
  private readonly poolOptions: OriginPoolOptions;
  private readonly pools = new Map<string, OriginPool>();
  private readonly targets = new Map<string, Target>();
  private inFlight = 0;
  private resends = 0;
  private closing = false;
  private onDrained: (() => void)[] = [];

  constructor(options: OutboundClientOptions) {
    const { policy, deadlineMs, lookup = lookupWithDns, maxHeaderBytes = 16 * KIB } = options;
    this.policy = policy;
    this.userAgent = options.userAgent;
    this.maxOrigins = options.maxOrigins ?? 512;
    this.limits = {
      deadlineMs,
      maxHeaderBytes,
      maxBodyBytes: options.maxBodyBytes ?? 16 * KIB,
      keepBodyChars: options.keepBodyChars ?? 1_000,
    };
    const lookups = new FairLookups(lookup, options.lookupThreads ?? 28, deadlineMs);
    // Half the deadline, so that a request that joins a running lookup can still time out and retry.
    const resolver = new GuardedResolver(policy, lookups, deadlineMs / 2);
    this.poolOptions = {
      connector: new Connector(policy, resolver, options.tls),
      maxHeaderBytes,
    };
  }

  /** The current load, for metrics. Takes time in proportion to the number of origins. */
  get stats(): OutboundClientStats {
    let connections = 0;
    for (const pool of this.pools.values()) connections += pool.connections;
    return { inFlight: this.inFlight, origins: this.pools.size, connections, resends: this.resends };
  }

  /** Sends a POST request. Never rejects: every failure, including a refused URL, is an outcome. */
  post(request: OutboundRequest): Promise<OutboundOutcome> {
    return new Promise((resolve) => {
      try {
        this.start(request, resolve);
      } catch (error) {
        resolve(notSent(toUnsentError(error)));
      }
    });
  }

  /** Waits for the requests in flight, at most until the deadline, and closes all connections. */
  async close(): Promise<void> {
    this.closing = true;
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.onDrained.push(resolve));
    for (const pool of this.pools.values()) pool.close();
    this.pools.clear();
  }

  private start(
    { url, headers, body, onBehalfOf }: OutboundRequest,
    resolve: (outcome: OutboundOutcome) => void,
  ): void {
    const target = this.targetOf(url);
    if ('refusal' in target) {
      resolve(notSent(target.refusal));
      return;
    }
    if (this.closing) {
      resolve(notSent(new OutboundError('connection_refused', 'the service is shutting down')));
      return;
    }
    const pool = this.poolOf(target.origin);
    const options = { path: target.path, method: 'POST', headers: this.withUserAgent(headers), body };
    const attempt = new Attempt(pool, onBehalfOf, options, this.limits, {
      onEnd: (outcome) => {
        if (outcome.localFault?.kind === 'shortage') this.closeIdle();
        resolve(outcome);
        this.finish();
      },
      onResend: () => {
        this.resends += 1;
      },
    });
    this.inFlight += 1;
    attempt.begin();
  }

  private finish(): void {
    this.inFlight -= 1;
    if (this.inFlight > 0) return;
    for (const drained of this.onDrained.splice(0)) drained();
  }

  // Cached: parsing and checking a URL takes a tenth of a request's CPU time, and the policy never changes. The
  // addresses of a host name are not cached; they are checked for each connection.
  private targetOf(raw: string): Target {
    const known = this.targets.get(raw);
    if (known !== undefined) return known;

    const parsed = parseTargetUrl(raw, this.policy);
    const target = parsed.ok
      ? { origin: parsed.url.origin, path: `${parsed.url.pathname}${parsed.url.search}` }
      : { refusal: new OutboundError('blocked_address', parsed.message) };
    const [oldest] = this.targets.size >= MAX_CACHED_TARGETS ? this.targets.keys() : [];
    if (oldest !== undefined) this.targets.delete(oldest);
    this.targets.set(raw, target);
    return target;
  }

  private poolOf(origin: string): OriginPool {
    const known = this.pools.get(origin);
    if (known !== undefined) {
      // Moves the origin to the end of the map, which is in order of last use.
      this.pools.delete(origin);
      this.pools.set(origin, known);
      return known;
    }
    this.closeLeastUsed(this.maxOrigins - 1);
    const pool = new OriginPool(origin, this.poolOptions, (idle) => {
      this.tidy(origin, idle);
    });
    this.pools.set(origin, pool);
    return pool;
  }

  private tidy(origin: string, pool: OriginPool): void {
    if (pool.connections === 0 && this.pools.get(origin) === pool) this.pools.delete(origin);
    else this.closeLeastUsed(this.maxOrigins);
  }

  // Closes only idle origins. Busy origins may exceed the limit, by at most the number of requests in flight.
  private closeLeastUsed(remaining: number): void {
    if (this.pools.size <= remaining) return;
    for (const [origin, pool] of this.pools) {
      if (!pool.isIdle) continue;
      this.pools.delete(origin);
      pool.close();
      if (this.pools.size <= remaining) return;
    }
  }

  // Idle connections to other origins may hold the descriptors that a new connection needs.
  private closeIdle(): void {
    for (const pool of this.pools.values()) pool.close();
  }

  private withUserAgent(headers: Record<string, string>): Record<string, string> {
    if (this.userAgent === undefined) return headers;
    const given = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
    return given ? headers : { ...headers, 'user-agent': this.userAgent };
  }
}

function notSent(error: OutboundError): OutboundOutcome {
  return toOutcome({ status: null, body: null, error, retryAfterSeconds: null, durationMs: 0 });
}
