// Generated from openapi.json by `npm run sdk`. Do not edit.

import { ListCall } from '../list-call.js';
import { path, Resource, type RequestOptions } from '../resource.js';
import type { Transport } from '../transport.js';
import type {
  operations,
  ApiKey,
  AppliedCoupon,
  ApplyCoupon,
  AssignDunningCampaign,
  BillableMetric,
  Coupon,
  CreateApiKey,
  CreateBillableMetric,
  CreateCoupon,
  CreateCreditNote,
  CreateCustomer,
  CreateDocumentLink,
  CreateDunningCampaign,
  CreateOneOffInvoice,
  CreateOrganization,
  CreatePayment,
  CreatePaymentRequest,
  CreatePlan,
  CreateSubscription,
  CreateTax,
  CreateUsageEvent,
  CreateUsageEvents,
  CreateUsageThreshold,
  CreateWallet,
  CreateWebhookEndpoint,
  CreatedApiKey,
  CreatedOrganization,
  CreatedWebhookEndpoint,
  CreditNote,
  CurrentUsage,
  Customer,
  CustomerDunningCampaign,
  DeliveryAttempt,
  DeliveryReport,
  DeliveryStats,
  DocumentLink,
  DunningCampaign,
  Email,
  EventBatch,
  EventType,
  Fee,
  FeeExplanation,
  InboxMessage,
  Invoice,
  InvoicePreview,
  InvoiceReport,
  MigratePlan,
  MrrReport,
  Organization,
  Payment,
  PaymentRequest,
  Plan,
  PlanChangePreview,
  PlanMigration,
  PlanSimulation,
  PreviewInvoice,
  PreviewPlanChange,
  ProviderConnection,
  ProviderNotification,
  PutProviderConnection,
  Reconciliation,
  RecordPayment,
  RefundPayment,
  RotateApiKey,
  RotateSecret,
  SearchResults,
  SendInvoice,
  SimulatePlan,
  Subscription,
  SubscriptionPeriods,
  Tax,
  TestWebhookEndpoint,
  TopUpWallet,
  UpdateBillableMetric,
  UpdateCoupon,
  UpdateCustomer,
  UpdateDunningCampaign,
  UpdateOrganization,
  UpdatePlan,
  UpdateSubscription,
  UpdateTax,
  UpdateWallet,
  UpdateWebhookEndpoint,
  UsageEvent,
  UsageReport,
  UsageThreshold,
  Wallet,
  WalletTransaction,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointSecret,
  WithCustomer,
} from './schema.js';

export type ListApiKeysQuery = NonNullable<operations['listApiKeys']['parameters']['query']>;

export type ListCustomersQuery = NonNullable<operations['listCustomers']['parameters']['query']>;

export type ListBillableMetricsQuery = NonNullable<operations['listBillableMetrics']['parameters']['query']>;

export type ListTaxesQuery = NonNullable<operations['listTaxes']['parameters']['query']>;

export type ListPlansQuery = NonNullable<operations['listPlans']['parameters']['query']>;

export type ListEventsQuery = NonNullable<operations['listEvents']['parameters']['query']>;

export type GetCurrentUsageQuery = NonNullable<operations['getCurrentUsage']['parameters']['query']>;

export type ListPlanThresholdsQuery = NonNullable<operations['listPlanThresholds']['parameters']['query']>;

export type ListSubscriptionThresholdsQuery = NonNullable<
  operations['listSubscriptionThresholds']['parameters']['query']
>;

export type ListFeesQuery = NonNullable<operations['listFees']['parameters']['query']>;

export type ListInvoicesQuery = NonNullable<operations['listInvoices']['parameters']['query']>;

export type ListSubscriptionsQuery = NonNullable<operations['listSubscriptions']['parameters']['query']>;

export type TerminateSubscriptionQuery = NonNullable<
  operations['terminateSubscription']['parameters']['query']
>;

export type GetBillingPeriodQuery = NonNullable<operations['getBillingPeriod']['parameters']['query']>;

export type ListCreditNotesQuery = NonNullable<operations['listCreditNotes']['parameters']['query']>;

export type ListWalletsQuery = NonNullable<operations['listWallets']['parameters']['query']>;

export type ListWalletTransactionsQuery = NonNullable<
  operations['listWalletTransactions']['parameters']['query']
>;

export type ListCouponsQuery = NonNullable<operations['listCoupons']['parameters']['query']>;

export type ListAppliedCouponsQuery = NonNullable<operations['listAppliedCoupons']['parameters']['query']>;

export type ListPaymentsQuery = NonNullable<operations['listPayments']['parameters']['query']>;

export type ListPaymentProvidersQuery = NonNullable<
  operations['listPaymentProviders']['parameters']['query']
>;

export type ListProviderNotificationsQuery = NonNullable<
  operations['listProviderNotifications']['parameters']['query']
>;

export type ListDunningCampaignsQuery = NonNullable<
  operations['listDunningCampaigns']['parameters']['query']
>;

export type ListPaymentRequestsQuery = NonNullable<operations['listPaymentRequests']['parameters']['query']>;

export type ListEmailsQuery = NonNullable<operations['listEmails']['parameters']['query']>;

export type ListWebhookDeliveriesQuery = NonNullable<
  operations['listWebhookDeliveries']['parameters']['query']
>;

export type ListInboxMessagesQuery = NonNullable<operations['listInboxMessages']['parameters']['query']>;

export type ListWebhookEndpointsQuery = NonNullable<
  operations['listWebhookEndpoints']['parameters']['query']
>;

export type SearchRecordsQuery = NonNullable<operations['searchRecords']['parameters']['query']>;

export type GetInvoiceAnalyticsQuery = NonNullable<operations['getInvoiceAnalytics']['parameters']['query']>;

export type GetMrrAnalyticsQuery = NonNullable<operations['getMrrAnalytics']['parameters']['query']>;

export type GetDeliveryAnalyticsQuery = NonNullable<
  operations['getDeliveryAnalytics']['parameters']['query']
>;

export type GetUsageAnalyticsQuery = NonNullable<operations['getUsageAnalytics']['parameters']['query']>;

/** The `apiKeys` of a client. */
export class ApiKeysResource extends Resource {
  /**
   * Create an API key. Returns `raw_key` only in this response. Every key has full access to its organization.
   * (`POST /v1/organizations/current/api_keys`)
   */
  create(body: CreateApiKey, options?: RequestOptions): Promise<CreatedApiKey> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/organizations/current/api_keys`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List API keys. Lists active and revoked keys, with `key_prefix` in place of the key. (`GET
   * /v1/organizations/current/api_keys`)
   */
  list(query?: ListApiKeysQuery, options?: RequestOptions): ListCall<ApiKey> {
    return new ListCall<ApiKey>(
      this.transport,
      { method: 'GET', path: path`/v1/organizations/current/api_keys`, query },
      options,
    );
  }

  /**
   * Get an API key. Returns the key with `last_used_at`, but without `raw_key`. (`GET
   * /v1/organizations/current/api_keys/{id}`)
   */
  get(id: string, options?: RequestOptions): Promise<ApiKey> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/organizations/current/api_keys/${id}` },
      options,
    );
  }

  /**
   * Revoke an API key. Takes effect with the next request. The record remains, with status `revoked`. (`DELETE
   * /v1/organizations/current/api_keys/{id}`)
   */
  revoke(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/organizations/current/api_keys/${id}` },
      options,
    );
  }

  /**
   * Rotate an API key. Returns a new key with the same name and expiry. It expires at the latest with the key
   * that makes the request. The old key expires after the overlap, or at its own expiry if that is earlier, and
   * cannot be rotated again. (`POST /v1/organizations/current/api_keys/{id}/rotate`)
   */
  rotate(id: string, body?: RotateApiKey, options?: RequestOptions): Promise<CreatedApiKey> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/organizations/current/api_keys/${id}/rotate`, body, isKeyed: true },
      options,
    );
  }
}

