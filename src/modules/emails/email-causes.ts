import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Outbox } from '../../platform/outbox/outbox';
import { AutomaticChargeInterrupted } from '../collections';
import { CreditNoteFinalized } from '../credit-notes';
import { CustomerErased } from '../customers';
import { PaymentRequestCreated, PaymentRequestReminded } from '../dunning';
import { InvoicesIssued } from '../invoices';
import { PaymentSucceeded } from '../payments';
import { EmailQueueing } from './email-queueing';
import { ofCreditNote, ofInterruptedCharge, ofInvoice, ofPayment, ofPaymentRequest } from './email-sources';
import { EmailsRepository } from './emails.repository';

/** What happens to customers' documents and money, and so to their e-mails, in the same transaction. */
@Injectable()
export class EmailCauses implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly queueing: EmailQueueing,
    private readonly repository: EmailsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { outbox, queueing } = this;
    outbox.on(InvoicesIssued, (tx, { organizationId, invoices }) => {
      const sources = invoices.map(({ id, customerId }) => ofInvoice(id, customerId));
      return queueing.queueAutomatic(tx, organizationId, 'invoice', sources);
    });
    outbox.on(AutomaticChargeInterrupted, (tx, charge) =>
      queueing.queueAutomatic(tx, charge.organizationId, 'invoice', [ofInterruptedCharge(charge)]),
    );
    outbox.on(CreditNoteFinalized, (tx, { organizationId, object }) =>
      queueing.queueAutomatic(tx, organizationId, 'credit_note', [ofCreditNote(object)]),
    );
    outbox.on(PaymentRequestCreated, (tx, { organizationId, object }) =>
      // Those of a campaign are sent by its attempts: only where there is no method to charge.
      queueing.queueAutomatic(
        tx,
        organizationId,
        'payment_request',
        object.dunning_campaign_id === null ? [ofPaymentRequest(object.id, object.customer_id)] : [],
      ),
    );
    outbox.on(PaymentRequestReminded, (tx, { organizationId, id, customerId, attempt }) =>
      queueing.queueAutomatic(tx, organizationId, 'payment_request', [
        ofPaymentRequest(id, customerId, attempt),
      ]),
    );
    outbox.on(PaymentSucceeded, (tx, { organizationId, object }) => {
      // A target that the installation adds has no documents, and its own module knows what to write about it.
      const isKnown = object.invoice_id !== null || object.payment_request_id !== null;
      return queueing.queueAutomatic(tx, organizationId, 'receipt', isKnown ? [ofPayment(object)] : []);
    });
    outbox.on(CustomerErased, (tx, { organizationId, customerId }) =>
      this.repository.erase(tx, organizationId, customerId, this.clock.now()),
    );
  }
}
