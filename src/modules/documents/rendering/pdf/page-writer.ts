import PDFDocument from 'pdfkit';
import { readableOnWhite } from '../colors.rules';
import type { DocumentView } from '../document-view';
import { fontNamed, runsOf, type FontName } from './fonts';
import { breakLines } from './text-lines.rules';

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 } as const;
const MARGIN = 51;
const FOOTER = 24;
const LINE_SPACING = 1.35;
/** Of the height of a line, from its top to the baseline. */
const BASELINE = 0.98;

/** How text is written. */
export interface TextStyle {
  size: number;
  isBold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

type Structure = PDFKit.PDFStructureElement;

/** What the types of pdfkit lack. */
export interface StructureOptions {
  alt?: string;
  /** Left, top, right and bottom, in points. */
  bbox?: readonly number[];
  scope?: 'Column' | 'Row';
}

/** Where text is written. */
export interface Column {
  x: number;
  width: number;
}

const FONTS: readonly FontName[] = ['regular', 'bold', 'han', 'hangul'];
const TEXT_COLOR = '#111111';

/** Writes text and images from the top of pages to their end, as tagged PDF (PDF/UA-1). */
export class PageWriter {
  readonly pdf: PDFKit.PDFDocument;
  readonly root: Structure;
  readonly column: Column = { x: MARGIN, width: PAGE.width - 2 * MARGIN };
  /** The distance from the top of the page, in points. */
  y = MARGIN;
  private readonly ended: Promise<Buffer>;

  constructor(private readonly view: DocumentView) {
    this.pdf = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      displayTitle: true,
      lang: view.lang,
      bufferPages: true,
      font: null, // the standard ones are not embedded
      info: { Title: view.title, Author: view.author, CreationDate: view.date, ModDate: view.date },
    } as unknown as PDFKit.PDFDocumentOptions); // whose types lack PDF/UA
    this.ended = collected(this.pdf);
    for (const name of FONTS) this.pdf.registerFont(name, fontNamed(name) as unknown as string);
    this.root = this.struct('Document');
    this.pdf.addStructure(this.root);
  }

  /** Returns a new element of the structure. */
  struct(type: string, options: StructureOptions = {}): Structure {
    return this.pdf.struct(type, options);
  }

  /** Returns the height of a line, in points. */
  lineHeight({ size }: TextStyle): number {
    return size * LINE_SPACING;
  }

  /** Returns text as the lines that fit into a column. */
  linesOf(text: string, { width }: Column, style: TextStyle): string[] {
    return breakLines(text, width, (it) => this.widthOf(it, style));
  }

  /** Begins a page unless there is room for as many points on this one. */
  ensureRoom(height: number): boolean {
    if (this.y + height <= PAGE.height - MARGIN - FOOTER) return false;
    this.pdf.addPage();
    this.y = MARGIN;
    return true;
  }

  /** Writes a paragraph of a structure type, such as `P` or `H2`, below what is written. */
  paragraph(parent: Structure, type: string, text: string, style: TextStyle, column = this.column): void {
    const element = this.struct(type);
    parent.add(element);
    for (const line of this.linesOf(text, column, style)) {
      this.ensureRoom(this.lineHeight(style));
      const y = this.y;
      element.add(() => {
        this.line(line, y, column, style);
      });
      this.y += this.lineHeight(style);
    }
    element.end();
  }

  /** Writes lines at a place of this page, as content of an element. */
  linesAt(element: Structure, lines: readonly string[], y: number, column: Column, style: TextStyle): void {
    element.add(() => {
      lines.forEach((it, index) => {
        this.line(it, y + index * this.lineHeight(style), column, style);
      });
    });
  }

  /** Draws what is not content: lines, and what is behind text. */
  decoration(draw: (pdf: PDFKit.PDFDocument) => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.pdf.markContent('Artifact', { type });
    draw(this.pdf);
    this.pdf.endMarkedContent();
  }

  /** Draws a horizontal line at `y`. */
  rule(color: string, y: number, { x, width } = this.column, thickness = 1): void {
    this.decoration((pdf) => {
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke();
    });
  }

  /** Writes a line that is not content, e.g. a heading that a new page repeats. */
  artifactLine(text: string, y: number, column: Column, style: TextStyle): void {
    this.decoration(() => {
      this.line(text, y, column, style);
    });
  }

  /** Numbers the pages and returns the file. */
  async finish(): Promise<Buffer> {
    this.root.end();
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      const text = `${this.view.title} · ${this.view.pageOf(page + 1, count)}`;
      this.decoration(() => {
        this.line(text, PAGE.height - MARGIN, this.column, { size: 8, align: 'right' });
      }, 'Pagination');
    }
    this.pdf.end();
    return this.ended;
  }

  /** Returns the colour of headings. */
  get headingColor(): string {
    return readableOnWhite(this.view.accentColor);
  }

  /** Returns the width of text in points. */
  widthOf(text: string, { size, isBold = false }: TextStyle): number {
    return runsOf(text, isBold).reduce((sum, run) => {
      return sum + this.pdf.font(run.font).fontSize(size).widthOfString(run.text);
    }, 0);
  }

  private line(text: string, y: number, column: Column, style: TextStyle): void {
    const { size, isBold = false, color = TEXT_COLOR, align = 'left' } = style;
    let x = align === 'left' ? column.x : column.x + column.width - this.widthOf(text, style);
    for (const run of runsOf(text, isBold)) {
      const font = this.pdf.font(run.font).fontSize(size).fillColor(color);
      font.text(run.text, x, y + size * BASELINE, { lineBreak: false, baseline: 'alphabetic' });
      x += this.pdf.widthOfString(run.text);
    }
  }
}

function collected(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Uint8Array) => chunks.push(Buffer.from(chunk)));
    pdf.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    pdf.once('error', reject);
  });
}
