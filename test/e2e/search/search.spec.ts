import type { SearchHitDto, SearchResultsDto } from '../../../src/modules/search/search.dto';
import { aCoupon, aCustomer, aMetric, anInvoice, aPlan, aSubscription, aTax } from '../../support/builders';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

const pathOf = (text: string): string => `/v1/search?q=${encodeURIComponent(text)}`;

async function search(organization: TestOrganization, text: string): Promise<SearchHitDto[]> {
  return (await bodyOf<SearchResultsDto>(organization.get(pathOf(text)))).data;
}

async function titlesOf(organization: TestOrganization, text: string): Promise<string[]> {
  return (await search(organization, text)).map((it) => it.title);
}

describe('the search', () => {
  const app = useTestApp({ ROLE: 'api' });

  describe('in an organization with a record of every kind', () => {
    const organization = useSharedOrganization(app);
    let ids: Record<string, string>;
    let number: string;

    beforeAll(async () => {
      const customer = await aCustomer(organization, {
        name: 'Zenith Works',
        external_id: 'CUST_1042',
        email: 'Billing@zenith.example',
      });
      const plan = await aPlan(organization, { name: 'Gold', code: 'gold-monthly' });
      const subscription = {
        external_id: 'Sub/77',
        name: 'Line 1',
        customer_id: customer.id,
        plan_id: plan.id,
      };
      const invoice = await anInvoice(organization, { customer_id: customer.id });
      number = invoice.number ?? '';
      ids = {
        customer: customer.id,
        plan: plan.id,
        subscription: (await aSubscription(organization, subscription)).id,
        invoice: invoice.id,
        billable_metric: (await aMetric(organization, { name: 'Requests', code: 'http_calls' })).id,
        coupon: (await aCoupon(organization, { name: 'Spring sale', code: 'april' })).id,
        tax: (await aTax(organization, { name: 'Mehrwertsteuer', code: 'vat_de' })).id,
      };
    });

    it.each([
      ['customer', 'name', 'zenith w'],
      ['customer', 'external_id', 'cust_10'],
      ['customer', 'email', 'billing@ZEN'],
      ['subscription', 'external_id', 'sub/'],
      ['plan', 'name', 'gol'],
      ['plan', 'code', 'Gold-m'],
      ['billable_metric', 'name', 'req'],
      ['billable_metric', 'code', 'HTTP_'],
      ['coupon', 'name', 'spring'],
      ['coupon', 'code', 'APRIL'],
      ['tax', 'name', 'mehr'],
      ['tax', 'code', 'vat_'],
    ])('a %s is found by the beginning of its %s in any case (%s)', async (type, field, text) => {
      const hits = await search(organization, text);
      expect(hits).toMatchObject([{ object_type: type, id: ids[type] }]);
      // The name comes first if both fields match.
      expect(hits[0]?.matched_field).toBe(text === 'gol' ? 'name' : field);
    });

    it('an invoice is found by the beginning of its number', async () => {
      for (const text of [number, number.toLowerCase(), number.slice(0, -1)]) {
        expect(await search(organization, text)).toMatchObject([{ object_type: 'invoice', id: ids.invoice }]);
      }
    });

    it('every record is found by its ID, in any case', async () => {
      for (const [type, id] of Object.entries(ids)) {
        const [hit, ...others] = await search(organization, id.toUpperCase());
        expect(others).toEqual([]);
        expect(hit).toMatchObject({
          object_type: type,
          id,
          matched_field: 'id',
          matched_value: id,
          exact: true,
        });
      }
      expect(await search(organization, (ids.customer ?? '').slice(0, 30))).toEqual([]);
    });

    it('a hit has what a search box shows and links', async () => {
      expect(await search(organization, ' zenith works ')).toEqual([
        {
          object_type: 'customer',
          id: ids.customer,
          title: 'Zenith Works',
          subtitle: 'CUST_1042',
          customer_id: null,
          matched_field: 'name',
          matched_value: 'Zenith Works',
          exact: true,
        },
      ]);
      expect(await search(organization, 'sub/7')).toEqual([
        {
          object_type: 'subscription',
          id: ids.subscription,
          title: 'Line 1',
          subtitle: 'Sub/77',
          customer_id: ids.customer,
          matched_field: 'external_id',
          matched_value: 'Sub/77',
          exact: false,
        },
      ]);
      expect(await search(organization, number)).toMatchObject([
        { title: number, subtitle: 'finalized', customer_id: ids.customer },
      ]);
    });

    it('records of another organization are never found', async () => {
      const stranger = await app.anOrganization();
      for (const text of ['zenith', 'gold', 'sub/77', number, ...Object.values(ids)]) {
        expect(await search(stranger, text)).toEqual([]);
      }
    });
  });

  describe('in an empty organization', () => {
    const organization = useSharedOrganization(app);

    it('%, _ and \\ are literal', async () => {
      for (const name of ['100% wool', '100 wool', 'a_b', 'axb', 'back\\slash', 'backslash']) {
        await aCustomer(organization, { name });
      }
      expect(await titlesOf(organization, '100%')).toEqual(['100% wool']);
      expect(await titlesOf(organization, 'a_')).toEqual(['a_b']);
      expect(await titlesOf(organization, 'back\\')).toEqual(['back\\slash']);
      expect(await titlesOf(organization, '%')).toEqual([]);
    });

    it('Unicode names are found in any case and either normalization, accents differ from letters', async () => {
      const composed = 'Ünal Çelik';
      const decomposed = 'Élan'.normalize('NFD');
      for (const name of [composed, decomposed, 'İstanbul', 'Ilgaz']) await aCustomer(organization, { name });
      expect(await titlesOf(organization, 'ünal ç')).toEqual([composed]);
      expect(await titlesOf(organization, 'ünal ç'.normalize('NFD'))).toEqual([composed]);
      expect(await titlesOf(organization, 'éla')).toEqual([decomposed]);
      expect(await titlesOf(organization, 'unal')).toEqual([]);
      expect(await titlesOf(organization, 'İst')).toEqual(['İstanbul']);
      expect(await titlesOf(organization, 'ilgaz')).toEqual(['Ilgaz']);
    });

    it('a deleted record is not found, and a renamed one by its new name', async () => {
      const { id } = await aCustomer(organization, { name: 'Mercury' });
      await organization.put(`/v1/customers/${id}`, { name: 'Hermes' }).expect(200);
      expect(await titlesOf(organization, 'mercury')).toEqual([]);
      expect(await titlesOf(organization, 'hermes')).toEqual(['Hermes']);
      await organization.delete(`/v1/customers/${id}`).expect(204);
      expect(await titlesOf(organization, 'hermes')).toEqual([]);
      expect(await search(organization, id)).toEqual([]);
    });

    it('at most 20 records are found: exact ones, then by type and title, and some of each type', async () => {
      const numbers = Array.from({ length: 25 }, (_, index) => String(index + 10));
      await Promise.all(numbers.map((it) => aCustomer(organization, { name: `Nova ${it}` })));
      await aCustomer(organization, { external_id: 'nova' });
      await aPlan(organization, { name: 'Nova plan' });
      await aTax(organization, { name: 'Nova tax' });
      const titles = await titlesOf(organization, 'Nova');
      expect(titles).toEqual([
        'nova',
        ...numbers.slice(0, 17).map((it) => `Nova ${it}`),
        'Nova plan',
        'Nova tax',
      ]);
      expect(await titlesOf(organization, 'Nova')).toEqual(titles);
    });

    it.each([
      ['', 'required', 'q is required.'],
      ['?q=', 'too_short', 'q must be at least 1 character long.'],
      ['?q=%20%20', 'too_short', 'q must be at least 1 character long.'],
      [`?q=${'x'.repeat(101)}`, 'too_long', 'q must be at most 100 characters long.'],
      ['?q=a%00b', 'invalid_value', 'q must not contain NUL characters or broken surrogate pairs.'],
      ['?q=a&q=b', 'invalid_type', 'q must be given only once.'],
    ])('/v1/search%s is refused with %s', async (query, code, message) => {
      const { errors } = await problemOf(organization.get(`/v1/search${query}`), 422, 'validation_failed');
      expect(errors).toEqual([{ field: 'q', code, message }]);
    });

    it('100 characters are accepted, without the spaces around them', async () => {
      expect(await search(organization, `  ${'x'.repeat(100)}  `)).toEqual([]);
    });
  });
});
