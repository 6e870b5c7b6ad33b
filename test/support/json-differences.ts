import { isDeepStrictEqual } from 'node:util';

const MAX_DIFFERENCES = 10;

/** Returns the paths at which two JSON documents differ, at most ten. */
export function differences(left: unknown, right: unknown, path = ''): string[] {
  if (isDeepStrictEqual(left, right)) return [];
  if (!isContainer(left) || !isContainer(right)) return [path];
  // A missing entry shifts all later ones, so that they would count as differences.
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return [path];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return keys
    .flatMap((key) => differences(left[key], right[key], `${path}/${key}`))
    .slice(0, MAX_DIFFERENCES);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
