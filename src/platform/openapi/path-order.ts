import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];

/** After these, little can be done with a record any more. */
const ENDINGS = /\/(?:void|erase)$/;

/**
 * Returns the paths in an order in which each group begins with what the rest of it needs: a path comes before those below
 * it, and what ends a record comes after its other actions. Otherwise the order stays, which is that of the routes.
 */
export function orderPaths(paths: Paths): Paths {
  const names = Object.keys(paths);
  const below = new Map<string | undefined, string[]>();
  for (const name of names) {
    const above = pathAbove(name, paths);
    below.set(above, [...(below.get(above) ?? []), name]);
  }
  const withThoseBelow = (name: string): string[] => [
    name,
    ...endingsLast(below.get(name) ?? []).flatMap(withThoseBelow),
  ];
  const ordered = (below.get(undefined) ?? []).flatMap(withThoseBelow);
  return Object.fromEntries(ordered.map((name) => [name, paths[name] ?? {}]));
}

const endingsLast = (names: string[]): string[] =>
  [...names].sort((a, b) => Number(ENDINGS.test(a)) - Number(ENDINGS.test(b)));

/** Returns the nearest path above this one that has operations of the same group. */
function pathAbove(name: string, paths: Paths): string | undefined {
  const group = groupOf(paths[name]);
  const segments = name.split('/');
  const above = segments.map((_, count) => segments.slice(0, count).join('/')).reverse();
  return above.find((it) => it in paths && groupOf(paths[it]) === group);
}

function groupOf(operations: Paths[string] | undefined): string | undefined {
  const [first] = Object.values(operations ?? {}) as { tags?: string[] }[];
  return first?.tags?.[0];
}
