const USAGE_EXIT_CODE = 2;

/**
 * The flags that a command was given, of those it knows. `--help` tells what it does; anything else is refused before
 * anything is done.
 */
export function takeFlags(usage: string, ...known: string[]): Set<string> {
  const given = process.argv.slice(2);
  const unknown = given.filter((it) => !known.includes(it));
  if (unknown.length === 0) return new Set(given);
  if (unknown.every((it) => it === '--help' || it === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit();
  }
  process.stderr.write(`There is no option ${unknown.join(' ')}.\n\n${usage}\n`);
  process.exit(USAGE_EXIT_CODE);
}