/** The `organizations` of a client. */
export class OrganizationsResource extends Resource {
  /**
   * Create an organization and its first API key. Requires no API key. If the operator has set an admin token,
   * send it as the Bearer token. (`POST /v1/organizations`)
   */
  create(body: CreateOrganization, options?: RequestOptions): Promise<CreatedOrganization> {
    return this.transport.send({ method: 'POST', path: path`/v1/organizations`, body }, options);
  }

  /**
   * Get the organization of the API key. Returns the organization that every request with this key belongs to.
   * (`GET /v1/organizations/current`)
   */
  getCurrent(options?: RequestOptions): Promise<Organization> {
    return this.transport.send({ method: 'GET', path: path`/v1/organizations/current` }, options);
  }

  /**
   * Update the organization of the API key. Changes only the fields that are sent. (`PUT
   * /v1/organizations/current`)
   */
  updateCurrent(body: UpdateOrganization, options?: RequestOptions): Promise<Organization> {
    return this.transport.send({ method: 'PUT', path: path`/v1/organizations/current`, body }, options);
  }
}

/** The `customers` of a client. */
export class CustomersResource extends Resource {
  /** Create a customer. Emits `customer.created`. (`POST /v1/customers`) */
  create(body: CreateCustomer, options?: RequestOptions): Promise<Customer> {
    return this.transport.send({ method: 'POST', path: path`/v1/customers`, body, isKeyed: true }, options);
  }

  /** List customers. Omits deleted customers. (`GET /v1/customers`) */
  list(query?: ListCustomersQuery, options?: RequestOptions): ListCall<Customer> {
    return new ListCall<Customer>(
      this.transport,
      { method: 'GET', path: path`/v1/customers`, query },
      options,
    );
  }

  /**
   * Get a customer. Returns the customer. To find a customer by your own ID, list customers with `external_id`.
   * (`GET /v1/customers/{id}`)
   */
  get(id: string, options?: RequestOptions): Promise<Customer> {
    return this.transport.send({ method: 'GET', path: path`/v1/customers/${id}` }, options);
  }

  /**
   * Update a customer. Changes only the fields that are sent; null clears a field. Emits `customer.updated` if
   * any value changed. (`PUT /v1/customers/{id}`)
   */
  update(id: string, body: UpdateCustomer, options?: RequestOptions): Promise<Customer> {
    return this.transport.send({ method: 'PUT', path: path`/v1/customers/${id}`, body }, options);
  }

  /**
   * Delete a customer. Another customer can then use the `external_id`. Terminates the wallets of the customer:
   * emits `wallet.terminated` for each. (`DELETE /v1/customers/{id}`)
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/customers/${id}` }, options);
  }

  /**
   * Get the current usage of a customer. Returns the usage of the current billing period so far, including every
   * acknowledged event. Taxes are computed as for an invoice created now. (`GET
   * /v1/customers/{id}/current_usage`)
   */
  getCurrentUsage(id: string, query?: GetCurrentUsageQuery, options?: RequestOptions): Promise<CurrentUsage> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/customers/${id}/current_usage`, query },
      options,
    );
  }

  /**
   * Apply a coupon to a customer. Copies the terms of the coupon; terms that are sent replace them for this
   * customer. The coupon lowers the bills of subscriptions that are finalized from now on. Emits
   * `coupon.applied`. (`POST /v1/customers/{id}/coupons`)
   */
  applyCoupon(id: string, body: ApplyCoupon, options?: RequestOptions): Promise<AppliedCoupon> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/customers/${id}/coupons`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List the coupons applied to a customer. Lists the coupons of the customer, with those that are exhausted or
   * ended. (`GET /v1/customers/{id}/coupons`)
   */
  listAppliedCoupons(
    id: string,
    query?: ListAppliedCouponsQuery,
    options?: RequestOptions,
  ): ListCall<AppliedCoupon> {
    return new ListCall<AppliedCoupon>(
      this.transport,
      { method: 'GET', path: path`/v1/customers/${id}/coupons`, query },
      options,
    );
  }

  /**
   * Get a coupon applied to a customer. Returns what the coupon has deducted and what is left of it. (`GET
   * /v1/customers/{id}/coupons/{applied_coupon_id}`)
   */
  getAppliedCoupon(id: string, appliedCouponId: string, options?: RequestOptions): Promise<AppliedCoupon> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/customers/${id}/coupons/${appliedCouponId}` },
      options,
    );
  }

  /**
   * End a coupon applied to a customer. It lowers no further bill. Final invoices keep their discounts. (`DELETE
   * /v1/customers/{id}/coupons/{applied_coupon_id}`)
   */
  endAppliedCoupon(id: string, appliedCouponId: string, options?: RequestOptions): Promise<void> {
    return this.transport.send(
      { method: 'DELETE', path: path`/v1/customers/${id}/coupons/${appliedCouponId}` },
      options,
    );
  }

  /**
   * Get the dunning campaign assigned to a customer. Returns the campaign that requests payment of overdue
   * invoices of this customer. (`GET /v1/customers/{id}/dunning_campaign`)
   */
  getDunningCampaign(id: string, options?: RequestOptions): Promise<CustomerDunningCampaign> {
    return this.transport.send({ method: 'GET', path: path`/v1/customers/${id}/dunning_campaign` }, options);
  }

  /**
   * Assign a dunning campaign to a customer. The assigned campaign takes precedence over the organization's
   * default; null removes the assignment. Emits no `customer.updated`, because the assignment is not a field of
   * the customer. (`PUT /v1/customers/{id}/dunning_campaign`)
   */
  assignDunningCampaign(
    id: string,
    body: AssignDunningCampaign,
    options?: RequestOptions,
  ): Promise<CustomerDunningCampaign> {
    return this.transport.send(
      { method: 'PUT', path: path`/v1/customers/${id}/dunning_campaign`, body },
      options,
    );
  }
}

/** The `billableMetrics` of a client. */
export class BillableMetricsResource extends Resource {
  /**
   * Create a billable metric. A metric selects usage events by `code` and turns them into units. Charges of
   * plans bill these units. (`POST /v1/billable_metrics`)
   */
  create(body: CreateBillableMetric, options?: RequestOptions): Promise<BillableMetric> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/billable_metrics`, body, isKeyed: true },
      options,
    );
  }

  /** List billable metrics. Omits deleted metrics. (`GET /v1/billable_metrics`) */
  list(query?: ListBillableMetricsQuery, options?: RequestOptions): ListCall<BillableMetric> {
    return new ListCall<BillableMetric>(
      this.transport,
      { method: 'GET', path: path`/v1/billable_metrics`, query },
      options,
    );
  }

  /** Get a billable metric. Returns the metric with its aggregation. (`GET /v1/billable_metrics/{id}`) */
  get(id: string, options?: RequestOptions): Promise<BillableMetric> {
    return this.transport.send({ method: 'GET', path: path`/v1/billable_metrics/${id}` }, options);
  }

  /**
   * Update a billable metric. Only the name, description and `unit_code` can change while a plan or unbilled
   * usage depends on the metric. (`PUT /v1/billable_metrics/{id}`)
   */
  update(id: string, body: UpdateBillableMetric, options?: RequestOptions): Promise<BillableMetric> {
    return this.transport.send({ method: 'PUT', path: path`/v1/billable_metrics/${id}`, body }, options);
  }

  /**
   * Delete a billable metric. Refused while a plan or unbilled usage depends on the metric. (`DELETE
   * /v1/billable_metrics/{id}`)
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/billable_metrics/${id}` }, options);
  }
}

/** The `taxes` of a client. */
export class TaxesResource extends Resource {
  /** Create a tax. Customers and plans reference the tax by its code in `tax_codes`. (`POST /v1/taxes`) */
  create(body: CreateTax, options?: RequestOptions): Promise<Tax> {
    return this.transport.send({ method: 'POST', path: path`/v1/taxes`, body, isKeyed: true }, options);
  }

