import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { InvalidStateError } from '../../../platform/errors/app-error';
import { Outbox } from '../../../platform/outbox/outbox';
import { Charges } from '../../collections';
import { PaymentRegistration } from '../../payments';
import type { PaymentRequest } from './payment-request.dto';
import { PaymentRequestReminded } from './payment-request.events';

/** Begins the attempts of payment requests (docs/billing-rules.md#dunning). */
@Injectable()
export class RequestAttempts {
  constructor(
    private readonly charges: Charges,
    private readonly registration: PaymentRegistration,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Charges the default method of the customer with what is due on a locked request; without one, reminds the customer, and
   * registers a payment that a provider or a person will report on. Returns the id of the charge or payment, whose failure may end the request; null
   * while something else may still take the money.
   */
  async begin(tx: Transaction, request: PaymentRequest): Promise<string | null> {
    const { organizationId, customerId, id } = request;
    const target = { type: 'payment_request', id };
    const charge = await this.charge(tx, organizationId, target);
    if (charge.kind === 'started') return charge.collectionId;
    if (charge.kind === 'busy') return null;
    const attempt = request.paymentAttempts + 1;
    await this.outbox.emit(tx, PaymentRequestReminded, { organizationId, id, customerId, attempt });
    return (await this.registration.registerNext(tx, organizationId, customerId, target)).id;
  }

  /** After a dispute nothing is charged by itself: as without a method. */
  private async charge(tx: Transaction, organizationId: string, target: { type: string; id: string }) {
    try {
      return await tx.transaction((inner) => this.charges.attempt(inner, organizationId, target));
    } catch (error) {
      if (error instanceof InvalidStateError) return { kind: 'no_method' } as const;
      throw error;
    }
  }
}
