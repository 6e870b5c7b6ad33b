export { DocumentsModule } from './documents.module';
export { DocumentsService, type DocumentPdf } from './documents.service';
export { DocumentLinks, type DocumentLink } from './links/document-links';
export { DOCUMENT_TEMPLATES, StandardTemplate, type DocumentTemplate } from './rendering/document-template';
export { documentView, type DocumentView } from './rendering/document-view';
export { documentHtml } from './rendering/html';
export { documentPdf } from './rendering/pdf/document-pdf';
export type {
  DocumentAmount,
  DocumentData,
  DocumentLine,
  DocumentLogo,
  DocumentSeller,
  DocumentSubject,
  DocumentTax,
  RenderedDocument,
} from './document-data';
export { formatsOf, type Formats } from '../../platform/locales/formats';
export { textsOf, type Texts } from '../../platform/locales/locales';