  /** List taxes. Omits deleted taxes. (`GET /v1/taxes`) */
  list(query?: ListTaxesQuery, options?: RequestOptions): ListCall<Tax> {
    return new ListCall<Tax>(this.transport, { method: 'GET', path: path`/v1/taxes`, query }, options);
  }

  /** Get a tax. Returns the tax with its rate in percent. (`GET /v1/taxes/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Tax> {
    return this.transport.send({ method: 'GET', path: path`/v1/taxes/${id}` }, options);
  }

  /**
   * Update a tax. Changes only the fields that are sent. A new rate applies to fees that are computed from now
   * on. (`PUT /v1/taxes/{id}`)
   */
  update(id: string, body: UpdateTax, options?: RequestOptions): Promise<Tax> {
    return this.transport.send({ method: 'PUT', path: path`/v1/taxes/${id}`, body }, options);
  }

  /**
   * Delete a tax. Refused while the tax is applied to the organization, a customer or a plan. (`DELETE
   * /v1/taxes/{id}`)
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/taxes/${id}` }, options);
  }
}

/** The `plans` of a client. */
export class PlansResource extends Resource {
  /**
   * Create a plan. A plan has a price per billing period, and charges for usage. Its price and charges are
   * versioned. (`POST /v1/plans`)
   */
  create(body: CreatePlan, options?: RequestOptions): Promise<Plan> {
    return this.transport.send({ method: 'POST', path: path`/v1/plans`, body, isKeyed: true }, options);
  }

  /** List plans. Omits deleted plans. (`GET /v1/plans`) */
  list(query?: ListPlansQuery, options?: RequestOptions): ListCall<Plan> {
    return new ListCall<Plan>(this.transport, { method: 'GET', path: path`/v1/plans`, query }, options);
  }

  /** Get a plan. Returns the current version of the plan. (`GET /v1/plans/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Plan> {
    return this.transport.send({ method: 'GET', path: path`/v1/plans/${id}` }, options);
  }

  /**
   * Update a plan. Changes only the fields that are sent. A change to the price (interval, amount, currency,
   * trial, payment in advance, charges) creates a new version; existing subscriptions keep theirs until they
   * move to it. Name, description and taxes change in place. (`PUT /v1/plans/{id}`)
   */
  update(id: string, body: UpdatePlan, options?: RequestOptions): Promise<Plan> {
    return this.transport.send({ method: 'PUT', path: path`/v1/plans/${id}`, body }, options);
  }

  /**
   * Delete a plan. Refused while pending or active subscriptions are on the plan, or a coupon is limited to it.
   * (`DELETE /v1/plans/{id}`)
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/plans/${id}` }, options);
  }

  /**
   * Simulate a billing period of a plan. Prices one whole period of the current version with the given usage,
   * charge by charge and step by step. The top-level `amount_cents` is the amount of the plan plus that of every
   * charge, before taxes. Stores and changes nothing. (`POST /v1/plans/{id}/simulate`)
   */
  simulate(id: string, body: SimulatePlan, options?: RequestOptions): Promise<PlanSimulation> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/plans/${id}/simulate`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Add a usage threshold to a plan. Applies to all subscriptions of the plan that have no thresholds of their
   * own. Usage that has already reached the amount crosses the threshold within seconds. (`POST
   * /v1/plans/{id}/usage_thresholds`)
   */
  addThreshold(id: string, body: CreateUsageThreshold, options?: RequestOptions): Promise<UsageThreshold> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/plans/${id}/usage_thresholds`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List a plan's usage thresholds. They apply to the subscriptions of the plan that have no thresholds of their
   * own. (`GET /v1/plans/{id}/usage_thresholds`)
   */
  listThresholds(
    id: string,
    query?: ListPlanThresholdsQuery,
    options?: RequestOptions,
  ): ListCall<UsageThreshold> {
    return new ListCall<UsageThreshold>(
      this.transport,
      { method: 'GET', path: path`/v1/plans/${id}/usage_thresholds`, query },
      options,
    );
  }

  /**
   * Move the subscriptions of a plan to its newest version. Moves all pending and active subscriptions on
   * earlier versions, or only those on `from_versions`, in the background: now, or at the end of their billing
   * periods, whatever the new price. Emits `subscription.plan_changed` for each when the version takes effect.
   * (`POST /v1/plans/{id}/migrate`)
   */
  migrate(id: string, body: MigratePlan, options?: RequestOptions): Promise<PlanMigration> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/plans/${id}/migrate`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Get the progress of a plan migration. Returns how many subscriptions have been moved, and why others have
   * not. (`GET /v1/plans/{id}/migrations/{migration_id}`)
   */
  getMigration(id: string, migrationId: string, options?: RequestOptions): Promise<PlanMigration> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/plans/${id}/migrations/${migrationId}` },
      options,
    );
  }
}

/** The `usageEvents` of a client. */
export class UsageEventsResource extends Resource {
  /**
   * Record a usage event. Stores an event once per `transaction_id`, without time limit: sending the same
   * content again returns 200 with the stored event. The event is durable before the response is sent. (`POST
   * /v1/events`)
   */
  create(body: CreateUsageEvent, options?: RequestOptions): Promise<UsageEvent> {
    return this.transport.send({ method: 'POST', path: path`/v1/events`, body, isIdempotent: true }, options);
  }

  /** List usage events. Lists accepted events, with the reason if an event is not charged. (`GET /v1/events`) */
  list(query?: ListEventsQuery, options?: RequestOptions): ListCall<UsageEvent> {
    return new ListCall<UsageEvent>(
      this.transport,
      { method: 'GET', path: path`/v1/events`, query },
      options,
    );
  }

