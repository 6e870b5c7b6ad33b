import bidiFactory from 'bidi-js';

/** A part of a line with one direction. */
export interface DirectionRun {
  /** Where the run begins in its paragraph. */
  start: number;
  /** In logical order; brackets of right-to-left text are mirrored already. */
  text: string;
  rightToLeft: boolean;
}

const bidi = bidiFactory();
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u202b\u202e\u2067]/u;

/** Whether the visual order of a text may differ from its logical order. */
export function needsBidi(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Splits a line of a paragraph into runs of one direction, in visual order from left to right. */
export function visualRuns(paragraph: string, start: number, end: number): DirectionRun[] {
  if (!needsBidi(paragraph)) return [{ start, text: paragraph.slice(start, end), rightToLeft: false }];
  const embedding = bidi.getEmbeddingLevels(paragraph, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(paragraph, embedding.levels, start, end - 1);
  const runs: { start: number; level: number; text: string }[] = [];
  for (let index = start; index < end; index++) {
    const level = embedding.levels[index] ?? 0;
    const character = mirrored.get(index) ?? paragraph.charAt(index);
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ start: index, level, text: character });
  }
  return reorder(runs).map(({ level, ...run }) => ({ ...run, rightToLeft: level % 2 === 1 }));
}

/** Rule L2 of the Unicode Bidirectional Algorithm, for whole runs. */
function reorder<T extends { level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}
