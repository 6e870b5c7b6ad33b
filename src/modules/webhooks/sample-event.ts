import { newId } from '../../platform/domain/id';
import { exampleOf } from '../../platform/openapi/class-example';
import { eventKinds, type DomainEvent } from '../../platform/outbox/event-catalogue';

/**
 * Returns an event of the kind about a made-up object of the organization, for a sample
 * (docs/webhooks.md#test-events-and-samples).
 *
 * @throws Error for an unknown kind, which the request class refuses
 */
export function sampleOf(kind: string, organizationId: string): DomainEvent {
  const definition = eventKinds().find((it) => it.kind === kind);
  if (definition === undefined) throw new Error(`Unknown event kind ${kind}`);
  const objectId = newId();
  const example = definition.payload === undefined ? { id: objectId } : exampleOf(definition.payload);
  const object: Record<string, unknown> = { ...example, ...definition.example };
  if ('id' in object) object.id = objectId;
  if ('organization_id' in object) object.organization_id = organizationId;
  const about = { kind, objectType: definition.objectType, organizationId, objectId, object };
  return kind.endsWith('.updated') ? { ...about, changed: changedOf(object) } : about;
}

/** Returns one field that an update could have changed: the first that is neither an ID nor a time. */
function changedOf(object: object): string[] {
  return Object.keys(object)
    .filter((it) => it !== 'id' && !/_(?:id|at)$/.test(it))
    .slice(0, 1);
}
