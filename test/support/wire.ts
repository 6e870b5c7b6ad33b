import type supertest from 'supertest';
import type { CreditNoteBody, WalletBody, WalletTransactionBody } from './credit-wire';

/** Body of an error response. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: { field: string; code: string; message: string }[];
}

export interface ApiKeyBody {
  id: string;
  organization_id: string;
  name: string;
  key_prefix: string;
  status: string;
  last_used_at: string | null;
  expires_at: string | null;
  replaced_by_id: string | null;
  created_at: string;
  updated_at: string;
  raw_key?: string;
}

export interface OrganizationBody {
  id: string;
  name: string;
  default_currency: string;
  timezone: string;
  created_at: string;
  updated_at: string;
}
export type CreatedOrganizationBody = OrganizationBody & { api_key: ApiKeyBody };

export interface CustomerBody {
  id: string;
  external_id: string;
  name: string | null;
  email: string | null;
  metadata: Record<string, string>;
  tax_codes: string[];
  created_at: string;
  updated_at: string;
}

export interface MetricBody {
  id: string;
  code: string;
  name: string;
  description: string | null;
  aggregation_type: string;
  field_name: string | null;
  rounding_function: string | null;
  rounding_precision: number | null;
  recurring: boolean;
  created_at: string;
  updated_at: string;
}

export interface TaxBody {
  id: string;
  code: string;
  name: string;
  description: string | null;
  rate: string;
  applied_to_organization: boolean;
  created_at: string;
  updated_at: string;
}

export interface PlanBody {
  id: string;
  code: string;
  name: string;
  description: string | null;
  interval: string;
  amount_cents: number;
  currency: string;
  trial_period_days: number;
  pay_in_advance: boolean;
  charges: {
    id: string;
    billable_metric_id: string;
    billable_metric_code: string;
    charge_model: string;
    properties: object;
    invoice_display_name: string | null;
    prorated: boolean;
  }[];
  tax_codes: string[];
  version: number;
  created_at: string;
  updated_at: string;
}

export interface SimulationBody {
  currency: string;
  amount_cents: number;
  charges: {
    billable_metric_code: string;
    charge_model: string;
    units: string;
    amount: string;
    amount_cents: number;
    steps: { description: string; units: string; amount: string }[];
  }[];
}

export interface EndpointBody {
  id: string;
  url: string;
  signature_algo: string;
  status: string;
  description: string | null;
  event_types: string[];
  created_at: string;
  updated_at: string;
  secret?: string;
}

export interface WebhookBody {
  id: string;
  webhook_endpoint_id: string;
  webhook_type: string;
  object_type: string;
  object_id: string;
  payload: EventBody;
  status: string;
  retries: number;
  max_retries: number;
  last_retried_at: string | null;
  next_attempt_at: string | null;
  http_status: number | null;
  response: string | null;
  error_message: string | null;
  created_at: string;
  updated_at: string;
}

export interface EventBody {
  id: string;
  webhook_type: string;
  object_type: string;
  object_id: string;
  organization_id: string;
  created_at: string;
  sequence: number;
  changed?: string[];
  customer?: CustomerBody;
  credit_note?: CreditNoteBody;
  wallet?: WalletBody;
  wallet_transaction?: WalletTransactionBody;
}

export interface AttemptBody {
  id: string;
  webhook_id: string;
  attempt_number: number;
  http_status: number | null;
  response_body: string | null;
  success: boolean;
  error_message: string | null;
  attempted_at: string;
}

export interface UsageEventBody {
  id: string;
  transaction_id: string;
  code: string;
  timestamp: string;
  properties: Record<string, unknown>;
  external_subscription_id: string | null;
  external_customer_id: string | null;
  subscription_id: string;
  customer_id: string;
  late: boolean;
  charged: boolean;
  not_charged_reason: string | null;
  created_at: string;
}

export interface EventBatchBody {
  ingested: number;
  duplicates: number;
  rejected: number;
  results: {
    transaction_id: string | null;
    status: string;
    id?: string;
    errors?: { field: string; code: string; message: string }[];
  }[];
}

export interface CurrentUsageBody {
  subscription_id: string;
  external_subscription_id: string;
  customer_id: string;
  currency: string;
  from: string;
  to: string;
  amount_cents: number;
  taxes_amount_cents: number;
  total_amount_cents: number;
  charges: {
    billable_metric_code: string;
    charge_model: string;
    invoice_display_name: string | null;
    units: string;
    events_count: number;
    amount: string;
    amount_cents: number;
  }[];
}

/** UUID version 7. */
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** RFC 3339 in UTC with milliseconds. */
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Returns the body of a response after checking its status. */
export async function bodyOf<T>(request: supertest.Test, status = 200): Promise<T> {
  const response = await request;
  if (response.status !== status) {
    throw new Error(`Status ${response.status} instead of ${status}: ${response.text}`);
  }
  return response.body as T;
}

/** Returns the body of an error response, after checking its form (docs/api.md). */
export async function problemOf(request: supertest.Test, status: number, code: string): Promise<ProblemBody> {
  const response = await request;
  const problem = response.body as ProblemBody;
  expect({ status: response.status, code: problem.code }).toEqual({ status, code });
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problem).toEqual({
    type: `urn:billing:error:${code}`,
    title: expect.stringMatching(/^[A-Z]/) as string,
    status,
    detail: expect.stringMatching(/^\S.*\.$/) as string,
    code,
    request_id: response.headers['x-request-id'],
    ...(status === 422 ? { errors: problem.errors } : {}),
  });
  if (status === 422) expect(problem.errors?.length).toBeGreaterThan(0);
  for (const error of problem.errors ?? []) {
    expect(Object.keys(error).sort()).toEqual(['code', 'field', 'message']);
  }
  return problem;
}

/** Expects a 422 that names at least one field, and returns the fields. */
export async function wrongFieldsOf(request: supertest.Test): Promise<string[]> {
  const { errors } = await problemOf(request, 422, 'validation_failed');
  expect(errors?.length).toBeGreaterThan(0);
  return (errors ?? []).map((it) => it.field);
}

/** A page of a list and its `X-Total-Count`. */
export interface ListBody<T> {
  items: T[];
  total: number;
}

/** Returns a page of a list with its total. */
export async function listOf<T>(request: supertest.Test): Promise<ListBody<T>> {
  const response = await request;
  if (response.status !== 200) throw new Error(`Status ${response.status}: ${response.text}`);
  return { items: response.body as T[], total: Number(response.headers['x-total-count']) };
}
