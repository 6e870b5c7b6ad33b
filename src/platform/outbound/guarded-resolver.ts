import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy';
import type { FairLookups } from './fair-lookups';
import { dnsError, OutboundError } from './outbound-error';

type Waiter = (error: OutboundError | null, addresses: LookupAddress[]) => void;

interface Query {
  since: number;
  waiters: Waiter[];
}

/**
 * Resolves host names for new connections, and returns only addresses that the policy allows. The socket connects to
 * the returned addresses without another lookup, so DNS rebinding between check and connection is impossible.
 */
export class GuardedResolver {
  private readonly running = new Map<string, Query>();

  /** @param staleAfterMs age at which new callers start their own lookup instead of joining a running one */
  constructor(
    private readonly policy: AddressPolicy,
    private readonly lookups: FairLookups,
    private readonly staleAfterMs: number,
  ) {}

  /** Returns the `lookup` option of a socket. Node does not call it for a host that is an address. */
  lookupFor(onBehalfOf: string): LookupFunction {
    return (hostname, options, callback) => {
      this.resolve(onBehalfOf, hostname, (error, addresses) => {
        const [first] = addresses;
        if (error !== null || first === undefined) callback(error, []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    };
  }

  // Callers share a running lookup, because ten connections to a host with a hanging name server must occupy one
  // thread, not ten.
  private resolve(onBehalfOf: string, hostname: string, waiter: Waiter): void {
    const now = performance.now();
    const key = `${onBehalfOf} ${hostname}`;
    const running = this.running.get(key);
    if (running !== undefined && now - running.since < this.staleAfterMs) {
      running.waiters.push(waiter);
      return;
    }
    const query: Query = { since: now, waiters: [waiter] };
    this.running.set(key, query);
    const settle: Waiter = (error, addresses) => {
      if (this.running.get(key) === query) this.running.delete(key);
      for (const waiting of query.waiters.splice(0)) waiting(error, addresses);
    };
    this.lookups.lookup(onBehalfOf, hostname, (error, addresses) => {
      if (error) settle(dnsError(hostname, error), []);
      else this.filter(hostname, addresses, settle);
    });
  }

  private filter(hostname: string, addresses: readonly LookupAddress[], settle: Waiter): void {
    const allowed = addresses
      .filter(({ address }) => this.policy.isAllowed(address))
      .map(({ address }) => ({ address, family: isIP(address) }));
    if (allowed.length > 0) settle(null, allowed);
    else if (addresses.length === 0) settle(dnsError(hostname, null), []);
    // The message omits the addresses, because API users see it and must not be able to map the internal network.
    else
      settle(
        new OutboundError(
          'blocked_address',
          `${hostname} resolves only to addresses that webhooks are not sent to`,
        ),
        [],
      );
  }
}
