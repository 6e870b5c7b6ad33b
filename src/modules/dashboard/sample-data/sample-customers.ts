import { Inject, Injectable } from '@nestjs/common';
import { CUSTOMERS_BY_EXTERNAL_ID, CustomersService } from '../../customers';
import { EventIntake } from '../../events';
import { SubscriptionCreation } from '../../subscriptions';
import { statementsIn } from '../../../platform/database/prepared-statement';
import type { Caller, Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { METRIC_CODE } from './sample-catalogue';

/** The customer by which sample data is recognized. */
const FIRST_CUSTOMER = 'sample_ada';
const CUSTOMERS = [
  {
    externalId: FIRST_CUSTOMER,
    name: 'Ada Software Ltd.',
    email: 'billing@ada.example',
    currency: 'EUR',
    country: 'IE',
  },
  {
    externalId: 'sample_lodz',
    name: 'Młyn Łódź sp. z o.o.',
    email: 'faktury@mlyn.example',
    currency: 'EUR',
    country: 'PL',
  },
  {
    externalId: 'sample_nihon',
    name: '日本データ株式会社',
    email: 'keiri@nihon.example',
    currency: 'JPY',
    country: 'JP',
  },
];
/** Calls of each event. Together they reach into the second price. */
const CALLS: Readonly<Record<string, readonly number[]>> = {
  [FIRST_CUSTOMER]: [180, 240, 90, 310, 420, 160],
  sample_lodz: [120, 75, 210],
};

const ALL_ACCEPTED = 201;

/** Whom the sample data bills, and for what. */
@Injectable()
export class SampleCustomers {
  constructor(
    private readonly customers: CustomersService,
    private readonly subscriptions: SubscriptionCreation,
    private readonly events: EventIntake,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether the organization has the sample data. */
  async exist(tx: Transaction, organizationId: string): Promise<boolean> {
    const found = await statementsIn(tx).query(CUSTOMERS_BY_EXTERNAL_ID, [organizationId, [FIRST_CUSTOMER]]);
    return found.length > 0;
  }

  /** Creates customers, subscriptions of them to the plan, and usage. Returns the ids of the customers. */
  async create(caller: Caller, planId: string): Promise<string[]> {
    const ids: string[] = [];
    for (const input of CUSTOMERS) {
      const { id } = await this.customers.create(caller, input);
      ids.push(id);
      const calls = CALLS[input.externalId];
      if (calls !== undefined) await this.subscribe(caller, { id, planId, name: input.externalId, calls });
    }
    return ids;
  }

  private async subscribe(
    caller: Caller,
    { id, planId, name, calls }: { id: string; planId: string; name: string; calls: readonly number[] },
  ): Promise<void> {
    const externalId = `${name}_pro`;
    await this.subscriptions.create(caller, {
      externalId,
      customerId: id,
      planId,
      name: null,
      billingTime: 'anniversary',
      subscriptionAt: undefined,
      endingAt: null,
      onTerminationAction: 'generate_invoice',
    });
    const timestamp = this.clock.now().toISOString();
    const events = calls.map((it, index) => ({
      transaction_id: `${externalId}_${index + 1}`,
      external_subscription_id: externalId,
      code: METRIC_CODE,
      timestamp,
      properties: { calls: it },
    }));
    const { status } = await this.events.batch(caller, { events });
    if (status !== ALL_ACCEPTED) throw new Error('Usage events of the sample data were rejected');
  }
}
