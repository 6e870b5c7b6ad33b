import type { PdfDocument } from './accessible-document';
import type { Line, TextBox, Typesetter } from './text/typesetter';
import { CONTENT_END, PAGE, TEXT_COLOR } from './theme';

export type Tag = PDFKit.PDFStructureElement;

/** The types of pdfkit omit these options. */
export interface TagOptions extends PDFKit.Mixins.StructureElementOptions {
  scope?: 'Row' | 'Column';
  bbox?: [left: number, top: number, right: number, bottom: number];
  placement?: 'Block';
}

/** Where content goes: a page, and the distance from its top. */
export interface Position {
  page: number;
  y: number;
}

/** A part of the width of a page. */
export interface Area {
  x: number;
  width: number;
}

/** The pages of a document, and the position at which the next content is drawn. */
export class Sheet {
  private position: Position = { page: -1, y: 0 };

  constructor(
    readonly document: PdfDocument,
    readonly typesetter: Typesetter,
    readonly accentColor: string,
  ) {
    this.nextPage();
  }

  get y(): number {
    return this.position.y;
  }

  get now(): Position {
    return { ...this.position };
  }

  get isAtTop(): boolean {
    return this.position.y === PAGE.top;
  }

  get remaining(): number {
    return CONTENT_END - this.position.y;
  }

  advance(height: number): void {
    this.position.y += height;
  }

  /** Returns to a position, e.g. to draw a second column. */
  moveTo(position: Position): void {
    this.position = { ...position };
    this.document.switchToPage(position.page);
  }

  nextPage(): void {
    const page = this.position.page + 1;
    if (page < this.document.bufferedPageRange().count) this.document.switchToPage(page);
    else this.document.addPage();
    this.position = { page, y: PAGE.top };
  }

  /** Continues on the next page if the height does not fit on this one, unless it fits on no page. */
  reserve(height: number): void {
    if (height > this.remaining && !this.isAtTop) this.nextPage();
  }

  /** Creates a tag inside another one. */
  tag(parent: Tag, type: string, options: TagOptions = {}): Tag {
    const tag = this.document.struct(type, options);
    parent.add(tag);
    return tag;
  }

  /** Draws content that a tag contains. */
  content(tag: Tag, type: string, draw: () => void): void {
    const content = this.document.markStructureContent(type);
    draw();
    this.document.endMarkedContent();
    tag.add(content);
  }

  /** Draws decoration, which assistive technology skips. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.document.markContent('Artifact', { type });
    draw();
    this.document.endMarkedContent();
  }

  /** Draws a line of decoration. */
  rule(area: Area, y: number, color: string, thickness: number): void {
    this.artifact('Layout', () => {
      const { document } = this;
      document.save().lineWidth(thickness).strokeColor(color);
      document.moveTo(area.x, y).lineTo(area.x + area.width, y);
      document.stroke().restore();
    });
  }

  /** Draws lines of a box at a position. Keeps the text of reordered lines for readers if they are tagged. */
  lines(
    box: TextBox,
    from: number,
    to: number,
    at: Area & { y: number; align?: 'start' | 'end'; tagged: boolean },
  ): void {
    box.lines.slice(from, to).forEach((line, index) => {
      const baseline = at.y + index * box.lineHeight + box.lineHeight / 2 + box.style.size * 0.36;
      const x = at.align === 'end' ? at.x + at.width - line.width : at.x;
      this.line(line, x, baseline, box.style.size, at.tagged);
    });
  }

  private line(line: Line, x: number, baseline: number, size: number, tagged: boolean): void {
    const actual = tagged ? line.actualText : null;
    if (actual !== null) this.document.markContent('Span', { actual });
    this.document.fillColor(TEXT_COLOR).fontSize(size);
    let left = x;
    for (const { face, text, width } of line.pieces) {
      this.document.font(face.name).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
      left += width;
    }
    if (actual !== null) this.document.endMarkedContent();
  }
}
