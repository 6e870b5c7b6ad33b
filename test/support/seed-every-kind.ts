import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiRoute } from './api-routes';
import {
  aCustomer,
  aMetric,
  anAppliedCoupon,
  anInvoice,
  aPaymentByHand,
  aSubscription,
  aThreshold,
  aUsageEvent,
} from './builders';
import { knownIds, seedFromDescription, type KnownIds } from './seed-from-description';
import type { TestOrganization } from './test-app';
import { bodyOf } from './wire';

/** Makes e-mails possible. Nothing listens there, and an app with ROLE=api sends none. */
export const MAIL_SERVER = {
  SMTP_URL: 'smtp://127.0.0.1:4',
  SMTP_FROM: 'billing@example.com',
  PUBLIC_URL: 'http://127.0.0.1:4',
};

export interface EveryKind {
  owned: KnownIds;
  /** The second ID of a path, by the name of its parameter. */
  parts: Record<string, string>;
}

/**
 * Creates a record for every operation of the description with an ID in its path: from the examples of the description,
 * and by hand where these are not enough.
 */
export async function seedEveryKind(
  owner: TestOrganization,
  document: OpenAPIObject,
  routes: ApiRoute[],
): Promise<EveryKind> {
  const seeded = await seedFromDescription(owner, document, routes);
  await aCustomer(owner, { external_id: 'known-to-the-endpoint' });
  const parts = await seedByHand(owner, seeded);
  const plan = { id: seeded.get('/v1/plans')?.[0] ?? '' };
  const threshold = await aThreshold(owner, { plan }, { amount_cents: 123_456 });
  const owned = new Map([...(await knownIds(owner, routes)), ['/v1/usage_thresholds', [threshold.id]]]);
  return { owned, parts };
}

/** Creates the records that the examples alone cannot create, such as a usage event, a payment and an e-mail. */
async function seedByHand(owner: TestOrganization, seeded: KnownIds): Promise<EveryKind['parts']> {
  const [plan_id = ''] = seeded.get('/v1/plans') ?? [];
  const { code } = await aMetric(owner, { aggregation_type: 'count' });
  await aUsageEvent(owner, await aSubscription(owner, { plan_id }), { code });
  const { currency } = await bodyOf<{ currency: string }>(owner.get(`/v1/plans/${plan_id}`));
  // A new customer has no wallet or credit that would pay the invoice.
  const invoice = await anInvoice(owner, { currency });
  await aPaymentByHand(owner, { invoice_id: invoice.id }, 1);
  await owner.post(`/v1/invoices/${invoice.id}/send`, { to: 'someone@example.com' }).expect(201);
  const migration = owner.post(`/v1/plans/${plan_id}/migrate`, { at: 'now' });
  const { id: migration_id } = await bodyOf<{ id: string }>(migration, 202);
  const [customer = ''] = seeded.get('/v1/customers') ?? [];
  const applied = await anAppliedCoupon(owner, { id: customer }, { percentage_rate: '10' });
  return { migration_id, applied_coupon_id: applied.id, fee_id: invoice.fees[0]?.id ?? '' };
}
