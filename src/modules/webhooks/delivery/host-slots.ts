import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery, DeliveryTarget, EndpointKey } from '../queue/claimed-delivery';
import type { EndpointQueue } from './endpoint-queue';

/** Endpoints whose host is remembered between claims. */
const REMEMBERED_ENDPOINTS = 10_000;

interface Host {
  inFlight: number;
  /** Queues whose next delivery goes to this host, which takes no more now. */
  readonly parked: Set<EndpointQueue>;
}

/**
 * The requests in flight to each host within an organization, over all of its endpoints on it. Keeps an organization from
 * aiming all of its endpoints at one receiver (docs/webhooks.md#admission-limits).
 */
export class HostSlots {
  private readonly hosts = new Map<string, Host>();
  private readonly names = new WeakMap<DeliveryTarget, string>();
  private readonly lastHosts = new LRUCache<string, string>({ max: REMEMBERED_ENDPOINTS });

  /** @param cap maximum number of requests in flight; 0: unlimited */
  constructor(private readonly cap: number) {}

  /** Parks the queue if the host of its next delivery takes no more now. Returns whether it does. */
  parks(queue: EndpointQueue): boolean {
    const [next] = queue.waiting;
    const host = next === undefined || this.cap === 0 ? undefined : this.hosts.get(this.keyOf(next));
    if (host === undefined || host.inFlight < this.cap) return false;
    host.parked.add(queue);
    queue.isParked = true;
    return true;
  }

  /** Whether the host of the endpoint, as of its last request, takes no more now: nothing need be claimed for it. */
  isFull({ endpointId }: EndpointKey): boolean {
    const key = this.lastHosts.peek(endpointId);
    return key !== undefined && (this.hosts.get(key)?.inFlight ?? 0) >= this.cap;
  }

  /** A request starts. */
  take(delivery: ClaimedDelivery): void {
    if (this.cap === 0) return;
    const key = this.keyOf(delivery);
    const host = this.hosts.get(key) ?? { inFlight: 0, parked: new Set() };
    host.inFlight++;
    this.hosts.set(key, host);
    this.lastHosts.set(delivery.endpointId, key);
  }

  /** A request has ended. Returns the queues that are not parked any more. */
  release(delivery: ClaimedDelivery): EndpointQueue[] {
    const key = this.keyOf(delivery);
    const host = this.hosts.get(key);
    if (host === undefined) return [];
    host.inFlight--;
    if (host.inFlight === 0) this.hosts.delete(key);
    const freed = [...host.parked];
    host.parked.clear();
    for (const queue of freed) queue.isParked = false;
    return freed;
  }

  private keyOf({ organizationId, target }: ClaimedDelivery): string {
    const known = this.names.get(target);
    if (known !== undefined) return known;
    const key = `${organizationId}/${hostOf(target.url)}`;
    this.names.set(target, key);
    return key;
  }
}

/** Returns host and port. A URL that cannot be parsed is refused when it is sent. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
