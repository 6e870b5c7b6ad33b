import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { changedFields } from '../../../platform/http/changed-fields';
import { toEmailSettingsResponse, type EmailSettingsDto } from './email-settings.dto';
import type { EmailSettings } from './email-settings';
import { EmailSettingsRepository } from './email-settings.repository';

/** Use cases of the settings for e-mails (docs/concepts.md#e-mail). */
@Injectable()
export class EmailSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EmailSettingsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail'>,
  ) {}

  async get(caller: Caller): Promise<EmailSettingsDto> {
    return this.response(
      await this.transactions.readFor(caller, (tx) => this.repository.get(tx, caller.organizationId)),
    );
  }

  update(caller: Caller, changes: Partial<EmailSettings>): Promise<EmailSettingsDto> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const settings = await this.repository.getForUpdate(tx, organizationId);
      const before = this.response(settings);
      caller.precondition?.check(before);
      if (Object.keys(changes).length > 0) await this.repository.update(tx, organizationId, changes);
      const after = this.response({ ...settings, ...changes });
      this.transactions.noteChanged(tx, ...changedFields(before, after));
      return after;
    });
  }

  private readonly response = (settings: EmailSettings): EmailSettingsDto =>
    toEmailSettingsResponse(settings, this.config.mail !== null);
}
