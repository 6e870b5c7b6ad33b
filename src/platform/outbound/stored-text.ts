/**
 * The first `maxChars` characters of a text that somebody else wrote, made fit for a PostgreSQL text column: NUL and
 * lone surrogates, which it refuses, are removed.
 */
export function toStoredText(text: string, maxChars: number): string {
  const cut = text.length > maxChars ? firstChars(text, maxChars) : text;
  // With the u flag \p{Surrogate} matches only surrogates that are not half of a pair.
  return cut.replace(/\0|\p{Surrogate}/gu, '');
}

const MAX_BYTES_PER_CHAR = 4;

// A string is iterated by character; a character takes up to two of the units that `length` counts.
const firstChars = (text: string, count: number): string =>
  [...text.slice(0, 2 * count)].slice(0, count).join('');

/** Keeps the beginning of an answer's body, and counts the rest up to a limit. */
export class BodyExcerpt {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  /**
   * @param keepChars how much of the text is kept, in characters
   * @param maxBytes how long the body may be at all, in bytes
   */
  constructor(
    private readonly keepChars: number,
    private readonly maxBytes: number,
  ) {}

  /** Takes the next chunk. Returns false once the body is longer than it may be. */
  add(chunk: Buffer): boolean {
    const withinLimit = Math.min(chunk.length, this.maxBytes - this.total);
    const wanted = Math.min(withinLimit, this.keepChars * MAX_BYTES_PER_CHAR - this.kept);
    if (wanted > 0) {
      this.chunks.push(wanted === chunk.length ? chunk : chunk.subarray(0, wanted));
      this.kept += wanted;
    }
    this.total += chunk.length;
    return this.total <= this.maxBytes;
  }

  /** The text kept, read as UTF-8 with invalid bytes replaced, fit to be stored. */
  text(): string {
    const [first] = this.chunks;
    if (first === undefined) return '';
    const bytes = this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
    return toStoredText(bytes.toString('utf8'), this.keepChars);
  }
}
