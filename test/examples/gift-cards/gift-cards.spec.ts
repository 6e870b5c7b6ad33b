import { invoiceFundingSuite } from '../../conformance/invoice-funding.suite';
import { GiftCardFunding } from './gift-cards.funding';
import { grantToRequests } from '../../support/test-database';
import { GiftCardsModule } from './gift-cards.module';

invoiceFundingSuite('gift cards', {
  module: GiftCardsModule,
  funder: GiftCardFunding,
  /** The tables: in a real module, its migration. */
  async prepare({ database }, organization, { customerId, cents }) {
    await database.query(
      `CREATE TABLE IF NOT EXISTS gift_cards (
         organization_id uuid, customer_id uuid, currency text, left_cents bigint CHECK (left_cents >= 0),
         PRIMARY KEY (organization_id, customer_id, currency))`,
    );
    await database.query(
      'CREATE TABLE IF NOT EXISTS gift_card_uses (organization_id uuid, invoice_id uuid, amount_cents bigint)',
    );
    await grantToRequests(database, 'ALL', 'gift_cards, gift_card_uses');
    await database.query(`INSERT INTO gift_cards VALUES ($1, $2, 'EUR', $3)`, [
      organization.id,
      customerId,
      cents,
    ]);
  },
});
