import { Transactions } from '../../src/platform/database/transactions';
import { expectListed, expectNoFindings } from '../support/findings';
import { filesWith } from '../support/source-files';
import { useTestApp } from '../support/use-test-app';

/** Files that open transactions or take connections of the pool, and why. */
const OPENS: Record<string, string> = {
  'platform/database/transactions.ts': 'opens the transactions of all use cases and jobs',
  'platform/jobs/exclusive.ts': 'holds an advisory lock on a connection while a job runs',
};

describe('transactions', () => {
  it('no code carries a transaction implicitly', () => {
    expectNoFindings(
      filesWith(/async_hooks|AsyncLocalStorage/),
      'A transaction is an explicit argument (docs/decisions.md#transactions). Pass tx, or the caller with its tx, instead of' +
        ' following the asynchronous context in these files.',
    );
  });

  it('only the listed files open transactions', () => {
    expectListed(filesWith(/createQueryRunner\(|[dD]ataSource\.transaction\(/), Object.keys(OPENS), {
      unlisted:
        'These files open transactions of their own. Inject Transactions and call runFor() or readFor(), or add the file to' +
        ' OPENS in this file with a reason.',
      missing: 'These files of OPENS in this file open no transaction any more: remove them from it.',
    });
  });
});

describe('a test', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organizationId = '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c';

  it('fails when code opens a transaction inside another', async () => {
    const transactions = app.app.get(Transactions);
    const nested = transactions.runFor(organizationId, () =>
      transactions.readFor(organizationId, () => Promise.resolve()),
    );
    await expect(nested).rejects.toThrow('readFor() inside an open transaction: pass its tx');
  });
});
