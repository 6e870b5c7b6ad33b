import LineBreaker from 'linebreak';
import type { DocumentFonts } from '../fonts/document-fonts';
import type { Face } from '../fonts/face';
import { needsBidi, visualRuns, type DirectionRun } from './bidi';
import type { TextStyle } from './text-style';
import { splitByFont, splitGraphemes, type FontRun } from './runs';

/** A part of a line in one font. Its glyphs are drawn from left to right. */
export interface Piece {
  face: Face;
  text: string;
  /** From the start of the line. */
  left: number;
}

export interface Line {
  /** In logical order, which readers that ignore `actualText` extract. */
  pieces: Piece[];
  /** Without spaces at the end. */
  width: number;
  /** The text that a reader extracts, if the glyphs alone would yield another. */
  actualText: string | null;
  /** Whether the line contains right-to-left text. */
  reordered: boolean;
}

/** Lines of one style. */
export interface TextBox {
  lines: Line[];
  style: TextStyle;
  lineHeight: number;
  height: number;
}

const LINE_HEIGHT = 1.4;
const LINE_ENDS = /\r\n|[\n\r\u2028\u2029\v\f]/u;
/** Have no glyphs. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/gu;
/** Directions, soft hyphens and the like: they take effect before the text is drawn. */
const MARKS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Breaks texts into lines and arranges them for drawing. */
export class Typesetter {
  private readonly widths = new Map<string, number>();

  constructor(private readonly fonts: DocumentFonts) {}

  layOut(text: string, width: number, style: TextStyle): TextBox {
    const lines = text.split(LINE_ENDS).flatMap((paragraph, index, { length }) => {
      // Readers of the text ignore the positions of lines: a space separates their words.
      const end = index < length - 1 ? ' ' : '';
      const clean = paragraph.replaceAll('\t', ' ').replaceAll(CONTROLS, '').trimEnd() + end;
      return this.breakParagraph(clean, width, style).map(([start, end]) =>
        this.line(clean, start, end, style),
      );
    });
    const lineHeight = style.size * LINE_HEIGHT;
    return { lines, style, lineHeight, height: lines.length * lineHeight };
  }

  /** Returns the width of a text that is not broken. */
  widthOf(text: string, style: TextStyle): number {
    const key = `${style.weight}${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      const runs = splitByFont(text.replaceAll(MARKS, ''), this.fonts, style.weight);
      width = runs.reduce((sum, run) => sum + run.face.widthOf(run.text), 0);
      this.widths.set(key, width);
    }
    return width * style.size;
  }

  private breakParagraph(text: string, width: number, style: TextStyle): [start: number, end: number][] {
    const lines: [number, number][] = [];
    let start = 0;
    let used = 0;
    for (const [from, to] of this.unbreakable(text, width, style)) {
      const part = text.slice(from, to);
      if (from > start && used + this.widthOf(part.trimEnd(), style) > width) {
        lines.push([start, from]);
        start = from;
        used = 0;
      }
      used += this.widthOf(part, style);
    }
    lines.push([start, text.length]);
    return lines;
  }

  /** Yields the parts between possible line ends. A part that is wider than the line is split between any characters. */
  private *unbreakable(text: string, width: number, style: TextStyle): Generator<[from: number, to: number]> {
    const breaker = new LineBreaker(text);
    let from = 0;
    for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
      if (this.widthOf(text.slice(from, next.position).trimEnd(), style) <= width)
        yield [from, next.position];
      else {
        let position = from;
        for (const grapheme of splitGraphemes(text.slice(from, next.position))) {
          yield [position, position + grapheme.length];
          position += grapheme.length;
        }
      }
      from = next.position;
    }
  }

  private line(paragraph: string, start: number, end: number, style: TextStyle): Line {
    const logical = paragraph.slice(start, end);
    const reordered = needsBidi(logical);
    // The space at the end of a line separates words for readers of the text; reordered lines carry their text.
    const visible = reordered ? start + logical.trimEnd().length : end;
    const pieces = this.pieces(visualRuns(paragraph, start, visible), style);
    const trailing = this.widthOf(logical, style) - this.widthOf(logical.trimEnd(), style);
    const differs = reordered || pieces.map(({ face, text }) => face.extractable(text)).join('') !== logical;
    return {
      pieces,
      width: pieces.reduce((sum, piece) => sum + piece.width, 0) - (reordered ? 0 : trailing),
      actualText: differs ? logical : null,
      reordered,
    };
  }

  /** Returns pieces in logical order, placed in visual order. */
  private pieces(runs: readonly DirectionRun[], style: TextStyle): (Piece & { width: number })[] {
    let left = 0;
    const placed = runs.map(({ start, text, rightToLeft }) => {
      const logical = splitByFont(text.replaceAll(MARKS, ''), this.fonts, style.weight);
      const visual = rightToLeft ? logical.reverse().map((run) => reverseNeutral(run)) : logical;
      const pieces = visual.map((run) => {
        const width = run.face.widthOf(run.text) * style.size;
        left += width;
        return { ...run, width, left: left - width };
      });
      return { start, pieces: rightToLeft ? pieces.reverse() : pieces };
    });
    return placed.sort((a, b) => a.start - b.start).flatMap(({ pieces }) => pieces);
  }
}

const LETTER = /\p{L}/u;

/** fontkit reverses letters of right-to-left scripts only, but not the punctuation between them. */
function reverseNeutral(run: FontRun): FontRun {
  return LETTER.test(run.text) ? run : { ...run, text: splitGraphemes(run.text).reverse().join('') };
}
