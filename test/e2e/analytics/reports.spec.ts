import { reportOf, type InvoiceReport } from '../../support/reports';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

const REPORTS = ['invoices', 'mrr', 'deliveries', 'usage'];

describe('the days of reports', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useSharedOrganization(app, { timezone: 'Pacific/Apia' });

  describe.each(REPORTS)('%s', (name) => {
    it.each([
      ['2026-12-31', '2026-12-30', 'from must not be after to, which is 2026-12-30.'],
      ['2026-01-01', '2027-01-02', 'from must be at most 365 days before to, which is 2027-01-02.'],
    ])('%s to %s is refused with 422', async (from, to, message) => {
      const path = `/v1/analytics/${name}?from=${from}&to=${to}`;
      const { errors } = await problemOf(organization.get(path), 422, 'validation_failed');
      expect(errors).toEqual([
        { field: 'from', code: 'out_of_range', message: expect.stringContaining(message) as string },
      ]);
    });

    it.each(['from=yesterday', 'to=2026-02-30', 'since=2026-01-01'])('%s is refused with 422', (query) =>
      problemOf(organization.get(`/v1/analytics/${name}?${query}`), 422, 'validation_failed'),
    );

    it.each([
      ['2028-01-01', '2028-12-31'],
      ['2011-12-29', '2011-12-31'], // Apia skipped the 30th
      ['0001-01-01', '0001-01-01'],
      ['9999-12-31', '9999-12-31'],
    ])('%s to %s is answered', async (from, to) => {
      const report = await reportOf<InvoiceReport>(organization, `${name}?from=${from}&to=${to}`);
      expect(report).toMatchObject({ timezone: 'Pacific/Apia', from, to });
    });

    it('the first days that PostgreSQL and JavaScript write in different ways are answered', () =>
      bodyOf(organization.get(`/v1/analytics/${name}?to=0001-01-05`)));
  });
});