  /**
   * Record up to 1000 usage events. Stores the valid events even if others are rejected. Counts as one request
   * toward the rate limit. (`POST /v1/events/batch`)
   */
  createBatch(body: CreateUsageEvents, options?: RequestOptions): Promise<EventBatch> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/events/batch`, body, isIdempotent: true },
      options,
    );
  }

  /** Get a usage event. Returns the event with the reason if it is not charged. (`GET /v1/events/{id}`) */
  get(id: string, options?: RequestOptions): Promise<UsageEvent> {
    return this.transport.send({ method: 'GET', path: path`/v1/events/${id}` }, options);
  }
}

/** The `subscriptions` of a client. */
export class SubscriptionsResource extends Resource {
  /**
   * Add a usage threshold to a subscription. A subscription's own thresholds replace those of its plan. Usage
   * that has already reached the amount crosses the threshold within seconds. (`POST
   * /v1/subscriptions/{id}/usage_thresholds`)
   */
  addThreshold(id: string, body: CreateUsageThreshold, options?: RequestOptions): Promise<UsageThreshold> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/subscriptions/${id}/usage_thresholds`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List a subscription's own usage thresholds. Thresholds of a subscription replace those of its plan. (`GET
   * /v1/subscriptions/{id}/usage_thresholds`)
   */
  listThresholds(
    id: string,
    query?: ListSubscriptionThresholdsQuery,
    options?: RequestOptions,
  ): ListCall<UsageThreshold> {
    return new ListCall<UsageThreshold>(
      this.transport,
      { method: 'GET', path: path`/v1/subscriptions/${id}/usage_thresholds`, query },
      options,
    );
  }

  /**
   * Create a subscription. The subscription is active immediately, unless `subscription_at` is in the future.
   * The plan must be in the currency of the customer, if the customer has one. Emits `subscription.created`, and
   * `subscription.started` if the subscription is active. A plan paid in advance is billed at the start, or
   * after its trial. (`POST /v1/subscriptions`)
   */
  create(body: CreateSubscription, options?: RequestOptions): Promise<Subscription> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/subscriptions`, body, isKeyed: true },
      options,
    );
  }

  /** List subscriptions. Lists subscriptions of every status, ended ones included. (`GET /v1/subscriptions`) */
  list(query?: ListSubscriptionsQuery, options?: RequestOptions): ListCall<Subscription & WithCustomer> {
    return new ListCall<Subscription & WithCustomer>(
      this.transport,
      { method: 'GET', path: path`/v1/subscriptions`, query },
      options,
    );
  }

  /** Get a subscription. Returns the subscription with its current billing period. (`GET /v1/subscriptions/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Subscription> {
    return this.transport.send({ method: 'GET', path: path`/v1/subscriptions/${id}` }, options);
  }

  /**
   * Update a subscription or change its plan. Changes only the fields that are sent; null clears `name` and
   * `ending_at`. A plan that costs at least as much per year takes effect immediately: the used part of the old
   * plan is billed, and the unused part of a prepaid fee is returned as a credit note. A cheaper plan takes
   * effect at the end of the period and is `next_plan_id` until then. Sending the current `plan_id` withdraws a
   * change to another plan; without one, it moves the subscription to the newest version of its plan in the same
   * way, and changes nothing if there is no newer one. Emits `subscription.plan_changed` when the new plan or
   * version takes effect. (`PUT /v1/subscriptions/{id}`)
   */
  update(id: string, body: UpdateSubscription, options?: RequestOptions): Promise<Subscription> {
    return this.transport.send({ method: 'PUT', path: path`/v1/subscriptions/${id}`, body }, options);
  }

  /**
   * Terminate a subscription. Ends an active subscription now. Creates a last invoice, unless the action is
   * `skip`. The unused part of a prepaid fee is returned as a credit note either way, unless
   * `on_termination_credit_note` is `skip`. Emits `subscription.terminated`. (`DELETE /v1/subscriptions/{id}`)
   */
  terminate(id: string, query?: TerminateSubscriptionQuery, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/subscriptions/${id}`, query }, options);
  }

  /**
   * Start a pending subscription now. Sets `subscription_at` to now. Emits `subscription.started`. (`POST
   * /v1/subscriptions/{id}/activate`)
   */
  activate(id: string, options?: RequestOptions): Promise<Subscription> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/subscriptions/${id}/activate`, isKeyed: true },
      options,
    );
  }

  /**
   * Cancel a subscription. Cancels a pending subscription immediately, and an active one at the end of its
   * period, with a last invoice. Emits `subscription.canceled` when the cancellation takes effect. (`POST
   * /v1/subscriptions/{id}/cancel`)
   */
  cancel(id: string, options?: RequestOptions): Promise<Subscription> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/subscriptions/${id}/cancel`, isKeyed: true },
      options,
    );
  }

  /**
   * Withdraw a scheduled cancellation. The subscription continues as if it had not been canceled. (`DELETE
   * /v1/subscriptions/{id}/cancel`)
   */
  withdrawCancellation(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/subscriptions/${id}/cancel` }, options);
  }

  /**
   * Preview a plan change. Returns when the change would take effect, what would be billed then with the usage
   * before it, and how much would be credited. With the current plan, previews the move to its newest version.
   * Changes nothing. (`POST /v1/subscriptions/{id}/change_plan_preview`)
   */
  previewPlanChange(
    id: string,
    body: PreviewPlanChange,
    options?: RequestOptions,
  ): Promise<PlanChangePreview> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/subscriptions/${id}/change_plan_preview`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Get the billing period at a given time. Also returns the period that an invoice created at that time would
   * cover. Both assume the current plan of the subscription. (`GET /v1/subscriptions/{id}/billing_period`)
   */
  getBillingPeriod(
    id: string,
    query?: GetBillingPeriodQuery,
    options?: RequestOptions,
  ): Promise<SubscriptionPeriods> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/subscriptions/${id}/billing_period`, query },
      options,
    );
  }
}

/** The `usageThresholds` of a client. */
export class UsageThresholdsResource extends Resource {
  /** Delete a usage threshold. Earlier crossings remain. (`DELETE /v1/usage_thresholds/{id}`) */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/usage_thresholds/${id}` }, options);
  }
}

/** The `fees` of a client. */
export class FeesResource extends Resource {
  /**
   * List fees. Lists the fees of all invoices by the creation of the invoices, newest first; the fees of an
   * invoice keep their order in it. Returns the fees of a draft as of its last refresh. (`GET /v1/fees`)
   */
  list(query?: ListFeesQuery, options?: RequestOptions): ListCall<Fee> {
    return new ListCall<Fee>(this.transport, { method: 'GET', path: path`/v1/fees`, query }, options);
  }
}

/** The `invoices` of a client. */
export class InvoicesResource extends Resource {
  /**
   * Create a one-off invoice. The invoice is finalized immediately, without a grace period. Emits
   * `invoice.created` and `invoice.finalized`, and `invoice.paid` if nothing is due. (`POST
   * /v1/invoices/one_off`)
   */
  createOneOff(body: CreateOneOffInvoice, options?: RequestOptions): Promise<Invoice> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/invoices/one_off`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Preview the first invoice of a subscription. Creates nothing. Credit notes and wallets are not deducted.
   * (`POST /v1/invoices/preview`)
   */
  preview(body: PreviewInvoice, options?: RequestOptions): Promise<InvoicePreview> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/invoices/preview`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List invoices. Returns each draft as of its last refresh; `GET /v1/invoices/{id}` refreshes a draft. (`GET
   * /v1/invoices`)
   */
  list(query?: ListInvoicesQuery, options?: RequestOptions): ListCall<Invoice & WithCustomer> {
    return new ListCall<Invoice & WithCustomer>(
      this.transport,
      { method: 'GET', path: path`/v1/invoices`, query },
      options,
    );
  }

  /** Get an invoice. A draft includes all usage so far. (`GET /v1/invoices/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Invoice> {
    return this.transport.send({ method: 'GET', path: path`/v1/invoices/${id}` }, options);
  }

