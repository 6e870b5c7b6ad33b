/** Returns an item of a list. Parallel lists, such as bills and their invoices, have the same indexes. */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}`);
  return item;
}
