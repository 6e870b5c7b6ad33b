import type { LookupAddress } from 'node:dns';

/** Resolves a host name to all of its addresses, like `dns.lookup`. */
export type LookupAll = (
  hostname: string,
  options: { all: true; verbatim: boolean },
  callback: LookupCallback,
) => void;

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

interface WaitingLookup {
  hostname: string;
  since: number;
  callback: LookupCallback;
}

/**
 * Shares the threads of DNS lookups between organizations (docs/webhooks.md). `dns.lookup` occupies a thread of libuv's
 * pool until it returns, which takes many seconds if a name server hangs, and cannot be canceled. So lookups start in
 * round-robin order of organizations, and an organization may run at most as many as there are idle threads: half of
 * them if it is the only one. Of 28 threads, one stays idle even if four organizations use their full share.
 */
export class FairLookups {
  /** Waiting lookups by organization. The iteration order of the map is the round-robin order. */
  private readonly waiting = new Map<string, WaitingLookup[]>();
  private readonly runningFor = new Map<string, number>();
  private free: number;

  /** @param staleAfterMs age at which a lookup fails instead of starting, because no caller waits for it any more */
  constructor(
    private readonly upstream: LookupAll,
    threads: number,
    private readonly staleAfterMs: number,
  ) {
    this.free = threads;
  }

  /** Resolves a host name as soon as the organization's share of threads allows. */
  lookup(onBehalfOf: string, hostname: string, callback: LookupCallback): void {
    const lookup = { hostname, callback, since: performance.now() };
    const others = this.waiting.get(onBehalfOf);
    if (others === undefined) this.waiting.set(onBehalfOf, [lookup]);
    else others.push(lookup);
    this.startAll();
  }

  private startAll(): void {
    // Starting a lookup moves the organization to the end of the map, where this iteration reaches it again.
    for (const [onBehalfOf, lookups] of this.waiting) {
      if (this.free === 0) return;
      if ((this.runningFor.get(onBehalfOf) ?? 0) >= this.free) continue;
      this.waiting.delete(onBehalfOf);
      const next = this.takeFresh(lookups);
      if (lookups.length > 0) this.waiting.set(onBehalfOf, lookups);
      if (next !== undefined) this.start(onBehalfOf, next);
    }
  }

  private takeFresh(lookups: WaitingLookup[]): WaitingLookup | undefined {
    const oldest = performance.now() - this.staleAfterMs;
    for (let next = lookups.shift(); next !== undefined; next = lookups.shift()) {
      if (next.since >= oldest) return next;
      next.callback(Object.assign(new Error('waited too long for a thread'), { code: 'ETIMEOUT' }), []);
    }
    return undefined;
  }

  private start(onBehalfOf: string, { hostname, callback }: WaitingLookup): void {
    this.count(onBehalfOf, 1);
    const settle: LookupCallback = (error, addresses) => {
      this.count(onBehalfOf, -1);
      callback(error, addresses);
      this.startAll();
    };
    try {
      this.upstream(hostname, { all: true, verbatim: true }, settle);
    } catch (error) {
      settle(error as NodeJS.ErrnoException, []);
    }
  }

  private count(onBehalfOf: string, change: 1 | -1): void {
    this.free -= change;
    const running = (this.runningFor.get(onBehalfOf) ?? 0) + change;
    if (running > 0) this.runningFor.set(onBehalfOf, running);
    else this.runningFor.delete(onBehalfOf);
  }
}
