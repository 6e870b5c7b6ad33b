import { INVOICE_NUMBERING } from '../../src/modules/invoices';
import { Extensions } from '../../src/platform/extensions';
import { aCustomer, anInvoice } from '../support/builders';
import type { TestApp } from '../support/test-app';

const INVOICES = 6;
/** Includes the greatest sequence value that the service assigns. */
const SEQUENCES = [...Array.from({ length: 12_000 }, (_, index) => index + 1), 2 ** 31 - 1];

/**
 * Declares the tests that every numbering must pass (docs/extending.md#invoice-numbering). They test the numbering of the
 * application.
 */
export function invoiceNumberingSuite(name: string, app: TestApp): void {
  describe(`invoice numbers from ${name}`, () => {
    it('are distinct for all sequence values, and always the same for one value', () => {
      const numbering = app.app.get(Extensions).one(INVOICE_NUMBERING);
      const prefix = numbering.prefixOf({ id: '0198f6a2-7c1e-7b6a-9d20-4f3f5be0c1a7', name: 'Acme' });
      const numbers = SEQUENCES.map((it) => numbering.numberOf(prefix, it));
      expect([prefix, ...numbers].filter((it) => it.trim() === '')).toEqual([]);
      expect(new Set(numbers).size).toBe(SEQUENCES.length);
      expect(SEQUENCES.map((it) => numbering.numberOf(prefix, it))).toEqual(numbers);
    });

    it('follow the sequence of each organization, also for invoices that are finalized at once', async () => {
      const numbering = app.app.get(Extensions).one(INVOICE_NUMBERING);
      for (const organizationName of ['Acme', '株式会社']) {
        const organization = await app.anOrganization({ name: organizationName });
        const { id: customer_id } = await aCustomer(organization);
        const invoices = await Promise.all(
          Array.from({ length: INVOICES }, () => anInvoice(organization, { customer_id })),
        );
        const [counter] = await app.database.query<{ prefix: string }>(
          'SELECT prefix FROM invoice_counters WHERE organization_id = $1',
          [organization.id],
        );
        const numberOf = (sequence: number) => numbering.numberOf(counter?.prefix ?? '', sequence);
        const expected = SEQUENCES.slice(0, INVOICES).map(numberOf);
        expect(invoices.map((it) => it.number).sort()).toEqual(expected.sort());
      }
    });
  });
}
