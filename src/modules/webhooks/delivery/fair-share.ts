import type { EndpointKey } from '../queue/claimed-delivery';
import type { ClaimQuota } from '../queue/delivery-queue';
import type { EndpointSpeed } from './endpoint-queue';
import type { SlowSlots } from './slow-slots';

/** An endpoint with deliveries to claim, and how many of them this process could take. */
export interface ClaimCandidate extends EndpointKey {
  claimable: number;
  /** Deliveries that this process has claimed already. */
  claimed: number;
  /** Moving average; null when nothing is known. */
  latencyMs: number | null;
  speed: EndpointSpeed;
  /** For a slow or unknown endpoint: how many of the next deliveries need a slow slot each. */
  slowSlotsNeeded: number;
}

/** A candidate with the number of deliveries to claim. */
export type PlannedClaim = ClaimCandidate & ClaimQuota;

/**
 * Distributes `limit` claims: in rounds of one per organization, and within an organization over its endpoints, those
 * with the fewest claims first, then the fastest. So no loud organization and no busy endpoint crowds the others out, and
 * none gets more than its share of slow slots.
 */
export function fairShare(
  candidates: readonly ClaimCandidate[],
  limit: number,
  slowSlots: Pick<SlowSlots, 'take'>,
): PlannedClaim[] {
  const claims = candidates.map((candidate) => ({ ...candidate, quota: 0 }));
  const organizations = byOrganization(claims);
  let left = limit;
  while (left > 0 && organizations.length > 0) {
    for (const endpoints of organizations) {
      if (left === 0) break;
      const claim = nextOf(endpoints, slowSlots);
      if (claim === undefined) continue;
      claim.quota++;
      left--;
      if (claim.quota < claim.claimable) endpoints.push(claim);
    }
    removeEmpty(organizations);
  }
  return claims.filter((claim) => claim.quota > 0);
}

/** Removes and returns the organization's next endpoint that may get one more claim; drops those that may not. */
function nextOf(endpoints: PlannedClaim[], slowSlots: Pick<SlowSlots, 'take'>): PlannedClaim | undefined {
  for (let claim = endpoints.shift(); claim !== undefined; claim = endpoints.shift()) {
    const { speed } = claim;
    if (speed === 'fast' || claim.quota >= claim.slowSlotsNeeded) return claim;
    if (slowSlots.take(claim.organizationId, speed)) return claim;
  }
  return undefined;
}

function byOrganization(claims: readonly PlannedClaim[]): PlannedClaim[][] {
  const grouped = new Map<string, PlannedClaim[]>();
  for (const claim of claims) {
    if (claim.claimable <= 0) continue;
    const endpoints = grouped.get(claim.organizationId);
    if (endpoints === undefined) grouped.set(claim.organizationId, [claim]);
    else endpoints.push(claim);
  }
  const organizations = [...grouped.values()];
  for (const endpoints of organizations)
    endpoints.sort((one, other) => one.claimed - other.claimed || latencyOf(one) - latencyOf(other));
  return organizations;
}

const latencyOf = (candidate: ClaimCandidate): number => candidate.latencyMs ?? 0;

function removeEmpty(organizations: PlannedClaim[][]): void {
  for (let i = organizations.length - 1; i >= 0; i--) {
    if (organizations[i]?.length === 0) organizations.splice(i, 1);
  }
}
