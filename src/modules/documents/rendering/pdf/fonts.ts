import { dirname, join } from 'node:path';
import { openSync, type Font } from 'fontkit';

/** A typeface that documents embed. */
export type FontName = 'regular' | 'bold' | 'han' | 'hangul';

/** The packages with the files; all of them are under the SIL Open Font License. */
const FILES: Readonly<Record<FontName, [name: string, file: string]>> = {
  regular: ['@embedpdf/fonts-latin', 'NotoSans-Regular.ttf'],
  bold: ['@embedpdf/fonts-latin', 'NotoSans-Bold.ttf'],
  han: ['@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'],
  hangul: ['@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf'],
};

/** What stands for a character that no font has. */
const REPLACEMENT = '\uFFFD';

const opened = new Map<FontName, Font>();

/** Returns a font, parsed once per process. */
export function fontNamed(name: FontName): Font {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const [packageName, file] = FILES[name];
  const path = join(dirname(require.resolve(packageName)), '..', 'fonts', file);
  const font = openSync(path);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} is a collection of fonts`);
  opened.set(name, font);
  return font;
}

/** A piece of text in one font. */
export interface Run {
  font: FontName;
  text: string;
}

/** Divides text into runs: each character in the first font that has it. */
export function runsOf(text: string, isBold: boolean): Run[] {
  const latin: FontName = isBold ? 'bold' : 'regular';
  const runs: Run[] = [];
  for (const character of text) {
    const font = [latin, 'han' as const, 'hangul' as const].find((it) => has(it, character));
    const shown = font === undefined ? REPLACEMENT : character;
    const last = runs.at(-1);
    if (last?.font === (font ?? latin)) last.text += shown;
    else runs.push({ font: font ?? latin, text: shown });
  }
  return runs;
}

const has = (name: FontName, character: string): boolean =>
  fontNamed(name).hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
