import { create, type Font, type GlyphRun } from 'fontkit';
import { readFileSync } from 'node:fs';

const parsed = new Map<string, Font>();

/** Returns the font of a file. Each file is read once per process: decoding the tables of a font takes about 150 ms. */
export function sharedFont(file: string): Font {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const font = create(readFileSync(file));
  if (!('layout' in font)) throw new Error(`${file} contains more than one font.`);
  parsed.set(file, font);
  return font;
}

const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/**
 * Returns a view of a shared font for one document.
 *
 * fontkit remembers for each glyph the characters for which it was first used, and pdfkit writes these to the PDF. The
 * view has glyphs of its own, so that the bytes of a document do not depend on the documents drawn before. It shares
 * the decoded tables of the font.
 */
export function fontForDocument(shared: Font): Font {
  // fontkit caches this on the object that is asked first; it belongs to the shared font.
  shared.hasGlyphForCodePoint(0x20);
  const view = Object.create(shared, { _glyphs: { value: {} } }) as Font;
  const runs = new Map<string, GlyphRun>();
  const shape = (text: string): GlyphRun => {
    const direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
    // The method of the prototype, called on the view, finds the glyphs of the view.
    return shared.layout.call(view, text, undefined, undefined, undefined, direction);
  };
  view.layout = (text) => {
    let run = runs.get(text);
    if (run === undefined) runs.set(text, (run = shape(text)));
    // pdfkit scales the positions in place.
    return Object.create(run, {
      positions: { value: run.positions.map((position) => ({ ...position })) },
    }) as GlyphRun;
  };
  return view;
}