  /**
   * Finalize a draft before its grace period ends. The invoice is issued today and receives its number; usage
   * that arrives afterwards is late. Emits `invoice.finalized`, and `invoice.paid` if nothing is due. (`POST
   * /v1/invoices/{id}/finalize`)
   */
  finalize(id: string, options?: RequestOptions): Promise<Invoice> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/invoices/${id}/finalize`, isKeyed: true },
      options,
    );
  }

  /**
   * Void a finalized invoice. The invoice keeps its number, its amount due becomes 0, and the credit applied to
   * it is returned. Emits `invoice.voided`. (`POST /v1/invoices/{id}/void`)
   */
  void(id: string, options?: RequestOptions): Promise<Invoice> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/invoices/${id}/void`, isKeyed: true },
      options,
    );
  }

  /**
   * Create a link to the document of an invoice. Whoever has the link can read the document without an API key
   * until it expires. It cannot be revoked earlier. (`POST /v1/invoices/{id}/document_link`)
   */
  createDocumentLink(id: string, body?: CreateDocumentLink, options?: RequestOptions): Promise<DocumentLink> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/invoices/${id}/document_link`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Explain the amount of a fee. Returns the steps of the calculation, from the plan version and billing period
   * that the fee was computed from, and a link to its usage events. Later plan changes do not change the
   * explanation. If the stored records do not lead to the amount, `complete` is false. (`GET
   * /v1/invoices/{id}/fees/{fee_id}/explanation`)
   */
  explainFee(id: string, feeId: string, options?: RequestOptions): Promise<FeeExplanation> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/invoices/${id}/fees/${feeId}/explanation` },
      options,
    );
  }

  /**
   * Send an invoice by e-mail. Queues an e-mail with the PDF of a final invoice and a link to it, also if the
   * organization does not send invoices by itself. Each call sends another e-mail; use an `Idempotency-Key` for
   * retries. (`POST /v1/invoices/{id}/send`)
   */
  send(id: string, body?: SendInvoice, options?: RequestOptions): Promise<Email> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/invoices/${id}/send`, body, isKeyed: true },
      options,
    );
  }
}

/** The `creditNotes` of a client. */
export class CreditNotesResource extends Resource {
  /**
   * Create a credit note. Credits fees of a finalized or paid invoice, each up to the amount that is not
   * credited yet. Their taxes are added. The credit, refund and offset amounts must add up to the total. A
   * refund is `pending` until refunds of payments have returned its money. Emits `credit_note.created`, and with
   * `finalize` also `credit_note.finalized`. (`POST /v1/credit_notes`)
   */
  create(body: CreateCreditNote, options?: RequestOptions): Promise<CreditNote> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/credit_notes`, body, isKeyed: true },
      options,
    );
  }

  /** List credit notes. Lists credit notes with the credit that is left. (`GET /v1/credit_notes`) */
  list(query?: ListCreditNotesQuery, options?: RequestOptions): ListCall<CreditNote & WithCustomer> {
    return new ListCall<CreditNote & WithCustomer>(
      this.transport,
      { method: 'GET', path: path`/v1/credit_notes`, query },
      options,
    );
  }

  /** Get a credit note. Returns the credit note with its items and taxes. (`GET /v1/credit_notes/{id}`) */
  get(id: string, options?: RequestOptions): Promise<CreditNote> {
    return this.transport.send({ method: 'GET', path: path`/v1/credit_notes/${id}` }, options);
  }

  /**
   * Finalize a credit note. Makes the credit available to the customer's next invoices and deducts the offset
   * from the amount due. Emits `credit_note.finalized`. If the offset pays the invoice in full, `invoice.paid`
   * comes first. (`POST /v1/credit_notes/{id}/finalize`)
   */
  finalize(id: string, options?: RequestOptions): Promise<CreditNote> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/credit_notes/${id}/finalize`, isKeyed: true },
      options,
    );
  }

  /**
   * Void a credit note. Voids a draft, or a finalized note whose credit is unused. Its fees can be credited
   * again. (`POST /v1/credit_notes/{id}/void`)
   */
  void(id: string, options?: RequestOptions): Promise<CreditNote> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/credit_notes/${id}/void`, isKeyed: true },
      options,
    );
  }

  /**
   * Create a link to the document of a credit note. Whoever has the link can read the document without an API
   * key until it expires. It cannot be revoked earlier. (`POST /v1/credit_notes/{id}/document_link`)
   */
  createDocumentLink(id: string, body?: CreateDocumentLink, options?: RequestOptions): Promise<DocumentLink> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/credit_notes/${id}/document_link`, body, isKeyed: true },
      options,
    );
  }
}

/** The `wallets` of a client. */
export class WalletsResource extends Resource {
  /**
   * Create a wallet. The customer's invoices in this currency use the wallet at finalization, after credit
   * notes. Emits `wallet.created`, and `wallet.transaction.created` for the first credits. (`POST /v1/wallets`)
   */
  create(body: CreateWallet, options?: RequestOptions): Promise<Wallet> {
    return this.transport.send({ method: 'POST', path: path`/v1/wallets`, body, isKeyed: true }, options);
  }

  /** List wallets. Lists active and terminated wallets. (`GET /v1/wallets`) */
  list(query?: ListWalletsQuery, options?: RequestOptions): ListCall<Wallet> {
    return new ListCall<Wallet>(this.transport, { method: 'GET', path: path`/v1/wallets`, query }, options);
  }

  /** Get a wallet. Returns the wallet with its balance. (`GET /v1/wallets/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Wallet> {
    return this.transport.send({ method: 'GET', path: path`/v1/wallets/${id}` }, options);
  }

  /** Update a wallet. Changes only the fields that are sent; null clears a field. (`PUT /v1/wallets/{id}`) */
  update(id: string, body: UpdateWallet, options?: RequestOptions): Promise<Wallet> {
    return this.transport.send({ method: 'PUT', path: path`/v1/wallets/${id}`, body }, options);
  }

  /**
   * Terminate a wallet. Voids the balance: emits `wallet.transaction.created`, then `wallet.terminated`. The
   * wallet can still be read. Credits that an invoice has used are not returned if that invoice is voided later.
   * (`DELETE /v1/wallets/{id}`)
   */
  terminate(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/wallets/${id}` }, options);
  }

  /**
   * Add credits to a wallet. Credits with the source `paid` count as already paid: no invoice or payment is
   * created for them. Returns the wallet; emits `wallet.transaction.created`. (`POST /v1/wallets/{id}/top_up`)
   */
  topUp(id: string, body: TopUpWallet, options?: RequestOptions): Promise<Wallet> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/wallets/${id}/top_up`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List the transactions of a wallet. Returns the append-only ledger of the wallet, whose sum is the balance.
   * Amounts in cents are exact; credits are removed in proportion, rounded down to 5 decimals, and the last cent
   * takes all remaining credits. (`GET /v1/wallets/{id}/transactions`)
   */
  listTransactions(
    id: string,
    query?: ListWalletTransactionsQuery,
    options?: RequestOptions,
  ): ListCall<WalletTransaction> {
    return new ListCall<WalletTransaction>(
      this.transport,
      { method: 'GET', path: path`/v1/wallets/${id}/transactions`, query },
      options,
    );
  }
}

/** The `coupons` of a client. */
export class CouponsResource extends Resource {
  /**
   * Create a coupon. A coupon lowers the bills of subscriptions before taxes, once it is applied to a customer.
   * It can be limited to plans or to billable metrics. (`POST /v1/coupons`)
   */
  create(body: CreateCoupon, options?: RequestOptions): Promise<Coupon> {
    return this.transport.send({ method: 'POST', path: path`/v1/coupons`, body, isKeyed: true }, options);
  }

  /** List coupons. Omits deleted coupons. (`GET /v1/coupons`) */
  list(query?: ListCouponsQuery, options?: RequestOptions): ListCall<Coupon> {
    return new ListCall<Coupon>(this.transport, { method: 'GET', path: path`/v1/coupons`, query }, options);
  }

