/**
 * Returns the SQL condition that leaves out rows of organizations that take no money for now, because the database was
 * restored and not all captures of their providers are compared yet (docs/payments.md#after-a-restore).
 *
 * @param alias of a table with `organization_id`
 */
export function notResting(alias: string): string {
  return `${alias}.organization_id NOT IN (
    SELECT organization_id FROM capture_comparisons WHERE origin <> (SELECT database_origin()))`;
}
