import { DunningRun } from '../../../src/modules/dunning';
import { Outbox } from '../../../src/platform/outbox/outbox';
import { aCampaign, anInvoice } from '../../support/builders';
import { aPromptPayer } from '../../support/dunning';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';

const CUSTOMERS = 6;

/** The organization's row counts in the database. */
interface Count {
  requests: number;
  attempts: number;
  payments: number;
  reviews: number;
}

describe('dunning reviews', () => {
  let one: TestApp;
  let two: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    // ROLE=api runs no schedules; the tests run the job.
    one = await startTestApp({ ROLE: 'api' });
    two = await startTestApp({ ROLE: 'api' }, one.database);
  });
  beforeEach(async () => {
    organization = await one.anOrganization();
    for (let n = 0; n < CUSTOMERS; n++) {
      await anInvoice(organization, {
        customer_id: (await aPromptPayer(organization)).id,
        amounts: [10_000],
      });
    }
    await sql('UPDATE invoices SET payment_overdue = true WHERE organization_id = $1');
    await aCampaign(organization, { applied_to_organization: true });
  });
  afterAll(async () => {
    await two.stop();
    await one.stop();
  });

  const sql = <Row>(text: string): Promise<Row[]> => one.database.query<Row>(text, [organization.id]);
  const runOn = (app: TestApp): Promise<number> => app.app.get(DunningRun, { strict: false }).run();
  const attemptsFallDue = async (): Promise<void> => {
    await sql(`UPDATE payment_requests SET next_action_at = now() WHERE organization_id = $1`);
    await sql(`UPDATE dunning_reviews SET due_at = now() - interval '1 hour' WHERE organization_id = $1`);
  };
  const counted = async (): Promise<Count> => {
    const [count] = await sql<Count>(
      `SELECT (SELECT count(*)::int FROM payment_requests WHERE organization_id = $1) AS requests,
              (SELECT sum(payment_attempts)::int FROM payment_requests WHERE organization_id = $1) AS attempts,
              (SELECT count(*)::int FROM payments WHERE organization_id = $1) AS payments,
              (SELECT count(*)::int FROM dunning_reviews WHERE organization_id = $1
                                                           AND due_at <= now()) AS reviews`,
    );
    if (count === undefined) throw new Error('unreachable');
    return count;
  };
  const eventCounts = async (): Promise<Record<string, number>> => {
    const rows = await sql<{ kind: string; count: number }>(
      `SELECT kind, count(*)::int FROM outbox_events WHERE organization_id = $1 AND kind LIKE 'payment%'
        GROUP BY kind`,
    );
    return Object.fromEntries(rows.map((it) => [it.kind, it.count]));
  };

  it('concurrent runs create one payment request and one attempt per customer', async () => {
    await Promise.all([runOn(one), runOn(two), runOn(one), runOn(two)]);
    expect(await counted()).toEqual({
      requests: CUSTOMERS,
      attempts: CUSTOMERS,
      payments: CUSTOMERS,
      reviews: 0,
    });

    await attemptsFallDue();
    await Promise.all([runOn(one), runOn(two), runOn(one), runOn(two)]);
    expect(await counted()).toEqual({
      requests: CUSTOMERS,
      attempts: 2 * CUSTOMERS,
      payments: 2 * CUSTOMERS,
      reviews: 0,
    });
  });

  it('concurrent duplicate reviews of a customer create one payment request', async () => {
    await sql(
      `INSERT INTO dunning_reviews (organization_id, id, customer_id, due_at)
       SELECT organization_id, gen_random_uuid(), customer_id, due_at FROM dunning_reviews, generate_series(1, 3)
        WHERE organization_id = $1`,
    );
    await Promise.all([runOn(one), runOn(two), runOn(one), runOn(two)]);
    expect(await counted()).toMatchObject({ requests: CUSTOMERS, payments: CUSTOMERS, reviews: 0 });
  });

  it('runs interrupted at random points neither lose nor duplicate a payment request or attempt', async () => {
    const outbox = two.app.get(Outbox, { strict: false });
    let stops = 12;
    outbox.subscribe(async (tx) => {
      if (stops === 0 || Math.random() < 0.4) return;
      stops -= 1;
      await tx.query('RESET ROLE; SELECT pg_terminate_backend(pg_backend_pid())');
    });
    for (const round of [1, 2, 3]) {
      while ((await counted()).reviews > 0) await runOn(two).catch(() => undefined);
      const all = round * CUSTOMERS;
      expect(await counted()).toMatchObject({ requests: CUSTOMERS, attempts: all, payments: all });
      await attemptsFallDue();
    }
    stops = 0;
    await runOn(two);
    const all = 3 * CUSTOMERS;
    expect(await eventCounts()).toEqual({
      'payment.created': all,
      'payment_request.created': CUSTOMERS,
      'payment_request.payment_failed': CUSTOMERS,
    });
  });

  it('a failing review is postponed and does not delay other customers', async () => {
    const [poison] = await sql<{ id: string }>('SELECT id FROM customers WHERE organization_id = $1 LIMIT 1');
    one.app.get(Outbox, { strict: false }).subscribe((_tx, events) => {
      const isPoison = events.some(
        (it) => it.kind === 'payment_request.created' && it.payload.includes(poison?.id ?? '-'),
      );
      return isPoison ? Promise.reject(new Error('not this one')) : Promise.resolve();
    });
    await runOn(one);
    expect(await counted()).toMatchObject({ requests: CUSTOMERS - 1, payments: CUSTOMERS - 1, reviews: 0 });
    await sql('UPDATE dunning_reviews SET due_at = now() WHERE organization_id = $1');
    await runOn(two);
    expect(await counted()).toMatchObject({ requests: CUSTOMERS, payments: CUSTOMERS });
  });

  it('an attempt falls back to the manual provider when the previous provider is no longer installed', async () => {
    await runOn(one);
    await sql(`UPDATE payments SET provider = 'acme_pay' WHERE organization_id = $1`);
    await attemptsFallDue();
    await runOn(one);
    const providers = await sql<{ provider: string }>(
      'SELECT provider FROM payments WHERE organization_id = $1 ORDER BY provider',
    );
    expect(providers.map((it) => it.provider)).toEqual([
      ...Array<string>(CUSTOMERS).fill('acme_pay'),
      ...Array<string>(CUSTOMERS).fill('manual'),
    ]);
  });
});
