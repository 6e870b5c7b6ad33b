import {
  INVOICE_LINE_SOURCES,
  type AddedLine,
  type InvoiceLineSource,
  type InvoiceLineSources,
  type SubscriptionBill,
} from '../../src/modules/invoices';
import type { Transaction } from '../../src/platform/database/transactions';
import type { TestApp } from '../support/test-app';
import { lineSourceSuite } from './line-source.suite';

/** The smallest source that keeps the contract: what it has billed is a column of its own table. */
class SupportHours implements InvoiceLineSource {
  async linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<AddedLine[]> {
    const key = [bill.organizationId, bill.subscription.id];
    const rows = await tx.query<{ id: string; hours: string }[]>(
      `SELECT id, hours::text FROM support_hours
        WHERE organization_id = $1 AND subscription_id = $2 AND invoice_id IS NULL ORDER BY id`,
      key,
    );
    if (invoiceId !== null) {
      await tx.query(
        `UPDATE support_hours SET invoice_id = $3
          WHERE organization_id = $1 AND subscription_id = $2 AND invoice_id IS NULL`,
        [...key, invoiceId],
      );
    }
    return rows.map(({ hours }) => ({
      description: 'Support',
      units: hours,
      unitAmount: '80',
      amountCents: BigInt(hours) * 8000n,
    }));
  }
}

const source = new SupportHours();

lineSourceSuite('of this test', {
  of(app) {
    app.app.get<InvoiceLineSources>(INVOICE_LINE_SOURCES).register(source);
    return source;
  },
  async prepare(app, organization, { subscription }) {
    await createTable(app);
    await app.database.query(
      `INSERT INTO support_hours (organization_id, subscription_id, hours) VALUES ($1, $2, 2), ($1, $2, 3)`,
      [organization.id, subscription.id],
    );
  },
});

async function createTable({ database }: TestApp): Promise<void> {
  await database.query(
    `CREATE TABLE IF NOT EXISTS support_hours (
       id integer GENERATED ALWAYS AS IDENTITY, organization_id uuid, subscription_id uuid, hours integer,
       invoice_id uuid, FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id))`,
  );
}
