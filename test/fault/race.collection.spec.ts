import { setTimeout as sleep } from 'node:timers/promises';
import { judgeCollections } from '../support/collection-verdict';
import { reportFigures, scaled } from '../support/fault-scale';
import { ACT, ACTIONS, type Scene } from '../support/race-acts';
import { RaceBooks } from '../support/race-books';
import { KILL_POINTS, Killer } from '../support/race-kills';
import { done, type Payer } from '../support/race-payers';
import { PLOTS } from '../support/race-plots';
import { RACE_PROVIDERS } from '../support/race-providers';
import { untilNothingIsOpen, untilQuiet } from '../support/race-quiet';
import { refundWhatNeedsReview } from '../support/race-review';
import { assertUnreachable, RaceStage } from '../support/race-stage';
import { SeededRandom } from '../support/seeded-random';
import { useFaultStage } from '../support/use-fault-stage';

/**
 * Everything that settles an invoice at the same instant, with processes killed in the middle of requests to providers, a
 * restart of the database, lost answers, and lost, doubled and reordered notifications. The verdict is made from the
 * ledgers of the sandbox: nobody is charged above what is due (docs/payments.md#never-twice).
 */
const RACES = Number(process.env.COLLECTION_RACES ?? scaled(100, 10_000));
const CONCURRENT = Number(process.env.COLLECTION_RACES_AT_ONCE ?? 8);
const NAMES = (process.env.RACE_PROVIDERS ?? 'stripe,gocardless,razorpay,dodopayments').split(',');
const PROVIDERS = RACE_PROVIDERS.filter(({ name }) => NAMES.includes(name));
const POINTS = KILL_POINTS.filter(({ provider }) => NAMES.includes(provider));
/** Every point is reached once, in the long form several times. */
const ROUNDS = scaled(1, 10);

const TRANSPORT = ['reset_after', 'error_500_after', 'time_out_and_succeed', 'reset', 'down'];
const NEWS = ['lose_notification', 'notify_twice', 'out_of_order'];
const OUTCOMES = ['decline', 'processing', 'late_success', 'late_failure'];

const fault = useFaultStage({ ownPostgres: true });
const seed = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000);
const random = new SeededRandom(seed);
const books = new RaceBooks();
let stage: RaceStage;

beforeAll(async () => {
  stage = await RaceStage.start(fault.database, PROVIDERS);
}, 240_000);

afterAll(() => stage.close());

/** One invoice, and all that happens to it. What a killed process was asked for has failed: nobody asks again. */
async function race(): Promise<void> {
  const plot = random.chance(60) ? drawn(PLOTS) : null;
  const scene = await sceneOf(drawn(stage.payers.filter((it) => plot?.suits(it) ?? true)));
  const { provider, account } = scene;
  const script = (rule: object): Promise<unknown> =>
    stage.control.script({ provider: provider.name, account, ...rule });
  const operation = drawn(Object.keys(provider.operations));
  if (random.chance(30)) await script({ mode: drawn(TRANSPORT), operation, delay_ms: 300 });
  if (random.chance(30)) await script({ mode: drawn(NEWS) });
  if (random.chance(15)) await script({ mode: drawn(OUTCOMES), operation: 'pay', delay_ms: 300 });
  if (random.chance(5)) await script({ mode: 'decline', operation: 'refund' });
  const count = plot === null ? 2 + random.below(3) : random.below(2);
  const acts = Array.from({ length: count }, () => ACT[drawn(ACTIONS)]);
  if (plot !== null) acts.push(plot.run);
  await Promise.all(acts.map((it) => run(it, scene)));
}

async function run(act: (scene: Scene) => Promise<unknown>, scene: Scene): Promise<void> {
  await sleep(random.below(60));
  await act(scene).catch(assertUnreachable);
}

function drawn<T>(from: readonly T[]): T {
  const item = random.pick(from);
  if (item === undefined) throw new Error('There is nothing to draw from');
  return item;
}

