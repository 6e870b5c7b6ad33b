/** Returns the end of a help text. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((it) => `  $ ${it}`).join('\n')}`;
}
