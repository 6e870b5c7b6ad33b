import type { Font, GlyphRun } from 'fontkit';
import { isRightToLeft, type ShapedGlyph, type SharedFont } from './shared-font';

/** Words with the space that follows. Amounts differ too much to be remembered, so that their characters are shaped. */
const WORDS = /[^ ]+ ?| /gu;
const AMOUNT = /^[\d.,:%+-]+ ?$/u;

function splitWords(text: string): string[] {
  if (isRightToLeft(text)) return [text];
  return (text.match(WORDS) ?? []).flatMap((word) => (AMOUNT.test(word) ? word.split('') : [word]));
}

/** A font as one document uses it. */
export class Face {
  /** PDF has one text for each glyph: that of its first use. */
  private readonly texts = new Map<number, readonly number[]>();

  constructor(
    /** The name under which pdfkit knows the font. */
    readonly name: string,
    private readonly shared: SharedFont,
  ) {}

  has(codePoint: number): boolean {
    return this.shared.font.hasGlyphForCodePoint(codePoint);
  }

  /** Returns the width at a size of 1. */
  widthOf(text: string): number {
    return (
      this.shape(text).reduce((sum, { position }) => sum + position.xAdvance, 0) / this.shared.font.unitsPerEm
    );
  }

  /** Returns the text that a reader extracts from the glyphs of a text. */
  extractable(text: string): string {
    return this.shape(text)
      .map((glyph) => String.fromCodePoint(...this.textOf(glyph)))
      .join('');
  }

  /** Returns a font for pdfkit, which measures, draws and embeds what this face shapes. */
  forPdfkit(): Font {
    const font = Object.create(this.shared.font) as Font;
    font.layout = (text) => {
      const shaped = this.shape(text);
      const glyphs = shaped.map((glyph) => ({ ...glyph, codePoints: this.textOf(glyph) }));
      // pdfkit scales these in place.
      const positions = shaped.map(({ position }) => ({ ...position }));
      // The part of a GlyphRun that pdfkit reads.
      const run = {
        glyphs,
        positions,
        get advanceWidth() {
          return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
        },
      };
      return run as unknown as GlyphRun;
    };
    return font;
  }

  private shape(text: string): ShapedGlyph[] {
    return splitWords(text).flatMap((word) => this.shared.shape(word));
  }

  private textOf({ id, codePoints }: ShapedGlyph): readonly number[] {
    const first = this.texts.get(id);
    if (first !== undefined) return first;
    this.texts.set(id, codePoints);
    return codePoints;
  }
}
