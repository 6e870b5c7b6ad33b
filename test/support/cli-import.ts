import { existsSync, readFileSync } from 'node:fs';
import type { TestOrganization } from './test-app';
import { bodyOf } from './wire';

interface Charge {
  units: string;
  events_count: number;
}

/** Returns the number of lines that an import has confirmed; 0 before its first state. */
export function confirmedIn(statePath: string): number {
  if (!existsSync(statePath)) return 0;
  return (JSON.parse(readFileSync(statePath, 'utf8')) as { progress: { lines: number } }).progress.lines;
}

/** Returns the usage of the first charge of a subscription in its current billing period. */
export async function usageOf(
  organization: TestOrganization,
  { id, customer_id }: { id: string; customer_id: string },
): Promise<Charge | null> {
  const path = `/v1/customers/${customer_id}/current_usage?subscription_id=${id}`;
  const { charges } = await bodyOf<{ charges: Charge[] }>(organization.get(path));
  const [first] = charges;
  return first === undefined ? null : { units: first.units, events_count: first.events_count };
}
