import { anInvoice, aCustomer } from '../../support/builders';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('collecting without a connected provider', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  const stranger = useSharedOrganization(app);

  it('links, setups and mappings are refused with 400 provider_not_connected', async () => {
    const invoice = await anInvoice(organization);
    const customer = await aCustomer(organization);
    const path = `/v1/customers/${customer.id}`;
    for (const request of [
      organization.post(`/v1/invoices/${invoice.id}/checkout`, PAGES),
      organization.post(`/v1/invoices/${invoice.id}/checkout`, { ...PAGES, provider: 'manual' }),
      organization.post(`${path}/payment_methods/setup`, PAGES),
      organization.put(`${path}/payment_providers/stripe`, { provider_customer_id: 'cus_1' }),
    ]) {
      await problemOf(request, 400, 'provider_not_connected');
    }
    expect((await listOf(organization.get('/v1/collections'))).items).toEqual([]);
    expect((await listOf(organization.get(`${path}/payment_methods`))).items).toEqual([]);
  });

  it('an invoice on which nothing is due is refused with 400 invalid_state', async () => {
    const invoice = await anInvoice(organization);
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    for (const action of ['checkout', 'collect']) {
      const body = action === 'checkout' ? PAGES : {};
      await problemOf(organization.post(`/v1/invoices/${invoice.id}/${action}`, body), 400, 'invalid_state');
    }
  });

  it('a customer without a saved method cannot be charged', async () => {
    const invoice = await anInvoice(organization);
    const refused = organization.post(`/v1/invoices/${invoice.id}/collect`);
    expect((await problemOf(refused, 400, 'invalid_state')).detail).toContain('no default payment method');
  });

  it('URLs that are too long or not http are named', async () => {
    const invoice = await anInvoice(organization);
    const bad = { success_url: 'ftp://shop.example', cancel_url: `https://shop.example/${'x'.repeat(3000)}` };
    const request = organization.post(`/v1/invoices/${invoice.id}/checkout`, bad);
    expect(await wrongFieldsOf(request)).toEqual(['success_url', 'cancel_url']);
  });

  it('what belongs to another organization does not exist', async () => {
    const invoice = await anInvoice(organization);
    const customer = await aCustomer(organization);
    for (const request of [
      stranger.post(`/v1/invoices/${invoice.id}/checkout`, PAGES),
      stranger.post(`/v1/invoices/${invoice.id}/collect`),
      stranger.get(`/v1/customers/${customer.id}/payment_methods`),
      stranger.get(`/v1/collections/${UNKNOWN_ID}`),
      stranger.post(`/v1/collections/${UNKNOWN_ID}/cancel`),
    ]) {
      await problemOf(request, 404, 'not_found');
    }
  });
});
