import type { TestOrganization } from './test-app';
import { bodyOf } from './wire';

/** Expects after each test that the books of the organization agree. */
export function useReconciliation(organization: TestOrganization): void {
  afterEach(async () => {
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });
}
