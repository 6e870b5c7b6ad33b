import type { DocumentFonts } from '../fonts/document-fonts';
import type { Face } from '../fonts/face';
import type { Weight } from '../fonts/font-files';

/** Neighbouring characters that are drawn in one font, in logical order. */
export interface FontRun {
  face: Face;
  text: string;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Joiners and variation selectors change the shape of a character; a font need not have them. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
// Characters of one code unit that neither combine nor join, so that each is one grapheme.
const SIMPLE = /^[ -~\u00a0-\u02ff\u0391-\u0482\u2010-\u2027\u20a0-\u20c0]*$/u;

export function splitGraphemes(text: string): string[] {
  return SIMPLE.test(text) ? Array.from(text) : Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function covers(face: Face, text: string): boolean {
  for (const character of text) {
    if (INVISIBLE.test(character)) continue;
    if (!face.has(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

function append(runs: FontRun[], face: Face, text: string): void {
  const last = runs.at(-1);
  if (last?.face === face) last.text += text;
  else runs.push({ face, text });
}

/** Splits characters that the base font lacks. One font for all of them is best: a name should not change its style. */
function splitForeign(
  foreign: readonly string[],
  fonts: DocumentFonts,
  weight: Weight,
  runs: FontRun[],
): void {
  const whole = foreign.join('');
  const candidates = fonts.fallbacks(whole, weight);
  const forAll = candidates.find((face) => covers(face, whole));
  if (forAll !== undefined) {
    append(runs, forAll, whole);
    return;
  }
  const base = fonts.base(weight);
  for (const grapheme of foreign) {
    const first = String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
    const face =
      candidates.find((candidate) => covers(candidate, grapheme)) ??
      [base, ...candidates].find((candidate) => covers(candidate, first));
    append(runs, face ?? base, grapheme);
  }
}

/** Splits a text into runs by font. The base font draws a box for characters that no font has. */
export function splitByFont(text: string, fonts: DocumentFonts, weight: Weight): FontRun[] {
  const base = fonts.base(weight);
  if (covers(base, text)) return text === '' ? [] : [{ face: base, text }];
  const runs: FontRun[] = [];
  let foreign: string[] = [];
  let spaces: string[] = [];
  const flush = (): void => {
    if (foreign.length > 0) splitForeign(foreign, fonts, weight, runs);
    for (const space of spaces) append(runs, base, space);
    foreign = [];
    spaces = [];
  };
  for (const grapheme of splitGraphemes(text)) {
    if (grapheme === ' ') spaces.push(grapheme);
    else if (covers(base, grapheme)) {
      flush();
      append(runs, base, grapheme);
    } else {
      // A space between foreign words belongs to their run: the words of right-to-left text are shaped together.
      if (foreign.length === 0) flush();
      foreign.push(...spaces, grapheme);
      spaces = [];
    }
  }
  flush();
  return runs;
}
