import { Injectable, Module, type Type } from '@nestjs/common';
import { CUSTOMER_DELETION_GUARDS } from '../../src/modules/customers';
import type { Transaction } from '../../src/platform/database/transactions';
import { EXTENSION_DEADLINE_MS, extend, type DeletionGuard } from '../../src/platform/extensions';
import { aCustomer } from '../support/builders';
import type { TestApp, TestOrganization } from '../support/test-app';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, problemOf } from '../support/wire';

/** A guard of customers, as the suite needs it. */
export interface TestedGuard {
  /** Its module, which registers it with `CUSTOMER_DELETION_GUARDS`. */
  module: Type;
  /** What it returns for a customer that something refers to. */
  reason: string;
  createTables?(app: TestApp): Promise<void>;
  /** Makes a record that refers to the customer. Returns what removes it. */
  refer(app: TestApp, organization: TestOrganization, customerId: string): Promise<() => Promise<void>>;
}

/** What holds for every deletion guard (docs/extending.md#deletion-guards). */
export function deletionGuardSuite(name: string, tested: TestedGuard): void {
  describe(`the deletion guard ${name}`, () => {
    const app = useTestApp({ ROLE: 'api' }, tested.module, HostileModule);
    const organization = useOrganization(app);
    const aPath = async (of: TestOrganization) => `/v1/customers/${(await aCustomer(of)).id}`;

    beforeAll(() => tested.createTables?.(app));

    it('keeps a customer while something refers to it, and names the reason', async () => {
      const { id } = await aCustomer(organization);
      const remove = await tested.refer(app, organization, id);
      const problem = await problemOf(organization.delete(`/v1/customers/${id}`), 400, 'invalid_state');
      expect(problem.detail).toBe(`The customer has ${tested.reason}.`);
      expect(await bodyOf<{ id: string }>(organization.get(`/v1/customers/${id}`))).toMatchObject({ id });
      await remove();
      await organization.delete(`/v1/customers/${id}`).expect(204);
    });

    it('allows deleting other customers, also those of other organizations', async () => {
      const { id } = await aCustomer(organization);
      await tested.refer(app, organization, id);
      await organization.delete(await aPath(organization)).expect(204);
      const other = await app.anOrganization();
      await other.delete(await aPath(other)).expect(204);
    });

    it.each(['throws', 'takes longer than 5 s'] as const)(
      'a guard that %s keeps the record, and nobody else is affected',
      async (how) => {
        const hostile = app.app.get(HostileGuard, { strict: false });
        const path = await aPath(organization);
        hostile.now = { organizationId: organization.id, how };
        const setTimer = setTimeout;
        const deadline = jest
          .spyOn(global, 'setTimeout')
          .mockImplementation((callback: () => void, ms?: number) =>
            setTimer(callback, ms === EXTENSION_DEADLINE_MS ? 200 : ms),
          );
        await organization.delete(path).expect(500);
        deadline.mockRestore();
        const other = await app.anOrganization();
        await other.delete(await aPath(other)).expect(204);
        hostile.now = null;
        await organization.delete(path).expect(204);
      },
    );
  });
}

@Injectable()
class HostileGuard implements DeletionGuard {
  now: { organizationId: string; how: string } | null = null;

  async reasonToKeep(_tx: Transaction, organizationId: string): Promise<string | null> {
    if (this.now?.organizationId !== organizationId) return null;
    if (this.now.how === 'throws') throw new Error('no such table');
    return new Promise(() => undefined);
  }
}

@Module({ providers: [HostileGuard, extend(CUSTOMER_DELETION_GUARDS, HostileGuard)] })
class HostileModule {}
