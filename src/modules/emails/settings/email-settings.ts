import type { EmailSettingsEntity } from '../email.entity';
import type { EmailKind } from '../email.rules';

/** How an organization sends e-mails. */
export type EmailSettings = Omit<EmailSettingsEntity, 'organizationId'>;

/** The settings of an organization that has set none. */
export const DEFAULT_SETTINGS: EmailSettings = {
  sendInvoices: false,
  sendReceipts: false,
  sendCreditNotes: false,
  sendPaymentRequests: false,
  replyTo: null,
  senderName: null,
  locale: null,
};

/** The switch of each kind. */
const SWITCHES = {
  invoice: 'sendInvoices',
  receipt: 'sendReceipts',
  credit_note: 'sendCreditNotes',
  payment_request: 'sendPaymentRequests',
} as const satisfies Record<EmailKind, keyof EmailSettings>;

/** Whether the service sends e-mails of this kind by itself. */
export const isSwitchedOn = (settings: EmailSettings, kind: EmailKind): boolean => settings[SWITCHES[kind]];
