import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { docBlocks } from '../support/doc-blocks';
import { freePorts, runShellBlocks, type Replacements, type ShellRun } from '../support/doc-shell';
import { asService, withDatabase } from '../support/test-database';

const TIMEOUT_MS = 300_000;
const DATABASE = `docs_${process.pid}`;

const failureOf = ({ code, output, services }: ShellRun): string | null =>
  code === 0 ? null : `exit code ${code}\n${output}\n${services}`;

describe('the shell blocks of the documents', () => {
  let folder: string;
  let ports: Replacements;
  const blocks = docBlocks().filter((it) => it.language === 'sh' && it.attributes.norun === undefined);
  const blocksOf = (page: string) => blocks.filter((it) => it.page === page);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billing-docs-'));
    const [api = '', worker = '', receiver = ''] = await freePorts(3);
    ports = { '3000': api, '3001': worker, '4000': receiver };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'of README.md lead from a clone to a webhook and an invoice',
    async () => {
      // `npm ci` would remove the node_modules of the tests that run at the same time; CI has just run it.
      const run = await runShellBlocks(blocksOf('README.md'), folder, { ...ports, 'npm ci &&': 'true &&' });
      expect(failureOf(run)).toBeNull();
      expect(run.services).toContain('"webhook_type":"customer.created"');
      expect(run.output).toContain('"webhook_type":"customer.created"');
      expect(run.output).toMatch(/"status":"finalized".*"total_amount_cents":[1-9]/);
    },
    TIMEOUT_MS,
  );

  it(
    'of docs/webhooks.md show deliveries in an inbox',
    async () => {
      const run = await runShellBlocks(blocksOf('docs/webhooks.md'), folder, ports);
      expect(failureOf(run)).toBeNull();
      for (const kind of ['invoice.paid', 'customer.created']) {
        expect(run.output).toMatch(new RegExp(`^event: request\\ndata: .*"webhook_type":"${kind}"`, 'm'));
        expect(run.output).toMatch(
          new RegExp(`"headers":\\{[^}]*"x-svc-event":"${kind}"[^}]*"webhook-signature":"v1,`),
        );
      }
    },
    TIMEOUT_MS,
  );

  it(
    'of docs/operations.md migrate a database and start an API and a worker',
    async () => {
      const server = process.env.TEST_SERVER_URL ?? '';
      const admin = new Client({ connectionString: server });
      await admin.connect();
      try {
        await admin.query(`CREATE DATABASE ${DATABASE}`);
        const ownerUrl = withDatabase(server, DATABASE);
        const replacements = {
          ...ports,
          'postgres://billing:password@localhost:5432/billing': ownerUrl,
          'postgres://billing_service:password@localhost:5432/billing': asService(ownerUrl),
        };
        expect(
          failureOf(await runShellBlocks(blocksOf('docs/operations.md'), folder, replacements)),
        ).toBeNull();
      } finally {
        await admin.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
        await admin.end();
      }
    },
    TIMEOUT_MS,
  );
});
