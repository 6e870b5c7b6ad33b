import { lineSourceSuite } from '../../conformance/line-source.suite';
import type { TestApp } from '../../support/test-app';
import { SupportHourLines } from './support-hours.lines';
import { SupportHoursModule } from './support-hours.module';

lineSourceSuite('of support hours', {
  modules: [SupportHoursModule],
  of: (app) => app.app.get(SupportHourLines),
  async prepare(app, organization, { subscription }) {
    await createTable(app);
    await app.database.query(
      `INSERT INTO support_hours (organization_id, subscription_id, hours) VALUES ($1, $2, 2), ($1, $2, 3)`,
      [organization.id, subscription.id],
    );
  },
});

/** Creates the table that a real module creates in its migration. */
async function createTable({ database }: TestApp): Promise<void> {
  await database.query(
    `CREATE TABLE IF NOT EXISTS support_hours (
       id integer GENERATED ALWAYS AS IDENTITY, organization_id uuid, subscription_id uuid, hours integer,
       invoice_id uuid, FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id))`,
  );
}
