import { aPaymentRequest, anInvoice } from '../../support/builders';
import { aPromptPayer, daysPass, eventBodiesOf, requestOf, requestsOf } from '../../support/dunning';
import type { PaymentRequestBody } from '../../support/dunning-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
} from '../../support/wire';

const PATH = '/v1/payment_requests';
const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('payment requests', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeEach(async () => {
    customer = await aPromptPayer(organization);
  });

  const voidInvoice = (id: string) => organization.post(`/v1/invoices/${id}/void`).expect(200);

  it('a request covers the amount due of its invoices, listed oldest first', async () => {
    const [first, second] = [
      await anInvoice(organization, { customer_id: customer.id, amounts: [1000] }),
      await anInvoice(organization, { customer_id: customer.id, amounts: [234] }),
    ];
    const request = await aPaymentRequest(organization, customer, second, first);
    expect(request).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      customer_id: customer.id,
      invoice_ids: [first.id, second.id],
      amount_cents: 1234,
      amount_paid_cents: 0,
      currency: 'EUR',
      payment_status: 'pending',
      payment_attempts: 0,
      next_attempt_at: null,
      dunning_campaign_id: null,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: request.created_at,
    });
    expect(await requestOf(organization, request.id)).toEqual(request);
    const events = await eventBodiesOf(app, request.id);
    expect(events.map((it) => it.webhook_type)).toEqual(['payment_request.created']);
    expect(events[0]?.payment_request).toEqual(request);
  });

  it('an invoice that is paid, voided, unknown, repeated or of another customer or currency is refused with 422', async () => {
    const mine = await anInvoice(organization, { customer_id: customer.id, amounts: [100] });
    const dollars = await anInvoice(organization, {
      customer_id: customer.id,
      amounts: [100],
      currency: 'USD',
    });
    const free = await anInvoice(organization, { customer_id: customer.id, amounts: [0] });
    const voided = await anInvoice(organization, { customer_id: customer.id, amounts: [100] });
    await voidInvoice(voided.id);
    const other = await aPromptPayer(organization);
    const others = await anInvoice(organization, { customer_id: other.id, amounts: [100] });
    const stranger = await app.anOrganization();
    const foreign = await anInvoice(stranger, {
      customer_id: (await aPromptPayer(stranger)).id,
      amounts: [100],
    });
    const refused = (...invoiceIds: unknown[]): Promise<string[]> =>
      wrongFieldsOf(organization.post(PATH, { customer_id: customer.id, invoice_ids: invoiceIds }));

    for (const { id } of [free, voided, others, foreign, dollars, { id: UNKNOWN }]) {
      expect(await refused(mine.id, id)).toEqual(['invoice_ids.1']);
    }
    expect(await refused(mine.id, mine.id.toUpperCase())).toEqual(['invoice_ids.1']);
    expect(await refused(voided.id, others.id)).toEqual(['invoice_ids.0', 'invoice_ids.1']);
    expect(await refused()).toEqual(['invoice_ids']);
    expect(await refused('nonsense')).toEqual(['invoice_ids.0']);
    expect(await requestsOf(organization)).toEqual([]);
  });

  it('an unknown customer is refused with 422', async () => {
    const stranger = await app.anOrganization();
    const foreign = await aPromptPayer(stranger);
    const { id } = await anInvoice(organization, { customer_id: customer.id, amounts: [100] });
    for (const customerId of [UNKNOWN, foreign.id, 'x', undefined]) {
      const body = { customer_id: customerId, invoice_ids: [id] };
      expect(await wrongFieldsOf(organization.post(PATH, body))).toEqual(['customer_id']);
    }
  });

  it('an invoice in an open request is refused with 409, even in concurrent requests', async () => {
    const invoices = [
      await anInvoice(organization, { customer_id: customer.id, amounts: [100] }),
      await anInvoice(organization, { customer_id: customer.id, amounts: [100] }),
    ];
    const [first, second] = invoices.map((it) => it.id);
    const body = { customer_id: customer.id, invoice_ids: [first] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => organization.post(PATH, body)));
    expect(answers.map((it) => it.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const both = { ...body, invoice_ids: [first, second] };
    await problemOf(organization.post(PATH, both), 409, 'conflict');
    await organization.post(PATH, { ...body, invoice_ids: [second] }).expect(201);
  });

  it('the list is filtered by customer, status and campaign', async () => {
    const other = await aPromptPayer(organization);
    const one = await aPaymentRequest(
      organization,
      customer,
      await anInvoice(organization, { customer_id: customer.id, amounts: [100] }),
    );
    const two = await aPaymentRequest(
      organization,
      other,
      await anInvoice(organization, { customer_id: other.id, amounts: [100] }),
    );
    const idsBy = async (query: string): Promise<string[]> =>
      (await listOf<PaymentRequestBody>(organization.get(`${PATH}?${query}`))).items.map((it) => it.id);
    expect(await idsBy('')).toEqual([two.id, one.id]);
    expect(await idsBy(`customer_id=${customer.id}`)).toEqual([one.id]);
    expect(await idsBy('payment_status=pending&order_by=created_at:asc')).toEqual([one.id, two.id]);
    expect(await idsBy('payment_status=failed')).toEqual([]);
    expect(await idsBy(`dunning_campaign_id=${UNKNOWN}`)).toEqual([]);
    expect(await wrongFieldsOf(organization.get(`${PATH}?payment_status=open`))).toEqual(['payment_status']);
    const stranger = await app.anOrganization();
    await problemOf(stranger.get(`${PATH}/${one.id}`), 404, 'not_found');
    await stranger.get(PATH).expect(200, []);
  });

  it('a request fails without an event when all its invoices are voided', async () => {
    const invoices = [
      await anInvoice(organization, { customer_id: customer.id, amounts: [100] }),
      await anInvoice(organization, { customer_id: customer.id, amounts: [100] }),
    ];
    const [first, second] = invoices.map((it) => it.id);
    const { id } = await aPaymentRequest(organization, customer, ...invoices);
    await voidInvoice(first ?? '');
    expect((await requestOf(organization, id)).payment_status).toBe('pending');
    await voidInvoice(second ?? '');
    expect((await requestOf(organization, id)).payment_status).toBe('failed');
    expect(await eventBodiesOf(app, id)).toHaveLength(1);
  });

  describe('POST /v1/payment_requests/batch', () => {
    const batch = (): Promise<PaymentRequestBody[]> => bodyOf(organization.post(`${PATH}/batch`), 201);

    it('a batch covers each overdue invoice once, with one request per customer and currency', async () => {
      const other = await aPromptPayer(organization);
      const patient = await aPromptPayer(organization, { net_payment_term: 30 });
      const [first, second, dollars] = [
        await anInvoice(organization, { customer_id: customer.id, amounts: [100] }),
        await anInvoice(organization, { customer_id: customer.id, amounts: [200] }),
        await anInvoice(organization, { customer_id: customer.id, amounts: [300], currency: 'USD' }),
      ];
      const third = await anInvoice(organization, { customer_id: other.id, amounts: [400] });
      await anInvoice(organization, { customer_id: patient.id, amounts: [500] });
      expect(await batch()).toEqual([]);
      await daysPass(organization, 1);

      const made = await batch();
      const asked = made.map((it) => [it.customer_id, it.currency, it.amount_cents, it.invoice_ids]);
      expect(asked).toHaveLength(3);
      expect(asked).toEqual(
        expect.arrayContaining([
          [customer.id, 'EUR', 300, [first.id, second.id]],
          [customer.id, 'USD', 300, [dollars.id]],
          [other.id, 'EUR', 400, [third.id]],
        ]),
      );
      expect(await batch()).toEqual([]);
      expect((await requestsOf(organization)).map((it) => it.id)).toEqual(made.map((it) => it.id));
      for (const { id } of made) expect(await eventBodiesOf(app, id)).toHaveLength(1);

      await anInvoice(organization, { customer_id: customer.id, amounts: [700] });
      await daysPass(organization, 1);
      expect((await batch()).map((it) => it.amount_cents)).toEqual([700]);
    });

    it('concurrent batches create each request once', async () => {
      const customers = [customer, await aPromptPayer(organization), await aPromptPayer(organization)];
      for (const it of customers) await anInvoice(organization, { customer_id: it.id, amounts: [100] });
      await daysPass(organization, 1);
      const made = (await Promise.all([batch(), batch(), batch()])).flat();
      expect(made.map((it) => it.customer_id).sort()).toEqual(customers.map((it) => it.id).sort());
    });

    it('a customer whose overdue amount overflows is skipped', async () => {
      const other = await aPromptPayer(organization);
      const huge = 9_000_000_000_000_000;
      const invoices = [
        await anInvoice(organization, { customer_id: customer.id, amounts: [huge] }),
        await anInvoice(organization, { customer_id: customer.id, amounts: [huge] }),
      ];
      await anInvoice(organization, { customer_id: other.id, amounts: [400] });
      await daysPass(organization, 1);
      expect((await batch()).map((it) => it.customer_id)).toEqual([other.id]);
      const body = { customer_id: customer.id, invoice_ids: invoices.map((it) => it.id) };
      const problem = await problemOf(organization.post(PATH, body), 400, 'invalid_state');
      expect(problem.detail).toContain('2^53-1');
    });

    it('a batch with an Idempotency-Key creates at most 100 requests', async () => {
      const customers = 105;
      const addDebtor = async () =>
        anInvoice(organization, { customer_id: (await aPromptPayer(organization)).id, amounts: [100] });
      for (let made = 0; made < customers; made += 15) {
        await Promise.all(Array.from({ length: 15 }, addDebtor));
      }
      await daysPass(organization, 1);
      const call = (key: string) => organization.post(`${PATH}/batch`).set('Idempotency-Key', key);
      const [first, second] = [
        await bodyOf<PaymentRequestBody[]>(call('one'), 201),
        await bodyOf<PaymentRequestBody[]>(call('two'), 201),
      ];
      expect([first.length, second.length]).toEqual([100, customers - 100]);
    }, 60_000);

    it('a repeated batch with the same Idempotency-Key returns the stored response', async () => {
      await anInvoice(organization, { customer_id: customer.id, amounts: [100] });
      await daysPass(organization, 1);
      const call = () => organization.post(`${PATH}/batch`).set('Idempotency-Key', 'nightly').expect(201);
      const [first, second] = [await call(), await call()];
      expect(second.body).toEqual(first.body);
      expect(first.body).toHaveLength(1);
      await organization.post(`${PATH}/batch`, { customer_id: customer.id }).expect(422);
    });
  });
});
