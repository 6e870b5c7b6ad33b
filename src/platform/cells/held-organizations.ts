/** As a condition on a row of `organizations`: whether its jobs, clocks and deliveries are at work in this cell. */
export const atWork = (alias: string): string =>
  `(${alias}.status = 'active' AND ${alias}.cell_state = 'active')`;

/**
 * Returns the SQL condition that leaves out rows of organizations that are suspended, being deleted or moving, for the
 * statements `claim` and `nextDueAt` of a due queue (docs/security.md#suspension, docs/scaling.md#cells). The subquery
 * runs once per statement and reads two partial indexes, which are nearly always empty.
 *
 * @param alias of a table with `organization_id`
 */
export function notHeld(alias: string): string {
  return `${alias}.organization_id NOT IN (SELECT id FROM organizations WHERE status <> 'active' OR cell_state <> 'active')`;
}

/**
 * As `notHeld`, but with the rows of suspended organizations: for work that goes on while an organization is suspended, and
 * for what deletes old rows. Nothing but the move itself may change rows of an organization that is arriving, leaving or
 * moved (docs/scaling.md#cells).
 *
 * @param alias of a table with `organization_id`
 */
export function notMoving(alias: string): string {
  return `${alias}.organization_id NOT IN (SELECT id FROM organizations WHERE cell_state <> 'active')`;
}
