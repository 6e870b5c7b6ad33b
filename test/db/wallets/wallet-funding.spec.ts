import { Transactions } from '../../../src/platform/database/transactions';
import type { DomainEvent } from '../../../src/platform/outbox/event-catalogue';
import type { FundableInvoice, Funding, InvoiceFunder } from '../../../src/modules/invoices';
import { invoiceFundingSuite } from '../../conformance/invoice-funding.suite';
import { funderOf } from '../../support/funders';
import { anInvoice, aCustomer, aWallet } from '../../support/builders';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf } from '../../support/wire';
import type { WalletBody, WalletTransactionBody } from '../../support/credit-wire';

const PATH = '/v1/wallets';

describe('applying wallets to invoices', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customerId: string;
  /** A customer without a wallet, so that its invoices use none. */
  let otherId: string;
  let transactions: Transactions;
  let wallets: InvoiceFunder;

  beforeAll(() => {
    transactions = app.app.get(Transactions, { strict: false });
    wallets = funderOf(app, 'wallets');
  });
  beforeEach(async () => {
    customerId = (await aCustomer(organization)).id;
    otherId = (await aCustomer(organization)).id;
  });

  const invoice = (ofCustomer: string, cents: number): Promise<InvoiceBody> =>
    anInvoice(organization, { customer_id: ofCustomer, amounts: [cents] });
  const walletWith = (fields: object): Promise<WalletBody> =>
    aWallet(organization, { customer_id: customerId, ...fields });
  const get = (id: string): Promise<WalletBody> => bodyOf(organization.get(`${PATH}/${id}`));
  const transactionsOf = async (id: string): Promise<WalletTransactionBody[]> => {
    const list = organization.get(`${PATH}/${id}/transactions?order_by=sequence&limit=1000`);
    return (await listOf<WalletTransactionBody>(list)).items;
  };
  const invoiceOf = async (amountDueCents: bigint): Promise<FundableInvoice> => {
    const { id: invoiceId } = await invoice(otherId, 1);
    return { organizationId: organization.id, invoiceId, customerId, currency: 'EUR', amountDueCents };
  };
  const fund = (about: FundableInvoice): Promise<Funding> =>
    transactions.run((tx) => wallets.fund(tx, about));
  const release = (about: FundableInvoice): Promise<readonly DomainEvent[]> =>
    transactions.run((tx) => wallets.release(tx, about));
  /** Returns the wallet checks that fail in the reconciliation. */
  const unbalanced = async (): Promise<object[]> => {
    const { checks } = await bodyOf<{ checks: { name: string; agrees: boolean }[] }>(
      organization.get('/v1/reconciliation'),
    );
    const ours = checks.filter((it) => it.name.startsWith('wallet_'));
    expect(ours).toHaveLength(3);
    return ours.filter((it) => !it.agrees);
  };
  afterEach(async () => {
    expect(await unbalanced()).toEqual([]);
  });

  it('wallets are used in order of priority, then oldest first, up to the amount due', async () => {
    const older = await walletWith({ paid_credits: '10' });
    const newer = await walletWith({ paid_credits: '10' });
    const first = await walletWith({ paid_credits: '10', priority: 1 });
    const { amountCents, events } = await fund(await invoiceOf(2500n));
    expect(amountCents).toBe(2500n);
    expect(events.map((it) => it.object)).toMatchObject([
      { wallet_id: first.id, source: 'invoice', transaction_status: 'invoiced', amount_cents: 1000 },
      { wallet_id: older.id, amount_cents: 1000, balance_after_cents: 0 },
      { wallet_id: newer.id, amount_cents: 500, credits: '5', balance_after_cents: 500 },
    ]);
    expect(await get(newer.id)).toMatchObject({
      balance_cents: 500,
      credits_balance: '5',
      consumed_amount_cents: 500,
      consumed_credits: '5',
    });
    expect(await fund(await invoiceOf(2500n))).toMatchObject({ amountCents: 500n });
    expect(await fund(await invoiceOf(1n))).toMatchObject({ amountCents: 0n, events: [] });
  });

  it('expired wallets, terminated wallets and wallets of other customers or currencies are not used', async () => {
    await walletWith({ customer_id: otherId, paid_credits: '10', priority: 1, currency: 'USD' });
    await walletWith({ currency: 'USD', paid_credits: '10' });
    const gone = await walletWith({ paid_credits: '10' });
    await organization.delete(`${PATH}/${gone.id}`).expect(204);
    const expired = await walletWith({ paid_credits: '10', expiration_at: '2036-01-01T00:00:00Z' });
    await app.database.query('UPDATE wallets SET expiration_at = now() WHERE id = $1', [expired.id]);
    expect(await fund(await invoiceOf(100n))).toMatchObject({ amountCents: 0n, events: [] });
  });

  it('an invoice with nothing due uses no wallet', async () => {
    await walletWith({ paid_credits: '10' });
    expect(await fund(await invoiceOf(0n))).toMatchObject({ amountCents: 0n, events: [] });
  });

  it('100 concurrent fundings of 1 cent use exactly the 50 cents of a wallet', async () => {
    const { id } = await walletWith({ paid_credits: '0.5' });
    const invoices = await Promise.all(Array.from({ length: 100 }, () => invoiceOf(1n)));
    const funded = await Promise.all(invoices.map(fund));
    expect(funded.filter((it) => it.amountCents === 1n)).toHaveLength(50);
    expect(funded.filter((it) => it.amountCents === 0n)).toHaveLength(50);
    expect(await get(id)).toMatchObject({
      balance_cents: 0,
      credits_balance: '0',
      consumed_amount_cents: 50,
    });
    const ledger = await transactionsOf(id);
    expect(ledger.map((it) => it.sequence)).toEqual(Array.from({ length: 51 }, (_, i) => i + 1));
  });

  it('concurrent fundings, top-ups and priority changes over several wallets do not deadlock', async () => {
    const made = [
      await walletWith({ paid_credits: '1' }),
      await walletWith({ paid_credits: '1', priority: 1 }),
    ];
    const invoices = await Promise.all(Array.from({ length: 30 }, () => invoiceOf(7n)));
    const funds = invoices.map(fund);
    const calls = made.flatMap(({ id }, index) => [
      ...Array.from({ length: 5 }, () =>
        organization.post(`${PATH}/${id}/top_up`, { credits: '0.1', source: 'granted' }).expect(200),
      ),
      organization.put(`${PATH}/${id}`, { priority: index + 1 }).expect(200),
    ]);
    const [funded] = await Promise.all([Promise.all(funds), Promise.all(calls)]);
    const used = funded.reduce((sum, it) => sum + it.amountCents, 0n);
    const left = (await Promise.all(made.map(({ id }) => get(id)))).reduce(
      (sum, it) => sum + it.balance_cents,
      0,
    );
    expect(Number(used) + left).toBe(300);
  });

  it('100 concurrent one-off invoices of 1 cent use exactly the 50 cents of a wallet', async () => {
    const { id } = await walletWith({ paid_credits: '0.5' });
    const made = await Promise.all(Array.from({ length: 100 }, () => invoice(customerId, 1)));
    const paid = made.filter((it) => it.prepaid_credit_amount_cents === 1);
    expect(paid).toHaveLength(50);
    expect(paid.every((it) => it.status === 'paid' && it.total_amount_cents === 0)).toBe(true);
    const due = made.filter((it) => it.status === 'finalized' && it.amount_due_cents === 1);
    expect(due).toHaveLength(50);
    expect(await get(id)).toMatchObject({ balance_cents: 0, consumed_amount_cents: 50 });
    const ledger = await transactionsOf(id);
    expect(new Set(ledger.slice(1).map((it) => it.invoice_id))).toEqual(new Set(paid.map((it) => it.id)));
  });

  it('releasing an invoice returns its credits to the same wallets', async () => {
    const one = await walletWith({ rate_amount: '3', paid_credits: '1', priority: 1 });
    const two = await walletWith({ paid_credits: '10' });
    const about = await invoiceOf(400n);
    await fund(about);
    expect(await get(one.id)).toMatchObject({ credits_balance: '0', consumed_credits: '1' });
    const events = await release(about);
    expect(events.map((it) => it.object)).toMatchObject([
      {
        wallet_id: one.id,
        transaction_type: 'inbound',
        source: 'voided_invoice',
        credits: '1',
        amount_cents: 300,
      },
      { wallet_id: two.id, invoice_id: about.invoiceId, credits: '1', amount_cents: 100 },
    ]);
    for (const wallet of [one, two]) {
      const { updated_at: _, ...before } = wallet;
      expect(await get(wallet.id)).toMatchObject(before);
    }
  });

  it('releasing an invoice returns exactly its own credits to a wallet that was used since', async () => {
    const { id } = await walletWith({ rate_amount: '3', paid_credits: '1' });
    const about = await invoiceOf(1n);
    await fund(about);
    await fund(await invoiceOf(1000n));
    await release(about);
    expect(await get(id)).toMatchObject({ balance_cents: 1, credits_balance: '0.00333' });
  });

  it('releasing an invoice returns no credits to a terminated wallet', async () => {
    const { id } = await walletWith({ paid_credits: '10' });
    const about = await invoiceOf(400n);
    await fund(about);
    await organization.delete(`${PATH}/${id}`).expect(204);
    expect(await release(about)).toEqual([]);
    expect(await get(id)).toMatchObject({ balance_cents: 0, consumed_amount_cents: 400 });
  });

  it('reconciliation reports a wallet that disagrees with its transactions', async () => {
    const { id } = await walletWith({ paid_credits: '10' });
    const set = (credits: number): Promise<unknown> =>
      app.database.query(
        'UPDATE wallets SET credits_balance = $2, consumed_amount_cents = $3 WHERE id = $1',
        [id, credits, credits - 10],
      );
    await set(11);
    expect(await unbalanced()).toMatchObject([
      {
        name: 'wallet_credits',
        mismatches: [{ object_type: 'wallet', object_id: id, expected: '10.00000', actual: '11.00000' }],
      },
      { name: 'wallet_consumption', mismatches: [{ object_id: id, expected: '0', actual: '1' }] },
    ]);
    await set(10);
  });

  it('reconciliation reports a wallet whose consumed credits disagree with its transactions', async () => {
    const { id } = await walletWith({ rate_amount: '3', paid_credits: '10' });
    await fund(await invoiceOf(1200n));
    const voided = await invoiceOf(300n);
    await fund(voided);
    await release(voided);
    expect(await unbalanced()).toEqual([]);
    const consume = (credits: number): Promise<unknown> =>
      app.database.query('UPDATE wallets SET consumed_credits = consumed_credits + $2 WHERE id = $1', [
        id,
        credits,
      ]);
    await consume(-3);
    expect(await unbalanced()).toMatchObject([
      {
        name: 'wallet_consumption',
        mismatches: [{ object_type: 'wallet', object_id: id, expected: '4.00000', actual: '1.00000' }],
      },
    ]);
    await consume(3);
  });

  it('funding or releasing an invoice twice is refused', async () => {
    await walletWith({ paid_credits: '10' });
    const about = await invoiceOf(100n);
    await fund(about);
    await expect(fund(about)).rejects.toThrow('wallet_transactions_invoice');
    await release(about);
    await expect(release(about)).rejects.toThrow('wallet_transactions_invoice');
  });

  invoiceFundingSuite('wallets', app, {
    give: (of, { id: customer_id }, cents) => aWallet(of, { customer_id, paid_credits: String(cents / 100) }),
  });
});
