import type { CheckboxGroup } from '../../ui/form/fields';

const TEST = 'webhook_endpoint.test';

/** Returns the kinds that an endpoint can select, by object. A test reaches its endpoint regardless of the selection. */
export function groupsOf(kinds: readonly string[]): CheckboxGroup[] {
  const selectable = kinds.filter((it) => it !== TEST);
  const objects = new Set(selectable.map((it) => it.slice(0, it.indexOf('.'))));
  return [...objects].map((object) => ({
    label: object.replaceAll('_', ' '),
    all: `${object}.*`,
    values: selectable.filter((it) => it.startsWith(`${object}.`)),
  }));
}
