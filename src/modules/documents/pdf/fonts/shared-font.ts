import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { readFileSync } from 'node:fs';

export interface ShapedGlyph {
  id: number;
  /** The characters that the glyph stands for. */
  codePoints: readonly number[];
  /** In units of the font, as all lengths here. */
  advanceWidth: number;
  position: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
}

/** A font of this process, with the shapes of words that were drawn often. */
export interface SharedFont {
  font: Font;
  /** Returns the glyphs of a word, or of right-to-left text, from left to right. */
  shape(word: string): readonly ShapedGlyph[];
}

const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Whether the glyphs of a text in one font run from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

const REMEMBERED_WORDS = 5_000;

const shared = new Map<string, SharedFont>();

/** Returns the font of a file. Each file is read once per process: decoding the tables of a font takes about 150 ms. */
export function sharedFont(file: string): SharedFont {
  let known = shared.get(file);
  if (known === undefined) {
    const font = create(readFileSync(file));
    if (!('layout' in font)) throw new Error(`${file} contains more than one font.`);
    known = { font, shape: rememberingShaper(font) };
    shared.set(file, known);
  }
  return known;
}

function rememberingShaper(font: Font): (word: string) => readonly ShapedGlyph[] {
  const words = new LRUCache<string, readonly ShapedGlyph[]>({ max: REMEMBERED_WORDS });
  const shapes = Object.create(font) as Font & { _glyphs: object };
  return (word) => {
    const known = words.get(word);
    if (known !== undefined) return known;
    // fontkit remembers the characters for which it first used a glyph. Without this, the shape of a word, and with it
    // the bytes of a PDF, would depend on the words shaped before.
    shapes._glyphs = {};
    const direction = isRightToLeft(word) ? 'rtl' : 'ltr';
    const run = shapes.layout(word, undefined, undefined, undefined, direction);
    const glyphs = run.glyphs.map(({ id, codePoints, advanceWidth }, index) => {
      const { xAdvance = advanceWidth, yAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
      return { id, codePoints, advanceWidth, position: { xAdvance, yAdvance, xOffset, yOffset } };
    });
    words.set(word, glyphs);
    return glyphs;
  };
}
