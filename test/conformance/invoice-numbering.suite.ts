import { Injectable, Module, type Type } from '@nestjs/common';
import { INVOICE_NUMBERING, type InvoiceNumbering } from '../../src/modules/invoices';
import { extend } from '../../src/platform/extensions';
import { aCustomer } from '../support/bills';
import { anInvoice } from '../support/credit-notes';
import { startTestApp, type TestApp } from '../support/test-app';
import { problemOf } from '../support/wire';

/** A numbering as the suite needs it. */
export interface TestedNumbering {
  /** Its module, which registers it with `INVOICE_NUMBERING`. */
  module: Type;
  /** The numbers of the first two invoices of an organization. */
  first: string;
  second: string;
}

@Injectable()
class HostileNumbers implements InvoiceNumbering {
  how = '';

  prefixOf(): string {
    return 'H';
  }

  numberOf(prefix: string, sequence: number): string {
    if (this.how === 'throws') throw new Error('no such prefix');
    if (this.how === 'returns an empty number') return ' ';
    return this.how === 'returns a number twice' ? prefix : `${prefix}${sequence}`;
  }
}
@Module({ providers: [HostileNumbers, extend(INVOICE_NUMBERING, HostileNumbers)] })
class HostileModule {}

const fee = { description: 'Work', units: '1', unit_amount_cents: 100 };

/** What holds for every numbering (docs/extending.md#invoice-numbering). */
export function invoiceNumberingSuite(name: string, tested: TestedNumbering): void {
  describe(`invoice numbers by ${name}`, () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startTestApp({ ROLE: 'api' }, undefined, [tested.module]);
    });
    afterAll(() => app.stop());

    it('follow the sequence of each organization', async () => {
      for (const organization of [await app.anOrganization(), await app.anOrganization()]) {
        const customer = await aCustomer(organization);
        expect((await anInvoice(organization, customer, [1])).number).toBe(tested.first);
        expect((await anInvoice(organization, customer, [1])).number).toBe(tested.second);
      }
    });

    it('are different for invoices finalized at once', async () => {
      const organization = await app.anOrganization();
      const customer = await aCustomer(organization);
      const invoices = await Promise.all(
        Array.from({ length: 20 }, () => anInvoice(organization, customer, [1])),
      );
      expect(new Set(invoices.map((it) => it.number)).size).toBe(20);
    });
  });

  describe('invoice numbers by a hostile numbering', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startTestApp({ ROLE: 'api' }, undefined, [HostileModule]);
    });
    afterAll(() => app.stop());

    it.each(['throws', 'returns an empty number', 'returns a number twice'])(
      'stop their own invoice only when the numbering %s',
      async (how) => {
        const numbers = app.app.get(HostileNumbers, { strict: false });
        const organization = await app.anOrganization();
        const { id: customer_id } = await aCustomer(organization);
        const body = { customer_id, currency: 'EUR', fees: [fee] };
        await anInvoice(organization, { id: customer_id }, [1]);
        if (how === 'returns a number twice') {
          await app.database.query(`UPDATE invoices SET number = 'H' WHERE organization_id = $1`, [
            organization.id,
          ]);
        }
        numbers.how = how;
        await problemOf(organization.post('/v1/invoices/one_off', body), 500, 'internal_error');
        numbers.how = '';
        expect((await anInvoice(organization, { id: customer_id }, [1])).number).toBe('H2');
      },
    );
  });
}
