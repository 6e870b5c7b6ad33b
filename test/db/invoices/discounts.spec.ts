import { Module } from '@nestjs/common';
import { UnusedFeeCredits } from '../../../src/modules/credit-notes';
import {
  INVOICE_DISCOUNTS,
  InvoiceBilling,
  type DiscountableBill,
  type DiscountedInvoice,
  type InvoiceDiscounts,
  type ProposedDiscount,
} from '../../../src/modules/invoices';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { percentOf } from '../../../src/platform/domain/percent';
import { extend } from '../../../src/platform/extensions';
import type { DomainEvent } from '../../../src/platform/outbox/event-catalogue';
import { aBill, aCustomer, aPlan, billed } from '../../support/bills';
import { CREDIT_NOTES, aCreditNote, noteOf } from '../../support/credit-notes';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import {
  bodyOf,
  listOf,
  wrongFieldsOf,
  type CreditNoteBody,
  type CustomerBody,
  type InvoiceBody,
} from '../../support/wire';

/** Discounts every bill by the given terms: cents, or a percentage. */
class Rebates implements InvoiceDiscounts {
  readonly source = 'rebate';
  terms: { id: string; code: string; cents?: bigint; rate?: string; isFor?: string }[] = [];
  proposed: DiscountableBill[] = [];
  spent: DiscountedInvoice[] = [];
  givenBack: DiscountedInvoice[] = [];

  discountsFor(_tx: Transaction, bill: DiscountableBill): Promise<ProposedDiscount[]> {
    this.proposed.push(bill);
    return Promise.resolve(
      this.terms.map(({ id, code, cents, rate, isFor }) => ({
        sourceId: id,
        code,
        name: `Rebate ${code}`,
        currency: bill.currency,
        lines: bill.lines.filter((it) => isFor === undefined || it.planId === isFor),
        amountCents: (left) => cents ?? percentOf(left, rate ?? '0'),
      })),
    );
  }

  spend(_tx: Transaction, invoice: DiscountedInvoice): Promise<DomainEvent[]> {
    this.spent.push(invoice);
    return Promise.resolve([this.event(invoice)]);
  }

  giveBack(_tx: Transaction, invoice: DiscountedInvoice): Promise<DomainEvent[]> {
    this.givenBack.push(invoice);
    return Promise.resolve([this.event(invoice)]);
  }

  private event({ organizationId, invoiceId: objectId }: DiscountedInvoice): DomainEvent {
    return { kind: 'wallet.created', objectType: 'wallet', organizationId, objectId, object: {} };
  }
}

