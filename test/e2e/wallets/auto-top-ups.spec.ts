import { aPaymentByHand, anInvoice, aWallet } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type WalletBody,
  type WalletTopUpBody,
} from '../../support/wire';

const RULE = { below: '10', credits: '50', max_per_month: 2 };
const START = Date.parse('2040-05-10T12:00:00.000Z');

describe('automatic top-ups', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let own: TestOrganization;
  let wallet: WalletBody;

  beforeAll(async () => {
    const first = await app.anOrganization();
    await bodyOf(first.put('/v1/test_clock', { now: new Date(START).toISOString() }));
  });
  beforeEach(async () => {
    own = await app.anOrganization();
    wallet = await aWallet(own, { granted_credits: '20', auto_top_up: RULE });
  });
  afterEach(async () => {
    expect(await bodyOf(own.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  const now = async (): Promise<string> => (await bodyOf<{ now: string }>(own.get('/v1/test_clock'))).now;
  const moveTo = (at: string) => bodyOf(own.put('/v1/test_clock', { now: at }));
  /** Gives the queue its turn. */
  const tick = async (): Promise<void> => {
    await moveTo(new Date(Date.parse(await now()) + 1000).toISOString());
  };
  const use = (credits: number) =>
    anInvoice(own, { customer_id: wallet.customer_id, amounts: [credits * 100] });
  const topUps = async (of: WalletBody = wallet): Promise<WalletTopUpBody[]> =>
    (await listOf<WalletTopUpBody>(own.get(`/v1/wallets/${of.id}/top_ups?order_by=created_at`))).items;
  const read = (): Promise<WalletBody> => bodyOf(own.get(`/v1/wallets/${wallet.id}`));
  const pay = (it: WalletTopUpBody | undefined) =>
    aPaymentByHand(own, { invoice_id: it?.invoice_id ?? '' }, it?.amount_cents ?? 0);

  it('a balance that falls below the limit sells credits once, and the payment adds them', async () => {
    expect(await read()).toMatchObject({ auto_top_up: RULE });
    await use(10);
    await tick();
    expect(await topUps()).toEqual([]); // 10 are left, which is not below 10
    await use(1);
    await tick();
    await use(1);
    await tick();
    const [sold, ...others] = await topUps();
    expect(others).toEqual([]);
    expect(sold).toMatchObject({
      ...{ wallet_id: wallet.id, credits: '50', amount_cents: 5000 },
      ...{ status: 'pending', automatic: true, needs_review: false },
    });
    await pay(sold);
    await tick();
    expect(await read()).toMatchObject({ credits_balance: '58' });
    expect(await topUps()).toMatchObject([{ id: sold?.id, status: 'granted' }]);
  });

  it('a month has at most its top-ups, also voided ones, and the next month goes on', async () => {
    await use(15);
    await tick();
    const [first] = await topUps();
    await own.post(`/v1/invoices/${first?.invoice_id}/void`).expect(200);
    await tick();
    expect(await topUps()).toHaveLength(1); // a void begins nothing
    await use(1);
    await tick();
    const [, second] = await topUps();
    await pay(second);
    await use(50);
    await tick();
    expect((await topUps()).map((it) => it.status)).toEqual(['canceled', 'granted']);
    const month = (await now()).slice(0, 7);
    const next = new Date(`${month}-01T00:00:00.000Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);
    await moveTo(new Date(next.getTime() - 1000).toISOString());
    expect(await topUps()).toHaveLength(2);
    await moveTo(next.toISOString());
    expect((await topUps()).map((it) => it.status)).toEqual(['canceled', 'granted', 'pending']);
  });

  it('a rule that is set on a low balance counts at once, and one that is cleared never', async () => {
    const low = await aWallet(own, { granted_credits: '1' });
    await tick();
    expect(await topUps(low)).toEqual([]);
    await bodyOf(own.put(`/v1/wallets/${low.id}`, { auto_top_up: RULE }));
    await bodyOf(own.put(`/v1/wallets/${low.id}`, { name: 'Same rule' }));
    await tick();
    expect(await topUps(low)).toHaveLength(1);
    await bodyOf(own.put(`/v1/wallets/${wallet.id}`, { auto_top_up: null }));
    expect((await read()).auto_top_up).toBeNull();
    await use(20);
    await tick();
    expect(await topUps()).toEqual([]);
  });

  it('a top-up that was asked for holds an automatic one off', async () => {
    const sale = { credits: '5', source: 'paid', collect: true };
    await own.post(`/v1/wallets/${wallet.id}/top_up`, sale).expect(200);
    await use(15);
    await tick();
    expect(await topUps()).toMatchObject([{ automatic: false, status: 'pending' }]);
    await pay((await topUps())[0]); // 10 credits: not below the limit
    await use(1);
    await tick();
    expect(await topUps()).toMatchObject([{ status: 'granted' }, { automatic: true, status: 'pending' }]);
  });

  it('wrong rules are refused with the names of their fields', async () => {
    const refused = (rule: unknown) =>
      wrongFieldsOf(own.put(`/v1/wallets/${wallet.id}`, { auto_top_up: rule }));
    expect(await refused({ below: '10' })).toEqual(['auto_top_up.credits', 'auto_top_up.max_per_month']);
    expect(await refused({ ...RULE, max_per_month: 0 })).toEqual(['auto_top_up.max_per_month']);
    expect(await refused({ ...RULE, credits: '0.00001' })).toEqual(['auto_top_up.credits']);
    expect(await refused({ ...RULE, below: '0' })).toEqual(['auto_top_up.below']);
    expect(await refused([RULE])).toEqual(['auto_top_up']);
    expect(await refused('often')).toEqual(['auto_top_up']);
    const much = '1000000000000000';
    expect(await refused({ ...RULE, credits: much })).toEqual(['auto_top_up.credits']);
    expect(await read()).toMatchObject({ auto_top_up: RULE });
  });

  it('pages are stable, and another organization sees no top-ups', async () => {
    const sale = { credits: '1', source: 'paid', collect: true };
    for (let nth = 0; nth < 3; nth += 1) await own.post(`/v1/wallets/${wallet.id}/top_up`, sale).expect(200);
    const { items } = await listOf<WalletTopUpBody>(own.get(`/v1/wallets/${wallet.id}/top_ups?limit=2`));
    expect(items).toHaveLength(2);
    const stranger = await app.anOrganization();
    await problemOf(stranger.get(`/v1/wallets/${wallet.id}/top_ups`), 404, 'not_found');
  });

  it('of many looks at the same time, one sells', async () => {
    await use(15);
    const at = new Date(Date.parse(await now()) + 1000).toISOString();
    await Promise.all([1, 2, 3].map(() => own.put('/v1/test_clock', { now: at })));
    expect(await topUps()).toHaveLength(1);
  });
});
