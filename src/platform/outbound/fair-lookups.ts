import type { LookupAddress } from 'node:dns';

/** A resolver of host names that answers with all addresses; `dns.lookup` is one. */
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
 * Shares the threads that look-ups take. `dns.lookup` occupies one of libuv's few until it answers, which takes many
 * seconds when a name server hangs, and cannot be ended. So look-ups take turns by those they are made for, and nobody
 * has more of them running than there are threads free beside: alone half of all, and of 28 there is one for another beside four that fill theirs.
 */
export class FairLookups {
  /** In the order of whose turn is next, which is how a Map iterates. */
  private readonly waiting = new Map<string, WaitingLookup[]>();
  private readonly runningFor = new Map<string, number>();
  private free: number;

  /** @param staleAfterMs from when on nobody waits for a look-up any more: it is not begun then */
  constructor(
    private readonly upstream: LookupAll,
    threads: number,
    private readonly staleAfterMs: number,
  ) {
    this.free = threads;
  }

  /** Resolves a host name on somebody's behalf, at once or when it is their turn. */
  lookup(onBehalfOf: string, hostname: string, callback: LookupCallback): void {
    const lookup = { hostname, callback, since: performance.now() };
    const others = this.waiting.get(onBehalfOf);
    if (others === undefined) this.waiting.set(onBehalfOf, [lookup]);
    else others.push(lookup);
    this.startAll();
  }

  private startAll(): void {
    // Who has had a turn stands at the end of the map, where the same iteration comes to them again.
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
      next.callback(Object.assign(new Error('no turn in time'), { code: 'ETIMEOUT' }), []);
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
