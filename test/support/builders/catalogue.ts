import { newId } from '../../../src/platform/domain/id';
import type { TestOrganization } from '../test-app';
import { bodyOf, type MetricBody, type PlanBody, type TaxBody } from '../wire';

/** Creates a metric that sums the property `value`, unless the fields say otherwise. */
export function aMetric(
  organization: TestOrganization,
  fields: { code?: string; aggregation_type?: string } & Record<string, unknown> = {},
): Promise<MetricBody> {
  const { code = newId(), aggregation_type = 'sum' } = fields;
  const field = aggregation_type === 'count' ? {} : { field_name: 'value' };
  const body = { code, name: code, aggregation_type, ...field, ...fields };
  return bodyOf(organization.post('/v1/billable_metrics', body), 201);
}

/** Returns a charge of a plan for a metric: 1.00 per unit, unless the fields say otherwise. */
export function aCharge(metric: { code: string }, fields: object = {}): object {
  const standard = { charge_model: 'standard', properties: { amount: '1' } };
  return { billable_metric_code: metric.code, ...standard, ...fields };
}

/** Creates a plan: EUR 49.00 per month in arrears, without charges. */
export function aPlan(organization: TestOrganization, fields: object = {}): Promise<PlanBody> {
  const terms = { interval: 'monthly', amount_cents: 4900, currency: 'EUR' };
  return bodyOf(organization.post('/v1/plans', { code: newId(), name: 'Pro', ...terms, ...fields }), 201);
}

/** Creates a tax of 20 %. It applies only where its code, `vat`, is assigned. */
export function aTax(organization: TestOrganization, fields: object = {}): Promise<TaxBody> {
  return bodyOf(organization.post('/v1/taxes', { code: 'vat', name: 'VAT', rate: '20', ...fields }), 201);
}
