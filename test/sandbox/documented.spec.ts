import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docBlocks } from '../support/doc-blocks';
import { runShellBlocks } from '../support/doc-shell';

const PORTS = ['4009', '4010', '4011', '4012', '4013'];
const TIMEOUT_MS = 120_000;

/** Returns the first of as many free ports in a row. */
async function freeRow(count: number): Promise<number> {
  for (let first = 21_000 + (process.pid % 5_000); ; first += count) {
    const ports = Array.from({ length: count }, (_, n) => first + n);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

describe('the shell blocks of docs/payments.md', () => {
  it(
    'start the sandbox, charge a card in it and show its ledger',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sandbox-docs-'));
      try {
        const first = await freeRow(PORTS.length);
        const ports = Object.fromEntries(PORTS.map((port, n) => [port, String(first + n)]));
        const isRun = docBlocks().filter((it) => it.language === 'sh' && it.attributes.norun === undefined);
        const run = await runShellBlocks(
          isRun.filter((it) => it.page === 'docs/payments.md'),
          folder,
          ports,
        );
        expect({ code: run.code, failure: run.code === 0 ? null : run }).toEqual({ code: 0, failure: null });
        expect(run.services).toContain(`PROVIDER_BASE_URLS=stripe=http://127.0.0.1:${first + 1}`);
        expect(run.output).toContain('"status":"succeeded"');
        const [, entries = '[]'] = /"entries":(\[.*?\])\}/.exec(run.output) ?? [];
        expect(JSON.parse(entries)).toMatchObject([{ type: 'capture', amount: 1200, currency: 'EUR' }]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
});
