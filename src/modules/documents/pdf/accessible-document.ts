import PDFDocument from 'pdfkit';
import type { DocumentLayout } from '../blocks/block';
import { PAGE } from './theme';

export type PdfDocument = PDFKit.PDFDocument;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Not allowed in XML. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/gu;

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/gu, (character) => ENTITIES[character] ?? character);
}

// The type definitions of pdfkit list the subsets of PDF/A only.
const PDF_UA = 'PDF/UA' as PDFKit.Mixins.PDFSubsets;

/** A tagged PDF/UA document whose bytes depend on the layout only. */
class AccessibleDocument extends PDFDocument {
  /** pdfkit writes the title to the XML metadata as it is. The information dictionary has been written before. */
  override endMetadata(): void {
    this.info.Title = escapeXml(this.info.Title ?? '');
    super.endMetadata();
  }
}

export function createDocument({ title, language, fixedAt }: DocumentLayout): PdfDocument {
  return new AccessibleDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: PDF_UA,
    tagged: true,
    lang: language,
    displayTitle: true,
    font: '', // instead of Helvetica, which is not embedded
    // The file ID is a hash of this.
    info: {
      Title: title.replaceAll(CONTROLS, ' '),
      Creator: 'billing-service',
      Producer: 'billing-service',
      CreationDate: fixedAt,
    },
  });
}
