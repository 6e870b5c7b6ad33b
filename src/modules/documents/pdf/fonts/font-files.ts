import { dirname, join } from 'node:path';

export type Weight = 'regular' | 'bold';

export interface FontFamily {
  name: string;
  files: Record<Weight, string>;
  /**
   * Matches the characters that the family is meant for. A family that no character of a text matches is not opened:
   * reading the 8 MB of a Chinese font only to look for an emoji would be slow.
   */
  scripts: RegExp;
}

/** The packages export only their code, which is in the folder next to `fonts`. */
function file(entry: string, name: string): string {
  return join(dirname(entry), '..', 'fonts', name);
}

const LATIN = require.resolve('@embedpdf/fonts-latin');
const HEBREW = require.resolve('@embedpdf/fonts-hebrew');
const ARABIC = require.resolve('@embedpdf/fonts-arabic');
const KOREAN = require.resolve('@embedpdf/fonts-kr');
const CHINESE = require.resolve('@embedpdf/fonts-sc');

/** Latin, Greek, Cyrillic and Devanagari. */
export const BASE_FAMILY: FontFamily = {
  name: 'sans',
  files: { regular: file(LATIN, 'NotoSans-Regular.ttf'), bold: file(LATIN, 'NotoSans-Bold.ttf') },
  scripts: /./u,
};

/** For characters that the base family lacks, in this order. */
export const FALLBACK_FAMILIES: readonly FontFamily[] = [
  {
    name: 'hebrew',
    files: {
      regular: file(HEBREW, 'NotoSansHebrew-Regular.ttf'),
      bold: file(HEBREW, 'NotoSansHebrew-Bold.ttf'),
    },
    scripts: /\p{Script=Hebrew}/u,
  },
  {
    name: 'arabic',
    files: {
      regular: file(ARABIC, 'NotoNaskhArabic-Regular.ttf'),
      bold: file(ARABIC, 'NotoNaskhArabic-Bold.ttf'),
    },
    scripts: /\p{Script_Extensions=Arabic}/u,
  },
  {
    name: 'korean',
    files: { regular: file(KOREAN, 'NotoSansKR-Regular.otf'), bold: file(KOREAN, 'NotoSansKR-Bold.otf') },
    scripts: /\p{Script=Hangul}/u,
  },
  {
    // Includes the kana of Japanese and the symbols that East Asian texts use.
    name: 'chinese',
    files: {
      regular: file(CHINESE, 'NotoSansHans-Regular.otf'),
      bold: file(CHINESE, 'NotoSansHans-Bold.otf'),
    },
    scripts: /[\u2000-\u33ff\ufe30-\ufe4f\uff00-\uffef\p{Script=Han}\p{Script=Bopomofo}]/u,
  },
];
