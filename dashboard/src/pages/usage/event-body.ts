import type { Body } from '../../ui/form/fields';

/** Returns the body of an event whose properties were entered as rows of a name and a value. */
export function eventBody({ properties, ...event }: Body): Body {
  const rows = Array.isArray(properties) ? (properties as { name?: string; value?: string }[]) : [];
  // Values are sent as texts, so that numbers keep all their digits.
  const entered = rows.flatMap(({ name, value }) =>
    name === undefined ? [] : [[name, value ?? ''] as const],
  );
  return { ...event, properties: Object.fromEntries(entered) };
}
