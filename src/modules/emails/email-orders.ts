import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { CustomersService } from '../customers';
import { OrganizationsService } from '../organizations';
import type { EmailEntity } from './email.entity';
import { isSwitchedOn } from './email.rules';
import { EmailsRepository } from './emails.repository';

/** An e-mail that something that happened may cause. */
export type EmailOrder = Pick<EmailEntity, 'organizationId' | 'kind' | 'objectId' | 'customerId'>;

/** Decides which e-mails are queued, and to whom they go. */
@Injectable()
export class EmailOrders {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly customers: CustomersService,
    private readonly repository: EmailsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Queues the e-mails that their organization sends and whose customer has an address. Returns their number. */
  async queue(tx: Transaction, orders: readonly EmailOrder[]): Promise<number> {
    let queued = 0;
    for (const organizationId of new Set(orders.map((it) => it.organizationId))) {
      const own = orders.filter((it) => it.organizationId === organizationId);
      queued += await this.queueOf(tx, organizationId, own);
    }
    return queued;
  }

  /**
   * Queues an e-mail whatever the settings of the organization.
   *
   * @param to null for the address of the customer.
   * @throws ValidationFailedError if the customer has no address.
   */
  async queueOne(tx: Transaction, order: EmailOrder, to: string | null): Promise<EmailEntity> {
    const { organizationId, customerId } = order;
    const recipient = to ?? (await this.customers.emailsOf(tx, organizationId, [customerId])).get(customerId);
    if (recipient === undefined) throw withoutAddress();
    const { emailReplyTo } = await this.organizations.getIn(tx, organizationId);
    const email = this.newEmail(order, recipient, emailReplyTo);
    await this.repository.insert(tx, [email]);
    return (await this.repository.find(tx, email)) ?? email;
  }

  private async queueOf(tx: Transaction, organizationId: string, orders: EmailOrder[]): Promise<number> {
    const organization = await this.organizations.getIn(tx, organizationId);
    const wanted = orders.filter((it) => isSwitchedOn(organization, it.kind));
    if (wanted.length === 0) return 0;
    const ids = wanted.map((it) => it.customerId);
    const recipients = await this.customers.emailsOf(tx, organizationId, ids);
    const emails = wanted.flatMap((it) => {
      const recipient = recipients.get(it.customerId);
      return recipient === undefined ? [] : [this.newEmail(it, recipient, organization.emailReplyTo)];
    });
    if (emails.length > 0) await this.repository.insert(tx, emails);
    return emails.length;
  }

  private newEmail(order: EmailOrder, recipient: string, replyTo: string | null): EmailEntity {
    return {
      ...order,
      id: newId(),
      status: 'queued',
      recipient,
      replyTo,
      subject: null,
      attempts: 0,
      nextAttemptAt: null,
      failingSince: null,
      error: null,
      sentAt: null,
      createdAt: this.clock.now(),
    };
  }
}

function withoutAddress(): ValidationFailedError {
  const message =
    'to is required, because the customer has no email. Send to, or set the email of the customer.';
  return ValidationFailedError.of('to', 'required', message);
}
