import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { Mailer } from '../../platform/mail/mailer';
import { DocumentTemplates } from '../documents';
import type { OrganizationInput } from './organization.dto';

/** The settings that need a mail server. */
const SWITCHES = ['emailInvoices', 'emailReceipts', 'emailCreditNotes', 'emailPaymentRequests'] as const;

/** Knows which settings this installation can fulfil. */
@Injectable()
export class OrganizationSettings {
  constructor(
    private readonly templates: DocumentTemplates,
    private readonly mailer: Mailer,
  ) {}

  /**
   * @throws ValidationFailedError for an unknown template of documents; MailNotConfiguredError for e-mails without a
   *   mail server.
   */
  assertAllowed({ documentTemplate, ...changes }: Partial<OrganizationInput>): void {
    if (SWITCHES.some((it) => changes[it] === true)) this.mailer.assertConfigured();
    const { names } = this.templates;
    if (documentTemplate === undefined || names.includes(documentTemplate)) return;
    throw ValidationFailedError.of(
      'document_template',
      'invalid_value',
      `document_template must be one of: ${names.join(', ')}.`,
    );
  }
}
