import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { DocumentDrawings } from './document-drawings';
import { DocumentTemplates } from './document-templates';
import { DocumentsService } from './documents.service';
import { StandardTemplate } from './standard.template';
import { INVOICE_DOCUMENT } from './template';

@Module({
  providers: [
    DocumentsService,
    DocumentDrawings,
    DocumentTemplates,
    StandardTemplate,
    extend(INVOICE_DOCUMENT, StandardTemplate, { order: -1 }),
  ],
  exports: [DocumentsService, DocumentTemplates],
})
export class DocumentsModule {}
