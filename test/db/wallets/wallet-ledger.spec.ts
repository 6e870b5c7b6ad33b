import { aWallet } from '../../support/builders';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import type { WalletBody } from '../../support/credit-wire';

/** Constraints that the database enforces independently of the code. */
describe('the wallet ledger in the database', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useSharedOrganization(app);
  let wallet: WalletBody;

  beforeAll(async () => {
    wallet = await aWallet(organization, { paid_credits: '10' });
  });

  const change = (set: string): Promise<unknown> =>
    app.database.query(`UPDATE wallets SET ${set} WHERE id = $1`, [wallet.id]);
  /** Inserts the next transaction of the ledger, with the given columns changed. */
  const append = (columns: Record<string, unknown>): Promise<unknown> => {
    const row = {
      organization_id: organization.id,
      wallet_id: wallet.id,
      sequence: 2,
      previous_sequence: 1,
      transaction_type: 'outbound',
      transaction_status: 'invoiced',
      source: 'invoice',
      credits: '4',
      amount_cents: 400,
      balance_before_cents: 1000,
      balance_after_cents: 600,
      currency: 'EUR',
      ...columns,
    };
    const names = Object.keys(row);
    const values = names.map((_, index) => `$${index + 1}`);
    return app.database.query(
      `INSERT INTO wallet_transactions (id, created_at, ${names.join(', ')})
       VALUES (gen_random_uuid(), now(), ${values.join(', ')})`,
      Object.values(row),
    );
  };

  it.each(['balance_cents = 900', 'balance_cents = 1001', 'last_sequence = 2', 'last_sequence = NULL'])(
    'rejects setting %s on a wallet because it contradicts the ledger',
    async (set) => {
      await expect(change(set)).rejects.toThrow(/wallets_(last_transaction_fkey|empty_ledger)/);
    },
  );

  it.each<[string, Record<string, unknown>]>([
    ['a wrong sum', { balance_after_cents: 700 }],
    ['a negative balance', { amount_cents: 1001, balance_after_cents: -1 }],
    [
      'a balance_before_cents that differs from the previous balance',
      { balance_before_cents: 1100, balance_after_cents: 700 },
    ],
    ['a gap in the sequence', { sequence: 3, previous_sequence: 2 }],
    ['a wrong predecessor', { sequence: 3, previous_sequence: 1 }],
    ['the sequence number of the first transaction', { sequence: 1, previous_sequence: null }],
    ['an amount of 0', { amount_cents: 0, balance_after_cents: 1000 }],
    ['negative credits', { credits: '-4' }],
    ['the ID of another organization', { organization_id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' }],
  ])('rejects a transaction with %s', async (_, columns) => {
    await expect(append(columns)).rejects.toThrow(
      /violates (check|foreign key|unique) constraint|duplicate key/,
    );
  });

  it('rejects updates and deletions of transactions', async () => {
    const refusal = 'The ledger of a wallet is only ever added to';
    const { database } = app;
    await expect(database.query('UPDATE wallet_transactions SET credits = 0')).rejects.toThrow(refusal);
    await expect(database.query('DELETE FROM wallet_transactions')).rejects.toThrow(refusal);
  });

  it('accepts a transaction that continues the ledger', async () => {
    await append({});
    await change('balance_cents = 600, last_sequence = 2');
  });
});
