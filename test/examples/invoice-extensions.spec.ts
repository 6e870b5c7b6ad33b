import { invoiceFundingSuite } from '../conformance/invoice-funding.suite';
import { invoiceNumberingSuite } from '../conformance/invoice-numbering.suite';
import { lineSourceSuite } from '../conformance/line-source.suite';
import { taxCalculatorSuite } from '../conformance/tax-calculator.suite';
import { anInvoice } from '../support/builders';
import { useTestApp } from '../support/use-test-app';
import { FlatLevyModule } from './flat-levy/flat-levy.module';
import { GiftCardsModule } from './gift-cards/gift-cards.module';
import { PlainNumbersModule } from './plain-numbers/plain-numbers.module';
import { SupportHourLines } from './support-hours/support-hours.lines';
import { SupportHoursModule } from './support-hours/support-hours.module';

/** One service runs all examples that take part in invoices, to save time. */
const app = useTestApp(
  { ROLE: 'api' },
  SupportHoursModule,
  FlatLevyModule,
  GiftCardsModule,
  PlainNumbersModule,
);

// Real modules create the tables in their migrations.
beforeAll(async () => {
  const { database } = app;
  await database.query(
    `CREATE TABLE support_hours (
       id integer GENERATED ALWAYS AS IDENTITY, organization_id uuid, subscription_id uuid, hours integer,
       invoice_id uuid, FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id))`,
  );
  await database.query(
    `CREATE TABLE gift_cards (
       organization_id uuid, customer_id uuid, currency text, left_cents bigint CHECK (left_cents >= 0))`,
  );
  await database.query(
    'CREATE TABLE gift_card_uses (organization_id uuid, invoice_id uuid, amount_cents bigint)',
  );
  for (const table of ['support_hours', 'gift_cards', 'gift_card_uses']) {
    await database.query('SELECT confine_to_organization($1)', [table]);
  }
});

lineSourceSuite('of support hours', app, {
  source: SupportHourLines,
  prepare: ({ id }, { subscription }) =>
    app.database.query(
      `INSERT INTO support_hours (organization_id, subscription_id, hours) VALUES ($1, $2, 2), ($1, $2, 3)`,
      [id, subscription.id],
    ),
});

taxCalculatorSuite('of a flat levy', app, { prepare: () => Promise.resolve() });

invoiceFundingSuite('gift cards', app, {
  give: ({ id }, customer, cents) =>
    app.database.query(`INSERT INTO gift_cards VALUES ($1, $2, 'EUR', $3)`, [id, customer.id, cents]),
});

invoiceNumberingSuite('plain numbers', app);

it('an invoice shows the levy and the plain number', async () => {
  const invoice = await anInvoice(await app.anOrganization(), { amounts: [1000] });
  expect(invoice).toMatchObject({ number: 'RE/1', taxes_amount_cents: 10, total_amount_cents: 1010 });
  const levy = { code: 'levy', name: 'Levy', rate: '1' };
  expect(invoice.fees[0]?.applied_taxes).toEqual([levy]);
  expect(invoice.taxes).toEqual([{ ...levy, base_amount_cents: 1000, amount_cents: 10 }]);
});
