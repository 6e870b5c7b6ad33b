import { deletionGuardSuite } from '../../conformance/deletion-guard.suite';
import { OpenTicketsModule } from './open-tickets.module';

deletionGuardSuite('open tickets', {
  module: OpenTicketsModule,
  reason: 'open tickets',
  /** The table: in a real module, its migration. */
  async createTables({ database }) {
    await database.query('CREATE TABLE open_tickets (organization_id uuid, customer_id uuid)');
    await database.query(`SELECT confine_to_organization('open_tickets')`);
  },
  async refer({ database }, organization, customerId) {
    await database.query('INSERT INTO open_tickets VALUES ($1, $2)', [organization.id, customerId]);
    return async () => {
      await database.query('DELETE FROM open_tickets WHERE customer_id = $1', [customerId]);
    };
  },
});
