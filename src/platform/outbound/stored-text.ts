import { firstCharacters } from '../domain/characters';

/**
 * Returns the first `maxChars` characters of untrusted text. Removes NUL and lone surrogates, which PostgreSQL cannot
 * store.
 */
export function toStoredText(text: string, maxChars: number): string {
  // With the u flag, \p{Surrogate} matches lone surrogates only.
  return firstCharacters(text, maxChars).replace(/\0|\p{Surrogate}/gu, '');
}

const MAX_BYTES_PER_CHAR = 4;

/** Keeps the start of a response body and counts the rest up to a limit. */
export class BodyExcerpt {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  /**
   * @param keepChars number of characters to keep
   * @param maxBytes maximum size of the body in bytes
   */
  constructor(
    private readonly keepChars: number,
    private readonly maxBytes: number,
  ) {}

  /** Adds a chunk. Returns false once the body exceeds its maximum size. */
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

  /** Returns the kept text, decoded as UTF-8 with invalid bytes replaced, ready to store. */
  text(): string {
    const [first] = this.chunks;
    if (first === undefined) return '';
    const bytes = this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
    return toStoredText(bytes.toString('utf8'), this.keepChars);
  }
}