/** A new invoice of a payer. */
async function sceneOf(payer: Payer): Promise<Scene> {
  const cents = 1000 + random.below(9000);
  const invoice = await stage.persistently(() => anInvoice(payer, cents));
  const { control, database } = stage;
  const { ready } = stage;
  return { ...payer, control, database, random, books, ready, invoice, cents, part: 1 + random.below(cents) };
}

/** Work, or credits of a wallet that are added once they are paid. */
async function anInvoice(payer: Payer, cents: number): Promise<Scene['invoice']> {
  const { client, customerId, walletId, provider } = payer;
  if (random.chance(15)) {
    const sale = { credits: String(cents / 100), source: 'paid', collect: true };
    const path = `/v1/wallets/${walletId}/top_up`;
    const { top_up_invoice_id: id } = await done<{ top_up_invoice_id: string }>(
      client.request('POST', path, sale),
    );
    return { id, fees: [] };
  }
  const fees = [{ description: 'Work', units: '1', unit_amount_cents: cents }];
  const bill = { customer_id: customerId, currency: provider.currency, fees };
  return done(client.request('POST', '/v1/invoices/one_off', bill));
}

/** An invoice that is collected by nothing but an act. */
function quietScene(provider: string): Promise<Scene> {
  return sceneOf(drawn(stage.payers.filter((it) => it.provider.name === provider && !it.isAutomatic)));
}

describe('collections that race with everything else', () => {
  it(
    'never take more than is due, and every surplus is refunded once',
    async () => {
      const startedAt = performance.now();
      let begun = 0;
      let lost = 0;
      const runner = async (): Promise<void> => {
        while (begun < RACES) {
          if (++begun === Math.floor(RACES / 2)) await fault.server().restart('immediate');
          await race().catch((error: unknown) => {
            lost++;
            assertUnreachable(error);
          });
        }
      };
      const points = Array.from({ length: ROUNDS }, () => POINTS.map((it) => ({ ...it }))).flat();
      const { control } = stage;
      const restart = (): Promise<void> => stage.restart();
      const killer = new Killer({ control, random, scene: quietScene, restart }, [...points]);
      /** Kills are spread over the races; those that are left follow them. */
      const kill = async (): Promise<void> => {
        while (killer.left > 0) {
          while (begun < RACES * (1 - killer.left / points.length)) await sleep(50);
          await killer.killOnce();
        }
      };
      await Promise.all([kill(), ...Array.from({ length: CONCURRENT }, runner)]);
      const racedMs = Math.round(performance.now() - startedAt);
      await untilQuiet(stage);
      const reviewed = await refundWhatNeedsReview(stage, books);
      await untilNothingIsOpen(stage);
      const quietMs = Math.round(performance.now() - startedAt) - racedMs;
      const { captures, refunds, surpluses, reversals, ...faults } = await judgeCollections(
        stage.database,
        (await stage.control.ledger()).filter((it) => !stage.savings.has(it.payment_id)),
        books,
      );
      const about = {
        seed,
        races: RACES,
        lost,
        kills: killer.kills,
        killedAt: killer.killedAt.size,
        racedMs,
        quietMs,
      };
      const money = { captures, refunds, surpluses, reversals, reviewed };
      reportFigures('collection races', { ...about, ...money });
      expect({ seed, ...faults }).toEqual({
        ...{ seed, unknownCaptures: [], overcharged: [], overRefunded: [], unaskedRefunds: [] },
        ...{ unorderedRefunds: [], repeatedRefunds: [], earlySurpluses: [], unseenSurpluses: [] },
        stuckReservations: [],
      });
      expect(killer.killedAt.size).toBe(POINTS.length);
      expect(captures).toBeGreaterThanOrEqual(Math.floor(RACES / 4));
      expect(refunds).toBeGreaterThanOrEqual(Math.floor(RACES / 10));
      expect(surpluses).toBeGreaterThanOrEqual(Math.floor(RACES / 100));
      expect(reversals).toBeGreaterThanOrEqual(Math.floor(RACES / 100));
    },
    scaled(1_800_000, 28_800_000),
  );
});
