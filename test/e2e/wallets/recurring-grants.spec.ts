import { aCustomer, anInvoice, aWallet } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  wrongFieldsOf,
  type WalletBody,
  type WalletTransactionBody,
} from '../../support/wire';

const START = '2040-01-31T12:00:00.000Z';
const MONTHLY = { interval: 'monthly', credits: '10' };

describe('recurring grants', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let own: TestOrganization;

  beforeEach(async () => {
    own = await app.anOrganization();
  });
  afterEach(async () => {
    expect(await bodyOf(own.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  const moveTo = (at: string) => bodyOf(own.put('/v1/test_clock', { now: at }));
  const now = async (): Promise<Date> =>
    new Date((await bodyOf<{ now: string }>(own.get('/v1/test_clock'))).now);
  const inDays = async (days: number): Promise<string> =>
    new Date((await now()).getTime() + days * 86_400_000).toISOString();
  const read = ({ id }: WalletBody): Promise<WalletBody> => bodyOf(own.get(`/v1/wallets/${id}`));
  const grantsOf = async ({ id }: WalletBody): Promise<WalletTransactionBody[]> =>
    (await listOf<WalletTransactionBody>(own.get(`/v1/wallets/${id}/transactions?order_by=sequence`))).items;

  it('every period adds its credits once, at its own time, until the end', async () => {
    await moveTo(START);
    const customer = await aCustomer(own, { timezone: 'America/Santiago' });
    const grants = [{ ...MONTHLY, ends_at: '2040-05-01T00:00:00.000Z' }];
    const wallet = await aWallet(own, { customer_id: customer.id, recurring_grants: grants });
    expect(wallet.recurring_grants).toMatchObject([{ ...MONTHLY, starts_at: wallet.created_at }]);
    await moveTo('2040-02-01T00:00:00.000Z');
    await moveTo('2040-02-02T00:00:00.000Z');
    expect(await read(wallet)).toMatchObject({ credits_balance: '10', balance_cents: 1000 });
    await moveTo('2040-12-01T00:00:00.000Z');
    const added = await grantsOf(wallet);
    expect(added.map((it) => [it.created_at.slice(0, 10), it.source, it.credits])).toEqual(
      ['2040-01-31', '2040-02-29', '2040-03-31', '2040-04-30'].map((day) => [day, 'granted', '10']),
    );
    expect((await read(wallet)).recurring_grants).toMatchObject([{ next_at: null }]);
  });

  it('missed periods are caught up, each once, and a target is filled up once', async () => {
    const wallet = await aWallet(own, { recurring_grants: [MONTHLY] });
    const target = { interval: 'weekly', target_credits: '25' };
    const filled = await aWallet(own, { granted_credits: '5', recurring_grants: [target] });
    const past = new Date((await now()).getTime() - 45 * 86_400_000).toISOString();
    // As after a downtime: two months, and seven weeks.
    await app.database.query(
      `UPDATE wallets SET next_grant_at = $2::text::timestamptz, recurring_grants =
         jsonb_set(jsonb_set(recurring_grants, '{0,startsAt}', to_jsonb($2::text)), '{0,nextAt}', to_jsonb($2::text))
        WHERE id = ANY ($1)`,
      [[wallet.id, filled.id], past],
    );
    await moveTo(await inDays(0.001));
    expect((await grantsOf(wallet)).map((it) => it.credits)).toEqual(['10', '10']);
    expect((await grantsOf(filled)).map((it) => it.credits)).toEqual(['5', '20']);
    await anInvoice(own, { customer_id: filled.customer_id, amounts: [700] });
    await moveTo(await inDays(7));
    expect((await grantsOf(filled)).map((it) => it.credits)).toEqual(['5', '20', '7', '7']);
  });

  it('an update that repeats a grant goes on, and one that leaves it out ends it', async () => {
    const wallet = await aWallet(own, { recurring_grants: [MONTHLY] });
    await moveTo(await inDays(0.001));
    const [before] = (await read(wallet)).recurring_grants;
    const path = `/v1/wallets/${wallet.id}`;
    const again = await bodyOf<WalletBody>(own.put(path, { recurring_grants: [MONTHLY] }));
    expect(again.recurring_grants).toEqual([before]);
    await moveTo(await inDays(1));
    expect(await read(wallet)).toMatchObject({ credits_balance: '10' });
    await bodyOf(own.put(path, { recurring_grants: [] }));
    await moveTo(await inDays(70));
    expect(await read(wallet)).toMatchObject({ credits_balance: '10', recurring_grants: [] });
  });

  it('a wallet that has expired gets nothing', async () => {
    const grants = [{ ...MONTHLY, starts_at: await inDays(3) }];
    const wallet = await aWallet(own, { expiration_at: await inDays(2), recurring_grants: grants });
    await moveTo(await inDays(40));
    expect(await grantsOf(wallet)).toEqual([]);
  });

  it('wrong grants are refused with the names of their fields', async () => {
    const wallet = await aWallet(own);
    const refused = (grants: unknown) =>
      wrongFieldsOf(own.put(`/v1/wallets/${wallet.id}`, { recurring_grants: grants }));
    expect(await refused([{ ...MONTHLY, interval: 'daily' }])).toEqual(['recurring_grants.0.interval']);
    expect(await refused([{ interval: 'weekly' }])).toEqual(['recurring_grants.0.credits']);
    expect(await refused([{ ...MONTHLY, target_credits: '5' }])).toEqual(['recurring_grants.0.credits']);
    expect(await refused([{ ...MONTHLY, credits: '0.00001' }])).toEqual(['recurring_grants.0.credits']);
    const past = await inDays(-1);
    expect(await refused([{ ...MONTHLY, starts_at: past }])).toEqual(['recurring_grants.0.starts_at']);
    expect(await refused([{ ...MONTHLY, ends_at: past }])).toEqual(['recurring_grants.0.ends_at']);
    expect(await refused([MONTHLY, MONTHLY, MONTHLY, MONTHLY, MONTHLY, MONTHLY])).toEqual([
      'recurring_grants',
    ]);
    expect(await refused(null)).toEqual(['recurring_grants']);
  });
});
