import type { TestApp, TestOrganization } from './test-app';
import { bodyOf } from './wire';

interface Check {
  name: string;
  agrees: boolean;
  mismatches: { expected: string; actual: string }[];
}

/** The expected and the actual value of each mismatch that the reconciliation finds, by check. */
export type Mismatches = Record<string, [expected: string, actual: string][]>;

/** A change to the rows of a table of the organization: the difference to add to each column. */
export type Change = [table: string, differences: Record<string, number>, condition?: string];

export async function mismatchesOf(organization: TestOrganization): Promise<Mismatches> {
  const { checks } = await bodyOf<{ checks: Check[] }>(organization.get('/v1/reconciliation'));
  const failed = checks.filter((it) => !it.agrees);
  return Object.fromEntries(
    failed.map((it) => [it.name, it.mismatches.map(({ expected, actual }) => [expected, actual])]),
  );
}

/** Returns the mismatches that the change causes, and reverts it. */
export async function mismatchesWith(
  app: TestApp,
  organization: TestOrganization,
  ...[table, differences, condition = 'true']: Change
): Promise<Mismatches> {
  const add = (sign: 1 | -1): Promise<unknown> => {
    const columns = Object.entries(differences).map(([column, it]) => `${column} = ${column} + ${sign * it}`);
    return app.database.query(
      `UPDATE ${table} SET ${columns.join(', ')} WHERE organization_id = $1 AND ${condition}`,
      [organization.id],
    );
  };
  await add(1);
  const mismatches = await mismatchesOf(organization);
  await add(-1);
  return mismatches;
}
