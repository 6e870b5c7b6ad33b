import { randomUUID } from 'node:crypto';

/** Maximum number of digits of a stored number before the decimal point, and after it. No double has more. */
export const MAX_NUMBER_DIGITS = 400;

const STORABLE = new RegExp(`^-?\\d{1,${MAX_NUMBER_DIGITS}}(?:\\.\\d{1,${MAX_NUMBER_DIGITS}})?$`);

/** Precedes the digits of an ExactNumber in JSON text. Random, so that no text from a client begins with it. */
const MARK = `${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');

/** Finds numbers of 16 characters or more, or with an exponent. May match within a string, which only costs time. */
const SUSPECT = /[:,[\s]-?(?:[\d.]{16,}|[\d.]+[eE])/;
/** A number of at most 15 digits survives the conversion to a double. */
const SHORT = /^[-\d.]{1,15}$/;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/;
/** The strings and numbers of valid JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** A JSON number that a double cannot represent. `writeJson` writes all of its digits. */
export class ExactNumber {
  /** @param text decimal without exponent and trailing zeros; as sent if that has too many digits (`isStorable`) */
  constructor(readonly text: string) {}

  get isStorable(): boolean {
    return STORABLE.test(this.text);
  }

  /** `writeJson` replaces this string by the number. */
  toJSON(): string {
    return MARK + this.text;
  }
}

/**
 * Parses JSON like `JSON.parse`, but returns an ExactNumber for each number that a double would alter. For JSON without
 * such numbers, this costs one regular expression more than `JSON.parse`.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!SUSPECT.test(text)) return value;
  const marked = text.replace(TOKENS, markInexact);
  return marked === text ? value : (JSON.parse(marked, unmark) as unknown);
}

/** Writes JSON like `JSON.stringify`, with all digits of every ExactNumber. */
export function writeJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  const text = JSON.stringify(value, replacer);
  return text.includes(MARK) ? text.replace(MARKED, '$1') : text;
}

/** Returns a marked string for a number that differs from the shortest decimal form of its double. */
function markInexact(token: string): string {
  if (token.startsWith('"') || SHORT.test(token)) return token;
  const shortest = String(Number(token));
  if (shortest === token) return token;
  const plain = plainNumber(token);
  if (plain !== null && plain === (shortest.includes('e') ? plainNumber(shortest) : shortest)) return token;
  return `"${MARK}${plain ?? token}"`;
}

function unmark(_key: string, value: unknown): unknown {
  const isMarked = typeof value === 'string' && value.startsWith(MARK);
  return isMarked ? new ExactNumber(value.slice(MARK.length)) : value;
}

/** Returns a JSON number without exponent and trailing zeros; null if it has too many digits. */
function plainNumber(token: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(token) ?? [];
  const point = whole.length + Number(exponent);
  // Checked first: a short token may stand for millions of digits.
  if (Math.abs(point) > MAX_NUMBER_DIGITS || whole.length + fraction.length > 2 * MAX_NUMBER_DIGITS)
    return null;
  const leading = '0'.repeat(Math.max(0, 1 - point));
  const digits = (leading + whole + fraction).padEnd(point, '0');
  const at = point + leading.length;
  const plain = `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '');
  if (!STORABLE.test(plain)) return null;
  return plain === '0' ? plain : sign + plain;
}
