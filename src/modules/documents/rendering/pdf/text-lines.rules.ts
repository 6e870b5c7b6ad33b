/** Characters between which a line may break although there is no blank: Han, Kana and Hangul. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Controls and formats, such as directional marks, that would print as boxes. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** Returns text in composed characters, without any that cannot be printed. Line feeds remain. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .split(/\r?\n/)
    .map((it) => it.replaceAll('\t', ' ').replace(INVISIBLE, ''))
    .join('\n');
}

/**
 * Breaks text into lines of at most `width`: after blanks, between ideographs, and within words that are longer than a
 * line.
 *
 * @param widthOf measures text
 */
export function breakLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  return printable(text)
    .split('\n')
    .flatMap((paragraph) => wrapped(paragraph, width, widthOf));
}

/** Measures each piece once: what kerning between pieces would change is less than anybody sees. */
function wrapped(paragraph: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const piece of pieces(paragraph).flatMap((it) => fitting(it, width, widthOf))) {
    const bare = piece.trimEnd();
    if (line !== '' && used + widthOf(bare) > width) {
      lines.push(line.trimEnd());
      [line, used] = ['', 0];
    }
    line += piece;
    used += widthOf(piece);
  }
  return [...lines, line.trimEnd()];
}

/** Returns the pieces between which a line may break, each with the blanks that follow it. */
function pieces(text: string): string[] {
  const words = text.match(/[^ ]* *(?=[^ ]|$)/g) ?? [];
  return words.flatMap((word) => {
    if (!IDEOGRAPH.test(word)) return [word];
    const parts: string[] = [];
    let last = '';
    for (const character of word) {
      const breaks = last !== '' && character !== ' ' && (IDEOGRAPH.test(character) || IDEOGRAPH.test(last));
      const part = breaks ? '' : (parts.pop() ?? '');
      parts.push(part + character);
      last = character;
    }
    return parts;
  });
}

/** Returns a piece, or, of one that is longer than a line, its parts. */
function fitting(piece: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(piece.trimEnd()) <= width) return [piece];
  const parts: string[] = [];
  let part = '';
  for (const character of piece) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
