import { Injectable, Module } from '@nestjs/common';
import {
  INVOICE_FUNDING,
  type FundableInvoice,
  type Funding,
  type InvoiceFunder,
} from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import { extend } from '../../../src/platform/extensions';
import { eventKinds, type DomainEvent } from '../../../src/platform/outbox/event-catalogue';
import { anInvoice, aCustomer } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type CustomerBody } from '../../support/wire';

const KINDS = { deposits: 'credit_note.created', vouchers: 'wallet.transaction.created' } as const;
type Kind = keyof typeof KINDS;

/** Amount that the funder of each kind pays; `asked` and `released` record the calls to all funders. */
let offered: Record<Kind, bigint>;
let asked: FundableInvoice[];
let released: string[];

abstract class Offering implements InvoiceFunder {
  abstract readonly source: Kind;

  fund(_: Transaction, invoice: FundableInvoice): Promise<Funding> {
    asked.push(invoice);
    const amountCents = offered[this.source];
    const events = amountCents > 0n ? [this.event(invoice)] : [];
    return Promise.resolve({ amountCents, currency: invoice.currency, events });
  }

  release(_: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<DomainEvent[]> {
    released.push(`${this.source} ${invoice.invoiceId}`);
    return Promise.resolve([this.event(invoice)]);
  }

  private event({ organizationId, invoiceId: objectId }: { organizationId: string; invoiceId: string }) {
    const kind = KINDS[this.source];
    const objectType = eventKinds().find((it) => it.kind === kind)?.objectType ?? '';
    return { kind, objectType, organizationId, objectId, object: {} };
  }
}
@Injectable()
class Deposits extends Offering {
  readonly source = 'deposits';
}
@Injectable()
class Vouchers extends Offering {
  readonly source = 'vouchers';
}
/** Vouchers are registered first, to show that the order of registration does not matter. */
@Module({
  providers: [
    Vouchers,
    extend(INVOICE_FUNDING, Vouchers, { order: 20 }),
    Deposits,
    extend(INVOICE_FUNDING, Deposits, { order: 10 }),
  ],
})
class OfferingsModule {}

describe('invoice funding', () => {
  const app = useTestApp({ ROLE: 'api' }, OfferingsModule);
  let organization: TestOrganization;
  let customer: CustomerBody;

  beforeEach(async () => {
    offered = { deposits: 0n, vouchers: 0n };
    asked = [];
    released = [];
    organization = await app.anOrganization();
    customer = await aCustomer(organization);
  });

  const finalize = () => anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
  const kindsOf = async (): Promise<string[]> =>
    (
      await app.database.query<{ kind: string }>(
        `SELECT kind FROM outbox_events WHERE organization_id = $1 AND kind NOT LIKE 'customer.%' ORDER BY id`,
        [organization.id],
      )
    ).map((it) => it.kind);

  it('funders pay in their order, each what the earlier ones have left', async () => {
    offered = { deposits: 300n, vouchers: 200n };
    const invoice = await finalize();
    expect(invoice).toMatchObject({
      status: 'finalized',
      fees_amount_cents: 1000,
      credit_notes_amount_cents: 0,
      prepaid_credit_amount_cents: 500,
      total_amount_cents: 500,
      amount_paid_cents: 0,
      amount_due_cents: 500,
    });
    expect(asked.map((it) => it.amountDueCents)).toEqual([1000n, 700n]);
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
    expect(await kindsOf()).toEqual([
      'invoice.created',
      'invoice.finalized',
      'credit_note.created',
      'wallet.transaction.created',
    ]);
  });

  it('an invoice funded in full is paid on finalization, and no further funder is called', async () => {
    offered = { deposits: 1000n, vouchers: 5n };
    const invoice = await finalize();
    expect(invoice).toMatchObject({
      status: 'paid',
      total_amount_cents: 0,
      prepaid_credit_amount_cents: 1000,
    });
    expect(asked).toHaveLength(1);
    const kinds = ['invoice.created', 'invoice.finalized', 'invoice.paid', 'credit_note.created'];
    expect(await kindsOf()).toEqual(kinds);
    await problemOf(organization.post(`/v1/invoices/${invoice.id}/void`), 400, 'invalid_state');
  });

  it('a funder that pays more than the amount due fails the request with 500, and nothing is written', async () => {
    offered = { deposits: 1001n, vouchers: 0n };
    const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }];
    const body = { customer_id: customer.id, currency: 'EUR', fees };
    await organization.post('/v1/invoices/one_off', body).expect(500);
    expect(await kindsOf()).toEqual([]);
  });

  it('voiding an invoice releases its funding', async () => {
    offered = { deposits: 300n, vouchers: 200n };
    const invoice = await finalize();
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    expect(released).toEqual([`deposits ${invoice.id}`, `vouchers ${invoice.id}`]);
    const kinds = ['invoice.voided', 'credit_note.created', 'wallet.transaction.created'];
    expect((await kindsOf()).slice(-3)).toEqual(kinds);
  });
});
