export { DocumentsModule } from './documents.module';
export { DocumentsService, type DocumentFile } from './documents.service';
export type { DocumentKey } from './document-key';
export { Logos } from './logos';
export { DocumentAnswer, PdfAnswer } from './send-document';
export { DocumentResponses } from './document-responses';
export { DocumentLinks } from './document-links';
export {
  CreateDocumentLinkDto,
  DEFAULT_LINK_SECONDS,
  DocumentLinkDto,
  DocumentQueryDto,
  toDocumentLinkResponse,
  toDocumentView,
} from './document.dto';
export {
  DOCUMENT_SOURCES,
  type DocumentSource,
  type DocumentView,
  type DrawableDocument,
} from './document-source';
export { DocumentTemplates } from './document-templates';
export {
  DOCUMENT_KINDS,
  type DocumentContent,
  type DocumentKind,
  type DocumentLine,
  type DocumentTax,
  type DocumentTotal,
  type Stamp,
} from './content';
export { FrozenDetailsDto, toFrozenDetails } from './party.dto';
export {
  NOTHING_FROZEN,
  frozenDetails,
  type DocumentDetails,
  type FrozenDetails,
  type Party,
  type Seller,
} from './party';
export type {
  Block,
  ColumnsBlock,
  DocumentImage,
  FieldsBlock,
  HeadingBlock,
  ImageBlock,
  ParagraphBlock,
  StampBlock,
  TableBlock,
  TableColumn,
  TableRow,
} from './blocks/block';
export { DEFAULT_ACCENT_COLOR, DEFAULT_TEMPLATE, INVOICE_DOCUMENT, type DocumentTemplate } from './template';
export { TemplateField } from './template.field';
export { escapeHtml } from './blocks/escape-html';
export { Words } from './words';
