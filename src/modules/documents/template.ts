import { namedExtensionPoint } from '../../platform/extensions';
import type { Block } from './blocks/block';
import type { DocumentContent } from './content';
import type { Words } from './words';

/**
 * A design of documents (docs/extending.md#invoice-document). It is pure and synchronous, and returns blocks, which the
 * service draws as HTML and as PDF. Every template must pass test/conformance/document-template.suite.ts.
 */
export interface DocumentTemplate {
  /** In snake_case. Documents store it, so that a template must stay registered as long as its documents may be drawn. */
  readonly name: string;
  /** Returns the blocks from top to bottom, beginning with a heading of level 1 or an image before it. */
  blocks(content: DocumentContent, words: Words): readonly Block[];
}

/** Templates of invoices and credit notes. An organization chooses one by its name in `document_template`. */
export const INVOICE_DOCUMENT = namedExtensionPoint<DocumentTemplate>('invoice document');

export const DEFAULT_TEMPLATE = 'standard';
export const DEFAULT_ACCENT_COLOR = '#1f4e79';
