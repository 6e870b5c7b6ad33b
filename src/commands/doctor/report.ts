/** Collects the findings of the doctor and prints each on a line. */
export class Report {
  private attention = false;

  constructor(private readonly write: (line: string) => void) {}

  /** Whether a finding needs attention. */
  get needsAttention(): boolean {
    return this.attention;
  }

  say(sentence: string): void {
    this.write(sentence);
  }

  /** Reports something that somebody has to act on. */
  warn(sentence: string): void {
    this.attention = true;
    this.write(`ATTENTION: ${sentence}`);
  }
}

/** Returns a number with its noun, such as `1 migration` and `2 migrations`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
