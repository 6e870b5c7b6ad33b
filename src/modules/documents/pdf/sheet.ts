import type { PdfDocument } from './accessible-document';
import { isRightToLeft } from './fonts/shared-font';
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

/** Where the first line of text goes. */
export interface TextPosition extends Area {
  y: number;
  align?: 'start' | 'end';
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

  /** Draws content that a tag contains. `actual` replaces the text that readers would extract from the glyphs. */
  content(tag: Tag, type: string, draw: () => void, actual?: string): void {
    const content = this.document.markStructureContent(type, actual === undefined ? {} : { actual });
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

  /** Draws lines of a box outside of tags. */
  lines(box: TextBox, from: number, to: number, at: TextPosition): void {
    for (let index = from; index < to; index++) this.lineOf(box, index, from, at);
  }

  /** Draws lines of a box as content of a tag. A line whose glyphs are in another order than its text is a `Span`. */
  taggedLines(
    tag: Tag,
    type: string,
    box: TextBox,
    part: { from: number; to: number },
    at: TextPosition,
  ): void {
    let from = part.from;
    for (let index = part.from; index < part.to; index++) {
      const { actualText: actual, reordered } = box.lines[index] ?? { actualText: null };
      if (actual === null) continue;
      this.plainLines(tag, type, box, { first: part.from, from, to: index }, at);
      const span = this.tag(tag, 'Span', { actual });
      // Programs that extract text without tags reverse right-to-left text, and would reverse this as well.
      const inContent = reordered ? undefined : actual;
      this.content(span, 'Span', () => this.lineOf(box, index, part.from, at), inContent);
      from = index + 1;
    }
    this.plainLines(tag, type, box, { first: part.from, from, to: part.to }, at);
  }

  private plainLines(
    tag: Tag,
    type: string,
    box: TextBox,
    { first, from, to }: { first: number; from: number; to: number },
    at: TextPosition,
  ): void {
    if (from >= to) return;
    this.content(tag, type, () => {
      for (let index = from; index < to; index++) this.lineOf(box, index, first, at);
    });
  }

  /** Draws a line; `first` is the line at the top of the position. */
  private lineOf(box: TextBox, index: number, first: number, at: TextPosition): void {
    const line = box.lines[index];
    if (line === undefined) return;
    const baseline = at.y + (index - first) * box.lineHeight + box.lineHeight / 2 + box.style.size * 0.36;
    const x = at.align === 'end' ? at.x + at.width - line.width : at.x;
    this.line(line, x, baseline, box.style.size);
  }

  private line(line: Line, x: number, baseline: number, size: number): void {
    this.document.fillColor(TEXT_COLOR).fontSize(size);
    for (const { face, text, left } of line.pieces) {
      this.document.font(face.name).text(text, x + left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        // With features, pdfkit lays out the text as a whole instead of word by word from left to right.
        ...(isRightToLeft(text) ? { features: [] } : {}),
      });
    }
  }
}
