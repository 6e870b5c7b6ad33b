import { newId } from '../../../src/platform/domain/id';
import { paymentTargetSuite } from '../../conformance/payment-target.suite';
import type { TestApp } from '../../support/test-app';
import { DepositsModule } from './deposits.module';

/** The migration of the module, as `npm run new:module` would start it. */
const TABLE = `
  CREATE TABLE deposits (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    customer_id uuid NOT NULL,
    currency text NOT NULL,
    amount_cents bigint NOT NULL,
    paid_cents bigint NOT NULL DEFAULT 0 CHECK (paid_cents BETWEEN 0 AND amount_cents),
    PRIMARY KEY (organization_id, id));
  SELECT confine_to_organization('deposits')`;

paymentTargetSuite('deposit', {
  modules: [DepositsModule],
  prepare: ({ database }: TestApp) => database.query(TABLE),
  async create({ database }, organization, customer, amountCents) {
    const id = newId();
    await database.query(
      `INSERT INTO deposits (organization_id, id, customer_id, currency, amount_cents)
       VALUES ($1, $2, $3, 'EUR', $4)`,
      [organization.id, id, customer.id, amountCents],
    );
    return id;
  },
  eventsWhenPaid: { before: [], after: ['deposit.paid'] },
});
