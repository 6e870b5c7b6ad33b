import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { formatsOf } from '../../../platform/locales/formats';
import { textsOf } from '../../../platform/locales/locales';
import { CustomerBillingTerms } from '../../customers';
import { OrganizationsService } from '../../organizations';
import type { EmailEntity } from '../email.entity';
import { EmailSettingsRepository } from '../settings/email-settings.repository';
import type { Wording } from './email-content.rules';

/** Who writes to whom, and how. */
export interface Correspondence {
  wording: Wording;
  /** Of the customer. */
  name: string | null;
  replyTo: string | null;
}

/** Looks up sender and recipient of e-mails. */
@Injectable()
export class Correspondents {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly customers: CustomerBillingTerms,
    private readonly settings: EmailSettingsRepository,
  ) {}

  async of(tx: Transaction, { organizationId, customerId, locale }: EmailEntity): Promise<Correspondence> {
    const organization = await this.organizations.getIn(tx, organizationId);
    const { senderName, replyTo } = await this.settings.get(tx, organizationId);
    const { timezone } = await this.customers.of(tx, organizationId, customerId);
    const recipients = await this.customers.recipients(tx, organizationId, [customerId]);
    const seller = senderName ?? organization.legalName ?? organization.name;
    return {
      wording: { texts: textsOf(locale), formats: formatsOf(locale), seller, timezone },
      name: recipients.get(customerId)?.buyer.name ?? null,
      replyTo,
    };
  }
}
