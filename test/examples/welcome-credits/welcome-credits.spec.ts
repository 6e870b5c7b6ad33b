import { invoiceDiscountsSuite } from '../../conformance/invoice-discounts.suite';
import { newId } from '../../../src/platform/domain/id';
import { grantToRequests } from '../../support/test-database';
import { WelcomeCreditDiscounts } from './welcome-credits.discounts';
import { WelcomeCreditsModule } from './welcome-credits.module';

invoiceDiscountsSuite('welcome credits', {
  module: WelcomeCreditsModule,
  discounts: WelcomeCreditDiscounts,
  /** The table: in a real module, its migration. */
  async prepare({ database }, organization, { customerId }) {
    await database.query(
      `CREATE TABLE IF NOT EXISTS welcome_credits (
         organization_id uuid, id uuid, customer_id uuid, left_cents bigint CHECK (left_cents >= 0))`,
    );
    await grantToRequests(database, 'ALL', 'welcome_credits');
    await database.query('INSERT INTO welcome_credits VALUES ($1, $2, $3, 700)', [
      organization.id,
      newId(),
      customerId,
    ]);
  },
});
