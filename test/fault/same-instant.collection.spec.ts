import { setTimeout as sleep } from 'node:timers/promises';
import { providerPageOf } from '../support/collections';
import { judgeCollections } from '../support/collection-verdict';
import { reportFigures, scaled } from '../support/fault-scale';
import { RaceBooks } from '../support/race-books';
import { done, RACE_PAGES, type Payer } from '../support/race-payers';
import { RACE_PROVIDERS } from '../support/race-providers';
import { untilQuiet } from '../support/race-quiet';
import { RaceStage } from '../support/race-stage';
import { SeededRandom } from '../support/seeded-random';
import { useFaultStage } from '../support/use-fault-stage';

const INVOICES = Number(process.env.SAME_INSTANT_INVOICES ?? scaled(40, 1000));
const CONCURRENT = 8;
/** How much later than the charge the click comes: on any machine, each comes first at times. */
const CLICKS_AFTER_MS = [-100, -50, -20, 0, 20, 50, 100, 200, 500, 3000];
const TERM_DAYS = 30;

const fault = useFaultStage({ ownPostgres: true });
const seed = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000);
const random = new SeededRandom(seed);
let stage: RaceStage;

beforeAll(async () => {
  stage = await RaceStage.start(fault.database, RACE_PROVIDERS);
  // Final invoices of automatic payers are charged when this test says so.
  await fault.database.query('UPDATE customers SET net_payment_term = $1', [TERM_DAYS]);
  for (const { client } of automaticPayers()) {
    const settings = { collection_method: 'automatic', charge_at: 'due_date' };
    await done(client.request('PUT', '/v1/collection_settings', settings));
  }
}, 240_000);

afterAll(() => stage.close());

const automaticPayers = (): Payer[] => stage.payers.filter((it) => it.isAutomatic);

/** An invoice, the page of the provider on which it is about to be paid, and a charge at the same instant. */
async function payTwice({ client, customerId, provider }: Payer, clickAfterMs: number): Promise<void> {
  const fees = [{ description: 'Work', units: '1', unit_amount_cents: 1000 + random.below(9000) }];
  const bill = { customer_id: customerId, currency: provider.currency, fees };
  const { id } = await done<{ id: string }>(client.request('POST', '/v1/invoices/one_off', bill));
  const { url } = await done<{ url: string }>(
    client.request('POST', `/v1/invoices/${id}/checkout`, RACE_PAGES),
  );
  const page = await providerPageOf(url);
  const charge = random.chance(50)
    ? (): Promise<unknown> => fallDue(id)
    : (): Promise<unknown> => client.request('POST', `/v1/invoices/${id}/collect`, {});
  const clicked = sleep(Math.max(0, clickAfterMs)).then(() => stage.control.pay(page));
  await Promise.all([clicked, sleep(Math.max(0, -clickAfterMs)).then(charge)]);
}

/** The due date of the invoice has come. */
async function fallDue(invoiceId: string): Promise<void> {
  const due = `UPDATE scheduled_charges SET due_at = now() - interval '1 second' WHERE invoice_id = $1`;
  await fault.database.query(due, [invoiceId]);
  await fault.database.query(`SELECT pg_notify('due_work', '')`);
}

describe('a link and a charge at the same instant', () => {
  it(
    'take the money once',
    async () => {
      const payers = automaticPayers();
      let begun = 0;
      const runner = async (): Promise<void> => {
        while (begun < INVOICES) {
          const n = begun++;
          const payer = payers[n % payers.length];
          const apart = CLICKS_AFTER_MS[Math.floor(n / payers.length) % CLICKS_AFTER_MS.length];
          if (payer !== undefined) await payTwice(payer, apart ?? 0);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT }, runner));
      await untilQuiet(stage);
      const entries = (await stage.control.ledger()).filter((it) => !stage.savings.has(it.payment_id));
      const verdict = await judgeCollections(stage.database, entries, new RaceBooks());
      const { captures, refunds, surpluses, reversals, ...faults } = verdict;
      const ways = await fault.database.query<{ kind: string; count: string }>(
        `SELECT kind, count(*) FROM collections WHERE payment_id IS NOT NULL GROUP BY kind ORDER BY kind`,
      );
      const paidBy = Object.fromEntries(ways.map((it) => [it.kind, Number(it.count)]));
      reportFigures('same instant', { seed, invoices: INVOICES, captures, paidBy });
      expect({ seed, faults: Object.values(faults).flat() }).toEqual({ seed, faults: [] });
      expect({ captures, refunds, surpluses, reversals }).toEqual({
        ...{ captures: INVOICES, refunds: 0, surpluses: 0, reversals: 0 },
      });
      // Either way wins at times, or they did not meet.
      expect(Object.keys(paidBy)).toEqual(['charge', 'link']);
    },
    scaled(600_000, 7_200_000),
  );
});
