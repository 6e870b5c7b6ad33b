/** The kinds of e-mails, by what they are about. */
export const EMAIL_KINDS = ['invoice', 'receipt', 'credit_note', 'payment_request'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** A queued e-mail waits for its next attempt; a failed one was refused, or has waited too long. */
export const EMAIL_STATUSES = ['queued', 'sent', 'failed'] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** The settings of an organization that switch the e-mails on. */
export interface EmailSettings {
  emailInvoices: boolean;
  emailReceipts: boolean;
  emailCreditNotes: boolean;
  emailPaymentRequests: boolean;
}

/** Returns whether an organization sends e-mails of a kind by itself (docs/billing-rules.md#e-mails). */
export function isSwitchedOn(settings: EmailSettings, kind: EmailKind): boolean {
  const switches: Record<EmailKind, boolean> = {
    invoice: settings.emailInvoices,
    receipt: settings.emailReceipts,
    credit_note: settings.emailCreditNotes,
    payment_request: settings.emailPaymentRequests,
  };
  return switches[kind];
}
