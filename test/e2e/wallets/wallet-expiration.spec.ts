import { Outbox } from '../../../src/platform/outbox/outbox';
import { aCustomer, aWallet } from '../../support/builders';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf } from '../../support/wire';
import type { WalletBody, WalletTransactionBody } from '../../support/credit-wire';

const PATH = '/v1/wallets';
const DAY_MS = 86_400_000;

interface MovedClock {
  now: string;
  events: { webhook_type: string; object_id: string; created_at: string }[];
}

describe('wallet expiration', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useSharedOrganization(app);
  let customerId: string;

  beforeAll(async () => {
    ({ id: customerId } = await aCustomer(organization));
  });

  const expiring = (expirationAt: string | null, credits: string): Promise<WalletBody> => {
    const terms = { customer_id: customerId, paid_credits: credits, expiration_at: expirationAt };
    return aWallet(organization, terms);
  };
  const inDays = async (days: number): Promise<string> => {
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    return new Date(Date.parse(now) + days * DAY_MS).toISOString();
  };
  const moveTo = (now: string): Promise<MovedClock> => bodyOf(organization.put('/v1/test_clock', { now }));
  const get = (id: string): Promise<WalletBody> => bodyOf(organization.get(`${PATH}/${id}`));

  it('expiry voids the balance and terminates wallets in the order of expiration', async () => {
    const [third, second] = [await inDays(3), await inDays(2)];
    const later = await expiring(third, '30');
    const sooner = await expiring(second, '20.5');
    const never = await expiring(null, '10');

    expect((await moveTo(await inDays(1))).events).toEqual([]);
    const { events } = await moveTo(await inDays(9));

    const { items } = await listOf<WalletTransactionBody>(
      organization.get(`${PATH}/${sooner.id}/transactions?order_by=sequence`),
    );
    expect(items[1]).toMatchObject({
      transaction_status: 'voided',
      source: 'expiration',
      credits: '20.5',
      amount_cents: 2050,
      created_at: second,
    });
    expect(events.map((it) => [it.webhook_type, it.created_at])).toEqual([
      ['wallet.transaction.created', second],
      ['wallet.terminated', second],
      ['wallet.transaction.created', third],
      ['wallet.terminated', third],
    ]);
    expect(events.map((it) => it.object_id)).toEqual([items[1]?.id, sooner.id, expect.any(String), later.id]);
    expect(await get(sooner.id)).toMatchObject({ status: 'terminated', terminated_at: second });
    expect(await get(later.id)).toMatchObject({ status: 'terminated', balance_cents: 0 });
    expect(await get(never.id)).toMatchObject({ status: 'active', balance_cents: 1000 });
  });

  it('a changed expiration takes effect at the new time', async () => {
    const [soon, late] = [await inDays(1), await inDays(5)];
    const { id } = await expiring(soon, '1');
    await bodyOf(organization.put(`${PATH}/${id}`, { expiration_at: late }));
    expect((await moveTo(soon)).events).toEqual([]);
    expect((await moveTo(late)).events).toHaveLength(2);
  });

  it('a customer with an expired balance can be deleted, which voids the balance as expired', async () => {
    const customer = await aCustomer(organization);
    const terms = { customer_id: customer.id, paid_credits: '5', expiration_at: await inDays(1) };
    const { id } = await aWallet(organization, terms);
    await app.database.query(`UPDATE wallets SET expiration_at = now() - interval '1 s' WHERE id = $1`, [id]);
    await organization.delete(`/v1/customers/${customer.id}`).expect(204);
    expect(await get(id)).toMatchObject({ status: 'terminated', balance_cents: 0 });
    const { items } = await listOf<WalletTransactionBody>(
      organization.get(`${PATH}/${id}/transactions?order_by=sequence`),
    );
    expect(items).toMatchObject([{ source: 'paid' }, { source: 'expiration' }]);
  });

  it('changing an expired wallet is refused with 400 even before the job terminates it', async () => {
    const { id } = await expiring(await inDays(1), '1');
    await app.database.query(`UPDATE wallets SET expiration_at = now() - interval '1 s' WHERE id = $1`, [id]);
    const topUp = organization.post(`${PATH}/${id}/top_up`, { credits: '1', source: 'paid' });
    await problemOf(topUp, 400, 'invalid_state');
    const renewal = organization.put(`${PATH}/${id}`, { expiration_at: await inDays(2) });
    await problemOf(renewal, 400, 'invalid_state');
  });

  it('a wallet that fails to expire is retried and delays no other', async () => {
    const at = await inDays(2);
    const [sooner, later] = [await expiring(at, '20'), await expiring(at, '30')];
    let fails = true;
    app.app.get(Outbox, { strict: false }).subscribe((_, events) => {
      const isTheirs = events.some((it) => it.kind === 'wallet.terminated' && it.objectId === sooner.id);
      return fails && isTheirs
        ? Promise.reject(new Error('The subscriber rejects the event'))
        : Promise.resolve();
    });
    await organization.put('/v1/test_clock', { now: await inDays(9) });
    const statuses = async () => [(await get(sooner.id)).status, (await get(later.id)).status];
    expect(await statuses()).toEqual(['active', 'terminated']);
    fails = false;
    await moveTo(await inDays(1));
    expect(await statuses()).toEqual(['terminated', 'terminated']);
  });
});
