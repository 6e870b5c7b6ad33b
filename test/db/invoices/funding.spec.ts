import { InvoiceFunding, type FundableInvoice, type FundingKind } from '../../../src/modules/invoices';
import { eventKinds } from '../../../src/platform/outbox/event-catalogue';
import { anInvoice, aCustomer } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { problemOf, type CustomerBody } from '../../support/wire';

const KINDS = { credit_notes: 'credit_note.created', wallets: 'wallet.transaction.created' } as const;

describe('invoice funding', () => {
  const app = useTestApp({ ROLE: 'api' });
  let organization: TestOrganization;
  let customer: CustomerBody;
  /** Amount that the funder of each kind pays; `asked` and `released` record the calls to all funders. */
  let offered: Record<FundingKind, bigint>;
  let asked: FundableInvoice[];
  let released: string[];

  beforeAll(() => {
    const funding = app.app.get(InvoiceFunding);
    // Wallets are registered first, to show that the order of registration does not matter.
    for (const kind of ['wallets', 'credit_notes'] as const) {
      const event = (invoiceId: string, organizationId: string) => ({
        kind: KINDS[kind],
        objectType: eventKinds().find((it) => it.kind === KINDS[kind])?.objectType ?? '',
        organizationId,
        objectId: invoiceId,
        object: {},
      });
      funding.register(kind, {
        fund: (_, invoice) => {
          asked.push(invoice);
          const amountCents = offered[kind];
          const events = amountCents > 0n ? [event(invoice.invoiceId, invoice.organizationId)] : [];
          return Promise.resolve({ amountCents, events });
        },
        release: (_, { invoiceId, organizationId }) => {
          released.push(`${kind} ${invoiceId}`);
          return Promise.resolve({ events: [event(invoiceId, organizationId)] });
        },
      });
    }
  });
  beforeEach(async () => {
    offered = { credit_notes: 0n, wallets: 0n };
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

  it('credit notes reduce the amount due before wallets', async () => {
    offered = { credit_notes: 300n, wallets: 200n };
    const invoice = await finalize();
    expect(invoice).toMatchObject({
      status: 'finalized',
      fees_amount_cents: 1000,
      credit_notes_amount_cents: 300,
      prepaid_credit_amount_cents: 200,
      total_amount_cents: 500,
      amount_paid_cents: 0,
      amount_due_cents: 500,
    });
    expect(asked.map((it) => it.amountDueCents)).toEqual([1000n, 700n]);
    expect(await kindsOf()).toEqual([
      'invoice.created',
      'invoice.finalized',
      'credit_note.created',
      'wallet.transaction.created',
    ]);
  });

  it('an invoice funded in full is paid on finalization, and no further funder is called', async () => {
    offered = { credit_notes: 1000n, wallets: 5n };
    const invoice = await finalize();
    expect(invoice).toMatchObject({ status: 'paid', total_amount_cents: 0, prepaid_credit_amount_cents: 0 });
    expect(asked).toHaveLength(1);
    const kinds = ['invoice.created', 'invoice.finalized', 'invoice.paid', 'credit_note.created'];
    expect(await kindsOf()).toEqual(kinds);
    await problemOf(organization.post(`/v1/invoices/${invoice.id}/void`), 400, 'invalid_state');
  });

  it('a funder that pays more than the amount due fails the request with 500, and nothing is written', async () => {
    offered = { credit_notes: 1001n, wallets: 0n };
    const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }];
    const body = { customer_id: customer.id, currency: 'EUR', fees };
    await organization.post('/v1/invoices/one_off', body).expect(500);
    expect(await kindsOf()).toEqual([]);
  });

  it('voiding an invoice releases its funding', async () => {
    offered = { credit_notes: 300n, wallets: 200n };
    const invoice = await finalize();
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    expect(released).toEqual([`credit_notes ${invoice.id}`, `wallets ${invoice.id}`]);
    const kinds = ['invoice.voided', 'credit_note.created', 'wallet.transaction.created'];
    expect((await kindsOf()).slice(-3)).toEqual(kinds);
  });
});
