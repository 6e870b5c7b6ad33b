import { validate } from 'uuid';

const SETTING = 'billing.organization_id';

/**
 * Returns statements that confine the current transaction to an organization until it ends.
 *
 * Row security isolates organizations from each other even where a query forgets its `organization_id`
 * (docs/decisions.md#row-security). The login of the service sees every row. A transaction of an organization switches to
 * a role that sees only the rows of the organization in a setting. Work across organizations (deliveries, schedules,
 * authentication) remains with the login. Migrations protect a table with `confine_to_organization()`.
 *
 * They fail if this cell does not serve the organization (docs/scaling.md#cells).
 *
 * @param role the `organization` role that the database uses, as an identifier
 */
export function withinOrganization(organizationId: string, role: string): string {
  return `SET LOCAL ROLE ${role}; SET LOCAL ${SETTING} = '${organizationId}'; ${assertHere(organizationId)}`;
}

/**
 * Returns the statement that fails unless this cell serves the organization; `toAppError` tells its failure. Every
 * transaction of an organization begins with it, so that no route, page or job can forget it.
 */
export function assertHere(organizationId: string): string {
  if (!validate(organizationId)) throw new Error('An organization id must be a UUID');
  return `SELECT assert_organization_here('${organizationId}')`;
}