  /** Get a coupon. Returns the coupon with its limits. (`GET /v1/coupons/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Coupon> {
    return this.transport.send({ method: 'GET', path: path`/v1/coupons/${id}` }, options);
  }

  /**
   * Update a coupon. Changes only the fields that are sent. Once the coupon has been applied, only `name` and
   * `expiration_at` can change. (`PUT /v1/coupons/{id}`)
   */
  update(id: string, body: UpdateCoupon, options?: RequestOptions): Promise<Coupon> {
    return this.transport.send({ method: 'PUT', path: path`/v1/coupons/${id}`, body }, options);
  }

  /**
   * Delete a coupon. Ends its applications, which remain readable. Final invoices keep their discounts, and the
   * code can be used again. (`DELETE /v1/coupons/{id}`)
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/coupons/${id}` }, options);
  }
}

/** The `payments` of a client. */
export class PaymentsResource extends Resource {
  /**
   * Record a payment received outside a provider. The payment succeeds immediately and is applied to the
   * invoice, to the invoices of the payment request, or to the record that target_kind and target_id name.
   * (`POST /v1/payments/record`)
   */
  record(body: RecordPayment, options?: RequestOptions): Promise<Payment> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/payments/record`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Register a payment that a provider will report on. The payment is `pending` until a notification changes it.
   * Either pass its `id` to the provider as metadata `payment_id` (on Stripe: on the Checkout Session and on its
   * PaymentIntent), or set its IDs at the provider here. Notifications already received for this
   * `provider_payment_id` are applied immediately, so the returned payment may be `succeeded`. (`POST
   * /v1/payments`)
   */
  create(body: CreatePayment, options?: RequestOptions): Promise<Payment> {
    return this.transport.send({ method: 'POST', path: path`/v1/payments`, body, isKeyed: true }, options);
  }

  /** List payments. Lists payments of every status. (`GET /v1/payments`) */
  list(query?: ListPaymentsQuery, options?: RequestOptions): ListCall<Payment & WithCustomer> {
    return new ListCall<Payment & WithCustomer>(
      this.transport,
      { method: 'GET', path: path`/v1/payments`, query },
      options,
    );
  }

  /** Get a payment. Returns the payment with its refunds and its provider. (`GET /v1/payments/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Payment> {
    return this.transport.send({ method: 'GET', path: path`/v1/payments/${id}` }, options);
  }

  /**
   * Record a refund. Records a refund made outside a provider; refunds made at a provider are recorded from its
   * notifications. The invoice stays paid; create a credit note to reduce the billed amount. The refund counts
   * first for the pending refunds of credit notes of the invoice. (`POST /v1/payments/{id}/refund`)
   */
  refund(id: string, body?: RefundPayment, options?: RequestOptions): Promise<Payment> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/payments/${id}/refund`, body, isKeyed: true },
      options,
    );
  }
}

/** The `paymentProviders` of a client. */
export class PaymentProvidersResource extends Resource {
  /**
   * List connected payment providers. Lists the providers with a connection, without their secrets. (`GET
   * /v1/payment_providers`)
   */
  list(query?: ListPaymentProvidersQuery, options?: RequestOptions): ListCall<ProviderConnection> {
    return new ListCall<ProviderConnection>(
      this.transport,
      { method: 'GET', path: path`/v1/payment_providers`, query },
      options,
    );
  }

  /**
   * Connect a payment provider or change its secret. Enter the returned `webhook_url` at the provider. After a
   * change, signatures made with the previous secret are accepted until `previous_secret_expires_at`. (`PUT
   * /v1/payment_providers/{provider}`)
   */
  put(provider: string, body: PutProviderConnection, options?: RequestOptions): Promise<ProviderConnection> {
    return this.transport.send(
      { method: 'PUT', path: path`/v1/payment_providers/${provider}`, body },
      options,
    );
  }

  /**
   * Get a connected payment provider. Returns the connection with the `webhook_url` to enter at the provider,
   * without its secret. (`GET /v1/payment_providers/{provider}`)
   */
  get(provider: string, options?: RequestOptions): Promise<ProviderConnection> {
    return this.transport.send({ method: 'GET', path: path`/v1/payment_providers/${provider}` }, options);
  }

  /**
   * Disconnect a payment provider. Further notifications from the provider are refused. (`DELETE
   * /v1/payment_providers/{provider}`)
   */
  delete(provider: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/payment_providers/${provider}` }, options);
  }

  /**
   * List notifications from a payment provider. Returns every notification that had a valid signature, with its
   * effect or the reason why it had none. (`GET /v1/payment_providers/{provider}/notifications`)
   */
  listNotifications(
    provider: string,
    query?: ListProviderNotificationsQuery,
    options?: RequestOptions,
  ): ListCall<ProviderNotification> {
    return new ListCall<ProviderNotification>(
      this.transport,
      { method: 'GET', path: path`/v1/payment_providers/${provider}/notifications`, query },
      options,
    );
  }

  /**
   * Process a notification again. Use this for a notification that had no effect, once the cause is resolved,
   * e.g. after its payment has been registered. (`POST
   * /v1/payment_providers/{provider}/notifications/{id}/reprocess`)
   */
  reprocessNotification(
    provider: string,
    id: string,
    options?: RequestOptions,
  ): Promise<ProviderNotification> {
    return this.transport.send(
      {
        method: 'POST',
        path: path`/v1/payment_providers/${provider}/notifications/${id}/reprocess`,
        isKeyed: true,
      },
      options,
    );
  }
}

/** The `dunningCampaigns` of a client. */
export class DunningCampaignsResource extends Resource {
  /**
   * Create a dunning campaign. When the overdue invoices of a customer reach the threshold of their currency,
   * the campaign opens a payment request and attempts a payment. It retries every `days_between_attempts` days
   * until the request is paid or `max_attempts` is reached. Invoices of a request that ran out of attempts are
   * not requested again and no longer count toward the threshold. (`POST /v1/dunning_campaigns`)
   */
  create(body: CreateDunningCampaign, options?: RequestOptions): Promise<DunningCampaign> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/dunning_campaigns`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List dunning campaigns. Lists active and inactive campaigns; omits deleted ones. (`GET
   * /v1/dunning_campaigns`)
   */
  list(query?: ListDunningCampaignsQuery, options?: RequestOptions): ListCall<DunningCampaign> {
    return new ListCall<DunningCampaign>(
      this.transport,
      { method: 'GET', path: path`/v1/dunning_campaigns`, query },
      options,
    );
  }

  /** Get a dunning campaign. Returns the campaign with its thresholds. (`GET /v1/dunning_campaigns/{id}`) */
  get(id: string, options?: RequestOptions): Promise<DunningCampaign> {
    return this.transport.send({ method: 'GET', path: path`/v1/dunning_campaigns/${id}` }, options);
  }

  /**
   * Update a dunning campaign. Changes only the fields that are sent. The changes apply to payment requests
   * opened from now on; open ones keep the attempts and the interval with which they were opened. (`PUT
   * /v1/dunning_campaigns/{id}`)
   */
  update(id: string, body: UpdateDunningCampaign, options?: RequestOptions): Promise<DunningCampaign> {
    return this.transport.send({ method: 'PUT', path: path`/v1/dunning_campaigns/${id}`, body }, options);
  }

  /**
   * Delete a dunning campaign. Customers with this campaign fall back to the default of the organization. Open
   * payment requests continue. (`DELETE /v1/dunning_campaigns/{id}`)
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/dunning_campaigns/${id}` }, options);
  }
}

