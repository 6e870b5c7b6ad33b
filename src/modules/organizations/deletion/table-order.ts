/** A foreign key within an organization, without the column `organization_id` that both sides have. */
export interface ForeignKey {
  /** The table with the reference. */
  readonly child: string;
  readonly childColumns: readonly string[];
  readonly parent: string;
  readonly parentColumns: readonly string[];
}

/** Tables whose rows refer to each other; their rows are deleted in one statement. */
export interface TableGroup {
  /** One table; of several, the one whose `id` the others refer to. */
  readonly anchor: string;
  /** The other tables, with the column that refers to the anchor. */
  readonly others: readonly { readonly table: string; readonly column: string }[];
}

/**
 * Returns the tables in an order in which rows can be deleted: none before the tables that refer to it.
 *
 * @throws Error for tables that refer to each other unless all of them refer to the `id` of one of them.
 */
export function deletionOrder(tables: readonly string[], keys: readonly ForeignKey[]): TableGroup[] {
  const order: TableGroup[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const between = keys.filter((it) => it.child !== it.parent && left.has(it.child) && left.has(it.parent));
    const referring = new Map([...left].map((table) => [table, reachable(table, between)]));
    const isReady = (table: string): boolean =>
      [...(referring.get(table) ?? [])].every((it) => referring.get(it)?.has(table) === true);
    const next = [...left].find(isReady);
    if (next === undefined) throw new Error('Every table is referred to by another one');
    const group = [next, ...(referring.get(next) ?? [])].filter((it, at, all) => all.indexOf(it) === at);
    for (const table of group) left.delete(table);
    order.push(grouped(group, keys));
  }
  return order;
}

/** Returns the tables that refer to the table, directly or through others; itself if it is part of a cycle. */
function reachable(table: string, keys: readonly ForeignKey[]): Set<string> {
  const found = new Set<string>();
  const waiting = [table];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const { child } of keys.filter((it) => it.parent === parent)) {
      if (found.has(child)) continue;
      found.add(child);
      waiting.push(child);
    }
  }
  return found;
}

function grouped(tables: readonly string[], keys: readonly ForeignKey[]): TableGroup {
  const [only] = tables;
  if (only !== undefined && tables.length === 1) return { anchor: only, others: [] };
  for (const anchor of tables) {
    const others = tables
      .filter((it) => it !== anchor)
      .map((table) => ({ table, column: idOf(anchor, table, keys) }));
    const known = others.flatMap(({ table, column }) => (column === null ? [] : [{ table, column }]));
    if (known.length === others.length) return { anchor, others: known };
  }
  throw new Error(
    `No one of the tables ${tables.join(', ')}, which refer to each other, has an id that the others have`,
  );
}

/** Returns the column of `table` that refers to the `id` of `anchor`; null if there is none. */
function idOf(anchor: string, table: string, keys: readonly ForeignKey[]): string | null {
  const key = keys.find(
    (it) =>
      it.child === table &&
      it.parent === anchor &&
      it.parentColumns.length === 1 &&
      it.parentColumns[0] === 'id',
  );
  return key?.childColumns[0] ?? null;
}
