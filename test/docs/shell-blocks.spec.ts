import { docBlocksRunBy } from '../support/doc-blocks';
import { DocShell } from '../support/doc-shell';
import { eventually } from '../support/eventually';
import { isInstalled } from '../support/installed';
import { startTestApp } from '../support/test-app';

const CREATED = '"webhook_type":"customer.created"';
const TIMEOUT_MS = 120_000;

(isInstalled('curl', 'curl') ? describe : describe.skip)('the shell blocks of the docs', () => {
  const blocks = docBlocksRunBy(__filename);
  const blocksOf = (page: string) => blocks.filter((it) => it.page === page);
  let shell: DocShell;

  beforeEach(() => {
    shell = new DocShell();
  });
  afterEach(() => shell.stop());

  it('are on the pages that this file runs', () => {
    expect([...new Set(blocks.map((it) => it.page))].sort()).toEqual(['README.md', 'docs/api.md']);
  });

  it(
    'in README.md lead from a clone to the first webhook and to an invoice',
    async () => {
      const output = await shell.run(blocksOf('README.md'));
      await eventually(() => (shell.served.includes(CREATED) ? true : null));
      expect(output).toContain(CREATED);
      expect(output).toMatch(/"status":"finalized".*"total_amount_cents":[1-9]/);
    },
    TIMEOUT_MS,
  );

  it('in docs/api.md show calls that succeed', async () => {
    const app = await startTestApp({ TEST_CLOCK: 'on' });
    try {
      const organization = await app.anOrganization();
      await organization.post('/v1/customers', { external_id: 'cust_1042' }).expect(201);
      await app.database.query(
        `INSERT INTO customers (organization_id, id, external_id, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'paged_' || n, now(), now() FROM generate_series(1, 60) AS n`,
        [organization.id],
      );
      const plan = {
        code: 'pro_monthly',
        name: 'Pro',
        interval: 'monthly',
        amount_cents: 4900,
        currency: 'EUR',
      };
      await organization.post('/v1/plans', plan).expect(201);
      const env = { API: `${app.url}/v1`, KEY: organization.rawKey };
      const output = await shell.run(blocksOf('docs/api.md'), env);
      expect(output).toContain('"external_id":"sub_1042"');
      expect(output).toMatch(/^x-total-count: 0/im);
      expect(new Set(output.match(/"paged_\d+"/g)).size).toBe(60);
      expect(output).toContain('"name":"Acme Corp."');
      expect(output).toContain('"now":"2027-02-01T00:00:00.000Z"');
    } finally {
      await app.stop();
    }
  });
});
