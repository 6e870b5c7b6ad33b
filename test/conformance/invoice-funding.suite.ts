import { Injectable, Module, type Type } from '@nestjs/common';
import {
  INVOICE_FUNDING,
  type FundableInvoice,
  type Funding,
  type InvoiceFunder,
} from '../../src/modules/invoices';
import { Transactions, type Transaction } from '../../src/platform/database/transactions';
import { extend } from '../../src/platform/extensions';
import type { DomainEvent } from '../../src/platform/outbox/event-catalogue';
import { aBill, aCustomer, aPlan, billed } from '../support/bills';
import { anInvoice } from '../support/credit-notes';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import { bodyOf, type CustomerBody, type InvoiceBody } from '../support/wire';
import { Misconduct, hostileCases } from './misconduct';

/** A funder as the suite needs it. */
export interface TestedFunder {
  /** Its module, which registers it with `INVOICE_FUNDING`; none for a funder of the service itself. */
  module?: Type;
  funder: Type<InvoiceFunder>;
  /** Gives the customer so many cents to pay with, in EUR. */
  prepare(
    app: TestApp,
    organization: TestOrganization,
    fund: { customerId: string; cents: number },
  ): Promise<void>;
}

@Injectable()
class HostileFunder implements InvoiceFunder {
  readonly source = 'hostile';

  constructor(private readonly misconduct: Misconduct) {}

  async fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding> {
    const how = await this.misconduct.in(tx, invoice.organizationId);
    const { amountDueCents, currency } = invoice;
    if (how === 'pays a negative amount') return { amountCents: -1n, currency, events: [] };
    if (how === 'pays more than is due') return { amountCents: amountDueCents + 1n, currency, events: [] };
    return { amountCents: 0n, currency: how === 'pays in another currency' ? 'USD' : currency, events: [] };
  }

  release(): Promise<DomainEvent[]> {
    return Promise.resolve([]);
  }
}
@Module({
  providers: [Misconduct, HostileFunder, extend(INVOICE_FUNDING, HostileFunder, { order: -1 })],
})
class HostileModule {}

/** What holds for every funder (docs/extending.md#invoice-funding). */
export function invoiceFundingSuite(name: string, tested: TestedFunder): void {
  describe(`funding from ${name}`, () => {
    let app: TestApp;
    let funder: InvoiceFunder;
    let organization: TestOrganization;
    let customer: CustomerBody;

    beforeAll(async () => {
      const modules = tested.module === undefined ? [HostileModule] : [tested.module, HostileModule];
      app = await startTestApp({ ROLE: 'api' }, undefined, modules);
      funder = app.app.get(tested.funder, { strict: false });
    });
    beforeEach(async () => {
      organization = await app.anOrganization();
      customer = await aCustomer(organization);
      await tested.prepare(app, organization, { customerId: customer.id, cents: 700 });
    });
    afterEach(async () => {
      const { checks } = await bodyOf<{ checks: { agrees: boolean }[] }>(
        organization.get('/v1/reconciliation'),
      );
      expect(checks.filter((it) => !it.agrees)).toEqual([]);
    });
    afterAll(() => app.stop());

    const invoice = (cents: number): Promise<InvoiceBody> => anInvoice(organization, customer, [cents]);
    const paid = (it: InvoiceBody): number => it.credit_notes_amount_cents + it.prepaid_credit_amount_cents;

    it('pays invoices until it is used up', async () => {
      expect(await invoice(500)).toMatchObject({ status: 'paid', total_amount_cents: 0 });
      const second = await invoice(500);
      expect([paid(second), second.amount_due_cents]).toEqual([200, 300]);
      expect(paid(await invoice(500))).toBe(0);
    });

    it('pays exactly what there is when many invoices want it at once', async () => {
      const invoices = await Promise.all(Array.from({ length: 10 }, () => invoice(100)));
      expect(invoices.reduce((sum, it) => sum + paid(it), 0)).toBe(700);
    });

    it('is given back when the invoice is voided', async () => {
      const { id } = await invoice(900);
      await organization.post(`/v1/invoices/${id}/void`).expect(200);
      expect(paid(await invoice(700))).toBe(700);
    });

    it('is not used by an invoice that is rolled back', async () => {
      const plan = await aPlan(app, organization, { amount_cents: 600 });
      const bill = aBill(organization, customer, plan, { customerId: customer.id });
      const fund = { organizationId: organization.id, customerId: customer.id, currency: 'EUR' };
      const { id: invoiceId } = await anInvoice(organization, await aCustomer(organization), [1]);
      const failing = app.app.get(Transactions).run(async (tx) => {
        await funder.fund(tx, { ...fund, invoiceId, amountDueCents: 700n });
        throw new Error('fails after it was used');
      });
      await expect(failing).rejects.toThrow('fails after');
      expect(paid(await billed(app, organization, bill))).toBe(600);
    });

    it('is not used by others, nor by invoices in other currencies', async () => {
      expect(paid(await anInvoice(organization, await aCustomer(organization), [100]))).toBe(0);
      const fees = [{ description: 'Work', units: '1', unit_amount_cents: 100 }];
      const body = { customer_id: customer.id, currency: 'JPY', fees };
      const foreign = await bodyOf<InvoiceBody>(organization.post('/v1/invoices/one_off', body), 201);
      expect(paid(foreign)).toBe(0);
    });

    hostileCases({
      extension: 'HostileFunder of "invoice funding"',
      app: () => app,
      misdeeds: [
        ['pays a negative amount', 'It paid -1 of an invoice on which 4900 is due'],
        ['pays more than is due', 'It paid 4901 of an invoice on which 4900 is due'],
        ['pays in another currency', 'It paid in USD for an invoice in EUR'],
      ],
      bill: async (of) => billed(app, of, aBill(of, await aCustomer(of), await aPlan(app, of))),
    });
  });
}
