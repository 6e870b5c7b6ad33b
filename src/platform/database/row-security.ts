import type { DataSource } from 'typeorm';
import { NIL, validate } from 'uuid';
import { isDatabaseUnavailable, lacksRights } from './pg-errors';

/**
 * Row security isolates organizations from each other even if a query omits its `organization_id` (docs/security.md).
 * The service connects as the owner of the tables, who sees every row. The transaction of an organization switches to a
 * role that sees only the rows of one organization, which a setting names. Work across organizations (deliveries,
 * schedules, authentication) runs as the owner. Migrations protect a table with `confine_to_organization()`.
 */
const ROLE = 'billing_organization';
const SETTING = 'billing.organization_id';

/** Row security does not confine organizations, or it confines the service itself. */
export class RowSecurityError extends Error {}

/** Returns statements that confine the current transaction to an organization until it ends. */
export function withinOrganization(organizationId: string): string {
  if (!validate(organizationId)) throw new Error('An organization ID must be a UUID');
  return `SET LOCAL ROLE ${ROLE}; SET LOCAL ${SETTING} = '${organizationId}'`;
}

/**
 * Checks that row security confines organizations but not the service itself.
 *
 * @throws RowSecurityError with the remedy
 */
export async function assertRowSecurity(dataSource: DataSource): Promise<void> {
  const isActive = 'SELECT row_security_active(oid) AS active FROM pg_class WHERE oid = $1::regclass';
  const read = async (tx: Pick<DataSource, 'query'>): Promise<boolean> => {
    const [row] = await tx.query<[{ active: boolean }]>(isActive, ['organizations']);
    return row.active;
  };
  if (await read(dataSource)) {
    throw new RowSecurityError(
      'The database user does not own the tables. Connect as the user that ran the migrations.',
    );
  }
  const within = dataSource.transaction(async (tx) => {
    await tx.query(withinOrganization(NIL));
    return read(tx);
  });
  const confined = await within.catch((error: unknown) => {
    if (isDatabaseUnavailable(error) && !lacksRights(error)) throw error;
    return false;
  });
  if (!confined) {
    throw new RowSecurityError(
      `The database user cannot assume the role ${ROLE}. Have an administrator run: CREATE ROLE ${ROLE} NOLOGIN; ` +
        `GRANT ${ROLE} TO the user in DATABASE_URL. After a restore, also restore the grants and policies of the migrations.`,
    );
  }
}
