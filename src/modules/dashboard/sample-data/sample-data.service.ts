import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys';
import { INBOX_URL, WebhookEndpointsService } from '../../webhook-endpoints';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { SampleCatalogue } from './sample-catalogue';
import { SampleCustomers } from './sample-customers';
import { SampleInvoices } from './sample-invoices';

/** What a key may do that may create sample data. */
const SAMPLE_SCOPES = [
  'customers:write',
  'billable_metrics:write',
  'taxes:write',
  'plans:write',
  'subscriptions:write',
  'events:write',
  'invoices:write',
  'payments:write',
  'webhooks:manage',
];

/** First, so that it receives the events of everything else. */
const INBOX = {
  url: INBOX_URL,
  signatureAlgo: 'hmac',
  status: 'active',
  description: 'Inbox of the sample data',
  eventTypes: [],
} satisfies Parameters<WebhookEndpointsService['create']>[1];

/** Fills an organization with something to look at, by the use cases of the API, in one transaction. */
@Injectable()
export class SampleData {
  constructor(
    private readonly transactions: Transactions,
    private readonly apiKeys: ApiKeysService,
    private readonly endpoints: WebhookEndpointsService,
    private readonly catalogue: SampleCatalogue,
    private readonly customers: SampleCustomers,
    private readonly invoices: SampleInvoices,
  ) {}

  /**
   * Creates the sample data unless the organization has it.
   *
   * @returns whether it has been created.
   * @throws InsufficientScopeError unless the key may make each part of it; ConflictError if a code is taken otherwise.
   */
  async create(caller: Caller): Promise<boolean> {
    const { organizationId } = caller;
    await this.apiKeys.assertScopes(caller, SAMPLE_SCOPES);
    return this.transactions.runFor(caller, async (tx) => {
      await lock(tx, organizationId);
      if (await this.customers.exist(tx, organizationId)) return false;
      const within = { organizationId, tx }; // one request, one entry of the audit log
      await this.endpoints.create(within, INBOX);
      const planId = await this.catalogue.create(within);
      await this.invoices.create(within, await this.customers.create(within, planId));
      return true;
    });
  }
}

/** Two requests at once make the data once. */
async function lock(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sample_data/${organizationId}`]);
}
