import { Outbox } from '../../../src/platform/outbox/outbox';
import { aCampaign } from '../../support/builders';
import { aPromptPayer, owe, runDunning } from '../../support/dunning';
import { startTestApp, type TestApp } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';

const CUSTOMERS = 6;

describe('dunning reviews', () => {
  afterAll(() => two.stop()); // before the database of the first is dropped
  const one = useTestApp({ ROLE: 'api' }); // runs no schedules: the tests start the reviews
  const organization = useOrganization(one);
  let two: TestApp;

  beforeAll(async () => {
    two = await startTestApp({ ROLE: 'api' }, one.database);
  });
  beforeEach(async () => {
    for (let n = 0; n < CUSTOMERS; n++) await owe(organization, await aPromptPayer(organization), 10_000);
    await sql('UPDATE invoices SET payment_overdue = true WHERE organization_id = $1');
    await aCampaign(organization, { applied_to_organization: true });
  });

  it('concurrent runs create one request per customer and one payment per attempt', async () => {
    await runConcurrently();
    const all = CUSTOMERS;
    expect(await counts()).toEqual({ requests: all, attempts: all, payments: all, dueReviews: 0 });

    await attemptsFallDue();
    await runConcurrently();
    expect(await counts()).toEqual({ requests: all, attempts: 2 * all, payments: 2 * all, dueReviews: 0 });
  });

  it('several due reviews of one customer create one request', async () => {
    await sql(
      `INSERT INTO dunning_reviews (organization_id, id, customer_id, due_at)
       SELECT organization_id, gen_random_uuid(), customer_id, due_at FROM dunning_reviews, generate_series(1, 3)
        WHERE organization_id = $1`,
    );
    await runConcurrently();
    expect(await counts()).toMatchObject({ requests: CUSTOMERS, payments: CUSTOMERS, dueReviews: 0 });
  });

  it('a review that loses its connection is repeated without loss or duplicate', async () => {
    const outbox = two.app.get(Outbox, { strict: false });
    let losses = 12;
    outbox.subscribe(async (tx) => {
      if (losses === 0 || Math.random() < 0.4) return;
      losses -= 1;
      await tx.query('RESET ROLE; SELECT pg_terminate_backend(pg_backend_pid())');
    });
    for (const round of [1, 2, 3]) {
      while ((await counts()).dueReviews > 0) await runDunning(two).catch(() => undefined);
      const all = round * CUSTOMERS;
      expect(await counts()).toMatchObject({ requests: CUSTOMERS, attempts: all, payments: all });
      await attemptsFallDue();
    }
    losses = 0;
    await runDunning(two);
    const kinds = await sql<{ kind: string; count: number }>(
      `SELECT kind, count(*)::int FROM outbox_events WHERE organization_id = $1 AND kind LIKE 'payment%'
        GROUP BY kind`,
    );
    expect(Object.fromEntries(kinds.map((it) => [it.kind, it.count]))).toEqual({
      'payment.created': 3 * CUSTOMERS,
      'payment_request.created': CUSTOMERS,
      'payment_request.payment_failed': CUSTOMERS,
    });
  });

  it('a review that fails is postponed and does not stop the others', async () => {
    const [poison] = await sql<{ id: string }>('SELECT id FROM customers WHERE organization_id = $1 LIMIT 1');
    one.app.get(Outbox, { strict: false }).subscribe((_tx, events) => {
      const isPoison = events.some(
        (it) => it.kind === 'payment_request.created' && it.payload.includes(poison?.id ?? '-'),
      );
      return isPoison ? Promise.reject(new Error('not this one')) : Promise.resolve();
    });
    await runDunning(one);
    expect(await counts()).toMatchObject({ requests: CUSTOMERS - 1, payments: CUSTOMERS - 1, dueReviews: 1 });
    const failures = await sql(
      `SELECT queue, failures, error FROM job_failures WHERE organization_id = $1 AND retry_at > now()`,
    );
    expect(failures).toEqual([{ queue: 'dunning', failures: 1, error: 'not this one' }]);

    await runDunning(two);
    expect(await counts()).toMatchObject({ requests: CUSTOMERS - 1 });
    await sql('UPDATE job_failures SET retry_at = now() WHERE organization_id = $1');
    await runDunning(two);
    expect(await counts()).toMatchObject({ requests: CUSTOMERS, payments: CUSTOMERS, dueReviews: 0 });
    expect(await sql('SELECT * FROM job_failures WHERE organization_id = $1')).toEqual([]);
  });

  it('an attempt falls back to the manual provider when the last provider is no longer installed', async () => {
    await runDunning(one);
    await sql(`UPDATE payments SET provider = 'acme_pay' WHERE organization_id = $1`);
    await attemptsFallDue();
    await runDunning(one);
    const providers = await sql<{ provider: string }>(
      'SELECT provider FROM payments WHERE organization_id = $1 ORDER BY provider',
    );
    expect(providers.map((it) => it.provider)).toEqual([
      ...Array<string>(CUSTOMERS).fill('acme_pay'),
      ...Array<string>(CUSTOMERS).fill('manual'),
    ]);
  });

  function sql<Row>(text: string): Promise<Row[]> {
    return one.database.query<Row>(text, [organization.id]);
  }

  function runConcurrently() {
    return Promise.all([runDunning(one), runDunning(two), runDunning(one), runDunning(two)]);
  }

  async function attemptsFallDue(): Promise<void> {
    await sql(`UPDATE payment_requests SET next_action_at = now() WHERE organization_id = $1`);
    await sql(`UPDATE dunning_reviews SET due_at = now() - interval '1 hour' WHERE organization_id = $1`);
  }

  async function counts(): Promise<Counts> {
    const [counted] = await sql<Counts>(
      `SELECT (SELECT count(*)::int FROM payment_requests WHERE organization_id = $1) AS requests,
              (SELECT sum(payment_attempts)::int FROM payment_requests WHERE organization_id = $1) AS attempts,
              (SELECT count(*)::int FROM payments WHERE organization_id = $1) AS payments,
              (SELECT count(*)::int FROM dunning_reviews
                WHERE organization_id = $1 AND due_at <= now()) AS "dueReviews"`,
    );
    if (counted === undefined) throw new Error('unreachable');
    return counted;
  }
});

/** Counted in the database, not by the API. */
interface Counts {
  requests: number;
  attempts: number;
  payments: number;
  dueReviews: number;
}