/** The `paymentRequests` of a client. */
export class PaymentRequestsResource extends Resource {
  /**
   * Create a payment request. Requests payment of one or more invoices of a customer. Emits
   * `payment_request.created`. The request is refused with 409 if one of the invoices is in another open payment
   * request. Payments with the `payment_request_id` are applied to the invoices, oldest first. A request created
   * through the API has no automatic attempts, so the failure of its payment is final; a later payment still
   * pays its invoices. (`POST /v1/payment_requests`)
   */
  create(body: CreatePaymentRequest, options?: RequestOptions): Promise<PaymentRequest> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/payment_requests`, body, isKeyed: true },
      options,
    );
  }

  /** List payment requests. Lists the requests of every status. (`GET /v1/payment_requests`) */
  list(query?: ListPaymentRequestsQuery, options?: RequestOptions): ListCall<PaymentRequest & WithCustomer> {
    return new ListCall<PaymentRequest & WithCustomer>(
      this.transport,
      { method: 'GET', path: path`/v1/payment_requests`, query },
      options,
    );
  }

  /**
   * Create payment requests for all overdue customers. Creates and returns one payment request per customer and
   * currency, for all overdue invoices that are in no open request. Stops after about 1,000 requests, or about
   * 100 with an `Idempotency-Key`: repeat the call until the response is empty. (`POST
   * /v1/payment_requests/batch`)
   */
  createBatch(options?: RequestOptions): Promise<PaymentRequest[]> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/payment_requests/batch`, isKeyed: true },
      options,
    );
  }

  /** Get a payment request. Returns the request with its invoices and attempts. (`GET /v1/payment_requests/{id}`) */
  get(id: string, options?: RequestOptions): Promise<PaymentRequest> {
    return this.transport.send({ method: 'GET', path: path`/v1/payment_requests/${id}` }, options);
  }
}

/** The `emails` of a client. */
export class EmailsResource extends Resource {
  /**
   * List e-mails. Lists the e-mails to customers, whatever their status, without their messages. (`GET
   * /v1/emails`)
   */
  list(query?: ListEmailsQuery, options?: RequestOptions): ListCall<Email> {
    return new ListCall<Email>(this.transport, { method: 'GET', path: path`/v1/emails`, query }, options);
  }

  /** Get an e-mail. Returns the e-mail with the result of its last attempt. (`GET /v1/emails/{id}`) */
  get(id: string, options?: RequestOptions): Promise<Email> {
    return this.transport.send({ method: 'GET', path: path`/v1/emails/${id}` }, options);
  }

  /**
   * Retry an e-mail. Makes an attempt now with the same message, for an e-mail that is `queued` or `failed`.
   * (`POST /v1/emails/{id}/retry`)
   */
  retry(id: string, options?: RequestOptions): Promise<Email> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/emails/${id}/retry`, isKeyed: true },
      options,
    );
  }
}

/** The `webhookDeliveries` of a client. */
export class WebhookDeliveriesResource extends Resource {
  /**
   * List deliveries. Lists deliveries to all endpoints with the outcome of their last attempt. (`GET
   * /v1/webhook_endpoints/hooks/list`)
   */
  list(
    query?: ListWebhookDeliveriesQuery,
    options?: RequestOptions,
  ): ListCall<WebhookDelivery & WithCustomer> {
    return new ListCall<WebhookDelivery & WithCustomer>(
      this.transport,
      { method: 'GET', path: path`/v1/webhook_endpoints/hooks/list`, query },
      options,
    );
  }

  /**
   * Get a delivery. Returns the delivery with its payload and the outcome of its last attempt. (`GET
   * /v1/webhook_endpoints/hooks/{id}`)
   */
  get(id: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.transport.send({ method: 'GET', path: path`/v1/webhook_endpoints/hooks/${id}` }, options);
  }

  /**
   * List the attempts of a delivery. Returns all attempts, ordered by `attempt_number`. (`GET
   * /v1/webhook_endpoints/hooks/{id}/delivery_attempts`)
   */
  listAttempts(id: string, options?: RequestOptions): Promise<DeliveryAttempt[]> {
    return this.transport.send(
      { method: 'GET', path: path`/v1/webhook_endpoints/hooks/${id}/delivery_attempts` },
      options,
    );
  }

  /**
   * Retry a failed delivery. Queues the delivery for an immediate attempt, which counts as one retry. If it
   * fails, the delivery is `failed` again. (`POST /v1/webhook_endpoints/hooks/{id}/retry`)
   */
  retry(id: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook_endpoints/hooks/${id}/retry`, isKeyed: true },
      options,
    );
  }

  /**
   * Get delivery statistics per endpoint. Returns one entry per endpoint, with zeros for an endpoint without
   * deliveries. (`GET /v1/webhook_endpoints/delivery_stats`)
   */
  getStats(options?: RequestOptions): Promise<DeliveryStats[]> {
    return this.transport.send({ method: 'GET', path: path`/v1/webhook_endpoints/delivery_stats` }, options);
  }
}

/** The `webhookEndpoints` of a client. */
export class WebhookEndpointsResource extends Resource {
  /**
   * Send a test delivery or a sample. Without a body, sends a `webhook_endpoint.test` event to this endpoint
   * only. With `webhook_type`, sends a sample of this kind about a made-up object, marked by `"sample": true` in
   * the body and by the header `X-Svc-Sample`. Both are signed, recorded and retried like any other event.
   * (`POST /v1/webhook_endpoints/{id}/test`)
   */
  test(id: string, body?: TestWebhookEndpoint, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook_endpoints/${id}/test`, body, isKeyed: true },
      options,
    );
  }

  /**
   * List the messages of an inbox. Returns the deliveries of an endpoint whose `url` is `inbox`, newest first,
   * with the headers and the body that a receiver would have got. (`GET /v1/webhook_endpoints/{id}/inbox`)
   */
  listInboxMessages(
    id: string,
    query?: ListInboxMessagesQuery,
    options?: RequestOptions,
  ): ListCall<InboxMessage> {
    return new ListCall<InboxMessage>(
      this.transport,
      { method: 'GET', path: path`/v1/webhook_endpoints/${id}/inbox`, query },
      options,
    );
  }

  /**
   * Create a webhook endpoint. Returns the signing secret. The endpoint receives the events that `event_types`
   * selects. (`POST /v1/webhook_endpoints`)
   */
  create(body: CreateWebhookEndpoint, options?: RequestOptions): Promise<CreatedWebhookEndpoint> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook_endpoints`, body, isKeyed: true },
      options,
    );
  }

  /** List webhook endpoints. Omits deleted endpoints. (`GET /v1/webhook_endpoints`) */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): ListCall<WebhookEndpoint> {
    return new ListCall<WebhookEndpoint>(
      this.transport,
      { method: 'GET', path: path`/v1/webhook_endpoints`, query },
      options,
    );
  }

  /** Get a webhook endpoint. Returns the endpoint without its signing secret. (`GET /v1/webhook_endpoints/{id}`) */
  get(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.transport.send({ method: 'GET', path: path`/v1/webhook_endpoints/${id}` }, options);
  }

  /**
   * Update a webhook endpoint. Changes only the fields that are sent. The changes apply from the next attempt of
   * every delivery. (`PUT /v1/webhook_endpoints/{id}`)
   */
  update(id: string, body: UpdateWebhookEndpoint, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.transport.send({ method: 'PUT', path: path`/v1/webhook_endpoints/${id}`, body }, options);
  }

  /**
   * Delete a webhook endpoint. Pending deliveries of the endpoint become `failed`. Its delivery history remains
   * readable. (`DELETE /v1/webhook_endpoints/{id}`)
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.send({ method: 'DELETE', path: path`/v1/webhook_endpoints/${id}` }, options);
  }

  /**
   * Reveal the signing secret. Returns the current secret and, during a rotation, the earlier secrets that are
   * still valid. (`GET /v1/webhook_endpoints/{id}/secret`)
   */
  getSecret(id: string, options?: RequestOptions): Promise<WebhookEndpointSecret> {
    return this.transport.send({ method: 'GET', path: path`/v1/webhook_endpoints/${id}/secret` }, options);
  }

  /**
   * Rotate the signing secret. During the overlap, `X-Svc-Signature` still uses the old secret, and
   * `webhook-signature` contains one signature per secret. Secrets of earlier rotations sign until their own
   * ends, at most five; an overlap of 0 ends all of them. (`POST /v1/webhook_endpoints/{id}/secret/rotate`)
   */
  rotateSecret(id: string, body?: RotateSecret, options?: RequestOptions): Promise<WebhookEndpointSecret> {
    return this.transport.send(
      { method: 'POST', path: path`/v1/webhook_endpoints/${id}/secret/rotate`, body, isKeyed: true },
      options,
    );
  }
}

