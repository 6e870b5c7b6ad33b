/** Prints results to stdout: a line of text each, or a line of JSON with `--json`. */
export class Output {
  constructor(private readonly asJson: boolean) {}

  /** Prints a result. `text` is what people read. */
  result(value: object, text: string): void {
    process.stdout.write(`${this.asJson ? JSON.stringify(value) : text}\n`);
  }

  /** Prints a remark to stderr; none with `--json`. */
  note(text: string): void {
    if (!this.asJson) process.stderr.write(`${text}\n`);
  }
}

/** Returns the columns of a line, each at least as wide as told. */
export function columns(...cells: readonly (readonly [text: string, width: number])[]): string {
  return cells
    .map(([text, width]) => text.padEnd(width))
    .join('  ')
    .trimEnd();
}
