import type { BillingClient, WebhookEndpoint } from '@billing-service/sdk';

const DESCRIPTION = 'Created by billing listen';

/** The webhook endpoint whose inbox `billing listen` reads, and to which `billing trigger` sends samples. */
export class InboxEndpoint {
  constructor(
    private readonly client: BillingClient,
    private readonly signal: AbortSignal,
  ) {}

  /** Returns the endpoint that an earlier `billing listen` of this organization created; null if there is none. */
  async find(): Promise<WebhookEndpoint | null> {
    const { signal } = this;
    for await (const it of this.client.webhookEndpoints.list({ order_by: 'created_at:asc' }, { signal })) {
      if (it.url === 'inbox' && it.description === DESCRIPTION && it.status === 'active') return it;
    }
    return null;
  }

  /** Returns the ID of the endpoint, which is created if there is none. */
  async findOrCreate(): Promise<string> {
    const found = await this.find();
    if (found !== null) return found.id;
    const body = { url: 'inbox', description: DESCRIPTION };
    return (await this.client.webhookEndpoints.create(body, { signal: this.signal })).id;
  }
}
