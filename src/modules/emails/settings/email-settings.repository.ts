import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { EmailSettingsEntity } from '../email.entity';
import { DEFAULT_SETTINGS, type EmailSettings } from './email-settings';

/** Queries of the settings of organizations for e-mails. */
@Injectable()
export class EmailSettingsRepository {
  async get(tx: Transaction, organizationId: string): Promise<EmailSettings> {
    return (await tx.findOneBy(EmailSettingsEntity, { organizationId })) ?? DEFAULT_SETTINGS;
  }

  async getForUpdate(tx: Transaction, organizationId: string): Promise<EmailSettings> {
    const settings = { ...DEFAULT_SETTINGS, organizationId };
    await tx.createQueryBuilder().insert().into(EmailSettingsEntity).values(settings).orIgnore().execute();
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(EmailSettingsEntity, { where: { organizationId }, lock })) ?? settings;
  }

  async update(tx: Transaction, organizationId: string, changes: Partial<EmailSettings>): Promise<void> {
    await tx.update(EmailSettingsEntity, { organizationId }, changes);
  }
}