/** The `eventTypes` of a client. */
export class EventTypesResource extends Resource {
  /**
   * List event kinds. Returns the whole catalogue without paging. Schemas refer to the components of
   * /openapi.json. (`GET /v1/event_types`)
   */
  list(options?: RequestOptions): Promise<EventType[]> {
    return this.transport.send({ method: 'GET', path: path`/v1/event_types` }, options);
  }
}

/** The `reconciliation` of a client. */
export class ReconciliationResource extends Resource {
  /**
   * Run the reconciliation checks. Compares wallets with their ledgers, paid amounts with applied payments,
   * payments with their applied and refunded amounts, credit notes with their items and uses, payment requests
   * with their invoices and payments, and events with their deliveries to the endpoints that had selected their
   * kind at the time. Also lists subscriptions that cannot be billed. Reads the whole history, so call it only
   * occasionally; the metric `reconciliation_mismatches` reports the same once a day for the whole service.
   * (`GET /v1/reconciliation`)
   */
  get(options?: RequestOptions): Promise<Reconciliation> {
    return this.transport.send({ method: 'GET', path: path`/v1/reconciliation` }, options);
  }
}

/** The `search` of a client. */
export class SearchResource extends Resource {
  /**
   * Search records. Returns at most 20 records with a field that begins with `q`, in any case: customers by
   * name, `external_id` and `email`, subscriptions by `external_id`, invoices by number, and plans, billable
   * metrics, coupons and taxes by name and code. A complete ID finds its record. Exact matches come first, then
   * records by type and title. (`GET /v1/search`)
   */
  searchRecords(query?: SearchRecordsQuery, options?: RequestOptions): Promise<SearchResults> {
    return this.transport.send({ method: 'GET', path: path`/v1/search`, query }, options);
  }
}

/** The `analytics` of a client. */
export class AnalyticsResource extends Resource {
  /**
   * Get invoices by day. Returns the invoices finalized and voided, and the payments applied to them, per
   * currency and day, and what is open and overdue now. Days without data have zeros. (`GET
   * /v1/analytics/invoices`)
   */
  getInvoice(query?: GetInvoiceAnalyticsQuery, options?: RequestOptions): Promise<InvoiceReport> {
    return this.transport.send({ method: 'GET', path: path`/v1/analytics/invoices`, query }, options);
  }

  /**
   * Get monthly recurring revenue by day. Returns the prices of all paying subscriptions per currency and day,
   * converted to a month. A day without changes has the value of the day before. (`GET /v1/analytics/mrr`)
   */
  getMrr(query?: GetMrrAnalyticsQuery, options?: RequestOptions): Promise<MrrReport> {
    return this.transport.send({ method: 'GET', path: path`/v1/analytics/mrr`, query }, options);
  }

  /**
   * Get webhook deliveries by day. Returns the deliveries created, succeeded and failed, and their attempts, per
   * day. Retention does not change the numbers. (`GET /v1/analytics/deliveries`)
   */
  getDelivery(query?: GetDeliveryAnalyticsQuery, options?: RequestOptions): Promise<DeliveryReport> {
    return this.transport.send({ method: 'GET', path: path`/v1/analytics/deliveries`, query }, options);
  }

  /**
   * Get usage events by day. Returns the number of accepted usage events per billable metric and day of their
   * timestamps. Duplicates do not count. (`GET /v1/analytics/usage`)
   */
  getUsage(query?: GetUsageAnalyticsQuery, options?: RequestOptions): Promise<UsageReport> {
    return this.transport.send({ method: 'GET', path: path`/v1/analytics/usage`, query }, options);
  }
}

/** All resources of the API. */
export class Resources {
  readonly apiKeys: ApiKeysResource;
  readonly organizations: OrganizationsResource;
  readonly customers: CustomersResource;
  readonly billableMetrics: BillableMetricsResource;
  readonly taxes: TaxesResource;
  readonly plans: PlansResource;
  readonly usageEvents: UsageEventsResource;
  readonly subscriptions: SubscriptionsResource;
  readonly usageThresholds: UsageThresholdsResource;
  readonly fees: FeesResource;
  readonly invoices: InvoicesResource;
  readonly creditNotes: CreditNotesResource;
  readonly wallets: WalletsResource;
  readonly coupons: CouponsResource;
  readonly payments: PaymentsResource;
  readonly paymentProviders: PaymentProvidersResource;
  readonly dunningCampaigns: DunningCampaignsResource;
  readonly paymentRequests: PaymentRequestsResource;
  readonly emails: EmailsResource;
  readonly webhookDeliveries: WebhookDeliveriesResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
  readonly eventTypes: EventTypesResource;
  readonly reconciliation: ReconciliationResource;
  readonly search: SearchResource;
  readonly analytics: AnalyticsResource;

  constructor(transport: Transport) {
    this.apiKeys = new ApiKeysResource(transport);
    this.organizations = new OrganizationsResource(transport);
    this.customers = new CustomersResource(transport);
    this.billableMetrics = new BillableMetricsResource(transport);
    this.taxes = new TaxesResource(transport);
    this.plans = new PlansResource(transport);
    this.usageEvents = new UsageEventsResource(transport);
    this.subscriptions = new SubscriptionsResource(transport);
    this.usageThresholds = new UsageThresholdsResource(transport);
    this.fees = new FeesResource(transport);
    this.invoices = new InvoicesResource(transport);
    this.creditNotes = new CreditNotesResource(transport);
    this.wallets = new WalletsResource(transport);
    this.coupons = new CouponsResource(transport);
    this.payments = new PaymentsResource(transport);
    this.paymentProviders = new PaymentProvidersResource(transport);
    this.dunningCampaigns = new DunningCampaignsResource(transport);
    this.paymentRequests = new PaymentRequestsResource(transport);
    this.emails = new EmailsResource(transport);
    this.webhookDeliveries = new WebhookDeliveriesResource(transport);
    this.webhookEndpoints = new WebhookEndpointsResource(transport);
    this.eventTypes = new EventTypesResource(transport);
    this.reconciliation = new ReconciliationResource(transport);
    this.search = new SearchResource(transport);
    this.analytics = new AnalyticsResource(transport);
  }
}
