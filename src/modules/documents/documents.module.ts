import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { DocumentDrawings } from './document-drawings';
import { DocumentTemplates } from './document-templates';
import { DocumentsService } from './documents.service';
import { DocumentLinks } from './document-links';
import { DocumentLinksController } from './document-links.controller';
import { DocumentResponses } from './document-responses';
import { DocumentQueue } from './document-queue';
import { Logos } from './logos';
import { PdfWorker } from './pdf/pdf-worker';
import { StoredDocumentsRepository } from './stored-documents.repository';
import { StandardTemplate } from './standard.template';
import { INVOICE_DOCUMENT } from './template';

@Module({
  controllers: [DocumentLinksController],
  providers: [
    DocumentLinks,
    DocumentResponses,
    DocumentsService,
    DocumentQueue,
    StoredDocumentsRepository,
    Logos,
    PdfWorker,
    DocumentDrawings,
    DocumentTemplates,
    StandardTemplate,
    extend(INVOICE_DOCUMENT, StandardTemplate, { order: -1 }),
  ],
  exports: [DocumentsService, DocumentLinks, DocumentResponses, DocumentTemplates, Logos],
})
export class DocumentsModule {}
