import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { PaymentRegistration, PaymentsService } from '../payments';
import type { PaymentRequest } from './payment-request.dto';

/** For customers without a previous payment: the payment is recorded manually. */
const BY_HAND = 'manual';

@Injectable()
export class AttemptPayments {
  constructor(
    private readonly payments: PaymentsService,
    private readonly registration: PaymentRegistration,
  ) {}

  /**
   * Creates a pending payment for the amount still due, through the provider of the customer's last payment. Returns
   * its ID.
   */
  async make(tx: Transaction, { organizationId, customerId, id }: PaymentRequest): Promise<string> {
    const provider = await this.payments.lastProvider(tx, organizationId, customerId);
    const payment = await this.registration.register(organizationId, {
      invoiceId: null,
      paymentRequestId: id,
      targetKind: null,
      targetId: null,
      provider: provider ?? BY_HAND,
      providerPaymentId: null,
      providerCheckoutId: null,
      amountCents: null,
      currency: null,
      reference: null,
      metadata: {},
    });
    return payment.id;
  }
}
