// Generated from openapi.json by `npm run sdk`. Do not edit.

export interface paths {
  '/v1/organizations/current/api_keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API keys
     * @description Lists active and revoked keys, with `key_prefix` in place of the key.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description Returns `raw_key` only in this response. Every key has full access to its organization.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/organizations/current/api_keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an API key
     * @description Returns the key with `last_used_at`, but without `raw_key`.
     */
    get: operations['getApiKey'];
    put?: never;
    post?: never;
    /**
     * Revoke an API key
     * @description Takes effect with the next request. The record remains, with status `revoked`.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/organizations/current/api_keys/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate an API key
     * @description Returns a new key with the same name and expiry. It expires at the latest with the key that makes the request. The old key expires after the overlap, or at its own expiry if that is earlier, and cannot be rotated again.
     */
    post: operations['rotateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/documents/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the document of a link
     * @description Needs no API key: whoever has the link can read the document until it expires. Returns a page, or the PDF if `Accept` names `application/pdf` or the path ends with `.pdf`.
     */
    get: operations['getLinkedDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/organizations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an organization and its first API key
     * @description Requires no API key. If the operator has set an admin token, send it as the Bearer token.
     */
    post: operations['createOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/organizations/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the organization of the API key
     * @description Returns the organization that every request with this key belongs to.
     */
    get: operations['getCurrentOrganization'];
    /**
     * Update the organization of the API key
     * @description Changes only the fields that are sent.
     */
    put: operations['updateCurrentOrganization'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List customers
     * @description Omits deleted customers.
     */
    get: operations['listCustomers'];
    put?: never;
    /**
     * Create a customer
     * @description Emits `customer.created`.
     */
    post: operations['createCustomer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a customer
     * @description Returns the customer. To find a customer by your own ID, list customers with `external_id`.
     */
    get: operations['getCustomer'];
    /**
     * Update a customer
     * @description Changes only the fields that are sent; null clears a field. Emits `customer.updated` if any value changed.
     */
    put: operations['updateCustomer'];
    post?: never;
    /**
     * Delete a customer
     * @description Another customer can then use the `external_id`. Terminates the wallets of the customer: emits `wallet.terminated` for each.
     */
    delete: operations['deleteCustomer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billable_metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List billable metrics
     * @description Omits deleted metrics.
     */
    get: operations['listBillableMetrics'];
    put?: never;
    /**
     * Create a billable metric
     * @description A metric selects usage events by `code` and turns them into units. Charges of plans bill these units.
     */
    post: operations['createBillableMetric'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billable_metrics/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a billable metric
     * @description Returns the metric with its aggregation.
     */
    get: operations['getBillableMetric'];
    /**
     * Update a billable metric
     * @description Only the name, description and `unit_code` can change while a plan or unbilled usage depends on the metric.
     */
    put: operations['updateBillableMetric'];
    post?: never;
    /**
     * Delete a billable metric
     * @description Refused while a plan or unbilled usage depends on the metric.
     */
    delete: operations['deleteBillableMetric'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/taxes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List taxes
     * @description Omits deleted taxes.
     */
    get: operations['listTaxes'];
    put?: never;
    /**
     * Create a tax
     * @description Customers and plans reference the tax by its code in `tax_codes`.
     */
    post: operations['createTax'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/taxes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a tax
     * @description Returns the tax with its rate in percent.
     */
    get: operations['getTax'];
    /**
     * Update a tax
     * @description Changes only the fields that are sent. A new rate applies to fees that are computed from now on.
     */
    put: operations['updateTax'];
    post?: never;
    /**
     * Delete a tax
     * @description Refused while the tax is applied to the organization, a customer or a plan.
     */
    delete: operations['deleteTax'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List plans
     * @description Omits deleted plans.
     */
    get: operations['listPlans'];
    put?: never;
    /**
     * Create a plan
     * @description A plan has a price per billing period, and charges for usage. Its price and charges are versioned.
     */
    post: operations['createPlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/plans/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a plan
     * @description Returns the current version of the plan.
     */
    get: operations['getPlan'];
    /**
     * Update a plan
     * @description Changes only the fields that are sent. A change to the price (interval, amount, currency, trial, payment in advance, charges) creates a new version; existing subscriptions keep theirs until they move to it. Name, description and taxes change in place.
     */
    put: operations['updatePlan'];
    post?: never;
    /**
     * Delete a plan
     * @description Refused while pending or active subscriptions are on the plan, or a coupon is limited to it.
     */
    delete: operations['deletePlan'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/plans/{id}/simulate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Simulate a billing period of a plan
     * @description Prices one whole period of the current version with the given usage, charge by charge and step by step. The top-level `amount_cents` is the amount of the plan plus that of every charge, before taxes. Stores and changes nothing.
     */
    post: operations['simulatePlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List usage events
     * @description Lists accepted events, with the reason if an event is not charged.
     */
    get: operations['listEvents'];
    put?: never;
    /**
     * Record a usage event
     * @description Stores an event once per `transaction_id`, without time limit: sending the same content again returns 200 with the stored event. The event is durable before the response is sent.
     */
    post: operations['createEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record up to 1000 usage events
     * @description Stores the valid events even if others are rejected. Counts as one request toward the rate limit.
     */
    post: operations['createEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a usage event
     * @description Returns the event with the reason if it is not charged.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers/{id}/current_usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the current usage of a customer
     * @description Returns the usage of the current billing period so far, including every acknowledged event. Taxes are computed as for an invoice created now.
     */
    get: operations['getCurrentUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/plans/{id}/usage_thresholds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a plan's usage thresholds
     * @description They apply to the subscriptions of the plan that have no thresholds of their own.
     */
    get: operations['listPlanThresholds'];
    put?: never;
    /**
     * Add a usage threshold to a plan
     * @description Applies to all subscriptions of the plan that have no thresholds of their own. Usage that has already reached the amount crosses the threshold within seconds.
     */
    post: operations['addPlanThreshold'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions/{id}/usage_thresholds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a subscription's own usage thresholds
     * @description Thresholds of a subscription replace those of its plan.
     */
    get: operations['listSubscriptionThresholds'];
    put?: never;
    /**
     * Add a usage threshold to a subscription
     * @description A subscription's own thresholds replace those of its plan. Usage that has already reached the amount crosses the threshold within seconds.
     */
    post: operations['addSubscriptionThreshold'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/usage_thresholds/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a usage threshold
     * @description Earlier crossings remain.
     */
    delete: operations['deleteThreshold'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/fees': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List fees
     * @description Lists the fees of all invoices by the creation of the invoices, newest first; the fees of an invoice keep their order in it. Returns the fees of a draft as of its last refresh.
     */
    get: operations['listFees'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/one_off': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a one-off invoice
     * @description The invoice is finalized immediately, without a grace period. Emits `invoice.created` and `invoice.finalized`, and `invoice.paid` if nothing is due.
     */
    post: operations['createOneOffInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview the first invoice of a subscription
     * @description Creates nothing. Credit notes and wallets are not deducted.
     */
    post: operations['previewInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invoices
     * @description Returns each draft as of its last refresh; `GET /v1/invoices/{id}` refreshes a draft.
     */
    get: operations['listInvoices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an invoice
     * @description A draft includes all usage so far.
     */
    get: operations['getInvoice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}/finalize': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Finalize a draft before its grace period ends
     * @description The invoice is issued today and receives its number; usage that arrives afterwards is late. Emits `invoice.finalized`, and `invoice.paid` if nothing is due.
     */
    post: operations['finalizeInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}/void': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Void a finalized invoice
     * @description The invoice keeps its number, its amount due becomes 0, and the credit applied to it is returned. Emits `invoice.voided`.
     */
    post: operations['voidInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the document of an invoice
     * @description Returns the page to send to the customer or to print, or the PDF if `Accept` names `application/pdf`. A final invoice shows seller, buyer and language as of its finalization; a draft is marked as such, has no number and shows the usage so far.
     */
    get: operations['getInvoiceDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}/document.pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the document of an invoice as PDF
     * @description Returns the document as a tagged PDF. That of a final invoice is stored and never changes: `document_sha256` is its digest.
     */
    get: operations['getInvoicePdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}/document_link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a link to the document of an invoice
     * @description Whoever has the link can read the document without an API key until it expires. It cannot be revoked earlier.
     */
    post: operations['createInvoiceDocumentLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}/fees/{fee_id}/explanation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explain the amount of a fee
     * @description Returns the steps of the calculation, from the plan version and billing period that the fee was computed from, and a link to its usage events. Later plan changes do not change the explanation. If the stored records do not lead to the amount, `complete` is false.
     */
    get: operations['explainFee'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions
     * @description Lists subscriptions of every status, ended ones included.
     */
    get: operations['listSubscriptions'];
    put?: never;
    /**
     * Create a subscription
     * @description The subscription is active immediately, unless `subscription_at` is in the future. The plan must be in the currency of the customer, if the customer has one. Emits `subscription.created`, and `subscription.started` if the subscription is active. A plan paid in advance is billed at the start, or after its trial.
     */
    post: operations['createSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a subscription
     * @description Returns the subscription with its current billing period.
     */
    get: operations['getSubscription'];
    /**
     * Update a subscription or change its plan
     * @description Changes only the fields that are sent; null clears `name` and `ending_at`. A plan that costs at least as much per year takes effect immediately: the used part of the old plan is billed, and the unused part of a prepaid fee is returned as a credit note. A cheaper plan takes effect at the end of the period and is `next_plan_id` until then. Sending the current `plan_id` withdraws a change to another plan; without one, it moves the subscription to the newest version of its plan in the same way, and changes nothing if there is no newer one. Emits `subscription.plan_changed` when the new plan or version takes effect.
     */
    put: operations['updateSubscription'];
    post?: never;
    /**
     * Terminate a subscription
     * @description Ends an active subscription now. Creates a last invoice, unless the action is `skip`. The unused part of a prepaid fee is returned as a credit note either way, unless `on_termination_credit_note` is `skip`. Emits `subscription.terminated`.
     */
    delete: operations['terminateSubscription'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions/{id}/activate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a pending subscription now
     * @description Sets `subscription_at` to now. Emits `subscription.started`.
     */
    post: operations['activateSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a subscription
     * @description Cancels a pending subscription immediately, and an active one at the end of its period, with a last invoice. Emits `subscription.canceled` when the cancellation takes effect.
     */
    post: operations['cancelSubscription'];
    /**
     * Withdraw a scheduled cancellation
     * @description The subscription continues as if it had not been canceled.
     */
    delete: operations['withdrawCancellation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions/{id}/change_plan_preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a plan change
     * @description Returns when the change would take effect, what would be billed then with the usage before it, and how much would be credited. With the current plan, previews the move to its newest version. Changes nothing.
     */
    post: operations['previewPlanChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions/{id}/billing_period': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the billing period at a given time
     * @description Also returns the period that an invoice created at that time would cover. Both assume the current plan of the subscription.
     */
    get: operations['getBillingPeriod'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/plans/{id}/migrate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move the subscriptions of a plan to its newest version
     * @description Moves all pending and active subscriptions on earlier versions, or only those on `from_versions`, in the background: now, or at the end of their billing periods, whatever the new price. Emits `subscription.plan_changed` for each when the version takes effect.
     */
    post: operations['migratePlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/plans/{id}/migrations/{migration_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the progress of a plan migration
     * @description Returns how many subscriptions have been moved, and why others have not.
     */
    get: operations['getPlanMigration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credit_notes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List credit notes
     * @description Lists credit notes with the credit that is left.
     */
    get: operations['listCreditNotes'];
    put?: never;
    /**
     * Create a credit note
     * @description Credits fees of a finalized or paid invoice, each up to the amount that is not credited yet. Their taxes are added. The credit, refund and offset amounts must add up to the total. A refund is `pending` until refunds of payments have returned its money. Emits `credit_note.created`, and with `finalize` also `credit_note.finalized`.
     */
    post: operations['createCreditNote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credit_notes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a credit note
     * @description Returns the credit note with its items and taxes.
     */
    get: operations['getCreditNote'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credit_notes/{id}/finalize': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Finalize a credit note
     * @description Makes the credit available to the customer's next invoices and deducts the offset from the amount due. Emits `credit_note.finalized`. If the offset pays the invoice in full, `invoice.paid` comes first.
     */
    post: operations['finalizeCreditNote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credit_notes/{id}/void': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Void a credit note
     * @description Voids a draft, or a finalized note whose credit is unused. Its fees can be credited again.
     */
    post: operations['voidCreditNote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credit_notes/{id}/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the document of a credit note
     * @description Returns the page to send to the customer or to print, or the PDF if `Accept` names `application/pdf`. A final note shows seller, buyer and language as of its finalization; a draft is marked as such and has no number.
     */
    get: operations['getCreditNoteDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credit_notes/{id}/document.pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the document of a credit note as PDF
     * @description Returns the document as a tagged PDF. That of a final note is stored and never changes: `document_sha256` is its digest.
     */
    get: operations['getCreditNotePdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credit_notes/{id}/document_link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a link to the document of a credit note
     * @description Whoever has the link can read the document without an API key until it expires. It cannot be revoked earlier.
     */
    post: operations['createCreditNoteDocumentLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List wallets
     * @description Lists active and terminated wallets.
     */
    get: operations['listWallets'];
    put?: never;
    /**
     * Create a wallet
     * @description The customer's invoices in this currency use the wallet at finalization, after credit notes. Emits `wallet.created`, and `wallet.transaction.created` for the first credits.
     */
    post: operations['createWallet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a wallet
     * @description Returns the wallet with its balance.
     */
    get: operations['getWallet'];
    /**
     * Update a wallet
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations['updateWallet'];
    post?: never;
    /**
     * Terminate a wallet
     * @description Voids the balance: emits `wallet.transaction.created`, then `wallet.terminated`. The wallet can still be read. Credits that an invoice has used are not returned if that invoice is voided later.
     */
    delete: operations['terminateWallet'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets/{id}/top_up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add credits to a wallet
     * @description Credits with the source `paid` count as already paid: no invoice or payment is created for them. Returns the wallet; emits `wallet.transaction.created`.
     */
    post: operations['topUpWallet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets/{id}/transactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the transactions of a wallet
     * @description Returns the append-only ledger of the wallet, whose sum is the balance. Amounts in cents are exact; credits are removed in proportion, rounded down to 5 decimals, and the last cent takes all remaining credits.
     */
    get: operations['listWalletTransactions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/coupons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List coupons
     * @description Omits deleted coupons.
     */
    get: operations['listCoupons'];
    put?: never;
    /**
     * Create a coupon
     * @description A coupon lowers the bills of subscriptions before taxes, once it is applied to a customer. It can be limited to plans or to billable metrics.
     */
    post: operations['createCoupon'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/coupons/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a coupon
     * @description Returns the coupon with its limits.
     */
    get: operations['getCoupon'];
    /**
     * Update a coupon
     * @description Changes only the fields that are sent. Once the coupon has been applied, only `name` and `expiration_at` can change.
     */
    put: operations['updateCoupon'];
    post?: never;
    /**
     * Delete a coupon
     * @description Ends its applications, which remain readable. Final invoices keep their discounts, and the code can be used again.
     */
    delete: operations['deleteCoupon'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers/{id}/coupons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the coupons applied to a customer
     * @description Lists the coupons of the customer, with those that are exhausted or ended.
     */
    get: operations['listAppliedCoupons'];
    put?: never;
    /**
     * Apply a coupon to a customer
     * @description Copies the terms of the coupon; terms that are sent replace them for this customer. The coupon lowers the bills of subscriptions that are finalized from now on. Emits `coupon.applied`.
     */
    post: operations['applyCoupon'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers/{id}/coupons/{applied_coupon_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a coupon applied to a customer
     * @description Returns what the coupon has deducted and what is left of it.
     */
    get: operations['getAppliedCoupon'];
    put?: never;
    post?: never;
    /**
     * End a coupon applied to a customer
     * @description It lowers no further bill. Final invoices keep their discounts.
     */
    delete: operations['endAppliedCoupon'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/webhook/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Receive a notification from a payment provider
     * @description Called by payment providers, at the `webhook_url` of the connection. No API key is needed; with one, only the secrets of its organization are tried. Duplicate notifications and notifications about unknown payments return 200. `manual` takes `event_id`, `event_type`, `payment_id` or `provider_payment_id`, `status` (pending, processing, succeeded, failed, canceled, refunded), `amount` in minor units, `currency`, `refund_id`, `failure_reason` and `occurred_at`.
     */
    post: operations['receiveProviderWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/record': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record a payment received outside a provider
     * @description The payment succeeds immediately and is applied to the invoice, to the invoices of the payment request, or to the record that target_kind and target_id name.
     */
    post: operations['recordPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payments
     * @description Lists payments of every status.
     */
    get: operations['listPayments'];
    put?: never;
    /**
     * Register a payment that a provider will report on
     * @description The payment is `pending` until a notification changes it. Either pass its `id` to the provider as metadata `payment_id` (on Stripe: on the Checkout Session and on its PaymentIntent), or set its IDs at the provider here. Notifications already received for this `provider_payment_id` are applied immediately, so the returned payment may be `succeeded`.
     */
    post: operations['createPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a payment
     * @description Returns the payment with its refunds and its provider.
     */
    get: operations['getPayment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{id}/refund': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record a refund
     * @description Records a refund made outside a provider; refunds made at a provider are recorded from its notifications. The invoice stays paid; create a credit note to reduce the billed amount. The refund counts first for the pending refunds of credit notes of the invoice.
     */
    post: operations['refundPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payment_providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List connected payment providers
     * @description Lists the providers with a connection, without their secrets.
     */
    get: operations['listPaymentProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payment_providers/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a connected payment provider
     * @description Returns the connection with the `webhook_url` to enter at the provider, without its secret.
     */
    get: operations['getPaymentProvider'];
    /**
     * Connect a payment provider or change its secret
     * @description Enter the returned `webhook_url` at the provider. After a change, signatures made with the previous secret are accepted until `previous_secret_expires_at`.
     */
    put: operations['putPaymentProvider'];
    post?: never;
    /**
     * Disconnect a payment provider
     * @description Further notifications from the provider are refused.
     */
    delete: operations['deletePaymentProvider'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payment_providers/{provider}/notifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List notifications from a payment provider
     * @description Returns every notification that had a valid signature, with its effect or the reason why it had none.
     */
    get: operations['listProviderNotifications'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payment_providers/{provider}/notifications/{id}/reprocess': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Process a notification again
     * @description Use this for a notification that had no effect, once the cause is resolved, e.g. after its payment has been registered.
     */
    post: operations['reprocessProviderNotification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/dunning_campaigns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List dunning campaigns
     * @description Lists active and inactive campaigns; omits deleted ones.
     */
    get: operations['listDunningCampaigns'];
    put?: never;
    /**
     * Create a dunning campaign
     * @description When the overdue invoices of a customer reach the threshold of their currency, the campaign opens a payment request and attempts a payment. It retries every `days_between_attempts` days until the request is paid or `max_attempts` is reached. Invoices of a request that ran out of attempts are not requested again and no longer count toward the threshold.
     */
    post: operations['createDunningCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/dunning_campaigns/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a dunning campaign
     * @description Returns the campaign with its thresholds.
     */
    get: operations['getDunningCampaign'];
    /**
     * Update a dunning campaign
     * @description Changes only the fields that are sent. The changes apply to payment requests opened from now on; open ones keep the attempts and the interval with which they were opened.
     */
    put: operations['updateDunningCampaign'];
    post?: never;
    /**
     * Delete a dunning campaign
     * @description Customers with this campaign fall back to the default of the organization. Open payment requests continue.
     */
    delete: operations['deleteDunningCampaign'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customers/{id}/dunning_campaign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the dunning campaign assigned to a customer
     * @description Returns the campaign that requests payment of overdue invoices of this customer.
     */
    get: operations['getCustomerDunningCampaign'];
    /**
     * Assign a dunning campaign to a customer
     * @description The assigned campaign takes precedence over the organization's default; null removes the assignment. Emits no `customer.updated`, because the assignment is not a field of the customer.
     */
    put: operations['assignDunningCampaign'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payment_requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payment requests
     * @description Lists the requests of every status.
     */
    get: operations['listPaymentRequests'];
    put?: never;
    /**
     * Create a payment request
     * @description Requests payment of one or more invoices of a customer. Emits `payment_request.created`. The request is refused with 409 if one of the invoices is in another open payment request. Payments with the `payment_request_id` are applied to the invoices, oldest first. A request created through the API has no automatic attempts, so the failure of its payment is final; a later payment still pays its invoices.
     */
    post: operations['createPaymentRequest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payment_requests/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create payment requests for all overdue customers
     * @description Creates and returns one payment request per customer and currency, for all overdue invoices that are in no open request. Stops after about 1,000 requests, or about 100 with an `Idempotency-Key`: repeat the call until the response is empty.
     */
    post: operations['createPaymentRequests'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payment_requests/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a payment request
     * @description Returns the request with its invoices and attempts.
     */
    get: operations['getPaymentRequest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/emails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List e-mails
     * @description Lists the e-mails to customers, whatever their status, without their messages.
     */
    get: operations['listEmails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/emails/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an e-mail
     * @description Returns the e-mail with the result of its last attempt.
     */
    get: operations['getEmail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/emails/{id}/message': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the message of an e-mail
     * @description Returns the message exactly as it is sent in every attempt, with headers, text and attachments (RFC 5322). Mail programs open it as a file with the ending `.eml`.
     */
    get: operations['getEmailMessage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/emails/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry an e-mail
     * @description Makes an attempt now with the same message, for an e-mail that is `queued` or `failed`.
     */
    post: operations['retryEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invoices/{id}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an invoice by e-mail
     * @description Queues an e-mail with the PDF of a final invoice and a link to it, also if the organization does not send invoices by itself. Each call sends another e-mail; use an `Idempotency-Key` for retries.
     */
    post: operations['sendInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/hooks/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries
     * @description Lists deliveries to all endpoints with the outcome of their last attempt.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/hooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a delivery
     * @description Returns the delivery with its payload and the outcome of its last attempt.
     */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/hooks/{id}/delivery_attempts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the attempts of a delivery
     * @description Returns all attempts, ordered by `attempt_number`.
     */
    get: operations['listDeliveryAttempts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/hooks/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry a failed delivery
     * @description Queues the delivery for an immediate attempt, which counts as one retry. If it fails, the delivery is `failed` again.
     */
    post: operations['retryWebhookDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/delivery_stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get delivery statistics per endpoint
     * @description Returns one entry per endpoint, with zeros for an endpoint without deliveries.
     */
    get: operations['getDeliveryStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test delivery or a sample
     * @description Without a body, sends a `webhook_endpoint.test` event to this endpoint only. With `webhook_type`, sends a sample of this kind about a made-up object, marked by `"sample": true` in the body and by the header `X-Svc-Sample`. Both are signed, recorded and retried like any other event.
     */
    post: operations['testWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/inbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the messages of an inbox
     * @description Returns the deliveries of an endpoint whose `url` is `inbox`, newest first, with the headers and the body that a receiver would have got.
     */
    get: operations['listInboxMessages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/inbox/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream an inbox
     * @description Sends each new message as a server-sent event: `id` is the ID of the delivery, `data` the message as one line of JSON. A client that connects again sends the last `id` as `Last-Event-ID` and misses nothing.
     */
    get: operations['streamInbox'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/event_types': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List event kinds
     * @description Returns the whole catalogue without paging. Schemas refer to the components of /openapi.json.
     */
    get: operations['listEventTypes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints
     * @description Omits deleted endpoints.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Returns the signing secret. The endpoint receives the events that `event_types` selects.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook endpoint
     * @description Returns the endpoint without its signing secret.
     */
    get: operations['getWebhookEndpoint'];
    /**
     * Update a webhook endpoint
     * @description Changes only the fields that are sent. The changes apply from the next attempt of every delivery.
     */
    put: operations['updateWebhookEndpoint'];
    post?: never;
    /**
     * Delete a webhook endpoint
     * @description Pending deliveries of the endpoint become `failed`. Its delivery history remains readable.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reveal the signing secret
     * @description Returns the current secret and, during a rotation, the earlier secrets that are still valid.
     */
    get: operations['getWebhookEndpointSecret'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/secret/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the signing secret
     * @description During the overlap, `X-Svc-Signature` still uses the old secret, and `webhook-signature` contains one signature per secret. Secrets of earlier rotations sign until their own ends, at most five; an overlap of 0 ends all of them.
     */
    post: operations['rotateWebhookEndpointSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reconciliation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run the reconciliation checks
     * @description Compares wallets with their ledgers, paid amounts with applied payments, payments with their applied and refunded amounts, credit notes with their items and uses, payment requests with their invoices and payments, and events with their deliveries to the endpoints that had selected their kind at the time. Also lists subscriptions that cannot be billed. Reads the whole history, so call it only occasionally; the metric `reconciliation_mismatches` reports the same once a day for the whole service.
     */
    get: operations['getReconciliation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search records
     * @description Returns at most 20 records with a field that begins with `q`, in any case: customers by name, `external_id` and `email`, subscriptions by `external_id`, invoices by number, and plans, billable metrics, coupons and taxes by name and code. A complete ID finds its record. Exact matches come first, then records by type and title.
     */
    get: operations['searchRecords'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get invoices by day
     * @description Returns the invoices finalized and voided, and the payments applied to them, per currency and day, and what is open and overdue now. Days without data have zeros.
     */
    get: operations['getInvoiceAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/mrr': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get monthly recurring revenue by day
     * @description Returns the prices of all paying subscriptions per currency and day, converted to a month. A day without changes has the value of the day before.
     */
    get: operations['getMrrAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get webhook deliveries by day
     * @description Returns the deliveries created, succeeded and failed, and their attempts, per day. Retention does not change the numbers.
     */
    get: operations['getDeliveryAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get usage events by day
     * @description Returns the number of accepted usage events per billable metric and day of their timestamps. Duplicates do not count.
     */
    get: operations['getUsageAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    CreateApiKey: {
      /**
       * @description Name of the API key
       * @example Production backend
       */
      name: string;
      /**
       * Format: date-time
       * @description When the API key expires; must be in the future. If null or omitted, the key never expires
       * @example 2027-12-31T23:59:59.000Z
       */
      expires_at?: string | null;
    };
    CreatedApiKey: {
      /**
       * Format: uuid
       * @description ID of the API key
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the organization that the key belongs to
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * @description Name of the API key
       * @example Production backend
       */
      name: string;
      /**
       * @description First 17 characters of the raw key
       * @example svc_live_4fQ9xT2b
       */
      key_prefix: string;
      /**
       * @description `active` until the key is revoked; an expired key remains `active`
       * @example active
       * @enum {string}
       */
      status: 'active' | 'revoked';
      /**
       * Format: date-time
       * @description When the key last authenticated a request; null if never
       * @example 2026-01-31T12:00:00.000Z
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @description When the API key expires; null if never
       * @example null
       */
      expires_at: string | null;
      /**
       * Format: uuid
       * @description ID of the key that replaced this one in a rotation; null if none did
       * @example null
       */
      replaced_by_id: string | null;
      /**
       * Format: date-time
       * @description When the API key was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the API key was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
      /**
       * @description The API key itself; returned only in this response
       * @example svc_live_4fQ9xT2bK7mP1sV8wY3zA6cD5eG0hJ2kL4nR7tU9xB1
       */
      raw_key: string;
    };
    ApiKey: {
      /**
       * Format: uuid
       * @description ID of the API key
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the organization that the key belongs to
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * @description Name of the API key
       * @example Production backend
       */
      name: string;
      /**
       * @description First 17 characters of the raw key
       * @example svc_live_4fQ9xT2b
       */
      key_prefix: string;
      /**
       * @description `active` until the key is revoked; an expired key remains `active`
       * @example active
       * @enum {string}
       */
      status: 'active' | 'revoked';
      /**
       * Format: date-time
       * @description When the key last authenticated a request; null if never
       * @example 2026-01-31T12:00:00.000Z
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * @description When the API key expires; null if never
       * @example null
       */
      expires_at: string | null;
      /**
       * Format: uuid
       * @description ID of the key that replaced this one in a rotation; null if none did
       * @example null
       */
      replaced_by_id: string | null;
      /**
       * Format: date-time
       * @description When the API key was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the API key was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    RotateApiKey: {
      /**
       * Format: int32
       * @description Seconds for which the old key remains valid
       * @default 0
       * @example 3600
       */
      overlap_seconds?: number;
      /**
       * Format: date-time
       * @description When the new key expires: in the future, and not after the key that makes the request; null if never. If omitted, the new key expires with the old one, or with the key that makes the request if that is earlier
       * @example 2027-12-31T23:59:59.000Z
       */
      expires_at?: string | null;
    };
    CreateOrganization: {
      /**
       * @description Name of the organization
       * @example Acme Inc.
       */
      name: string;
      /**
       * @description Default currency of customers that do not set one
       * @default USD
       * @example EUR
       */
      default_currency?: string;
      /**
       * @description Default time zone of customers that do not set one
       * @default UTC
       * @example Europe/Paris
       */
      timezone?: string;
      /**
       * @description Registered name, which documents show as the seller; null for `name`
       * @example Acme Incorporated
       */
      legal_name?: string | null;
      /**
       * @description First line of the address on documents
       * @example 1 Main Street
       */
      address_line1?: string | null;
      /**
       * @description Second line of the address
       * @example Suite 5
       */
      address_line2?: string | null;
      /**
       * @description Postal code
       * @example 10115
       */
      zipcode?: string | null;
      /**
       * @description City
       * @example Berlin
       */
      city?: string | null;
      /**
       * @description State or region
       * @example Berlin
       */
      state?: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example DE
       */
      country?: string | null;
      /**
       * @description VAT number or other tax identification number
       * @example DE123456789
       */
      tax_id?: string | null;
      /**
       * @description Text at the end of documents, e.g. bank details and the registration
       * @example Acme Incorporated, HRB 12345, Amtsgericht Berlin
       */
      legal_text?: string | null;
      /**
       * @description Colour of lines on documents, `#rrggbb`
       * @example #1f4e79
       */
      accent_color?: string;
      /**
       * @description Language of documents, with an optional country for its formats; customers may have another
       * @default en
       * @example en-GB
       */
      locale?: string;
      /**
       * @description Template of documents that become final from now on
       * @default standard
       * @example standard
       * @enum {string}
       */
      document_template?: 'standard';
      /**
       * @description Logo on documents: a PNG or JPEG image of at most 256 KB, in base64; null for none
       * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==
       */
      logo?: string | null;
      /**
       * @description Whether final invoices are e-mailed to customers
       * @default false
       * @example false
       */
      email_invoices?: boolean;
      /**
       * @description Whether receipts of payments are e-mailed to customers
       * @default false
       * @example false
       */
      email_receipts?: boolean;
      /**
       * @description Whether final credit notes are e-mailed to customers
       * @default false
       * @example false
       */
      email_credit_notes?: boolean;
      /**
       * @description Whether payment requests are e-mailed to customers
       * @default false
       * @example false
       */
      email_payment_requests?: boolean;
      /**
       * Format: email
       * @description Address to which replies to e-mails go; null for the address of the sender
       * @example billing@acme.example
       */
      email_reply_to?: string | null;
    };
    CreatedOrganization: {
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      id: string;
      /**
       * @description Name of the organization
       * @example Acme Inc.
       */
      name: string;
      /**
       * @description Default currency of customers that do not set one
       * @example EUR
       */
      default_currency: string;
      /**
       * @description Default time zone of customers that do not set one
       * @example Europe/Paris
       */
      timezone: string;
      /**
       * @description Registered name, which documents show as the seller; null for `name`
       * @example Acme Incorporated
       */
      legal_name: string | null;
      /**
       * @description First line of the address on documents
       * @example 1 Main Street
       */
      address_line1: string | null;
      /**
       * @description Second line of the address
       * @example Suite 5
       */
      address_line2: string | null;
      /**
       * @description Postal code
       * @example 10115
       */
      zipcode: string | null;
      /**
       * @description City
       * @example Berlin
       */
      city: string | null;
      /**
       * @description State or region
       * @example Berlin
       */
      state: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example DE
       */
      country: string | null;
      /**
       * @description VAT number or other tax identification number
       * @example DE123456789
       */
      tax_id: string | null;
      /**
       * @description Text at the end of documents, e.g. bank details and the registration
       * @example Acme Incorporated, HRB 12345, Amtsgericht Berlin
       */
      legal_text: string | null;
      /**
       * @description Colour of lines on documents, `#rrggbb`
       * @example #1f4e79
       */
      accent_color: string;
      /**
       * @description Language of documents, with an optional country for its formats; customers may have another
       * @example en-GB
       */
      locale: string;
      /**
       * @description Template of documents that become final from now on
       * @example standard
       * @enum {string}
       */
      document_template: 'standard';
      /**
       * @description SHA-256 digest of the logo, in hexadecimal digits; null without a logo
       * @example null
       */
      logo_sha256: string | null;
      /**
       * @description Whether final invoices are e-mailed to customers
       * @example false
       */
      email_invoices: boolean;
      /**
       * @description Whether receipts of payments are e-mailed to customers
       * @example false
       */
      email_receipts: boolean;
      /**
       * @description Whether final credit notes are e-mailed to customers
       * @example false
       */
      email_credit_notes: boolean;
      /**
       * @description Whether payment requests are e-mailed to customers
       * @example false
       */
      email_payment_requests: boolean;
      /**
       * @description Address to which replies to e-mails go; null for the address of the sender
       * @example billing@acme.example
       */
      email_reply_to: string | null;
      /**
       * Format: date-time
       * @description When the organization was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the organization was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
      /** @description First API key of the organization, with its raw key */
      api_key: components['schemas']['CreatedApiKey'];
    };
    Organization: {
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      id: string;
      /**
       * @description Name of the organization
       * @example Acme Inc.
       */
      name: string;
      /**
       * @description Default currency of customers that do not set one
       * @example EUR
       */
      default_currency: string;
      /**
       * @description Default time zone of customers that do not set one
       * @example Europe/Paris
       */
      timezone: string;
      /**
       * @description Registered name, which documents show as the seller; null for `name`
       * @example Acme Incorporated
       */
      legal_name: string | null;
      /**
       * @description First line of the address on documents
       * @example 1 Main Street
       */
      address_line1: string | null;
      /**
       * @description Second line of the address
       * @example Suite 5
       */
      address_line2: string | null;
      /**
       * @description Postal code
       * @example 10115
       */
      zipcode: string | null;
      /**
       * @description City
       * @example Berlin
       */
      city: string | null;
      /**
       * @description State or region
       * @example Berlin
       */
      state: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example DE
       */
      country: string | null;
      /**
       * @description VAT number or other tax identification number
       * @example DE123456789
       */
      tax_id: string | null;
      /**
       * @description Text at the end of documents, e.g. bank details and the registration
       * @example Acme Incorporated, HRB 12345, Amtsgericht Berlin
       */
      legal_text: string | null;
      /**
       * @description Colour of lines on documents, `#rrggbb`
       * @example #1f4e79
       */
      accent_color: string;
      /**
       * @description Language of documents, with an optional country for its formats; customers may have another
       * @example en-GB
       */
      locale: string;
      /**
       * @description Template of documents that become final from now on
       * @example standard
       * @enum {string}
       */
      document_template: 'standard';
      /**
       * @description SHA-256 digest of the logo, in hexadecimal digits; null without a logo
       * @example null
       */
      logo_sha256: string | null;
      /**
       * @description Whether final invoices are e-mailed to customers
       * @example false
       */
      email_invoices: boolean;
      /**
       * @description Whether receipts of payments are e-mailed to customers
       * @example false
       */
      email_receipts: boolean;
      /**
       * @description Whether final credit notes are e-mailed to customers
       * @example false
       */
      email_credit_notes: boolean;
      /**
       * @description Whether payment requests are e-mailed to customers
       * @example false
       */
      email_payment_requests: boolean;
      /**
       * @description Address to which replies to e-mails go; null for the address of the sender
       * @example billing@acme.example
       */
      email_reply_to: string | null;
      /**
       * Format: date-time
       * @description When the organization was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the organization was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateOrganization: {
      /**
       * @description Name of the organization
       * @example Acme Inc.
       */
      name?: string;
      /**
       * @description Default currency of customers that do not set one
       * @default USD
       * @example EUR
       */
      default_currency?: string;
      /**
       * @description Default time zone of customers that do not set one
       * @default UTC
       * @example Europe/Paris
       */
      timezone?: string;
      /**
       * @description Registered name, which documents show as the seller; null for `name`
       * @example Acme Incorporated
       */
      legal_name?: string | null;
      /**
       * @description First line of the address on documents
       * @example 1 Main Street
       */
      address_line1?: string | null;
      /**
       * @description Second line of the address
       * @example Suite 5
       */
      address_line2?: string | null;
      /**
       * @description Postal code
       * @example 10115
       */
      zipcode?: string | null;
      /**
       * @description City
       * @example Berlin
       */
      city?: string | null;
      /**
       * @description State or region
       * @example Berlin
       */
      state?: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example DE
       */
      country?: string | null;
      /**
       * @description VAT number or other tax identification number
       * @example DE123456789
       */
      tax_id?: string | null;
      /**
       * @description Text at the end of documents, e.g. bank details and the registration
       * @example Acme Incorporated, HRB 12345, Amtsgericht Berlin
       */
      legal_text?: string | null;
      /**
       * @description Colour of lines on documents, `#rrggbb`
       * @example #1f4e79
       */
      accent_color?: string;
      /**
       * @description Language of documents, with an optional country for its formats; customers may have another
       * @default en
       * @example en-GB
       */
      locale?: string;
      /**
       * @description Template of documents that become final from now on
       * @default standard
       * @example standard
       * @enum {string}
       */
      document_template?: 'standard';
      /**
       * @description Logo on documents: a PNG or JPEG image of at most 256 KB, in base64; null for none
       * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==
       */
      logo?: string | null;
      /**
       * @description Whether final invoices are e-mailed to customers
       * @default false
       * @example false
       */
      email_invoices?: boolean;
      /**
       * @description Whether receipts of payments are e-mailed to customers
       * @default false
       * @example false
       */
      email_receipts?: boolean;
      /**
       * @description Whether final credit notes are e-mailed to customers
       * @default false
       * @example false
       */
      email_credit_notes?: boolean;
      /**
       * @description Whether payment requests are e-mailed to customers
       * @default false
       * @example false
       */
      email_payment_requests?: boolean;
      /**
       * Format: email
       * @description Address to which replies to e-mails go; null for the address of the sender
       * @example billing@acme.example
       */
      email_reply_to?: string | null;
    };
    CreateCustomer: {
      /**
       * @description Your own ID for the customer; unique in your organization
       * @example cust_1042
       */
      external_id: string;
      /**
       * @description Name of the customer
       * @example Jane Doe Ltd.
       */
      name?: string | null;
      /**
       * @description Registered name, which documents show; null for `name`
       * @example Jane Doe Limited
       */
      legal_name?: string | null;
      /**
       * @description Tax identification numbers, which documents show; at most 5. The first is the VAT number
       * @example [
       *       "FR40303265045"
       *     ]
       */
      tax_ids?: string[];
      /**
       * @description Language of documents, with an optional country for its formats; null for the organization's locale
       * @example fr-FR
       */
      locale?: string | null;
      /**
       * Format: email
       * @description E-mail address for billing
       * @example billing@janedoe.example
       */
      email?: string | null;
      /**
       * @description Currency of the customer; null for the organization's default
       * @example EUR
       */
      currency?: string | null;
      /**
       * @description Time zone in which the customer's days begin and end; null for the organization's default
       * @example Europe/Paris
       */
      timezone?: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example FR
       */
      country?: string | null;
      /**
       * @description First line of the address
       * @example 5 rue de la Paix
       */
      address_line1?: string | null;
      /**
       * @description Second line of the address
       * @example Bâtiment B
       */
      address_line2?: string | null;
      /**
       * @description Postal code
       * @example 75002
       */
      zipcode?: string | null;
      /**
       * @description City
       * @example Paris
       */
      city?: string | null;
      /**
       * @description State or region
       * @example Île-de-France
       */
      state?: string | null;
      /**
       * @description Your own key-value pairs of strings; at most 50 keys
       * @example {
       *       "crm_id": "8841"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /**
       * Format: int32
       * @description Days for which a periodic invoice remains a draft
       * @default 0
       * @example 3
       */
      invoice_grace_period?: number;
      /**
       * Format: int32
       * @description Days from the issuing date of an invoice to its due date
       * @default 30
       * @example 30
       */
      net_payment_term?: number;
      /**
       * @description Codes of the taxes to apply, e.g. `["vat_20"]`. Taxes of the plan take precedence over those of the customer, which take precedence over those of the organization
       * @example []
       */
      tax_codes?: string[];
    };
    Customer: {
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      id: string;
      /**
       * @description Your own ID for the customer; unique in your organization
       * @example cust_1042
       */
      external_id: string;
      /**
       * @description Name of the customer
       * @example Jane Doe Ltd.
       */
      name: string | null;
      /**
       * @description Registered name, which documents show; null for `name`
       * @example Jane Doe Limited
       */
      legal_name: string | null;
      /**
       * @description Tax identification numbers, which documents show; at most 5. The first is the VAT number
       * @example [
       *       "FR40303265045"
       *     ]
       */
      tax_ids: string[];
      /**
       * @description Language of documents, with an optional country for its formats; null for the organization's locale
       * @example fr-FR
       */
      locale: string | null;
      /**
       * @description E-mail address for billing
       * @example billing@janedoe.example
       */
      email: string | null;
      /**
       * @description Currency of the customer; null for the organization's default
       * @example EUR
       */
      currency: string | null;
      /**
       * @description Time zone in which the customer's days begin and end; null for the organization's default
       * @example Europe/Paris
       */
      timezone: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example FR
       */
      country: string | null;
      /**
       * @description First line of the address
       * @example 5 rue de la Paix
       */
      address_line1: string | null;
      /**
       * @description Second line of the address
       * @example Bâtiment B
       */
      address_line2: string | null;
      /**
       * @description Postal code
       * @example 75002
       */
      zipcode: string | null;
      /**
       * @description City
       * @example Paris
       */
      city: string | null;
      /**
       * @description State or region
       * @example Île-de-France
       */
      state: string | null;
      /**
       * @description Your own key-value pairs of strings; at most 50 keys
       * @example {
       *       "crm_id": "8841"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description Days for which a periodic invoice remains a draft
       * @example 3
       */
      invoice_grace_period: number;
      /**
       * Format: int64
       * @description Days from the issuing date of an invoice to its due date
       * @example 30
       */
      net_payment_term: number;
      /**
       * @description Codes of the taxes assigned to this record, sorted
       * @example [
       *       "vat_20"
       *     ]
       */
      tax_codes: string[];
      /**
       * Format: date-time
       * @description When the customer was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the customer was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateCustomer: {
      /**
       * @description Your own ID for the customer; unique in your organization
       * @example cust_1042
       */
      external_id?: string;
      /**
       * @description Name of the customer
       * @example Jane Doe Ltd.
       */
      name?: string | null;
      /**
       * @description Registered name, which documents show; null for `name`
       * @example Jane Doe Limited
       */
      legal_name?: string | null;
      /**
       * @description Tax identification numbers, which documents show; at most 5. The first is the VAT number
       * @example [
       *       "FR40303265045"
       *     ]
       */
      tax_ids?: string[];
      /**
       * @description Language of documents, with an optional country for its formats; null for the organization's locale
       * @example fr-FR
       */
      locale?: string | null;
      /**
       * Format: email
       * @description E-mail address for billing
       * @example billing@janedoe.example
       */
      email?: string | null;
      /**
       * @description Currency of the customer; null for the organization's default
       * @example EUR
       */
      currency?: string | null;
      /**
       * @description Time zone in which the customer's days begin and end; null for the organization's default
       * @example Europe/Paris
       */
      timezone?: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example FR
       */
      country?: string | null;
      /**
       * @description First line of the address
       * @example 5 rue de la Paix
       */
      address_line1?: string | null;
      /**
       * @description Second line of the address
       * @example Bâtiment B
       */
      address_line2?: string | null;
      /**
       * @description Postal code
       * @example 75002
       */
      zipcode?: string | null;
      /**
       * @description City
       * @example Paris
       */
      city?: string | null;
      /**
       * @description State or region
       * @example Île-de-France
       */
      state?: string | null;
      /**
       * @description Your own key-value pairs of strings; at most 50 keys
       * @example {
       *       "crm_id": "8841"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /**
       * Format: int32
       * @description Days for which a periodic invoice remains a draft
       * @default 0
       * @example 3
       */
      invoice_grace_period?: number;
      /**
       * Format: int32
       * @description Days from the issuing date of an invoice to its due date
       * @default 30
       * @example 30
       */
      net_payment_term?: number;
      /**
       * @description Codes of the taxes to apply, e.g. `["vat_20"]`. Taxes of the plan take precedence over those of the customer, which take precedence over those of the organization
       * @example []
       */
      tax_codes?: string[];
    };
    CreateBillableMetric: {
      /**
       * @description Code that identifies the metric in usage events; unique in your organization
       * @example storage_gb
       */
      code: string;
      /**
       * @description Name of the metric
       * @example Storage
       */
      name: string;
      /**
       * @description Description for your own use
       * @example Gigabytes stored
       */
      description?: string | null;
      /**
       * @description How the events of a billing period are aggregated into units
       * @example sum
       * @enum {string}
       */
      aggregation_type: 'count' | 'sum' | 'max' | 'unique_count' | 'latest' | 'weighted_sum';
      /**
       * @description Event property to aggregate; required unless `aggregation_type` is `count`
       * @example gb
       */
      field_name?: string | null;
      /**
       * @description How units are rounded before pricing; null for no rounding
       * @example round
       * @enum {string|null}
       */
      rounding_function?: 'round' | 'ceil' | 'floor' | null;
      /**
       * Format: int32
       * @description Number of decimal places to round to; 0 if null
       * @example 2
       */
      rounding_precision?: number | null;
      /**
       * @description Whether the level at the end of a billing period carries over into the next; only for `sum`, `unique_count` and `weighted_sum`
       * @default false
       * @example false
       */
      recurring?: boolean;
      /**
       * @description Unit of the usage on invoices: a code of UN/ECE Recommendation 20, `C62` for no unit
       * @default C62
       * @example E34
       */
      unit_code?: string;
    };
    BillableMetric: {
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      id: string;
      /**
       * @description Code that identifies the metric in usage events; unique in your organization
       * @example storage_gb
       */
      code: string;
      /**
       * @description Name of the metric
       * @example Storage
       */
      name: string;
      /**
       * @description Description for your own use
       * @example Gigabytes stored
       */
      description: string | null;
      /**
       * @description How the events of a billing period are aggregated into units
       * @example sum
       * @enum {string}
       */
      aggregation_type: 'count' | 'sum' | 'max' | 'unique_count' | 'latest' | 'weighted_sum';
      /**
       * @description Event property to aggregate; required unless `aggregation_type` is `count`
       * @example gb
       */
      field_name: string | null;
      /**
       * @description How units are rounded before pricing; null for no rounding
       * @example round
       * @enum {string|null}
       */
      rounding_function: 'round' | 'ceil' | 'floor' | null;
      /**
       * Format: int64
       * @description Number of decimal places to round to; 0 if null
       * @example 2
       */
      rounding_precision: number | null;
      /**
       * @description Whether the level at the end of a billing period carries over into the next; only for `sum`, `unique_count` and `weighted_sum`
       * @example false
       */
      recurring: boolean;
      /**
       * @description Unit of the usage on invoices: a code of UN/ECE Recommendation 20, `C62` for no unit
       * @example E34
       */
      unit_code: string;
      /**
       * Format: date-time
       * @description When the billable metric was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the billable metric was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateBillableMetric: {
      /**
       * @description Name of the metric
       * @example Storage
       */
      name?: string;
      /**
       * @description Description for your own use
       * @example Gigabytes stored
       */
      description?: string | null;
      /**
       * @description How the events of a billing period are aggregated into units
       * @example sum
       * @enum {string}
       */
      aggregation_type?: 'count' | 'sum' | 'max' | 'unique_count' | 'latest' | 'weighted_sum';
      /**
       * @description Event property to aggregate; required unless `aggregation_type` is `count`
       * @example gb
       */
      field_name?: string | null;
      /**
       * @description How units are rounded before pricing; null for no rounding
       * @example round
       * @enum {string|null}
       */
      rounding_function?: 'round' | 'ceil' | 'floor' | null;
      /**
       * Format: int32
       * @description Number of decimal places to round to; 0 if null
       * @example 2
       */
      rounding_precision?: number | null;
      /**
       * @description Whether the level at the end of a billing period carries over into the next; only for `sum`, `unique_count` and `weighted_sum`
       * @example false
       */
      recurring?: boolean;
      /**
       * @description Unit of the usage on invoices: a code of UN/ECE Recommendation 20, `C62` for no unit
       * @example E34
       */
      unit_code?: string;
    };
    CreateTax: {
      /**
       * @description Code that identifies the tax in `tax_codes`; unique in your organization
       * @example vat_20
       */
      code: string;
      /**
       * @description Name of the tax on invoices
       * @example VAT
       */
      name: string;
      /**
       * @description Description for your own use
       * @example Standard rate
       */
      description?: string | null;
      /**
       * @description Rate in percent
       * @example 20
       */
      rate: string;
      /**
       * @description Category of EN 16931 (UNCL5305): `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `K` intra-Community supply, `G` export, `O` not subject to tax, `L` IGIC, `M` IPSI. Only `S`, `L` and `M` have a rate above 0. Null or omitted: `S`, or `Z` for a rate of 0
       * @example S
       * @enum {string|null}
       */
      category?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M' | null;
      /**
       * @description Whether the tax applies if neither the plan nor the customer has taxes of its own
       * @default false
       * @example false
       */
      applied_to_organization?: boolean;
    };
    Tax: {
      /**
       * Format: uuid
       * @description ID of the tax
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      id: string;
      /**
       * @description Code that identifies the tax in `tax_codes`; unique in your organization
       * @example vat_20
       */
      code: string;
      /**
       * @description Name of the tax on invoices
       * @example VAT
       */
      name: string;
      /**
       * @description Description for your own use
       * @example Standard rate
       */
      description: string | null;
      /**
       * @description Rate in percent
       * @example 20
       */
      rate: string;
      /**
       * @description Category of EN 16931 (UNCL5305): `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `K` intra-Community supply, `G` export, `O` not subject to tax, `L` IGIC, `M` IPSI. Only `S`, `L` and `M` have a rate above 0
       * @example S
       * @enum {string}
       */
      category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';
      /**
       * @description Whether the tax applies if neither the plan nor the customer has taxes of its own
       * @example false
       */
      applied_to_organization: boolean;
      /**
       * Format: date-time
       * @description When the tax was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the tax was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateTax: {
      /**
       * @description Name of the tax on invoices
       * @example VAT
       */
      name?: string;
      /**
       * @description Description for your own use
       * @example Standard rate
       */
      description?: string | null;
      /**
       * @description Rate in percent
       * @example 20
       */
      rate?: string;
      /**
       * @description Category of EN 16931 (UNCL5305): `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `K` intra-Community supply, `G` export, `O` not subject to tax, `L` IGIC, `M` IPSI. Only `S`, `L` and `M` have a rate above 0. Null or omitted: `S`, or `Z` for a rate of 0
       * @example S
       * @enum {string|null}
       */
      category?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M' | null;
      /**
       * @description Whether the tax applies if neither the plan nor the customer has taxes of its own
       * @default false
       * @example false
       */
      applied_to_organization?: boolean;
    };
    ChargeInput:
      | components['schemas']['StandardChargeInput']
      | components['schemas']['GraduatedChargeInput']
      | components['schemas']['VolumeChargeInput']
      | components['schemas']['PackageChargeInput']
      | components['schemas']['PercentageChargeInput']
      | components['schemas']['GraduatedPercentageChargeInput'];
    CreatePlan: {
      /**
       * @description Your own ID of the plan; unique in your organization
       * @example pro_monthly
       */
      code: string;
      /**
       * @description Name of the plan
       * @example Pro
       */
      name: string;
      /**
       * @description Description for your own use
       * @example For teams
       */
      description?: string | null;
      /**
       * @description Length of a billing period
       * @example monthly
       * @enum {string}
       */
      interval: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
      /**
       * Format: int64
       * @description Price of a billing period without usage, in minor units
       * @example 4900
       */
      amount_cents: number;
      /**
       * @description Currency of the plan and its charges
       * @example EUR
       */
      currency: string;
      /**
       * Format: int32
       * @description Number of days without a fee at the start of a subscription
       * @default 0
       * @example 0
       */
      trial_period_days?: number;
      /**
       * @description Whether the fee is billed at the beginning of a period instead of at its end
       * @default false
       * @example true
       */
      pay_in_advance?: boolean;
      /**
       * @description At most 100 charges for usage. In an update, they replace all existing charges
       * @example [
       *       {
       *         "billable_metric_code": "storage_gb",
       *         "charge_model": "standard",
       *         "properties": {
       *           "amount": "0.10"
       *         }
       *       }
       *     ]
       */
      charges?: components['schemas']['ChargeInput'][];
      /**
       * @description Codes of the taxes to apply, e.g. `["vat_20"]`. Taxes of the plan take precedence over those of the customer, which take precedence over those of the organization
       * @example []
       */
      tax_codes?: string[];
    };
    Charge:
      | components['schemas']['StandardCharge']
      | components['schemas']['GraduatedCharge']
      | components['schemas']['VolumeCharge']
      | components['schemas']['PackageCharge']
      | components['schemas']['PercentageCharge']
      | components['schemas']['GraduatedPercentageCharge'];
    Plan: {
      /**
       * Format: uuid
       * @description ID of the plan
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      id: string;
      /**
       * @description Your own ID of the plan; unique in your organization
       * @example pro_monthly
       */
      code: string;
      /**
       * @description Name of the plan
       * @example Pro
       */
      name: string;
      /**
       * @description Description for your own use
       * @example For teams
       */
      description: string | null;
      /**
       * @description Length of a billing period
       * @example monthly
       * @enum {string}
       */
      interval: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
      /**
       * Format: int64
       * @description Price of a billing period without usage, in minor units
       * @example 4900
       */
      amount_cents: number;
      /**
       * @description Currency of the plan and its charges
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Number of days without a fee at the start of a subscription
       * @example 0
       */
      trial_period_days: number;
      /**
       * @description Whether the fee is billed at the beginning of a period instead of at its end
       * @example true
       */
      pay_in_advance: boolean;
      /** @description Charges for usage */
      charges: components['schemas']['Charge'][];
      /**
       * @description Codes of the taxes assigned to this record, sorted
       * @example [
       *       "vat_20"
       *     ]
       */
      tax_codes: string[];
      /**
       * Format: int64
       * @description Version of the price, starting at 1
       * @example 1
       */
      version: number;
      /**
       * Format: date-time
       * @description When the plan was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the plan was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdatePlan: {
      /**
       * @description Name of the plan
       * @example Pro
       */
      name?: string;
      /**
       * @description Description for your own use
       * @example For teams
       */
      description?: string | null;
      /**
       * @description Length of a billing period
       * @example monthly
       * @enum {string}
       */
      interval?: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
      /**
       * @description Currency of the plan and its charges
       * @example EUR
       */
      currency?: string;
      /**
       * Format: int32
       * @description Number of days without a fee at the start of a subscription
       * @default 0
       * @example 0
       */
      trial_period_days?: number;
      /**
       * @description Whether the fee is billed at the beginning of a period instead of at its end
       * @default false
       * @example true
       */
      pay_in_advance?: boolean;
      /**
       * @description At most 100 charges for usage. In an update, they replace all existing charges
       * @example [
       *       {
       *         "billable_metric_code": "storage_gb",
       *         "charge_model": "standard",
       *         "properties": {
       *           "amount": "0.10"
       *         }
       *       }
       *     ]
       */
      charges?: components['schemas']['ChargeInput'][];
      /**
       * @description Codes of the taxes to apply, e.g. `["vat_20"]`. Taxes of the plan take precedence over those of the customer, which take precedence over those of the organization
       * @example []
       */
      tax_codes?: string[];
      /**
       * Format: int64
       * @description Price of a billing period without usage, in minor units
       * @example 5900
       */
      amount_cents?: number;
    };
    SimulatedUsage: {
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Number of units in the whole period; those of a prorated charge are held on all of its days
       * @example 12.5
       */
      units: string;
      /**
       * Format: int64
       * @description Number of events in the whole period; used by percentage charges only
       * @example 3
       */
      events_count: number;
      /**
       * @description Value of each event, in order, as decimal strings. Required if the amount depends on them: for a percentage charge with a minimum, a maximum or a free allowance that is used up
       * @example [
       *       "5",
       *       "4.5",
       *       "3"
       *     ]
       */
      event_values?: string[];
    };
    SimulatePlan: {
      /**
       * @description Simulated usage, with at most one entry per metric. A charge whose metric is missing has no usage
       * @example [
       *       {
       *         "billable_metric_code": "storage_gb",
       *         "units": "12.5",
       *         "events_count": 3
       *       }
       *     ]
       */
      usage: components['schemas']['SimulatedUsage'][];
    };
    ChargeStep: {
      /**
       * @description Description of the step
       * @example Units
       */
      description: string;
      /**
       * @description Number of units in the step
       * @example 12.5
       */
      units: string;
      /**
       * @description Price per unit, in major units
       * @example 0.1
       */
      unit_amount?: string;
      /**
       * @description Rate in percent of the units
       * @example 1.5
       */
      rate?: string;
      /**
       * @description Amount of the step, unrounded, in major units
       * @example 1.25
       */
      amount: string;
    };
    SimulatedCharge: {
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Model that turns units into an amount
       * @example standard
       * @enum {string}
       */
      charge_model: 'standard' | 'graduated' | 'volume' | 'package' | 'percentage' | 'graduated_percentage';
      /**
       * @description Number of priced units, rounded as defined by the metric
       * @example 12.5
       */
      units: string;
      /**
       * @description Sum of the steps, unrounded, in major units
       * @example 1.25
       */
      amount: string;
      /**
       * Format: int64
       * @description Amount in minor units, rounded once, half up
       * @example 125
       */
      amount_cents: number;
      /** @description Steps that add up to the amount */
      steps: components['schemas']['ChargeStep'][];
    };
    PlanSimulation: {
      /**
       * @description Currency of the plan
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Price of the whole period before taxes: the plan's own `amount_cents` plus the `amount_cents` of every charge
       * @example 5025
       */
      amount_cents: number;
      /** @description Charges of the plan, in order */
      charges: components['schemas']['SimulatedCharge'][];
    };
    CreateUsageEvent: {
      /**
       * @description Your own ID for the event, which makes ingestion idempotent: each transaction_id is counted once, without time limit
       * @example evt_2026_000042
       */
      transaction_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      code: string;
      /**
       * @description When the event happened, in RFC 3339 or Unix seconds, cut to the millisecond; defaults to the time of arrival. Not before the start of the subscription, and at most 5 minutes in the future. Without a fraction, in the second of the start, it counts as the start
       * @example 2026-01-15T10:30:00.000Z
       */
      timestamp?: string | number;
      /**
       * @description Properties of the event. The property that the metric names in `field_name` is the value: for `unique_count` anything but null, otherwise a number of at most 15 digits before and 15 after the decimal point, preferably a decimal string. For `unique_count`, `operation_type` is `add` (default) or `remove`
       * @default {}
       * @example {
       *       "gb": "12.5"
       *     }
       */
      properties?: {
        [key: string]: unknown;
      };
      /**
       * @description Your own ID for the subscription
       * @example sub_1042
       */
      external_subscription_id?: string;
      /**
       * @description Your own ID for the customer; sufficient if the customer has exactly one active subscription
       * @example cust_1042
       */
      external_customer_id?: string;
    };
    UsageEvent: {
      /**
       * Format: uuid
       * @description ID of the usage event
       * @example 0199a3c4-5b7e-7e11-9d2a-4b6c8e0f1a2b
       */
      id: string;
      /**
       * @description Your own ID for the event, which makes ingestion idempotent: each transaction_id is counted once, without time limit
       * @example evt_2026_000042
       */
      transaction_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      code: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-15T10:30:00.000Z
       */
      timestamp: string;
      /**
       * @description Properties as sent, with all digits of numbers
       * @example {
       *       "gb": "12.5"
       *     }
       */
      properties: {
        [key: string]: unknown;
      };
      /**
       * @description As sent; null if omitted
       * @example sub_1042
       */
      external_subscription_id: string | null;
      /**
       * @description As sent; null if omitted
       * @example cust_1042
       */
      external_customer_id: string | null;
      /**
       * Format: uuid
       * @description ID of the subscription
       * @example 0199a3c4-5b7e-7a44-8f1e-2d4c6b8a0f1e
       */
      subscription_id: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description Whether the event arrived too late for the invoice of its billing period. Late events are listed, but not billed in that period
       * @example false
       */
      late: boolean;
      /**
       * @description Whether a charge of the plan at the time of the event prices it
       * @example true
       */
      charged: boolean;
      /**
       * @description Why the event is not charged; null if it is. `no_charge`: the plan has no charge for the metric; `late`: the invoice of the billing period was final; `no_billing_period`: the timestamp is before the first billing period or after the last one; `period_not_started`: decided when the billing period starts
       * @example null
       * @enum {string|null}
       */
      not_charged_reason: 'no_charge' | 'late' | 'no_billing_period' | 'period_not_started' | null;
      /**
       * Format: date-time
       * @description When the event arrived
       * @example 2026-01-15T10:30:00.120Z
       */
      created_at: string;
    };
    CreateUsageEvents: {
      /**
       * @description Events to record; at least one
       * @example [
       *       {
       *         "transaction_id": "evt_2026_000043",
       *         "code": "storage_gb",
       *         "properties": {
       *           "gb": "12.5"
       *         },
       *         "external_subscription_id": "sub_1042"
       *       },
       *       {
       *         "transaction_id": "evt_2026_000044",
       *         "code": "storage_gb",
       *         "properties": {
       *           "gb": "12.5"
       *         },
       *         "external_subscription_id": "sub_1042"
       *       }
       *     ]
       */
      events: components['schemas']['CreateUsageEvent'][];
    };
    EventError: {
      /**
       * @description Dotted path of the field
       * @example events.3.properties.gb
       */
      field: string;
      /**
       * @description Stable error code, in snake_case
       * @example invalid_value
       */
      code: string;
      /**
       * @description Error message, as a full sentence
       * @example events.3.properties.gb must be a number, preferably a decimal string, e.g. "0.25".
       */
      message: string;
    };
    EventResult: {
      /**
       * @description As sent; null if not a string
       * @example evt_2026_000042
       */
      transaction_id: string | null;
      /**
       * @description `accepted`: stored now; `duplicate`: already stored with the same content; `conflict`: its `transaction_id` was used before with different content; `rejected`: invalid by itself. `errors` has the reasons of the last two
       * @example accepted
       * @enum {string}
       */
      status: 'accepted' | 'duplicate' | 'conflict' | 'rejected';
      /**
       * Format: uuid
       * @description ID of the stored event with this `transaction_id`; absent if rejected
       * @example 0199a3c4-5b7e-7e11-9d2a-4b6c8e0f1a2b
       */
      id?: string;
      /** @description Errors by field; present only if the event was rejected or in conflict */
      errors?: components['schemas']['EventError'][];
    };
    EventBatch: {
      /**
       * Format: int64
       * @description Number of events that this request stored
       * @example 1
       */
      ingested: number;
      /**
       * Format: int64
       * @description Number of events that were already stored with the same content
       * @example 0
       */
      duplicates: number;
      /**
       * Format: int64
       * @description Number of events that were rejected or in conflict
       * @example 0
       */
      rejected: number;
      /** @description One result per event, in the order of the request */
      results: components['schemas']['EventResult'][];
    };
    ChargeUsage: {
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Charge model
       * @example graduated
       * @enum {string}
       */
      charge_model: 'standard' | 'graduated' | 'volume' | 'package' | 'percentage' | 'graduated_percentage';
      /**
       * @description Name of the charge on invoices
       * @example Storage
       */
      invoice_display_name: string | null;
      /**
       * @description Units, aggregated and rounded as defined by the metric
       * @example 12.5
       */
      units: string;
      /**
       * Format: int64
       * @description Number of counted events
       * @example 3
       */
      events_count: number;
      /**
       * @description Unrounded amount, in major units
       * @example 3.125
       */
      amount: string;
      /**
       * Format: int64
       * @description Amount, rounded once, in minor units
       * @example 313
       */
      amount_cents: number;
    };
    CurrentUsage: {
      /**
       * Format: uuid
       * @description ID of the subscription
       * @example 0199a3c4-5b7e-7a44-8f1e-2d4c6b8a0f1e
       */
      subscription_id: string;
      /**
       * @description Your own ID for the subscription
       * @example sub_1042
       */
      external_subscription_id: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description Currency of the amounts
       * @example EUR
       */
      currency: string;
      /**
       * Format: date-time
       * @description Start of the billing period
       * @example 2026-01-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description End of the billing period, exclusive
       * @example 2026-02-01T00:00:00.000Z
       */
      to: string;
      /**
       * Format: int64
       * @description Amount of all charges before taxes, in minor units
       * @example 313
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Taxes, rounded per charge, in minor units
       * @example 63
       */
      taxes_amount_cents: number;
      /**
       * Format: int64
       * @description Amount including taxes, in minor units
       * @example 376
       */
      total_amount_cents: number;
      /** @description All charges of the plan, in the order of the plan */
      charges: components['schemas']['ChargeUsage'][];
    };
    CreateUsageThreshold: {
      /**
       * Format: int64
       * @description Usage amount of a billing period before taxes, in minor units of the plan's currency
       * @example 10000
       */
      amount_cents: number;
      /**
       * @description Your own name for the threshold
       * @example Soft limit
       */
      threshold_display_name?: string | null;
      /**
       * @description Whether the threshold is crossed again at every multiple of the amount
       * @default false
       * @example false
       */
      recurring?: boolean;
    };
    UsageThreshold: {
      /**
       * Format: uuid
       * @description ID of the usage threshold
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the plan; null for a threshold of a subscription
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      plan_id: string | null;
      /**
       * Format: uuid
       * @description ID of the subscription; null for a threshold of a plan
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      subscription_id: string | null;
      /**
       * Format: int64
       * @description Usage amount of a billing period before taxes, in minor units of the plan's currency
       * @example 10000
       */
      amount_cents: number;
      /**
       * @description Currency of the amount: that of the plan, or of the plan of the subscription
       * @example EUR
       */
      currency: string;
      /**
       * @description Your own name for the threshold
       * @example Soft limit
       */
      threshold_display_name: string | null;
      /**
       * @description Whether the threshold is crossed again at every multiple of the amount
       * @example false
       */
      recurring: boolean;
      /**
       * Format: date-time
       * @description When the threshold was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the threshold was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    AppliedTax: {
      /**
       * @description Code of the tax
       * @example vat_20
       */
      code: string;
      /**
       * @description Name of the tax
       * @example VAT
       */
      name: string;
      /**
       * @description Rate in percent, as a decimal string
       * @example 20
       */
      rate: string;
    };
    TaxAmount: {
      /**
       * @description Code of the tax
       * @example vat_20
       */
      code: string;
      /**
       * @description Name of the tax at that time
       * @example VAT
       */
      name: string;
      /**
       * @description Rate in percent at that time, as a decimal string
       * @example 20
       */
      rate: string;
      /**
       * Format: int64
       * @description Amount before taxes to which the tax applies, in minor units
       * @example 4900
       */
      base_amount_cents: number;
      /**
       * Format: int64
       * @description Amount of the tax, in minor units
       * @example 980
       */
      amount_cents: number;
    };
    Fee: {
      /**
       * @description `subscription`: fee of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: fee of a one-off invoice
       * @example subscription
       * @enum {string}
       */
      type: 'subscription' | 'charge' | 'add_on' | 'one_off';
      /**
       * @description Text of the invoice line, such as the plan name
       * @example Pro
       */
      description: string;
      /**
       * @description Number of units, as a decimal string
       * @example 1
       */
      units: string;
      /**
       * @description Unit of the quantity: a code of UN/ECE Recommendation 20, `C62` for no unit
       * @example C62
       */
      unit_code: string;
      /**
       * @description Price per unit in major units; for a subscription fee, the price of a whole period. Null if there is no single unit price
       * @example 49
       */
      unit_amount: string | null;
      /**
       * Format: int64
       * @description Amount of the fee before discounts and taxes, in minor units
       * @example 4900
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Share of the discounts of the invoice, in minor units
       * @example 0
       */
      discount_amount_cents: number;
      /**
       * Format: int64
       * @description Amount after discounts, in minor units: what is taxed, and what credit notes can credit
       * @example 4900
       */
      net_amount_cents: number;
      /**
       * @description Price per unit in major units after discounts and before taxes: `net_amount_cents` divided by `units`, rounded to 10 decimal places
       * @example 49
       */
      net_unit_amount: string;
      /**
       * Format: int64
       * @description Total of the taxes on the fee, in minor units, rounded once
       * @example 980
       */
      taxes_amount_cents: number;
      /** @description Taxes applied to the fee, with their rates at that time */
      applied_taxes: components['schemas']['AppliedTax'][];
      /**
       * @description Category of the tax in EN 16931 (UNCL5305); `O` without a tax
       * @example S
       * @enum {string}
       */
      tax_category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';
      /**
       * @description Rate of the tax in percent, as a decimal string; the sum of the rates, if several taxes apply
       * @example 20
       */
      tax_rate: string;
      /**
       * @description Taxes on the fee, each with its amount, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
      /**
       * @description Code of the billable metric; null unless the fee is for usage
       * @example null
       */
      billable_metric_code: string | null;
      /**
       * Format: uuid
       * @description ID of the charge; null unless the fee is for usage
       * @example null
       */
      charge_id: string | null;
      /**
       * Format: uuid
       * @description ID of the plan; null for add-on and one-off fees
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id: string | null;
      /**
       * Format: date-time
       * @description Start of the period that the fee covers, inclusive; null for add-on and one-off fees
       * @example 2026-01-01T00:00:00.000Z
       */
      from: string | null;
      /**
       * Format: date-time
       * @description End of the period that the fee covers, exclusive; null for add-on and one-off fees
       * @example 2026-02-01T00:00:00.000Z
       */
      to: string | null;
      /**
       * Format: int64
       * @description Number of days that a subscription fee covers; null for other fees
       * @example 31
       */
      billed_days: number | null;
      /**
       * Format: int64
       * @description Number of days in the whole billing period of a subscription fee; null for other fees
       * @example 31
       */
      period_days: number | null;
      /**
       * Format: int64
       * @description Number of usage events that the fee includes; null unless the fee is for usage
       * @example null
       */
      events_count: number | null;
      /**
       * Format: uuid
       * @description ID of the fee
       * @example 0199a3c4-5b7e-7108-8163-9ebf30516273
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the invoice
       * @example 0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b
       */
      invoice_id: string;
      /**
       * @description Number of the invoice; null for a draft
       * @example ACM-1B2C-007
       */
      invoice_number: string | null;
      /**
       * @description Status of the invoice; the fees of a draft change with its usage
       * @example finalized
       * @enum {string}
       */
      invoice_status: 'draft' | 'finalized' | 'paid' | 'voided';
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * Format: uuid
       * @description ID of the billed subscription; null for a one-off invoice
       * @example 0199a3c4-5b7e-7097-b052-8dae2f4a6b7c
       */
      subscription_id: string | null;
      /**
       * @description Currency of all amounts
       * @example EUR
       */
      currency: string;
      /**
       * Format: date
       * @description Issuing date of the invoice
       * @example 2026-02-01
       */
      issuing_date: string;
    };
    OneOffFee: {
      /**
       * @description Text of the invoice line
       * @example Set-up
       */
      description: string;
      /**
       * @description Number of units, greater than 0
       * @example 1.5
       */
      units: string;
      /**
       * @description Unit of the quantity: a code of UN/ECE Recommendation 20, `C62` for no unit
       * @default C62
       * @example HUR
       */
      unit_code?: string;
      /**
       * Format: int64
       * @description Price per unit in minor units; units x price is rounded once, half up
       * @example 10000
       */
      unit_amount_cents: number;
    };
    CreateOneOffInvoice: {
      /**
       * Format: uuid
       * @description ID of the customer; required unless `external_customer_id` is given
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id?: string;
      /**
       * @description Instead of `customer_id`: the `external_id` of the customer
       * @example cust_1042
       */
      external_customer_id?: string;
      /**
       * @description Currency of the invoice; must be the customer's currency if the customer has one
       * @example EUR
       */
      currency: string;
      /**
       * @description Fees of the invoice; at least 1, at most 100
       * @example [
       *       {
       *         "description": "Set-up",
       *         "units": "1.5",
       *         "unit_amount_cents": 50000
       *       }
       *     ]
       */
      fees: components['schemas']['OneOffFee'][];
    };
    InvoiceCoupon: {
      /**
       * Format: uuid
       * @description ID of the applied coupon
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42
       */
      applied_coupon_id: string;
      /**
       * @description Code of the coupon
       * @example welcome
       */
      code: string;
      /**
       * @description Name of the coupon
       * @example Welcome offer
       */
      name: string;
      /**
       * Format: int64
       * @description Amount by which it lowers the fees, in minor units
       * @example 500
       */
      amount_cents: number;
    };
    TaxCategory: {
      /**
       * @description Category of EN 16931 (UNCL5305); `O` for lines without a tax
       * @example S
       * @enum {string}
       */
      category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';
      /**
       * @description Rate in percent, as a decimal string; the sum of the rates, if several taxes apply to a line
       * @example 20
       */
      rate: string;
      /**
       * Format: int64
       * @description Sum of the lines after discounts and before taxes, in minor units
       * @example 4900
       */
      taxable_amount_cents: number;
      /**
       * Format: int64
       * @description Sum of the taxes, in minor units
       * @example 980
       */
      tax_amount_cents: number;
    };
    Party: {
      /**
       * @description `legal_name`, else `name`; null if neither is set
       * @example Jane Doe Limited
       */
      name: string | null;
      /**
       * @description First line of the address
       * @example 5 rue de la Paix
       */
      address_line1: string | null;
      /**
       * @description Second line of the address
       * @example null
       */
      address_line2: string | null;
      /**
       * @description Postal code
       * @example 75002
       */
      zipcode: string | null;
      /**
       * @description City
       * @example Paris
       */
      city: string | null;
      /**
       * @description State or region
       * @example null
       */
      state: string | null;
      /**
       * @description Country code, ISO 3166-1 alpha-2
       * @example FR
       */
      country: string | null;
      /**
       * @description Tax identification numbers; the first is the VAT number
       * @example [
       *       "FR40303265045"
       *     ]
       */
      tax_ids: string[];
    };
    BillingPeriod: {
      /**
       * Format: date-time
       * @description Start of the period, inclusive
       * @example 2026-01-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description End of the period, exclusive
       * @example 2026-02-01T00:00:00.000Z
       */
      to: string;
    };
    InvoiceFee: {
      /**
       * @description `subscription`: fee of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: fee of a one-off invoice
       * @example subscription
       * @enum {string}
       */
      type: 'subscription' | 'charge' | 'add_on' | 'one_off';
      /**
       * @description Text of the invoice line, such as the plan name
       * @example Pro
       */
      description: string;
      /**
       * @description Number of units, as a decimal string
       * @example 1
       */
      units: string;
      /**
       * @description Unit of the quantity: a code of UN/ECE Recommendation 20, `C62` for no unit
       * @example C62
       */
      unit_code: string;
      /**
       * @description Price per unit in major units; for a subscription fee, the price of a whole period. Null if there is no single unit price
       * @example 49
       */
      unit_amount: string | null;
      /**
       * Format: int64
       * @description Amount of the fee before discounts and taxes, in minor units
       * @example 4900
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Share of the discounts of the invoice, in minor units
       * @example 0
       */
      discount_amount_cents: number;
      /**
       * Format: int64
       * @description Amount after discounts, in minor units: what is taxed, and what credit notes can credit
       * @example 4900
       */
      net_amount_cents: number;
      /**
       * @description Price per unit in major units after discounts and before taxes: `net_amount_cents` divided by `units`, rounded to 10 decimal places
       * @example 49
       */
      net_unit_amount: string;
      /**
       * Format: int64
       * @description Total of the taxes on the fee, in minor units, rounded once
       * @example 980
       */
      taxes_amount_cents: number;
      /** @description Taxes applied to the fee, with their rates at that time */
      applied_taxes: components['schemas']['AppliedTax'][];
      /**
       * @description Category of the tax in EN 16931 (UNCL5305); `O` without a tax
       * @example S
       * @enum {string}
       */
      tax_category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';
      /**
       * @description Rate of the tax in percent, as a decimal string; the sum of the rates, if several taxes apply
       * @example 20
       */
      tax_rate: string;
      /**
       * @description Taxes on the fee, each with its amount, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
      /**
       * @description Code of the billable metric; null unless the fee is for usage
       * @example null
       */
      billable_metric_code: string | null;
      /**
       * Format: uuid
       * @description ID of the charge; null unless the fee is for usage
       * @example null
       */
      charge_id: string | null;
      /**
       * Format: uuid
       * @description ID of the plan; null for add-on and one-off fees
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id: string | null;
      /**
       * Format: date-time
       * @description Start of the period that the fee covers, inclusive; null for add-on and one-off fees
       * @example 2026-01-01T00:00:00.000Z
       */
      from: string | null;
      /**
       * Format: date-time
       * @description End of the period that the fee covers, exclusive; null for add-on and one-off fees
       * @example 2026-02-01T00:00:00.000Z
       */
      to: string | null;
      /**
       * Format: int64
       * @description Number of days that a subscription fee covers; null for other fees
       * @example 31
       */
      billed_days: number | null;
      /**
       * Format: int64
       * @description Number of days in the whole billing period of a subscription fee; null for other fees
       * @example 31
       */
      period_days: number | null;
      /**
       * Format: int64
       * @description Number of usage events that the fee includes; null unless the fee is for usage
       * @example null
       */
      events_count: number | null;
      /**
       * Format: uuid
       * @description ID of the fee
       * @example 0199a3c4-5b7e-7108-8163-9ebf30516273
       */
      id: string;
    };
    Invoice: {
      /**
       * @description Currency of all amounts
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Sum of the fees before taxes, in minor units
       * @example 4900
       */
      fees_amount_cents: number;
      /**
       * Format: int64
       * @description Sum of the coupons, in minor units
       * @example 0
       */
      coupons_amount_cents: number;
      /**
       * @description Coupons that lower the fees, in the order in which they apply
       * @example []
       */
      coupons: components['schemas']['InvoiceCoupon'][];
      /**
       * Format: int64
       * @description Sum of the taxes on the fees
       * @example 980
       */
      taxes_amount_cents: number;
      /**
       * @description Taxes on the fees, each with its sum over all fees, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
      /** @description Sums by tax category and rate (EN 16931), ordered by category */
      tax_categories: components['schemas']['TaxCategory'][];
      /**
       * Format: date
       * @description Issuing date in the customer's time zone: the day of billing plus the grace period
       * @example 2026-02-01
       */
      issuing_date: string;
      /**
       * Format: date
       * @description Date by which the invoice must be paid: the issuing date plus the net payment term
       * @example 2026-03-03
       */
      payment_due_date: string;
      /** @description Seller as of the finalization; null before, and in documents of earlier versions */
      seller: components['schemas']['Party'] | null;
      /** @description Buyer as of the finalization; null before, and in documents of earlier versions */
      buyer: components['schemas']['Party'] | null;
      /**
       * @description Locale of the document, frozen at the finalization; null before
       * @example fr-FR
       */
      locale: string | null;
      /**
       * @description SHA-256 digest of the PDF, in hexadecimal digits; null until the PDF is stored, seconds after the finalization
       * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
       */
      document_sha256: string | null;
      /**
       * Format: uuid
       * @description ID of the invoice
       * @example 0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b
       */
      id: string;
      /**
       * @description Number assigned at finalization, unique in the organization and without gaps; null for a draft
       * @example ACM-1B2C-007
       */
      number: string | null;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * Format: uuid
       * @description ID of the billed subscription; null for a one-off invoice
       * @example 0199a3c4-5b7e-7097-b052-8dae2f4a6b7c
       */
      subscription_id: string | null;
      /**
       * @description Whether the invoice bills a subscription or was created as a one-off; `credit` is not used yet
       * @example subscription
       * @enum {string}
       */
      invoice_type: 'subscription' | 'one_off' | 'credit';
      /**
       * @description A draft is refreshed when its usage changes. A finalized invoice becomes paid when nothing is due, and finalized again if a payment is reversed
       * @example finalized
       * @enum {string}
       */
      status: 'draft' | 'finalized' | 'paid' | 'voided';
      /** @description Billing period `[from, to)` of the subscription; null for a one-off invoice */
      billing_period: components['schemas']['BillingPeriod'] | null;
      /** @description Fees of the invoice, in order */
      fees: components['schemas']['InvoiceFee'][];
      /**
       * Format: int64
       * @description Amount covered by credit notes at finalization
       * @example 0
       */
      credit_notes_amount_cents: number;
      /**
       * Format: int64
       * @description Amount covered by wallets at finalization
       * @example 0
       */
      prepaid_credit_amount_cents: number;
      /**
       * Format: int64
       * @description Total: fees - coupons + taxes - credit notes - prepaid credits
       * @example 5880
       */
      total_amount_cents: number;
      /**
       * Format: int64
       * @description Sum of the payments applied to the invoice
       * @example 0
       */
      amount_paid_cents: number;
      /**
       * Format: int64
       * @description Amount by which credit notes reduced the amount due after finalization
       * @example 0
       */
      offset_amount_cents: number;
      /**
       * Format: int64
       * @description Amount due: total - paid - offset; 0 once the invoice is voided
       * @example 5880
       */
      amount_due_cents: number;
      /**
       * @description Whether an amount is due and the due date has passed
       * @example false
       */
      payment_overdue: boolean;
      /**
       * Format: date-time
       * @description When the invoice was finalized; null for a draft
       * @example 2026-02-01T00:00:04.000Z
       */
      finalized_at: string | null;
      /**
       * Format: date-time
       * @description When the invoice was fully paid; null unless it is paid
       * @example null
       */
      paid_at: string | null;
      /**
       * Format: date-time
       * @description When the invoice was voided; null unless it is voided
       * @example null
       */
      voided_at: string | null;
      /**
       * Format: date-time
       * @description When the invoice was created
       * @example 2026-02-01T00:00:04.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the invoice was last updated
       * @example 2026-02-01T00:00:04.000Z
       */
      updated_at: string;
    };
    PreviewInvoice: {
      /**
       * Format: uuid
       * @description ID of the customer; required unless `external_customer_id` is given
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id?: string;
      /**
       * @description Instead of `customer_id`: the `external_id` of the customer
       * @example cust_1042
       */
      external_customer_id?: string;
      /**
       * Format: uuid
       * @description ID of the plan; required unless `plan_code` is given
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id?: string;
      /**
       * @description Instead of `plan_id`: the `code` of the plan
       * @example pro_monthly
       */
      plan_code?: string;
      /**
       * @description Whether billing periods follow the calendar or the day of `subscription_at`
       * @default calendar
       * @example calendar
       * @enum {string}
       */
      billing_time?: 'calendar' | 'anniversary';
      /**
       * Format: date-time
       * @description When the subscription would start. Default: now
       * @example 2026-01-15T09:00:00.000Z
       */
      subscription_at?: string;
      /**
       * @description Simulated usage of the first period, with at most one entry per metric. Must be empty for a plan that is paid in advance, whose first invoice bills no usage
       * @example []
       */
      usage?: components['schemas']['SimulatedUsage'][];
    };
    PreviewedFee: {
      /**
       * @description `subscription`: fee of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: fee of a one-off invoice
       * @example subscription
       * @enum {string}
       */
      type: 'subscription' | 'charge' | 'add_on' | 'one_off';
      /**
       * @description Text of the invoice line, such as the plan name
       * @example Pro
       */
      description: string;
      /**
       * @description Number of units, as a decimal string
       * @example 1
       */
      units: string;
      /**
       * @description Unit of the quantity: a code of UN/ECE Recommendation 20, `C62` for no unit
       * @example C62
       */
      unit_code: string;
      /**
       * @description Price per unit in major units; for a subscription fee, the price of a whole period. Null if there is no single unit price
       * @example 49
       */
      unit_amount: string | null;
      /**
       * Format: int64
       * @description Amount of the fee before discounts and taxes, in minor units
       * @example 4900
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Share of the discounts of the invoice, in minor units
       * @example 0
       */
      discount_amount_cents: number;
      /**
       * Format: int64
       * @description Amount after discounts, in minor units: what is taxed, and what credit notes can credit
       * @example 4900
       */
      net_amount_cents: number;
      /**
       * @description Price per unit in major units after discounts and before taxes: `net_amount_cents` divided by `units`, rounded to 10 decimal places
       * @example 49
       */
      net_unit_amount: string;
      /**
       * Format: int64
       * @description Total of the taxes on the fee, in minor units, rounded once
       * @example 980
       */
      taxes_amount_cents: number;
      /** @description Taxes applied to the fee, with their rates at that time */
      applied_taxes: components['schemas']['AppliedTax'][];
      /**
       * @description Category of the tax in EN 16931 (UNCL5305); `O` without a tax
       * @example S
       * @enum {string}
       */
      tax_category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';
      /**
       * @description Rate of the tax in percent, as a decimal string; the sum of the rates, if several taxes apply
       * @example 20
       */
      tax_rate: string;
      /**
       * @description Taxes on the fee, each with its amount, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
      /**
       * @description Code of the billable metric; null unless the fee is for usage
       * @example null
       */
      billable_metric_code: string | null;
      /**
       * Format: uuid
       * @description ID of the charge; null unless the fee is for usage
       * @example null
       */
      charge_id: string | null;
      /**
       * Format: uuid
       * @description ID of the plan; null for add-on and one-off fees
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id: string | null;
      /**
       * Format: date-time
       * @description Start of the period that the fee covers, inclusive; null for add-on and one-off fees
       * @example 2026-01-01T00:00:00.000Z
       */
      from: string | null;
      /**
       * Format: date-time
       * @description End of the period that the fee covers, exclusive; null for add-on and one-off fees
       * @example 2026-02-01T00:00:00.000Z
       */
      to: string | null;
      /**
       * Format: int64
       * @description Number of days that a subscription fee covers; null for other fees
       * @example 31
       */
      billed_days: number | null;
      /**
       * Format: int64
       * @description Number of days in the whole billing period of a subscription fee; null for other fees
       * @example 31
       */
      period_days: number | null;
      /**
       * Format: int64
       * @description Number of usage events that the fee includes; null unless the fee is for usage
       * @example null
       */
      events_count: number | null;
    };
    InvoicePreview: {
      /**
       * @description Currency of all amounts
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Sum of the fees before taxes, in minor units
       * @example 4900
       */
      fees_amount_cents: number;
      /**
       * Format: int64
       * @description Sum of the coupons, in minor units
       * @example 0
       */
      coupons_amount_cents: number;
      /**
       * @description Coupons that lower the fees, in the order in which they apply
       * @example []
       */
      coupons: components['schemas']['InvoiceCoupon'][];
      /**
       * Format: int64
       * @description Sum of the taxes on the fees
       * @example 980
       */
      taxes_amount_cents: number;
      /**
       * @description Taxes on the fees, each with its sum over all fees, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
      /** @description Sums by tax category and rate (EN 16931), ordered by category */
      tax_categories: components['schemas']['TaxCategory'][];
      /**
       * Format: date
       * @description Issuing date in the customer's time zone: the day of billing plus the grace period
       * @example 2026-02-01
       */
      issuing_date: string;
      /**
       * Format: date
       * @description Date by which the invoice must be paid: the issuing date plus the net payment term
       * @example 2026-03-03
       */
      payment_due_date: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description Always `subscription`
       * @example subscription
       * @enum {string}
       */
      invoice_type: 'subscription';
      /** @description Billing period `[from, to)` shown on the invoice */
      billing_period: components['schemas']['BillingPeriod'];
      /** @description Fees of the invoice, in order */
      fees: components['schemas']['PreviewedFee'][];
      /**
       * Format: int64
       * @description Fees - coupons + taxes, before credit notes and prepaid credits, in minor units
       * @example 5880
       */
      total_amount_cents: number;
    };
    IncludedCustomer: {
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      id: string;
      /**
       * @description Your own ID of the customer
       * @example cust_1042
       */
      external_id: string;
      /**
       * @description Name of the customer
       * @example Jane Doe Ltd.
       */
      name: string | null;
    };
    WithCustomer: {
      /** @description The customer that `customer_id` names, with `include=customer`; absent otherwise */
      customer?: components['schemas']['IncludedCustomer'] | null;
    };
    CreateDocumentLink: {
      /**
       * Format: int32
       * @description Seconds until the link expires: from a minute to a year
       * @default 2592000
       * @example 2592000
       */
      expires_in?: number;
    };
    DocumentLink: {
      /**
       * Format: uri
       * @description Address of the document, which needs no API key. Add `.pdf` for the PDF
       * @example https://billing.example.com/documents/v1.5Qm7f0yTq1
       */
      url: string;
      /**
       * Format: date-time
       * @description When the link expires
       * @example 2026-03-03T00:00:04.000Z
       */
      expires_at: string;
    };
    ExplanationStep: {
      /**
       * @description `plan_price`: price of a whole billing period; `proration`: share of it by days; `usage`, `held_units`: units of the metric, `held_units` by days; `units_rounding`, `negative_units`: corrections of the units; `charge`: a step of the charge model; `sum`: sum of these; `units_times_price`: a fee of units and a price; `discount`: share of the discounts; `tax`: rate on the net amount; `rounding`: to the minor unit; `stored`: the amount as stored
       * @example proration
       * @enum {string}
       */
      kind:
        | 'plan_price'
        | 'proration'
        | 'usage'
        | 'held_units'
        | 'units_rounding'
        | 'negative_units'
        | 'charge'
        | 'sum'
        | 'units_times_price'
        | 'discount'
        | 'tax'
        | 'rounding'
        | 'stored';
      /**
       * @description The step in a sentence
       * @example The fee covers 15 of the 30 days of the billing period.
       */
      description: string;
      /**
       * @description Calculation that gives the result; null if the description says all
       * @example 49.00 x 15 / 30
       */
      calculation: string | null;
      /**
       * @description Result, as a decimal string in `unit`
       * @example 24.50
       */
      result: string;
      /**
       * @description `units`, or the currency for an amount in its major unit
       * @example EUR
       */
      unit: string;
    };
    TaxExplanation: {
      /**
       * @description Whether the steps say how the whole amount arises
       * @example true
       */
      complete: boolean;
      /**
       * @description Why the steps are only the stored amount; null if `complete`. `not_stored`: the records from which it was calculated are not stored; `amount_differs`: the stored records do not lead to the amount; `draft_changed`: usage has arrived during the request, repeat it; `set_by_extension`: an extension has set the amount; `charge_model_failed`: the charge model fails or is not installed
       * @example null
       * @enum {string|null}
       */
      incomplete_reason:
        'not_stored' | 'amount_differs' | 'draft_changed' | 'set_by_extension' | 'charge_model_failed' | null;
      /** @description Steps from `amount_cents` of the fee to its `taxes_amount_cents`, the result of the last step. `taxes` of the fee has the share of each tax */
      steps: components['schemas']['ExplanationStep'][];
    };
    FeeEvents: {
      /**
       * @description Path and query of the list of usage events that contains exactly the counted ones
       * @example /v1/events?external_subscription_id=sub_1042&code=storage_gb&from=2026-01-01T00%3A00%3A00.000Z&to=2026-02-01T00%3A00%3A00.000Z&charged=true
       */
      path: string;
      /**
       * Format: int64
       * @description Number of these events
       * @example 3
       */
      count: number;
    };
    FeeExplanation: {
      /** @description The fee with its invoice */
      fee: components['schemas']['Fee'];
      /**
       * Format: int64
       * @description Version of the plan that set the price; null if no plan did
       * @example 1
       */
      plan_version: number | null;
      /**
       * @description Whether the steps say how the whole amount arises
       * @example true
       */
      complete: boolean;
      /**
       * @description Why the steps are only the stored amount; null if `complete`. `not_stored`: the records from which it was calculated are not stored; `amount_differs`: the stored records do not lead to the amount; `draft_changed`: usage has arrived during the request, repeat it; `set_by_extension`: an extension has set the amount; `charge_model_failed`: the charge model fails or is not installed
       * @example null
       * @enum {string|null}
       */
      incomplete_reason:
        'not_stored' | 'amount_differs' | 'draft_changed' | 'set_by_extension' | 'charge_model_failed' | null;
      /** @description Steps of the calculation. The result of the last one is `amount_cents` of the fee, in major units */
      steps: components['schemas']['ExplanationStep'][];
      /** @description How the taxes of the fee arise */
      taxes: components['schemas']['TaxExplanation'];
      /** @description The usage events that the fee counts; null unless it is for usage */
      events: components['schemas']['FeeEvents'] | null;
    };
    CreateSubscription: {
      /**
       * @description Your own ID of the subscription; unique in your organization, even after the subscription has ended
       * @example sub_1042
       */
      external_id: string;
      /**
       * Format: uuid
       * @description ID of the customer; required unless `external_customer_id` is given
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id?: string;
      /**
       * @description Instead of `customer_id`: the `external_id` of the customer
       * @example cust_1042
       */
      external_customer_id?: string;
      /**
       * Format: uuid
       * @description ID of the plan; required unless `plan_code` is given
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id?: string;
      /**
       * @description Instead of `plan_id`: the `code` of the plan
       * @example pro_monthly
       */
      plan_code?: string;
      /**
       * @description Your own name for the subscription
       * @example Head office
       */
      name?: string | null;
      /**
       * @description Whether billing periods follow the calendar (weeks from Monday, months from the 1st) or the day of `subscription_at`
       * @default calendar
       * @example anniversary
       * @enum {string}
       */
      billing_time?: 'calendar' | 'anniversary';
      /**
       * Format: date-time
       * @description When the subscription starts, from 2000 to 2099. Until then it is pending. If in the past, past periods are not billed
       * @example 2026-01-01T00:00:00.000Z
       */
      subscription_at?: string;
      /**
       * Format: date-time
       * @description When the subscription terminates automatically, in 2099 at the latest; null for never
       * @example 2099-12-31T00:00:00.000Z
       */
      ending_at?: string | null;
      /**
       * @description Whether a termination creates a last invoice
       * @default generate_invoice
       * @example generate_invoice
       * @enum {string}
       */
      on_termination_action?: 'generate_invoice' | 'skip';
    };
    SubscriptionPeriod: {
      /**
       * Format: date-time
       * @description Start of the period, inclusive
       * @example 2026-01-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description End of the period, exclusive
       * @example 2026-02-01T00:00:00.000Z
       */
      to: string;
    };
    BillingError: {
      /**
       * @description `amount_out_of_range`, `extension_failed` (the message names the extension), `internal_error`, or the code of another error that the API also returns
       * @example amount_out_of_range
       */
      code: string;
      /**
       * @description Why billing fails
       * @example An amount of the invoice is greater than 2^53-1.
       */
      message: string;
      /**
       * Format: date-time
       * @description When billing first failed
       * @example 2026-01-01T09:30:00.000Z
       */
      since: string;
      /**
       * Format: date-time
       * @description When billing is retried
       * @example 2026-01-01T09:30:00.000Z
       */
      next_retry_at: string;
    };
    Subscription: {
      /**
       * Format: uuid
       * @description ID of the subscription
       * @example 0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20
       */
      id: string;
      /**
       * @description Your own ID of the subscription; unique in your organization, even after the subscription has ended
       * @example sub_1042
       */
      external_id: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * Format: uuid
       * @description ID of the plan
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id: string;
      /**
       * Format: int64
       * @description Version of the plan by which the subscription is billed; the plan may have a newer one
       * @example 1
       */
      plan_version: number;
      /**
       * @description Length of a billing period in this version
       * @example monthly
       * @enum {string}
       */
      interval: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
      /**
       * Format: int64
       * @description Price of a billing period without usage in this version, in minor units
       * @example 4900
       */
      amount_cents: number;
      /**
       * @description Currency of the price
       * @example EUR
       */
      currency: string;
      /**
       * @description Your own name for the subscription
       * @example Head office
       */
      name: string | null;
      /**
       * @description Status of the subscription
       * @example active
       * @enum {string}
       */
      status: 'pending' | 'active' | 'canceled' | 'terminated';
      /**
       * @description Whether billing periods follow the calendar (weeks from Monday, months from the 1st) or the day of `subscription_at`
       * @example anniversary
       * @enum {string}
       */
      billing_time: 'calendar' | 'anniversary';
      /**
       * Format: date-time
       * @description When the subscription starts, from 2000 to 2099. Until then it is pending. If in the past, past periods are not billed
       * @example 2026-01-01T00:00:00.000Z
       */
      subscription_at: string;
      /**
       * Format: date-time
       * @description When the subscription started; null while it is pending
       * @example 2026-01-15T09:30:00.000Z
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description When the trial is scheduled to end; null without a trial
       * @example 2026-01-15T09:30:00.000Z
       */
      trial_ends_at: string | null;
      /**
       * Format: date-time
       * @description When the trial actually ended
       * @example 2026-01-15T09:30:00.000Z
       */
      trial_ended_at: string | null;
      /**
       * Format: date-time
       * @description When the subscription terminates automatically, in 2099 at the latest; null for never
       * @example 2099-12-31T00:00:00.000Z
       */
      ending_at: string | null;
      /**
       * Format: date-time
       * @description When the cancellation was requested; for an active subscription, it takes effect at `cancels_at`
       * @example 2026-01-15T09:30:00.000Z
       */
      canceled_at: string | null;
      /**
       * Format: date-time
       * @description When the scheduled cancellation takes effect; null if none is scheduled
       * @example 2026-01-15T09:30:00.000Z
       */
      cancels_at: string | null;
      /**
       * Format: date-time
       * @description When the subscription was terminated
       * @example 2026-01-15T09:30:00.000Z
       */
      terminated_at: string | null;
      /**
       * Format: uuid
       * @description ID of the plan before the last plan change; the same plan if that was to a newer version
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      previous_plan_id: string | null;
      /**
       * Format: uuid
       * @description ID of the plan that the subscription changes to at the end of the period, in the version that was the newest when the change was requested; the same plan if only its version changes
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      next_plan_id: string | null;
      /**
       * @description Whether a termination creates a last invoice
       * @example generate_invoice
       * @enum {string}
       */
      on_termination_action: 'generate_invoice' | 'skip';
      /** @description Current billing period, or the last one after the end of the subscription; null before the start */
      current_period: components['schemas']['SubscriptionPeriod'] | null;
      /** @description Why billing the subscription fails; null unless it does. The subscription is then set aside: the end of its period, or whatever else is due, is retried */
      billing_error: components['schemas']['BillingError'] | null;
      /**
       * Format: date-time
       * @description When the subscription was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the subscription was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateSubscription: {
      /**
       * @description Your own name for the subscription
       * @example Head office
       */
      name?: string | null;
      /**
       * Format: date-time
       * @description When the subscription terminates automatically, in 2099 at the latest; null for never
       * @example 2099-12-31T00:00:00.000Z
       */
      ending_at?: string | null;
      /**
       * @description Whether a termination creates a last invoice
       * @default generate_invoice
       * @example generate_invoice
       * @enum {string}
       */
      on_termination_action?: 'generate_invoice' | 'skip';
      /**
       * Format: uuid
       * @description ID of the plan; cannot be combined with `plan_code`
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id?: string;
      /**
       * @description Instead of `plan_id`: the `code` of the plan
       * @example pro_monthly
       */
      plan_code?: string;
    };
    PreviewPlanChange: {
      /**
       * Format: uuid
       * @description ID of the new plan, or of the current one if it has a newer version; required unless `plan_code` is given
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id?: string;
      /**
       * @description Instead of `plan_id`: the `code` of the plan
       * @example pro_monthly
       */
      plan_code?: string;
    };
    PlanChangeInvoice: {
      /**
       * @description Currency of the amounts
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Sum of the fees, with the usage before `effective_at`
       * @example 4900
       */
      fees_amount_cents: number;
      /**
       * Format: int64
       * @description Sum of the coupons
       * @example 0
       */
      coupons_amount_cents: number;
      /**
       * @description Coupons that lower the fees, in the order in which they apply
       * @example []
       */
      coupons: components['schemas']['InvoiceCoupon'][];
      /**
       * Format: int64
       * @description Sum of the taxes on the fees
       * @example 980
       */
      taxes_amount_cents: number;
      /**
       * @description Taxes on the fees, each with its sum over all fees, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
      /**
       * Format: int64
       * @description Fees - coupons + taxes, before credit notes and wallets
       * @example 5880
       */
      total_amount_cents: number;
    };
    PlanChangePreview: {
      /**
       * Format: uuid
       * @description ID of the subscription
       * @example 0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20
       */
      subscription_id: string;
      /**
       * @description Kind of change: an upgrade costs at least as much per year as the current plan
       * @example upgrade
       * @enum {string}
       */
      change: 'upgrade' | 'downgrade';
      /**
       * Format: date-time
       * @description When the change takes effect: an upgrade now, a downgrade at the end of the period
       * @example 2026-01-15T09:30:00.000Z
       */
      effective_at: string;
      /**
       * Format: uuid
       * @description ID of the current plan
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      current_plan_id: string;
      /**
       * Format: uuid
       * @description ID of the new plan
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5b
       */
      plan_id: string;
      /** @description First billing period of the new plan */
      period: components['schemas']['SubscriptionPeriod'];
      /**
       * Format: int64
       * @description Prorated fee for `period`, even if it is billed later
       * @example 2529
       */
      fee_amount_cents: number;
      /**
       * Format: date-time
       * @description When the trial ends, if it continues under the new plan; otherwise null
       * @example 2026-01-31T09:30:00.000Z
       */
      trial_ends_at: string | null;
      /**
       * Format: int64
       * @description Amount, before taxes, of the credit note for the unused part of the prepaid fee; 0 if there is none
       * @example 1500
       */
      credit_amount_cents: number;
      /**
       * @description Currency of the new plan
       * @example EUR
       */
      currency: string;
      /** @description Invoices that the change creates */
      invoices: components['schemas']['PlanChangeInvoice'][];
    };
    SubscriptionBilledPeriod: {
      /**
       * Format: date-time
       * @description Start of the period, inclusive
       * @example 2026-01-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description End of the period, exclusive
       * @example 2026-02-01T00:00:00.000Z
       */
      to: string;
      /**
       * Format: date-time
       * @description Start of the billed usage, inclusive
       * @example 2026-01-01T09:30:00.000Z
       */
      charges_from: string;
      /**
       * Format: date-time
       * @description End of the billed usage, exclusive
       * @example 2026-02-01T00:00:00.000Z
       */
      charges_to: string;
    };
    SubscriptionPeriods: {
      /** @description Billing period that contains `at` */
      current: components['schemas']['SubscriptionPeriod'];
      /** @description Period that an invoice created at `at` would cover */
      billed: components['schemas']['SubscriptionBilledPeriod'];
    };
    MigratePlan: {
      /**
       * @description At most 100 versions whose subscriptions are moved. Default: all earlier versions
       * @example [
       *       1
       *     ]
       */
      from_versions?: number[];
      /**
       * @description When subscriptions move: immediately, or at the end of their billing period. Pending subscriptions move immediately
       * @example period_end
       * @enum {string}
       */
      at: 'now' | 'period_end';
    };
    PlanMigrationFailure: {
      /**
       * Format: uuid
       * @description ID of the subscription
       * @example 0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20
       */
      subscription_id: string;
      /**
       * @description Code of the failure, as in the `billing_error` of a subscription or in an error response
       * @example amount_out_of_range
       */
      code: string;
      /**
       * @description Why the subscription was not moved
       * @example An amount of the invoice is greater than 2^53-1.
       */
      message: string;
    };
    PlanMigration: {
      /**
       * Format: uuid
       * @description ID of the migration
       * @example 0199a3c4-5b7e-7c11-9a53-2b4d6f8a0c1e
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the plan
       * @example 0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a
       */
      plan_id: string;
      /**
       * Format: int64
       * @description Version to which subscriptions are moved: the newest one at the time of the request
       * @example 2
       */
      to_version: number;
      /**
       * @description Versions whose subscriptions are moved; null for all earlier versions
       * @example [
       *       1
       *     ]
       */
      from_versions: number[] | null;
      /**
       * @description When subscriptions move: immediately, or at the end of their billing period. Pending subscriptions move immediately
       * @example period_end
       * @enum {string}
       */
      at: 'now' | 'period_end';
      /**
       * @description Whether subscriptions remain to be moved
       * @example running
       * @enum {string}
       */
      status: 'running' | 'completed';
      /**
       * Format: int64
       * @description Number of pending and active subscriptions on the versions to move
       * @example 250
       */
      total: number;
      /**
       * Format: int64
       * @description Number of subscriptions that have moved, are scheduled to move, or leave the plan or end anyway. Once the migration is completed, `done` + `failed` = `total`
       * @example 120
       */
      done: number;
      /**
       * Format: int64
       * @description Number of subscriptions that could not be moved; they keep their version
       * @example 0
       */
      failed: number;
      /** @description The first 100 failures */
      failures: components['schemas']['PlanMigrationFailure'][];
      /**
       * Format: date-time
       * @description When the migration was requested
       * @example 2026-01-15T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the last subscription was processed; null while the migration is running
       * @example 2026-01-15T09:31:00.000Z
       */
      completed_at: string | null;
    };
    CreditNoteItemInput: {
      /**
       * Format: uuid
       * @description ID of a fee of the invoice
       * @example 0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b
       */
      fee_id: string;
      /**
       * Format: int64
       * @description Amount to credit for this fee, before taxes, in minor units
       * @example 1000
       */
      amount_cents: number;
    };
    CreateCreditNote: {
      /**
       * Format: uuid
       * @description ID of the credited invoice
       * @example 0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a
       */
      invoice_id: string;
      /**
       * @description Reason for the credit note
       * @example product_unsatisfactory
       * @enum {string}
       */
      reason:
        | 'duplicated_charge'
        | 'product_unsatisfactory'
        | 'order_change'
        | 'order_cancellation'
        | 'fraudulent_charge'
        | 'other';
      /**
       * @description Description for your own use
       * @example The import failed for two days
       */
      description?: string | null;
      /**
       * @description 1 to 1000 fees to credit. The taxes of each fee are added
       * @example [
       *       {
       *         "fee_id": "0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b",
       *         "amount_cents": 1000
       *       }
       *     ]
       */
      items: components['schemas']['CreditNoteItemInput'][];
      /**
       * Format: int64
       * @description Credit for later invoices, in minor units. Defaults to the total if none of the three amounts is sent
       * @example 1000
       */
      credit_amount_cents?: number;
      /**
       * Format: int64
       * @description Amount to refund to the customer, in minor units; at most the amount paid and not refunded
       * @example 0
       */
      refund_amount_cents?: number;
      /**
       * Format: int64
       * @description Amount to offset against the amount due on the same invoice, in minor units; at most the amount due
       * @example 0
       */
      offset_amount_cents?: number;
      /**
       * @description Whether to finalize the credit note immediately; otherwise it remains a draft
       * @default false
       * @example false
       */
      finalize?: boolean;
    };
    CreditNoteItem: {
      /**
       * Format: uuid
       * @description ID of the item
       * @example 0199a3c4-5b7e-7eaa-b1c2-9d0e1f2a3b4c
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of a fee of the invoice
       * @example 0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b
       */
      fee_id: string;
      /**
       * Format: int64
       * @description Amount to credit for this fee, before taxes, in minor units
       * @example 1000
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Taxes on this amount, in minor units
       * @example 200
       */
      taxes_amount_cents: number;
      /**
       * @description Taxes on this amount, each with its part, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
    };
    CreditNote: {
      /** @description Seller as of the finalization; null before, and in documents of earlier versions */
      seller: components['schemas']['Party'] | null;
      /** @description Buyer as of the finalization; null before, and in documents of earlier versions */
      buyer: components['schemas']['Party'] | null;
      /**
       * @description Locale of the document, frozen at the finalization; null before
       * @example fr-FR
       */
      locale: string | null;
      /**
       * @description SHA-256 digest of the PDF, in hexadecimal digits; null until the PDF is stored, seconds after the finalization
       * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
       */
      document_sha256: string | null;
      /**
       * Format: uuid
       * @description ID of the credit note
       * @example 0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d
       */
      id: string;
      /**
       * @description Invoice number, followed by the sequence number of the note; null while the invoice is a draft
       * @example INV-000042-CN1
       */
      number: string | null;
      /**
       * Format: uuid
       * @description ID of the credited invoice
       * @example 0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a
       */
      invoice_id: string;
      /**
       * Format: uuid
       * @description ID of the invoice's customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description Status of the credit note; credit can be used only while it is `finalized`. A note on a draft invoice remains a draft until the invoice is finalized
       * @example finalized
       * @enum {string}
       */
      status: 'draft' | 'finalized' | 'voided';
      /**
       * @description Reason for the credit note
       * @example product_unsatisfactory
       * @enum {string}
       */
      reason:
        | 'duplicated_charge'
        | 'product_unsatisfactory'
        | 'order_change'
        | 'order_cancellation'
        | 'fraudulent_charge'
        | 'other';
      /**
       * @description Description for your own use
       * @example The import failed for two days
       */
      description: string | null;
      /**
       * @description Currency of the invoice
       * @example EUR
       */
      currency: string;
      /** @description Credited fees */
      items: components['schemas']['CreditNoteItem'][];
      /**
       * Format: int64
       * @description Credit for later invoices, in minor units
       * @example 1200
       */
      credit_amount_cents: number;
      /**
       * Format: int64
       * @description Amount to refund to the customer, in minor units; at most the amount paid and not refunded
       * @example 0
       */
      refund_amount_cents: number;
      /**
       * Format: int64
       * @description Amount to offset against the amount due on the same invoice, in minor units; at most the amount due
       * @example 0
       */
      offset_amount_cents: number;
      /**
       * @description Whether refunds of payments have returned the refund: `pending` until all of it is returned, `failed` after a refund failed, until it is made again; null without a refund, and before finalization
       * @example null
       * @enum {string|null}
       */
      refund_status: 'pending' | 'succeeded' | 'failed' | null;
      /**
       * Format: int64
       * @description Credit that is still available to invoices, in minor units; 0 unless the note is finalized
       * @example 1200
       */
      balance_amount_cents: number;
      /**
       * Format: int64
       * @description Taxes on all items, in minor units
       * @example 200
       */
      taxes_amount_cents: number;
      /**
       * @description Taxes on all items, each with its sum, ordered by code. The amounts add up to exactly `taxes_amount_cents`
       * @example [
       *       {
       *         "code": "vat_20",
       *         "name": "VAT",
       *         "rate": "20",
       *         "base_amount_cents": 4900,
       *         "amount_cents": 980
       *       }
       *     ]
       */
      taxes: components['schemas']['TaxAmount'][];
      /** @description Sums by tax category and rate (EN 16931) */
      tax_categories: components['schemas']['TaxCategory'][];
      /**
       * Format: int64
       * @description Sum of all items, including taxes, in minor units
       * @example 1200
       */
      total_amount_cents: number;
      /**
       * Format: date
       * @description Local date on which the credit note was finalized; null if never
       * @example 2026-01-01
       */
      issuing_date: string | null;
      /**
       * Format: date-time
       * @description When the credit note was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the credit note was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When the credit note was finalized; null if never
       * @example 2026-01-01T09:30:00.000Z
       */
      finalized_at: string | null;
      /**
       * Format: date-time
       * @description When the credit note was voided; null if never
       * @example null
       */
      voided_at: string | null;
    };
    CreateWallet: {
      /**
       * Format: uuid
       * @description ID of the customer; required unless `external_customer_id` is given
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id?: string;
      /**
       * @description Instead of `customer_id`: the `external_id` of the customer
       * @example cust_1042
       */
      external_customer_id?: string;
      /**
       * @description Name of the wallet
       * @example Prepaid credits
       */
      name?: string | null;
      /**
       * @description Your own ID for the wallet; unique among the customer's active wallets
       * @example prepaid
       */
      code?: string | null;
      /**
       * @description Currency of the wallet; only invoices in this currency use it
       * @example EUR
       */
      currency: string;
      /**
       * @description Value of one credit, in major units of the currency
       * @example 1.5
       */
      rate_amount: string;
      /**
       * Format: int32
       * @description Invoices use the wallet with the lowest number first; among equal numbers, the oldest wallet
       * @default 50
       * @example 1
       */
      priority?: number;
      /**
       * Format: date-time
       * @description When the wallet is terminated and its balance voided; null for never
       * @example 2036-12-31T23:00:00.000Z
       */
      expiration_at?: string | null;
      /**
       * @description Credits that the customer has already paid for; at most 5 decimals. Their value is credits x rate_amount, rounded half up to the minor unit
       * @example 100
       */
      paid_credits?: string;
      /**
       * @description Credits granted for free; at most 5 decimals. Their value is credits x rate_amount, rounded half up to the minor unit
       * @example 10
       */
      granted_credits?: string;
    };
    Wallet: {
      /**
       * Format: uuid
       * @description ID of the wallet
       * @example 0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description Name of the wallet
       * @example Prepaid credits
       */
      name: string | null;
      /**
       * @description Your own ID for the wallet; unique among the customer's active wallets
       * @example prepaid
       */
      code: string | null;
      /**
       * @description Currency of the wallet; only invoices in this currency use it
       * @example EUR
       */
      currency: string;
      /**
       * @description Value of one credit, in major units of the currency
       * @example 1.5
       */
      rate_amount: string;
      /**
       * Format: int64
       * @description Invoices use the wallet with the lowest number first; among equal numbers, the oldest wallet
       * @example 1
       */
      priority: number;
      /**
       * Format: date-time
       * @description When the wallet is terminated and its balance voided; null for never
       * @example 2036-12-31T23:00:00.000Z
       */
      expiration_at: string | null;
      /**
       * @description Status of the wallet; a `terminated` wallet can no longer be used or changed
       * @example active
       * @enum {string}
       */
      status: 'active' | 'terminated';
      /**
       * @description Balance in credits: the sum of the transactions
       * @example 110
       */
      credits_balance: string;
      /**
       * Format: int64
       * @description Balance in minor units: the sum of the transactions
       * @example 16500
       */
      balance_cents: number;
      /**
       * @description Credits used by invoices, minus those returned by voided invoices
       * @example 0
       */
      consumed_credits: string;
      /**
       * Format: int64
       * @description Amount used by invoices, minus the amount returned by voided invoices, in minor units
       * @example 0
       */
      consumed_amount_cents: number;
      /**
       * Format: date-time
       * @description When the wallet was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the wallet was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description When the wallet was terminated; null while it is active
       * @example null
       */
      terminated_at: string | null;
    };
    UpdateWallet: {
      /**
       * @description Name of the wallet
       * @example Prepaid credits
       */
      name?: string | null;
      /**
       * Format: int32
       * @description Invoices use the wallet with the lowest number first; among equal numbers, the oldest wallet
       * @default 50
       * @example 1
       */
      priority?: number;
      /**
       * Format: date-time
       * @description When the wallet is terminated and its balance voided; null for never
       * @example 2036-12-31T23:00:00.000Z
       */
      expiration_at?: string | null;
    };
    TopUpWallet: {
      /**
       * @description Credits to add; at most 5 decimals. Their value is credits x rate_amount, rounded half up to the minor unit
       * @example 25.5
       */
      credits: string;
      /**
       * @description `paid`: the customer has already paid for the credits; `granted`: the credits are free
       * @example paid
       * @enum {string}
       */
      source: 'paid' | 'granted';
    };
    WalletTransaction: {
      /**
       * Format: uuid
       * @description ID of the transaction
       * @example 0199a3c4-5b7e-7b33-9c44-6e8f0a1b2c3d
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the wallet
       * @example 0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b
       */
      wallet_id: string;
      /**
       * Format: int64
       * @description Number of the transaction in its wallet, starting at 1, without gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description `inbound` adds credits to the wallet, `outbound` removes them
       * @example inbound
       * @enum {string}
       */
      transaction_type: 'inbound' | 'outbound';
      /**
       * @description `purchased` or `granted`: credits were added; `invoiced`: an invoice used them; `voided`: the wallet was terminated or expired
       * @example purchased
       * @enum {string}
       */
      transaction_status: 'purchased' | 'granted' | 'invoiced' | 'voided';
      /**
       * @description Cause of the transaction: a `paid` or `granted` top-up, an `invoice` that used credits, a `voided_invoice` that returned them, or the `termination` or `expiration` of the wallet
       * @example paid
       * @enum {string}
       */
      source: 'paid' | 'granted' | 'invoice' | 'voided_invoice' | 'termination' | 'expiration';
      /**
       * @description Number of credits added or removed
       * @example 100
       */
      credits: string;
      /**
       * Format: int64
       * @description Value of the credits, in minor units
       * @example 15000
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Balance of the wallet after the transaction, in minor units
       * @example 15000
       */
      balance_after_cents: number;
      /**
       * @description Currency of the wallet
       * @example EUR
       */
      currency: string;
      /**
       * Format: uuid
       * @description ID of the invoice that used or returned the credits; otherwise null
       * @example null
       */
      invoice_id: string | null;
      /**
       * Format: date-time
       * @description When the transaction was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
    };
    CreateCoupon: {
      /**
       * @description Code by which the coupon is applied; unique in your organization
       * @example welcome
       */
      code: string;
      /**
       * @description Name of the coupon on invoices
       * @example Welcome
       */
      name: string;
      /**
       * @description `fixed_amount` deducts an amount from a bill, `percentage` a percentage of its fees
       * @example fixed_amount
       * @enum {string}
       */
      coupon_type: 'fixed_amount' | 'percentage';
      /**
       * Format: int64
       * @description Amount of a `fixed_amount` coupon, in minor units; otherwise null
       * @example 1000
       */
      amount_cents?: number | null;
      /**
       * @description Currency of a `fixed_amount` coupon, which lowers only bills in it; otherwise null
       * @example EUR
       */
      currency?: string | null;
      /**
       * @description Percentage of a `percentage` coupon; otherwise null
       * @example null
       */
      percentage_rate?: string | null;
      /**
       * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
       * @example once
       * @enum {string}
       */
      frequency: 'once' | 'recurring' | 'forever';
      /**
       * Format: int32
       * @description Number of bills of a `recurring` coupon; otherwise null
       * @example null
       */
      frequency_duration?: number | null;
      /**
       * Format: date-time
       * @description From when on the coupon cannot be applied; null for never. Earlier applications continue
       * @example 2036-12-31T23:00:00.000Z
       */
      expiration_at?: string | null;
      /**
       * @description Whether a customer may get the coupon more than once
       * @default true
       * @example true
       */
      reusable?: boolean;
      /**
       * @description Codes of the plans whose fees and charges the coupon lowers; empty for no limit
       * @example []
       */
      plan_codes?: string[];
      /**
       * @description Codes of the billable metrics whose charges the coupon lowers; empty for no limit
       * @example []
       */
      billable_metric_codes?: string[];
    };
    Coupon: {
      /**
       * Format: uuid
       * @description ID of the coupon
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41
       */
      id: string;
      /**
       * @description Code by which the coupon is applied; unique in your organization
       * @example welcome
       */
      code: string;
      /**
       * @description Name of the coupon on invoices
       * @example Welcome
       */
      name: string;
      /**
       * @description `fixed_amount` deducts an amount from a bill, `percentage` a percentage of its fees
       * @example fixed_amount
       * @enum {string}
       */
      coupon_type: 'fixed_amount' | 'percentage';
      /**
       * Format: int64
       * @description Amount of a `fixed_amount` coupon, in minor units; otherwise null
       * @example 1000
       */
      amount_cents: number | null;
      /**
       * @description Currency of a `fixed_amount` coupon, which lowers only bills in it; otherwise null
       * @example EUR
       */
      currency: string | null;
      /**
       * @description Percentage of a `percentage` coupon; otherwise null
       * @example null
       */
      percentage_rate: string | null;
      /**
       * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
       * @example once
       * @enum {string}
       */
      frequency: 'once' | 'recurring' | 'forever';
      /**
       * Format: int64
       * @description Number of bills of a `recurring` coupon; otherwise null
       * @example null
       */
      frequency_duration: number | null;
      /**
       * Format: date-time
       * @description From when on the coupon cannot be applied; null for never. Earlier applications continue
       * @example 2036-12-31T23:00:00.000Z
       */
      expiration_at: string | null;
      /**
       * @description Whether a customer may get the coupon more than once
       * @example true
       */
      reusable: boolean;
      /**
       * @description Codes of the plans whose fees and charges the coupon lowers; empty for no limit
       * @example [
       *       "pro_monthly"
       *     ]
       */
      plan_codes: string[];
      /**
       * @description Codes of the billable metrics whose charges the coupon lowers; empty for no limit
       * @example []
       */
      billable_metric_codes: string[];
      /**
       * Format: date-time
       * @description When the coupon was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the coupon was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateCoupon: {
      /**
       * @description Name of the coupon on invoices
       * @example Welcome
       */
      name?: string;
      /**
       * @description `fixed_amount` deducts an amount from a bill, `percentage` a percentage of its fees
       * @example fixed_amount
       * @enum {string}
       */
      coupon_type?: 'fixed_amount' | 'percentage';
      /**
       * Format: int64
       * @description Amount of a `fixed_amount` coupon, in minor units; otherwise null
       * @example 1000
       */
      amount_cents?: number | null;
      /**
       * @description Currency of a `fixed_amount` coupon, which lowers only bills in it; otherwise null
       * @example EUR
       */
      currency?: string | null;
      /**
       * @description Percentage of a `percentage` coupon; otherwise null
       * @example null
       */
      percentage_rate?: string | null;
      /**
       * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
       * @example once
       * @enum {string}
       */
      frequency?: 'once' | 'recurring' | 'forever';
      /**
       * Format: int32
       * @description Number of bills of a `recurring` coupon; otherwise null
       * @example null
       */
      frequency_duration?: number | null;
      /**
       * Format: date-time
       * @description From when on the coupon cannot be applied; null for never. Earlier applications continue
       * @example 2036-12-31T23:00:00.000Z
       */
      expiration_at?: string | null;
      /**
       * @description Whether a customer may get the coupon more than once
       * @default true
       * @example true
       */
      reusable?: boolean;
      /**
       * @description Codes of the plans whose fees and charges the coupon lowers; empty for no limit
       * @example []
       */
      plan_codes?: string[];
      /**
       * @description Codes of the billable metrics whose charges the coupon lowers; empty for no limit
       * @example []
       */
      billable_metric_codes?: string[];
    };
    ApplyCoupon: {
      /**
       * Format: int64
       * @description Amount for this customer; by default that of the coupon
       * @example 1000
       */
      amount_cents?: number | null;
      /**
       * @description Percentage for this customer; by default that of the coupon
       * @example null
       */
      percentage_rate?: string | null;
      /**
       * @description Frequency for this customer; by default that of the coupon
       * @example once
       * @enum {string|null}
       */
      frequency?: 'once' | 'recurring' | 'forever' | null;
      /**
       * Format: int32
       * @description Number of bills for this customer; by default that of the coupon, if its frequency is kept
       * @example null
       */
      frequency_duration?: number | null;
      /**
       * @description Code of the coupon
       * @example welcome
       */
      coupon_code: string;
    };
    AppliedCoupon: {
      /**
       * Format: uuid
       * @description ID of the applied coupon
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the coupon
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41
       */
      coupon_id: string;
      /**
       * @description Code of the coupon
       * @example welcome
       */
      code: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description `exhausted`: used up by invoices; `ended`: ended by a call, with its coupon or its customer
       * @example active
       * @enum {string}
       */
      status: 'active' | 'exhausted' | 'ended';
      /**
       * @description `fixed_amount` deducts an amount from a bill, `percentage` a percentage of its fees
       * @example fixed_amount
       * @enum {string}
       */
      coupon_type: 'fixed_amount' | 'percentage';
      /**
       * Format: int64
       * @description Amount of a `fixed_amount` coupon, in minor units; otherwise null
       * @example 1000
       */
      amount_cents: number | null;
      /**
       * @description Currency of a `fixed_amount` coupon, which lowers only bills in it; otherwise null
       * @example EUR
       */
      currency: string | null;
      /**
       * @description Percentage of a `percentage` coupon; otherwise null
       * @example null
       */
      percentage_rate: string | null;
      /**
       * Format: int64
       * @description Amount left of a fixed amount with the frequency `once`, in minor units; otherwise null
       * @example 1000
       */
      amount_remaining_cents: number | null;
      /**
       * @description `once`: a fixed amount until it is used up, over several bills if need be; a percentage on one bill. `recurring`: in full on `frequency_duration` bills. `forever`: in full on every bill.
       * @example once
       * @enum {string}
       */
      frequency: 'once' | 'recurring' | 'forever';
      /**
       * Format: int64
       * @description Number of bills left of a `recurring` coupon; otherwise null
       * @example null
       */
      frequency_duration_remaining: number | null;
      /**
       * Format: date-time
       * @description When the coupon was applied
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the applied coupon was ended; null unless its status is `ended`
       * @example null
       */
      ended_at: string | null;
    };
    WebhookAnswer: {
      /**
       * @description Overall status: `processed` if at least one event in the body was processed. `processed`: changed a payment; `ignored`: had no effect; `failed`: could not be parsed or applied; `held`: waits until the payment succeeds; `received`: part of a large batch, processed within seconds
       * @example processed
       * @enum {string}
       */
      status: 'received' | 'processed' | 'ignored' | 'failed' | 'held';
      /**
       * @description Event type of the provider; null for a body with several events
       * @example payment_intent.succeeded
       */
      event_type: string | null;
      /**
       * @description Why the notification had no effect or an unexpected one; absent otherwise
       * @example The event has already been received.
       */
      reason?: string;
    };
    RecordPayment: {
      /**
       * Format: uuid
       * @description ID of the invoice that is paid
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      invoice_id?: string | null;
      /**
       * Format: uuid
       * @description ID of the payment request that is paid instead of an invoice; exactly one of invoice_id, payment_request_id, and target_kind with target_id is required
       * @example null
       */
      payment_request_id?: string | null;
      /**
       * @description Kind of the record that is paid instead of an invoice or a payment request. Your own modules add kinds
       * @example null
       */
      target_kind?: string | null;
      /**
       * Format: uuid
       * @description ID of the record of this kind that is paid
       * @example null
       */
      target_id?: string | null;
      /**
       * @description If set, must be the currency of what is paid
       * @example EUR
       */
      currency?: string;
      /**
       * @description Your own reference, e.g. from the bank statement
       * @example Transfer 2026-0042
       */
      reference?: string | null;
      /**
       * @description Your own key-value pairs
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description Amount received, in minor units; at most the amount due
       * @example 5000
       */
      amount_cents: number;
    };
    Payment: {
      /**
       * Format: uuid
       * @description ID of the payment
       * @example 0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the invoice that is paid
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      invoice_id: string | null;
      /**
       * Format: uuid
       * @description ID of the payment request that is paid instead of an invoice
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b
       */
      payment_request_id: string | null;
      /**
       * @description Kind of the record that is paid instead of an invoice or a payment request. Your own modules add kinds; null for an invoice or a payment request
       * @example null
       */
      target_kind: string | null;
      /**
       * Format: uuid
       * @description ID of the record of this kind that is paid; null for an invoice or a payment request
       * @example null
       */
      target_id: string | null;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c
       */
      customer_id: string;
      /**
       * Format: int64
       * @description Expected amount, in minor units; once the payment has succeeded, the amount received
       * @example 5000
       */
      amount_cents: number;
      /**
       * @description ISO 4217 currency code of what is paid
       * @example EUR
       */
      currency: string;
      /**
       * @description Name of the provider that reports on the payment
       * @example stripe
       * @enum {string}
       */
      provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      /**
       * @description ID of the payment at the provider
       * @example pi_3PqXyz
       */
      provider_payment_id: string | null;
      /**
       * @description ID of the checkout at the provider
       * @example cs_live_a1B2c3
       */
      provider_checkout_id: string | null;
      /**
       * @description Status of the payment; a payment that was reversed after it succeeded is `failed`
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'refunded';
      /**
       * Format: int64
       * @description Amount refunded so far, in minor units
       * @example 0
       */
      refunded_amount_cents: number;
      /**
       * Format: int64
       * @description Amount that was taken back after the payment had succeeded and has not returned, in minor units
       * @example 0
       */
      reversed_amount_cents: number;
      /**
       * @description Why the payment failed or was canceled, if known
       * @example card_declined: Your card was declined.
       */
      failure_reason: string | null;
      /**
       * @description Your own reference, e.g. from the bank statement
       * @example Transfer 2026-0042
       */
      reference: string | null;
      /**
       * @description Your own key-value pairs
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When the payment succeeded, failed or was canceled
       * @example 2026-02-03T10:15:00.000Z
       */
      completed_at: string | null;
      /**
       * Format: date-time
       * @description When the payment was created
       * @example 2026-02-03T10:15:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the payment was last updated
       * @example 2026-02-03T10:15:00.000Z
       */
      updated_at: string;
    };
    CreatePayment: {
      /**
       * Format: uuid
       * @description ID of the invoice that is paid
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      invoice_id?: string | null;
      /**
       * Format: uuid
       * @description ID of the payment request that is paid instead of an invoice; exactly one of invoice_id, payment_request_id, and target_kind with target_id is required
       * @example null
       */
      payment_request_id?: string | null;
      /**
       * @description Kind of the record that is paid instead of an invoice or a payment request. Your own modules add kinds
       * @example null
       */
      target_kind?: string | null;
      /**
       * Format: uuid
       * @description ID of the record of this kind that is paid
       * @example null
       */
      target_id?: string | null;
      /**
       * @description If set, must be the currency of what is paid
       * @example EUR
       */
      currency?: string;
      /**
       * @description Your own reference, e.g. from the bank statement
       * @example Transfer 2026-0042
       */
      reference?: string | null;
      /**
       * @description Your own key-value pairs
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /**
       * @description Name of the provider that reports on the payment
       * @example stripe
       * @enum {string}
       */
      provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      /**
       * @description ID of the payment at the provider
       * @example pi_3PqXyz
       */
      provider_payment_id?: string | null;
      /**
       * @description ID of the checkout at the provider
       * @example cs_live_a1B2c3
       */
      provider_checkout_id?: string | null;
      /**
       * Format: int64
       * @description Expected amount, in minor units; at most the amount due. Default: the amount due
       * @example 5000
       */
      amount_cents?: number;
    };
    RefundPayment: {
      /**
       * Format: int64
       * @description Amount refunded, in minor units. Default: the amount not yet refunded
       * @example 1500
       */
      amount_cents?: number;
    };
    ProviderConnection: {
      /**
       * Format: uuid
       * @description ID of the connection
       * @example 0199a3c4-5b7e-7f12-8a3c-4d5e6f708192
       */
      id: string;
      /**
       * @description Payment provider of the connection
       * @example stripe
       * @enum {string}
       */
      provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      /**
       * @description URL to which the provider must send its webhooks. It identifies this connection and is not a secret
       * @example https://billing.example.com/v1/payments/webhook/stripe?connection=Zk3p...
       */
      webhook_url: string;
      /**
       * @description ID of your account at the provider (Stripe Connect `account`, Razorpay `account_id`, GoCardless organisation, Dodo `business_id`). Identifies you if the webhook URL has no `?connection=`
       * @example acc_9A33XWu170gUtm
       */
      provider_account_id: string | null;
      /**
       * Format: date-time
       * @description When signatures made with the previous secret are no longer accepted; null if there is none
       * @example 2026-02-03T10:15:00.000Z
       */
      previous_secret_expires_at: string | null;
      /**
       * Format: date-time
       * @description When the connection was created
       * @example 2026-02-03T10:15:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the connection was last updated
       * @example 2026-02-03T10:15:00.000Z
       */
      updated_at: string;
    };
    PutProviderConnection: {
      /**
       * @description Secret with which the provider signs its webhooks. Never returned
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      webhook_secret: string;
      /**
       * Format: date-time
       * @description When signatures made with the previous secret are no longer accepted. Default: after 24 hours, for Razorpay after 15 days; a time in the past revokes the secret immediately. Null counts as absent
       * @example 2026-02-04T10:15:00.000Z
       */
      previous_secret_expires_at?: string | null;
      /**
       * @description ID of your account at the provider (Stripe Connect `account`, Razorpay `account_id`, GoCardless organisation, Dodo `business_id`). Identifies you if the webhook URL has no `?connection=`
       * @example acc_9A33XWu170gUtm
       */
      provider_account_id?: string | null;
    };
    ProviderNotification: {
      /**
       * Format: uuid
       * @description ID of the notification
       * @example 0199a3c4-5b7e-7a11-9b2c-3d4e5f607182
       */
      id: string;
      /**
       * @description Name of the provider
       * @example stripe
       * @enum {string}
       */
      provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      /**
       * @description ID of the event at the provider; `sha256:` and the hash of the body if the event has none
       * @example evt_1PqXyz
       */
      event_id: string;
      /**
       * @description Event type of the provider
       * @example payment_intent.succeeded
       */
      event_type: string | null;
      /**
       * Format: date-time
       * @description When the event occurred, by the provider's clock
       * @example 2026-02-03T10:15:00.000Z
       */
      occurred_at: string | null;
      /**
       * @description `processed`: changed a payment; `ignored`: had no effect; `failed`: could not be parsed or applied; `held`: waits until the payment succeeds; `received`: part of a large batch, processed within seconds
       * @example processed
       * @enum {string}
       */
      status: 'received' | 'processed' | 'ignored' | 'failed' | 'held';
      /**
       * @description Why the notification had no effect or an unexpected one; null otherwise
       * @example The notification is in EUR, but the payment is in USD.
       */
      reason: string | null;
      /**
       * @description Change made by the notification; null if there was none
       * @example The payment has succeeded and covers 5000 of the 5000 due.
       */
      effect: string | null;
      /**
       * @description Whether the notification needs manual review
       * @example false
       */
      needs_review: boolean;
      /**
       * Format: uuid
       * @description ID of the payment that the notification concerns
       * @example 0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e
       */
      payment_id: string | null;
      /**
       * Format: date-time
       * @description When the notification was received
       * @example 2026-02-03T10:15:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the notification was last processed
       * @example 2026-02-03T10:15:00.000Z
       */
      updated_at: string;
    };
    CreateCampaignThreshold: {
      /**
       * @description Currency of the overdue amount
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Overdue amount at which a payment request is opened, in minor units
       * @example 5000
       */
      amount_cents: number;
    };
    CreateDunningCampaign: {
      /**
       * @description Your own code for the campaign; unique in your organization
       * @example gentle
       */
      code: string;
      /**
       * @description Name of the campaign
       * @example Gentle reminders
       */
      name: string;
      /**
       * @description Description for your own use
       * @example For long-standing customers
       */
      description?: string | null;
      /**
       * @description An inactive campaign opens no new payment requests; open ones continue. A customer with an inactive assigned campaign does not fall back to the default campaign
       * @default active
       * @example active
       * @enum {string}
       */
      status?: 'active' | 'inactive';
      /**
       * Format: int32
       * @description Number of payment attempts before a payment request fails
       * @example 3
       */
      max_attempts: number;
      /**
       * Format: int32
       * @description Days between attempts, in the customer's time zone
       * @example 7
       */
      days_between_attempts: number;
      /** @description Overdue amount per currency that triggers dunning */
      thresholds: components['schemas']['CreateCampaignThreshold'][];
      /**
       * @description Whether this is the default campaign, used for customers that have no campaign assigned. An organization has at most one; a new default replaces the previous one
       * @default false
       * @example false
       */
      applied_to_organization?: boolean;
    };
    CampaignThreshold: {
      /**
       * @description Currency of the overdue amount
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Overdue amount at which a payment request is opened, in minor units
       * @example 5000
       */
      amount_cents: number;
    };
    DunningCampaign: {
      /**
       * Format: uuid
       * @description ID of the dunning campaign
       * @example 0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a
       */
      id: string;
      /**
       * @description Your own code for the campaign; unique in your organization
       * @example gentle
       */
      code: string;
      /**
       * @description Name of the campaign
       * @example Gentle reminders
       */
      name: string;
      /**
       * @description Description for your own use
       * @example For long-standing customers
       */
      description: string | null;
      /**
       * @description An inactive campaign opens no new payment requests; open ones continue. A customer with an inactive assigned campaign does not fall back to the default campaign
       * @example active
       * @enum {string}
       */
      status: 'active' | 'inactive';
      /**
       * Format: int64
       * @description Number of payment attempts before a payment request fails
       * @example 3
       */
      max_attempts: number;
      /**
       * Format: int64
       * @description Days between attempts, in the customer's time zone
       * @example 7
       */
      days_between_attempts: number;
      /** @description Overdue amount per currency that triggers dunning */
      thresholds: components['schemas']['CampaignThreshold'][];
      /**
       * @description Whether this is the default campaign, used for customers that have no campaign assigned. An organization has at most one; a new default replaces the previous one
       * @example false
       */
      applied_to_organization: boolean;
      /**
       * Format: date-time
       * @description When the dunning campaign was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the dunning campaign was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateDunningCampaign: {
      /**
       * @description Name of the campaign
       * @example Gentle reminders
       */
      name?: string;
      /**
       * @description Description for your own use
       * @example For long-standing customers
       */
      description?: string | null;
      /**
       * @description An inactive campaign opens no new payment requests; open ones continue. A customer with an inactive assigned campaign does not fall back to the default campaign
       * @default active
       * @example active
       * @enum {string}
       */
      status?: 'active' | 'inactive';
      /**
       * Format: int32
       * @description Number of payment attempts before a payment request fails
       * @example 3
       */
      max_attempts?: number;
      /**
       * Format: int32
       * @description Days between attempts, in the customer's time zone
       * @example 7
       */
      days_between_attempts?: number;
      /** @description Overdue amount per currency that triggers dunning */
      thresholds?: components['schemas']['CreateCampaignThreshold'][];
      /**
       * @description Whether this is the default campaign, used for customers that have no campaign assigned. An organization has at most one; a new default replaces the previous one
       * @default false
       * @example false
       */
      applied_to_organization?: boolean;
    };
    CustomerDunningCampaign: {
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * Format: uuid
       * @description ID of the campaign assigned to the customer; null for the default campaign of the organization, if any
       * @example 0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a
       */
      dunning_campaign_id: string | null;
    };
    AssignDunningCampaign: {
      /**
       * Format: uuid
       * @description ID of the campaign assigned to the customer; null for the default campaign of the organization, if any
       * @example 0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a
       */
      dunning_campaign_id: string | null;
    };
    CreatePaymentRequest: {
      /**
       * Format: uuid
       * @description ID of the customer who owes the payment; required unless `external_customer_id` is given
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id?: string;
      /**
       * @description Instead of `customer_id`: the `external_id` of the customer
       * @example cust_1042
       */
      external_customer_id?: string;
      /**
       * @description IDs of finalized invoices of the customer with an amount due, all in one currency
       * @example [
       *       "0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64"
       *     ]
       */
      invoice_ids: string[];
    };
    PaymentRequest: {
      /**
       * Format: uuid
       * @description ID of the payment request
       * @example 0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the customer who owes the payment
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description IDs of the invoices, oldest first; payments are applied in this order
       * @example [
       *       "0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64"
       *     ]
       */
      invoice_ids: string[];
      /**
       * Format: int64
       * @description Amount due when the request was created, in minor units
       * @example 12000
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Amount paid through the request so far, in minor units
       * @example 0
       */
      amount_paid_cents: number;
      /**
       * @description Currency of the invoices
       * @example EUR
       */
      currency: string;
      /**
       * @description `pending` while the request is open; `succeeded` once nothing is due any more; `failed` after the last attempt, or if all its invoices were voided
       * @example pending
       * @enum {string}
       */
      payment_status: 'pending' | 'succeeded' | 'failed';
      /**
       * Format: int64
       * @description Number of payments that the campaign has attempted
       * @example 1
       */
      payment_attempts: number;
      /**
       * Format: date-time
       * @description When the campaign attempts the next payment; null if it attempts none
       * @example 2026-01-08T09:30:00.000Z
       */
      next_attempt_at: string | null;
      /**
       * Format: uuid
       * @description ID of the campaign that opened the request; null if it was created through the API
       * @example 0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a
       */
      dunning_campaign_id: string | null;
      /**
       * Format: date-time
       * @description When the payment request was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the payment request was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    Email: {
      /**
       * Format: uuid
       * @description ID of the e-mail
       * @example 0199a3c4-5b7e-7f31-a4c2-9e1d3b5f7a80
       */
      id: string;
      /**
       * @description What the e-mail is about: an `invoice`, a `receipt` of a payment, a `credit_note` or a `payment_request`
       * @example invoice
       * @enum {string}
       */
      kind: 'invoice' | 'receipt' | 'credit_note' | 'payment_request';
      /**
       * Format: uuid
       * @description ID of the invoice, payment, credit note or payment request that the e-mail is about
       * @example 0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description `queued` until an attempt succeeds; `failed` if the mail server refused the message, or has taken it in none of the attempts of three days
       * @example sent
       * @enum {string}
       */
      status: 'queued' | 'sent' | 'failed';
      /**
       * Format: email
       * @description Address of the recipient
       * @example accounts@globex.example
       */
      to: string;
      /**
       * Format: email
       * @description Address to which replies go; null for the address of the sender
       * @example billing@acme.example
       */
      reply_to: string | null;
      /**
       * @description Subject; null until the message is written, shortly before the first attempt
       * @example Acme Inc.: Invoice 2026-0001
       */
      subject: string | null;
      /**
       * Format: int64
       * @description Number of attempts so far
       * @example 1
       */
      attempts: number;
      /**
       * Format: date-time
       * @description When the next attempt is due, in real time even if the test clock is moved; null if there is none
       * @example null
       */
      next_attempt_at: string | null;
      /**
       * @description Why the last attempt failed; null if it did not
       * @example null
       */
      error: string | null;
      /**
       * Format: date-time
       * @description When the mail server took the message
       * @example 2026-02-01T00:00:04.000Z
       */
      sent_at: string | null;
      /**
       * Format: date-time
       * @description When the e-mail was queued
       * @example 2026-02-01T00:00:04.000Z
       */
      created_at: string;
    };
    SendInvoice: {
      /**
       * Format: email
       * @description Address of the recipient. Default: `email` of the customer
       * @example accounts@globex.example
       */
      to?: string;
    };
    WebhookDelivery: {
      /**
       * Format: uuid
       * @description ID of the delivery; sent as X-Svc-Webhook-Id and webhook-id
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the endpoint
       * @example 0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f
       */
      webhook_endpoint_id: string;
      /**
       * @description Event kind
       * @example customer.created
       * @enum {string}
       */
      webhook_type:
        | 'invoice.created'
        | 'invoice.finalized'
        | 'invoice.paid'
        | 'invoice.voided'
        | 'payment.created'
        | 'payment.succeeded'
        | 'payment.failed'
        | 'subscription.created'
        | 'subscription.started'
        | 'subscription.plan_changed'
        | 'subscription.trial_ended'
        | 'subscription.canceled'
        | 'subscription.terminated'
        | 'customer.created'
        | 'customer.updated'
        | 'credit_note.created'
        | 'credit_note.finalized'
        | 'wallet.created'
        | 'wallet.terminated'
        | 'wallet.transaction.created'
        | 'usage_threshold.crossed'
        | 'payment_request.created'
        | 'payment_request.payment_succeeded'
        | 'payment_request.payment_failed'
        | 'coupon.applied'
        | 'coupon.exhausted'
        | 'webhook_endpoint.test';
      /**
       * @description Type of the event's entity
       * @example customer
       * @enum {string}
       */
      object_type:
        | 'invoice'
        | 'payment'
        | 'subscription'
        | 'customer'
        | 'credit_note'
        | 'wallet'
        | 'wallet_transaction'
        | 'usage_threshold'
        | 'payment_request'
        | 'applied_coupon'
        | 'webhook_endpoint';
      /**
       * Format: uuid
       * @description ID of the event's entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the customer whom the event concerns; null if there is none
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string | null;
      /** @description The delivery body */
      payload: components['schemas']['WebhookEvent'];
      /**
       * @description `pending` until a 2xx response or until the retries are used up
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed';
      /**
       * Format: int64
       * @description Number of retries so far
       * @example 0
       */
      retries: number;
      /**
       * Format: int64
       * @description Maximum number of automatic retries
       * @example 5
       */
      max_retries: number;
      /**
       * Format: date-time
       * @description When the last retry started; null without a retry
       * @example null
       */
      last_retried_at: string | null;
      /**
       * Format: date-time
       * @description When the next attempt is due; null if there is none. Retries are queued every 5 minutes
       * @example null
       */
      next_attempt_at: string | null;
      /**
       * Format: int64
       * @description HTTP status of the last attempt; null without a response
       * @example 200
       */
      http_status: number | null;
      /**
       * @description Response body of the last attempt, first 1,000 characters
       * @example ok
       */
      response: string | null;
      /**
       * @description Why the last attempt failed, or why no attempt was made
       * @example null
       */
      error_message: string | null;
      /**
       * Format: date-time
       * @description When the delivery was created
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the delivery was last updated
       * @example 2026-01-31T12:00:00.000Z
       */
      updated_at: string;
    };
    DeliveryAttempt: {
      /**
       * Format: uuid
       * @description ID of the attempt
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the delivery
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      webhook_id: string;
      /**
       * Format: int64
       * @description Number of the attempt, starting at 1 without gaps
       * @example 1
       */
      attempt_number: number;
      /**
       * Format: int64
       * @description HTTP status of the response; null without a response
       * @example 503
       */
      http_status: number | null;
      /**
       * @description Response body, first 1,000 characters
       * @example maintenance
       */
      response_body: string | null;
      /**
       * @description True for any 2xx response
       * @example false
       */
      success: boolean;
      /**
       * @description Error class (timeout, dns_error, connection_refused, connection_reset, tls_error, blocked_address, http_status, outcome_unknown or signing_failed) and details
       * @example http_status: the endpoint returned 503
       */
      error_message: string | null;
      /**
       * Format: date-time
       * @description When the attempt began
       * @example 2026-01-31T12:00:00.000Z
       */
      attempted_at: string;
      /**
       * Format: int64
       * @description Duration of the request in milliseconds, from the DNS lookup until the outcome; null if the outcome is unknown, or if the attempt was recorded before durations were
       * @example 184
       */
      duration_ms: number | null;
    };
    DeliveryStats: {
      /**
       * Format: uuid
       * @description ID of the endpoint
       * @example 0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f
       */
      endpoint_id: string;
      /**
       * Format: int64
       * @description Number of deliveries, including pending ones
       * @example 40
       */
      total: number;
      /**
       * Format: int64
       * @description Number of succeeded deliveries
       * @example 38
       */
      succeeded: number;
      /**
       * Format: int64
       * @description Number of permanently failed deliveries
       * @example 1
       */
      failed: number;
      /**
       * @description succeeded / total x 100, with one decimal; 0 without deliveries
       * @example 95
       */
      success_rate: number;
    };
    TestWebhookEndpoint: {
      /**
       * @description Event kind of which to send a sample; without it, a `webhook_endpoint.test` event is sent
       * @example invoice.finalized
       * @enum {string}
       */
      webhook_type?:
        | 'invoice.created'
        | 'invoice.finalized'
        | 'invoice.paid'
        | 'invoice.voided'
        | 'payment.created'
        | 'payment.succeeded'
        | 'payment.failed'
        | 'subscription.created'
        | 'subscription.started'
        | 'subscription.plan_changed'
        | 'subscription.trial_ended'
        | 'subscription.canceled'
        | 'subscription.terminated'
        | 'customer.created'
        | 'customer.updated'
        | 'credit_note.created'
        | 'credit_note.finalized'
        | 'wallet.created'
        | 'wallet.terminated'
        | 'wallet.transaction.created'
        | 'usage_threshold.crossed'
        | 'payment_request.created'
        | 'payment_request.payment_succeeded'
        | 'payment_request.payment_failed'
        | 'coupon.applied'
        | 'coupon.exhausted'
        | 'webhook_endpoint.test';
    };
    InboxMessage: {
      /**
       * Format: uuid
       * @description ID of the delivery; `Last-Event-ID` of the stream
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * Format: date-time
       * @description When the delivery was stored in the inbox
       * @example 2026-01-31T12:00:00.000Z
       */
      received_at: string;
      /**
       * @description Headers that a receiver would have got, without those of the connection; names in lower case
       * @example {
       *       "content-type": "application/json",
       *       "x-svc-event": "customer.created",
       *       "webhook-id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
       *       "webhook-timestamp": "1769860800",
       *       "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
       *     }
       */
      headers: {
        [key: string]: string;
      };
      /**
       * @description The body as text; its UTF-8 bytes are signed
       * @example {"id":"0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21","webhook_type":"customer.created"}
       */
      body: string;
    };
    EventType: {
      /**
       * @description Event kind
       * @example customer.created
       * @enum {string}
       */
      webhook_type:
        | 'invoice.created'
        | 'invoice.finalized'
        | 'invoice.paid'
        | 'invoice.voided'
        | 'payment.created'
        | 'payment.succeeded'
        | 'payment.failed'
        | 'subscription.created'
        | 'subscription.started'
        | 'subscription.plan_changed'
        | 'subscription.trial_ended'
        | 'subscription.canceled'
        | 'subscription.terminated'
        | 'customer.created'
        | 'customer.updated'
        | 'credit_note.created'
        | 'credit_note.finalized'
        | 'wallet.created'
        | 'wallet.terminated'
        | 'wallet.transaction.created'
        | 'usage_threshold.crossed'
        | 'payment_request.created'
        | 'payment_request.payment_succeeded'
        | 'payment_request.payment_failed'
        | 'coupon.applied'
        | 'coupon.exhausted'
        | 'webhook_endpoint.test';
      /**
       * @description Type of the entity that the event is about
       * @example customer
       * @enum {string}
       */
      object_type:
        | 'invoice'
        | 'payment'
        | 'subscription'
        | 'customer'
        | 'credit_note'
        | 'wallet'
        | 'wallet_transaction'
        | 'usage_threshold'
        | 'payment_request'
        | 'applied_coupon'
        | 'webhook_endpoint';
      /**
       * @description Change that triggers the event
       * @example New customer created
       */
      description: string;
      /**
       * @description JSON Schema of the delivery body
       * @example {
       *       "type": "object"
       *     }
       */
      schema: {
        [key: string]: unknown;
      };
    };
    CreateWebhookEndpoint: {
      /**
       * @description Absolute http or https URL that receives the deliveries, or `inbox` to store them for reading under `/inbox`
       * @example inbox
       */
      url: string;
      /**
       * @description Signature algorithm
       * @default hmac
       * @example hmac
       * @enum {string}
       */
      signature_algo?: 'hmac';
      /**
       * @description An inactive endpoint gets no new deliveries; those already queued wait
       * @default active
       * @example active
       * @enum {string}
       */
      status?: 'active' | 'inactive';
      /**
       * @description Description for your own use
       * @example Accounting
       */
      description?: string | null;
      /**
       * @description Event kinds or groups (`invoice.*`) to receive; empty for every event
       * @default []
       * @example [
       *       "invoice.*",
       *       "customer.created"
       *     ]
       */
      event_types?: string[];
    };
    CreatedWebhookEndpoint: {
      /**
       * Format: uuid
       * @description ID of the endpoint
       * @example 0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f
       */
      id: string;
      /**
       * @description Absolute http or https URL that receives the deliveries, or `inbox` to store them for reading under `/inbox`
       * @example inbox
       */
      url: string;
      /**
       * @description Signature algorithm
       * @example hmac
       * @enum {string}
       */
      signature_algo: 'hmac';
      /**
       * @description An inactive endpoint gets no new deliveries; those already queued wait
       * @example active
       * @enum {string}
       */
      status: 'active' | 'inactive';
      /**
       * @description Description for your own use
       * @example Accounting
       */
      description: string | null;
      /**
       * @description Event kinds or groups (`invoice.*`) to receive; empty for every event
       * @example [
       *       "invoice.*",
       *       "customer.created"
       *     ]
       */
      event_types: string[];
      /**
       * Format: date-time
       * @description When the endpoint was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the endpoint was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
      /**
       * @description Signing secret. Later reads omit it; `GET .../secret` reveals it
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwM3vX0y1bC2d=
       */
      secret: string;
    };
    WebhookEndpoint: {
      /**
       * Format: uuid
       * @description ID of the endpoint
       * @example 0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f
       */
      id: string;
      /**
       * @description Absolute http or https URL that receives the deliveries, or `inbox` to store them for reading under `/inbox`
       * @example inbox
       */
      url: string;
      /**
       * @description Signature algorithm
       * @example hmac
       * @enum {string}
       */
      signature_algo: 'hmac';
      /**
       * @description An inactive endpoint gets no new deliveries; those already queued wait
       * @example active
       * @enum {string}
       */
      status: 'active' | 'inactive';
      /**
       * @description Description for your own use
       * @example Accounting
       */
      description: string | null;
      /**
       * @description Event kinds or groups (`invoice.*`) to receive; empty for every event
       * @example [
       *       "invoice.*",
       *       "customer.created"
       *     ]
       */
      event_types: string[];
      /**
       * Format: date-time
       * @description When the endpoint was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the endpoint was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
    };
    UpdateWebhookEndpoint: {
      /**
       * @description Absolute http or https URL that receives the deliveries, or `inbox` to store them for reading under `/inbox`
       * @example inbox
       */
      url?: string;
      /**
       * @description Signature algorithm
       * @example hmac
       * @enum {string}
       */
      signature_algo?: 'hmac';
      /**
       * @description An inactive endpoint gets no new deliveries; those already queued wait
       * @example active
       * @enum {string}
       */
      status?: 'active' | 'inactive';
      /**
       * @description Description for your own use
       * @example Accounting
       */
      description?: string | null;
      /**
       * @description Event kinds or groups (`invoice.*`) to receive; empty for every event
       * @example [
       *       "invoice.*",
       *       "customer.created"
       *     ]
       */
      event_types?: string[];
    };
    EarlierSecret: {
      /**
       * Format: date-time
       * @description When the secret stops signing
       * @example 2026-02-01T00:00:00.000Z
       */
      expires_at: string;
    };
    WebhookEndpointSecret: {
      /**
       * @description Signing secret
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwM3vX0y1bC2d=
       */
      secret: string;
      /**
       * Format: date-time
       * @description When the previous secret stops signing; if it no longer signs, the newest earlier secret that does; null if only the current one signs
       * @example null
       */
      previous_secret_expires_at: string | null;
      /** @description The earlier secrets that still sign, newest first, including the previous one */
      earlier_secrets: components['schemas']['EarlierSecret'][];
    };
    RotateSecret: {
      /**
       * Format: int32
       * @description Seconds during which the old secret keeps signing; 0 ends it and all earlier secrets immediately
       * @default 86400
       * @example 86400
       */
      overlap_seconds?: number;
    };
    Mismatch: {
      /**
       * @description Kind of record
       * @example wallet
       */
      object_type: string;
      /**
       * Format: uuid
       * @description ID of the record
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      object_id: string;
      /**
       * @description Expected value, computed from the parts of the record
       * @example 4000
       */
      expected: string;
      /**
       * @description Value stored in the record
       * @example 4100
       */
      actual: string;
    };
    ReconciliationCheck: {
      /**
       * @description Name of the check
       * @example wallet_balances
       */
      name: string;
      /**
       * @description Rule that the check verifies
       * @example The balance of a wallet equals the sum of its transactions.
       */
      description: string;
      /**
       * @description Whether the check found no mismatches
       * @example true
       */
      agrees: boolean;
      /** @description Records that violate the rule; at most 1000 */
      mismatches: components['schemas']['Mismatch'][];
    };
    Reconciliation: {
      /**
       * Format: date-time
       * @description When the checks were run
       * @example 2026-01-01T09:30:00.000Z
       */
      checked_at: string;
      /**
       * @description Whether every check passed
       * @example true
       */
      agrees: boolean;
      /** @description Result of each check */
      checks: components['schemas']['ReconciliationCheck'][];
    };
    SearchHit: {
      /**
       * @description Kind of record, as in events: `customer`, `invoice`, `plan` and so on
       * @example customer
       */
      object_type: string;
      /**
       * Format: uuid
       * @description ID of the record
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      id: string;
      /**
       * @description Name of the record, or else its number, `external_id` or ID
       * @example Acme Corporation
       */
      title: string;
      /**
       * @description Tells records with the same title apart: the `code` or `external_id`; the status of an invoice
       * @example cust_1042
       */
      subtitle: string | null;
      /**
       * Format: uuid
       * @description Customer of an invoice or a subscription; null for other records
       * @example null
       */
      customer_id: string | null;
      /**
       * @description Field that matches `q`
       * @example name
       */
      matched_field: string;
      /**
       * @description Value of this field
       * @example Acme Corporation
       */
      matched_value: string;
      /**
       * @description Whether the whole value matches `q`
       * @example false
       */
      exact: boolean;
    };
    SearchResults: {
      /** @description Records found, best matches first */
      data: components['schemas']['SearchHit'][];
    };
    InvoiceDay: {
      /**
       * Format: date
       * @description Day in the time zone of the organization
       * @example 2026-11-01
       */
      date: string;
      /**
       * Format: int64
       * @description Number of invoices finalized on this day
       * @example 12
       */
      issued_count: number;
      /**
       * Format: int64
       * @description Sum of their totals
       * @example 58800
       */
      issued_amount_cents: number;
      /**
       * Format: int64
       * @description Number of invoices voided on this day
       * @example 1
       */
      voided_count: number;
      /**
       * Format: int64
       * @description Sum of their totals
       * @example 4900
       */
      voided_amount_cents: number;
      /**
       * Format: int64
       * @description Payments applied to invoices on this day, less those reversed; negative if more was reversed
       * @example 39200
       */
      paid_amount_cents: number;
    };
    InvoiceSeries: {
      /**
       * @description ISO 4217 currency code
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Number of invoices with an amount due now, whatever the days of the report
       * @example 7
       */
      open_count: number;
      /**
       * Format: int64
       * @description Amount due on them
       * @example 34300
       */
      open_amount_cents: number;
      /**
       * Format: int64
       * @description Number of these invoices that are overdue
       * @example 2
       */
      overdue_count: number;
      /**
       * Format: int64
       * @description Amount due on those
       * @example 9800
       */
      overdue_amount_cents: number;
      /** @description Every day of the report */
      series: components['schemas']['InvoiceDay'][];
    };
    InvoiceReport: {
      /**
       * @description Time zone of the organization, in which the days begin
       * @example Asia/Kathmandu
       */
      timezone: string;
      /**
       * Format: date
       * @description First day
       * @example 2026-11-01
       */
      from: string;
      /**
       * Format: date
       * @description Last day
       * @example 2026-11-30
       */
      to: string;
      /** @description One entry per currency in which something was counted on these days or is open, in order */
      data: components['schemas']['InvoiceSeries'][];
    };
    MrrDay: {
      /**
       * Format: date
       * @description Day in the time zone of the organization
       * @example 2026-11-01
       */
      date: string;
      /**
       * Format: int64
       * @description Monthly recurring revenue at the end of the day; on the current day, now
       * @example 245000
       */
      mrr_cents: number;
    };
    MrrSeries: {
      /**
       * @description ISO 4217 currency code
       * @example EUR
       */
      currency: string;
      /** @description Every day of the report */
      series: components['schemas']['MrrDay'][];
    };
    MrrReport: {
      /**
       * @description Time zone of the organization, in which the days begin
       * @example Asia/Kathmandu
       */
      timezone: string;
      /**
       * Format: date
       * @description First day
       * @example 2026-11-01
       */
      from: string;
      /**
       * Format: date
       * @description Last day
       * @example 2026-11-30
       */
      to: string;
      /** @description One entry per currency with recurring revenue on one of these days, in order */
      data: components['schemas']['MrrSeries'][];
    };
    DeliveryDay: {
      /**
       * Format: date
       * @description Day in the time zone of the organization
       * @example 2026-11-01
       */
      date: string;
      /**
       * Format: int64
       * @description Number of deliveries created on this day
       * @example 240
       */
      created_count: number;
      /**
       * Format: int64
       * @description Number of deliveries that succeeded on this day
       * @example 236
       */
      succeeded_count: number;
      /**
       * Format: int64
       * @description Number of times that a delivery failed permanently on this day
       * @example 2
       */
      failed_count: number;
      /**
       * Format: int64
       * @description Number of attempts of this day, including retries
       * @example 251
       */
      attempts_count: number;
    };
    DeliveryReport: {
      /**
       * @description Time zone of the organization, in which the days begin
       * @example Asia/Kathmandu
       */
      timezone: string;
      /**
       * Format: date
       * @description First day
       * @example 2026-11-01
       */
      from: string;
      /**
       * Format: date
       * @description Last day
       * @example 2026-11-30
       */
      to: string;
      /** @description Every day of the report */
      data: components['schemas']['DeliveryDay'][];
    };
    UsageDay: {
      /**
       * Format: date
       * @description Day in the time zone of the organization
       * @example 2026-11-01
       */
      date: string;
      /**
       * Format: int64
       * @description Number of usage events with a timestamp on this day
       * @example 1250
       */
      events_count: number;
    };
    UsageSeries: {
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7b2f-8c41-6d0e9f3a7b15
       */
      billable_metric_id: string;
      /**
       * @description Its code
       * @example storage_gb
       */
      code: string;
      /** @description Every day of the report */
      series: components['schemas']['UsageDay'][];
    };
    UsageReport: {
      /**
       * @description Time zone of the organization, in which the days begin
       * @example Asia/Kathmandu
       */
      timezone: string;
      /**
       * Format: date
       * @description First day
       * @example 2026-11-01
       */
      from: string;
      /**
       * Format: date
       * @description Last day
       * @example 2026-11-30
       */
      to: string;
      /** @description One entry per billable metric with usage events on these days, even a deleted one, by code */
      data: components['schemas']['UsageSeries'][];
    };
    FieldError: {
      /**
       * @description Dotted path of the field
       * @example url
       */
      field: string;
      /**
       * @description Stable error code, snake_case
       * @example too_long
       */
      code: string;
      /**
       * @description What is wrong with the field
       * @example url must be at most 2048 characters long.
       */
      message: string;
    };
    Problem: {
      /**
       * @description URN of the error code
       * @example urn:billing:error:validation_failed
       */
      type: string;
      /**
       * @description Name of the HTTP status
       * @example Unprocessable entity
       */
      title: string;
      /**
       * Format: int64
       * @description HTTP status
       * @example 422
       */
      status: number;
      /**
       * @description What is wrong, in one or more sentences
       * @example url must be at most 2048 characters long.
       */
      detail: string;
      /**
       * @description Stable error code
       * @example validation_failed
       * @enum {string}
       */
      code:
        | 'malformed_json'
        | 'malformed_request'
        | 'invalid_state'
        | 'mail_not_configured'
        | 'unauthorized'
        | 'not_found'
        | 'method_not_allowed'
        | 'request_timeout'
        | 'conflict'
        | 'idempotency_in_progress'
        | 'move_in_progress'
        | 'gone'
        | 'precondition_failed'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'validation_failed'
        | 'idempotency_mismatch'
        | 'rate_limited'
        | 'headers_too_large'
        | 'internal_error'
        | 'service_unavailable';
      /**
       * @description ID of the request; include it when you report the problem
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      request_id: string;
      /** @description With 422: the errors by field */
      errors?: components['schemas']['FieldError'][];
    };
    CrossingPeriod: {
      /**
       * Format: date-time
       * @description Start of the period, inclusive
       * @example 2026-01-01T09:30:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description End of the period, exclusive
       * @example 2026-01-01T09:30:00.000Z
       */
      to: string;
    };
    UsageThresholdCrossing: {
      /**
       * Format: uuid
       * @description ID of the subscription whose usage crossed the threshold
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      subscription_id: string;
      /**
       * @description Your own ID of the subscription
       * @example sub_1042
       */
      external_subscription_id: string;
      /**
       * Format: uuid
       * @description ID of the customer
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      customer_id: string;
      /** @description Billing period of the usage */
      period: components['schemas']['CrossingPeriod'];
      /**
       * @description Currency of the amounts
       * @example EUR
       */
      currency: string;
      /**
       * Format: int64
       * @description Usage amount of the period at the crossing, in minor units
       * @example 10450
       */
      usage_amount_cents: number;
      /**
       * Format: int64
       * @description Multiple of the amount that was reached; 1 unless the threshold is recurring
       * @example 1
       */
      multiple: number;
      /**
       * Format: int64
       * @description Amount that was reached: multiple x amount_cents
       * @example 10000
       */
      crossed_amount_cents: number;
      /**
       * Format: date-time
       * @description When the crossing was recorded
       * @example 2026-01-01T09:30:00.000Z
       */
      crossed_at: string;
    };
    CrossedUsageThreshold: {
      /**
       * Format: uuid
       * @description ID of the usage threshold
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the plan; null for a threshold of a subscription
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      plan_id: string | null;
      /**
       * Format: uuid
       * @description ID of the subscription; null for a threshold of a plan
       * @example 0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d
       */
      subscription_id: string | null;
      /**
       * Format: int64
       * @description Usage amount of a billing period before taxes, in minor units of the plan's currency
       * @example 10000
       */
      amount_cents: number;
      /**
       * @description Currency of the amount: that of the plan, or of the plan of the subscription
       * @example EUR
       */
      currency: string;
      /**
       * @description Your own name for the threshold
       * @example Soft limit
       */
      threshold_display_name: string | null;
      /**
       * @description Whether the threshold is crossed again at every multiple of the amount
       * @example false
       */
      recurring: boolean;
      /**
       * Format: date-time
       * @description When the threshold was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the threshold was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
      /** @description The crossing that triggered the event */
      crossing: components['schemas']['UsageThresholdCrossing'];
    };
    FailedPaymentRequest: {
      /**
       * Format: uuid
       * @description ID of the payment request
       * @example 0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the customer who owes the payment
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      customer_id: string;
      /**
       * @description IDs of the invoices, oldest first; payments are applied in this order
       * @example [
       *       "0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64"
       *     ]
       */
      invoice_ids: string[];
      /**
       * Format: int64
       * @description Amount due when the request was created, in minor units
       * @example 12000
       */
      amount_cents: number;
      /**
       * Format: int64
       * @description Amount paid through the request so far, in minor units
       * @example 0
       */
      amount_paid_cents: number;
      /**
       * @description Currency of the invoices
       * @example EUR
       */
      currency: string;
      /**
       * @description `pending` while the request is open; `succeeded` once nothing is due any more; `failed` after the last attempt, or if all its invoices were voided
       * @example pending
       * @enum {string}
       */
      payment_status: 'pending' | 'succeeded' | 'failed';
      /**
       * Format: int64
       * @description Number of payments that the campaign has attempted
       * @example 1
       */
      payment_attempts: number;
      /**
       * Format: date-time
       * @description When the campaign attempts the next payment; null if it attempts none
       * @example 2026-01-08T09:30:00.000Z
       */
      next_attempt_at: string | null;
      /**
       * Format: uuid
       * @description ID of the campaign that opened the request; null if it was created through the API
       * @example 0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a
       */
      dunning_campaign_id: string | null;
      /**
       * Format: date-time
       * @description When the payment request was created
       * @example 2026-01-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the payment request was last updated
       * @example 2026-01-01T09:30:00.000Z
       */
      updated_at: string;
      /**
       * @description Whether the failure is final: the request has failed, and no further attempt follows
       * @example false
       */
      final: boolean;
    };
    StandardChargeInput: {
      /**
       * Format: uuid
       * @description ID of the billable metric; required without `billable_metric_code`
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id?: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code?: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'standard';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "amount": "0.10"
       *     }
       */
      properties: {
        /** @example 0.10 */
        amount: string;
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name?: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @default false
       * @example false
       */
      prorated?: boolean;
    };
    GraduatedChargeInput: {
      /**
       * Format: uuid
       * @description ID of the billable metric; required without `billable_metric_code`
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id?: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code?: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'graduated';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "graduated_ranges": [
       *         {
       *           "from_value": 0,
       *           "to_value": null,
       *           "per_unit_amount": "0.10"
       *         }
       *       ]
       *     }
       */
      properties: {
        graduated_ranges: {
          /** @example 0 */
          from_value: string | number;
          /** @example null */
          to_value: (string | number) | null;
          /** @example 0.10 */
          per_unit_amount: string;
          flat_amount?: string | null;
        }[];
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name?: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @default false
       * @example false
       */
      prorated?: boolean;
    };
    VolumeChargeInput: {
      /**
       * Format: uuid
       * @description ID of the billable metric; required without `billable_metric_code`
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id?: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code?: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'volume';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "volume_ranges": [
       *         {
       *           "from_value": 0,
       *           "to_value": null,
       *           "per_unit_amount": "0.10"
       *         }
       *       ]
       *     }
       */
      properties: {
        volume_ranges: {
          /** @example 0 */
          from_value: string | number;
          /** @example null */
          to_value: (string | number) | null;
          /** @example 0.10 */
          per_unit_amount: string;
          flat_amount?: string | null;
        }[];
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name?: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @default false
       * @example false
       */
      prorated?: boolean;
    };
    PackageChargeInput: {
      /**
       * Format: uuid
       * @description ID of the billable metric; required without `billable_metric_code`
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id?: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code?: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'package';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "amount": "0.10",
       *       "package_size": 100
       *     }
       */
      properties: {
        /** @example 0.10 */
        amount: string;
        /** @example 100 */
        package_size: string | number;
        free_units?: (string | number) | null;
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name?: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @default false
       * @example false
       */
      prorated?: boolean;
    };
    PercentageChargeInput: {
      /**
       * Format: uuid
       * @description ID of the billable metric; required without `billable_metric_code`
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id?: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code?: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'percentage';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "rate": "0.10"
       *     }
       */
      properties: {
        /** @example 0.10 */
        rate: string;
        fixed_amount?: string | null;
        free_units_per_events?: (string | number) | null;
        free_units_per_total_aggregation?: (string | number) | null;
        per_transaction_min_amount?: string | null;
        per_transaction_max_amount?: string | null;
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name?: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @default false
       * @example false
       */
      prorated?: boolean;
    };
    GraduatedPercentageChargeInput: {
      /**
       * Format: uuid
       * @description ID of the billable metric; required without `billable_metric_code`
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id?: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code?: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'graduated_percentage';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "graduated_percentage_ranges": [
       *         {
       *           "from_value": 0,
       *           "to_value": null,
       *           "rate": "0.10"
       *         }
       *       ]
       *     }
       */
      properties: {
        graduated_percentage_ranges: {
          /** @example 0 */
          from_value: string | number;
          /** @example null */
          to_value: (string | number) | null;
          /** @example 0.10 */
          rate: string;
          flat_amount?: string | null;
        }[];
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name?: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @default false
       * @example false
       */
      prorated?: boolean;
    };
    StandardCharge: {
      /**
       * Format: uuid
       * @description ID of the charge; every version of the plan has its own charge IDs
       * @example 0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'standard';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "amount": "0.10"
       *     }
       */
      properties: {
        /** @example 0.10 */
        amount: string;
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @example false
       */
      prorated: boolean;
    };
    GraduatedCharge: {
      /**
       * Format: uuid
       * @description ID of the charge; every version of the plan has its own charge IDs
       * @example 0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'graduated';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "graduated_ranges": [
       *         {
       *           "from_value": 0,
       *           "to_value": null,
       *           "per_unit_amount": "0.10"
       *         }
       *       ]
       *     }
       */
      properties: {
        graduated_ranges: {
          /** @example 0 */
          from_value: string | number;
          /** @example null */
          to_value: (string | number) | null;
          /** @example 0.10 */
          per_unit_amount: string;
          flat_amount?: string | null;
        }[];
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @example false
       */
      prorated: boolean;
    };
    VolumeCharge: {
      /**
       * Format: uuid
       * @description ID of the charge; every version of the plan has its own charge IDs
       * @example 0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'volume';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "volume_ranges": [
       *         {
       *           "from_value": 0,
       *           "to_value": null,
       *           "per_unit_amount": "0.10"
       *         }
       *       ]
       *     }
       */
      properties: {
        volume_ranges: {
          /** @example 0 */
          from_value: string | number;
          /** @example null */
          to_value: (string | number) | null;
          /** @example 0.10 */
          per_unit_amount: string;
          flat_amount?: string | null;
        }[];
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @example false
       */
      prorated: boolean;
    };
    PackageCharge: {
      /**
       * Format: uuid
       * @description ID of the charge; every version of the plan has its own charge IDs
       * @example 0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'package';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "amount": "0.10",
       *       "package_size": 100
       *     }
       */
      properties: {
        /** @example 0.10 */
        amount: string;
        /** @example 100 */
        package_size: string | number;
        free_units?: (string | number) | null;
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @example false
       */
      prorated: boolean;
    };
    PercentageCharge: {
      /**
       * Format: uuid
       * @description ID of the charge; every version of the plan has its own charge IDs
       * @example 0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'percentage';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "rate": "0.10"
       *     }
       */
      properties: {
        /** @example 0.10 */
        rate: string;
        fixed_amount?: string | null;
        free_units_per_events?: (string | number) | null;
        free_units_per_total_aggregation?: (string | number) | null;
        per_transaction_min_amount?: string | null;
        per_transaction_max_amount?: string | null;
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @example false
       */
      prorated: boolean;
    };
    GraduatedPercentageCharge: {
      /**
       * Format: uuid
       * @description ID of the charge; every version of the plan has its own charge IDs
       * @example 0199a3c4-5b7e-7e64-8d2f-5a7b9c1d3e4f
       */
      id: string;
      /**
       * Format: uuid
       * @description ID of the billable metric
       * @example 0199a3c4-5b7e-7f31-a2b4-1c3d5e7f9a0b
       */
      billable_metric_id: string;
      /**
       * @description Code of the billable metric
       * @example storage_gb
       */
      billable_metric_code: string;
      /**
       * @description Model that turns units into an amount (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      charge_model: 'graduated_percentage';
      /**
       * @description Parameters of the charge model. Amounts are in major units, rates in percent. `to_value` is inclusive, and null in the last range
       * @example {
       *       "graduated_percentage_ranges": [
       *         {
       *           "from_value": 0,
       *           "to_value": null,
       *           "rate": "0.10"
       *         }
       *       ]
       *     }
       */
      properties: {
        graduated_percentage_ranges: {
          /** @example 0 */
          from_value: string | number;
          /** @example null */
          to_value: (string | number) | null;
          /** @example 0.10 */
          rate: string;
          flat_amount?: string | null;
        }[];
      };
      /**
       * @description Name on invoices. Default: the name of the metric
       * @example Storage
       */
      invoice_display_name: string | null;
      /**
       * @description Whether units count by the days of the billing period on which they are held. Only for recurring sum and unique_count metrics, and only with standard, graduated and volume
       * @example false
       */
      prorated: boolean;
    };
    /**
     * @description New invoice generated: an invoice was created, as a draft or already final.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "invoice.created",
     *       "object_type": "invoice",
     *       "object_id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "invoice": {
     *         "currency": "EUR",
     *         "fees_amount_cents": 4900,
     *         "coupons_amount_cents": 0,
     *         "coupons": [],
     *         "taxes_amount_cents": 980,
     *         "taxes": [
     *           {
     *             "code": "vat_20",
     *             "name": "VAT",
     *             "rate": "20",
     *             "base_amount_cents": 4900,
     *             "amount_cents": 980
     *           }
     *         ],
     *         "tax_categories": [
     *           {
     *             "category": "S",
     *             "rate": "20",
     *             "taxable_amount_cents": 4900,
     *             "tax_amount_cents": 980
     *           }
     *         ],
     *         "issuing_date": "2026-02-01",
     *         "payment_due_date": "2026-03-03",
     *         "seller": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "buyer": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "locale": "fr-FR",
     *         "document_sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
     *         "id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *         "number": null,
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "subscription_id": "0199a3c4-5b7e-7097-b052-8dae2f4a6b7c",
     *         "invoice_type": "subscription",
     *         "status": "draft",
     *         "billing_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "fees": [
     *           {
     *             "type": "subscription",
     *             "description": "Pro",
     *             "units": "1",
     *             "unit_code": "C62",
     *             "unit_amount": "49",
     *             "amount_cents": 4900,
     *             "discount_amount_cents": 0,
     *             "net_amount_cents": 4900,
     *             "net_unit_amount": "49",
     *             "taxes_amount_cents": 980,
     *             "applied_taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20"
     *               }
     *             ],
     *             "tax_category": "S",
     *             "tax_rate": "20",
     *             "taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20",
     *                 "base_amount_cents": 4900,
     *                 "amount_cents": 980
     *               }
     *             ],
     *             "billable_metric_code": null,
     *             "charge_id": null,
     *             "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *             "from": "2026-01-01T00:00:00.000Z",
     *             "to": "2026-02-01T00:00:00.000Z",
     *             "billed_days": 31,
     *             "period_days": 31,
     *             "events_count": null,
     *             "id": "0199a3c4-5b7e-7108-8163-9ebf30516273"
     *           }
     *         ],
     *         "credit_notes_amount_cents": 0,
     *         "prepaid_credit_amount_cents": 0,
     *         "total_amount_cents": 5880,
     *         "amount_paid_cents": 0,
     *         "offset_amount_cents": 0,
     *         "amount_due_cents": 5880,
     *         "payment_overdue": false,
     *         "finalized_at": null,
     *         "paid_at": null,
     *         "voided_at": null,
     *         "created_at": "2026-02-01T00:00:04.000Z",
     *         "updated_at": "2026-02-01T00:00:04.000Z"
     *       }
     *     }
     */
    InvoiceCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'invoice.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example invoice
       * @enum {string}
       */
      object_type: 'invoice';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      invoice: components['schemas']['Invoice'];
    };
    /**
     * @description Invoice finalized and ready for payment: it was finalized by request or automatically, and has its number.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "invoice.finalized",
     *       "object_type": "invoice",
     *       "object_id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "invoice": {
     *         "currency": "EUR",
     *         "fees_amount_cents": 4900,
     *         "coupons_amount_cents": 0,
     *         "coupons": [],
     *         "taxes_amount_cents": 980,
     *         "taxes": [
     *           {
     *             "code": "vat_20",
     *             "name": "VAT",
     *             "rate": "20",
     *             "base_amount_cents": 4900,
     *             "amount_cents": 980
     *           }
     *         ],
     *         "tax_categories": [
     *           {
     *             "category": "S",
     *             "rate": "20",
     *             "taxable_amount_cents": 4900,
     *             "tax_amount_cents": 980
     *           }
     *         ],
     *         "issuing_date": "2026-02-01",
     *         "payment_due_date": "2026-03-03",
     *         "seller": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "buyer": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "locale": "fr-FR",
     *         "document_sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
     *         "id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *         "number": "ACM-1B2C-007",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "subscription_id": "0199a3c4-5b7e-7097-b052-8dae2f4a6b7c",
     *         "invoice_type": "subscription",
     *         "status": "finalized",
     *         "billing_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "fees": [
     *           {
     *             "type": "subscription",
     *             "description": "Pro",
     *             "units": "1",
     *             "unit_code": "C62",
     *             "unit_amount": "49",
     *             "amount_cents": 4900,
     *             "discount_amount_cents": 0,
     *             "net_amount_cents": 4900,
     *             "net_unit_amount": "49",
     *             "taxes_amount_cents": 980,
     *             "applied_taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20"
     *               }
     *             ],
     *             "tax_category": "S",
     *             "tax_rate": "20",
     *             "taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20",
     *                 "base_amount_cents": 4900,
     *                 "amount_cents": 980
     *               }
     *             ],
     *             "billable_metric_code": null,
     *             "charge_id": null,
     *             "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *             "from": "2026-01-01T00:00:00.000Z",
     *             "to": "2026-02-01T00:00:00.000Z",
     *             "billed_days": 31,
     *             "period_days": 31,
     *             "events_count": null,
     *             "id": "0199a3c4-5b7e-7108-8163-9ebf30516273"
     *           }
     *         ],
     *         "credit_notes_amount_cents": 0,
     *         "prepaid_credit_amount_cents": 0,
     *         "total_amount_cents": 5880,
     *         "amount_paid_cents": 0,
     *         "offset_amount_cents": 0,
     *         "amount_due_cents": 5880,
     *         "payment_overdue": false,
     *         "finalized_at": "2026-02-01T00:00:04.000Z",
     *         "paid_at": null,
     *         "voided_at": null,
     *         "created_at": "2026-02-01T00:00:04.000Z",
     *         "updated_at": "2026-02-01T00:00:04.000Z"
     *       }
     *     }
     */
    InvoiceFinalizedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'invoice.finalized';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example invoice
       * @enum {string}
       */
      object_type: 'invoice';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      invoice: components['schemas']['Invoice'];
    };
    /**
     * @description Invoice fully paid: payments, wallets or credit notes cover the total, or the total is 0.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "invoice.paid",
     *       "object_type": "invoice",
     *       "object_id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "invoice": {
     *         "currency": "EUR",
     *         "fees_amount_cents": 4900,
     *         "coupons_amount_cents": 0,
     *         "coupons": [],
     *         "taxes_amount_cents": 980,
     *         "taxes": [
     *           {
     *             "code": "vat_20",
     *             "name": "VAT",
     *             "rate": "20",
     *             "base_amount_cents": 4900,
     *             "amount_cents": 980
     *           }
     *         ],
     *         "tax_categories": [
     *           {
     *             "category": "S",
     *             "rate": "20",
     *             "taxable_amount_cents": 4900,
     *             "tax_amount_cents": 980
     *           }
     *         ],
     *         "issuing_date": "2026-02-01",
     *         "payment_due_date": "2026-03-03",
     *         "seller": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "buyer": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "locale": "fr-FR",
     *         "document_sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
     *         "id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *         "number": "ACM-1B2C-007",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "subscription_id": "0199a3c4-5b7e-7097-b052-8dae2f4a6b7c",
     *         "invoice_type": "subscription",
     *         "status": "paid",
     *         "billing_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "fees": [
     *           {
     *             "type": "subscription",
     *             "description": "Pro",
     *             "units": "1",
     *             "unit_code": "C62",
     *             "unit_amount": "49",
     *             "amount_cents": 4900,
     *             "discount_amount_cents": 0,
     *             "net_amount_cents": 4900,
     *             "net_unit_amount": "49",
     *             "taxes_amount_cents": 980,
     *             "applied_taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20"
     *               }
     *             ],
     *             "tax_category": "S",
     *             "tax_rate": "20",
     *             "taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20",
     *                 "base_amount_cents": 4900,
     *                 "amount_cents": 980
     *               }
     *             ],
     *             "billable_metric_code": null,
     *             "charge_id": null,
     *             "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *             "from": "2026-01-01T00:00:00.000Z",
     *             "to": "2026-02-01T00:00:00.000Z",
     *             "billed_days": 31,
     *             "period_days": 31,
     *             "events_count": null,
     *             "id": "0199a3c4-5b7e-7108-8163-9ebf30516273"
     *           }
     *         ],
     *         "credit_notes_amount_cents": 0,
     *         "prepaid_credit_amount_cents": 0,
     *         "total_amount_cents": 5880,
     *         "amount_paid_cents": 5880,
     *         "offset_amount_cents": 0,
     *         "amount_due_cents": 0,
     *         "payment_overdue": false,
     *         "finalized_at": "2026-02-01T00:00:04.000Z",
     *         "paid_at": "2026-02-03T10:15:00.000Z",
     *         "voided_at": null,
     *         "created_at": "2026-02-01T00:00:04.000Z",
     *         "updated_at": "2026-02-03T10:15:00.000Z"
     *       }
     *     }
     */
    InvoicePaidEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'invoice.paid';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example invoice
       * @enum {string}
       */
      object_type: 'invoice';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      invoice: components['schemas']['Invoice'];
    };
    /**
     * @description Invoice voided.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "invoice.voided",
     *       "object_type": "invoice",
     *       "object_id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "invoice": {
     *         "currency": "EUR",
     *         "fees_amount_cents": 4900,
     *         "coupons_amount_cents": 0,
     *         "coupons": [],
     *         "taxes_amount_cents": 980,
     *         "taxes": [
     *           {
     *             "code": "vat_20",
     *             "name": "VAT",
     *             "rate": "20",
     *             "base_amount_cents": 4900,
     *             "amount_cents": 980
     *           }
     *         ],
     *         "tax_categories": [
     *           {
     *             "category": "S",
     *             "rate": "20",
     *             "taxable_amount_cents": 4900,
     *             "tax_amount_cents": 980
     *           }
     *         ],
     *         "issuing_date": "2026-02-01",
     *         "payment_due_date": "2026-03-03",
     *         "seller": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "buyer": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "locale": "fr-FR",
     *         "document_sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
     *         "id": "0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b",
     *         "number": "ACM-1B2C-007",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "subscription_id": "0199a3c4-5b7e-7097-b052-8dae2f4a6b7c",
     *         "invoice_type": "subscription",
     *         "status": "voided",
     *         "billing_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "fees": [
     *           {
     *             "type": "subscription",
     *             "description": "Pro",
     *             "units": "1",
     *             "unit_code": "C62",
     *             "unit_amount": "49",
     *             "amount_cents": 4900,
     *             "discount_amount_cents": 0,
     *             "net_amount_cents": 4900,
     *             "net_unit_amount": "49",
     *             "taxes_amount_cents": 980,
     *             "applied_taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20"
     *               }
     *             ],
     *             "tax_category": "S",
     *             "tax_rate": "20",
     *             "taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20",
     *                 "base_amount_cents": 4900,
     *                 "amount_cents": 980
     *               }
     *             ],
     *             "billable_metric_code": null,
     *             "charge_id": null,
     *             "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *             "from": "2026-01-01T00:00:00.000Z",
     *             "to": "2026-02-01T00:00:00.000Z",
     *             "billed_days": 31,
     *             "period_days": 31,
     *             "events_count": null,
     *             "id": "0199a3c4-5b7e-7108-8163-9ebf30516273"
     *           }
     *         ],
     *         "credit_notes_amount_cents": 0,
     *         "prepaid_credit_amount_cents": 0,
     *         "total_amount_cents": 5880,
     *         "amount_paid_cents": 0,
     *         "offset_amount_cents": 0,
     *         "amount_due_cents": 0,
     *         "payment_overdue": false,
     *         "finalized_at": "2026-02-01T00:00:04.000Z",
     *         "paid_at": null,
     *         "voided_at": "2026-02-03T10:15:00.000Z",
     *         "created_at": "2026-02-01T00:00:04.000Z",
     *         "updated_at": "2026-02-03T10:15:00.000Z"
     *       }
     *     }
     */
    InvoiceVoidedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'invoice.voided';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example invoice
       * @enum {string}
       */
      object_type: 'invoice';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      invoice: components['schemas']['Invoice'];
    };
    /**
     * @description Payment record created: recorded manually, or registered for a provider.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "payment.created",
     *       "object_type": "payment",
     *       "object_id": "0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "payment": {
     *         "id": "0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e",
     *         "invoice_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *         "payment_request_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b",
     *         "target_kind": null,
     *         "target_id": null,
     *         "customer_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c",
     *         "amount_cents": 5000,
     *         "currency": "EUR",
     *         "provider": "stripe",
     *         "provider_payment_id": "pi_3PqXyz",
     *         "provider_checkout_id": "cs_live_a1B2c3",
     *         "status": "pending",
     *         "refunded_amount_cents": 0,
     *         "reversed_amount_cents": 0,
     *         "failure_reason": null,
     *         "reference": "Transfer 2026-0042",
     *         "metadata": {
     *           "order": "1042"
     *         },
     *         "completed_at": null,
     *         "created_at": "2026-02-03T10:15:00.000Z",
     *         "updated_at": "2026-02-03T10:15:00.000Z"
     *       }
     *     }
     */
    PaymentCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'payment.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example payment
       * @enum {string}
       */
      object_type: 'payment';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      payment: components['schemas']['Payment'];
    };
    /**
     * @description Payment completed successfully: the first transition to `succeeded`.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "payment.succeeded",
     *       "object_type": "payment",
     *       "object_id": "0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "payment": {
     *         "id": "0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e",
     *         "invoice_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *         "payment_request_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b",
     *         "target_kind": null,
     *         "target_id": null,
     *         "customer_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c",
     *         "amount_cents": 5000,
     *         "currency": "EUR",
     *         "provider": "stripe",
     *         "provider_payment_id": "pi_3PqXyz",
     *         "provider_checkout_id": "cs_live_a1B2c3",
     *         "status": "succeeded",
     *         "refunded_amount_cents": 0,
     *         "reversed_amount_cents": 0,
     *         "failure_reason": null,
     *         "reference": "Transfer 2026-0042",
     *         "metadata": {
     *           "order": "1042"
     *         },
     *         "completed_at": "2026-02-03T10:15:00.000Z",
     *         "created_at": "2026-02-03T10:15:00.000Z",
     *         "updated_at": "2026-02-03T10:15:00.000Z"
     *       }
     *     }
     */
    PaymentSucceededEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'payment.succeeded';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example payment
       * @enum {string}
       */
      object_type: 'payment';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      payment: components['schemas']['Payment'];
    };
    /**
     * @description Payment failed: each transition to `failed`, even after it had succeeded; `failure_reason` gives the reason.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "payment.failed",
     *       "object_type": "payment",
     *       "object_id": "0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "payment": {
     *         "id": "0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e",
     *         "invoice_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *         "payment_request_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b",
     *         "target_kind": null,
     *         "target_id": null,
     *         "customer_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c",
     *         "amount_cents": 5000,
     *         "currency": "EUR",
     *         "provider": "stripe",
     *         "provider_payment_id": "pi_3PqXyz",
     *         "provider_checkout_id": "cs_live_a1B2c3",
     *         "status": "failed",
     *         "refunded_amount_cents": 0,
     *         "reversed_amount_cents": 0,
     *         "failure_reason": "card_declined: Your card was declined.",
     *         "reference": "Transfer 2026-0042",
     *         "metadata": {
     *           "order": "1042"
     *         },
     *         "completed_at": null,
     *         "created_at": "2026-02-03T10:15:00.000Z",
     *         "updated_at": "2026-02-03T10:15:00.000Z"
     *       }
     *     }
     */
    PaymentFailedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'payment.failed';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example payment
       * @enum {string}
       */
      object_type: 'payment';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      payment: components['schemas']['Payment'];
    };
    /**
     * @description New subscription created, in any status.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "subscription.created",
     *       "object_type": "subscription",
     *       "object_id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "subscription": {
     *         "id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *         "external_id": "sub_1042",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "plan_version": 1,
     *         "interval": "monthly",
     *         "amount_cents": 4900,
     *         "currency": "EUR",
     *         "name": "Head office",
     *         "status": "active",
     *         "billing_time": "anniversary",
     *         "subscription_at": "2026-01-01T00:00:00.000Z",
     *         "started_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ends_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ended_at": "2026-01-15T09:30:00.000Z",
     *         "ending_at": "2099-12-31T00:00:00.000Z",
     *         "canceled_at": "2026-01-15T09:30:00.000Z",
     *         "cancels_at": "2026-01-15T09:30:00.000Z",
     *         "terminated_at": "2026-01-15T09:30:00.000Z",
     *         "previous_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "next_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "on_termination_action": "generate_invoice",
     *         "current_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "billing_error": {
     *           "code": "amount_out_of_range",
     *           "message": "An amount of the invoice is greater than 2^53-1.",
     *           "since": "2026-01-01T09:30:00.000Z",
     *           "next_retry_at": "2026-01-01T09:30:00.000Z"
     *         },
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    SubscriptionCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'subscription.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example subscription
       * @enum {string}
       */
      object_type: 'subscription';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      subscription: components['schemas']['Subscription'];
    };
    /**
     * @description Subscription activated: its start date was reached, or it was activated by request.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "subscription.started",
     *       "object_type": "subscription",
     *       "object_id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "subscription": {
     *         "id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *         "external_id": "sub_1042",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "plan_version": 1,
     *         "interval": "monthly",
     *         "amount_cents": 4900,
     *         "currency": "EUR",
     *         "name": "Head office",
     *         "status": "active",
     *         "billing_time": "anniversary",
     *         "subscription_at": "2026-01-01T00:00:00.000Z",
     *         "started_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ends_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ended_at": "2026-01-15T09:30:00.000Z",
     *         "ending_at": "2099-12-31T00:00:00.000Z",
     *         "canceled_at": "2026-01-15T09:30:00.000Z",
     *         "cancels_at": "2026-01-15T09:30:00.000Z",
     *         "terminated_at": "2026-01-15T09:30:00.000Z",
     *         "previous_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "next_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "on_termination_action": "generate_invoice",
     *         "current_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "billing_error": {
     *           "code": "amount_out_of_range",
     *           "message": "An amount of the invoice is greater than 2^53-1.",
     *           "since": "2026-01-01T09:30:00.000Z",
     *           "next_retry_at": "2026-01-01T09:30:00.000Z"
     *         },
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    SubscriptionStartedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'subscription.started';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example subscription
       * @enum {string}
       */
      object_type: 'subscription';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      subscription: components['schemas']['Subscription'];
    };
    /**
     * @description Plan upgrade or downgrade applied, or a newer version of the plan: emitted when it takes effect; `previous_plan_id` is the previous plan, or the same plan for a newer version.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "subscription.plan_changed",
     *       "object_type": "subscription",
     *       "object_id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "subscription": {
     *         "id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *         "external_id": "sub_1042",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "plan_version": 1,
     *         "interval": "monthly",
     *         "amount_cents": 4900,
     *         "currency": "EUR",
     *         "name": "Head office",
     *         "status": "active",
     *         "billing_time": "anniversary",
     *         "subscription_at": "2026-01-01T00:00:00.000Z",
     *         "started_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ends_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ended_at": "2026-01-15T09:30:00.000Z",
     *         "ending_at": "2099-12-31T00:00:00.000Z",
     *         "canceled_at": "2026-01-15T09:30:00.000Z",
     *         "cancels_at": "2026-01-15T09:30:00.000Z",
     *         "terminated_at": "2026-01-15T09:30:00.000Z",
     *         "previous_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "next_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "on_termination_action": "generate_invoice",
     *         "current_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "billing_error": {
     *           "code": "amount_out_of_range",
     *           "message": "An amount of the invoice is greater than 2^53-1.",
     *           "since": "2026-01-01T09:30:00.000Z",
     *           "next_retry_at": "2026-01-01T09:30:00.000Z"
     *         },
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    SubscriptionPlanChangedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'subscription.plan_changed';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example subscription
       * @enum {string}
       */
      object_type: 'subscription';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      subscription: components['schemas']['Subscription'];
    };
    /**
     * @description Trial period expired, or was ended early by a plan change or a termination.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "subscription.trial_ended",
     *       "object_type": "subscription",
     *       "object_id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "subscription": {
     *         "id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *         "external_id": "sub_1042",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "plan_version": 1,
     *         "interval": "monthly",
     *         "amount_cents": 4900,
     *         "currency": "EUR",
     *         "name": "Head office",
     *         "status": "active",
     *         "billing_time": "anniversary",
     *         "subscription_at": "2026-01-01T00:00:00.000Z",
     *         "started_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ends_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ended_at": "2026-01-15T09:30:00.000Z",
     *         "ending_at": "2099-12-31T00:00:00.000Z",
     *         "canceled_at": "2026-01-15T09:30:00.000Z",
     *         "cancels_at": "2026-01-15T09:30:00.000Z",
     *         "terminated_at": "2026-01-15T09:30:00.000Z",
     *         "previous_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "next_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "on_termination_action": "generate_invoice",
     *         "current_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "billing_error": {
     *           "code": "amount_out_of_range",
     *           "message": "An amount of the invoice is greater than 2^53-1.",
     *           "since": "2026-01-01T09:30:00.000Z",
     *           "next_retry_at": "2026-01-01T09:30:00.000Z"
     *         },
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    SubscriptionTrialEndedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'subscription.trial_ended';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example subscription
       * @enum {string}
       */
      object_type: 'subscription';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      subscription: components['schemas']['Subscription'];
    };
    /**
     * @description Subscription canceled: emitted when the cancellation takes effect.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "subscription.canceled",
     *       "object_type": "subscription",
     *       "object_id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "subscription": {
     *         "id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *         "external_id": "sub_1042",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "plan_version": 1,
     *         "interval": "monthly",
     *         "amount_cents": 4900,
     *         "currency": "EUR",
     *         "name": "Head office",
     *         "status": "canceled",
     *         "billing_time": "anniversary",
     *         "subscription_at": "2026-01-01T00:00:00.000Z",
     *         "started_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ends_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ended_at": "2026-01-15T09:30:00.000Z",
     *         "ending_at": "2099-12-31T00:00:00.000Z",
     *         "canceled_at": "2026-03-01T00:00:00.000Z",
     *         "cancels_at": "2026-01-15T09:30:00.000Z",
     *         "terminated_at": "2026-01-15T09:30:00.000Z",
     *         "previous_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "next_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "on_termination_action": "generate_invoice",
     *         "current_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "billing_error": {
     *           "code": "amount_out_of_range",
     *           "message": "An amount of the invoice is greater than 2^53-1.",
     *           "since": "2026-01-01T09:30:00.000Z",
     *           "next_retry_at": "2026-01-01T09:30:00.000Z"
     *         },
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    SubscriptionCanceledEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'subscription.canceled';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example subscription
       * @enum {string}
       */
      object_type: 'subscription';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      subscription: components['schemas']['Subscription'];
    };
    /**
     * @description Subscription terminated by request, or because its `ending_at` was reached.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "subscription.terminated",
     *       "object_type": "subscription",
     *       "object_id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "subscription": {
     *         "id": "0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20",
     *         "external_id": "sub_1042",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "plan_version": 1,
     *         "interval": "monthly",
     *         "amount_cents": 4900,
     *         "currency": "EUR",
     *         "name": "Head office",
     *         "status": "terminated",
     *         "billing_time": "anniversary",
     *         "subscription_at": "2026-01-01T00:00:00.000Z",
     *         "started_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ends_at": "2026-01-15T09:30:00.000Z",
     *         "trial_ended_at": "2026-01-15T09:30:00.000Z",
     *         "ending_at": "2099-12-31T00:00:00.000Z",
     *         "canceled_at": "2026-01-15T09:30:00.000Z",
     *         "cancels_at": "2026-01-15T09:30:00.000Z",
     *         "terminated_at": "2026-03-01T00:00:00.000Z",
     *         "previous_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "next_plan_id": "0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a",
     *         "on_termination_action": "generate_invoice",
     *         "current_period": {
     *           "from": "2026-01-01T00:00:00.000Z",
     *           "to": "2026-02-01T00:00:00.000Z"
     *         },
     *         "billing_error": {
     *           "code": "amount_out_of_range",
     *           "message": "An amount of the invoice is greater than 2^53-1.",
     *           "since": "2026-01-01T09:30:00.000Z",
     *           "next_retry_at": "2026-01-01T09:30:00.000Z"
     *         },
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    SubscriptionTerminatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'subscription.terminated';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example subscription
       * @enum {string}
       */
      object_type: 'subscription';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      subscription: components['schemas']['Subscription'];
    };
    /**
     * @description New customer created.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "customer.created",
     *       "object_type": "customer",
     *       "object_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "customer": {
     *         "id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "external_id": "cust_1042",
     *         "name": "Jane Doe Ltd.",
     *         "legal_name": "Jane Doe Limited",
     *         "tax_ids": [
     *           "FR40303265045"
     *         ],
     *         "locale": "fr-FR",
     *         "email": "billing@janedoe.example",
     *         "currency": "EUR",
     *         "timezone": "Europe/Paris",
     *         "country": "FR",
     *         "address_line1": "5 rue de la Paix",
     *         "address_line2": "Bâtiment B",
     *         "zipcode": "75002",
     *         "city": "Paris",
     *         "state": "Île-de-France",
     *         "metadata": {
     *           "crm_id": "8841"
     *         },
     *         "invoice_grace_period": 3,
     *         "net_payment_term": 30,
     *         "tax_codes": [
     *           "vat_20"
     *         ],
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    CustomerCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'customer.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example customer
       * @enum {string}
       */
      object_type: 'customer';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      customer: components['schemas']['Customer'];
    };
    /**
     * @description Customer record updated: the value of at least one field changed; `changed` lists these fields.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "customer.updated",
     *       "object_type": "customer",
     *       "object_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "changed": [
     *         "email"
     *       ],
     *       "customer": {
     *         "id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "external_id": "cust_1042",
     *         "name": "Jane Doe Ltd.",
     *         "legal_name": "Jane Doe Limited",
     *         "tax_ids": [
     *           "FR40303265045"
     *         ],
     *         "locale": "fr-FR",
     *         "email": "billing@janedoe.example",
     *         "currency": "EUR",
     *         "timezone": "Europe/Paris",
     *         "country": "FR",
     *         "address_line1": "5 rue de la Paix",
     *         "address_line2": "Bâtiment B",
     *         "zipcode": "75002",
     *         "city": "Paris",
     *         "state": "Île-de-France",
     *         "metadata": {
     *           "crm_id": "8841"
     *         },
     *         "invoice_grace_period": 3,
     *         "net_payment_term": 30,
     *         "tax_codes": [
     *           "vat_20"
     *         ],
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    CustomerUpdatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'customer.updated';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example customer
       * @enum {string}
       */
      object_type: 'customer';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      customer: components['schemas']['Customer'];
    };
    /**
     * @description Credit note created, through the API or for the unused part of a fee paid in advance.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "credit_note.created",
     *       "object_type": "credit_note",
     *       "object_id": "0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "credit_note": {
     *         "seller": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "buyer": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "locale": "fr-FR",
     *         "document_sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
     *         "id": "0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d",
     *         "number": null,
     *         "invoice_id": "0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "status": "draft",
     *         "reason": "product_unsatisfactory",
     *         "description": "The import failed for two days",
     *         "currency": "EUR",
     *         "items": [
     *           {
     *             "id": "0199a3c4-5b7e-7eaa-b1c2-9d0e1f2a3b4c",
     *             "fee_id": "0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b",
     *             "amount_cents": 1000,
     *             "taxes_amount_cents": 200,
     *             "taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20",
     *                 "base_amount_cents": 4900,
     *                 "amount_cents": 980
     *               }
     *             ]
     *           }
     *         ],
     *         "credit_amount_cents": 1200,
     *         "refund_amount_cents": 0,
     *         "offset_amount_cents": 0,
     *         "refund_status": null,
     *         "balance_amount_cents": 1200,
     *         "taxes_amount_cents": 200,
     *         "taxes": [
     *           {
     *             "code": "vat_20",
     *             "name": "VAT",
     *             "rate": "20",
     *             "base_amount_cents": 4900,
     *             "amount_cents": 980
     *           }
     *         ],
     *         "tax_categories": [
     *           {
     *             "category": "S",
     *             "rate": "20",
     *             "taxable_amount_cents": 4900,
     *             "tax_amount_cents": 980
     *           }
     *         ],
     *         "total_amount_cents": 1200,
     *         "issuing_date": "2026-01-01",
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z",
     *         "finalized_at": null,
     *         "voided_at": null
     *       }
     *     }
     */
    CreditNoteCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'credit_note.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example credit_note
       * @enum {string}
       */
      object_type: 'credit_note';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      credit_note: components['schemas']['CreditNote'];
    };
    /**
     * @description Credit note finalized: its credit can be used from now on.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "credit_note.finalized",
     *       "object_type": "credit_note",
     *       "object_id": "0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "credit_note": {
     *         "seller": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "buyer": {
     *           "name": "Jane Doe Limited",
     *           "address_line1": "5 rue de la Paix",
     *           "address_line2": null,
     *           "zipcode": "75002",
     *           "city": "Paris",
     *           "state": null,
     *           "country": "FR",
     *           "tax_ids": [
     *             "FR40303265045"
     *           ]
     *         },
     *         "locale": "fr-FR",
     *         "document_sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
     *         "id": "0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d",
     *         "number": "INV-000042-CN1",
     *         "invoice_id": "0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "status": "finalized",
     *         "reason": "product_unsatisfactory",
     *         "description": "The import failed for two days",
     *         "currency": "EUR",
     *         "items": [
     *           {
     *             "id": "0199a3c4-5b7e-7eaa-b1c2-9d0e1f2a3b4c",
     *             "fee_id": "0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b",
     *             "amount_cents": 1000,
     *             "taxes_amount_cents": 200,
     *             "taxes": [
     *               {
     *                 "code": "vat_20",
     *                 "name": "VAT",
     *                 "rate": "20",
     *                 "base_amount_cents": 4900,
     *                 "amount_cents": 980
     *               }
     *             ]
     *           }
     *         ],
     *         "credit_amount_cents": 1200,
     *         "refund_amount_cents": 0,
     *         "offset_amount_cents": 0,
     *         "refund_status": null,
     *         "balance_amount_cents": 1200,
     *         "taxes_amount_cents": 200,
     *         "taxes": [
     *           {
     *             "code": "vat_20",
     *             "name": "VAT",
     *             "rate": "20",
     *             "base_amount_cents": 4900,
     *             "amount_cents": 980
     *           }
     *         ],
     *         "tax_categories": [
     *           {
     *             "category": "S",
     *             "rate": "20",
     *             "taxable_amount_cents": 4900,
     *             "tax_amount_cents": 980
     *           }
     *         ],
     *         "total_amount_cents": 1200,
     *         "issuing_date": "2026-01-01",
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z",
     *         "finalized_at": "2026-01-01T09:30:00.000Z",
     *         "voided_at": null
     *       }
     *     }
     */
    CreditNoteFinalizedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'credit_note.finalized';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example credit_note
       * @enum {string}
       */
      object_type: 'credit_note';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      credit_note: components['schemas']['CreditNote'];
    };
    /**
     * @description Wallet created; its initial credits follow as transactions.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "wallet.created",
     *       "object_type": "wallet",
     *       "object_id": "0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "wallet": {
     *         "id": "0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "name": "Prepaid credits",
     *         "code": "prepaid",
     *         "currency": "EUR",
     *         "rate_amount": "1.5",
     *         "priority": 1,
     *         "expiration_at": "2036-12-31T23:00:00.000Z",
     *         "status": "active",
     *         "credits_balance": "110",
     *         "balance_cents": 16500,
     *         "consumed_credits": "0",
     *         "consumed_amount_cents": 0,
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z",
     *         "terminated_at": null
     *       }
     *     }
     */
    WalletCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'wallet.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example wallet
       * @enum {string}
       */
      object_type: 'wallet';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      wallet: components['schemas']['Wallet'];
    };
    /**
     * @description Wallet terminated, by request, at its expiration or with its customer; emitted after the transaction that voids its balance.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "wallet.terminated",
     *       "object_type": "wallet",
     *       "object_id": "0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "wallet": {
     *         "id": "0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "name": "Prepaid credits",
     *         "code": "prepaid",
     *         "currency": "EUR",
     *         "rate_amount": "1.5",
     *         "priority": 1,
     *         "expiration_at": "2036-12-31T23:00:00.000Z",
     *         "status": "terminated",
     *         "credits_balance": "0",
     *         "balance_cents": 0,
     *         "consumed_credits": "0",
     *         "consumed_amount_cents": 0,
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z",
     *         "terminated_at": "2026-03-01T00:00:00.000Z"
     *       }
     *     }
     */
    WalletTerminatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'wallet.terminated';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example wallet
       * @enum {string}
       */
      object_type: 'wallet';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      wallet: components['schemas']['Wallet'];
    };
    /**
     * @description Wallet transaction recorded: a top-up, a grant, a use by an invoice, a return or a void.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "wallet.transaction.created",
     *       "object_type": "wallet_transaction",
     *       "object_id": "0199a3c4-5b7e-7b33-9c44-6e8f0a1b2c3d",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "wallet_transaction": {
     *         "id": "0199a3c4-5b7e-7b33-9c44-6e8f0a1b2c3d",
     *         "wallet_id": "0199a3c4-5b7e-7a11-8b22-4c6d8e0f1a2b",
     *         "sequence": 1,
     *         "transaction_type": "inbound",
     *         "transaction_status": "purchased",
     *         "source": "paid",
     *         "credits": "100",
     *         "amount_cents": 15000,
     *         "balance_after_cents": 15000,
     *         "currency": "EUR",
     *         "invoice_id": null,
     *         "created_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    WalletTransactionCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'wallet.transaction.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example wallet_transaction
       * @enum {string}
       */
      object_type: 'wallet_transaction';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      wallet_transaction: components['schemas']['WalletTransaction'];
    };
    /**
     * @description Usage threshold exceeded: the usage amount of a billing period reached it; emitted once per subscription and period, or once per multiple for a recurring threshold.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "usage_threshold.crossed",
     *       "object_type": "usage_threshold",
     *       "object_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "usage_threshold": {
     *         "id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d",
     *         "plan_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d",
     *         "subscription_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d",
     *         "amount_cents": 10000,
     *         "currency": "EUR",
     *         "threshold_display_name": "Soft limit",
     *         "recurring": false,
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z",
     *         "crossing": {
     *           "subscription_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d",
     *           "external_subscription_id": "sub_1042",
     *           "customer_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c3d",
     *           "period": {
     *             "from": "2026-01-01T09:30:00.000Z",
     *             "to": "2026-01-01T09:30:00.000Z"
     *           },
     *           "currency": "EUR",
     *           "usage_amount_cents": 10450,
     *           "multiple": 1,
     *           "crossed_amount_cents": 10000,
     *           "crossed_at": "2026-01-01T09:30:00.000Z"
     *         }
     *       }
     *     }
     */
    UsageThresholdCrossedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'usage_threshold.crossed';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example usage_threshold
       * @enum {string}
       */
      object_type: 'usage_threshold';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      usage_threshold: components['schemas']['CrossedUsageThreshold'];
    };
    /**
     * @description Dunning payment request created: through the API or by a campaign.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "payment_request.created",
     *       "object_type": "payment_request",
     *       "object_id": "0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "payment_request": {
     *         "id": "0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "invoice_ids": [
     *           "0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64"
     *         ],
     *         "amount_cents": 12000,
     *         "amount_paid_cents": 0,
     *         "currency": "EUR",
     *         "payment_status": "pending",
     *         "payment_attempts": 0,
     *         "next_attempt_at": "2026-01-08T09:30:00.000Z",
     *         "dunning_campaign_id": "0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a",
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    PaymentRequestCreatedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'payment_request.created';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example payment_request
       * @enum {string}
       */
      object_type: 'payment_request';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      payment_request: components['schemas']['PaymentRequest'];
    };
    /**
     * @description Dunning payment succeeded: the request is paid, and nothing is due on its invoices any more.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "payment_request.payment_succeeded",
     *       "object_type": "payment_request",
     *       "object_id": "0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "payment_request": {
     *         "id": "0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "invoice_ids": [
     *           "0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64"
     *         ],
     *         "amount_cents": 12000,
     *         "amount_paid_cents": 12000,
     *         "currency": "EUR",
     *         "payment_status": "succeeded",
     *         "payment_attempts": 1,
     *         "next_attempt_at": null,
     *         "dunning_campaign_id": "0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a",
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    PaymentRequestPaymentSucceededEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'payment_request.payment_succeeded';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example payment_request
       * @enum {string}
       */
      object_type: 'payment_request';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      payment_request: components['schemas']['PaymentRequest'];
    };
    /**
     * @description Dunning payment failed: a payment of the request failed. The last attempt (`final`) also fails on timeout.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "payment_request.payment_failed",
     *       "object_type": "payment_request",
     *       "object_id": "0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "payment_request": {
     *         "id": "0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "invoice_ids": [
     *           "0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64"
     *         ],
     *         "amount_cents": 12000,
     *         "amount_paid_cents": 0,
     *         "currency": "EUR",
     *         "payment_status": "pending",
     *         "payment_attempts": 1,
     *         "next_attempt_at": "2026-01-08T09:30:00.000Z",
     *         "dunning_campaign_id": "0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a",
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z",
     *         "final": false
     *       }
     *     }
     */
    PaymentRequestPaymentFailedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'payment_request.payment_failed';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example payment_request
       * @enum {string}
       */
      object_type: 'payment_request';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      payment_request: components['schemas']['FailedPaymentRequest'];
    };
    /**
     * @description Coupon applied to a customer.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "coupon.applied",
     *       "object_type": "applied_coupon",
     *       "object_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "applied_coupon": {
     *         "id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42",
     *         "coupon_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41",
     *         "code": "welcome",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "status": "active",
     *         "coupon_type": "fixed_amount",
     *         "amount_cents": 1000,
     *         "currency": "EUR",
     *         "percentage_rate": null,
     *         "amount_remaining_cents": 1000,
     *         "frequency": "once",
     *         "frequency_duration_remaining": null,
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "ended_at": null
     *       }
     *     }
     */
    CouponAppliedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'coupon.applied';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example applied_coupon
       * @enum {string}
       */
      object_type: 'applied_coupon';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      applied_coupon: components['schemas']['AppliedCoupon'];
    };
    /**
     * @description Applied coupon used up: finalizing an invoice used the rest of its amount, or the last of its bills.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "coupon.exhausted",
     *       "object_type": "applied_coupon",
     *       "object_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "applied_coupon": {
     *         "id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42",
     *         "coupon_id": "0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c41",
     *         "code": "welcome",
     *         "customer_id": "0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21",
     *         "status": "exhausted",
     *         "coupon_type": "fixed_amount",
     *         "amount_cents": 1000,
     *         "currency": "EUR",
     *         "percentage_rate": null,
     *         "amount_remaining_cents": 0,
     *         "frequency": "once",
     *         "frequency_duration_remaining": null,
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "ended_at": "2026-02-01T00:00:04.000Z"
     *       }
     *     }
     */
    CouponExhaustedEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'coupon.exhausted';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example applied_coupon
       * @enum {string}
       */
      object_type: 'applied_coupon';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      applied_coupon: components['schemas']['AppliedCoupon'];
    };
    /**
     * @description Test delivery requested for this endpoint.
     * @example {
     *       "id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
     *       "webhook_type": "webhook_endpoint.test",
     *       "object_type": "webhook_endpoint",
     *       "object_id": "0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f",
     *       "organization_id": "0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "sequence": 1,
     *       "webhook_endpoint": {
     *         "id": "0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f",
     *         "url": "inbox",
     *         "signature_algo": "hmac",
     *         "status": "active",
     *         "description": "Accounting",
     *         "event_types": [
     *           "invoice.*",
     *           "customer.created"
     *         ],
     *         "created_at": "2026-01-01T09:30:00.000Z",
     *         "updated_at": "2026-01-01T09:30:00.000Z"
     *       }
     *     }
     */
    WebhookEndpointTestEvent: {
      /**
       * Format: uuid
       * @description ID of the event; the same for all endpoints
       * @example 0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a
       */
      id: string;
      /**
       * @description Event kind (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      webhook_type: 'webhook_endpoint.test';
      /**
       * @description Type of the entity; also the name of the field that contains it
       * @example webhook_endpoint
       * @enum {string}
       */
      object_type: 'webhook_endpoint';
      /**
       * Format: uuid
       * @description ID of the entity
       * @example 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21
       */
      object_id: string;
      /**
       * Format: uuid
       * @description ID of the organization
       * @example 0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c
       */
      organization_id: string;
      /**
       * Format: date-time
       * @description When the event happened
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Sequence number of the event within its entity; starts at 1 and has no gaps
       * @example 1
       */
      sequence: number;
      /**
       * @description True in a sample, which is about a made-up object; absent otherwise
       * @example true
       */
      sample?: boolean;
      /**
       * @description For updates, the fields that changed
       * @example [
       *       "email"
       *     ]
       */
      changed?: string[];
      webhook_endpoint: components['schemas']['WebhookEndpoint'];
    };
    /** @description The body of a delivery: `webhook_type` selects the schema */
    WebhookEvent:
      | components['schemas']['InvoiceCreatedEvent']
      | components['schemas']['InvoiceFinalizedEvent']
      | components['schemas']['InvoicePaidEvent']
      | components['schemas']['InvoiceVoidedEvent']
      | components['schemas']['PaymentCreatedEvent']
      | components['schemas']['PaymentSucceededEvent']
      | components['schemas']['PaymentFailedEvent']
      | components['schemas']['SubscriptionCreatedEvent']
      | components['schemas']['SubscriptionStartedEvent']
      | components['schemas']['SubscriptionPlanChangedEvent']
      | components['schemas']['SubscriptionTrialEndedEvent']
      | components['schemas']['SubscriptionCanceledEvent']
      | components['schemas']['SubscriptionTerminatedEvent']
      | components['schemas']['CustomerCreatedEvent']
      | components['schemas']['CustomerUpdatedEvent']
      | components['schemas']['CreditNoteCreatedEvent']
      | components['schemas']['CreditNoteFinalizedEvent']
      | components['schemas']['WalletCreatedEvent']
      | components['schemas']['WalletTerminatedEvent']
      | components['schemas']['WalletTransactionCreatedEvent']
      | components['schemas']['UsageThresholdCrossedEvent']
      | components['schemas']['PaymentRequestCreatedEvent']
      | components['schemas']['PaymentRequestPaymentSucceededEvent']
      | components['schemas']['PaymentRequestPaymentFailedEvent']
      | components['schemas']['CouponAppliedEvent']
      | components['schemas']['CouponExhaustedEvent']
      | components['schemas']['WebhookEndpointTestEvent'];
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type ApiKey = components['schemas']['ApiKey'];
export type RotateApiKey = components['schemas']['RotateApiKey'];
export type CreateOrganization = components['schemas']['CreateOrganization'];
export type CreatedOrganization = components['schemas']['CreatedOrganization'];
export type Organization = components['schemas']['Organization'];
export type UpdateOrganization = components['schemas']['UpdateOrganization'];
export type CreateCustomer = components['schemas']['CreateCustomer'];
export type Customer = components['schemas']['Customer'];
export type UpdateCustomer = components['schemas']['UpdateCustomer'];
export type CreateBillableMetric = components['schemas']['CreateBillableMetric'];
export type BillableMetric = components['schemas']['BillableMetric'];
export type UpdateBillableMetric = components['schemas']['UpdateBillableMetric'];
export type CreateTax = components['schemas']['CreateTax'];
export type Tax = components['schemas']['Tax'];
export type UpdateTax = components['schemas']['UpdateTax'];
export type ChargeInput = components['schemas']['ChargeInput'];
export type CreatePlan = components['schemas']['CreatePlan'];
export type Charge = components['schemas']['Charge'];
export type Plan = components['schemas']['Plan'];
export type UpdatePlan = components['schemas']['UpdatePlan'];
export type SimulatedUsage = components['schemas']['SimulatedUsage'];
export type SimulatePlan = components['schemas']['SimulatePlan'];
export type ChargeStep = components['schemas']['ChargeStep'];
export type SimulatedCharge = components['schemas']['SimulatedCharge'];
export type PlanSimulation = components['schemas']['PlanSimulation'];
export type CreateUsageEvent = components['schemas']['CreateUsageEvent'];
export type UsageEvent = components['schemas']['UsageEvent'];
export type CreateUsageEvents = components['schemas']['CreateUsageEvents'];
export type EventError = components['schemas']['EventError'];
export type EventResult = components['schemas']['EventResult'];
export type EventBatch = components['schemas']['EventBatch'];
export type ChargeUsage = components['schemas']['ChargeUsage'];
export type CurrentUsage = components['schemas']['CurrentUsage'];
export type CreateUsageThreshold = components['schemas']['CreateUsageThreshold'];
export type UsageThreshold = components['schemas']['UsageThreshold'];
export type AppliedTax = components['schemas']['AppliedTax'];
export type TaxAmount = components['schemas']['TaxAmount'];
export type Fee = components['schemas']['Fee'];
export type OneOffFee = components['schemas']['OneOffFee'];
export type CreateOneOffInvoice = components['schemas']['CreateOneOffInvoice'];
export type InvoiceCoupon = components['schemas']['InvoiceCoupon'];
export type TaxCategory = components['schemas']['TaxCategory'];
export type Party = components['schemas']['Party'];
export type BillingPeriod = components['schemas']['BillingPeriod'];
export type InvoiceFee = components['schemas']['InvoiceFee'];
export type Invoice = components['schemas']['Invoice'];
export type PreviewInvoice = components['schemas']['PreviewInvoice'];
export type PreviewedFee = components['schemas']['PreviewedFee'];
export type InvoicePreview = components['schemas']['InvoicePreview'];
export type IncludedCustomer = components['schemas']['IncludedCustomer'];
export type WithCustomer = components['schemas']['WithCustomer'];
export type CreateDocumentLink = components['schemas']['CreateDocumentLink'];
export type DocumentLink = components['schemas']['DocumentLink'];
export type ExplanationStep = components['schemas']['ExplanationStep'];
export type TaxExplanation = components['schemas']['TaxExplanation'];
export type FeeEvents = components['schemas']['FeeEvents'];
export type FeeExplanation = components['schemas']['FeeExplanation'];
export type CreateSubscription = components['schemas']['CreateSubscription'];
export type SubscriptionPeriod = components['schemas']['SubscriptionPeriod'];
export type BillingError = components['schemas']['BillingError'];
export type Subscription = components['schemas']['Subscription'];
export type UpdateSubscription = components['schemas']['UpdateSubscription'];
export type PreviewPlanChange = components['schemas']['PreviewPlanChange'];
export type PlanChangeInvoice = components['schemas']['PlanChangeInvoice'];
export type PlanChangePreview = components['schemas']['PlanChangePreview'];
export type SubscriptionBilledPeriod = components['schemas']['SubscriptionBilledPeriod'];
export type SubscriptionPeriods = components['schemas']['SubscriptionPeriods'];
export type MigratePlan = components['schemas']['MigratePlan'];
export type PlanMigrationFailure = components['schemas']['PlanMigrationFailure'];
export type PlanMigration = components['schemas']['PlanMigration'];
export type CreditNoteItemInput = components['schemas']['CreditNoteItemInput'];
export type CreateCreditNote = components['schemas']['CreateCreditNote'];
export type CreditNoteItem = components['schemas']['CreditNoteItem'];
export type CreditNote = components['schemas']['CreditNote'];
export type CreateWallet = components['schemas']['CreateWallet'];
export type Wallet = components['schemas']['Wallet'];
export type UpdateWallet = components['schemas']['UpdateWallet'];
export type TopUpWallet = components['schemas']['TopUpWallet'];
export type WalletTransaction = components['schemas']['WalletTransaction'];
export type CreateCoupon = components['schemas']['CreateCoupon'];
export type Coupon = components['schemas']['Coupon'];
export type UpdateCoupon = components['schemas']['UpdateCoupon'];
export type ApplyCoupon = components['schemas']['ApplyCoupon'];
export type AppliedCoupon = components['schemas']['AppliedCoupon'];
export type WebhookAnswer = components['schemas']['WebhookAnswer'];
export type RecordPayment = components['schemas']['RecordPayment'];
export type Payment = components['schemas']['Payment'];
export type CreatePayment = components['schemas']['CreatePayment'];
export type RefundPayment = components['schemas']['RefundPayment'];
export type ProviderConnection = components['schemas']['ProviderConnection'];
export type PutProviderConnection = components['schemas']['PutProviderConnection'];
export type ProviderNotification = components['schemas']['ProviderNotification'];
export type CreateCampaignThreshold = components['schemas']['CreateCampaignThreshold'];
export type CreateDunningCampaign = components['schemas']['CreateDunningCampaign'];
export type CampaignThreshold = components['schemas']['CampaignThreshold'];
export type DunningCampaign = components['schemas']['DunningCampaign'];
export type UpdateDunningCampaign = components['schemas']['UpdateDunningCampaign'];
export type CustomerDunningCampaign = components['schemas']['CustomerDunningCampaign'];
export type AssignDunningCampaign = components['schemas']['AssignDunningCampaign'];
export type CreatePaymentRequest = components['schemas']['CreatePaymentRequest'];
export type PaymentRequest = components['schemas']['PaymentRequest'];
export type Email = components['schemas']['Email'];
export type SendInvoice = components['schemas']['SendInvoice'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryStats = components['schemas']['DeliveryStats'];
export type TestWebhookEndpoint = components['schemas']['TestWebhookEndpoint'];
export type InboxMessage = components['schemas']['InboxMessage'];
export type EventType = components['schemas']['EventType'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type UpdateWebhookEndpoint = components['schemas']['UpdateWebhookEndpoint'];
export type EarlierSecret = components['schemas']['EarlierSecret'];
export type WebhookEndpointSecret = components['schemas']['WebhookEndpointSecret'];
export type RotateSecret = components['schemas']['RotateSecret'];
export type Mismatch = components['schemas']['Mismatch'];
export type ReconciliationCheck = components['schemas']['ReconciliationCheck'];
export type Reconciliation = components['schemas']['Reconciliation'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchResults = components['schemas']['SearchResults'];
export type InvoiceDay = components['schemas']['InvoiceDay'];
export type InvoiceSeries = components['schemas']['InvoiceSeries'];
export type InvoiceReport = components['schemas']['InvoiceReport'];
export type MrrDay = components['schemas']['MrrDay'];
export type MrrSeries = components['schemas']['MrrSeries'];
export type MrrReport = components['schemas']['MrrReport'];
export type DeliveryDay = components['schemas']['DeliveryDay'];
export type DeliveryReport = components['schemas']['DeliveryReport'];
export type UsageDay = components['schemas']['UsageDay'];
export type UsageSeries = components['schemas']['UsageSeries'];
export type UsageReport = components['schemas']['UsageReport'];
export type FieldError = components['schemas']['FieldError'];
export type Problem = components['schemas']['Problem'];
export type CrossingPeriod = components['schemas']['CrossingPeriod'];
export type UsageThresholdCrossing = components['schemas']['UsageThresholdCrossing'];
export type CrossedUsageThreshold = components['schemas']['CrossedUsageThreshold'];
export type FailedPaymentRequest = components['schemas']['FailedPaymentRequest'];
export type StandardChargeInput = components['schemas']['StandardChargeInput'];
export type GraduatedChargeInput = components['schemas']['GraduatedChargeInput'];
export type VolumeChargeInput = components['schemas']['VolumeChargeInput'];
export type PackageChargeInput = components['schemas']['PackageChargeInput'];
export type PercentageChargeInput = components['schemas']['PercentageChargeInput'];
export type GraduatedPercentageChargeInput = components['schemas']['GraduatedPercentageChargeInput'];
export type StandardCharge = components['schemas']['StandardCharge'];
export type GraduatedCharge = components['schemas']['GraduatedCharge'];
export type VolumeCharge = components['schemas']['VolumeCharge'];
export type PackageCharge = components['schemas']['PackageCharge'];
export type PercentageCharge = components['schemas']['PercentageCharge'];
export type GraduatedPercentageCharge = components['schemas']['GraduatedPercentageCharge'];
export type InvoiceCreatedEvent = components['schemas']['InvoiceCreatedEvent'];
export type InvoiceFinalizedEvent = components['schemas']['InvoiceFinalizedEvent'];
export type InvoicePaidEvent = components['schemas']['InvoicePaidEvent'];
export type InvoiceVoidedEvent = components['schemas']['InvoiceVoidedEvent'];
export type PaymentCreatedEvent = components['schemas']['PaymentCreatedEvent'];
export type PaymentSucceededEvent = components['schemas']['PaymentSucceededEvent'];
export type PaymentFailedEvent = components['schemas']['PaymentFailedEvent'];
export type SubscriptionCreatedEvent = components['schemas']['SubscriptionCreatedEvent'];
export type SubscriptionStartedEvent = components['schemas']['SubscriptionStartedEvent'];
export type SubscriptionPlanChangedEvent = components['schemas']['SubscriptionPlanChangedEvent'];
export type SubscriptionTrialEndedEvent = components['schemas']['SubscriptionTrialEndedEvent'];
export type SubscriptionCanceledEvent = components['schemas']['SubscriptionCanceledEvent'];
export type SubscriptionTerminatedEvent = components['schemas']['SubscriptionTerminatedEvent'];
export type CustomerCreatedEvent = components['schemas']['CustomerCreatedEvent'];
export type CustomerUpdatedEvent = components['schemas']['CustomerUpdatedEvent'];
export type CreditNoteCreatedEvent = components['schemas']['CreditNoteCreatedEvent'];
export type CreditNoteFinalizedEvent = components['schemas']['CreditNoteFinalizedEvent'];
export type WalletCreatedEvent = components['schemas']['WalletCreatedEvent'];
export type WalletTerminatedEvent = components['schemas']['WalletTerminatedEvent'];
export type WalletTransactionCreatedEvent = components['schemas']['WalletTransactionCreatedEvent'];
export type UsageThresholdCrossedEvent = components['schemas']['UsageThresholdCrossedEvent'];
export type PaymentRequestCreatedEvent = components['schemas']['PaymentRequestCreatedEvent'];
export type PaymentRequestPaymentSucceededEvent =
  components['schemas']['PaymentRequestPaymentSucceededEvent'];
export type PaymentRequestPaymentFailedEvent = components['schemas']['PaymentRequestPaymentFailedEvent'];
export type CouponAppliedEvent = components['schemas']['CouponAppliedEvent'];
export type CouponExhaustedEvent = components['schemas']['CouponExhaustedEvent'];
export type WebhookEndpointTestEvent = components['schemas']['WebhookEndpointTestEvent'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type $defs = Record<string, never>;
export interface operations {
  listApiKeys: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKey'][];
        };
      };
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Production backend"
         *     }
         */
        'application/json': components['schemas']['CreateApiKey'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedApiKey'];
        };
      };
    };
  };
  getApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKey'];
        };
      };
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked; revoking a revoked key is a no-op */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rotateApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        'application/json': components['schemas']['RotateApiKey'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedApiKey'];
        };
      };
    };
  };
  getLinkedDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description End of the link */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document as HTML or PDF */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'application/pdf': string;
        };
      };
    };
  };
  createOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Acme Inc.",
         *       "default_currency": "EUR",
         *       "timezone": "Europe/Paris",
         *       "legal_name": "Acme Incorporated",
         *       "address_line1": "1 Main Street",
         *       "address_line2": "Suite 5",
         *       "zipcode": "10115",
         *       "city": "Berlin",
         *       "state": "Berlin",
         *       "country": "DE",
         *       "tax_id": "DE123456789",
         *       "legal_text": "Acme Incorporated, HRB 12345, Amtsgericht Berlin",
         *       "accent_color": "#1f4e79",
         *       "locale": "en-GB",
         *       "document_template": "standard",
         *       "logo": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
         *       "email_invoices": false,
         *       "email_receipts": false,
         *       "email_credit_notes": false,
         *       "email_payment_requests": false,
         *       "email_reply_to": "billing@acme.example"
         *     }
         */
        'application/json': components['schemas']['CreateOrganization'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedOrganization'];
        };
      };
    };
  };
  getCurrentOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  updateCurrentOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Acme Inc.",
         *       "default_currency": "EUR",
         *       "timezone": "Europe/Paris",
         *       "legal_name": "Acme Incorporated",
         *       "address_line1": "1 Main Street",
         *       "address_line2": "Suite 5",
         *       "zipcode": "10115",
         *       "city": "Berlin",
         *       "state": "Berlin",
         *       "country": "DE",
         *       "tax_id": "DE123456789",
         *       "legal_text": "Acme Incorporated, HRB 12345, Amtsgericht Berlin",
         *       "accent_color": "#1f4e79",
         *       "locale": "en-GB",
         *       "document_template": "standard",
         *       "logo": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
         *       "email_invoices": false,
         *       "email_receipts": false,
         *       "email_credit_notes": false,
         *       "email_payment_requests": false,
         *       "email_reply_to": "billing@acme.example"
         *     }
         */
        'application/json': components['schemas']['UpdateOrganization'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  listCustomers: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          | 'created_at'
          | 'created_at:asc'
          | 'created_at:desc'
          | 'updated_at'
          | 'updated_at:asc'
          | 'updated_at:desc'
          | 'external_id'
          | 'external_id:asc'
          | 'external_id:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by `external_id`, e.g. `cust_1042` */
        external_id?: string;
        /** @description Filter by e-mail address, e.g. `billing@janedoe.example` */
        email?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'][];
        };
      };
    };
  };
  createCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_id": "cust_1042",
         *       "name": "Jane Doe Ltd.",
         *       "legal_name": "Jane Doe Limited",
         *       "tax_ids": [
         *         "FR40303265045"
         *       ],
         *       "locale": "fr-FR",
         *       "email": "billing@janedoe.example",
         *       "currency": "EUR",
         *       "timezone": "Europe/Paris",
         *       "country": "FR",
         *       "address_line1": "5 rue de la Paix",
         *       "address_line2": "Bâtiment B",
         *       "zipcode": "75002",
         *       "city": "Paris",
         *       "state": "Île-de-France",
         *       "metadata": {
         *         "crm_id": "8841"
         *       },
         *       "invoice_grace_period": 3,
         *       "net_payment_term": 30,
         *       "tax_codes": []
         *     }
         */
        'application/json': components['schemas']['CreateCustomer'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  getCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  updateCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "external_id": "cust_1042",
         *       "name": "Jane Doe Ltd.",
         *       "legal_name": "Jane Doe Limited",
         *       "tax_ids": [
         *         "FR40303265045"
         *       ],
         *       "locale": "fr-FR",
         *       "email": "billing@janedoe.example",
         *       "currency": "EUR",
         *       "timezone": "Europe/Paris",
         *       "country": "FR",
         *       "address_line1": "5 rue de la Paix",
         *       "address_line2": "Bâtiment B",
         *       "zipcode": "75002",
         *       "city": "Paris",
         *       "state": "Île-de-France",
         *       "metadata": {
         *         "crm_id": "8841"
         *       },
         *       "invoice_grace_period": 3,
         *       "net_payment_term": 30,
         *       "tax_codes": []
         *     }
         */
        'application/json': components['schemas']['UpdateCustomer'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  deleteCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listBillableMetrics: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by code, e.g. `storage_gb` */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillableMetric'][];
        };
      };
    };
  };
  createBillableMetric: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "storage_gb",
         *       "name": "Storage",
         *       "description": "Gigabytes stored",
         *       "aggregation_type": "sum",
         *       "field_name": "gb",
         *       "rounding_function": "round",
         *       "rounding_precision": 2,
         *       "recurring": false,
         *       "unit_code": "E34"
         *     }
         */
        'application/json': components['schemas']['CreateBillableMetric'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillableMetric'];
        };
      };
    };
  };
  getBillableMetric: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillableMetric'];
        };
      };
    };
  };
  updateBillableMetric: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Storage",
         *       "description": "Gigabytes stored",
         *       "aggregation_type": "sum",
         *       "field_name": "gb",
         *       "rounding_function": "round",
         *       "rounding_precision": 2,
         *       "recurring": false,
         *       "unit_code": "E34"
         *     }
         */
        'application/json': components['schemas']['UpdateBillableMetric'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillableMetric'];
        };
      };
    };
  };
  deleteBillableMetric: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listTaxes: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by code, e.g. `vat_20` */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tax'][];
        };
      };
    };
  };
  createTax: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "vat_20",
         *       "name": "VAT",
         *       "description": "Standard rate",
         *       "rate": "20",
         *       "category": "S",
         *       "applied_to_organization": false
         *     }
         */
        'application/json': components['schemas']['CreateTax'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tax'];
        };
      };
    };
  };
  getTax: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tax'];
        };
      };
    };
  };
  updateTax: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "VAT",
         *       "description": "Standard rate",
         *       "rate": "20",
         *       "category": "S",
         *       "applied_to_organization": false
         *     }
         */
        'application/json': components['schemas']['UpdateTax'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tax'];
        };
      };
    };
  };
  deleteTax: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPlans: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by code, e.g. `pro_monthly` */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Plan'][];
        };
      };
    };
  };
  createPlan: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "pro_monthly",
         *       "name": "Pro",
         *       "description": "For teams",
         *       "interval": "monthly",
         *       "amount_cents": 4900,
         *       "currency": "EUR",
         *       "trial_period_days": 0,
         *       "pay_in_advance": true,
         *       "charges": [
         *         {
         *           "billable_metric_code": "storage_gb",
         *           "charge_model": "standard",
         *           "properties": {
         *             "amount": "0.10"
         *           }
         *         }
         *       ],
         *       "tax_codes": []
         *     }
         */
        'application/json': components['schemas']['CreatePlan'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Plan'];
        };
      };
    };
  };
  getPlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Plan'];
        };
      };
    };
  };
  updatePlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Pro",
         *       "description": "For teams",
         *       "interval": "monthly",
         *       "currency": "EUR",
         *       "trial_period_days": 0,
         *       "pay_in_advance": true,
         *       "charges": [
         *         {
         *           "billable_metric_code": "storage_gb",
         *           "charge_model": "standard",
         *           "properties": {
         *             "amount": "0.10"
         *           }
         *         }
         *       ],
         *       "tax_codes": [],
         *       "amount_cents": 5900
         *     }
         */
        'application/json': components['schemas']['UpdatePlan'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Plan'];
        };
      };
    };
  };
  deletePlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  simulatePlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "usage": [
         *         {
         *           "billable_metric_code": "storage_gb",
         *           "units": "12.5",
         *           "events_count": 3
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['SimulatePlan'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanSimulation'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by transaction_id, e.g. `evt_2026_000042` */
        transaction_id?: string;
        /** @description Filter by customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by subscription, e.g. `sub_1042` */
        external_subscription_id?: string;
        /** @description Filter by code of the billable metric, e.g. `storage_gb` */
        code?: string;
        /** @description Filter by timestamp: at or after this instant, e.g. `2026-01-01T00:00:00Z` */
        from?: string | number;
        /** @description Filter by whether a charge prices the event, e.g. `false` */
        charged?: boolean;
        /** @description Filter by the reason why no charge prices the event, e.g. `no_charge` */
        not_charged_reason?: 'no_charge' | 'late' | 'no_billing_period' | 'period_not_started';
        /** @description Filter by timestamp: before this instant, e.g. `2026-02-01T00:00:00Z` */
        to?: string | number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageEvent'][];
        };
      };
    };
  };
  createEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "transaction_id": "evt_2026_000042",
         *       "code": "storage_gb",
         *       "properties": {
         *         "gb": "12.5"
         *       },
         *       "external_subscription_id": "sub_1042",
         *       "external_customer_id": "cust_1042"
         *     }
         */
        'application/json': components['schemas']['CreateUsageEvent'];
      };
    };
    responses: {
      /** @description Already recorded with the same content */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageEvent'];
        };
      };
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageEvent'];
        };
      };
    };
  };
  createEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "events": [
         *         {
         *           "transaction_id": "evt_2026_000043",
         *           "code": "storage_gb",
         *           "properties": {
         *             "gb": "12.5"
         *           },
         *           "external_subscription_id": "sub_1042"
         *         },
         *         {
         *           "transaction_id": "evt_2026_000044",
         *           "code": "storage_gb",
         *           "properties": {
         *             "gb": "12.5"
         *           },
         *           "external_subscription_id": "sub_1042"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateUsageEvents'];
      };
    };
    responses: {
      /** @description No event was rejected or in conflict */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventBatch'];
        };
      };
      /** @description Some events were rejected or in conflict */
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventBatch'];
        };
      };
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageEvent'];
        };
      };
    };
  };
  getCurrentUsage: {
    parameters: {
      query?: {
        /** @description ID of the subscription; required if the customer has several active ones, e.g. `0199a3c4-5b7e-7a44-8f1e-2d4c6b8a0f1e` */
        subscription_id?: string;
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CurrentUsage'];
        };
      };
    };
  };
  listPlanThresholds: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          | 'created_at'
          | 'created_at:asc'
          | 'created_at:desc'
          | 'amount_cents'
          | 'amount_cents:asc'
          | 'amount_cents:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageThreshold'][];
        };
      };
    };
  };
  addPlanThreshold: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amount_cents": 10000,
         *       "threshold_display_name": "Soft limit",
         *       "recurring": false
         *     }
         */
        'application/json': components['schemas']['CreateUsageThreshold'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageThreshold'];
        };
      };
    };
  };
  listSubscriptionThresholds: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          | 'created_at'
          | 'created_at:asc'
          | 'created_at:desc'
          | 'amount_cents'
          | 'amount_cents:asc'
          | 'amount_cents:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageThreshold'][];
        };
      };
    };
  };
  addSubscriptionThreshold: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amount_cents": 10000,
         *       "threshold_display_name": "Soft limit",
         *       "recurring": false
         *     }
         */
        'application/json': components['schemas']['CreateUsageThreshold'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageThreshold'];
        };
      };
    };
  };
  deleteThreshold: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listFees: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by invoice, e.g. `0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b` */
        invoice_id?: string;
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by subscription, e.g. `0199a3c4-5b7e-7097-b052-8dae2f4a6b7c` */
        subscription_id?: string;
        /** @description Filter by type, e.g. `charge` */
        type?: 'subscription' | 'charge' | 'add_on' | 'one_off';
        /** @description Filter by the code of the billable metric, e.g. `calls` */
        billable_metric_code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list or, with `Accept: text/csv`, all matching records as a CSV file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fee'][];
          /**
           * @example id,invoice_id,invoice_number,invoice_status,customer_id,subscription_id,issuing_date,currency,type,description,units,unit_code,unit_amount,amount_cents,discount_amount_cents,net_amount_cents,net_unit_amount,taxes_amount_cents,tax_category,tax_rate,billable_metric_code,charge_id,plan_id,from,to,billed_days,period_days,events_count
           *     0199a3c4-5b7e-7108-8163-9ebf30516273,0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b,ACM-1B2C-007,finalized,0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21,0199a3c4-5b7e-7097-b052-8dae2f4a6b7c,2026-02-01,EUR,subscription,Pro,1,C62,49,4900,0,4900,49,980,S,20,,,0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a,2026-01-01T00:00:00.000Z,2026-02-01T00:00:00.000Z,31,31,
           */
          'text/csv': string;
        };
      };
    };
  };
  createOneOffInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_customer_id": "cust_1042",
         *       "currency": "EUR",
         *       "fees": [
         *         {
         *           "description": "Set-up",
         *           "units": "1.5",
         *           "unit_amount_cents": 50000
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateOneOffInvoice'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  previewInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_customer_id": "cust_1042",
         *       "plan_code": "pro_monthly",
         *       "billing_time": "calendar",
         *       "usage": []
         *     }
         */
        'application/json': components['schemas']['PreviewInvoice'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoicePreview'];
        };
      };
    };
  };
  listInvoices: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          | 'created_at'
          | 'created_at:asc'
          | 'created_at:desc'
          | 'issuing_date'
          | 'issuing_date:asc'
          | 'issuing_date:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Adds the customer that `customer_id` names to each record, as `customer`, e.g. `customer` */
        include?: 'customer';
        /** @description Filter by status, e.g. `finalized` */
        status?: 'draft' | 'finalized' | 'paid' | 'voided';
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by subscription, e.g. `0199a3c4-5b7e-7097-b052-8dae2f4a6b7c` */
        subscription_id?: string;
        /** @description Filter by whether the invoice is overdue, e.g. `true` */
        payment_overdue?: boolean;
        /** @description Earliest issuing date, e.g. `2026-01-01` */
        issuing_date_from?: string;
        /** @description Latest issuing date, e.g. `2026-12-31` */
        issuing_date_to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list or, with `Accept: text/csv`, all matching records as a CSV file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Invoice'] & components['schemas']['WithCustomer'])[];
          /**
           * @example id,number,customer_id,subscription_id,invoice_type,status,currency,billing_period_from,billing_period_to,buyer_name,buyer_country,fees_amount_cents,coupons_amount_cents,taxes_amount_cents,credit_notes_amount_cents,prepaid_credit_amount_cents,total_amount_cents,amount_paid_cents,offset_amount_cents,amount_due_cents,issuing_date,payment_due_date,payment_overdue,locale,document_sha256,finalized_at,paid_at,voided_at,created_at,updated_at
           *     0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b,ACM-1B2C-007,0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21,0199a3c4-5b7e-7097-b052-8dae2f4a6b7c,subscription,finalized,EUR,2026-01-01T00:00:00.000Z,2026-02-01T00:00:00.000Z,Jane Doe Limited,FR,4900,0,980,0,0,5880,0,0,5880,2026-02-01,2026-03-03,false,fr-FR,b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c,2026-02-01T00:00:04.000Z,,,2026-02-01T00:00:04.000Z,2026-02-01T00:00:04.000Z
           */
          'text/csv': string;
        };
      };
    };
  };
  getInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  finalizeInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  voidInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  getInvoiceDocument: {
    parameters: {
      query?: {
        /** @description `current` draws the document again, with what was paid since and the stamp PAID or VOID. By default, a final document is returned as it became final, e.g. `current` */
        stamp?: 'current';
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invoice as HTML or PDF */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'application/pdf': string;
        };
      };
    };
  };
  getInvoicePdf: {
    parameters: {
      query?: {
        /** @description `current` draws the document again, with what was paid since and the stamp PAID or VOID. By default, a final document is returned as it became final, e.g. `current` */
        stamp?: 'current';
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invoice as PDF */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
    };
  };
  createInvoiceDocumentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "expires_in": 2592000
         *     }
         */
        'application/json': components['schemas']['CreateDocumentLink'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DocumentLink'];
        };
      };
    };
  };
  explainFee: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
        fee_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeeExplanation'];
        };
      };
    };
  };
  listSubscriptions: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          | 'created_at'
          | 'created_at:asc'
          | 'created_at:desc'
          | 'external_id'
          | 'external_id:asc'
          | 'external_id:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Adds the customer that `customer_id` names to each record, as `customer`, e.g. `customer` */
        include?: 'customer';
        /** @description Filter by status, e.g. `active` */
        status?: 'pending' | 'active' | 'canceled' | 'terminated';
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by plan; cannot be combined with `plan_code`, e.g. `0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a` */
        plan_id?: string;
        /** @description Instead of `plan_id`: the `code` of the plan, e.g. `pro_monthly` */
        plan_code?: string;
        /** @description Filter by external_id, e.g. `sub_1042` */
        external_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Subscription'] &
            components['schemas']['WithCustomer'])[];
        };
      };
    };
  };
  createSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_id": "sub_1042",
         *       "external_customer_id": "cust_1042",
         *       "plan_code": "pro_monthly",
         *       "name": "Head office",
         *       "billing_time": "anniversary",
         *       "on_termination_action": "generate_invoice"
         *     }
         */
        'application/json': components['schemas']['CreateSubscription'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  getSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  updateSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Head office",
         *       "on_termination_action": "generate_invoice",
         *       "plan_code": "pro_monthly"
         *     }
         */
        'application/json': components['schemas']['UpdateSubscription'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  terminateSubscription: {
    parameters: {
      query?: {
        /** @description Overrides the `on_termination_action` of the subscription, e.g. `skip` */
        on_termination_action?: 'generate_invoice' | 'skip';
        /** @description How the unused part of a prepaid fee is credited. `offset`: the credit note reduces the amount due on the invoice of the fee; the rest is credit. `refund`: a refund of what was paid on that invoice, then an offset. `credit`: only credit for later invoices. `skip`: no credit note. Has no effect if there is nothing to credit */
        on_termination_credit_note?: 'offset' | 'refund' | 'credit' | 'skip';
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Terminated */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  activateSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  cancelSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  withdrawCancellation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancellation withdrawn */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  previewPlanChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "plan_code": "pro_monthly"
         *     }
         */
        'application/json': components['schemas']['PreviewPlanChange'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanChangePreview'];
        };
      };
    };
  };
  getBillingPeriod: {
    parameters: {
      query?: {
        /** @description Time within the billing period, not before the first one. Default: now, e.g. `2026-01-15T09:30:00.000Z` */
        at?: string;
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionPeriods'];
        };
      };
    };
  };
  migratePlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from_versions": [
         *         1
         *       ],
         *       "at": "period_end"
         *     }
         */
        'application/json': components['schemas']['MigratePlan'];
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanMigration'];
        };
      };
    };
  };
  getPlanMigration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
        migration_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanMigration'];
        };
      };
    };
  };
  listCreditNotes: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Adds the customer that `customer_id` names to each record, as `customer`, e.g. `customer` */
        include?: 'customer';
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by invoice, e.g. `0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a` */
        invoice_id?: string;
        /** @description Filter by status, e.g. `finalized` */
        status?: 'draft' | 'finalized' | 'voided';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list or, with `Accept: text/csv`, all matching records as a CSV file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['CreditNote'] & components['schemas']['WithCustomer'])[];
          /**
           * @example id,number,invoice_id,customer_id,status,reason,description,currency,buyer_name,buyer_country,credit_amount_cents,refund_amount_cents,offset_amount_cents,refund_status,balance_amount_cents,taxes_amount_cents,total_amount_cents,issuing_date,locale,document_sha256,created_at,updated_at,finalized_at,voided_at
           *     0199a3c4-5b7e-7fbb-82d3-0e1f2a3b4c5d,INV-000042-CN1,0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a,0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21,finalized,product_unsatisfactory,The import failed for two days,EUR,Jane Doe Limited,FR,1200,0,0,,1200,200,1200,2026-01-01,fr-FR,b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c,2026-01-01T09:30:00.000Z,2026-01-01T09:30:00.000Z,2026-01-01T09:30:00.000Z,
           */
          'text/csv': string;
        };
      };
    };
  };
  createCreditNote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "invoice_id": "0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a",
         *       "reason": "product_unsatisfactory",
         *       "description": "The import failed for two days",
         *       "items": [
         *         {
         *           "fee_id": "0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b",
         *           "amount_cents": 1000
         *         }
         *       ],
         *       "credit_amount_cents": 1000,
         *       "refund_amount_cents": 0,
         *       "offset_amount_cents": 0,
         *       "finalize": false
         *     }
         */
        'application/json': components['schemas']['CreateCreditNote'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  getCreditNote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  finalizeCreditNote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  voidCreditNote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  getCreditNoteDocument: {
    parameters: {
      query?: {
        /** @description `current` draws the document again, with what was paid since and the stamp PAID or VOID. By default, a final document is returned as it became final, e.g. `current` */
        stamp?: 'current';
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The credit note as HTML or PDF */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'application/pdf': string;
        };
      };
    };
  };
  getCreditNotePdf: {
    parameters: {
      query?: {
        /** @description `current` draws the document again, with what was paid since and the stamp PAID or VOID. By default, a final document is returned as it became final, e.g. `current` */
        stamp?: 'current';
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The credit note as PDF */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
    };
  };
  createCreditNoteDocumentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "expires_in": 2592000
         *     }
         */
        'application/json': components['schemas']['CreateDocumentLink'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DocumentLink'];
        };
      };
    };
  };
  listWallets: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by status, e.g. `active` */
        status?: 'active' | 'terminated';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'][];
        };
      };
    };
  };
  createWallet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_customer_id": "cust_1042",
         *       "name": "Prepaid credits",
         *       "code": "prepaid",
         *       "currency": "EUR",
         *       "rate_amount": "1.5",
         *       "priority": 1,
         *       "paid_credits": "100",
         *       "granted_credits": "10"
         *     }
         */
        'application/json': components['schemas']['CreateWallet'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'];
        };
      };
    };
  };
  getWallet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'];
        };
      };
    };
  };
  updateWallet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Prepaid credits",
         *       "priority": 1
         *     }
         */
        'application/json': components['schemas']['UpdateWallet'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'];
        };
      };
    };
  };
  terminateWallet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Terminated */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  topUpWallet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "credits": "25.5",
         *       "source": "paid"
         *     }
         */
        'application/json': components['schemas']['TopUpWallet'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'];
        };
      };
    };
  };
  listWalletTransactions: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          'created_at' | 'created_at:asc' | 'created_at:desc' | 'sequence' | 'sequence:asc' | 'sequence:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WalletTransaction'][];
        };
      };
    };
  };
  listCoupons: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by code, e.g. `welcome` */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'][];
        };
      };
    };
  };
  createCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "welcome",
         *       "name": "Welcome",
         *       "coupon_type": "fixed_amount",
         *       "amount_cents": 1000,
         *       "currency": "EUR",
         *       "frequency": "once",
         *       "reusable": true,
         *       "plan_codes": [],
         *       "billable_metric_codes": []
         *     }
         */
        'application/json': components['schemas']['CreateCoupon'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'];
        };
      };
    };
  };
  getCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'];
        };
      };
    };
  };
  updateCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Welcome",
         *       "coupon_type": "fixed_amount",
         *       "amount_cents": 1000,
         *       "currency": "EUR",
         *       "frequency": "once",
         *       "reusable": true,
         *       "plan_codes": [],
         *       "billable_metric_codes": []
         *     }
         */
        'application/json': components['schemas']['UpdateCoupon'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'];
        };
      };
    };
  };
  deleteCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listAppliedCoupons: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by status, e.g. `active` */
        status?: 'active' | 'exhausted' | 'ended';
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppliedCoupon'][];
        };
      };
    };
  };
  applyCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amount_cents": 1000,
         *       "frequency": "once",
         *       "coupon_code": "welcome"
         *     }
         */
        'application/json': components['schemas']['ApplyCoupon'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppliedCoupon'];
        };
      };
    };
  };
  getAppliedCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
        applied_coupon_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppliedCoupon'];
        };
      };
    };
  };
  endAppliedCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
        applied_coupon_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveProviderWebhook: {
    parameters: {
      query?: {
        /** @description Token of the connection, which selects the secret, e.g. `Zk3p...` */
        connection?: string;
      };
      header?: never;
      path: {
        /** @description Name of the payment provider */
        provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      };
      cookie?: never;
    };
    /** @description Body as signed by the provider */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "id": "evt_1PqXyz",
         *       "type": "payment_intent.succeeded",
         *       "data": {
         *         "object": {
         *           "id": "pi_3PqXyz",
         *           "status": "succeeded",
         *           "amount": 5000,
         *           "currency": "eur"
         *         }
         *       }
         *     }
         */
        'application/json': {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookAnswer'];
        };
      };
    };
  };
  recordPayment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "invoice_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
         *       "currency": "EUR",
         *       "reference": "Transfer 2026-0042",
         *       "metadata": {
         *         "order": "1042"
         *       },
         *       "amount_cents": 5000
         *     }
         */
        'application/json': components['schemas']['RecordPayment'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
    };
  };
  listPayments: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Adds the customer that `customer_id` names to each record, as `customer`, e.g. `customer` */
        include?: 'customer';
        /** @description Filter by invoice, e.g. `0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a` */
        invoice_id?: string;
        /** @description Filter by payment request, e.g. `0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b` */
        payment_request_id?: string;
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by status, e.g. `succeeded` */
        status?: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'refunded';
        /** @description Filter by provider, e.g. `stripe` */
        provider?: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list or, with `Accept: text/csv`, all matching records as a CSV file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Payment'] & components['schemas']['WithCustomer'])[];
          /**
           * @example id,invoice_id,payment_request_id,target_kind,target_id,customer_id,amount_cents,currency,provider,provider_payment_id,provider_checkout_id,status,refunded_amount_cents,reversed_amount_cents,failure_reason,reference,metadata,completed_at,created_at,updated_at
           *     0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e,0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a,0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b,,,0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c,5000,EUR,stripe,pi_3PqXyz,cs_live_a1B2c3,succeeded,0,0,card_declined: Your card was declined.,Transfer 2026-0042,"{""order"":""1042""}",2026-02-03T10:15:00.000Z,2026-02-03T10:15:00.000Z,2026-02-03T10:15:00.000Z
           */
          'text/csv': string;
        };
      };
    };
  };
  createPayment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "invoice_id": "0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a",
         *       "currency": "EUR",
         *       "reference": "Transfer 2026-0042",
         *       "metadata": {
         *         "order": "1042"
         *       },
         *       "provider": "stripe",
         *       "provider_payment_id": "pi_3PqXyz",
         *       "provider_checkout_id": "cs_live_a1B2c3",
         *       "amount_cents": 5000
         *     }
         */
        'application/json': components['schemas']['CreatePayment'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
    };
  };
  getPayment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
    };
  };
  refundPayment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "amount_cents": 1500
         *     }
         */
        'application/json': components['schemas']['RefundPayment'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
    };
  };
  listPaymentProviders: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderConnection'][];
        };
      };
    };
  };
  getPaymentProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the payment provider */
        provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderConnection'];
        };
      };
    };
  };
  putPaymentProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the payment provider */
        provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "webhook_secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
         *       "provider_account_id": "acc_9A33XWu170gUtm"
         *     }
         */
        'application/json': components['schemas']['PutProviderConnection'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderConnection'];
        };
      };
    };
  };
  deletePaymentProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the payment provider */
        provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnected */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listProviderNotifications: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description `processed`: changed a payment; `ignored`: had no effect; `failed`: could not be parsed or applied; `held`: waits until the payment succeeds; `received`: part of a large batch, processed within seconds, e.g. `processed` */
        status?: 'received' | 'processed' | 'ignored' | 'failed' | 'held';
        /** @description ID of the payment that the notification concerns, e.g. `0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e` */
        payment_id?: string;
        /** @description Whether the notification needs manual review, e.g. `true` */
        needs_review?: boolean;
      };
      header?: never;
      path: {
        /** @description Name of the payment provider */
        provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderNotification'][];
        };
      };
    };
  };
  reprocessProviderNotification: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the payment provider */
        provider: 'stripe' | 'razorpay' | 'gocardless' | 'dodopayments' | 'manual';
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderNotification'];
        };
      };
    };
  };
  listDunningCampaigns: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by code, e.g. `gentle` */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DunningCampaign'][];
        };
      };
    };
  };
  createDunningCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "gentle",
         *       "name": "Gentle reminders",
         *       "description": "For long-standing customers",
         *       "status": "active",
         *       "max_attempts": 3,
         *       "days_between_attempts": 7,
         *       "thresholds": [
         *         {
         *           "currency": "EUR",
         *           "amount_cents": 5000
         *         }
         *       ],
         *       "applied_to_organization": false
         *     }
         */
        'application/json': components['schemas']['CreateDunningCampaign'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DunningCampaign'];
        };
      };
    };
  };
  getDunningCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DunningCampaign'];
        };
      };
    };
  };
  updateDunningCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Gentle reminders",
         *       "description": "For long-standing customers",
         *       "status": "active",
         *       "max_attempts": 3,
         *       "days_between_attempts": 7,
         *       "thresholds": [
         *         {
         *           "currency": "EUR",
         *           "amount_cents": 5000
         *         }
         *       ],
         *       "applied_to_organization": false
         *     }
         */
        'application/json': components['schemas']['UpdateDunningCampaign'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DunningCampaign'];
        };
      };
    };
  };
  deleteDunningCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getCustomerDunningCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerDunningCampaign'];
        };
      };
    };
  };
  assignDunningCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "dunning_campaign_id": "0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a"
         *     }
         */
        'application/json': components['schemas']['AssignDunningCampaign'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerDunningCampaign'];
        };
      };
    };
  };
  listPaymentRequests: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Adds the customer that `customer_id` names to each record, as `customer`, e.g. `customer` */
        include?: 'customer';
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by status, e.g. `pending` */
        payment_status?: 'pending' | 'succeeded' | 'failed';
        /** @description Filter by campaign, e.g. `0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a` */
        dunning_campaign_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['PaymentRequest'] &
            components['schemas']['WithCustomer'])[];
        };
      };
    };
  };
  createPaymentRequest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_customer_id": "cust_1042",
         *       "invoice_ids": [
         *         "0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreatePaymentRequest'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentRequest'];
        };
      };
    };
  };
  createPaymentRequests: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentRequest'][];
        };
      };
    };
  };
  getPaymentRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentRequest'];
        };
      };
    };
  };
  listEmails: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'created_at' | 'created_at:asc' | 'created_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Filter by status, e.g. `sent` */
        status?: 'queued' | 'sent' | 'failed';
        /** @description Filter by customer; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by invoice, payment, credit note or payment request, e.g. `0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64` */
        object_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Email'][];
        };
      };
    };
  };
  getEmail: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Email'];
        };
      };
    };
  };
  getEmailMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The message */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'message/rfc822': string;
        };
      };
    };
  };
  retryEmail: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Email'];
        };
      };
    };
  };
  sendInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "to": "accounts@globex.example"
         *     }
         */
        'application/json': components['schemas']['SendInvoice'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Email'];
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          | 'created_at'
          | 'created_at:asc'
          | 'created_at:desc'
          | 'updated_at'
          | 'updated_at:asc'
          | 'updated_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
        /** @description Adds the customer that `customer_id` names to each record, as `customer`, e.g. `customer` */
        include?: 'customer';
        /** @description Filter by event kind, e.g. `customer.created` */
        webhook_type?:
          | 'invoice.created'
          | 'invoice.finalized'
          | 'invoice.paid'
          | 'invoice.voided'
          | 'payment.created'
          | 'payment.succeeded'
          | 'payment.failed'
          | 'subscription.created'
          | 'subscription.started'
          | 'subscription.plan_changed'
          | 'subscription.trial_ended'
          | 'subscription.canceled'
          | 'subscription.terminated'
          | 'customer.created'
          | 'customer.updated'
          | 'credit_note.created'
          | 'credit_note.finalized'
          | 'wallet.created'
          | 'wallet.terminated'
          | 'wallet.transaction.created'
          | 'usage_threshold.crossed'
          | 'payment_request.created'
          | 'payment_request.payment_succeeded'
          | 'payment_request.payment_failed'
          | 'coupon.applied'
          | 'coupon.exhausted'
          | 'webhook_endpoint.test';
        /** @description Filter by status, e.g. `failed` */
        status?: 'pending' | 'succeeded' | 'failed';
        /** @description Filter by endpoint, e.g. `0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f` */
        webhook_endpoint_id?: string;
        /** @description Filter by entity type, e.g. `customer` */
        object_type?:
          | 'invoice'
          | 'payment'
          | 'subscription'
          | 'customer'
          | 'credit_note'
          | 'wallet'
          | 'wallet_transaction'
          | 'usage_threshold'
          | 'payment_request'
          | 'applied_coupon'
          | 'webhook_endpoint';
        /** @description Filter by entity ID, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        object_id?: string;
        /** @description Filter by the customer whom the event concerns; cannot be combined with `external_customer_id`, e.g. `0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21` */
        customer_id?: string;
        /** @description Instead of `customer_id`: the `external_id` of the customer, e.g. `cust_1042` */
        external_customer_id?: string;
        /** @description Filter by creation time: at or after this instant, e.g. `2026-01-31T12:00:00.000Z` */
        created_after?: string;
        /** @description Filter by creation time: before this instant, e.g. `2026-01-31T12:00:00.000Z` */
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['WebhookDelivery'] &
            components['schemas']['WithCustomer'])[];
        };
      };
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  listDeliveryAttempts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryAttempt'][];
        };
      };
    };
  };
  retryWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  getDeliveryStats: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryStats'][];
        };
      };
    };
  };
  testWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "webhook_type": "invoice.finalized"
         *     }
         */
        'application/json': components['schemas']['TestWebhookEndpoint'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  listInboxMessages: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?: 'received_at' | 'received_at:asc' | 'received_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
      };
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InboxMessage'][];
        };
      };
    };
  };
  streamInbox: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events until either side ends the stream */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
    };
  };
  listEventTypes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventType'][];
        };
      };
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: {
        /** @description Number of records to skip */
        skip?: number;
        /** @description Maximum number of records to return */
        limit?: number;
        /** @description Field to sort by, ascending unless followed by `:desc`; ties are broken by ID */
        order_by?:
          | 'created_at'
          | 'created_at:asc'
          | 'created_at:desc'
          | 'updated_at'
          | 'updated_at:asc'
          | 'updated_at:desc';
        /** @description Returns the records after this cursor, which the `Link` header of a page contains, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        after?: string;
        /** @description Returns the records before this cursor, in the order of the list, e.g. `WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0` */
        before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'][];
        };
      };
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "inbox",
         *       "signature_algo": "hmac",
         *       "status": "active",
         *       "description": "Accounting",
         *       "event_types": [
         *         "invoice.*",
         *         "customer.created"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateWebhookEndpoint'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWebhookEndpoint'];
        };
      };
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "url": "inbox",
         *       "signature_algo": "hmac",
         *       "status": "active",
         *       "description": "Accounting",
         *       "event_types": [
         *         "invoice.*",
         *         "customer.created"
         *       ]
         *     }
         */
        'application/json': components['schemas']['UpdateWebhookEndpoint'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getWebhookEndpointSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointSecret'];
        };
      };
    };
  };
  rotateWebhookEndpointSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "overlap_seconds": 86400
         *     }
         */
        'application/json': components['schemas']['RotateSecret'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointSecret'];
        };
      };
    };
  };
  getReconciliation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reconciliation'];
        };
      };
    };
  };
  searchRecords: {
    parameters: {
      query: {
        /** @description Beginning of a name, code, number or ID */
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchResults'];
        };
      };
    };
  };
  getInvoiceAnalytics: {
    parameters: {
      query?: {
        /** @description First day, in the organization's time zone; by default the 30th day up to `to`. At most 366 days., e.g. `2026-11-01` */
        from?: string;
        /** @description Last day, included, in the organization's time zone; by default today, e.g. `2026-11-30` */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceReport'];
        };
      };
    };
  };
  getMrrAnalytics: {
    parameters: {
      query?: {
        /** @description First day, in the organization's time zone; by default the 30th day up to `to`. At most 366 days., e.g. `2026-11-01` */
        from?: string;
        /** @description Last day, included, in the organization's time zone; by default today, e.g. `2026-11-30` */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MrrReport'];
        };
      };
    };
  };
  getDeliveryAnalytics: {
    parameters: {
      query?: {
        /** @description First day, in the organization's time zone; by default the 30th day up to `to`. At most 366 days., e.g. `2026-11-01` */
        from?: string;
        /** @description Last day, included, in the organization's time zone; by default today, e.g. `2026-11-30` */
        to?: string;
        /** @description Filter by endpoint, even a deleted one, e.g. `0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f` */
        webhook_endpoint_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryReport'];
        };
      };
    };
  };
  getUsageAnalytics: {
    parameters: {
      query?: {
        /** @description First day, in the organization's time zone; by default the 30th day up to `to`. At most 366 days., e.g. `2026-11-01` */
        from?: string;
        /** @description Last day, included, in the organization's time zone; by default today, e.g. `2026-11-30` */
        to?: string;
        /** @description Filter by billable metric, e.g. `0199a3c4-5b7e-7b2f-8c41-6d0e9f3a7b15` */
        billable_metric_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageReport'];
        };
      };
    };
  };
}
