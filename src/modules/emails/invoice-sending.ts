import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Mailer } from '../../platform/mail/mailer';
import { DocumentsService } from '../documents';
import { EmailOrders } from './email-orders';
import { EmailQueue } from './email-queue';
import type { EmailEntity } from './email.entity';

/** Sends invoices by request (docs/billing-rules.md#e-mails). */
@Injectable()
export class InvoiceSending {
  constructor(
    private readonly transactions: Transactions,
    private readonly documents: DocumentsService,
    private readonly orders: EmailOrders,
    private readonly queue: EmailQueue,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Queues an e-mail with a final invoice, whatever the settings of the organization.
   *
   * @param to null for the address of the customer.
   * @throws InvalidStateError for a draft and a voided invoice; ValidationFailedError if the customer has no address;
   *   MailNotConfiguredError
   */
  async send(organizationId: string, id: string, to: string | null): Promise<EmailEntity> {
    const { customerId, content } = await this.documents.find(
      { organizationId, kind: 'invoice', id },
      'current',
    );
    this.mailer.assertConfigured();
    if (content.stamp === 'draft')
      throw new InvalidStateError('The invoice is a draft. Finalize it, then send it.');
    if (content.stamp === 'void') throw new InvalidStateError('The invoice is voided, so it cannot be sent.');
    const order = { organizationId, kind: 'invoice', objectId: id, customerId } as const;
    return this.transactions.runFor(organizationId, async (tx) => {
      const email = await this.orders.queueOne(tx, order, to);
      this.queue.wakeAfterCommit();
      return email;
    });
  }
}
