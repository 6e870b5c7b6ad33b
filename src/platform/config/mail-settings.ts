import { parseSmtpUrl, type SmtpSettings } from '../outbound/smtp-settings';
import { ConfigError, type Env } from './env';

/** How the service sends e-mail. */
export interface MailSettings {
  readonly smtp: SmtpSettings;
  /** The address that all e-mails are from. */
  readonly from: string;
  /** Deadline of an attempt to send one. */
  readonly timeoutMs: number;
}

/** @throws ConfigError for an SMTP_URL that is none, or without what e-mails need. */
export function mailSettings(env: Env): MailSettings | null {
  if (env.SMTP_URL === undefined) return null;
  if (env.MAIL_FROM === undefined) {
    throw new ConfigError('MAIL_FROM is required with SMTP_URL: the address that e-mails are from.');
  }
  if (env.PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL is required with SMTP_URL: e-mails have links to documents.');
  }
  try {
    return { smtp: parseSmtpUrl(env.SMTP_URL), from: env.MAIL_FROM, timeoutMs: env.SMTP_TIMEOUT_MS };
  } catch (error) {
    throw new ConfigError(`SMTP_URL ${(error as Error).message}`);
  }
}
