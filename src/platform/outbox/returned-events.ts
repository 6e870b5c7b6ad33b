import { EVENT_KINDS, type DomainEvent } from './event-catalogue';

/**
 * Checks the events that an extension returned.
 *
 * @throws TypeError unless `value` is a list of events of the organization.
 */
export function returnedEvents(value: unknown, organizationId: string): DomainEvent[] {
  if (!Array.isArray(value) || !value.every(isEvent)) throw new TypeError('it must return a list of events');
  if (value.some((it) => it.organizationId !== organizationId)) {
    throw new TypeError('it returned an event of another organization');
  }
  return value;
}

function isEvent(value: unknown): value is DomainEvent {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && EVENT_KINDS.includes(value.kind);
}
