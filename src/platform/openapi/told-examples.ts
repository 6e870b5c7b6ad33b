interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  example?: unknown;
}

const FORMATS = new Set(['uuid', 'date', 'date-time']);

/** Returns whether a reader, and every tool, can make an example from the type, the format or the choices. */
export const tellsExample = ({ type, format = '', enum: choices }: Schema): boolean =>
  FORMATS.has(format) || choices !== undefined || [type].flat().includes('boolean');

/**
 * Removes the examples of fields that tell one without. There are hundreds, and the document is read over a network; the
 * examples of bodies and deliveries are made before, and keep them.
 */
export function removeToldExamples(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Schema;
  if (tellsExample(schema)) delete schema.example;
  Object.values(value).forEach(removeToldExamples);
}