describe('discounts of invoices', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let customer: CustomerBody;
  let plan: Awaited<ReturnType<typeof aPlan>>;
  let rebates: Rebates;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' }, undefined, [RebatesModule]);
    rebates = app.app.get(Rebates, { strict: false });
  });
  beforeEach(async () => {
    Object.assign(rebates, { terms: [], proposed: [], spent: [], givenBack: [] });
    organization = await app.anOrganization();
    await organization.post('/v1/taxes', { code: 'vat', name: 'VAT', rate: '20' }).expect(201);
    customer = await aCustomer(organization, { tax_codes: ['vat'] });
    plan = await aPlan(app, organization);
  });
  afterEach(async () => {
    const { checks } = await bodyOf<{ checks: { agrees: boolean }[] }>(
      organization.get('/v1/reconciliation'),
    );
    expect(checks.filter((it) => !it.agrees)).toEqual([]);
  });
  afterAll(() => app.stop());

  it('a discount lowers the fees before taxes and is spent at finalization', async () => {
    rebates.terms = [{ id: newId(), code: 'nine', cents: 900n }];
    const invoice = await billed(app, organization, aBill(organization, customer, plan));
    const id = rebates.terms[0]?.id;
    expect(invoice).toMatchObject({
      status: 'finalized',
      fees_amount_cents: 4900,
      coupons_amount_cents: 900,
      coupons: [{ applied_coupon_id: id, code: 'nine', name: 'Rebate nine', amount_cents: 900 }],
      taxes_amount_cents: 800,
      total_amount_cents: 4800,
      fees: [
        { amount_cents: 4900, discount_amount_cents: 900, net_amount_cents: 4000, taxes_amount_cents: 800 },
      ],
    });
    expect(rebates.spent).toMatchObject([
      { invoiceId: invoice.id, customerId: customer.id, discounts: [{ sourceId: id, amountCents: 900n }] },
    ]);
    expect(await kindsOf(invoice.id)).toEqual(['invoice.created', 'invoice.finalized', 'wallet.created']);
    expect((await shown(invoice.id)).coupons).toEqual(invoice.coupons);
  });

  it('each discount acts on what earlier ones left, never below zero', async () => {
    rebates.terms = [
      { id: newId(), code: 'most', cents: 4000n },
      { id: newId(), code: 'half', rate: '50' },
      { id: newId(), code: 'foreign', cents: 5n, isFor: newId() },
      { id: newId(), code: 'rest', cents: 10_000n },
      { id: newId(), code: 'nothing', rate: '100' },
    ];
    const invoice = await billed(app, organization, aBill(organization, customer, plan));
    expect(invoice.coupons.map((it) => [it.code, it.amount_cents])).toEqual([
      ['most', 4000],
      ['half', 450],
      ['rest', 450],
    ]);
    expect(invoice).toMatchObject({ coupons_amount_cents: 4900, total_amount_cents: 0, status: 'paid' });
    expect(rebates.spent[0]?.discounts.map((it) => it.code)).toEqual(['most', 'half', 'rest']);
  });

  it('a discount that lowers nothing is not spent', async () => {
    rebates.terms = [{ id: newId(), code: 'none', rate: '0' }];
    const invoice = await billed(app, organization, aBill(organization, customer, plan));
    expect(invoice).toMatchObject({ coupons: [], coupons_amount_cents: 0, total_amount_cents: 5880 });
    expect(rebates.spent).toEqual([]);
  });

  it('a draft shows its discounts, which are computed anew and spent at finalization', async () => {
    const payer = await aCustomer(organization, { invoice_grace_period: 3 });
    rebates.terms = [{ id: newId(), code: 'nine', cents: 900n }];
    const bill = aBill(organization, payer, plan, { billedAt: new Date() });
    const draft = await billed(app, organization, bill);
    expect(draft).toMatchObject({ status: 'draft', coupons_amount_cents: 900, total_amount_cents: 4000 });
    expect(rebates.spent).toEqual([]);
    rebates.terms = [{ id: newId(), code: 'ten', rate: '10' }];
    expect(await shown(draft.id)).toMatchObject({ coupons: [{ code: 'ten', amount_cents: 490 }] });
    rebates.terms = [{ id: newId(), code: 'one', cents: 100n }];
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${draft.id}/finalize`));
    expect(final).toMatchObject({ coupons: [{ code: 'one' }], total_amount_cents: 4800 });
    expect(final.fees[0]?.id).toBe(draft.fees[0]?.id);
    expect(rebates.spent).toMatchObject([{ invoiceId: draft.id, discounts: [{ code: 'one' }] }]);
    expect(await kindsOf(draft.id)).toEqual(['invoice.created', 'invoice.finalized', 'wallet.created']);
  });

  it('previews show the discounts of the invoice; each knows what earlier ones would spend', async () => {
    rebates.terms = [{ id: newId(), code: 'nine', cents: 900n }];
    const bills = [aBill(organization, customer, plan), aBill(organization, customer, plan)];
    const billing = app.app.get(InvoiceBilling, { strict: false });
    const previews = await app.app
      .get(Transactions)
      .readFor(organization.id, (tx) => billing.previewAll(tx, bills));
    expect(previews).toMatchObject([
      { couponsAmountCents: 900n, taxesAmountCents: 800n, totalAmountCents: 4800n },
      { couponsAmountCents: 900n, taxesAmountCents: 800n, totalAmountCents: 4800n },
    ]);
    expect(rebates.proposed.map((it) => it.spentBefore.map(({ amountCents }) => amountCents))).toEqual([
      [],
      [900n],
    ]);
    expect(rebates.spent).toEqual([]);
  });

  it('one-off invoices are not discounted', async () => {
    rebates.terms = [{ id: newId(), code: 'nine', cents: 900n }];
    const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }];
    const body = { customer_id: customer.id, currency: 'EUR', fees };
    const invoice = await bodyOf<InvoiceBody>(organization.post('/v1/invoices/one_off', body), 201);
    expect(invoice).toMatchObject({ coupons: [], total_amount_cents: 1200 });
    expect(invoice.fees).toMatchObject([{ discount_amount_cents: 0, net_amount_cents: 1000 }]);
  });

  it('voiding an invoice gives its discounts back', async () => {
    rebates.terms = [{ id: newId(), code: 'nine', cents: 900n }];
    const { id } = await billed(app, organization, aBill(organization, customer, plan));
    await organization.post(`/v1/invoices/${id}/void`).expect(200);
    expect(rebates.givenBack).toEqual(rebates.spent);
    expect((await kindsOf(id)).slice(-2)).toEqual(['invoice.voided', 'wallet.created']);
  });

  it('the unused part of a discounted fee is credited by its net amount, as previewed', async () => {
    rebates.terms = [{ id: newId(), code: 'nine', cents: 900n }];
    const inAdvance = await aPlan(app, organization, { amount_cents: 3100, pay_in_advance: true });
    const invoice = await billed(app, organization, aBill(organization, customer, inAdvance));
    expect(await credited(invoice, 1600n)).toBe(1135n); // 1600 x 2200 / 3100
    const [note] = await creditNotes();
    expect(note).toMatchObject({ taxes_amount_cents: 227, total_amount_cents: 1362 });
  });

  it("a discount leaves at least what was credited of a draft's fee", async () => {
    const payer = await aCustomer(organization, { invoice_grace_period: 3 });
    const bill = aBill(organization, payer, plan, { billedAt: new Date() });
    const draft = await billed(app, organization, bill);
    expect(await credited(draft, 4000n)).toBe(4000n);
    rebates.terms = [{ id: newId(), code: 'all', rate: '100' }];
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${draft.id}/finalize`));
    expect(final).toMatchObject({ coupons: [{ amount_cents: 900 }], total_amount_cents: 4000 });
    expect(rebates.spent).toMatchObject([{ discounts: [{ amountCents: 900n }] }]);
  });

  it('a credit note over the gross amount of a discounted fee is refused with 422', async () => {
    rebates.terms = [{ id: newId(), code: 'nine', cents: 900n }];
    const invoice = await billed(app, organization, aBill(organization, customer, plan));
    const whole = organization.post(CREDIT_NOTES, noteOf(invoice, [4900], { finalize: true }));
    expect(await wrongFieldsOf(whole)).toEqual(['items.0.amount_cents']);
    expect(await aCreditNote(organization, invoice, [4000])).toMatchObject({
      taxes_amount_cents: 800,
      total_amount_cents: invoice.total_amount_cents,
    });
  });

  function shown(id: string): Promise<InvoiceBody> {
    return bodyOf(organization.get(`/v1/invoices/${id}`));
  }

  /** Credits the unused part of an invoice's first fee. Returns what the preview said. */
  async function credited(invoice: InvoiceBody, amountCents: bigint): Promise<bigint> {
    const credits = app.app.get(UnusedFeeCredits, { strict: false });
    const feeId = invoice.fees[0]?.id ?? '';
    const unused = { organizationId: organization.id, feeId, amountCents, at: new Date() };
    return app.app.get(Transactions).runFor(organization.id, async (tx) => {
      const preview = await credits.preview(tx, unused);
      await credits.credit(tx, unused);
      return preview;
    });
  }

  async function creditNotes(): Promise<CreditNoteBody[]> {
    return (await listOf<CreditNoteBody>(organization.get(CREDIT_NOTES))).items;
  }

  async function kindsOf(id: string): Promise<string[]> {
    const sql = 'SELECT kind FROM outbox_events WHERE object_id = $1 ORDER BY id';
    return (await app.database.query<{ kind: string }>(sql, [id])).map((it) => it.kind);
  }
});

@Module({ providers: [Rebates, extend(INVOICE_DISCOUNTS, Rebates)] })
class RebatesModule {}
