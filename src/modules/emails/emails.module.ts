import { Module } from '@nestjs/common';
import { defineScopes } from '../../platform/http/scopes';
import { CollectionsModule } from '../collections';
import { CreditNotesModule } from '../credit-notes';
import { CustomersModule } from '../customers';
import { DocumentsModule } from '../documents';
import { DunningModule } from '../dunning';
import { InvoicesModule } from '../invoices';
import { OrganizationsModule } from '../organizations';
import { PaymentsModule } from '../payments';
import { EmailCauses } from './email-causes';
import { EmailMetrics } from './email-metrics';
import { EmailQueueing } from './email-queueing';
import { EmailRetention } from './email-retention';
import { EmailSources } from './email-sources';
import { EmailsController } from './emails.controller';
import { EmailsRepository } from './emails.repository';
import { EmailsService } from './emails.service';
import { CreditNoteEmailsController } from './requests/credit-note-emails.controller';
import { InvoiceEmailsController } from './requests/invoice-emails.controller';
import { PaymentRequestEmailsController } from './requests/payment-request-emails.controller';
import { Correspondents } from './sending/correspondence';
import { EmailContents } from './sending/email-contents';
import { EmailDocuments } from './sending/email-documents';
import { EmailPreparation } from './sending/email-preparation';
import { EmailSending } from './sending/email-sending';
import { EmailsDue } from './sending/emails-due';
import { WaysToPay } from './sending/ways-to-pay';
import { EmailSettingsController } from './settings/email-settings.controller';
import { EmailSettingsRepository } from './settings/email-settings.repository';
import { EmailSettingsService } from './settings/email-settings.service';

defineScopes({
  'emails:read': 'List and get e-mails, and what was sent',
  'emails:write': 'Send invoices, credit notes and payment requests by e-mail, to any address',
});

@Module({
  imports: [
    OrganizationsModule,
    CustomersModule,
    InvoicesModule,
    CreditNotesModule,
    PaymentsModule,
    CollectionsModule,
    DunningModule,
    DocumentsModule,
  ],
  controllers: [
    EmailSettingsController,
    EmailsController,
    InvoiceEmailsController,
    CreditNoteEmailsController,
    PaymentRequestEmailsController,
  ],
  providers: [
    EmailsService,
    EmailsRepository,
    EmailCauses,
    EmailQueueing,
    EmailSources,
    EmailMetrics,
    EmailRetention,
    EmailSettingsService,
    EmailSettingsRepository,
    Correspondents,
    EmailContents,
    WaysToPay,
    EmailDocuments,
    EmailPreparation,
    EmailSending,
    EmailsDue,
  ],
})
export class EmailsModule {}
