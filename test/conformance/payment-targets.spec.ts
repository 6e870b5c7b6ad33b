import { aPaymentRequest, anInvoice } from '../support/builders';
import { paymentTargetSuite, type TargetSample } from './payment-target.suite';

const anInvoiceOf: TargetSample['create'] = async (_app, organization, customer, amountCents) =>
  (await anInvoice(organization, { customer_id: customer.id, amounts: [amountCents] })).id;

paymentTargetSuite('invoice', {
  modules: [],
  create: anInvoiceOf,
  eventsWhenPaid: { before: ['invoice.paid'], after: [] },
});

paymentTargetSuite('payment_request', {
  modules: [],
  async create(app, organization, customer, amountCents) {
    const invoice = { id: await anInvoiceOf(app, organization, customer, amountCents) };
    return (await aPaymentRequest(organization, customer, invoice)).id;
  },
  eventsWhenPaid: { before: ['invoice.paid'], after: ['payment_request.payment_succeeded'] },
});
