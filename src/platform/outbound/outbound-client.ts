import { lookup as lookupWithDns } from 'node:dns';
import type { AddressPolicy } from './address-policy';
import { Attempt, type AttemptLimits } from './attempt';
import { Connector, type OutboundTlsOptions } from './connector';
import { FairLookups, type LookupAll } from './fair-lookups';
import { GuardedResolver } from './guarded-resolver';
import { OriginPool, type OriginPoolOptions } from './origin-pool';
import { OutboundError, toOutboundError } from './outbound-error';
import { type OutboundOutcome, toOutcome } from './outbound-outcome';
import { parseTargetUrl } from './target-url';

const KIB = 1024;
const MAX_CACHED_TARGETS = 1_024;

/** Settings of an OutboundClient. Only those without a default must be given. */
export interface OutboundClientOptions {
  /** Which addresses may be sent to. */
  policy: AddressPolicy;
  /** How long a request may take in all, from the connection to the end of the body, in milliseconds. */
  deadlineMs: number;
  /** The largest answer header block, in bytes; default 16 KiB. */
  maxHeaderBytes?: number;
  /** The longest answer body that is read, in bytes; default 16 KiB. */
  maxBodyBytes?: number;
  /** How much of the answer's body the outcome keeps, in characters; default 1000. */
  keepBodyChars?: number;
  /** Origins whose connections are kept open while idle; default 512. */
  maxOrigins?: number;
  /** Sent as User-Agent with requests that bring none. */
  userAgent?: string;
  /** Resolves host names in place of `dns.lookup`. */
  lookup?: LookupAll;
  /** Look-ups at once; default 28, most of the threads that thread-pool.ts asks for. */
  lookupThreads?: number;
  tls?: OutboundTlsOptions;
}

/** A request to send. The body goes out byte for byte as it is. */
export interface OutboundRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Those who share a name here, such as requests of one organization, share what look-ups they may take. */
  onBehalfOf: string;
}

/** What a client does at this moment. */
export interface OutboundClientStats {
  /** Requests that have begun and not ended. */
  inFlight: number;
  /** Origins with at least one connection or request. */
  origins: number;
  /** Connections, used, idle or being made. */
  connections: number;
  /** How often a request was sent again because a kept-alive connection turned out closed, since the start. */
  resends: number;
}

type Target = { origin: string; path: string } | { refusal: OutboundError };

/**
 * The one way in which the service calls somebody else's HTTP server. Assumes that every such server is broken or
 * hostile: nothing it does makes `post` throw, run past the deadline, use much memory or reach a refused address.
 *
 * HTTP/1.1 over kept-alive connections; redirects are not followed, bodies are not decompressed, and proxy settings of
 * the environment are not read.
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
    // Half of the deadline: who begins as another gives up must not wait for the same look-up, and in vain too.
    const resolver = new GuardedResolver(policy, lookups, deadlineMs / 2);
    this.poolOptions = {
      connector: new Connector(policy, resolver, options.tls),
      maxHeaderBytes,
    };
  }

  /** The present load, for metrics. Costs a walk over the origins. */
  get stats(): OutboundClientStats {
    let connections = 0;
    for (const pool of this.pools.values()) connections += pool.connections;
    return { inFlight: this.inFlight, origins: this.pools.size, connections, resends: this.resends };
  }

  /** Sends a POST request. Never rejects: every failure, a refused URL included, is an outcome. */
  post(request: OutboundRequest): Promise<OutboundOutcome> {
    return new Promise((resolve) => {
      try {
        this.start(request, resolve);
      } catch (error) {
        resolve(notSent(toOutboundError(error, false)));
      }
    });
  }

  /** Waits for the requests in flight, which takes at most the deadline, and closes all connections. */
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

  // Parsing and checking a URL costs a tenth of a request. The policy never changes, so neither does the verdict; the
  // addresses of a host name are checked at each connection, not here.
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
      // To the end of the map, whose order is that of last use.
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

  // Only idle origins give way. While more than `maxOrigins` are busy the limit is exceeded, but never by more than
  // there are requests in flight.
  private closeLeastUsed(remaining: number): void {
    if (this.pools.size <= remaining) return;
    for (const [origin, pool] of this.pools) {
      if (!pool.isIdle) continue;
      this.pools.delete(origin);
      pool.close();
      if (this.pools.size <= remaining) return;
    }
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
