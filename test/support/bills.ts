import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { InvoiceBilling, type SubscriptionBill } from '../../src/modules/invoices';
import { aCustomer, aPlan, aUsageEvent } from './builders';
import { aMeteredSubscription } from './metered-subscription';
import type { TestApp, TestOrganization } from './test-app';
import type { InvoiceBody } from './invoice-wire';
import { bodyOf, type PlanBody } from './wire';

/** Creates a plan; returns it with the ID of its version. */
export async function aBillablePlan(
  app: TestApp,
  organization: TestOrganization,
  fields: object = {},
): Promise<PlanBody & { versionId: string }> {
  const plan = await aPlan(organization, fields);
  const [row] = await app.database.query<{ id: string }>('SELECT id FROM plan_versions WHERE plan_id = $1', [
    plan.id,
  ]);
  return { ...plan, versionId: row?.id ?? '' };
}

/** Returns a bill for one month of a plan. Its subscription does not exist. */
export function aBill(
  organization: TestOrganization,
  customer: { id: string },
  plan: { id: string; name: string; versionId: string; currency: string; amount_cents: number },
  fields: Partial<SubscriptionBill> & { amountCents?: bigint } = {},
): SubscriptionBill {
  const { amountCents = BigInt(plan.amount_cents), ...rest } = fields;
  const [from, to] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
  const fee = {
    planId: plan.id,
    planVersionId: plan.versionId,
    planName: plan.name,
    unitAmountCents: BigInt(plan.amount_cents),
    amountCents,
  };
  return {
    organizationId: organization.id,
    customerId: customer.id,
    subscription: { id: newId(), externalId: newId(), name: null },
    occasion: 'closing',
    periodId: newId(),
    billedAt: to,
    billingPeriod: { from, to },
    currency: plan.currency,
    fee: { ...fee, from, to, billedDays: 31, periodDays: 31 },
    usagePeriodId: null,
    ...rest,
  };
}

/** Returns a bill of a new customer in EUR: 49.00 for a plan, and 30.00 for 30 units of the metric `calls`. */
export async function aBillWithUsage(
  app: TestApp,
  organization: TestOrganization,
): Promise<SubscriptionBill> {
  const terms = { amount_cents: 4900, currency: 'EUR' };
  const customer = await aCustomer(organization);
  const metered = await aMeteredSubscription(app, organization, { customer, plan: terms });
  const { id, externalId, planId, planVersionId: versionId, periodId: usagePeriodId } = metered;
  await aUsageEvent(
    organization,
    { external_id: externalId },
    { code: 'calls', properties: { value: '30' } },
  );
  const plan = { id: planId, name: 'Pro', versionId, ...terms };
  return aBill(organization, customer, plan, { subscription: { id, externalId, name: null }, usagePeriodId });
}

/** Creates the invoice of a bill and returns it as `GET` does. */
export async function billed(
  app: TestApp,
  organization: TestOrganization,
  bill: SubscriptionBill,
): Promise<InvoiceBody> {
  const billing = app.app.get(InvoiceBilling, { strict: false });
  const invoice = await app.app.get(Transactions).run((tx) => billing.bill(tx, bill));
  if (invoice === null) throw new Error('The bill created no invoice');
  return bodyOf(organization.get(`/v1/invoices/${invoice.id}`));
}

/** Returns the kinds of the events about an object, oldest first. */
export async function eventsOf(app: TestApp, objectId: string): Promise<string[]> {
  const rows = await app.database.query<{ kind: string }>(
    'SELECT kind FROM outbox_events WHERE object_id = $1 ORDER BY sequence',
    [objectId],
  );
  return rows.map((it) => it.kind);
}
