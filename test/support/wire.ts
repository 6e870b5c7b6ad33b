import type {
  ApiKey,
  CreatedApiKey,
  CreatedWebhookEndpoint,
  CreditNote,
  Customer,
  CustomerCreatedEvent,
  Problem,
  Wallet,
  WalletTransaction,
  WebhookDelivery,
  WebhookEndpoint,
} from '@billing-service/sdk';
import type supertest from 'supertest';

export type {
  Problem as ProblemBody,
  Organization as OrganizationBody,
  CreatedOrganization as CreatedOrganizationBody,
  Customer as CustomerBody,
  BillableMetric as MetricBody,
  Tax as TaxBody,
  Plan as PlanBody,
  PlanSimulation as SimulationBody,
  DeliveryAttempt as AttemptBody,
  UsageEvent as UsageEventBody,
  EventBatch as EventBatchBody,
  CurrentUsage as CurrentUsageBody,
} from '@billing-service/sdk';

export type ApiKeyBody = ApiKey & Partial<CreatedApiKey>;
export type EndpointBody = WebhookEndpoint & Partial<CreatedWebhookEndpoint>;

/** An event of any kind, with the entities that tests read. */
export interface EventBody extends Omit<CustomerCreatedEvent, 'webhook_type' | 'object_type' | 'customer'> {
  webhook_type: string;
  object_type: string;
  customer?: Customer;
  credit_note?: CreditNote;
  wallet?: Wallet;
  wallet_transaction?: WalletTransaction;
}

export type WebhookBody = Omit<WebhookDelivery, 'payload'> & { payload: EventBody };

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
export async function problemOf(request: supertest.Test, status: number, code: string): Promise<Problem> {
  const response = await request;
  const problem = response.body as Problem;
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
