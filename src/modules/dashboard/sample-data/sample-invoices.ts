import { Injectable } from '@nestjs/common';
import { InvoicesService } from '../../invoices';
import { PaymentsService } from '../../payments';
import type { Caller } from '../../../platform/database/transactions';

const SETUP = { description: 'Setup and onboarding', units: '1', unitAmountCents: 25_000n };
const TRAINING = { description: 'Training, per hour', units: '4', unitAmountCents: 12_000n };
const IMPORT = { description: 'Import of data', units: '1', unitAmountCents: 80_000n };

/** What the customers of the sample data owe, and what one of them has paid. */
@Injectable()
export class SampleInvoices {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly payments: PaymentsService,
  ) {}

  /** Creates a paid invoice and two that are open. */
  async create(caller: Caller, [first = '', second = '', third = '']: readonly string[]): Promise<void> {
    const paid = await this.invoice(caller, { customerId: first, currency: 'EUR', fees: [SETUP] });
    await this.invoice(caller, { customerId: second, currency: 'EUR', fees: [SETUP, TRAINING] });
    await this.invoice(caller, { customerId: third, currency: 'JPY', fees: [IMPORT] });
    await this.payments.record(caller, {
      target: { type: 'invoice', id: paid },
      amountCents: SETUP.unitAmountCents,
      currency: null,
      reference: 'Bank transfer (sample)',
      metadata: {},
    });
  }

  private async invoice(
    caller: Caller,
    input: Parameters<InvoicesService['createOneOff']>[1],
  ): Promise<string> {
    return (await this.invoices.createOneOff(caller, input)).id;
  }
}
