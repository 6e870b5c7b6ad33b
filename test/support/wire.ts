import type supertest from 'supertest';
import type { components } from '@billing-service/sdk';

type Bodies = components['schemas'];

export type ProblemBody = Bodies['Problem'];
export type ApiKeyBody = Bodies['ApiKey'] & Partial<Pick<Bodies['CreatedApiKey'], 'raw_key'>>;
export type OrganizationBody = Bodies['Organization'];
export type AdminOrganizationBody = Bodies['AdminOrganization'];
export type InstallationLogEntryBody = Bodies['InstallationLogEntry'];
export type CreatedOrganizationBody = Bodies['CreatedOrganization'];
export type CustomerBody = Bodies['Customer'];
export type MetricBody = Bodies['BillableMetric'];
export type TaxBody = Bodies['Tax'];
export type PlanBody = Bodies['Plan'];
export type SimulationBody = Bodies['PlanSimulation'];
export type SubscriptionBody = Bodies['Subscription'];
export type UsageEventBody = Bodies['UsageEvent'];
export type EventBatchBody = Bodies['UsageEventBatch'];
export type CurrentUsageBody = Bodies['CurrentUsage'];
export type InvoiceFeeBody = Bodies['InvoiceFee'];
export type InvoiceBody = Bodies['Invoice'];
export type CreditNoteBody = Bodies['CreditNote'];
export type WalletBody = Bodies['Wallet'];
export type WalletTopUpBody = Bodies['WalletTopUp'];
export type WalletTransactionBody = Bodies['WalletTransaction'];
export type PaymentBody = Bodies['Payment'];
export type CollectionBody = Bodies['Collection'];
export type CheckoutBody = Bodies['CheckoutResponse'];
export type PaymentMethodBody = Bodies['PaymentMethod'];
export type ConnectionBody = Bodies['PaymentProviderConnection'];
export type NotificationBody = Bodies['ProviderNotification'];
export type CampaignBody = Bodies['DunningCampaign'];
export type PaymentRequestBody = Bodies['PaymentRequest'];
export type EndpointBody = Bodies['WebhookEndpoint'] &
  Partial<Pick<Bodies['CreatedWebhookEndpoint'], 'secret'>>;
export type SecretBody = Bodies['WebhookEndpointSecret'];
export type WebhookBody = Omit<Bodies['Delivery'], 'payload'> & { payload: EventBody };
export type AttemptBody = Bodies['DeliveryAttempt'];
export type InboxRequestBody = Bodies['InboxRequest'];
export type RecoveryBody = Bodies['WebhookRecovery'];

/** A delivery body: the envelope, and the object under the name of its type. */
export type EventBody = Bodies['EventEnvelope'] & {
  customer?: CustomerBody;
  credit_note?: CreditNoteBody;
  wallet?: WalletBody;
  wallet_transaction?: WalletTransactionBody;
};

/** UUID version 7. */
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** RFC 3339 in UTC with milliseconds. */
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The body of an answer, whose status must be `status`. */
export async function bodyOf<T>(request: supertest.Test, status = 200): Promise<T> {
  const response = await request;
  if (response.status !== status) {
    throw new Error(`Answered ${response.status} instead of ${status}: ${response.text}`);
  }
  return response.body as T;
}

/** Returns the body of an error response, after checking its form (docs/decisions.md#errors). */
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

/** The fields named by a 422, which must name at least one. */
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

/** The answer of a list. */
export async function listOf<T>(request: supertest.Test): Promise<ListBody<T>> {
  const response = await request;
  if (response.status !== 200) throw new Error(`Answered ${response.status}: ${response.text}`);
  return { items: response.body as T[], total: Number(response.headers['x-total-count']) };
}
