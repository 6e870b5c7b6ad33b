const MAX_INT32 = 2 ** 31 - 1;

/**
 * Names the size of every integer in a schema. Without `format`, generators for Go, Java or C# take 32 bits, in which an
 * amount in minor units overflows at 21 million.
 */
export function nameIntegerSizes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as { type?: unknown; format?: unknown; maximum?: unknown };
  if ([schema.type].flat().includes('integer') && schema.format === undefined) {
    const fits = typeof schema.maximum === 'number' && schema.maximum <= MAX_INT32;
    schema.format = fits ? 'int32' : 'int64';
  }
  for (const child of Object.values(value)) nameIntegerSizes(child);
}
