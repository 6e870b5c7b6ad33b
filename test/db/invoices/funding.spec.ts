import { Module } from '@nestjs/common';
import {
  INVOICE_FUNDING,
  INVOICE_VOIDING_GUARDS,
  type FundableInvoice,
  type Funding,
  type InvoiceFunder,
} from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import { extend, type DeletionGuard } from '../../../src/platform/extensions';
import { eventKinds, type DomainEvent } from '../../../src/platform/outbox/event-catalogue';
import { aCustomer } from '../../support/bills';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf, problemOf, type CustomerBody, type InvoiceBody } from '../../support/wire';

/** A funder with a drawer: what it has to give, and what was asked of it. */
class Drawer implements InvoiceFunder {
  offeredCents = 0n;
  currency = 'EUR';
  asked: FundableInvoice[] = [];
  released: string[] = [];

  constructor(
    readonly source: string,
    private readonly kind: string,
  ) {}

  fund(_tx: Transaction, invoice: FundableInvoice): Promise<Funding> {
    this.asked.push(invoice);
    const { offeredCents: amountCents, currency } = this;
    return Promise.resolve({ amountCents, currency, events: amountCents > 0n ? [this.event(invoice)] : [] });
  }

  release(_tx: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<DomainEvent[]> {
    this.released.push(invoice.invoiceId);
    return Promise.resolve([this.event(invoice)]);
  }

  private event({
    organizationId,
    invoiceId: objectId,
  }: {
    organizationId: string;
    invoiceId: string;
  }): DomainEvent {
    const objectType = eventKinds().find((it) => it.kind === this.kind)?.objectType ?? '';
    return { kind: this.kind, objectType, organizationId, objectId, object: {} };
  }
}
class Vouchers extends Drawer {
  constructor() {
    super('vouchers', 'credit_note.created');
  }
}
class Allowance extends Drawer {
  constructor() {
    super('allowance', 'wallet.transaction.created');
  }
}

class Keeper implements DeletionGuard {
  kept = '';

  reasonToKeep(_tx: Transaction, _organizationId: string, id: string): Promise<string | null> {
    return Promise.resolve(id === this.kept ? 'a reminder' : null);
  }
}

describe('funding of invoices', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let customer: CustomerBody;
  let vouchers: Vouchers;
  let allowance: Allowance;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' }, undefined, [DrawersModule]);
    vouchers = app.app.get(Vouchers, { strict: false });
    allowance = app.app.get(Allowance, { strict: false });
  });
  beforeEach(async () => {
    for (const it of [vouchers, allowance]) {
      Object.assign(it, { offeredCents: 0n, currency: 'EUR', asked: [], released: [] });
    }
    organization = await app.anOrganization();
    customer = await aCustomer(organization);
  });
  afterAll(() => app.stop());

  it('funders pay in their order, each what earlier ones left due', async () => {
    offer(300n, 200n);
    const invoice = await bodyOf<InvoiceBody>(create(), 201);
    expect(invoice).toMatchObject({
      status: 'finalized',
      fees_amount_cents: 1000,
      credit_notes_amount_cents: 0,
      prepaid_credit_amount_cents: 500,
      total_amount_cents: 500,
      amount_paid_cents: 0,
      amount_due_cents: 500,
    });
    expect([...vouchers.asked, ...allowance.asked].map((it) => it.amountDueCents)).toEqual([1000n, 700n]);
    expect(await kindsOf()).toEqual([
      'invoice.created',
      'invoice.finalized',
      'credit_note.created',
      'wallet.transaction.created',
    ]);
  });

  it('an invoice funded in full is paid at once and asks no further funder', async () => {
    offer(1000n, 5n);
    const invoice = await bodyOf<InvoiceBody>(create(), 201);
    expect(invoice).toMatchObject({
      status: 'paid',
      total_amount_cents: 0,
      prepaid_credit_amount_cents: 1000,
    });
    expect(allowance.asked).toEqual([]);
    const kinds = ['invoice.created', 'invoice.finalized', 'invoice.paid', 'credit_note.created'];
    expect(await kindsOf()).toEqual(kinds);
    await problemOf(organization.post(`/v1/invoices/${invoice.id}/void`), 400, 'invalid_state');
  });

  it('a funder that pays too much, below zero or in another currency is refused', async () => {
    for (const [cents, currency] of [
      [1001n, 'EUR'],
      [-1n, 'EUR'],
      [1n, 'USD'],
    ] as const) {
      Object.assign(vouchers, { offeredCents: cents, currency });
      await create().expect(500);
    }
    expect(await kindsOf()).toEqual([]);
  });

  it('the amount of each funder is stored and reconciled', async () => {
    offer(300n, 200n);
    const { id } = await bodyOf<InvoiceBody>(create(), 201);
    const rows = await app.database.query(
      'SELECT source, amount_cents FROM invoice_fundings WHERE invoice_id = $1 ORDER BY source',
      [id],
    );
    expect(rows).toEqual([
      { source: 'allowance', amount_cents: '200' },
      { source: 'vouchers', amount_cents: '300' },
    ]);
    const { checks } = await bodyOf<{ checks: { name: string; agrees: boolean }[] }>(
      organization.get('/v1/reconciliation'),
    );
    expect(checks.filter((it) => !it.agrees)).toEqual([]);
  });

  it('voiding an invoice gives back what funders paid', async () => {
    offer(300n, 200n);
    const invoice = await bodyOf<InvoiceBody>(create(), 201);
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    expect([vouchers.released, allowance.released]).toEqual([[invoice.id], [invoice.id]]);
    const kinds = ['invoice.voided', 'credit_note.created', 'wallet.transaction.created'];
    expect((await kindsOf()).slice(-3)).toEqual(kinds);
  });

  it('voiding an invoice that a guard keeps is refused with 400 invalid_state', async () => {
    const invoice = await bodyOf<InvoiceBody>(create(), 201);
    app.app.get(Keeper, { strict: false }).kept = invoice.id;
    const problem = await problemOf(
      organization.post(`/v1/invoices/${invoice.id}/void`),
      400,
      'invalid_state',
    );
    expect(problem.detail).toBe('The invoice has a reminder; it cannot be voided.');
    expect(vouchers.released).toEqual([]);
  });

  function create() {
    return organization.post('/v1/invoices/one_off', {
      customer_id: customer.id,
      currency: 'EUR',
      fees: [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }],
    });
  }

  async function kindsOf(): Promise<string[]> {
    return (
      await app.database.query<{ kind: string }>(
        `SELECT kind FROM outbox_events WHERE organization_id = $1 AND kind NOT LIKE 'customer.%' ORDER BY id`,
        [organization.id],
      )
    ).map((it) => it.kind);
  }

  function offer(ofVouchers: bigint, ofAllowance: bigint): void {
    vouchers.offeredCents = ofVouchers;
    allowance.offeredCents = ofAllowance;
  }
});

/** The later one first, to see that the order is not that of registration. */
@Module({
  providers: [
    Allowance,
    extend(INVOICE_FUNDING, Allowance, { order: 400 }),
    Vouchers,
    extend(INVOICE_FUNDING, Vouchers, { order: 300 }),
    Keeper,
    extend(INVOICE_VOIDING_GUARDS, Keeper),
  ],
})
class DrawersModule {}
