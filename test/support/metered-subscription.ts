import { randomUUID } from 'node:crypto';
import { PlansService } from '../../src/modules/plans';
import { UsageMeter } from '../../src/modules/usage';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { aCharge, aMetric, aPlan, aCustomer } from './builders';
import type { TestApp, TestOrganization } from './test-app';
import { bodyOf, listOf, type MetricBody } from './wire';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A charge of a test plan, with its metric. */
export interface TestCharge {
  metric: { code: string; aggregation_type: string } & Record<string, unknown>;
  charge_model?: string;
  prorated?: boolean;
  properties?: object;
}

export interface MeteredOptions {
  charges?: TestCharge[];
  /** Fields of the plan, which otherwise has no fee. */
  plan?: object;
  startedAt?: Date | null;
  /** The first billing period; null for none. */
  period?: { from: Date; to: Date } | null;
  customer?: { id: string; external_id: string };
  externalId?: string;
}

/** A subscription that exists only in the usage modules; the subscriptions module has no row for it. */
export interface Metered {
  id: string;
  externalId: string;
  customerId: string;
  externalCustomerId: string;
  planId: string;
  planVersionId: string;
  /** The first billing period. */
  periodId: string;
  period: { from: Date; to: Date };
}

/** Returns midnight UTC, `offset` days from today. */
export function day(offset: number): Date {
  return new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + offset * DAY_MS);
}

/** Creates metrics, a plan, a customer and a metered subscription with a billing period of 20 days around now. */
export async function aMeteredSubscription(
  app: TestApp,
  organization: TestOrganization,
  options: MeteredOptions = {},
): Promise<Metered> {
  const charges = options.charges ?? [{ metric: { code: 'calls', aggregation_type: 'sum' } }];
  const metrics = new Map(charges.map(({ metric }) => [metric.code, metric]));
  for (const metric of metrics.values()) {
    if (!(await hasMetric(organization, metric.code))) await aMetric(organization, metric);
  }
  const plan = await aPlan(organization, {
    ...{ amount_cents: 0, currency: 'USD' },
    charges: charges.map(({ metric, ...fields }) => aCharge(metric, fields)),
    ...options.plan,
  });
  const customer = options.customer ?? (await aCustomer(organization));
  const { current } = await app.app.get(PlansService).get(organization.id, plan.id);
  const metered: Metered = {
    id: newId(),
    externalId: options.externalId ?? `s-${randomUUID()}`,
    customerId: customer.id,
    externalCustomerId: customer.external_id,
    planId: plan.id,
    planVersionId: current.id,
    periodId: newId(),
    period: options.period ?? { from: day(-10), to: day(10) },
  };
  await register(app, organization, metered, options);
  return metered;
}

async function hasMetric(organization: TestOrganization, code: string): Promise<boolean> {
  return (await listOf(organization.get(`/v1/billable_metrics?code=${code}`))).total > 0;
}

async function register(
  app: TestApp,
  organization: TestOrganization,
  metered: Metered,
  options: MeteredOptions,
): Promise<void> {
  const { id: subscriptionId, externalId, customerId, planVersionId, periodId, period } = metered;
  const startedAt = options.startedAt === undefined ? period.from : options.startedAt;
  await inTransaction(app, async (tx) => {
    const meter = app.app.get(UsageMeter);
    const subscription = { subscriptionId, externalId, customerId, startedAt, endedAt: null, endsAt: null };
    await meter.register(tx, organization.id, subscription);
    if (options.period === null) return;
    const days = { whole: period, timezone: 'UTC', firstDay: null, daysLeft: null };
    const first = { id: periodId, subscriptionId, planVersionId, ...period, ...days };
    await meter.openPeriod(tx, organization.id, first);
  });
}

/** Runs `work` in a transaction of the application. */
export function inTransaction<T>(app: TestApp, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return app.app.get(Transactions).run(work);
}

/** Returns the metric with this code. */
export async function metricNamed(organization: TestOrganization, code: string): Promise<MetricBody> {
  const [metric] = await bodyOf<MetricBody[]>(organization.get(`/v1/billable_metrics?code=${code}`));
  if (metric === undefined) throw new Error(`No metric ${code}`);
  return metric;
}
