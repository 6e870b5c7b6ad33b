import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { CreditNotesModule } from '../credit-notes';
import { CustomersModule } from '../customers';
import { InvoicesModule } from '../invoices';
import { OrganizationsModule } from '../organizations';
import { CreditNoteDocumentsController } from './credit-note-documents.controller';
import { DocumentExchange } from './document-exchange';
import { DocumentFreezing } from './document-freezing';
import { DocumentRendering } from './document-rendering';
import { DocumentSources } from './document-sources';
import { DocumentsDue } from './documents-due';
import { DocumentsRepository } from './documents.repository';
import { DocumentsService } from './documents.service';
import { FrozenDetails } from './frozen-details';
import { InvoiceDocumentsController } from './invoice-documents.controller';
import { DocumentLinks } from './links/document-links';
import { DocumentLinksRepository } from './links/document-links.repository';
import { LinkedDocuments } from './links/linked-documents';
import { LinkedDocumentsController } from './links/linked-documents.controller';
import { LogosController } from './logos/logos.controller';
import { LogosRepository } from './logos/logos.repository';
import { LogosService } from './logos/logos.service';
import { DocumentRenderer } from './rendering/document-renderer';
import { DOCUMENT_TEMPLATES, STANDARD_ORDER, StandardTemplate } from './rendering/document-template';
import { UnstoredDocuments } from './unstored-documents';

@Module({
  imports: [OrganizationsModule, CustomersModule, InvoicesModule, CreditNotesModule],
  controllers: [
    InvoiceDocumentsController,
    CreditNoteDocumentsController,
    LinkedDocumentsController,
    LogosController,
  ],
  providers: [
    DocumentsService,
    DocumentExchange,
    DocumentsRepository,
    DocumentFreezing,
    FrozenDetails,
    DocumentSources,
    DocumentRendering,
    DocumentRenderer,
    DocumentsDue,
    UnstoredDocuments,
    StandardTemplate,
    extend(DOCUMENT_TEMPLATES, StandardTemplate, { order: STANDARD_ORDER }),
    DocumentLinks,
    DocumentLinksRepository,
    LinkedDocuments,
    LogosService,
    LogosRepository,
  ],
  exports: [DocumentsService, DocumentLinks],
})
export class DocumentsModule {}
