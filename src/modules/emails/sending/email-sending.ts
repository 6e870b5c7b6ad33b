import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { isDatabaseUnavailable } from '../../../platform/database/pg-errors';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DueRow } from '../../../platform/jobs/job-failures';
import { logger } from '../../../platform/observability/logger';
import { SmtpClient, SmtpError } from '../../../platform/outbound';
import type { EmailEntity } from '../email.entity';
import { afterFailure, envelopeAddress, storedError } from '../email.rules';
import { emailAttempts } from '../email-metrics';
import { EmailsRepository, QUEUE } from '../emails.repository';
import { EmailPreparation } from './email-preparation';

type Changes = Pick<EmailEntity, 'state' | 'dueAt' | 'lastError' | 'completedAt'>;

/** Makes attempts to send e-mails, outside of any transaction, and records how they ended. */
@Injectable()
export class EmailSending {
  private readonly stopping = new AbortController();
  private readonly mail: { client: SmtpClient; from: string } | null;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EmailsRepository,
    private readonly preparation: EmailPreparation,
    @Inject(CONFIG) { mail }: Pick<Config, 'mail'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.mail =
      mail === null
        ? null
        : { client: new SmtpClient({ settings: mail.smtp, deadlineMs: mail.timeoutMs }), from: mail.from };
  }

  /** Whether there is a mail server. */
  get isConfigured(): boolean {
    return this.mail !== null;
  }

  /** Ends the attempts that are under way, and all later ones; they are repeated after the next start. */
  stop(): void {
    this.stopping.abort();
  }

  /** Makes the attempt for which the e-mail was leased. If the database is away, the next one follows the lease. */
  async attempt({ organizationId, id }: DueRow): Promise<void> {
    const email = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (email?.state !== 'pending') return;
    await this.record(email, await this.outcome(email));
  }

  private async outcome(email: EmailEntity): Promise<Changes> {
    try {
      const isSent = await this.send(email);
      const completedAt = this.clock.now();
      return { state: isSent ? 'sent' : 'canceled', dueAt: null, lastError: null, completedAt };
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      return this.failure(email, error);
    }
  }

  /** Returns false if there is nothing to say any more. */
  private async send(email: EmailEntity): Promise<boolean> {
    if (this.mail === null || email.recipient === null) return false;
    const { client, from } = this.mail;
    const message = await this.preparation.messageOf(email, from);
    if (message === null) return false;
    const envelope = { from: envelopeAddress(from), to: envelopeAddress(email.recipient) };
    await client.send(envelope, message, this.stopping.signal);
    return true;
  }

  private failure(email: EmailEntity, error: unknown): Changes {
    const { organizationId, id, kind, attempts } = email;
    const isRefused = error instanceof SmtpError;
    const about = { organization_id: organizationId, id, kind, attempts, err: error };
    if (isRefused) logger.warn(about, 'E-mail was not accepted by the mail server');
    else logger.error(about, 'E-mail could not be composed');
    const reason = error instanceof Error ? error.message : String(error);
    const lastError = storedError(isRefused ? reason : `The message could not be composed: ${reason}`);
    const now = this.clock.now();
    const after = afterFailure(email, isRefused && error.isPermanent, now);
    return after.state === 'pending'
      ? { ...after, lastError, completedAt: null }
      : { state: after.state, dueAt: null, lastError, completedAt: now };
  }

  /** Records nothing if the e-mail was canceled meanwhile, or if a later attempt has begun. */
  private async record(email: EmailEntity, changes: Changes): Promise<void> {
    const { organizationId, id, kind, attempts } = email;
    const isRecorded = await this.transactions.runFor({ organizationId, job: QUEUE }, async (tx) => {
      const current = await this.repository.findForUpdate(tx, organizationId, id);
      if (current?.state !== 'pending' || current.attempts !== attempts) return false;
      await this.repository.update(tx, email, { ...changes, updatedAt: this.clock.now() });
      return true;
    });
    if (isRecorded)
      emailAttempts.inc({ kind, outcome: changes.state === 'pending' ? 'retried' : changes.state });
  }
}
