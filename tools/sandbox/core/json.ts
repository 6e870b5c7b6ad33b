/** Readers of requests: whatever a client sends is untyped. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsAt(value: unknown, key: string): Fields {
  const found = isFields(value) ? value[key] : undefined;
  return isFields(found) ? found : {};
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = isFields(value) ? value[key] : undefined;
  return Array.isArray(found) ? (found as unknown[]) : [];
}

/** Returns the text of a string or number, null for anything else and for the empty string. */
export function textAt(value: unknown, key: string): string | null {
  const found = isFields(value) ? value[key] : undefined;
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Returns a number, also of a form's text; null for anything else. */
export function numberAt(value: unknown, key: string): number | null {
  const text = textAt(value, key);
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null;
}

export function isTrue(value: unknown, key: string): boolean {
  const found = isFields(value) ? value[key] : undefined;
  return found === true || found === 'true';
}

/** Returns the texts of an object of metadata or notes. */
export function textsAt(value: unknown, key: string): Record<string, string> {
  const texts = Object.entries(fieldsAt(value, key)).flatMap(([name, it]) =>
    typeof it === 'string' || typeof it === 'number' ? [[name, String(it)] as const] : [],
  );
  return Object.fromEntries(texts);
}
