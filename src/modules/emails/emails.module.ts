import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers';
import { DocumentsModule } from '../documents';
import { DunningModule } from '../dunning';
import { OrganizationsModule } from '../organizations';
import { PaymentsModule } from '../payments';
import { EmailContents } from './email-contents';
import { EmailMessages } from './email-messages';
import { EmailOrders } from './email-orders';
import { EmailQueue } from './email-queue';
import { EmailSender } from './email-sender';
import { EmailWriter } from './email-writer';
import { EmailsController } from './emails.controller';
import { EmailsRepository } from './emails.repository';
import { EmailsService } from './emails.service';
import { InvoiceSending } from './invoice-sending';
import { InvoiceSendingController } from './invoice-sending.controller';

@Module({
  imports: [CustomersModule, DocumentsModule, DunningModule, OrganizationsModule, PaymentsModule],
  controllers: [EmailsController, InvoiceSendingController],
  providers: [
    EmailsService,
    EmailsRepository,
    InvoiceSending,
    EmailOrders,
    EmailQueue,
    EmailSender,
    EmailMessages,
    EmailWriter,
    EmailContents,
  ],
})
export class EmailsModule {}
