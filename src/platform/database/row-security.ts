import type { DataSource } from 'typeorm';
import { NIL, validate } from 'uuid';
import { isDatabaseUnavailable } from './pg-errors';

/**
 * Row security, the second wall between organizations (reliability.md, S1). The service connects as the owner of the
 * tables, whom PostgreSQL lets see every row. For the length of an organization's transaction it takes on a role that
 * sees only the rows of the organization named in a setting, so that a query that forgets its organization finds
 * nothing of the others. Work across organizations (deliveries, schedules, authentication) stays the owner's.
 * Migrations put the wall around a table with `confine_to_organization()`.
 */
const ROLE = 'billing_organization';
const SETTING = 'billing.organization_id';

/** The wall is not there, or the service would stand before it at all times. */
export class RowSecurityError extends Error {}

/** Statements that confine the running transaction to an organization; its end undoes them. */
export function withinOrganization(organizationId: string): string {
  if (!validate(organizationId)) throw new Error('An organization id must be a UUID');
  return `SET LOCAL ROLE ${ROLE}; SET LOCAL ${SETTING} = '${organizationId}'`;
}

/**
 * Looks whether the wall stands where it should: for organizations, and not for the service itself.
 *
 * @throws RowSecurityError with what to do
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
    if (isDatabaseUnavailable(error)) throw error;
    return false;
  });
  if (!confined) {
    throw new RowSecurityError(
      `The database user may not take on the role ${ROLE}. Have an administrator run: CREATE ROLE ${ROLE} NOLOGIN; ` +
        `GRANT ${ROLE} TO the user of DATABASE_URL; after a restore also the grants and policies of the migrations.`,
    );
  }
}
