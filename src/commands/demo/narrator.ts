import { isDeepStrictEqual } from 'node:util';

/** A check failed. The message names the check, the expected and the actual value. */
export class VerificationError extends Error {}

const GREEN = '\u001b[32m';
const BOLD = '\u001b[1m';
const PLAIN = '\u001b[0m';

/** Prints the demo: numbered steps, plain lines, and a check mark for each verified statement. */
export class Narrator {
  private steps = 0;
  private verified = 0;

  constructor(
    private readonly print: (text: string) => void,
    private readonly colors: boolean,
  ) {}

  get checks(): number {
    return this.verified;
  }

  step(title: string): void {
    this.steps++;
    this.print(`\n${this.paint(BOLD, `${this.steps}. ${title}`)}\n`);
  }

  say(...lines: string[]): void {
    for (const line of lines) this.print(`   ${line}\n`);
  }

  /** Prints aligned name-value pairs, one per line. */
  show(values: Record<string, string | number | null>): void {
    const width = Math.max(...Object.keys(values).map((name) => name.length));
    for (const [name, value] of Object.entries(values))
      this.say(`  ${name.padEnd(width)}  ${value ?? 'null'}`);
  }

  /** @throws VerificationError unless `actual` equals `expected` */
  verify(what: string, actual: unknown, expected: unknown = true): void {
    if (!isDeepStrictEqual(actual, expected)) {
      const differed = `expected  ${JSON.stringify(expected)}\n     got       ${JSON.stringify(actual)}`;
      throw new VerificationError(`${what}\n     ${differed}`);
    }
    this.verified++;
    this.say(`${this.paint(GREEN, '✓')} ${what}`);
  }

  private paint(color: string, text: string): string {
    return this.colors ? `${color}${text}${PLAIN}` : text;
  }
}

/** Returns the beginning of an ID or secret, enough to recognize it. */
export const short = (text: string, length = 13): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** Returns the time of an RFC 3339 instant in UTC, e.g. `12:34:56`. */
export const clockTime = (instant: string): string => instant.slice(11, 19);
