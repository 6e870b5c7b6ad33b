import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/fault-scale';
import { done, type Payer } from '../support/race-payers';
import { RACE_PROVIDERS } from '../support/race-providers';
import { RaceStage } from '../support/race-stage';
import { useFaultStage } from '../support/use-fault-stage';

/** The promise is a minute, which the long form measures; the short form shares its machine with other tests. */
const RESOLVED_WITHIN_MS = scaled(180_000, 60_000);
const CENTS = 4200;

/** The last request of a charge at each provider, and the first one. */
const REQUESTS: Readonly<Record<string, { first: string; last: string }>> = {
  stripe: { first: 'payment_intents.create', last: 'payment_intents.confirm' },
  gocardless: { first: 'payments.create', last: 'payments.create' },
  razorpay: { first: 'orders.create', last: 'payments.create' },
  dodopayments: { first: 'checkouts.create', last: 'checkouts.create' },
};

const fault = useFaultStage({ ownPostgres: true });
let stage: RaceStage;

beforeAll(async () => {
  stage = await RaceStage.start(fault.database, RACE_PROVIDERS);
}, 240_000);

afterAll(() => stage.close());

interface LostAnswer {
  readonly payer: Payer;
  readonly collectionId: string;
}

/** Charges an invoice, and loses the answer to one request of it. Right after that the provider is down. */
async function loseAnswer(payer: Payer, operation: string, mode: string): Promise<LostAnswer> {
  const { client, provider, account, customerId } = payer;
  const script = (rule: object): Promise<unknown> =>
    stage.control.script({ provider: provider.name, account, ...rule });
  await script({ operation, mode });
  const fees = [{ description: 'Work', units: '1', unit_amount_cents: CENTS }];
  const bill = { customer_id: customerId, currency: provider.currency, fees };
  const { id } = await done<{ id: string }>(client.request('POST', '/v1/invoices/one_off', bill));
  // Refused where the invoice is being charged by itself.
  await client.request('POST', `/v1/invoices/${id}/collect`, {});
  await eventually(async () => ((await hasRules(account)) ? null : true), 90_000);
  await script({ operation: '*', mode: 'down', times: 0 });
  const path = `/v1/collections?invoice_id=${id}`;
  const [collection] = await done<{ id: string }[]>(client.request('GET', path));
  if (collection === undefined) throw new Error('The invoice is not collected');
  return { payer, collectionId: collection.id };
}

async function hasRules(account: string): Promise<boolean> {
  const { rules } = (await stage.control.call('GET', '/script')) as { rules: { account: string }[] };
  return rules.some((it) => it.account === account);
}

/**
 * Until each provider was asked in vain a minute after the request, so that the polls are as far apart as they get. Where the
 * service was faster than the script of the outage, it knows the answer already.
 */
async function untilPolledInVain(lost: readonly LostAnswer[]): Promise<void> {
  const ids = lost.map((it) => it.collectionId);
  await eventually(async () => {
    // A poll in progress may write its own count after this.
    await fault.database.query(
      `UPDATE collections SET polls = 10, next_action_at = now(), requested_at = requested_at - interval '1 minute'
        WHERE id = ANY ($1) AND dead_at IS NULL AND polls < 10`,
      [ids],
    );
    const polled = await fault.database.query(
      'SELECT 1 FROM collections WHERE id = ANY ($1) AND (polls > 10 OR dead_at IS NOT NULL)',
      [ids],
    );
    return polled.length === lost.length ? true : null;
  }, 90_000);
}

async function statusOf({ payer, collectionId }: LostAnswer): Promise<string> {
  const { body } = await payer.client.request('GET', `/v1/collections/${collectionId}`);
  return (body as { status: string }).status;
}

describe('an answer of a provider that is lost', () => {
  it('is resolved within a minute of the return of the provider', async () => {
    // Two connections at each provider: at one the request had its effect, at the other it never arrived.
    const lost = await Promise.all(
      stage.payers.map((payer) => {
        const requests = REQUESTS[payer.provider.name];
        if (requests === undefined) throw new Error(`No request of ${payer.provider.name}`);
        return payer.isAutomatic
          ? loseAnswer(payer, requests.last, 'reset_after')
          : loseAnswer(payer, requests.first, 'reset');
      }),
    );
    await untilPolledInVain(lost);
    await stage.control.call('DELETE', '/script');
    const backAt = performance.now();
    const resolvedMs = await Promise.all(
      lost.map(async (it) => {
        const isResolved = async (): Promise<true | null> =>
          (await statusOf(it)) === 'succeeded' ? true : null;
        await eventually(isResolved, RESOLVED_WITHIN_MS);
        return Math.round(performance.now() - backAt);
      }),
    );
    reportFigures('lost answers', { resolvedMs });
    expect(Math.max(...resolvedMs)).toBeLessThan(RESOLVED_WITHIN_MS);
    const captured = (await stage.control.ledger()).filter((it) => !stage.savings.has(it.payment_id));
    expect(captured.map((it) => it.type)).toEqual(lost.map(() => 'capture'));
  }, 400_000);
});
