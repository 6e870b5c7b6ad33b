import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy';
import { dnsError, OutboundError } from './outbound-error';

/** A resolver of host names that answers with all addresses; `dns.lookup` is one. */
export type LookupAll = (
  hostname: string,
  options: { all: true; verbatim: boolean },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Waiter = (error: OutboundError | null, addresses: LookupAddress[]) => void;

interface Query {
  since: number;
  waiters: Waiter[];
}

/**
 * Resolves host names for new connections and lets only allowed addresses through. What it answers is what is
 * dialled, with no second look-up in between, so a name that changes its address between two look-ups gains nothing.
 */
export class GuardedResolver {
  private readonly running = new Map<string, Query>();

  /** @param staleAfterMs from when on a look-up that never answered is no longer waited for by new callers */
  constructor(
    private readonly policy: AddressPolicy,
    private readonly upstream: LookupAll,
    private readonly staleAfterMs: number,
  ) {}

  /** The `lookup` option of a socket. Node does not call it for a host that is an address already. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.resolve(hostname, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) callback(error, []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  // dns.lookup occupies one of libuv's few threads until it answers. Ten connections to one host that does not
  // resolve must take one of them, not ten, or other hosts' look-ups wait behind it.
  private resolve(hostname: string, waiter: Waiter): void {
    const now = performance.now();
    const running = this.running.get(hostname);
    if (running !== undefined && now - running.since < this.staleAfterMs) {
      running.waiters.push(waiter);
      return;
    }
    const query: Query = { since: now, waiters: [waiter] };
    this.running.set(hostname, query);
    const settle: Waiter = (error, addresses) => {
      if (this.running.get(hostname) === query) this.running.delete(hostname);
      for (const waiting of query.waiters.splice(0)) waiting(error, addresses);
    };
    try {
      this.upstream(hostname, { all: true, verbatim: true }, (error, addresses) => {
        if (error) settle(dnsError(hostname, error), []);
        else this.filter(hostname, addresses, settle);
      });
    } catch (error) {
      settle(dnsError(hostname, error), []);
    }
  }

  private filter(hostname: string, addresses: readonly LookupAddress[], settle: Waiter): void {
    const allowed = addresses
      .filter(({ address }) => this.policy.isAllowed(address))
      .map(({ address }) => ({ address, family: isIP(address) }));
    if (allowed.length > 0) settle(null, allowed);
    else if (addresses.length === 0) settle(dnsError(hostname, null), []);
    // The addresses stay unsaid: the message is shown to the tenant, who must not map the inner network with it.
    else
      settle(
        new OutboundError('blocked_address', `${hostname} resolves to no address that may be sent to`),
        [],
      );
  }
}
