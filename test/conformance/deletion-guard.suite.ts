import { Injectable, Module } from '@nestjs/common';
import { CUSTOMER_DELETION_GUARDS, CustomersService } from '../../src/modules/customers';
import type { Transaction } from '../../src/platform/database/transactions';
import { extend, type DeletionGuard } from '../../src/platform/extensions';
import { aCustomer } from '../support/builders';
import type { TestApp, TestOrganization } from '../support/test-app';
import { problemOf } from '../support/wire';
import { COMMON_MISDEEDS, Misdeeds } from './hostile';

/** A deletion guard under test. */
export interface TestedGuard {
  /** The sentence that the guard returns. */
  reason: string;
  /** Creates a record that the guard can keep. Returns its path, e.g. `/v1/customers/{id}`, and its ID. */
  create(organization: TestOrganization): Promise<{ path: string; id: string }>;
  /** Makes something depend on the record. Returns a function that removes it again. */
  refer(organization: TestOrganization, id: string): Promise<() => Promise<unknown>>;
}

/** Declares the tests that every deletion guard must pass (docs/extending.md#deletion-guards). */
export function deletionGuardSuite(name: string, app: TestApp, tested: TestedGuard): void {
  describe(`deletion guard ${name}`, () => {
    it('keeps a record while something depends on it, and gives the reason', async () => {
      const organization = await app.anOrganization();
      const { path, id } = await tested.create(organization);
      const remove = await tested.refer(organization, id);
      const problem = await problemOf(organization.delete(path), 400, 'invalid_state');
      expect(problem.detail).toBe(tested.reason);
      await organization.get(path).expect(200);
      await remove();
      await organization.delete(path).expect(204);
    });

    it('keeps no other record, also none of another organization', async () => {
      const [organization, other] = [await app.anOrganization(), await app.anOrganization()];
      await tested.refer(organization, (await tested.create(organization)).id);
      for (const owner of [organization, other]) {
        await owner.delete((await tested.create(owner)).path).expect(204);
      }
    });
  });
}

const misdeeds = new Misdeeds(() => HostileGuard);

@Injectable()
class HostileGuard implements DeletionGuard {
  async reasonToKeep(_tx: Transaction, organizationId: string): Promise<string | null> {
    const misdeed = await misdeeds.in(organizationId);
    return misdeed === 'returns no sentence' ? '' : null;
  }
}

/** Must be added to the application of `hostileDeletionGuardSuite`. */
@Module({
  providers: [HostileGuard, extend(CUSTOMER_DELETION_GUARDS, HostileGuard, { order: -1 })],
})
export class HostileGuardModule {}

/** Declares the tests of guards that break the contract. */
export function hostileDeletionGuardSuite(app: TestApp): void {
  const allMisdeeds = [
    ...COMMON_MISDEEDS,
    ['returns no sentence', 'reasonToKeep must return a sentence or null'] as const,
  ];

  it.each(allMisdeeds)('a deletion guard that %s keeps its own record only', async (misdeed, reason) => {
    const [organization, other] = [await app.anOrganization(), await app.anOrganization()];
    const { id } = await aCustomer(organization);
    await misdeeds.during(app, organization.id, misdeed, async () => {
      await expect(app.app.get(CustomersService).delete(organization.id, id)).rejects.toThrow(
        `The extension HostileGuard of "customer deletion guards" failed: ${reason}`,
      );
      await problemOf(organization.delete(`/v1/customers/${id}`), 500, 'internal_error');
    });
    await other.delete(`/v1/customers/${(await aCustomer(other)).id}`).expect(204);
    await organization.delete(`/v1/customers/${id}`).expect(204);
  });
}
