import { customerFieldsSuite } from '../../conformance/customer-fields.suite';
import { grantToRequests } from '../../support/test-database';
import { AccountManagers } from './account-managers.fields';
import { AccountManagersModule } from './account-managers.module';

customerFieldsSuite('account managers', {
  module: AccountManagersModule,
  extension: AccountManagers,
  field: 'account_manager',
  values: ['Ada Lovelace', 'Grace Hopper'],
  wrong: 7,
  /** The table: in a real module, its migration. */
  async createTables({ database }) {
    await database.query(
      `CREATE TABLE account_managers (
         organization_id uuid, customer_id uuid, name text, PRIMARY KEY (organization_id, customer_id))`,
    );
    await database.query(`SELECT confine_to_organization('account_managers')`);
    await grantToRequests(database, 'ALL', 'account_managers');
  },
});
